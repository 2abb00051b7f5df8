"""The worked examples of `seeds/trick.toml`, each under its number.

An example that no test here plays fails until one does.
"""

from collections import Counter
from itertools import permutations

import kernels
import pytest

from ninetynine_env.cards import NO_CARD, NO_TRUMP, SUITS, card_set, cards_in, parse_card
from ninetynine_env.trick import Rules, dealing, kernel, new, row, scoring

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


def cards_of(suits, seat):
    """Three cards of these suits, others for each seat."""
    return sum(1 << 13 * SUITS.index(suit) + 3 * seat + place for place, suit in enumerate(suits))


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


# ---- two players and the dummy (A3) ------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("example", examples("dummy"))
def test_d_scores(example, dealer):
    games = played_out(example, dealer)
    g = games[0]
    scoring.settle(g)
    assert by_player(g, g.scores) == example["scores"]
    assert g.totals.tolist()[2:] == [0, 0], "the dummy's points are nobody's"
    assert by_player(g, g.totals)[:2] == example["scores"][:2]
    assert g.successes == example["successes"]
    assert dealing.next_trump(g, 1) == trump_number(example["trump"])
    status = "failed" if not scoring.succeeded(g, row.DUMMY) else "declared" if exact(g) else "succeeded"
    assert status == example["dummy"]


def exact(g):
    return g.tricks[row.DUMMY] == kernel.bid_of(g.laid[row.DUMMY])


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("example", examples("order"))
def test_d12_who_plays_when(example, dealer):
    """Suits are dealt so that a side of one's choice wins: all follow, and the winner holds the highest card."""
    side = {1: 1 - dealer, 2: dealer, 3: row.DUMMY}
    wins = [side[who] for who in example["wins"]] + [0]
    hands = [0, 0, 0]
    for suit, winner in enumerate(wins):
        for seat in range(3):
            hands[seat] |= 1 << 13 * suit + (12 if seat == winner else 5 + seat)
    games = at_play(hands, 1 - dealer, NO_TRUMP, players=2)
    g = games[0]
    g.dealer, g.controller = dealer, 1 - dealer
    for suit, plays in enumerate(example["plays"]):
        for who in plays:
            assert g.plays == side[who]
            assert g.turn == (side[who] if who != 3 else g.controller)
            kernel.apply(g, cards_in(g.hand[side[who]] & kernel.SUIT_SET[suit])[0])


# ---- Classic (A5) --------------------------------------------------------------------------------------------------

CLASSIC = {"trump_mode": "turnup", "joker": True}


def joker_in_hand(example, cards, led=None):
    """Seat 1 holds these cards; the turned-up card is that of the example, and what is led lies already."""
    turnup = parse_card(example["turnup"])
    trump = dealing.trump_of(turnup)
    mine = card_set([name if name != "Jo" else example["turnup"] for name in cards.split()])
    leads = card_set([example["turnup"] if led == "Jo" else led]) if led else card_set(["6d"])
    games = at_play([leads, mine, 0], 0 if led else 1, trump, turnup, **CLASSIC)
    if led:
        kernel.apply(games[0], parse_card(led))
    return games


@pytest.mark.parametrize("example", examples("classic", having="trump"))
def test_c_the_turned_up_card_makes_the_trump(example):
    assert dealing.trump_of(parse_card(example["turnup"])) == trump_number(example["trump"])


@pytest.mark.parametrize("example", examples("classic", having="bid"))
def test_c_what_the_joker_bids(example):
    cards = example.get("cards", "Jo 6d 7d").split()
    games = new(1, Rules(**CLASSIC))
    mine = card_set([name if name != "Jo" else example["turnup"] for name in cards])
    games[0].dealt[0] = mine
    dealing.begin_deal(games[0], 2, 0, parse_card(example["turnup"]), 0)
    for name in cards:
        assert kernel.legal(games[0]) >> parse_card(name) & 1
        kernel.apply(games[0], parse_card(name))
    assert kernel.bid_of(games[0].laid[0]) == example["bid"]


def wins_over(example, led):
    """Whether the joker, played second, wins the trick."""
    games = joker_in_hand(example, "Jo", led)
    kernel.apply(games[0], parse_card("Jo"))
    return games[0].winning == 1


@pytest.mark.parametrize("example", examples("classic", having="beats"))
def test_c_what_the_joker_beats(example):
    assert wins_over(example, example["beats"])
    assert "loses_to" not in example or not wins_over(example, example["loses_to"])
    assert "led_elsewhere" not in example or not wins_over(example, example["led_elsewhere"])


@pytest.mark.parametrize("example", examples("classic", having="led"))
def test_c_following(example):
    games = joker_in_hand(example, example["hand"], example["led"])
    assert kernel.legal(games[0]) == card_set(example["legal"].split())


@pytest.mark.parametrize("example", examples("classic", having="in_hands"))
def test_c3_no_joker_in_any_hand(example):
    turned = [games for games in (started(seed, **CLASSIC) for seed in range(400)) if games[0].turnup == 52]
    assert turned
    for games in turned:
        assert sum(int(hand).bit_count() for hand in games[0].hand) == example["in_hands"]
        for _ in range(36):
            assert not kernel.legal(games[0]) >> 52 & 1
            if games[0].phase != row.COUNT:
                kernel.apply(games[0], cards_in_or_pass(kernel.legal(games[0])))


def cards_in_or_pass(legal):
    return row.PASS if legal >> row.PASS & 1 else cards_in(legal)[0]


def started(seed, **given):
    games = new(1, Rules(**given))
    dealing.start(games[0], seed)
    return games


@pytest.mark.parametrize("example", examples("classic", having="dealt"))
def test_c8_sizes(example):
    turned = set()
    for seed in range(300):
        g = started(seed, **example["rules"])[0]
        held = [int(hand).bit_count() for hand in g.hand if hand]
        assert held == [example["dealt"]] * example["hands"]
        turned.add(int(g.turnup))
    assert 0 < len(turned) <= example["pack"] == sum(held) + 1


# ---- Oxford Whist (A6) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("example", examples("oxford"))
def test_o_scores(example, dealer):
    games = played_out(example, dealer)
    g = games[0]
    scoring.settle(g)
    assert by_player(g, g.scores) == by_player(g, g.totals) == example["scores"]
    assert g.phase == (row.OVER if example["rules"]["match"] == "single_deal" else row.NEXT)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("example", examples("stock"))
def test_o5_the_stock(example, seed):
    games = started(seed, **example["rules"])
    g = games[0]
    turned = []
    for deal in range(20):
        assert g.phase == row.DISCARD
        turned.append(int(g.turnup))
        assert g.trump == turned[-1] // 13
        assert turned[-1] % 13 < 4, "twos to fives"
        left = example["deals"] - 1 - deal % example["deals"]
        assert int(g.stock).bit_count() == left
        kernels.play_until(g, seed, 99)
        scoring.settle(g)
        if deal < 19:
            dealing.deal_on(g)
    assert g.phase == row.OVER
    assert Counter(card // 13 for card in turned[: example["deals"]]) == dict.fromkeys(range(4), example["each_suit"])
    assert len(set(turned[: example["deals"]])) == example["deals"]
    assert example["reshuffled_for"] == example["deals"] + 1


# ---- matches (A4) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("example", examples("matches", having="before"))
def test_m_matches(example, dealer):
    games = played_out(example, dealer, example["before"])
    g = games[0]
    scoring.settle(g)
    assert "scores" not in example or by_player(g, g.scores) == example["scores"]
    assert by_player(g, g.totals - g.bonus) == example["after"]
    if "winners" in example:
        assert g.phase == row.OVER
        assert g.winners == sum(1 << (dealer + player) % 3 for player in example["winners"])
    else:
        assert by_player(g, g.bonus) == [100 * (player in example["bonuses"]) for player in (1, 2, 3)]
        assert by_player(g, g.bonuses) == [int(player in example["bonuses"]) for player in (1, 2, 3)]
        assert (g.phase, g.games, g.game_began) == (row.NEXT, 2, g.deals), "the next game begins from nothing"
        assert by_player(g, g.before) == by_player(g, g.totals)
        assert [scoring.game_points(g, seat) for seat in range(3)] == [0, 0, 0]
        assert dealing.next_trump(g, 1) == NO_TRUMP
    assert g.truncated == 0


@pytest.mark.parametrize("example", examples("matches", having="sums"))
def test_m6_the_highest_sum_wins(example):
    """The last deal brings the third bonus: 512 and 640 before it, a hundred for the third bonus."""
    case = {"rules": example["rules"], "bids": [3, 2, 0], "tricks": [3, 3, 3]}
    games = played_out(case, 2)
    g = games[0]
    gained, sums, games_before = [33, 3, 3], [*example["sums"], 0], [2, 2, 0]
    for seat in range(3):
        bonus = 100 if seat == 0 else 0
        g.totals[seat] = sums[seat] - gained[seat] - bonus if seat < 2 else 0
        g.before[seat] = g.totals[seat] - (80 if seat == 0 else 0)
        g.bonuses[seat] = games_before[seat]
    scoring.settle(g)
    assert [g.totals[0], g.totals[1]] == example["sums"]
    assert [g.bonuses[0], g.bonuses[1]] == example["bonus_counts"]
    assert g.phase == row.OVER
    assert g.winners == sum(1 << player - 1 for player in example["winners"])


@pytest.mark.parametrize("example", examples("matches", having="games"))
def test_m7_what_a_rubber_is_worth(example):
    """The first player wins the game that ends the rubber, at a hundred points; the others stay below."""
    games = played_out({"rules": example["rules"], "bids": [3, 2, 0], "tricks": [3, 3, 3]}, 2, (80, 10, 10))
    g = games[0]
    g.games, g.games_won[0], g.games_won[1] = example["games"], 2, example["games"] - 3
    scoring.settle(g)
    assert g.phase == row.OVER
    assert g.winners == 0b001
    assert g.bonus[0] - scoring.GAME_BONUS == example["bonus"]
    assert g.totals[0] == 80 + 33 + 100 + example["bonus"]
