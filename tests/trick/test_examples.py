"""The worked examples of `seeds/trick.toml`, each under its number.

An example that no test here plays fails until one does.
"""

from collections import Counter
from itertools import permutations

import kernels
import pytest
from sheet import (
    EXAMPLES,
    LEVELS,
    SAYS,
    SUITS_OF_BID,
    at_play,
    by_player,
    cards_of,
    examples,
    name_of,
    played_out,
    trump_number,
)

from ninetynine_env.cards import NO_CARD, NO_TRUMP, SUITS, card_set, cards_in, parse_card
from ninetynine_env.trick import Rules, dealing, kernel, new, row, scoring

# ---- the book is complete, and nothing in it is skipped in silence ------------------------------------------------

NUMBERED = {"B": 9, "W": 5, "S": 15, "F": 10, "D": 12, "A": 11, "C": 8, "O": 5, "M": 7}
PLAYED = {
    "bids", "spread", "choices", "tricks", "following", "deals", "dummy", "order", "auctions", "classic", "oxford",
    "stock", "matches",
}  # fmt: skip
"""The tables that tests below play."""


def test_every_example_of_the_sheet_is_there():
    ids = {example["id"] for table in EXAMPLES.values() for example in table}
    assert ids == {f"{letter}{n}" for letter, last in NUMBERED.items() for n in range(1, last + 1)}
    names = [name_of(example) for table in EXAMPLES.values() for example in table if "dealt" not in example]
    doubled = [name for name, times in Counter(names).items() if times > 1]
    assert doubled == ["M7-match=rubber"]


def test_all_tables_are_played():
    assert set(EXAMPLES) == PLAYED


# ---- bids (A1.4) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("bids"))
def test_b_bid_code(example):
    cards = example["cards"].split()
    assert kernel.bid_of(card_set(cards)) == example["bid"]
    for order in permutations(cards):
        assert laid_in_order(order) == example["bid"]


def laid_in_order(cards):
    """The bid of the first seat that lays these cards one by one."""
    games = dealt_to_bid(cards)
    for card in cards:
        kernel.apply(games[0], parse_card(card))
    return kernel.bid_of(games[0].laid[0])


def dealt_to_bid(cards):
    mine = card_set(list(cards))
    others = [card for card in range(52) if card % 13 >= 4 and not mine >> card & 1]
    hands = [mine | sum(1 << c for c in others[:9]), *(sum(1 << c for c in others[i : i + 12]) for i in (9, 21))]
    return kernels.dealt(Rules(), hands, 2, NO_TRUMP)


@pytest.mark.parametrize("example", examples("spread"))
def test_b8_combinations_of_suits(example):
    triples = {"".join(sorted((a, b, c))) for a in SUITS for b in SUITS for c in SUITS}
    bids = Counter(int(kernel.bid_of(cards_of(triple, 0))) for triple in triples)
    assert [bids[bid] for bid in range(10)] == example["counts"]


@pytest.mark.parametrize("example", examples("choices"))
def test_b9_bids_a_hand_offers(example):
    games = new(1, Rules(**example.get("rules", {})))
    dealing.start(games[0], 9)
    assert len(cards_in(games[0].hand[games[0].turn])) == example["dealt"]
    assert len(bids_within(games)) == example["ways"]


def bids_within(games):
    """The sets of cards that the seat to act can have laid when it is done."""
    seat, frontier = games[0].turn, [games]
    for _ in range(3):
        frontier = [after(game, card) for game in frontier for card in cards_in(kernel.legal(game[0]))]
    return {int(game[0].laid[seat]) for game in frontier}


def after(games, action):
    games = games.copy()
    kernel.apply(games[0], action)
    return games


# ---- tricks (A1.6) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize("example", examples("tricks"))
def test_w_who_wins(example, leader):
    cards = [parse_card(name) for name in example["played"].split()]
    spare = [0, 13, 26]
    hands = [1 << cards[(seat - leader) % 3] | 1 << spare[(seat - leader) % 3] for seat in range(3)]
    games = at_play(hands, leader, trump_number(example["trump"]))
    for card in cards:
        kernel.apply(games[0], card)
    winner = (leader + cards.index(parse_card(example["wins"]))) % 3
    assert games[0].tricks.tolist() == [int(seat == winner) for seat in range(4)]
    assert games[0].leader == games[0].turn == winner
    assert games[0].trick.tolist() == [NO_CARD] * 4


@pytest.mark.parametrize("example", examples("following"))
def test_w_what_may_be_played(example):
    led, hand = parse_card(example["led"]), card_set(example["hand"].split())
    games = at_play([1 << led, hand, 0], 0, trump_number(example["trump"]))
    kernel.apply(games[0], led)
    assert kernel.legal(games[0]) == card_set(example["legal"].split())


# ---- scores (A1, scoring 1-3) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("deals"))
def test_s_f_scores(example):
    assert sum(example["tricks"]) == 9 + (len(example["bids"]) == 4)
    for dealer in range(len(example["bids"])):
        games = played_out(example, dealer)
        g = games[0]
        scoring.settle(g)
        assert by_player(g, g.scores) == example["scores"]
        assert by_player(g, g.totals) == example["scores"]
        assert g.successes == example["successes"]
        assert dealing.next_trump(g, 1) == trump_number(example["trump"])


def test_an_oracle_of_three_lines_for_every_table_of_bids_and_tricks():
    """All bids of nine tricks or fewer, all splits of nine, every premium of the first player."""
    games = played_out(EXAMPLES["deals"][0], 2)
    g = games[0]
    splits = [(a, b, 9 - a - b) for a in range(10) for b in range(10 - a)]
    for bids in [(0, 0, 9), (1, 2, 3), (3, 3, 3), (2, 7, 0), (4, 5, 6), (9, 9, 9)]:
        for tricks in splits:
            for premium in (0, 30, 60):
                for seat in range(3):
                    g.laid[seat] = cards_of(SUITS_OF_BID[bids[seat]], seat)
                    g.tricks[seat] = tricks[seat]
                g.premium[0] = premium // 30
                scoring.score(g)
                made = [bid == won for bid, won in zip(bids, tricks, strict=True)]
                bonus = (0, 30, 20, 10)[sum(made)]
                paid = [premium * (made[0] == (seat == 0)) for seat in range(3)]
                want = [tricks[seat] + bonus * made[seat] + paid[seat] for seat in range(3)]
                assert g.scores[:3].tolist() == want


# ---- premium auctions ------------------------------------------------------------------------------------------


def first_words(example, dealer):
    """A dealt row whose first seat is about to say its word: at the auction, or sealed behind its bid."""
    rules = Rules(**example.get("rules", {}))
    games = new(1, rules)
    dealing.start(games[0], 3)
    dealing.begin_deal(games[0], dealer, NO_TRUMP, NO_CARD, 0)
    if rules.premium_protocol == "sealed":
        lay(games)
    else:
        for _ in range(rules.players):
            lay(games)
    return games


def lay(games):
    for _ in range(3):
        kernel.apply(games[0], cards_in(kernel.legal(games[0]))[0])


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("example", examples("auctions"))
def test_a_auctions(example, dealer):
    games = first_words(example, dealer)
    g = games[0]
    players = int(g.rules.players)
    for player, says in example["says"]:
        assert g.turn == (dealer + player) % players
        assert kernel.legal(g) >> SAYS[says] & 1
        kernel.apply(g, SAYS[says])
        if g.phase == row.DISCARD:
            lay(games)
    if "asks" in example:
        assert g.phase in (row.AUCTION, row.UPGRADE)
        assert g.turn == (dealer + example["asks"]) % players
        assert kernel.legal(g) == sum(1 << SAYS[says] for says in example["legal"])
    else:
        assert g.phase == row.PLAY
        assert g.turn == (dealer + 1) % players
        stands = dict([example["stands"]]) if example["stands"] else {}
        assert by_player(g, g.premium) == [LEVELS[stands.get(p, "pass")] for p in range(1, players + 1)]
