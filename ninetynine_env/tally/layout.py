"""The observation of the adding game, field by field: one layout for two to ten players and every option.

What a form never uses is zero, and `live` says which columns those are. Seats are relative: row 0 is the
observer, row 1 the seat to its left, and so on clockwise. Suits decide nothing in this game and are not shown.
"""

from typing import Any

import numpy as np

from ninetynine_env.layout import Layout, bits, number
from ninetynine_env.tally.rules import SEATS, Rules, packs

RANKS, COPIES, PLAYS = 13, 8, 15


def _always(rules: Rules) -> Any:
    return True


def _seats(rules: Rules) -> Any:
    """Rows of the seats there are."""
    return rules.players > np.arange(SEATS)[:, None]


def _seat_bits(rules: Rules) -> Any:
    return rules.players > np.arange(SEATS)


def _copies(rules: Rules) -> Any:
    """As many cards of a rank as the packs hold."""
    return np.arange(COPIES) < 4 * packs(rules.players, rules.num_decks)


def _held(rules: Rules) -> Any:
    """As many of them as a hand can hold."""
    return _copies(rules) & (np.arange(COPIES) < rules.hand_size)


def _hand(rules: Rules) -> Any:
    return np.arange(13) < rules.hand_size


def _hands(rules: Rules) -> Any:
    return _seats(rules) & _hand(rules)


def _asked(rules: Rules) -> Any:
    """Playing, drawing, count, next, over: drawing is a phase where it is a decision."""
    return (np.arange(5) != 1) | (rules.draw_mode == "explicit")


def _between_games(rules: Rules) -> Any:
    return rules.match == "game"


LAYOUT = Layout(
    "tally-1",
    (
        bits("hand", RANKS, COPIES, "my cards by rank: bit i for more than i", _held),
        bits("unseen", RANKS, COPIES, "cards whose place I do not know, by rank", _copies),
        bits("renewed", RANKS, COPIES, "those of them that were last shuffled again, by rank", _copies),
        bits("total", 3, 43, "the running total, -30 (or less) to 98, one after the other", _always),
        bits("costs", PLAYS, 3, "what each play would cost me: bit i for more than i tokens", _always),
        bits("takes", PLAYS, 2, "what it would cost every other player", _always),
        bits("ends", 1, PLAYS, "plays that end the round", _always),
        bits("again", 1, PLAYS, "plays after which it is my turn again", _always),
        bits("traps", PLAYS, RANKS, "ranks that then cost the next player in every way, counted", _always),
        bits("openings", PLAYS, RANKS, "ranks with which the next player can then hit, counted", _always),
        bits("phase", 1, 5, "play, draw, count, next, over", _asked),
        bits("players", 1, 9, "two to ten players", lambda r: np.arange(2, 11) == r.players),
        bits("present", 1, SEATS, "who is still in", _seat_bits),
        bits("turn", 1, SEATS, "who is to act", _seat_bits),
        bits("dealer", 1, SEATS, "who deals", _seat_bits),
        bits("next", 1, SEATS, "whose turn is next as things stand", _seat_bits),
        bits("over_next", 1, SEATS, "whose turn it is if that one is passed over", _seat_bits),
        bits("reversed", 1, 1, "play goes to the right", _always),
        bits("few", SEATS, 4, "tokens left: bit i for more than i", _seats),
        number("tokens", SEATS, 1 / 9, "tokens left", _seats),
        number("lost", SEATS, 1 / 9, "tokens lost in this round", _seats),
        bits("cards", SEATS, 13, "cards in hand: bit i for more than i", _hands),
        number("pile", 1, 1 / 52, "cards in the draw pile", _always),
        number("shuffles", 1, 1 / 4, "how often the pile was shuffled again", _always),
        number("rounds", 1, 1 / 8, "rounds begun", _between_games),
        number("beginning", 1, 1 / 9, "tokens each began with", _always),
        bits("hand_size", 1, 13, "cards dealt to a hand: bit i for more than i", _hand),
        bits(
            "rules", 1, 7,
            "drawing is a decision; no negative total; one round; the dealer starts, or one drawn; the direction "
            "persists; two packs", _always,
        ),
    ),
)  # fmt: skip
"""Encoding tally-1, pinned by `LAYOUT.hash`."""
