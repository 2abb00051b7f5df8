"""Compiled loops of the benchmark."""

from ninetynine_env.bots.search.trick import play_out, worth
from ninetynine_env.jit import compile_here


def clone_all(games, places, spare):
    """Copy a game from each of these places into the one spare row, one after another."""
    for place in places:
        spare[0] = games[place]


def play_out_all(games, spare, repeats):
    """Play every game out from where it is, so often, in the one spare row; what that is worth to seat 0 in all."""
    total = 0
    for _ in range(repeats):
        for i in range(len(games)):
            spare[0] = games[i]
            play_out(spare[0])
            total += worth(spare[0], 0)
    return total


compile_here(__name__)
