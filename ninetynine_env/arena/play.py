"""Many games between bots on common seeds, stepped in compiled code, in one process or several."""

from collections.abc import Callable, Iterator, Sequence
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
Seating = tuple[int, ...]
"""By seat, the number of the bot that sits there."""

Progress = Callable[[int, int], None]
"""Called with the games played so far and the games in all."""


class Games(NamedTuple):
    """What came of every seating of every seed."""

    points: Ints
    """Points of the episode, or the change of tokens, int64 [seatings, seeds, seats]."""
    wins: npt.NDArray[np.float64]
    """The seat's share of the victory, float64 [seatings, seeds, seats]."""
    habits: npt.NDArray[np.void]
    """Counts of the game's `habits`, added over an episode's deals, [seatings, seeds, seats]."""


class Task(NamedTuple):
    """What a process needs to know to play its seeds."""

    variant: str
    rules: Any
    bots: Sequence[str | Bot]
    seatings: list[Seating]
    salts: list[int]
    seeds: Ints
    batch: int


def seatings_of(bots: int, seats: int) -> list[Seating]:
    """All ways to fill the seats in which every bot has at least one; their order numbers them."""
    return [seating for seating in product(range(bots), repeat=seats) if len(set(seating)) == bots]


def play_all(task: Task, jobs: int = 1, progress: Progress | None = None) -> Games:
    """Play a task; with several jobs the seeds are shared out, and what comes back is the same."""
    total = len(task.seatings) * len(task.seeds)
    if jobs <= 1:
        return _play_here(task, lambda done: progress(done, total) if progress else None)
    parts = [task._replace(seeds=seeds) for seeds in np.array_split(task.seeds, jobs * 4) if len(seeds)]
    done, played = 0, []
    with get_context("spawn").Pool(jobs) as pool:
        for part in pool.imap(_play_here, parts):
            played.append(part)
            done += part.points.shape[0] * part.points.shape[1]
            if progress:
                progress(done, total)
    whole: list[Any] = [np.concatenate(arrays, axis=1) for arrays in zip(*played, strict=True)]
    return Games(*whole)


def _play_here(task: Task, progress: Callable[[int], None] = lambda done: None) -> Games:
    """Play a task in this process, a batch of tables at a time."""
    of = variant(task.variant)
    bots = seat_bots(task.bots, of)
    shape = (len(task.seatings), len(task.seeds), task.rules.players)
    games = Games(np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape, of.game.habits.HABITS))
    flat: list[Any] = [array.reshape(-1, shape[2]) for array in games]  # views: one line a game
    for first, tables, lines in _batches(task, len(flat[0])):
        out = Games(*(array[first : first + lines] for array in flat))
        _play_batch(tables, bots, task, first + np.arange(lines), out)
        progress(first + lines)
    return games


def _batches(task: Task, games: int) -> Iterator[tuple[int, Vector, int]]:
    """(first game, tables, how many of them play) for every batch; the tables are made once."""
    tables = Vector(task.variant, min(task.batch, games), rules=task.rules)
    for first in range(0, games, tables.n):
        yield first, tables, min(tables.n, games - first)


def _play_batch(tables: Vector, bots: list[Bot], task: Task, numbers: Ints, out: Games) -> None:
    """Play the games of these numbers to their ends and write what came of them."""
    seating, seed = np.divmod(numbers, len(task.seeds))
    lines = len(numbers)
    who = np.full((tables.n, out.points.shape[1]), -1)
    who[:lines] = np.array(task.seatings)[seating]
    salts = np.zeros(tables.n, np.int64)
    salts[:lines] = np.array(task.salts)[seating]
    seeds = np.full(tables.n, -1)
    seeds[:lines] = task.seeds[seed]
    tables.deal(seeds)
    begun = tables.totals[:lines].copy()
    while _step(tables, bots, who, salts, out):
        pass
    out.points[:] = tables.totals[:lines] - begun
    out.wins[:] = _shares(tables.games["winners"][:lines], out.wins.shape[1])


def _step(tables: Vector, bots: list[Bot], who: Ints, salts: Ints, out: Games) -> bool:
    """One decision at every table that still plays; False if none does."""
    turn = tables.turn.copy()
    playing = turn >= 0
    if not playing.any():
        return False
    asked = np.where(playing, who[np.arange(tables.n), turn], -1)
    tables.apply(_answers(tables, bots, asked, salts))
    counted = np.flatnonzero(playing & (tables.turn < 0))
    if len(counted):
        shown = tables.game.habits.read(tables.games[counted], tables.players)
        for name in shown.dtype.names:
            out.habits[name][counted] += shown[name]
    tables.settle()
    return True


def _answers(tables: Vector, bots: list[Bot], asked: Ints, salts: Ints) -> Ints:
    """Every bot's actions at the tables where it is to act, int64 [n]; -1 where nobody is."""
    views: Any = tables.look()
    legal, dice = tables.legal(), tables.dice(salts)
    actions = np.full(tables.n, -1)
    for number, bot in enumerate(bots):
        mine = np.flatnonzero(asked == number)
        if len(mine):
            actions[mine] = ask(tables.game, bot, views[mine], legal[mine], dice[mine])
    return actions


def _shares(winners: Ints, seats: int) -> npt.NDArray[np.float64]:
    """From sets of winners, int64 [n], each seat's share, float64 [n, seats]; nothing where a match was cut off."""
    won = winners[:, None] >> np.arange(seats) & 1
    shares: npt.NDArray[np.float64] = won / np.maximum(1, won.sum(axis=1, keepdims=True))
    return shares
