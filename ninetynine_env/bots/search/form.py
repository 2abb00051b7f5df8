"""What a search does in either game: every plan is tried in worlds that look alike to the seat.

This file is a form: `trick` and `tally` fill it in with `jit.adopt(form, ...)`, which compiles these functions
in their module, where they find that game's

    GAME              its row, a dtype
    dream             fills a row with what its viewer does not know; False if no world was found
    carry_out         takes the actions of a plan
    play_out          plays on, everybody simply and sensibly, to the end of the deal
    worth             what the end of a deal is worth to a seat, a whole number
"""
# ruff: noqa: F821  (the names that a game brings along)

import numpy as np

from ninetynine_env.cards import subseed

WORLD, TWIN = 0, 1
SPARE = 2
"""Rows that a search writes into."""


def try_plans(words, plans, seed, first, last, sums):
    """Try plans, int64 [n], in the worlds first .. last - 1 of a view given as words; add what they bring to sums.

    Every plan meets the same worlds. Sums are whole numbers, so that the order in which worlds are tried changes
    nothing.
    """
    rows = np.zeros(SPARE, GAME)
    view = words.view(GAME)[0]
    for number in range(first, last):
        rows[WORLD] = view
        if dream(rows[WORLD], subseed(seed, number)):
            for i in range(len(plans)):
                rows[TWIN] = rows[WORLD]
                carry_out(rows[TWIN], plans[i])
                play_out(rows[TWIN])
                sums[i] += worth(rows[TWIN], view.viewer)


def list_in(words, legal, plans):
    """Write the plans worth trying into int64 [PLANS]; how many there are. The view is given as words."""
    return list_plans(words.view(GAME)[0], legal, plans)


def actions_in(words, plan):
    """The actions that carry a plan out, a set."""
    return actions_of(words.view(GAME)[0], plan)


def weight_in(words):
    """How many times the usual number of playouts the decision is worth."""
    return weight(words.view(GAME)[0])
