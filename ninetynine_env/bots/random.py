"""The bot `random`: any legal card alike, and never a premium. It plays both games."""

import numpy as np
import numpy.typing as npt

from ninetynine_env.cards import has, nth, roll, size
from ninetynine_env.jit import compile_here
from ninetynine_env.trick.kernel import PASS


def choose(legal, seed):
    """Pass where passing is legal, otherwise any legal action alike."""
    return PASS if has(legal, PASS) else nth(legal, roll(seed, 0, size(legal)))


def choose_all(legals, seeds, out):
    """One choice a row: int64 [n] in, int64 [n] out."""
    for i in range(len(legals)):
        out[i] = choose(legals[i], seeds[i])


compile_here(__name__)


class Random:
    """Uniform over the legal cards; always passes in the premium auction."""

    name = "random"

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; the views are not looked at."""
        out = np.empty(len(legal), np.int64)
        choose_all(legal, rng, out)
        return out
