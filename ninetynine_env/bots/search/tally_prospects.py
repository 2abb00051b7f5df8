"""What the end of a round is worth to a player: his margin, or in a game the chance to be the last one in.

The chance is an estimate: of players a few tokens apart the one who has more is so much likelier to stay.
"""

import math

from ninetynine_env.cards import has, size
from ninetynine_env.jit import compile_here
from ninetynine_env.tally.kernel import OVER, is_in, settle
from ninetynine_env.tally.rules import ROUND

FINE = 60
"""A token of margin in whole numbers, for one other player."""
CERTAIN = 1_000_000
"""A victory, in whole numbers."""
WIDTH = 2.5
"""Tokens that make a player e times as likely to stay in."""


def margin(g, seat):
    """The change of tokens in the round, times the other players, less what it was for them."""
    total = 0
    for other in range(g.rules.players):
        total += g.scores[other]
    return g.rules.players * g.scores[seat] - total


def ahead(g, seat):
    """The chance that a player stays in to the end."""
    if not is_in(g, seat):
        return 0.0
    total = 0.0
    for other in range(g.rules.players):
        if is_in(g, other):
            total += math.exp((g.tokens[other] - g.tokens[seat]) / WIDTH)
    return 1.0 / total


def worth(g, seat):
    """What a round that is played out is worth to a seat, a whole number; the round is settled by it."""
    settle(g)
    if g.rules.match == ROUND:
        return FINE * margin(g, seat)
    if g.phase == OVER:
        return CERTAIN * has(g.winners, seat) // max(1, size(g.winners))
    return int(CERTAIN * ahead(g, seat))


compile_here(__name__)
