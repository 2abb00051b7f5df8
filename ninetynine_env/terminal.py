"""What the commands show in a terminal, and ask there: games as they go on, a person at a table, evaluations."""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ninetynine_env.arena.evaluate import Evaluation, company
from ninetynine_env.arena.probes import Answer
from ninetynine_env.arena.statistics import Interval
from ninetynine_env.bots import SEARCH, heuristics, load, offered, shipped
from ninetynine_env.bots.search import Search
from ninetynine_env.episode import Episode
from ninetynine_env.options import unusual
from ninetynine_env.record import RecordError, advance, open_episode
from ninetynine_env.variants import GAMES, VARIANTS, variant

PIPED_WIDTH = 100
"""Columns where nobody says how many there are."""

BRIEF = 60
"""Characters of a text that a card shows."""


def console(stderr: bool = False) -> Console:
    """A console as wide as the terminal, or as `PIPED_WIDTH` where there is none."""
    screen = Console(stderr=stderr, highlight=False)
    return screen if screen.is_terminal else Console(stderr=stderr, highlight=False, width=PIPED_WIDTH)


TableOfText = tuple[str, Sequence[str], Sequence[Sequence[str]]]
"""A title, the heads of the columns, and rows of cells."""


FIGURE = re.compile(r"[+-]?[\d,.]+( ± [\d.]+)?( %)?|–|")


def show(screen: Console, table: TableOfText) -> None:
    """Print a table; columns of figures are set to the right."""
    title, heads, rows = table
    grid = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, (head, *cells) in enumerate(zip(heads, *rows, strict=True)):
        figures = all(FIGURE.fullmatch(cell) for cell in cells) and any(cells)
        grid.add_column(head, justify="right" if figures else "left", no_wrap=figures or place == 0, overflow="fold")
    for row in rows:
        grid.add_row(*row)
    screen.print(f"\n[bold]{title}[/]" if title else "")
    screen.print(Padding(grid, (0, 0, 0, 2), expand=False))


def short(name: str) -> str:
    """A bot's name as a label: a file by its stem."""
    plain, at, mode = name.replace("[", "(").replace("]", ")").partition("@")  # brackets are markup
    return (Path(plain).stem if plain.endswith(".onnx") else plain) + at + mode


def labels(names: Sequence[str]) -> list[str]:
    """Short names by seat, with the seat's number where two are alike."""
    stems = [short(name) for name in names]
    return [stem if stems.count(stem) == 1 else f"{stem} {seat}" for seat, stem in enumerate(stems)]


# ---- a game as it goes on -------------------------------------------------------------------------------------


class Narrator:
    """Tells an episode to one seat, or open to all (`viewer` None): a `table.Watcher`.

    `pause` is called after every action of which something was told.
    """

    def __init__(
        self,
        screen: Console,
        names: Sequence[str],
        viewer: int | None = None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        self.screen, self.names, self.viewer, self.pause = screen, names, viewer, pause
        self.episode: Episode | None = None

    def __call__(self, episode: Episode, seat: int, action: int) -> None:
        """Tell what happened; with seat -1 that the first deal begins."""
        self.episode = episode
        if seat < 0:
            self._open(episode)
        else:
            self._tell(episode, seat, action)
            if episode.settled is not None:
                self._close(episode)
        self._before = self._look(episode, episode.row)

    def _look(self, episode: Episode, row: Any) -> Any:
        """A copy of a row as the viewer sees it."""
        row = row.copy()
        if self.viewer is not None:
            episode.game.redact(row, self.viewer)
        return row

    def _open(self, episode: Episode) -> None:
        picture, row = episode.game.picture, self._look(episode, episode.row)
        self.screen.print()
        self.screen.rule(f"[bold]{picture.headline(row, self.names)}[/]", align="left", style="dim")
        if self.viewer is None:
            self._print(picture.opening(row, self.names))

    def _tell(self, episode: Episode, seat: int, action: int) -> None:
        after = self._look(episode, episode.row if episode.settled is None else episode.settled)
        lines = episode.game.picture.move(self._before, after, seat, action, self.names)
        self._print(lines)
        if lines:
            self.pause()

    def _close(self, episode: Episode) -> None:
        show(self.screen, episode.game.picture.sheet(episode.settled, self.names))
        if episode.over:
            self.screen.print(f"\n{self._verdict(episode)}")
        else:
            self._open(episode)

    def _verdict(self, episode: Episode) -> str:
        outcome = episode.game.words.outcome(episode.row)
        if "winners" not in outcome:
            return "The match was cut off: nobody wins."
        winners = [self.names[seat] for seat in outcome["winners"]]
        return f"[bold]Won by {' and '.join(winners)}.[/]"

    def _print(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.screen.print(line)


def step_through(screen: Console, record: dict[str, Any], pause: Callable[[], None]) -> None:
    """Tell a recorded game, open; RecordError names the place that cannot be played."""
    episode = open_episode(record)
    names = record.get("names") or [f"player_{seat}" for seat in range(episode.rules.players)]
    if len(names) != episode.rules.players:
        raise RecordError(f"names are {len(names)}, but there are {episode.rules.players} seats")
    narrator = Narrator(screen, labels(names), pause=pause)
    narrator(episode, -1, -1)
    advance(episode, record, watch=narrator)


# ---- a person at the table ------------------------------------------------------------------------------------


class Left(Exception):  # noqa: N818 - no error
    """The person left the table."""


class Person:
    """A bot that asks whoever sits at the keyboard; `Left` when the input ends."""

    name = "you"

    def __init__(self, screen: Console, game: Any, names: Sequence[str]) -> None:
        self.screen, self.game, self.names = screen, game, names

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Show each view and ask until the answer is legal."""
        return np.array([self._decide(views[i], int(legal[i])) for i in range(len(legal))], np.int64)

    def _decide(self, view: Any, legal: int) -> int:
        self._show(view)
        while True:
            action = self._answer(view, legal, self._read(view))
            if action is not None:
                return action

    def _show(self, view: Any) -> None:
        for line in self.game.picture.table(view, self.names):
            self.screen.print(line)

    def _read(self, view: Any) -> str:
        try:
            text = self.screen.input(f"  [bold]{self.game.picture.prompt(view)}>[/] ")
        except EOFError:
            raise Left from None
        if not sys.stdin.isatty():
            self.screen.print(text, markup=False)  # a transcript shows what was typed
        return self.game.picture.SHORT.get(text.strip() or text[:1], text.strip())  # type: ignore[no-any-return]

    def _answer(self, view: Any, legal: int, text: str) -> int | None:
        """A legal action, or None when something else was asked or said."""
        commands = {"help": self._help, "?": self._help, "legal": self._legal, "": self._show, "quit": _leave}
        if text.lower() in commands:
            commands[text.lower()](view)
            return None
        if text.lower() in self.game.picture.ASKED:
            self.screen.print(self.game.picture.ASKED[text.lower()](view, self.names))
            return None
        try:
            action = understand(self.game, view, text)
        except ValueError as error:
            self._refuse(f"{error}; 'help' tells more")
            return None
        if legal >> action & 1:
            return action
        me = f"player_{view.turn}"
        self._refuse(self.game.words.why_not(view, action).replace(f"{me} does", "you do").replace(me, "you"))
        return None

    def _refuse(self, sentence: str) -> None:
        self.screen.print(f"  {sentence}", style="yellow", markup=False)

    def _help(self, view: Any) -> None:
        self.screen.print(f"\n{self.game.picture.HELP}")
        self.screen.print("Other words: [bold]legal[/], [bold]help[/], [bold]quit[/]; an empty line shows the table.\n")

    def _legal(self, view: Any) -> None:
        legal = int(self.game.legal(view))
        words = [self.game.words.action_words(view, a) for a in range(self.game.ACTIONS) if legal >> a & 1]
        self.screen.print(Padding(", ".join(words), (0, 2)))


def _leave(view: Any) -> None:
    raise Left


def understand(game: Any, view: Any, text: str) -> int:
    """The action that a text names: its words, or the last of them alone, in capitals or not.

    ValueError, in one sentence, if it names none.
    """
    wanted = " ".join(text.lower().split())
    for action in range(game.ACTIONS):
        words = game.words.action_words(view, action).lower()
        if wanted in (words, words.rpartition(" ")[2]):
            return action
    return int(game.words.parse_action(view, text))


# ---- evaluations ----------------------------------------------------------------------------------------------


def show_evaluation(screen: Console, evaluation: Evaluation) -> None:
    """An evaluation as tables and a verdict."""
    standings = evaluation.standings
    screen.print(_played(evaluation))
    heads = ["bot", "against", variant(evaluation.variant).game.UNIT, "margin", "won"]
    rows = [
        [short(s.bot), company([short(name) for name in s.against]), f"{s.points:.2f}", str(s.margin), share(s.wins)]
        for s in standings
    ]
    show(screen, ("", heads, rows))
    habits = variant(evaluation.variant).game.habits
    for table in habits.tables([short(s.bot) for s in standings], [s.habits for s in standings]):
        show(screen, table)
    screen.print()
    for difference in evaluation.differences:
        screen.print(difference.verdict)
    if evaluation.until:
        so = "" if evaluation.reached else "not "
        screen.print(f"After {len(evaluation.seeds):,} deals every margin is {so}known to ±{evaluation.until:g}.")
    if evaluation.missing:
        screen.print(f"[yellow]Stopped: {evaluation.missing:,} more deals were to be played.[/]")


def share(wins: Interval) -> str:
    """A share with its interval: `27.3 ± 0.6 %`."""
    return f"{100 * wins.mean:.1f} ± {100 * wins.half:.1f} %"


def _played(evaluation: Evaluation) -> str:
    """What was played, in a line."""
    seatings = len(evaluation.seatings)
    options = "".join(f"; {name}={value}" for name, value in unusual(evaluation.rules).items())
    ways = "1 seating" if seatings == 1 else f"{seatings} seatings"
    return f"[bold]{evaluation.variant}[/], {len(evaluation.seeds):,} common deals in {ways}{options}"


# ---- what there is --------------------------------------------------------------------------------------------


def option_rows(kind: type) -> list[list[str]]:
    """The rule options of a game: name, values, meaning and source."""
    return [[item.name, _values(item), f"{item.metadata['doc']} ({item.metadata['source']})"] for item in fields(kind)]


def _values(item: Any) -> str:
    values = item.metadata["values"]
    if isinstance(values, range):
        return f"[bold]{item.default}*[/], {values.start} to {values.stop - 1}"
    return ", ".join(f"[bold]{value}*[/]" if value == item.default else str(value) for value in values)


def bot_rows() -> list[list[str]]:
    """The bots that can be named: name, what it is."""
    of_game = {game.NAME: next(kind for kind in VARIANTS.values() if kind.game is game) for game in GAMES}
    kinds = [(name, type(load(name, of))) for of in of_game.values() for name in heuristics(of.game)]
    kinds += [(SEARCH, Search)]
    kinds += [(name, at.load()) for name, at in offered().items()]
    rows = [[f"[bold]{name}[/]", (kind.__doc__ or "").partition("\n")[0]] for name, kind in dict.fromkeys(kinds)]
    rows += [
        [f"[bold]{name}[/]", f"a shipped policy; 'ninetynine inspect {name}' shows its card"] for name in shipped()
    ]
    rows += [["[bold]py:MODULE:THING[/]", "a bot, or a function of observation, action_mask, rng, of yours"]]
    return [*rows, ["[bold]FILE.onnx[/]", "a policy of yours; '@sample' behind a policy's name samples its actions"]]


SEEN = 8
"""Events that a probe shows of the game before it."""


def show_probes(screen: Console, bot: str, answers: Sequence[Answer]) -> None:
    """Every miss with the table as the seat sees it, then how many answers were right."""
    for answer in answers:
        if not answer.right:
            _show_miss(screen, bot, answer)
    rows = [[name, _grade([a for a in answers if a.probe.variant == name])] for name in variants_asked(answers)]
    show(screen, (f"{bot} in the probes", ["variant", "right"], [*rows, ["all", _grade(answers)]]))


def variants_asked(answers: Sequence[Answer]) -> list[str]:
    """The variants of some answers, each once."""
    return list(dict.fromkeys(answer.probe.variant for answer in answers))


def _grade(answers: Sequence[Answer]) -> str:
    right = sum(answer.right for answer in answers)
    return f"{right} of {len(answers)}, {100 * right / len(answers):.0f} %"


def _show_miss(screen: Console, bot: str, answer: Answer) -> None:
    """The position of a probe and what was wrong."""
    probe, episode = answer.probe, answer.probe.episode()
    names, view = labels([f"player_{seat}" for seat in range(episode.rules.players)]), episode.view(probe.seat)
    title = f"Probe {probe.number}, {probe.variant}: {episode.game.picture.headline(view, names)}"
    screen.print()
    screen.rule(f"[bold]{title}[/]", align="left", style="dim")
    for seat, words in episode.history(probe.seat)[-SEEN:]:
        screen.print(f"  [dim]{'' if seat is None else names[seat]} {words}[/]")
    for line in episode.game.picture.table(view, names):
        screen.print(line)
    screen.print(
        f"  {names[probe.seat]}, played by {bot}: [red]{answer.words}[/]; right: [green]{', '.join(probe.right)}[/]"
    )
    screen.print(f"  {probe.reason}")


def show_card(screen: Console, card: dict[str, Any]) -> None:
    """A policy's card, entry by entry; what is long is cut short."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in card.items():
        parts = value if isinstance(value, list) and value else [value]
        for place, part in enumerate(parts):
            grid.add_row(name if place == 0 else "", Text(spelled(part)))
    screen.print(grid)


def spelled(value: Any) -> str:
    """A JSON value in a line: `a=1, b=x`, what lies deeper in brackets, long texts cut short."""
    if isinstance(value, dict):
        inner = ((key, spelled(item), isinstance(item, (dict, list))) for key, item in value.items())
        return ", ".join(f"{key}=({text})" if deep else f"{key}={text}" for key, text, deep in inner)
    if isinstance(value, list):
        return ", ".join(map(spelled, value))
    if isinstance(value, float):
        return f"{value:.4g}"
    text = str(value)
    return text if len(text) <= BRIEF else f"{text[:BRIEF]}… ({len(text)} characters)"
