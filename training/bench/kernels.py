"""Compiled loops of the benchmark."""

from ninetynine_env.jit import compile_here


def clone_all(games, places, spare):
    """Copy a game from each of these places into the one spare row, one after another."""
    for place in places:
        spare[0] = games[place]


compile_here(__name__)
