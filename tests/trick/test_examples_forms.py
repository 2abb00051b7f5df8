"""The worked examples of `seeds/trick.toml` for the dummy, Classic, Oxford Whist and matches, each under its number."""

from collections import Counter

import kernels
import pytest
from sheet import at_play, by_player, examples, played_out, trump_number

from ninetynine_env.cards import NO_TRUMP, card_set, cards_in, parse_card, suit_set
from ninetynine_env.trick import Rules, dealing, kernel, new, row, scoring

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
            kernel.apply(g, cards_in(g.hand[side[who]] & suit_set(suit))[0])


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
