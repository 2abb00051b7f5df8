"""The bot `search`: it imagines what it cannot see, tries what it can do, and plays on to the end of the deal.

    search:1000               so many playouts for a card, some more for a bid
    search:1000+three         the policy narrows what is tried
    Search(game, 1000, threads=2)

In each of many worlds that agree with all the seat knows every plan is carried out and the deal played out, by
everybody simply and sensibly. Half the plans are dropped, and dropped again, until one is left; those that stay
share the playouts that are left over.
"""

import importlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.bots.search.guide import Guide

Ints = npt.NDArray[np.int64]

LARGEST = 10**9


class Search:
    """A player that imagines the hidden cards and plays deals out; as serious as its number of playouts.

    game: the module of the game; playouts: for a decision; threads: that share the work; policy: an exported one
    that narrows what is tried. The choices are the same for any number of threads.
    """

    def __init__(self, game: Any, playouts: int = 1000, threads: int = 1, policy: Any = None) -> None:
        if not 1 <= playouts <= LARGEST:
            raise ValueError(f"search:{playouts} is no bot: a search has 1 to {LARGEST:,} playouts")
        if not 1 <= threads <= 256:
            raise ValueError(f"threads={threads} is not allowed: it is 1 to 256")
        self._mind = importlib.import_module(f"ninetynine_env.bots.search.{game.NAME}")
        self._playouts, self._threads = playouts, threads
        self._guide = Guide(policy, game) if policy else None
        self.name = f"search:{playouts}+{policy.name}" if policy else f"search:{playouts}"

    def act(self, views: np.recarray, legal: Ints, rng: Ints) -> Ints:
        """One action a row; the rows, or the worlds of a single one, are shared out among the threads."""
        words = np.ascontiguousarray(views).view(np.int64).reshape(len(legal), -1)
        rows = list(zip(words, legal.tolist(), rng.tolist(), strict=True))
        if self._threads == 1:
            return np.array([self._decide(row, None) for row in rows], np.int64)
        with ThreadPoolExecutor(self._threads) as pool:
            if len(rows) >= self._threads:
                return np.array(list(pool.map(lambda row: self._decide(row, None), rows)), np.int64)
            return np.array([self._decide(row, pool) for row in rows], np.int64)

    def _decide(self, row: tuple[Ints, int, int], pool: ThreadPoolExecutor | None) -> int:
        """One decision from (view, legal actions, seed); a single legal action needs no thought."""
        view, legal, seed = row
        if legal & (legal - 1) == 0:
            return legal.bit_length() - 1
        plans = self._plans(view, legal)
        sums, begun, playouts = np.zeros(len(plans), np.int64), 0, self._playouts * self._mind.weight_in(view)
        rounds = (len(plans) - 1).bit_length()
        while len(plans) > 1:
            worlds = max(1, playouts // (rounds * len(plans)))
            sums += self._try(view, plans, seed, range(begun, begun + worlds), pool)
            begun += worlds
            best = np.argsort(-sums, kind="stable")[: (len(plans) + 1) // 2]
            plans, sums = plans[best], sums[best]
        actions = int(self._mind.actions_in(view, plans[0]))
        return (actions & -actions).bit_length() - 1

    def _plans(self, view: Ints, legal: int) -> Ints:
        """The plans worth trying, int64 [n]."""
        plans = np.empty(self._mind.PLANS, np.int64)
        if self._guide is None:
            return plans[: self._mind.list_in(view, legal, plans)]
        plans = plans[: self._mind.list_in(view, self._guide.actions(view), plans)]
        return plans[self._guide.keep(view, [int(self._mind.actions_in(view, plan)) for plan in plans])]

    def _try(self, view: Ints, plans: Ints, seed: int, worlds: range, pool: ThreadPoolExecutor | None) -> Ints:
        """What every plan brings in the worlds of these numbers, int64 [plans]."""
        sums = np.zeros((self._threads if pool else 1, len(plans)), np.int64)

        def part(i: int) -> None:
            share = worlds[len(worlds) * i // len(sums) : len(worlds) * (i + 1) // len(sums)]
            self._mind.try_plans(view, plans, seed, share.start, share.stop, sums[i])

        list(pool.map(part, range(len(sums))) if pool else map(part, range(len(sums))))
        total: Ints = sums.sum(axis=0)
        return total
