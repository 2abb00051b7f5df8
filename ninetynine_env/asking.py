"""What several commands ask alike: the form of the game, its options; and the bar they show meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

VariantName = Annotated[str, typer.Option("--variant", help="Which form of the game; `list` names them.")]
Premiums = Annotated[
    bool | None,
    typer.Option("--premiums/--no-premiums", help="Declarations and revelations. [default: as the rules say]"),
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Any rule option; `list` names them.")
]
Match = Annotated[
    str | None, typer.Option("--match", help="What is played: single_deal, target, ... [default: one deal]")
]


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on stderr, where that is a terminal."""
    from rich.progress import Progress

    from ninetynine_env.terminal import console

    screen = console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task(what)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def rule_options(of: str, match: str | None, premiums: bool | None, given: list[str] | None) -> dict[str, Any]:
    """Rule options from the command line; what is not allowed is refused by the rules themselves."""
    from ninetynine_env.options import parse
    from ninetynine_env.variants import variant

    kind = variant(of).game.Rules
    if premiums is not None and "premium_bids" not in kind.__dataclass_fields__:
        raise ValueError(f"--premiums and --no-premiums say nothing to {of!r}: it has no premium bids")
    options = dict(parse(kind, text) for text in given or [])
    if match is not None:
        options["match"] = match
    if premiums is not None:
        options["premium_bids"] = premiums
    return options
