"""Parlett's trick game as a value: all that environments, bots and commands ask of a game.

`tally` offers the same names; everything from `variants` upwards takes one of the
two modules and asks nothing else.
"""

import numpy as np

from ninetynine_env.options import row_of
from ninetynine_env.trick import habits, picture, words
from ninetynine_env.trick.batch import (
    apply_all,
    decision_seeds_all,
    legal_all,
    legal_in,
    settle_all,
    start_all,
    step_all,
    step_in,
)
from ninetynine_env.trick.kernel import ACTIONS, GAME, OVER, deal_on, legal, start
from ninetynine_env.trick.knowledge import imagine, redact
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.observe import expand_all, look, masks_all, observe_all, see_all, views_all
from ninetynine_env.trick.page import page
from ninetynine_env.trick.rewards import REWARD_KINDS, reward
from ninetynine_env.trick.rules import VARIANTS, Rules
from ninetynine_env.trick.worlds import another_world

NAME = "trick"

ONE_DEAL = {"match": "single_deal"}
"""The options of an episode that is one deal: what evaluation and training play."""

LOWEST_REWARD = {"relative": -100.0, "points": -1.0, "win": -1.0}
"""Below the lowest reward a deal can bring, by kind of reward: what an illegal action costs."""


def new(n: int, rules: Rules) -> np.recarray:
    """N rows under these rules, nothing dealt yet: a record array of dtype `GAME`, shape [n]."""
    games = np.zeros(n, GAME).view(np.recarray)
    games["rules"] = row_of(rules)
    return games


__all__ = [
    "ACTIONS", "GAME", "LAYOUT", "LOWEST_REWARD", "NAME", "ONE_DEAL", "OVER", "REWARD_KINDS", "VARIANTS", "Rules",
    "another_world", "apply_all", "deal_on", "decision_seeds_all", "expand_all", "habits", "imagine", "legal",
    "legal_all", "legal_in", "look", "masks_all", "new", "observe_all", "page", "picture", "redact", "reward",
    "see_all", "settle_all", "start", "start_all", "step_all", "step_in", "views_all", "words",
]  # fmt: skip
