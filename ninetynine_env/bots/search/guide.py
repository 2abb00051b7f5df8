"""A policy that guides a search: what it would hardly do is not tried."""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

HARDLY = 0.02
"""An action, or a plan of several, that is less likely than its likeliest rival by this factor is left out.

With 0.1 and 0.3 the search was weaker, against players it knows and against others.
"""


class Guide:
    """Narrows a search by the probabilities of a policy; game: its module."""

    def __init__(self, policy: Any, game: Any) -> None:
        self._policy, self._game = policy, game

    def actions(self, words: Ints) -> int:
        """The legal actions that the policy may well take, a set; the view is given as words."""
        return sum(_likely(self._go_on(words, {0: 1.0})))

    def keep(self, words: Ints, sets: list[int]) -> list[int]:
        """The places of the sets of actions that the policy may well take one after another, in any order."""
        chances = {0: 1.0}
        for _ in range(sets[0].bit_count()):
            chances = self._go_on(words, chances)
        return _likely({place: chances.get(actions, 0.0) for place, actions in enumerate(sets)})

    def _go_on(self, words: Ints, chances: dict[int, float]) -> dict[int, float]:
        """From the chances that the policy takes some actions, as sets, to those with one action more."""
        views: Any = np.repeat(words[None], len(chances), axis=0).view(self._game.GAME).view(np.recarray)[:, 0]
        for view, taken in zip(views, chances, strict=True):
            for action in _members(taken):
                self._game.apply(view, action)
        legal = np.empty(len(views), np.int64)
        self._game.legal_all(views, legal)
        after: dict[int, float] = {}
        for taken, some, row in zip(chances, legal.tolist(), self._policy.probabilities(views, legal)[0], strict=True):
            for action in _members(some):
                after[taken | 1 << action] = after.get(taken | 1 << action, 0.0) + chances[taken] * float(row[action])
        return after


def _members(actions: int) -> list[int]:
    """The actions of a set."""
    return [action for action in range(actions.bit_length()) if actions >> action & 1]


def _likely(chances: dict[int, float]) -> list[int]:
    """Those that are not much less likely than the likeliest."""
    most = max(chances.values(), default=0.0)
    return [key for key, chance in chances.items() if chance >= HARDLY * most]
