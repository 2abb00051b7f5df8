"""Parlett's trick game as a value: what environments, bots and commands need to know of a game.

`tally` offers the same names; everything from `env` upwards takes one of the two
modules and asks nothing else.
"""

import numpy as np

from ninetynine_env.options import row_of
from ninetynine_env.trick.kernel import GAME
from ninetynine_env.trick.rules import VARIANTS, Rules

NAME = "trick"


def new(n: int, rules: Rules) -> np.recarray:
    """n rows under these rules, nothing dealt yet: a record array of dtype `GAME`, shape [n]."""
    games = np.zeros(n, GAME).view(np.recarray)
    games["rules"] = row_of(rules)
    return games


__all__ = ["GAME", "NAME", "VARIANTS", "Rules", "new"]
