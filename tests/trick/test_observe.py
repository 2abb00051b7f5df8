"""The observation against a slow reading: from the hand dealt to a seat and what was said and played, in plain sets."""

import kernels
import numpy as np
import pytest
from kernels import SETTINGS
from slow_reading import Table, reading

from ninetynine_env import trick
from ninetynine_env.cards import subseed
from ninetynine_env.jit import COMPILED
from ninetynine_env.trick import Rules, dealing, kernel, new, row, scoring
from ninetynine_env.trick.layout import LAYOUT
from ninetynine_env.trick.rewards import reward

HASH = "3a55c9a85cbcb6c8"


def test_the_encoding_is_pinned():
    """Another hash is another encoding: `trick-2`, a line in the changelog, and the new hash here."""
    assert (LAYOUT.encoding, LAYOUT.hash) == ("trick-1", HASH)


def read_words(packed):
    """The packed observation as rows of sets and numbers."""
    words = {}
    for field in LAYOUT.fields:
        rows = np.atleast_1d(packed[0][field.name]).tolist()
        words[field.name] = [{bit for bit in range(64) if row >> bit & 1} for row in rows] if not field.scale else rows
    return words


# ---- played through ----------------------------------------------------------------------------------------------


def through(rules, seed, deals):
    """Every position of some deals of an episode, (row, story of the deal), random but for longer auctions."""
    games = new(1, rules)
    g = games[0]
    dealing.start(g, seed)
    for deal in range(deals):
        story = []
        yield games, story
        while g.phase < row.COUNT:
            action = int(kernels.random_action(g, subseed(seed, 50 + deal)))
            story.append((int(g.turn), action))
            kernel.apply(g, action)
            yield games, story
        scoring.settle(g)
        if g.phase != row.NEXT:
            return
        dealing.deal_on(g)


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_every_field_says_what_a_slow_reading_says(setting, count):
    rules = Rules(**SETTINGS[setting])
    for seed in range(count(6, 60)):
        for games, story in through(rules, seed, 2):
            g = games[0]
            table = Table(rules, g, story)
            for me in range(rules.players):
                slow = reading(table, me, g)
                fast = read_words(kernels.observed(kernels.view_of(games, me)))
                assert set(slow) == set(fast)
                wrong = {name: (slow[name], fast[name]) for name in slow if slow[name] != fast[name]}
                assert wrong == {}, (setting, seed, me, story)


@pytest.mark.skipif(not COMPILED, reason="hundreds of deals want compiled kernels")
def test_every_field_of_this_form_is_seen_other_than_zero():
    """The reading above is no comparison of zeros: each live field of each setting comes up."""
    seen = set()
    for given in SETTINGS.values():
        for seed in range(3):
            for games, _ in through(Rules(**given), seed, 12 if "match" in given else 2):
                packed = kernels.observed(kernels.view_of(games, seed % games[0].rules.players))[0]
                seen |= {name for name in LAYOUT.packed.names if np.any(packed[name])}
    live = {f.name for f in LAYOUT.fields if any(np.any(f.live(Rules(**given))) for given in SETTINGS.values())}
    assert live == seen


# ---- seats are relative --------------------------------------------------------------------------------------------


def rotated(rules, games, by):
    """The deal of a row with everybody moved `by` seats to the left, nothing laid yet."""
    g, n = games[0], rules.players
    hands = [int(g.dealt[(seat - by) % n]) for seat in range(n)] + ([int(g.dealt[2])] if n == 2 else [])
    other = kernels.dealt(rules, hands, (int(g.dealer) + by) % n, int(g.trump))
    dealing.begin_deal(other[0], other[0].dealer, g.trump, g.turnup, g.laid[2] if n == 2 else 0)
    other[0].deals, other[0].stock, other[0].games = g.deals, g.stock, g.games
    return other


@pytest.mark.parametrize("setting", ["single", "single_sealed", "no_premiums", "four", "two", "classic_four", "oxford"])
@pytest.mark.parametrize("by", [1, 2])
def test_moving_everybody_round_changes_nothing_for_anybody(setting, by, count):
    rules = Rules(**SETTINGS[setting])
    for seed in range(count(12, 200)):
        one = new(1, rules)
        dealing.start(one[0], seed)
        other = rotated(rules, one, by)
        while one[0].phase < row.COUNT:
            for me in range(rules.players):
                here, there = kernels.view_of(one, me), kernels.view_of(other, (me + by) % rules.players)
                assert kernels.observed(here).tobytes() == kernels.observed(there).tobytes()
            assert kernel.legal(one[0]) == kernel.legal(other[0])
            action = kernels.random_action(one[0], seed)
            kernel.apply(one[0], action)
            kernel.apply(other[0], action)
        scoring.settle(one[0])
        scoring.settle(other[0])
        for kind in range(3):
            seats = range(rules.players)
            give = [reward(one[0], kind, seat) for seat in seats]
            assert give == [reward(other[0], kind, (seat + by) % rules.players) for seat in seats]


# ---- the flat input --------------------------------------------------------------------------------------------


def test_flat_is_the_fields_in_order():
    for setting in ("plain", "sealed"):
        games = kernels.positions(Rules(**SETTINGS[setting]), 5, 20)
        for i in range(20):
            packed = kernels.observed(kernels.view_of(games[i : i + 1], i % 3))
            columns = kernels.flat(packed).view(LAYOUT.flat)[0]
            for field in LAYOUT.fields:
                rows = np.atleast_1d(packed[0][field.name]).reshape(field.rows, 1)
                want = rows * field.scale if field.scale else rows >> np.arange(field.width) & 1
                assert np.array_equal(columns[field.name], want.astype(np.float32)), field.name


def test_no_bit_beyond_its_width():
    for given in SETTINGS.values():
        for games, _ in through(Rules(**given), 3, 1):
            packed = kernels.observed(kernels.view_of(games, 0))
            words = np.frombuffer(packed.tobytes(), np.int64)
            bits = LAYOUT.scales == 0
            assert (words[bits] >> LAYOUT.widths[bits] == 0).all()


@pytest.mark.parametrize("setting", list(SETTINGS))
def test_dead_columns_stay_zero_while_decisions_are_made(setting, count):
    """Whatever comes up, no column outside the live ones of the rules is other than zero."""
    rules = Rules(**SETTINGS[setting])
    dead = ~LAYOUT.live([rules])
    assert dead.any()
    for seed in range(count(10, 200)):
        for games, _ in through(rules, 900 + seed, 2):
            for me in range(rules.players if games[0].phase < row.COUNT else 0):
                columns = kernels.flat(kernels.observed(kernels.view_of(games, me)))
                raised = np.flatnonzero(columns * dead)
                assert raised.size == 0, [field_at(column) for column in raised]


def field_at(column):
    """The name of the field a column belongs to."""
    names = [field.name for field in LAYOUT.fields for _ in range(field.rows * field.width)]
    return names[column]


def test_live_columns_of_several_rules_are_their_union():
    one, two = Rules(premium_bids=False), Rules(match="single_deal")
    assert (LAYOUT.live([one, two]) == (LAYOUT.live([one]) | LAYOUT.live([two]))).all()
    assert LAYOUT.live([one]).sum() < LAYOUT.live([Rules()]).sum()


# ---- many at once ------------------------------------------------------------------------------------------------


def test_a_batch_observes_what_its_rows_observe():
    games = kernels.positions(Rules(), 6, 60)
    games = games[games.turn >= 0]
    views = games.copy()
    trick.views_all(games, views)
    out = np.zeros(len(games), LAYOUT.packed).view(np.recarray)
    trick.observe_all(views, out)
    flats = np.zeros((len(games), LAYOUT.columns), np.float32)
    trick.expand_all(out.view(np.int64).reshape(len(games), -1), flats)
    for i in range(len(games)):
        view = kernels.view_of(games[i : i + 1], games.turn[i])
        assert view.tobytes() == views[i : i + 1].tobytes()
        packed = kernels.observed(view)
        assert packed.tobytes() == out[i : i + 1].tobytes()
        assert np.array_equal(kernels.flat(packed), flats[i])
    again = np.zeros_like(out)
    trick.see_all(games, views[:1].copy(), again)
    assert again.tobytes() == out.tobytes()


def test_masks_are_the_legal_sets():
    games = kernels.positions(Rules(premium_protocol="sealed"), 6, 60)
    legal, masks = np.zeros(60, np.int64), np.ones((60, row.ACTIONS), np.int8)
    trick.legal_all(games, legal)
    trick.masks_all(legal, masks)
    assert masks.dtype == np.int8
    assert [sum(1 << int(a) for a in np.flatnonzero(mask)) for mask in masks] == legal.tolist()
