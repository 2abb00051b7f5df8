"""The search: what it may know, what it imagines, what it tries, and how strong it is."""

import numpy as np
import pytest
from players import begun, play_on, some_options

from ninetynine_env import bots, tally, trick
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.bots.search import Search, tally_prospects, trick_prospects, trick_worlds
from ninetynine_env.bots.search import tally as tally_search
from ninetynine_env.bots.search import trick as trick_search
from ninetynine_env.bots.search.guide import Guide
from ninetynine_env.bots.search.trick_hand import choose, pick
from ninetynine_env.cards import NO_CARD, card_set, cards_in, parse_card, size
from ninetynine_env.jit import COMPILED
from ninetynine_env.trick import Rules, new
from ninetynine_env.trick.kernel import bid_of, followers
from ninetynine_env.trick.row import COUNT, DISCARD, NEXT, PLAY
from ninetynine_env.variants import VARIANTS, variant

compiled = pytest.mark.skipif(not COMPILED, reason="thousands of playouts want compiled kernels")
MINDS = {"trick": trick_search, "tally": tally_search}


def decide(bot, episode, seed=7):
    """A bot's action for the seat to act, from what that seat may know."""
    view = episode.game.new(1, episode.rules)
    view[0] = episode.view(episode.turn)
    return int(bot.act(view, np.array([episode.legal()]), np.array([seed]))[0])


def positions(of, number, length):
    """Some positions of played games of a variant, with a choice, each with its number."""
    found = 0
    for seed in range(10 * number):
        episode = play_on(begun(seed, of, **some_options(seed, of)), seed, seed * 7 % length)
        if not episode.over and episode.legal() & (episode.legal() - 1):
            yield found, episode
            found += 1
        if found == number:
            return


# ---- what it may know ------------------------------------------------------------------------------------------


@compiled
@pytest.mark.parametrize("of", VARIANTS)
def test_it_never_uses_what_its_seat_cannot_know(of, count):
    """Hidden cards are dealt again: with the same dice it decides alike."""
    bot = Search(variant(of).game, 30)
    for number, episode in positions(of, count(60, 5000), 36):
        twin = episode.another_world(episode.turn, number)
        assert decide(bot, episode, number) == decide(bot, twin, number)


@compiled
@pytest.mark.parametrize("of", VARIANTS)
def test_the_number_of_threads_changes_nothing(of, count):
    one, three = Search(variant(of).game, 60), Search(variant(of).game, 60, threads=3)
    some = list(positions(of, count(6, 60), 36))
    for number, episode in some:
        assert decide(one, episode, number) == decide(three, episode, number)
    for _, episode in some[:1]:
        views = episode.game.new(5, episode.rules)
        views[:] = episode.view(episode.turn)
        legal, dice = np.full(5, episode.legal()), np.arange(5)
        np.testing.assert_array_equal(one.act(views, legal, dice), three.act(views, legal, dice))


# ---- worlds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", VARIANTS)
def test_a_world_looks_like_the_view_it_was_made_from(of, count):
    """Whatever was imagined, bids of others included: blanked again it is the same view, byte for byte."""
    mind = MINDS[variant(of).game.NAME]
    for number, episode in positions(of, count(100, 2000), 36):
        view = episode.view(episode.turn)
        world = episode.game.new(1, episode.rules)
        world[0] = view
        assert mind.dream(world[0], number)
        assert world[0].viewer == -1
        episode.game.redact(world[0], episode.turn)
        assert world[0].tobytes() == view.tobytes()


def test_imagined_bids_fit_the_cards(count):
    """Others are taken to bid what their hand promises: a hand of aces bids more than a hand of sixes."""
    strong, weak = "Ad Kd Qd As Ks Qs Ah Kh Qh Ac Kc Qc", "6d 7d 8d 6s 7s 8s 6h 7h 8h 6c 7c 8c"
    bids = []
    for cards in (strong, weak):
        games = new(1, Rules(premium_bids=False))
        g = games[0]
        g.trump, g.turnup = 4, NO_CARD
        g.hand[1] = card_set(cards.split())
        trick_worlds.lay_likely(g, 1, 0)
        assert size(g.laid[1]) == 3
        assert g.hand[1] | g.laid[1] == card_set(cards.split())
        bids.append(int(bid_of(g.laid[1])))
    assert bids[0] >= 6
    assert bids[1] <= 1


def test_a_suit_shown_to_be_missing_lies_among_the_bid_cards():
    games = new(1, Rules(premium_bids=False))
    g = games[0]
    g.trump, g.turnup = 4, NO_CARD
    g.hand[1], g.void[1] = card_set(["6c", "7c", "8c", "Ad", "Kd", "Qd"]), 1 << 3
    trick_worlds.lay_likely(g, 1, 0)
    assert g.laid[1] == card_set(["6c", "7c", "8c"])


# ---- plans -----------------------------------------------------------------------------------------------------


def at_lead(hand, others, trump=4):
    """A view of seat 0 who leads to the last tricks, nothing laid by others known."""
    view = new(1, Rules(premium_bids=False, match="single_deal"))
    g = view[0]
    g.viewer, g.phase, g.dealer, g.trump, g.turnup, g.deals = 0, PLAY, 2, trump, NO_CARD, 1
    g.hand[0], g.laid[0] = card_set(hand.split()), card_set(["6d", "7d", "8d"])
    g.trick[:] = NO_CARD
    gone = [card for card in range(52) if card % 13 >= 4]
    known = g.hand[0] | g.laid[0] | card_set(others.split())
    gone = [card for card in gone if not int(known) >> card & 1]
    g.played[0] = sum(1 << card for card in gone[: 9 - size(g.hand[0])])
    return view


def test_of_cards_that_nothing_comes_between_one_is_tried():
    view = at_lead("9h Th Qh 6s", "Jh Kh")
    g = view[0]
    for seat in (1, 2):
        g.played[seat] = 0
    everything = sum(1 << card for card in range(52) if card % 13 >= 4)
    g.played[1] = everything & ~card_set(["9h", "Th", "Qh", "6s", "6d", "7d", "8d", "Jh", "Kh"])
    plans = np.zeros(trick_search.PLANS, np.int64)
    n = trick_search.list_plans(g, int(g.hand[0]), plans)
    assert [cards_in(int(plan)) for plan in plans[:n]] == [[parse_card(c)] for c in ("6s", "9h", "Qh")]


def test_bids_are_sets_of_three_that_hold_what_is_laid():
    episode = play_on(begun(3, "four", match="single_deal"), 3, 1)
    g = episode.view(episode.turn)
    plans = np.zeros(trick_search.PLANS, np.int64)
    assert trick_search.list_plans(g, episode.legal(), plans) == trick_search.PLANS
    whole = int(g.hand[g.turn] | g.laid[g.turn])
    for plan in plans:
        assert size(plan) == 3
        assert int(plan) & ~whole == 0
        assert int(g.laid[g.turn]) & ~int(plan) == 0
    assert len(set(plans.tolist())) == trick_search.PLANS


def test_a_bid_is_carried_out_by_three_decisions():
    episode = begun(5, "classic", match="single_deal", premium_bids=False)
    bot, seat = Search(trick, 40), episode.turn
    for _ in range(3):
        assert episode.turn == seat
        assert episode.row.phase == DISCARD
        episode.act(decide(bot, episode))
    assert size(episode.row.laid[seat]) == 3
    assert episode.turn != seat


# ---- playing out -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", [name for name in VARIANTS if variant(name).game is trick])
def test_hands_are_played_out_legally(of, count):
    for _, episode in positions(of, count(30, 300), 40):
        g = episode.row.copy()
        while g.phase == PLAY:
            card = choose(g)
            assert int(followers(g)) >> int(card) & 1
            trick_search.carry_out(g, 1 << int(card))
        assert g.phase >= COUNT or episode.row.phase != PLAY


def test_the_card_that_promises_most():
    games = new(1, Rules(premium_bids=False))
    g = games[0]
    g.plays, g.trump, g.turnup = 0, 2, NO_CARD
    g.hand[0] = card_set(["Kd", "6h", "9s"])
    g.played[1] = card_set(["Ad", "As", "Ks", "Qs", "Js", "Ts"])
    assert pick(g, int(g.hand[0]), True) == parse_card("Kd")
    assert pick(g, int(g.hand[0]), False) == parse_card("6h")
    g.trump = 1
    assert pick(g, int(g.hand[0]), True) == parse_card("9s")


# ---- what a deal is worth --------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", ["target", "nine_deals", "parlett100", "rubber", "bga_rounds"])
def test_chances_in_a_match_add_up_and_grow_with_the_points(match):
    games = new(1, Rules(match=match))
    g = games[0]
    g.deals, g.games, g.totals[:3], g.phase = 3, 1, (70, 40, 20), NEXT
    ahead = trick_prospects.ahead_in_match if match in ("parlett100", "rubber", "bga_rounds") else None
    chances = [(ahead or trick_prospects.ahead_in_game)(g, seat) for seat in range(3)]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] > chances[2]


def test_the_margin_of_a_single_deal_is_what_it_pays(count):
    for _, episode in positions("three", count(20, 200), 20):
        if episode.rules.match != "single_deal":
            continue
        g = episode.row.copy()
        if g.phase != PLAY:
            continue
        trick_search.play_out(g)
        worth = [trick_prospects.worth(g.copy(), seat) for seat in range(3)]
        trick.settle(g)
        assert worth == [round(60 * float(trick.reward(g, 0, seat))) for seat in range(3)]


def test_chances_in_the_adding_game():
    games = tally.new(1, tally.Rules(players=3))
    g = games[0]
    g.seats, g.tokens[:3] = 0b111, (9, 5, 1)
    chances = [tally_prospects.ahead(g, seat) for seat in range(3)]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] > chances[2]
    g.seats = 0b011
    assert tally_prospects.ahead(g, 2) == 0


# ---- a policy as guide -----------------------------------------------------------------------------------------


class Opinionated:
    """A policy that likes the actions of high numbers, each twice as much as the one before."""

    name = "opinionated"

    def probabilities(self, views, legal):
        likes = np.where(legal[:, None] >> np.arange(56) & 1, 2.0 ** np.arange(56), 0)
        return (likes / likes.sum(axis=1, keepdims=True)).astype(np.float32), None


def test_a_guide_leaves_out_what_its_policy_would_hardly_do():
    episode = begun(11, match="single_deal")
    words = np.asarray([episode.view(episode.turn)]).view(np.int64).reshape(-1)
    guide = Guide(Opinionated(), trick)
    cards = cards_in(episode.legal())
    likely = cards_in(guide.actions(words))
    assert likely[-1] == cards[-1]
    assert likely == [card for card in cards if 2.0 ** (card - cards[-1]) >= 0.02]
    best, worst = (sum(1 << card for card in some) for some in (cards[-3:], cards[:3]))
    assert guide.keep(words, [worst, best]) == [1]


def test_a_guided_search_is_named_and_plays():
    bot = Search(trick, 30, policy=Opinionated())
    assert bot.name == "search:30+opinionated"
    episode = begun(11, match="single_deal")
    assert episode.legal() >> decide(bot, episode) & 1


# ---- names -----------------------------------------------------------------------------------------------------


def test_names():
    assert bots.load("search:300").name == "search:300"
    assert bots.load("search:20+three").name == "search:20+three"
    assert bots.load("search:20", "tally").name == "search:20"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("search", "as in 'search:1000'"),
        ("search:", "as in 'search:1000'"),
        ("search:many", "as in 'search:1000'"),
        ("search:-5", "as in 'search:1000'"),
        ("search:0", "1 to 1,000,000,000 playouts"),
        ("search:5+thumb", "a shipped model or the path"),
        ("search:5+nothing.onnx", "nothing.onnx"),
        ("search:5@sample", "only behind a policy's name may '@sample' stand"),
        ("search:5+tally", "tally"),
    ],
)
def test_wrong_names_are_refused_in_a_sentence(name, says):
    with pytest.raises((ValueError, OSError), match=says.replace("(", "\\(")) as told:
        bots.load(name)
    assert "\n" not in str(told.value)


def test_wrong_numbers_of_threads_are_refused():
    with pytest.raises(ValueError, match="threads=0 is not allowed: it is 1 to 256"):
        Search(trick, 10, threads=0)


# ---- strength --------------------------------------------------------------------------------------------------


@compiled
class TestStrength:
    def test_against_the_frozen_estimator(self, count):
        n, playouts, least = count(60, 600), count(200, 1000), count(4, 9)
        options = {"premium_bids": False}
        standing = evaluate([f"search:{playouts}", "estimator"], "three", n, options, challenge=True).standings[0]
        assert standing.margin.mean > least

    def test_more_playouts_play_better(self, count):
        n, bots_ = count(100, 600), count(["search:200", "search:10"], ["search:1000", "search:100"])
        standing = evaluate(bots_, "three", n, {"premium_bids": False}, challenge=True).standings[0]
        assert standing.margin.low > 0

    @pytest.mark.parametrize(
        ("of", "options"),
        [("three", {}), ("four", {}), ("two", {}), ("classic", {}), ("classic", {"players": 2}), ("oxford", {}),
         ("tally", {}), ("three", {"match": "target"}), ("tally", {"match": "game"})],
    )  # fmt: skip
    def test_every_form_is_played_better_than_by_thumb(self, of, options, count):
        n = count(30, 100) if "match" in options else count(60, 300)
        standing = evaluate(["search:200", "thumb"], of, n, options, challenge=True).standings[0]
        assert standing.margin.mean > 0
