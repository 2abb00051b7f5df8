"""The adding game as a value: all that environments, bots and commands ask of a game, named as in `trick`."""

import numpy as np

from ninetynine_env import doors
from ninetynine_env.jit import adopt
from ninetynine_env.options import rows
from ninetynine_env.tally import habits, picture, words
from ninetynine_env.tally.kernel import (
    ACTIONS,
    COUNT,
    DRAW,
    GAME,
    MOVES,
    NEXT,
    NOBODY,
    OVER,
    PLAYER_DICE,
    apply,
    deal_on,
    legal,
    present,
    settle,
    start,
)
from ninetynine_env.tally.knowledge import imagine, redact
from ninetynine_env.tally.layout import LAYOUT
from ninetynine_env.tally.observe import observe
from ninetynine_env.tally.page import lowest_reward, page
from ninetynine_env.tally.rewards import REWARD_KINDS, pays, reward, shuffled
from ninetynine_env.tally.rules import SEATS, VARIANTS, Rules
from ninetynine_env.tally.worlds import another_world

NAME = "tally"

ONE_DEAL = {"match": "round"}
"""The options of an episode that is one round."""

MODEST = DRAW
"""What `random` does wherever it may: it never forgets to draw."""

UNIT = "tokens"
"""What is won and lost."""

TOTALS = "tokens"
"""The field of a row in which the points of the episode stand: the tokens left."""


def new(n: int, rules: Rules) -> np.recarray:
    """N rows under these rules, nothing dealt yet: a record array of dtype `GAME`, shape [n]."""
    return rows(GAME, n, rules)


PACKED, WIDTHS, SCALES = LAYOUT.packed, LAYOUT.widths, LAYOUT.scales
adopt(doors, __name__)

__all__ = [
    "ACTIONS", "COUNT", "GAME", "LAYOUT", "MODEST", "MOVES", "NAME", "NEXT", "NOBODY", "ONE_DEAL", "OVER", "PACKED",
    "PLAYER_DICE", "REWARD_KINDS", "SCALES", "SEATS", "TOTALS", "UNIT", "VARIANTS", "WIDTHS", "Rules",
    "another_world", "apply", "deal_on", "habits", "imagine", "legal", "lowest_reward", "new", "observe", "page",
    "pays", "picture", "present", "redact", "reward", "settle", "shuffled", "start", "words",
]  # fmt: skip
