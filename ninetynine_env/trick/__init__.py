"""Parlett's trick game as a value: all that environments, bots and commands ask of a game.

`tally` offers the same names; everything from `variants` upwards takes one of the
two modules and asks nothing else.
"""

from functools import cache

import numpy as np

from ninetynine_env.options import row_of
from ninetynine_env.trick import habits, picture, words
from ninetynine_env.trick.batch import (
    apply_all,
    deal_on_in,
    decision_seeds_all,
    legal_all,
    legal_in,
    settle_all,
    start_all,
    start_in,
    step_all,
    step_in,
)
from ninetynine_env.trick.kernel import ACTIONS, GAME, OVER, legal
from ninetynine_env.trick.knowledge import imagine, redact
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.observe import expand_all, look, masks_all, observe_all, see_all, views_all
from ninetynine_env.trick.page import page
from ninetynine_env.trick.rewards import REWARD_KINDS, rewards_in
from ninetynine_env.trick.rules import VARIANTS, Rules
from ninetynine_env.trick.worlds import another_world

NAME = "trick"

ONE_DEAL = {"match": "single_deal"}
"""The options of an episode that is one deal: what evaluation and training play."""

LOWEST_REWARD = {"relative": -100.0, "points": -1.0, "win": -1.0}
"""Below the lowest reward a deal can bring, by kind of reward: what an illegal action costs."""


def new(n: int, rules: Rules) -> np.recarray:
    """N rows under these rules, nothing dealt yet: a record array of dtype `GAME`, shape [n]."""
    return _blank(rules).repeat(n).view(np.recarray)


@cache
def _blank(rules: Rules) -> np.recarray:
    """One such row, kept to be copied: filling in the rules takes longer than dealing."""
    blank = np.zeros(1, GAME).view(np.recarray)
    blank["rules"] = row_of(rules)
    return blank


__all__ = [
    "ACTIONS", "GAME", "LAYOUT", "LOWEST_REWARD", "NAME", "ONE_DEAL", "OVER", "REWARD_KINDS", "VARIANTS", "Rules",
    "another_world", "apply_all", "deal_on_in", "decision_seeds_all", "expand_all", "habits", "imagine", "legal",
    "legal_all", "legal_in", "look", "masks_all", "new", "observe_all", "page", "picture", "redact", "rewards_in",
    "see_all", "settle_all", "start_all", "start_in", "step_all", "step_in", "views_all", "words",
]  # fmt: skip
