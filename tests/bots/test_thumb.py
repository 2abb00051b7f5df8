"""The rule-of-thumb player of the trick game: single decisions, and how strong it is.

That it is legal, repeatable, blind to hidden cards and the same uncompiled is tested beside `odds`.
"""

import numpy as np
import pytest
from test_odds import FREE, PREMIUMS, _bids, _deals, _first_bid, _last_to_play, _margins
from test_odds import _choice as choice

from ninetynine_env import trick
from ninetynine_env.bots.random import Random
from ninetynine_env.bots.thumb_trick import Thumb
from ninetynine_env.cards import SUIT_SET, has, parse_card
from ninetynine_env.jit import COMPILED
from ninetynine_env.trick.row import DECLARE, PASS


class Quiet:
    """Plays as another does and never announces a premium."""

    name = "quiet"

    def __init__(self, player):
        self.player = player

    def act(self, views, legal, rng):
        return np.where(has(legal, PASS), PASS, self.player.act(views, legal, rng))


def _choice(view):
    return choice(view, Thumb())


def test_last_to_play_takes_the_trick_it_needs_and_ducks_the_one_it_does_not():
    assert _choice(_last_to_play("Qd 7d", "6d 8d Ah", "Td", "9d", [1, 5, 1, 0])) == parse_card("Qd")
    assert _choice(_last_to_play("Qd 7d", "6d 8d Ah", "Td", "9d", [2, 4, 1, 0])) == parse_card("7d")


def test_throws_off_the_dangerous_card_when_it_wants_no_trick():
    assert _choice(_last_to_play("Ad 6d", "7d 8d Kc", "Qh", "Jh", [3, 3, 1, 0])) == parse_card("Ad")


def test_takes_what_there_is_when_the_bid_is_lost():
    assert _choice(_last_to_play("Qd 7d", "6d 7h 8d", "Td", "9d", [3, 3, 1, 0])) == parse_card("Qd")


def test_bids_high_on_high_cards_and_low_on_low_ones():
    strong = _first_bid("Ad Kd Qd As Ks Qs Ac Kc Qc Jc Ah Kh", 4, Thumb())
    weak = _first_bid("6d 7d 8d 6s 7s 8s 6h 7h 8h 6c 7c 8c", 4, Thumb())
    bid = [sum(s * int(cards & SUIT_SET[s]).bit_count() for s in range(4)) for cards in (strong, weak)]
    assert bid[0] >= 6
    assert bid[1] <= 1


@pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")
class TestStrength:
    def test_beats_two_random_players(self, count):
        """The yardstick of a simple estimator is 15.5 points and a margin of 9.7."""
        points, margins = _margins(Thumb(), Random(trick), count(2000, 10_000), **FREE)
        assert points.mean() > 15.5
        assert margins.mean() > 9.7

    def test_three_alike_bid_near_three(self, count):
        bids = _bids(_deals([Thumb()] * 3, count(500, 5000), 21, **FREE))
        assert 1.8 < bids.mean() < 3.2

    @pytest.mark.parametrize("others", [Random(trick), Quiet(Thumb()), Thumb()])
    def test_premiums_gain_on_the_others(self, others, count):
        """On the same deals it is further ahead than without them (not of `odds`, who hunts a declared bid more).

        It declares seldom: whoever sees a bid plays against it.
        """
        n = count(3000, 8000)
        _, announcing = _margins(Thumb(), others, n, **PREMIUMS)
        _, quiet = _margins(Quiet(Thumb()), others, n, **PREMIUMS)
        assert (announcing - quiet).mean() > 0
        games = _deals([Thumb()] * 3, n, 22, **PREMIUMS)
        assert 0.01 < np.mean(games["premium"][:, :3] == DECLARE - PASS) < 0.35
