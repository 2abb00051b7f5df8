"""How `thumb` plays the other forms of the trick game, and what it does with what it sees."""

import numpy as np
import pytest
from test_odds import _margins

from ninetynine_env import bots
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.bots.thumb_trick import Thumb
from ninetynine_env.cards import card_set, parse_card, roll
from ninetynine_env.jit import COMPILED
from ninetynine_env.trick import Rules, new
from ninetynine_env.trick.kernel import as_action, legal
from ninetynine_env.trick.row import DECLARE, PASS, PLAY
from ninetynine_env.variants import variant
from ninetynine_env.vector import Vector

many = pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")


def choice(view):
    return int(Thumb().act(view, np.array([legal(view[0])]), np.zeros(1, np.int64))[0])


@many
def test_four_players(count):
    """Sixteen points against three random players, the yardstick of the form."""
    options = {"premium_bids": False, "match": "single_deal"}
    standing = evaluate(["thumb", "random"], "four", count(500, 2500), options, challenge=True).standings[0]
    assert standing.points >= 16
    assert standing.margin.mean > 10


@many
@pytest.mark.parametrize("name", ["thumb", "odds"])
@pytest.mark.parametrize(
    ("of", "options"),
    [("two", {}), ("four", {}), ("classic", {}), ("classic", {"players": 2}), ("classic", {"players": 4}),
     ("oxford", {}), ("simple", {})],
)  # fmt: skip
def test_every_form_is_played_better_than_at_random(name, of, options, count):
    standing = evaluate([name, "random"], of, count(150, 1000), {"match": "single_deal", **options}, challenge=True)
    assert standing.standings[0].margin.low > 1


# ---- the dummy (A3) ----------------------------------------------------------------------------------------------


def with_dummy(mine, dummy, tricks_wanted, on_table=(), won=(0, 0, 0)):
    """Seat 0 is to play a card of the dummy, no trump; `on_table` are the cards of seats 0 and 1 in the trick."""
    view = new(1, Rules(players=2, premium_bids=False))
    g = view[0]
    g.viewer, g.phase, g.dealer, g.trump, g.turnup = 0, PLAY, 1, 4, -1
    g.turn, g.plays, g.controller, g.leader = 0, 2, 0, 0 if on_table else 2
    g.hand[0], g.hand[2] = card_set(mine.split()), card_set(dummy.split())
    g.laid[0] = card_set({0: "6d 7d 8d", 3: "6s 7s 8s"}[tricks_wanted].split())
    for seat in range(4):
        g.trick[seat] = parse_card(on_table[seat]) if seat < len(on_table) else -1
    for seat in range(3):
        g.tricks[seat] = won[seat]
    g.winning = int(len(on_table) == 2 and g.trick[1] // 13 == g.trick[0] // 13 and g.trick[1] > g.trick[0])
    return view


def test_the_dummy_leaves_me_the_trick_i_need_and_takes_the_one_i_fear():
    assert choice(with_dummy("6h 7h", "Kc 9c", 3, ("Jc", "8c"))) == parse_card("9c")
    assert choice(with_dummy("6h 7h", "Kc 9c", 0, ("Jc", "8c"))) == parse_card("Kc")


def test_the_dummy_takes_what_the_opponent_would_win():
    assert choice(with_dummy("6h 7h", "Kc 9c", 3, ("Jc", "Qc"))) == parse_card("Kc")


def test_the_dummy_leads_to_my_winner_or_away_from_me():
    assert choice(with_dummy("Ac 6h", "7c Kd", 3)) == parse_card("7c")
    assert choice(with_dummy("7c 6h", "Ac 6d", 0)) == parse_card("Ac")


class Careless:
    """Plays as `thumb`, but any card from the dummy."""

    name = "careless"

    def act(self, views, legal, rng):
        out = Thumb().act(views, legal, rng)
        for i in np.flatnonzero(views["plays"] != views["turn"]):
            if views["phase"][i] == PLAY:
                cards = [action for action in range(53) if int(legal[i]) >> action & 1]
                out[i] = cards[roll(int(rng[i]), 7, len(cards))]
        return out


@many
def test_playing_the_dummy_with_a_purpose_pays(count):
    """The same player is better for it."""
    deals = evaluate([Thumb(), Careless()], "two", count(1500, 6000), {"match": "single_deal"}, challenge=True)
    assert deals.standings[0].margin.low > 0


# ---- what others have shown --------------------------------------------------------------------------------------


class Blind:
    """Plays as `thumb`, blind to what premium bids show."""

    name = "blind"

    def act(self, views, legal, rng):
        views = views.copy()
        for seat in range(4):
            others = (views["premium"][:, seat] > 0) & (views["turn"] != seat)
            views["laid"][others, seat] = 0
            views["hand"][others, seat] = 0
            views["premium"][others, seat] = 0
        return Thumb().act(views, legal, rng)


@many
def test_a_shown_bid_is_used(count):
    """Among two who declare, on the same deals, who looks at their bid-cards does better than who does not."""
    n = count(4000, 12_000)
    _, seeing = _margins(Thumb(), Thumb(), n, match="single_deal")
    _, blind = _margins(Blind(), Thumb(), n, match="single_deal")
    assert (seeing - blind).mean() > 0


# ---- the end of a game -------------------------------------------------------------------------------------------


def announcing(totals, hand="6d 7d 8d 6s 7s 8s 6h 7h 6c", laid="9d Td Jd", **rules):
    view = new(1, Rules(**rules))
    g = view[0]
    g.viewer, g.phase, g.dealer, g.trump, g.turnup, g.turn, g.plays, g.games = 0, 2, 2, 4, -1, 0, 0, 1
    g.hand[0], g.laid[0], g.dealt[0] = (
        card_set(hand.split()),
        card_set(laid.split()),
        card_set((hand + " " + laid).split()),
    )
    for seat in range(4):
        g.said[seat], g.trick[seat], g.totals[seat] = -1, -1, totals[seat] if seat < len(totals) else 0
    return view


def test_who_leads_at_the_end_dares_nothing_and_who_is_behind_dares_more():
    """With the same hand, by the score alone."""
    assert choice(announcing([0, 0, 0])) == DECLARE
    assert choice(announcing([190, 100, 100])) == PASS
    doubtful = {"hand": "6d 7d 8d 6s 7s 8s 6h Th Qc", "laid": "Kd Td Jd"}
    said = [choice(announcing(totals, **doubtful)) for totals in ([100, 100, 100], [100, 190, 100])]
    assert said == [PASS, DECLARE]


def test_the_last_of_nine_deals_is_the_end_too():
    view = announcing([60, 0, 0], match="nine_deals")
    assert choice(view) == DECLARE
    view[0].deals = 9
    assert choice(view) == PASS


# ---- the joker ---------------------------------------------------------------------------------------------------


def test_what_is_played_as_the_turned_up_card_is_the_joker():
    view = new(1, Rules(trump_mode="turnup", joker=True))
    view[0].turnup = parse_card("Qh")
    assert as_action(view[0], parse_card("Qh")) == 52
    assert as_action(view[0], parse_card("Kh")) == parse_card("Kh")


@pytest.mark.parametrize("name", ["thumb", "odds", "estimator", "random"])
@pytest.mark.parametrize(("of", "options"), [("classic", {}), ("classic", {"players": 2}), ("classic", {"players": 4}),
                                             ("two", {}), ("four", {}), ("oxford", {})])  # fmt: skip
def test_every_action_is_legal_in_every_form(name, of, options, count):
    bot = bots.load(name, of)
    tables = Vector(variant(of), count(60, 400), match="single_deal", **options)
    tables.deal(np.arange(tables.n, dtype=np.int64))
    while (tables.turn >= 0).any():
        actions = bot.act(tables.look(), tables.legal(), tables.dice())
        here = tables.turn >= 0
        assert (tables.legal()[here] >> actions[here] & 1).all()
        tables.step(np.where(here, actions, -1))
