"""The observation of the trick game, field by field: one layout for every form and option.

What a variant never uses is zero, and `live` says which columns those are. Seats are
relative: row 0 is the observer, row 1 the seat to its left, and so on clockwise;
the dummy keeps row 2.
"""

from typing import Any

import numpy as np

from ninetynine_env.layout import Layout, bits, number
from ninetynine_env.trick.rules import SEVERAL_GAMES, STOCK_16, STOCK_20, Rules

SEATS = np.arange(4)[:, None]


def _cards(rules: Rules) -> Any:
    """Columns of the cards in play."""
    joker = np.arange(53) == 52
    lowest = 0 if rules.players == 4 else 4
    return np.where(joker, rules.joker, np.arange(53) % 13 >= lowest)


def _turnups(rules: Rules) -> Any:
    """Cards that may make the trump: of the pack with the joker, or of the stock."""
    if rules.trump_mode == "stock":
        return (STOCK_20 if rules.oxford_stock == "balanced20" else STOCK_16) >> np.arange(53) & 1 == 1
    return (_cards(rules) | (np.arange(53) == 52)) & (rules.trump_mode != "successes")


def _always(rules: Rules) -> Any:
    return True


def _seats(rules: Rules) -> Any:
    return max(3, rules.players) > SEATS


def _seat_bits(rules: Rules) -> Any:
    return max(3, rules.players) > SEATS.T


def _dummy(rules: Rules) -> Any:
    return rules.players == 2


def _shown(rules: Rules) -> Any:
    """Cards another seat can show: by a premium bid, or as the dummy."""
    return _cards(rules) & (rules.premium_bids or rules.players == 2)


def _premiums(rules: Rules) -> Any:
    return _seats(rules) & rules.premium_bids


def _known_bids(rules: Rules) -> Any:
    """My own, and those of others who may declare."""
    return _seats(rules) & (rules.premium_bids | (SEATS == 0))


def _match(rules: Rules) -> Any:
    return rules.match != "single_deal"


def _totals(rules: Rules) -> Any:
    return _seats(rules) & _match(rules)


def _games(rules: Rules) -> Any:
    return rules.match in SEVERAL_GAMES


def _game_seats(rules: Rules) -> Any:
    return _seats(rules) & _games(rules)


LAYOUT = Layout(
    "trick-1",
    (
        bits("hand", 1, 53, "my cards in hand", _cards),
        bits("laid", 1, 53, "my bid-cards", _cards),
        bits("unseen", 1, 53, "cards whose place I do not know", _cards),
        bits("played", 4, 53, "cards each seat has played", lambda r: _seats(r) & _cards(r)),
        bits("trick", 1, 53, "cards on the table", _cards),
        bits("top", 1, 53, "the card that wins the trick as it stands", _cards),
        bits("takers", 1, 53, "my legal cards that would win the trick as it stands", _cards),
        bits("masters", 1, 53, "my cards that no card of the suit held elsewhere outranks", _cards),
        bits("losers", 1, 53, "my cards that every card of the suit held elsewhere outranks", _cards),
        bits("shown_hand", 1, 53, "a revealed hand, or the dummy's", _shown),
        bits("shown_bid", 1, 53, "another seat's exposed bid-cards", lambda r: _cards(r) & r.premium_bids),
        bits("turnup", 1, 53, "the card that made the trump", _turnups),
        bits("phase", 1, 8, "discard, seal, auction, upgrade, play, count, next, over", _always),
        bits("trump", 1, 5, "d, s, h, c, none", _always),
        bits("led", 1, 4, "suit led to the trick", _always),
        bits("players", 1, 3, "two, three, four players", lambda r: np.arange(2, 5) == r.players),
        bits("dealer", 1, 4, "who deals", _seat_bits),
        bits("turn", 1, 4, "who is to act", _seat_bits),
        bits("leader", 1, 4, "who leads, or led, the trick", _seat_bits),
        bits("winner", 1, 4, "whose card wins the trick as it stands", _seat_bits),
        bits("on_table", 1, 4, "who has played to the trick", _seat_bits),
        bits("dummy", 1, 4, "where the dummy sits", _dummy),
        bits("controller", 1, 4, "who plays the dummy's cards", _dummy),
        bits("void", 4, 4, "suits each seat has shown not to have", _seats),
        bits("tricks", 4, 10, "tricks won by each seat: bit i for more than i", _seats),
        bits("tricks_left", 1, 10, "tricks still to play: bit i for more than i", _always),
        bits("cards_laid", 1, 3, "bid-cards I have laid: bit i for more than i", _always),
        bits("bid", 4, 10, "bids I know, mine as far as it is laid", _known_bids),
        bits("need", 4, 10, "tricks a known bid still wants: bit i for more than i",
             _known_bids),
        bits("standing", 4, 3, "a known bid is met exactly, overrun, out of reach",
             _known_bids),
        bits("said", 4, 3, "announced: pass, declare, reveal", _premiums),
        bits("premium", 4, 2, "premium that stands: declaration, revelation", _premiums),
        bits("rules", 1, 23, "rule switches, in the order of `rule_bits`", _always),
        number("totals", 4, 0.01, "points in this game", _totals),
        number("match_points", 4, 0.01, "points of finished games and bonuses", _game_seats),
        number("games_won", 4, 0.25, "games won", _game_seats),
        number("bonuses", 4, 0.25, "game bonuses", _game_seats),
        number("target", 1, 0.01, "points that end a game", _match),
        number("deals", 1, 0.1, "deals begun in this game", _match),
        number("deals_left", 1, 0.1, "deals to come, where their number is fixed", _match),
        number("games", 1, 0.25, "games begun", _games),
        number("stock", 4, 0.25, "trump cards of each suit left in the stock", lambda r: r.trump_mode == "stock"),
    ),
)  # fmt: skip
"""The observation, field by field."""
