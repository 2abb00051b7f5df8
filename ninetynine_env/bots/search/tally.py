"""The search in the adding game: a plan is one action, tried in worlds that agree with all the seat has seen."""

from ninetynine_env.bots.search import form
from ninetynine_env.bots.search.tally_hand import play_out
from ninetynine_env.bots.search.tally_prospects import worth
from ninetynine_env.cards import lowest
from ninetynine_env.jit import adopt, compile_here
from ninetynine_env.tally.kernel import ACTIONS, GAME, apply
from ninetynine_env.tally.knowledge import imagine

PLANS = ACTIONS
TRIES = 5000
"""Proposals for a world before it is given up."""


def weight(view):
    """How many times the usual number of playouts the decision is worth."""
    return 1


def list_plans(view, legal, plans):
    """Write the legal actions, a set each, into int64 [PLANS]; how many there are."""
    count = 0
    while legal:
        plans[count] = legal & -legal
        legal &= legal - 1
        count += 1
    return count


def dream(world, seed):
    """Fill a row with what its viewer does not know; False if no world was found."""
    return imagine(world, seed, TRIES)


def carry_out(g, plan):
    """Take the action."""
    apply(g, lowest(plan))


def actions_of(view, plan):
    """The actions that carry a plan out, a set: it is one."""
    return plan


compile_here(__name__)
adopt(form, __name__)

__all__ = ["GAME", "PLANS", "actions_of", "carry_out", "dream", "list_plans", "play_out", "weight", "worth"]
