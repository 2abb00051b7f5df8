"""The rule-of-odds player of the trick game: what it may know, what it does, and how strong it is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ninetynine_env import trick
from ninetynine_env.bots.odds_trick import NUMBERS, Odds
from ninetynine_env.bots.random import Random
from ninetynine_env.bots.thumb_trick import Thumb
from ninetynine_env.cards import NO_CARD, SUIT_SET, card_set, parse_card, subseed
from ninetynine_env.jit import COMPILED
from ninetynine_env.trick import Rules, new
from ninetynine_env.trick.dealing import begin_deal
from ninetynine_env.trick.knowledge import imagine, redact
from ninetynine_env.trick.row import AUCTION, COUNT, DECLARE, DISCARD, PASS, PLAY, REVEAL, SEAL, UPGRADE
from ninetynine_env.trick.scoring import settle

FREE = {"premium_bids": False, "match": "single_deal"}
PREMIUMS = {"match": "single_deal"}
SEALED = {"match": "single_deal", "premium_protocol": "sealed"}


def _seeds(n, of):
    return np.array([subseed(of, i) for i in range(n)])


def _dealt(n, seed, **options):
    """n single deals, or first deals of a match, at their first decision."""
    games = new(n, Rules(**options))
    trick.start_all(games, _seeds(n, seed))
    return games


def _steps(players, games, seed=3):
    """Play the deals out; yields rows, views, legal actions and choices before each round of decisions is applied."""
    while (on := np.flatnonzero(games["phase"] < COUNT)).size:
        rows = games[on].view(np.recarray)
        views, legal, chosen = rows.copy().view(np.recarray), np.zeros(on.size, np.int64), np.zeros(on.size, np.int64)
        trick.views_all(rows, views)
        trick.legal_all(rows, legal)
        for seat, player in enumerate(players):
            his = np.flatnonzero(views["turn"] == seat)
            dice = _seeds(his.size, seed + int(rows["moves"][0]))
            chosen[his] = player.act(views[his].view(np.recarray), legal[his], dice)
        yield rows, views, legal, chosen
        trick.apply_all(rows, chosen)
        games[on] = rows


def _deals(players, n, seed, **options):
    """The settled rows of n deals."""
    games = _dealt(n, seed, **options)
    for _ in _steps(players, games):
        pass
    for game in games:
        settle(game)
    return games


def _bids(games):
    laid = np.stack([np.bitwise_count(games["laid"][:, :3] & suit) for suit in SUIT_SET], axis=-1)
    return laid @ np.arange(4)


def _margins(player, others, n, **options):
    """Points, and points less the others' mean, of a player on the same deals in all three seats."""
    points, margins = [], []
    for seat in range(3):
        players = [others] * 3
        players[seat] = player
        scores = _deals(players, n, 7, **options)["scores"][:, :3]
        points.append(scores[:, seat])
        margins.append(scores[:, seat] * 1.5 - scores.sum(axis=1) / 2)
    return np.concatenate(points), np.concatenate(margins)


# ---- what it may do and know ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [Odds(), Thumb()])
@pytest.mark.parametrize("options", [FREE, PREMIUMS, SEALED, {"first_deal_trump": "diamonds"}])
def test_always_legal_and_always_the_same(bot, options, count):
    phases = set()
    for _, views, legal, chosen in _steps([bot] * 3, _dealt(count(100, 1000), 11, **options)):
        assert ((legal >> chosen) & 1 == 1).all()
        assert chosen.tolist() == bot.act(views, legal, np.zeros(len(legal), np.int64)).tolist()
        phases |= set(views["phase"].tolist())
    assert {DISCARD, PLAY} <= phases


@pytest.mark.parametrize(("options", "asked"), [(PREMIUMS, {AUCTION, UPGRADE}), (SEALED, {SEAL})])
def test_meets_every_kind_of_announcement(options, asked, count):
    """Eager players get into upgrades too."""
    eager, phases, said = Odds(declare=0.45, reveal=0.55), set(), set()
    for _, views, legal, chosen in _steps([eager] * 3, _dealt(count(200, 1000), 12, **options)):
        assert ((legal >> chosen) & 1 == 1).all()
        phases |= set(views["phase"].tolist())
        said |= set(chosen[chosen >= PASS].tolist())
    assert not COMPILED or asked <= phases
    assert not COMPILED or said == {PASS, DECLARE, REVEAL}


@pytest.mark.parametrize("bot", [Odds(declare=0.5, reveal=0.65), Thumb()])
@pytest.mark.parametrize("options", [FREE, PREMIUMS, SEALED])
def test_never_uses_a_hidden_card(bot, options, count):
    """The cards it does not see are dealt again behind its back, and it decides as before."""
    decisions, moved = 0, 0
    for rows, views, legal, chosen in _steps([bot] * 3, _dealt(count(60, 1000), 13, **options)):
        worlds = views.copy().view(np.recarray)
        for i in range(len(worlds)):
            imagine(worlds[i], subseed(14, 1000 * int(rows["moves"][0]) + i), 50)
        moved += int((worlds["hand"] != rows["hand"]).any(axis=1).sum())
        for world in worlds:
            redact(world, world["turn"])
        assert chosen.tolist() == bot.act(worlds, legal, np.ones(len(legal), np.int64)).tolist()
        decisions += len(legal)
    assert moved > decisions / 2


@pytest.mark.parametrize("bot", [Odds(), Thumb()])
def test_leaves_the_views_as_they_are(bot):
    for _, views, legal, _ in _steps([Random(trick)] * 3, _dealt(5, 15, **PREMIUMS)):
        before = views.tobytes()
        bot.act(views, legal, np.zeros(len(legal), np.int64))
        assert views.tobytes() == before


# ---- single decisions a card player would call obvious -----------------------------------------------------------


def _table(hand, laid, **fields):
    """A view of seat 0 in play without trumps; the other fields as given."""
    view = new(1, Rules(**FREE))
    view["dealt"][0, 0] = card_set((hand + " " + laid).split())
    begin_deal(view[0], 2, 4, NO_CARD, 0)
    view["hand"][0, 0], view["laid"][0, 0] = card_set(hand.split()), card_set(laid.split())
    view["phase"], view["turn"], view["viewer"] = PLAY, 0, 0
    for name, value in fields.items():
        view[name][0] = value
    return view


def _choice(view, bot=None):
    legal = np.zeros(1, np.int64)
    trick.legal_all(view, legal)
    return int((bot or Odds()).act(view, legal, np.zeros(1, np.int64))[0])


BEFORE = ("6s 7s 8s 9s Ts Js Qs", "Ks As 6h 7h 8h 9h Th", "6c 7c 8c 9c Tc Jc Qc")
"""Seven tricks gone: what each seat has played to them."""


def _last_to_play(hand, laid, first, second, tricks):
    """Seat 0 plays last to the eighth trick, after these cards of the seats 1 and 2, the first of which wins."""
    first, second = parse_card(first), parse_card(second)
    gone = [card_set(cards.split()) for cards in BEFORE]
    played = [gone[0], gone[1] | 1 << first, gone[2] | 1 << second, 0]
    return _table(hand, laid, trick=[-1, first, second, -1], leader=1, winning=1, played=played, tricks=tricks)


def test_last_to_play_takes_the_trick_it_needs():
    # A bid of two, one trick won: the queen takes this one, the seven loses every trick.
    assert _choice(_last_to_play("Qd 7d", "6d 8d Ah", "Td", "9d", [1, 5, 1, 0])) == parse_card("Qd")


def test_last_to_play_ducks_when_its_bid_is_full():
    # The same cards with both tricks won: now the queen must hope to fall later.
    assert _choice(_last_to_play("Qd 7d", "6d 8d Ah", "Td", "9d", [2, 4, 1, 0])) == parse_card("7d")


def test_throws_off_the_dangerous_card_when_it_wants_no_trick():
    # Hearts were led and it has none: the ace of diamonds would win later, the six never.
    assert _choice(_last_to_play("Ad 6d", "7d 8d Kc", "Qh", "Jh", [3, 3, 1, 0])) == parse_card("Ad")


def test_keeps_the_ace_when_it_wants_the_last_trick():
    assert _choice(_last_to_play("Ad 6d", "7d 8d Kc", "Qh", "Jh", [2, 4, 1, 0])) == parse_card("6d")


def _first_bid(hand, trump, bot=None):
    """The three cards laid from a hand, one decision after the other."""
    view = new(1, Rules(**FREE))
    view["dealt"][0, 0] = card_set(hand.split())
    begin_deal(view[0], 2, trump, NO_CARD, 0)
    view["viewer"] = 0
    laid = 0
    for move in range(3):
        card = _choice(view, bot)
        laid |= 1 << card
        view["hand"][0, 0] ^= 1 << card
        view["laid"][0, 0] = laid
        view["moves"] = move + 1
    return laid


def test_bids_high_on_high_cards_and_low_on_low_ones():
    # Without trump: three suits headed by ace, king, queen against three of six, seven, eight.
    strong = _first_bid("Ad Kd Qd As Ks Qs Ac Kc Qc Jc Ah Kh", 4)
    weak = _first_bid("6d 7d 8d 6s 7s 8s 6h 7h 8h 6c 7c 8c", 4)
    bid = [sum(s * int(cards & SUIT_SET[s]).bit_count() for s in range(4)) for cards in (strong, weak)]
    assert bid[0] >= 6
    assert bid[1] <= 1


def test_three_decisions_lay_one_plan():
    """Laying the rest of a plan goes on with it: the first two cards laid, the third is the one of the same bid."""
    hand = "Ad 9d 7d Js Ts 8s Kh Jh 9h Qc Tc 6c"
    laid = _first_bid(hand, 2)
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        cards = [card for card in range(53) if laid >> card & 1]
        first, second, third = (cards[i] for i in order)
        view = new(1, Rules(**FREE))
        view["dealt"][0, 0] = card_set(hand.split())
        begin_deal(view[0], 2, 2, NO_CARD, 0)
        view["viewer"], view["moves"] = 0, 2
        view["laid"][0, 0] = 1 << first | 1 << second
        view["hand"][0, 0] ^= 1 << first | 1 << second
        assert _choice(view) == third


def test_makes_the_best_of_what_is_laid():
    """Two cards laid by another's plan: the third makes up for them."""
    hand = "Ad 9d 7d Js Ts 8s Kh Jh 9h Qc Tc 6c"
    thirds = []
    for laid in ("9d 7d", "Qc Tc"):
        view = new(1, Rules(**FREE))
        view["dealt"][0, 0] = card_set(hand.split())
        begin_deal(view[0], 2, 2, NO_CARD, 0)
        view["viewer"], view["moves"] = 0, 2
        view["laid"][0, 0] = card_set(laid.split())
        view["hand"][0, 0] ^= card_set(laid.split())
        thirds.append(_choice(view) // 13)
    assert thirds[0] >= 2  # after two diamonds a heart or a club
    assert thirds[1] == 0  # after two clubs a diamond


# ---- strength ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")
class TestStrength:
    def test_beats_two_random_players_by_far(self, count):
        """19.2 points and a margin of 13.3 over many deals; a thousand in three seats miss that by 0.3 (one sd)."""
        points, margins = _margins(Odds(), Random(trick), count(1000, 10_000), **FREE)
        assert points.mean() > 17.8
        assert margins.mean() > 11.7

    def test_three_alike_succeed_often_and_bid_near_three(self, count):
        games = _deals([Odds()] * 3, count(700, 10_000), 21, **FREE)
        bids = _bids(games)
        assert np.mean(games["tricks"][:, :3] == bids) > 0.48
        assert 2.5 < bids.mean() < 3.2
        laid = [np.bitwise_count(games["laid"][:, :3] & suit).sum() for suit in SUIT_SET]
        assert laid == sorted(laid, reverse=True)

    def test_premiums_are_rare_and_pay_on_the_same_deals(self, count):
        n = count(1500, 10_000)
        _, with_premiums = _margins(Odds(), Random(trick), n, **PREMIUMS)
        _, without = _margins(Odds(declare=9, reveal=9), Random(trick), n, **PREMIUMS)
        assert with_premiums.mean() > without.mean() + 1.0
        stood = _deals([Odds()] * 3, n, 22, **PREMIUMS)["premium"][:, :3]
        assert 0.03 < np.mean(stood > 0) < 0.2


# ---- one truth, compiled or not ----------------------------------------------------------------------------------


def _choices():
    """All choices of a few deals with many premiums."""
    players = [Odds(declare=0.4, reveal=0.6), Thumb(), Odds(declare=0.4, reveal=0.6)]
    return [chosen.tolist() for *_, chosen in _steps(players, _dealt(6, 31, **PREMIUMS))]


def test_plain_decides_as_compiled():
    paths = [str(Path(__file__).parents[i]) for i in range(2)]
    code = f"import sys, json; sys.path[:0] = {paths}; import test_odds; print(json.dumps(test_odds._choices()))"
    other = {**os.environ, "NINETYNINE_PLAIN": "1" if COMPILED else "0"}
    done = subprocess.run([sys.executable, "-c", code], env=other, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == _choices()


def test_numbers_can_be_changed_by_name_only():
    assert len({name for name, _, _ in NUMBERS}) == len(NUMBERS)
    with pytest.raises(TypeError, match="no number of odds"):
        Odds(luck=1.0)
