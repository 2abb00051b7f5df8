"""N tables in one array, for people who write their own loop.

    tables = Vector("three", 1024, match="single_deal")
    tables.deal(seeds)
    while True:
        actions = choose(tables.observe(), tables.legal(), tables.turn)
        rewards, ended = tables.step(actions)

All buffers are made once and written in place; nothing is allocated per step.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.options import row_of
from ninetynine_env.variants import Variant, variant

Ints = npt.NDArray[np.int64]


class Vector:
    """N games of one variant, stepped in compiled code.

    `rules` may be one set of rules or a sequence of them, dealt out over the tables in turn.
    """

    def __init__(
        self, name: str | Variant, n: int, rules: Any = None, reward: str | None = None, **options: Any
    ) -> None:
        self.variant = name if isinstance(name, Variant) else variant(name)
        self.game = game = self.variant.game
        given = self.variant.rules(**options) if rules is None else rules
        self.rules: Sequence[Any] = given if isinstance(given, Sequence) else [given]
        self.n, self.players = n, max(each.players for each in self.rules)
        self.games = game.new(n, self.rules[0])
        for i, row in enumerate(self.rules):
            self.games["rules"][i :: len(self.rules)] = row_of(row)
        self._kind = game.REWARD_KINDS.index(self.variant.reward(reward))
        self.views = game.new(n, self.rules[0])
        """The redacted rows of the seats to act, as of the last `look`."""
        self._view = game.new(1, self.rules[0])
        self._packed = np.zeros(n, game.LAYOUT.packed).view(np.recarray)
        self.packed: Ints = np.asarray(self._packed).view(np.int64).reshape(n, game.LAYOUT.words)
        """Packed observations, int64 [n, words], as of the last `observe`."""
        self.flat = np.zeros((n, game.LAYOUT.columns), np.float32)
        self.mask = np.zeros((n, game.ACTIONS), np.int8)
        self._legal, self._legal_is_known = np.zeros(n, np.int64), False
        self._paying, self._present = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._taken = np.full(n, -1, np.int64)
        self.rewards = np.zeros((n, self.players), np.float64)
        """What the last step gave each seat, float64 [n, players]."""
        self.ended = np.zeros(n, np.int8)
        """0 the deal goes on, 1 it was settled and the next was dealt, 2 the episode is over, 3 it was cut off."""
        self._dice, self._spare = np.zeros(n, np.int64), np.zeros(self.players)
        self._no_salt = np.zeros(n, np.int64)

    @property
    def turn(self) -> Ints:
        """The seat to act at each table, int64 [n]; -1 where the episode is over."""
        seats: Ints = self.games["turn"]
        return seats

    @property
    def scores(self) -> Ints:
        """Points of the deal just settled, int64 [n, players]; zero while it is played."""
        scores: Ints = self.games["scores"][:, : self.players]
        return scores

    @property
    def present(self) -> Ints:
        """The seats still in the game at each table, sets int64 [n]."""
        self.game.present_all(self.games, self._present)
        return self._present

    @property
    def totals(self) -> Ints:
        """Points of the episode, int64 [n, players]."""
        totals: Ints = self.games[self.game.TOTALS][:, : self.players]
        return totals

    def deal(self, seeds: Ints) -> None:
        """Begin an episode at every table from int64 [n] seeds of 0 to 2**63-1; a negative one changes nothing."""
        self.game.start_all(self.games, seeds)
        self._legal_is_known = False

    def legal(self) -> Ints:
        """The legal actions of each seat to act as sets, int64 [n]; 0 where the episode is over.

        `step` finds them on its way: whoever changes `games` by hand asks `game.legal_all`.
        """
        if not self._legal_is_known:
            self.game.legal_all(self.games, self._legal)
            self._legal_is_known = True
        return self._legal

    def masks(self) -> npt.NDArray[np.int8]:
        """The legal actions of each seat to act, int8 [n, actions]."""
        self.game.masks_all(self.legal(), self.mask)
        return self.mask

    def look(self) -> np.recarray:
        """The redacted rows of the seats to act: what bots get."""
        self.game.views_all(self.games, self.views)
        views: np.recarray = self.views
        return views

    def observe(self) -> Ints:
        """Packed observations of the seats to act, int64 [n, words]."""
        self.game.see_all(self.games, self._view, self._packed)
        return self.packed

    def observe_flat(self) -> npt.NDArray[np.float32]:
        """Flat observations of the seats to act, float32 [n, columns]."""
        self.game.expand_all(self.observe(), self.flat)
        return self.flat

    def dice(self, salts: Ints | None = None) -> Ints:
        """A seed for each player's decision, int64 [n]; `salts` tell seatings of the same deal apart."""
        self.game.decision_seeds_all(self.games, self._no_salt if salts is None else salts, self._dice)
        return self._dice

    def step(self, actions: Ints) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int8]]:
        """Take one legal action at every table, none where it is negative; finished deals are settled and dealt on.

        Actions are not checked here: take them from `legal`. Returns `rewards` and `ended`.
        """
        game, to_write = self.game, (self.rewards, self.ended, self._legal, self._paying)
        game.step_all(self.games, actions, self._kind, *to_write)
        self._legal_is_known = True
        return self.rewards, self.ended

    def wander(self, steps: int | Ints, seeds: Ints) -> None:
        """Take random legal actions in one call: at each table its number, int64 [n] or one for all, from its seed.

        What is over is begun anew. Tables that were dealt together are then at different points of their games.
        """
        counts = np.broadcast_to(np.asarray(steps, np.int64), self.n)
        self.game.wander_all(self.games, counts, seeds, self._spare)
        self._legal_is_known = False

    def apply(self, actions: Ints) -> None:
        """The first half of `step`: the actions are taken; a deal that is played out stands as it ended, turn -1."""
        self.game.apply_all(self.games, actions)
        self._taken[:] = actions
        self._legal_is_known = False

    def settle(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int8]]:
        """The second half of `step`: rewards; deals that are played out are settled, and the next ones dealt."""
        self.game.settle_all(self.games, self._taken, self._kind, self.rewards, self.ended)
        self._taken[:] = -1
        self._legal_is_known = False
        return self.rewards, self.ended
