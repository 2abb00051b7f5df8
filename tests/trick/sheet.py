"""The worked examples of `seeds/trick.toml` as test cases, and rows of the game that show them."""

import kernels
import pytest

from ninetynine_env.cards import NO_CARD, NO_TRUMP, SUITS
from ninetynine_env.trick import Rules, dealing, new, row

EXAMPLES = kernels.EXAMPLES
SAYS = {"pass": row.PASS, "declare": row.DECLARE, "reveal": row.REVEAL}
LEVELS = {"pass": 0, "declare": 1, "reveal": 2}
SUITS_OF_BID = {0: "ddd", 1: "sdd", 2: "hdd", 3: "hsd", 4: "hhd", 5: "hhs", 6: "hhh", 7: "chh", 8: "cch", 9: "ccc"}


def name_of(example):
    """The id, and the options that tell two examples of one id apart."""
    return "-".join([example["id"], *(f"{name}={value}" for name, value in example.get("rules", {}).items())])


def examples(*tables, having="id"):
    """The examples of these tables that say something, as test cases."""
    return [pytest.param(e, id=name_of(e)) for table in tables for e in EXAMPLES[table] if having in e]


def cards_of(suits, seat):
    """Three cards of these suits, others for each seat."""
    return sum(1 << 13 * SUITS.index(suit) + 3 * seat + place for place, suit in enumerate(suits))


def at_play(hands, leader, trump, turnup=NO_CARD, **rules):
    """A row in mid-play: these hands, one trick to come after the next."""
    games = new(1, Rules(**rules))
    g = games[0]
    g.viewer, g.phase, g.dealer, g.trump, g.turnup = -1, row.PLAY, (leader - 1) % 3, trump, turnup
    g.turn = g.plays = g.leader = g.winning = leader
    for seat in range(4):
        g.trick[seat] = NO_CARD
    for seat, hand in enumerate(hands):
        g.hand[seat] = hand
    return games


def trump_number(name):
    return NO_TRUMP if name == "none" else SUITS.index(name)


def seat_of(dealer, place, players):
    """The seat of player 1, 2, ... (place 0, 1, ...), counted from the dealer's left; the dummy's is the third."""
    return (dealer + 1 + place) % players if place < players else place


def played_out(example, dealer, totals=(0, 0, 0)):
    """A row at the count of a deal with these bids, tricks and premiums; P1 sits left of the dealer."""
    games = new(1, Rules(**example.get("rules", {})))
    g = games[0]
    players = int(g.rules.players)
    g.viewer, g.phase, g.turn, g.dealer, g.deals, g.games = -1, row.COUNT, -1, dealer, 1, 1
    g.turnup = NO_CARD
    for place in range(len(example["bids"])):
        seat = seat_of(dealer, place, players)
        g.laid[seat] = cards_of(SUITS_OF_BID[example["bids"][place]], place)
        g.tricks[seat] = example["tricks"][place]
        g.totals[seat] = totals[place] if place < len(totals) else 0
    if example.get("premium"):
        player, says = example["premium"]
        g.premium[(dealer + player) % players] = LEVELS[says]
    for player in example.get("declared", []):
        g.premium[(dealer + player) % players] = 1
    return games


def by_player(g, values):
    """Values by seat, told from the dealer's left, the dummy's last."""
    players = int(g.rules.players)
    return [int(values[seat_of(int(g.dealer), place, players)]) for place in range(dealing.hands(g.rules))]
