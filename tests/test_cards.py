"""Cards, sets of cards and chance."""

import hashlib
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetynine_env import cards

CARD = st.integers(0, 51)
SETS = st.integers(0, (1 << 53) - 1)
SOME = st.integers(1, (1 << 53) - 1)
SEED = st.integers(0, (1 << 63) - 1)


def members(some):
    return [card for card in range(64) if some >> card & 1]


# ---- names -----------------------------------------------------------------------------------------------------


def test_names_and_numbers_round_trip():
    assert [cards.parse_card(name) for name in cards.CARD_NAMES] == list(range(53))
    assert [cards.card_name(card) for card in range(53)] == list(cards.CARD_NAMES)
    assert len(set(cards.CARD_NAMES)) == 53


def test_a_few_names_by_hand():
    assert [cards.parse_card(name) for name in ("2d", "Ad", "2s", "Td", "Ac", "Jo")] == [0, 12, 13, 8, 51, 52]


@pytest.mark.parametrize("name", ["", "T", "10d", "td", "TD", "Tx", "1d", "jo", "Td ", None, 8, ["Td"]])
def test_a_wrong_name_is_refused_in_one_sentence(name):
    with pytest.raises(ValueError, match="is no card: a card is a rank of 23456789TJQKA and a suit of dshc"):
        cards.parse_card(name)


@given(SETS)
def test_sets_and_names_round_trip(some):
    assert cards.card_set(cards.card_names(some)) == some
    assert cards.cards_in(some) == members(some)


def test_a_name_twice_is_refused():
    with pytest.raises(ValueError, match="Td stands twice"):
        cards.card_set(["Td", "Ac", "Td"])


# ---- sets ------------------------------------------------------------------------------------------------------


@given(SOME)
def test_sets_agree_with_lists(some):
    inside = members(some)
    assert cards.size(some) == len(inside)
    assert cards.lowest(some) == inside[0]
    assert cards.lowest(0) == cards.NO_CARD
    assert cards.highest(some) == inside[-1]
    assert [cards.nth(some, n) for n in range(len(inside))] == inside
    assert [card for card in range(53) if cards.has(some, card)] == inside


def test_the_empty_set_has_size_nothing():
    assert cards.size(0) == 0
    assert cards.cards_in(0) == []


@given(CARD)
def test_above_and_below_are_the_rest_of_the_suit(card):
    suit = [other for other in range(52) if other // 13 == card // 13]
    assert members(cards.above(card)) == [other for other in suit if other > card]
    assert members(cards.below(card)) == [other for other in suit if other < card]
    assert cards.only(card) == 1 << card
    assert (cards.suit_of(card), cards.rank_of(card)) == divmod(card, 13)


def test_a1_1_packs():
    assert len(members(cards.PACK_36)) == 36
    assert {card % 13 for card in members(cards.PACK_36)} == set(range(4, 13))
    assert members(cards.PACK_52) == list(range(52))
    assert [members(suit) for suit in cards.SUIT_SET] == [list(range(13 * s, 13 * s + 13)) for s in range(4)]


# ---- chance ----------------------------------------------------------------------------------------------------

GOLDEN = [
    ("mix", (0,), 0),
    ("mix", (1,), 2261973619),
    ("mix", (4294967295,), 2578835075),
    ("mix", (3735928559,), 707447538),
    ("chance", (0, 0), 0),
    ("chance", (0, 1), 213975543),
    ("chance", (1, 0), 2261973619),
    ("chance", (9223372036854775807, 2147483647), 3761201001),
    ("chance", (123456789012345678, 77), 1968609598),
    ("roll", (5, 0, 6), 3),
    ("roll", (5, 1, 6), 1),
    ("roll", (9223372036854775807, 3, 2147483647), 372538439),
    ("roll", (42, 100, 3), 1),
    ("subseed", (0, 0), 106987771),
    ("subseed", (0, 1), 3308433487966754215),
    ("subseed", (99, 2), 8733743022046409217),
    ("subseed", (9223372036854775807, 1073741823), 9002988657515671476),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "number"), GOLDEN)
def test_chance_is_the_same_on_every_machine(name, given, number):
    assert int(getattr(cards, name)(*given)) == number


def test_a_stretch_of_chance_is_the_same_on_every_machine():
    numbers = [int(cards.chance(seed * 0x1234567890ABC, k)) for seed in range(40) for k in range(50)]
    assert hashlib.sha256(np.array(numbers, "<u4").tobytes()).hexdigest()[:16] == "78fd3591a2a6ef5a"


@given(st.integers(0, (1 << 32) - 1))
def test_mix_can_be_undone(x):
    y = int(cards.mix(x))
    assert 0 <= y < 1 << 32
    y ^= y >> 15 ^ y >> 30
    y = y * pow(0x735A2D97, -1, 1 << 32) & 0xFFFFFFFF
    y ^= y >> 15 ^ y >> 30
    y = y * pow(0x21F0AAAD, -1, 1 << 32) & 0xFFFFFFFF
    assert y ^ y >> 16 == x


@given(SEED, st.integers(0, (1 << 31) - 1), st.integers(1, (1 << 31) - 1))
def test_a_roll_stays_on_its_sides(seed, k, sides):
    assert 0 <= cards.roll(seed, k, sides) < sides


@given(SEED, st.integers(0, (1 << 30) - 1))
def test_a_subseed_is_a_seed(seed, k):
    assert 0 <= cards.subseed(seed, k) < 1 << 63


def test_rolls_are_even():
    """Each of 12 sides 1/12, for draws of one seed and for first draws of many: five standard errors."""
    for draws in ([cards.roll(4711, k, 12) for k in range(12_000)], [cards.roll(s, 0, 12) for s in range(12_000)]):
        counts = np.bincount(draws, minlength=12)
        assert abs(counts - 1000).max() < 5 * math.sqrt(1000 * 11 / 12)


def test_draws_and_seeds_do_not_repeat():
    numbers = {int(cards.subseed(seed, k)) for seed in range(100) for k in range(100)}
    assert len(numbers) == 10_000
