"""Whole deals at many tables, and the samples the learner takes from them.

A sample is a decision of a seat the learner holds, with more than one legal action.
Each sample knows the next one of the same seat at the same table (`following`), and
what the game gave the seat between the two (`rewards`).
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots import Bot
from ninetynine_env.vector import Vector
from training.kernels import LEARNER, NO_SAMPLE, advantages_all, ask_all, credit_all, link_all

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Actor = Callable[[Vector, Ints, Ints], tuple[Ints, Floats, Floats]]
"""From tables, the k rows where it is to act and what is observed there (int64 [k, words]) to
actions int64 [k], the logarithms of their probabilities float32 [k] and values float32 [k]."""

_COLUMNS = ("legal", "actions", "logps", "values", "tables", "seats", "rewards", "following")


class Rollout:
    """The samples of whole deals, in the order in which they were taken; arrays grow by doubling."""

    def __init__(self, words: int, room: int = 1024) -> None:
        self.count = 0
        self.decisions = 0
        """Decisions of all seats, forced and of opponents too."""
        self.packed = np.empty((room, words), np.int64)
        self.legal = np.empty(room, np.int64)
        self.actions = np.empty(room, np.int64)
        self.logps = np.empty(room, np.float32)
        self.values = np.empty(room, np.float32)
        self.tables = np.empty(room, np.int64)
        self.seats = np.empty(room, np.int64)
        self.rewards = np.empty(room, np.float32)
        self.following = np.empty(room, np.int64)
        self.advantages = self.returns = np.empty(0, np.float32)
        """Of each sample, once the rollout is closed; returns are what the values are to become."""
        self.habits: Any = None
        """What the game's `habits` counted at the learner's seats, added up."""

    def add(self, **columns: npt.NDArray[Any]) -> int:
        """New samples, without rewards or followers yet; the number of the first."""
        first, count = self.count, len(columns["legal"])
        while first + count > len(self.legal):
            self._grow()
        for name, values in columns.items():
            getattr(self, name)[first : first + count] = values
        self.rewards[first : first + count] = 0.0
        self.following[first : first + count] = NO_SAMPLE
        self.count += count
        return first

    def _grow(self) -> None:
        for name in ("packed", *_COLUMNS):
            array = getattr(self, name)
            setattr(self, name, np.concatenate([array, np.empty_like(array)]))

    def close(self, gamma: float, lam: float) -> None:
        """Cut the arrays to the samples there are, and estimate the advantages."""
        for name in ("packed", *_COLUMNS):
            setattr(self, name, getattr(self, name)[: self.count])
        self.advantages = np.empty(self.count, np.float32)
        advantages_all(self.rewards, self.values, self.following, gamma, lam, self.advantages)
        self.returns = self.advantages + self.values

    def rewards_by_seat(self, tables: int, players: int) -> npt.NDArray[np.float64]:
        """The rewards of each seat's samples added up, float64 [tables, players]."""
        sums = np.zeros((tables, players))
        np.add.at(sums, (self.tables[: self.count], self.seats[: self.count]), self.rewards[: self.count])
        return sums


def play(
    tables: Vector, seeds: Ints, actor: Actor, owners: Ints, opponents: Sequence[Bot] = (), unit: float = 1.0
) -> Rollout:
    """Deal at every table from int64 [n] seeds, play to the end and keep the learner's samples.

    owners int64 [n, players]: LEARNER, or k for opponents[k - 1]. A reward is what the table gives, over `unit`.
    """
    rollout = Rollout(tables.game.LAYOUT.words, 32 * tables.n)
    last = np.full(owners.shape, NO_SAMPLE)
    actions, who = np.empty(tables.n, np.int64), np.empty(tables.n, np.int64)
    tables.deal(seeds)
    while (tables.turn >= 0).any():
        ask_all(tables.legal(), tables.turn, owners, actions, who)
        rollout.decisions += int((tables.turn >= 0).sum())
        _learner_acts(tables, np.flatnonzero(who == LEARNER), actor, rollout, last, actions)
        for k, bot in enumerate(opponents, 1):
            _bot_acts(tables, np.flatnonzero(who == k), bot, actions)
        tables.apply(actions)
        _count_habits(tables, owners, rollout)
        given, _ = tables.settle()
        credit_all(given / unit, last, rollout.rewards)
    return rollout


def _learner_acts(tables: Vector, rows: Ints, actor: Actor, rollout: Rollout, last: Ints, actions: Ints) -> None:
    if not len(rows):
        return
    packed, legal, seats = tables.observe()[rows], tables.legal()[rows], tables.turn[rows]
    actions[rows], logps, values = actor(tables, rows, packed)
    first = rollout.add(
        packed=packed, legal=legal, actions=actions[rows], logps=logps, values=values, tables=rows, seats=seats
    )
    link_all(first, rows, seats, last, rollout.following)


def _bot_acts(tables: Vector, rows: Ints, bot: Bot, actions: Ints) -> None:
    if len(rows):
        views: Any = tables.look()[rows]
        actions[rows] = bot.act(views, tables.legal()[rows], tables.dice()[rows])


def _count_habits(tables: Vector, owners: Ints, rollout: Rollout) -> None:
    """Deals that are played out and not yet settled say how the learner plays."""
    done = np.flatnonzero((tables.turn < 0) & (tables.games["phase"] != tables.game.OVER))
    if not len(done):
        return
    habits = tables.game.habits
    seen = habits.read(tables.games[done], tables.players)[owners[done] == LEARNER]
    counted = habits.add(seen)
    rollout.habits = counted if rollout.habits is None else habits.add(np.stack([rollout.habits, counted]))
