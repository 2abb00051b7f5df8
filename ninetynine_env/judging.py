"""The commands that judge bots: `ninetynine evaluate`, `ladder` and `probe`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ninetynine_env.asking import Match, Options, Premiums, VariantName, progress_bar, rule_options

if TYPE_CHECKING:
    from ninetynine_env.arena.ladder import Ladder


def evaluate(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="One bot (against itself), or up to one a seat.")],
    *,
    deals: Annotated[
        int | None, typer.Option("--deals", help="Common deals, 1 to 10,000. [default: 1000; with --until all]")
    ] = None,
    until: Annotated[
        float | None, typer.Option("--until", help="Stop when all is known to ± so many points, e.g. 0.3.")
    ] = None,
    of: VariantName = "three",
    premiums: Premiums = None,
    option: Options = None,
    match: Match = None,
    challenge: Annotated[
        bool, typer.Option("--challenge", help="Only tables where the first bot sits alone among the others.")
    ] = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes; the figures stay the same.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
) -> None:
    """Judge bots on common deals in every seating, with 95 % intervals."""
    from ninetynine_env import terminal
    from ninetynine_env.arena.evaluate import FROZEN
    from ninetynine_env.arena.evaluate import evaluate as judge

    options = rule_options(of, match, premiums, option)
    if deals is None:
        deals = 1000 if until is None else FROZEN
    with progress_bar("games") as progress:
        result = judge(bots, of, deals, options, until=until, jobs=jobs, progress=progress, challenge=challenge)
    if as_json:
        print(json.dumps(result.to_json(), indent=2, ensure_ascii=False))
    else:
        terminal.show_evaluation(terminal.console(), result)


def ladder(
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="[BOT]...", help="Two or more. [default: the published ladder's]")
    ] = None,
    *,
    deals: Annotated[int, typer.Option("--deals", help="Common deals, 1 to 10,000.")] = 1000,
    of: VariantName = "three",
    every: Annotated[bool, typer.Option("--all", help="The published ladders of all variants.")] = False,
    premiums: Premiums = None,
    option: Options = None,
    match: Match = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes; the figures stay the same.")] = 1,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with pictures to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
) -> None:
    """Rate any number of bots at mixed tables: ratings, who is ahead of whom, habits, probes, speed."""
    from ninetynine_env.variants import VARIANTS

    if every and (bots or of != "three" or match or option or premiums is not None):
        raise ValueError("--all plays the published ladders: name no bots, variant or options beside it")
    if html is not None and (html.is_dir() or not html.parent.is_dir()):
        raise ValueError(f"{html} cannot be written: give a file in a folder that is there")
    if html is not None:
        import matplotlib  # noqa: F401  (if it is not there, say so before hours of play)
    played = []
    for name in VARIANTS if every else [of]:
        played.append(_climb(bots or None, name, deals, rule_options(name, match, premiums, option), jobs))
        if not as_json:
            _show_ladder(played[-1])
        if played[-1].missing:
            break
    if as_json:
        told = [one.to_json() for one in played]
        print(json.dumps(told if every else told[0], indent=2, ensure_ascii=False))
    if html is not None:
        from ninetynine_env.arena.ladder_page import write

        write(played, html)


def _climb(bots: list[str] | None, of: str, deals: int, options: dict[str, Any], jobs: int) -> "Ladder":
    from ninetynine_env.arena.ladder import field_of
    from ninetynine_env.arena.ladder import ladder as climb

    with progress_bar(f"{of}: games") as progress:
        return climb(bots or field_of(of), of, deals, options, jobs=jobs, progress=progress)


def _show_ladder(ladder: "Ladder") -> None:
    from ninetynine_env import terminal

    screen = terminal.console()
    screen.print(f"\n[bold]{ladder.variant}[/], {len(ladder.seeds):,} common deals, {len(ladder.names)} bots")
    for title, heads, rows in ladder.tables():
        terminal.show(screen, (title, [terminal.short(head) for head in heads],
                               [[terminal.short(name), *cells] for name, *cells in rows]))  # fmt: skip
    if ladder.missing:
        screen.print(f"[yellow]Stopped: {ladder.missing:,} more deals were to be played.[/]")


def probe(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot by its name, or an .onnx file.")],
    *,
    of: Annotated[
        list[str] | None, typer.Option("--variant", help="Only probes of this form. [default: all the bot plays]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
) -> None:
    """Ask a bot what is provably right, and show every miss."""
    from ninetynine_env import terminal
    from ninetynine_env.arena.probes import grade, named_variants

    answers = grade(bot, named_variants(bot, of or []))
    if as_json:
        print(json.dumps([answer.to_json() for answer in answers], indent=2, ensure_ascii=False))
    else:
        terminal.show_probes(terminal.console(), bot, answers)
