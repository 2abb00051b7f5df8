"""Many games between bots on given seeds, stepped in compiled code, in one process or several."""

import pickle
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import product
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots import Bot
from ninetynine_env.table import ask, seat_bots
from ninetynine_env.variants import variant
from ninetynine_env.vector import Vector

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Seating = tuple[int, ...]
"""By seat, the number of the bot that sits there."""

Progress = Callable[[int, int], None]
"""Called with the games played so far and the games in all."""

SHARES = 8
"""Parts of the work a process gets, at least: the last ones end at about the same time."""


DIED = "a process that played the games died, so there are no figures; was there too little memory?"


class CrewError(ValueError):
    """A process that played has died, so there are no figures."""


class Games(NamedTuple):
    """What came of some games, in order, and how long the bots thought."""

    points: Ints
    """Points of the episode, or the change of tokens, int64 [games, seats]."""
    wins: Floats
    """The seat's share of the victory, float64 [games, seats]."""
    habits: npt.NDArray[np.void]
    """Counts of the game's `habits`, added over an episode's deals, [games, seats]."""
    seconds: Floats
    """Of thought by bot, float64 [bots]; the only figures that differ from run to run."""
    decisions: Ints
    """By bot, int64 [bots]."""

    def first(self, lines: int) -> "Games":
        """The first ones of them."""
        return self._replace(points=self.points[:lines], wins=self.wins[:lines], habits=self.habits[:lines])


class Task(NamedTuple):
    """Games to be played, and by whom."""

    variant: str
    rules: Any
    bots: Sequence[str | Bot]
    seatings: Ints
    """The bot at each seat of each game, int64 [games, seats]."""
    salts: Ints
    """What tells games of the same seed apart, int64 [games]: the bots' dice come from both."""
    seeds: Ints
    """int64 [games]."""
    batch: int
    """Tables at once; it changes nothing of what comes out."""

    def part(self, first: int, last: int) -> "Task":
        """Some of the games."""
        some = slice(first, last)
        return self._replace(seatings=self.seatings[some], salts=self.salts[some], seeds=self.seeds[some])


def seatings_of(bots: int, seats: int) -> list[Seating]:
    """All ways to fill the seats in which every bot has at least one; their order numbers them."""
    return [seating for seating in product(range(bots), repeat=seats) if len(set(seating)) == bots]


def play_all(task: Task, jobs: int = 1, progress: Progress | None = None) -> Games:
    """Play a task; with several jobs its games are shared out, and what comes back is the same.

    Ctrl-C ends it with the games played so far, if there are any: the first ones of the task. CrewError if a
    process dies.
    """
    played: list[Games] = []
    done, total = 0, len(task.seeds)
    try:
        for part in _parts(task, jobs):
            played.append(part)
            done += len(part.points)
            if progress:
                progress(done, total)
    except KeyboardInterrupt:
        if not played:
            raise
    return join(played)


def join(parts: Sequence[Games]) -> Games:
    """Games one after the other."""
    points, wins, habits, seconds, decisions = zip(*parts, strict=True)
    lines: list[Any] = [np.concatenate(arrays) for arrays in (points, wins, habits)]
    return Games(lines[0], lines[1], lines[2], np.sum(seconds, axis=0), np.sum(decisions, axis=0))


def _parts(task: Task, jobs: int) -> Iterator[Games]:
    """The games of a task in order, some at a time."""
    size = max(1, min(task.batch, len(task.seeds) if jobs <= 1 else -(-len(task.seeds) // (jobs * SHARES))))
    parts = [task.part(first, first + size) for first in range(0, len(task.seeds), size)]
    if jobs <= 1:
        yield from map(Hall(task, size).play, parts)
        return
    crew = ProcessPoolExecutor(jobs, get_context("spawn"), _enter, (_packable(task.part(0, 0)), size))
    try:
        waiting = [crew.submit(_play_there, part) for part in parts]
        for future in waiting:
            yield future.result()
    except BrokenProcessPool:
        raise CrewError(DIED) from None
    finally:
        _dismiss(crew)


def _packable(task: Task) -> Task:
    """The task, if other processes can be told of it."""
    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(f"these bots cannot play in several processes, give them by name: {error}") from None
    return task


def _dismiss(crew: ProcessPoolExecutor) -> None:
    """End the processes without waiting for what they play."""
    processes = list((crew._processes or {}).values())
    crew.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


class Hall:
    """Tables for the parts of a task, and the bots that sit at them."""

    def __init__(self, task: Task, size: int) -> None:
        of = variant(task.variant)
        self.bots = seat_bots(task.bots, of)
        self.tables = Vector(of, size, rules=task.rules)
        self.game, self.seats = of.game, task.rules.players
        self._warm: set[int] = set()

    def play(self, part: Task) -> Games:
        """Play games, no more than there are tables."""
        tables, lines, seats = self.tables, len(part.seeds), self.seats
        out = self._nothing_yet(lines)
        who, salts, seeds = np.full((tables.n, seats), -1), np.zeros(tables.n, np.int64), np.full(tables.n, -1)
        who[:lines], salts[:lines], seeds[:lines] = part.seatings, part.salts, part.seeds
        tables.deal(seeds)
        begun = tables.totals[:lines].copy()
        while self._step(who, salts, out):
            pass
        out.points[:] = tables.totals[:lines] - begun
        out.wins[:] = _shares(tables.games["winners"][:lines], seats)
        return out

    def _nothing_yet(self, lines: int) -> Games:
        shape, bots = (lines, self.seats), len(self.bots)
        habits = np.zeros(shape, self.game.habits.HABITS)
        return Games(np.zeros(shape, np.int64), np.zeros(shape), habits, np.zeros(bots), np.zeros(bots, np.int64))

    def _step(self, who: Ints, salts: Ints, out: Games) -> bool:
        """One decision at every table that still plays; False if none does."""
        tables, turn = self.tables, self.tables.turn.copy()
        playing = turn >= 0
        if not playing.any():
            return False
        asked = np.where(playing, who[np.arange(tables.n), turn], -1)
        tables.apply(self._answers(asked, salts, out))
        counted = np.flatnonzero(playing & (tables.turn < 0))
        if len(counted):
            shown = self.game.habits.read(tables.games[counted], tables.players)
            for name in shown.dtype.names:
                out.habits[name][counted] += shown[name]
        tables.settle()
        return True

    def _answers(self, asked: Ints, salts: Ints, out: Games) -> Ints:
        """Every bot's actions at the tables where it is to act, int64 [n]; -1 where nobody is."""
        tables = self.tables
        views: Any = tables.look()
        legal, dice, actions = tables.legal(), tables.dice(salts), np.full(tables.n, -1)
        for number, bot in enumerate(self.bots):
            mine = np.flatnonzero(asked == number)
            if len(mine):
                begun = time.perf_counter()
                actions[mine] = ask(self.game, bot, views[mine], legal[mine], dice[mine])
                if number in self._warm:  # its first answer here may compile or load something
                    out.seconds[number] += time.perf_counter() - begun
                    out.decisions[number] += len(mine)
                self._warm.add(number)
        return actions


_hall: Hall
"""In a process of a crew: where it plays."""


def _enter(task: Task, size: int) -> None:
    """Begin a process of a crew; Ctrl-C is the parent's business."""
    global _hall  # noqa: PLW0603  (what a process keeps between its parts)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hall = Hall(task, size)


def _play_there(part: Task) -> Games:
    """Play a part of the task in a process of a crew."""
    return _hall.play(part)


def _shares(winners: Ints, seats: int) -> Floats:
    """From sets of winners, int64 [n], each seat's share, float64 [n, seats]; nothing where a match was cut off."""
    won = winners[:, None] >> np.arange(seats) & 1
    shares: Floats = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    return shares
