"""The `ninetynine` command. Packages add commands of their own through the entry-point group `ninetynine.commands`."""

import json
import secrets
import sys
import time
from collections.abc import Callable
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Annotated, Any

import typer

from ninetynine_env import judging
from ninetynine_env.asking import Match, Options, Premiums, VariantName, rule_options

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Ninety-Nine: play, watch and judge bots: `random`, `thumb`, `odds`, a shipped model or an .onnx file.",
)

EXTRA = 'pip install "ninetynine-env[train]"'

Seed = Annotated[int | None, typer.Option("--seed", min=0, max=2**63 - 1, help="The deal's seed. [default: a new one]")]
RecordFile = Annotated[Path | None, typer.Option("--record", help="Write the record of the game to this .jsonl file.")]

for _judge in (judging.evaluate, judging.ladder, judging.probe):
    app.command()(_judge)


# ---- games ----------------------------------------------------------------------------------------------------


@app.command()
def watch(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="One for every seat, or one for all.")],
    *,
    of: VariantName = "three",
    match: Match = None,
    premiums: Premiums = None,
    option: Options = None,
    seed: Seed = None,
    delay: Annotated[float, typer.Option("--delay", min=0, help="Seconds after each action.")] = 0.0,
    record: RecordFile = None,
) -> None:
    """Watch bots play, move by move, all hands open."""
    from ninetynine_env import terminal
    from ninetynine_env.table import Table

    kind, options = _episode(of, match, premiums, option)
    players = kind.rules(**options).players
    table = Table(kind, bots * players if len(bots) == 1 else bots, options)
    narrator = terminal.Narrator(terminal.console(), terminal.labels(table.names), pause=lambda: time.sleep(delay))
    _play(table, narrator, seed, record)


@app.command()
def play(
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT]...", help="Opponents, clockwise from your left; one serves for all."),
    ] = None,
    *,
    opponents: Annotated[
        list[str] | None, typer.Option("--opponents", help="The same, as an option. [default: thumb]")
    ] = None,
    of: VariantName = "three",
    seat: Annotated[int, typer.Option("--seat", help="Your seat, from 0.")] = 0,
    match: Match = None,
    premiums: Premiums = None,
    option: Options = None,
    seed: Seed = None,
    record: RecordFile = None,
) -> None:
    """Sit down at a table of bots."""
    from ninetynine_env import terminal
    from ninetynine_env.table import Table

    kind, options = _episode(of, match, premiums, option)
    seats: list[Any] = _seats([*(opponents or []), *(bots or [])] or ["thumb"], seat, kind.rules(**options).players)
    names, screen = terminal.labels(seats), terminal.console()
    table = Table(kind, [*seats[:seat], terminal.Person(screen, kind.game, names), *seats[seat + 1 :]], options)
    left = ", then ".join(names[seat + 1 :] + names[:seat])
    screen.print(f"You are player_{seat}; to your left {left}. Type [bold]help[/] at any time.")
    try:
        _play(table, terminal.Narrator(screen, names, viewer=seat), seed, record)
    except terminal.Left:
        screen.print("\nYou left the table. Goodbye!")


def _seats(others: list[str], seat: int, players: int) -> list[str]:
    """The bots' names by seat, `you` at the person's; the others sit clockwise from there."""
    if not 0 <= seat < players:
        raise ValueError(f"seat {seat} is none of the table's: seats are 0 to {players - 1}")
    if len(others) == 1:
        others = others * (players - 1)
    if len(others) != players - 1:
        raise ValueError(f"{len(others)} opponents for {players - 1} seats: name one for each, or one for all")
    return [*others[players - 1 - seat :], "you", *others[: players - 1 - seat]]


def _episode(of: str, match: str | None, premiums: bool | None, given: list[str] | None) -> tuple[Any, dict[str, Any]]:
    """The variant and the options of an episode; it is one deal unless something else is asked for."""
    from ninetynine_env.variants import variant

    kind = variant(of)
    return kind, {**kind.game.ONE_DEAL, **rule_options(of, match, premiums, given)}


def _play(table: Any, narrator: Any, seed: int | None, record: Path | None) -> None:
    """Play a game from a seed, told by the narrator; its record is written even if somebody leaves."""
    from ninetynine_env import record as records

    if seed is None:
        seed = secrets.randbelow(2**62)
    if record is not None and (record.is_dir() or not record.parent.is_dir()):
        raise ValueError(f"{record} cannot be written: give a file in a folder that is there")
    try:
        table.play(seed, watch=narrator)
    finally:
        narrator.screen.print(f"\n[dim]--seed {seed} deals it again[/]")
        if record is not None and narrator.episode is not None:
            records.write(record, [narrator.episode.record()])


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="Records of games, one a line.")],
    everything: Annotated[bool, typer.Option("--all", help="Print all, without waiting for the enter key.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Only check that every record holds.")] = False,
) -> None:
    """Step through recorded games, after checking that every claim they make holds."""
    from ninetynine_env import record as records
    from ninetynine_env import terminal

    screen = terminal.console()
    games = list(records.read(file))
    if not games:
        raise ValueError(f"{file} holds no record")
    for number, game in enumerate(games, 1):
        _verify(game, f"{file}, record {number}")
    screen.print(f"{file}: {len(games)} record{'s' * (len(games) > 1)}, every one holds.")
    try:
        for game in [] if verify else games:
            terminal.step_through(screen, game, (lambda: None) if everything else _wait)
    except EOFError:
        screen.print("\nEnd of input.")


def _verify(record: dict[str, Any], place: str) -> None:
    from ninetynine_env import record as records

    try:
        records.replay(record)
    except records.RecordError as error:
        raise ValueError(f"{place}: {error}") from None


def _wait() -> None:
    """Until the enter key is pressed; the cursor stays where the next line begins."""
    input()
    if sys.stdin.isatty() and sys.stdout.isatty():
        print("\x1b[A", end="", flush=True)


# ---- what there is --------------------------------------------------------------------------------------------


@app.command("list")
def list_all() -> None:
    """Variants, rule options and bots."""
    from ninetynine_env import terminal
    from ninetynine_env.variants import GAMES, VARIANTS

    screen = terminal.console()
    rows = [[f"[bold]{kind.name}[/]", kind.id, kind.title] for kind in VARIANTS.values()]
    terminal.show(screen, ("Variants", ["name", "environment id", ""], rows))
    for game in GAMES:
        title = f"Rule options of the {game.NAME} game"
        heads = ["option", "values, * the default", "meaning, and its place in the rule sheet"]
        terminal.show(screen, (title, heads, terminal.option_rows(game.Rules)))
    terminal.show(screen, ("Bots", ["name", ""], terminal.bot_rows()))


@app.command()
def inspect(
    model: Annotated[str, typer.Argument(help="A shipped model's name, or the path of an .onnx file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
) -> None:
    """The card of a policy: its rules, encoding, training and results; and whether its net answers as it says."""
    from ninetynine_env import terminal
    from ninetynine_env.bots import heuristics, offered, shipped
    from ninetynine_env.bots.policy import read_card
    from ninetynine_env.variants import GAMES

    if model in (*(name for game in GAMES for name in heuristics(game)), *offered()):
        raise ValueError(f"{model!r} is no policy and has no card; 'ninetynine list' says what it is")
    if model not in shipped() and not model.endswith(".onnx"):
        raise ValueError(f"{model!r} is no shipped model and no .onnx file; 'ninetynine list' names the models")
    path = shipped().get(model, Path(model))
    card = read_card(path)
    if as_json:
        print(json.dumps(card, indent=2, ensure_ascii=False))
        return
    terminal.show_card(terminal.console(), card)
    print(f"\n{_soundness(path, card)}")


def _soundness(path: Path, card: dict[str, Any]) -> str:
    """Whether a policy can be played here, in one sentence."""
    from ninetynine_env.bots.policy import Policy, PolicyError
    from ninetynine_env.variants import GAMES

    game = next((game for game in GAMES if card["game"] == game.NAME), None)
    if game is None:
        return f"It cannot be played here: there is no game {card['game']!r}."
    try:
        Policy(path, game)
    except PolicyError as error:
        return f"It cannot be played here: {error}."
    return "It fits this version, and the net answers its golden positions as the card says."


# ---- the command itself ---------------------------------------------------------------------------------------


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"ninetynine-env {version('ninetynine-env')}")
        raise typer.Exit


@app.callback()
def root(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the command itself."""


def _add_commands(wanted: str | None) -> None:
    """Add the commands of other packages: the one that is wanted, or all for the help page."""
    own = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    for entry in entry_points(group="ninetynine.commands"):
        if wanted in (None, entry.name) and entry.name not in own:
            app.command(entry.name)(_load(entry))


def _load(entry: Any) -> Callable[..., Any]:
    """An entry point's command; where it cannot be imported, one that says what to install."""
    try:
        return entry.load()  # type: ignore[no-any-return]
    except ImportError as error:
        missing = error

        def absent(_: Annotated[list[str] | None, typer.Argument(hidden=True)] = None) -> None:
            raise missing

        absent.__doc__ = f"Needs {EXTRA}.".replace("[", r"\[")
        return absent


def main(arguments: list[str] | None = None) -> int:
    """Run the command; what is wrong with files, names or numbers is one sentence on stderr and exit code 2."""
    arguments = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    _add_commands(None if arguments[0].startswith("-") else arguments[0])
    try:
        code = app(arguments, prog_name="ninetynine", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        print("\nInterrupted.", file=sys.stderr)
        return 130
    except Exception as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        print(f"ninetynine: {sentence}", file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _sentence(error: Exception) -> str | None:
    """What is wrong, for errors of the user's making; None for those of ours."""
    if isinstance(error, ModuleNotFoundError) and not str(error.name).startswith("ninetynine_env"):
        return f"this needs {error.name}, which is not installed: {EXTRA}"
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    if isinstance(error, ValueError):
        return str(error)
    spoken = getattr(error, "format_message", None)  # a usage error
    return spoken() if spoken else None


if __name__ == "__main__":
    sys.exit(main())
