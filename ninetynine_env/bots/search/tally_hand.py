"""How everybody plays in an imagined round of the adding game: what a play brings, and what its total invites."""

import numpy as np

from ninetynine_env.bots.greedy_tally import gain
from ninetynine_env.bots.thumb_tally import KEEP
from ninetynine_env.cards import has, lowest
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import COUNT, DRAW, END, RANK_OF, apply, legal, new_total
from ninetynine_env.tally.knowledge import OPENINGS, TRAPS, tabled

CARDS = 3
"""The next player is taken to hold so many."""
OTHERS = 3
"""What he loses is shared among so many."""


def choose(g):
    """Draw; otherwise the play that brings most, with what the next player may make of its total."""
    actions = legal(g)
    if has(actions, DRAW):
        return DRAW
    best, choice = -99.0, lowest(actions)
    while actions:
        action = lowest(actions)
        actions &= actions - 1
        after = new_total(g.rules, g.total, action)
        value = gain(g, action) - KEEP[RANK_OF[action]]
        if after < END:
            value += OUTLOOK[tabled(after)]
        if value > best:
            best, choice = value, action
    return choice


def play_out(g):
    """Play on to the end of the round."""
    while g.phase != COUNT:
        apply(g, choose(g))


def outlook(ranks_trapped, ranks_hitting):
    """What a total brings its maker, in tokens: the next player's losses are shared gains, his hits cost."""
    trapped = (ranks_trapped / 13) ** CARDS
    hit = 1.0 - (1.0 - ranks_hitting / 13) ** CARDS
    return trapped / OTHERS - hit


OUTLOOK = np.array(
    [outlook(int(a).bit_count(), int(b).bit_count()) for a, b in zip(TRAPS, OPENINGS, strict=True)], np.float64
)
"""By `tabled` total: what it brings who made it."""

compile_here(__name__)
