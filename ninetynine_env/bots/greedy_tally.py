"""The bot `greedy` in the adding game: the best play for the moment, and nothing beyond it."""

import numpy as np
import numpy.typing as npt

from ninetynine_env.cards import has, lowest, nth, roll, size
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import DRAW, PLAYS, mover_loses, new_total, others_lose

WORST = -99


def gain(view, action):
    """What a play brings at once: tokens each other player loses, less those it costs."""
    after = new_total(view.rules, view.total, action)
    return others_lose(view.total, after) - mover_loses(view.total, after)


def choose(view, legal, seed):
    """Draw; play the card that brings most at once, of several alike any."""
    if has(legal, DRAW):
        return DRAW
    best, ties = WORST, 0
    for action in range(PLAYS):
        if has(legal, action):
            brings = gain(view, action)
            if brings > best:
                best, ties = brings, 0
            if brings == best:
                ties |= 1 << action
    return nth(ties, roll(seed, 0, size(ties))) if ties else lowest(legal)


def choose_all(views, legals, seeds, out):
    """One choice a row."""
    for i in range(len(views)):
        out[i] = choose(views[i], legals[i], seeds[i])


compile_here(__name__)


class Greedy:
    """A player of the adding game who takes what there is at once; ties at random."""

    name = "greedy"

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row."""
        out = np.empty(len(legal), np.int64)
        choose_all(views, legal, rng, out)
        return out
