"""Parlett's trick game as a value: all that environments, bots and commands ask of a game.

`tally` offers the same names; everything from `variants` upwards takes one of the
two modules and asks nothing else.
"""

import numpy as np

from ninetynine_env import doors
from ninetynine_env.jit import adopt
from ninetynine_env.options import rows
from ninetynine_env.trick import habits, picture, words
from ninetynine_env.trick.dealing import MOVES, PLAYER_DICE, deal_on, start
from ninetynine_env.trick.kernel import apply, legal
from ninetynine_env.trick.knowledge import imagine, redact
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.observe import observe
from ninetynine_env.trick.page import lowest_reward, page
from ninetynine_env.trick.rewards import REWARD_KINDS, pays, present, reward, shuffled
from ninetynine_env.trick.row import ACTIONS, COUNT, GAME, NEXT, NOBODY, OVER, PASS, SEATS
from ninetynine_env.trick.rules import VARIANTS, Rules
from ninetynine_env.trick.scoring import settle
from ninetynine_env.trick.worlds import another_world

NAME = "trick"

ONE_DEAL = {"match": "single_deal"}
"""The options of an episode that is one deal: what evaluation and training play."""


MODEST = PASS
"""What `random` does wherever it may: it never bids a premium."""

UNIT = "points"
"""What is won and lost."""

TOTALS = "totals"
"""The field of a row in which the points of the episode stand."""


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
