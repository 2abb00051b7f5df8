"""The bot `random`: any legal card alike, and nothing daring. It plays both games."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.cards import has, nth, roll, size
from ninetynine_env.jit import compile_here


def choose(legal, modest, seed):
    """The modest action where it is legal, otherwise any legal one alike."""
    return modest if has(legal, modest) else nth(legal, roll(seed, 0, size(legal)))


def choose_all(legals, modest, seeds, out):
    """One choice a row: int64 [n] in, int64 [n] out."""
    for i in range(len(legals)):
        out[i] = choose(legals[i], modest, seeds[i])


compile_here(__name__)


class Random:
    """Uniform over the legal cards, and modest (the game's `MODEST`): it passes in an auction, and it draws."""

    name = "random"

    def __init__(self, game: Any) -> None:
        self._modest: int = game.MODEST

    def act(
        self, views: np.recarray, legal: npt.NDArray[np.int64], rng: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """One action a row; the views are not looked at."""
        out = np.empty(len(legal), np.int64)
        choose_all(legal, self._modest, rng, out)
        return out
