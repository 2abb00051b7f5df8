"""Observation layouts on a toy; that of the game is tested with its observation."""

import numpy as np
import pytest

from ninetynine_env.layout import HIGHEST, Layout, bits, number

FIELDS = (
    bits("hand", 1, 5, "five cards", lambda r: np.arange(5) < r),
    bits("void", 3, 2, "per seat", lambda r: np.arange(3)[:, None] < r),
    number("score", 3, 0.5, "points", lambda r: r > 2),
    number("deals", 1, 0.1, "deals", lambda r: True),
)
TOY = Layout("toy-1", FIELDS)


def test_words_and_columns():
    assert TOY.words == 1 + 3 + 3 + 1
    assert TOY.columns == 5 + 6 + 3 + 1
    assert TOY.packed.names == TOY.flat.names == ("hand", "void", "score", "deals")
    assert TOY.widths.tolist() == [5, 2, 2, 2, 1, 1, 1, 1]
    assert TOY.scales.tolist() == pytest.approx([0, 0, 0, 0, 0.5, 0.5, 0.5, 0.1])


def test_high_is_one_for_a_bit_and_far_off_for_a_number():
    assert TOY.high.tolist() == [1.0] * 11 + [HIGHEST] * 4
    assert TOY.high.dtype == np.float32


def test_live_is_the_union_over_the_rules():
    hand, void, score, deals = [1, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0], [0, 0, 0], [1]
    assert TOY.live([2]).tolist() == hand + void + score + deals
    assert TOY.live([1, 3]).tolist() == [1, 1, 1, 0, 0] + [1] * 6 + [1] * 3 + [1]


@pytest.mark.parametrize("fact", [{"name": "hands"}, {"rows": 2}, {"width": 6}, {"scale": 1.0}])
def test_the_hash_follows_every_fact(fact):
    other = Layout("toy-1", (FIELDS[0]._replace(**fact), *FIELDS[1:]))
    assert other.hash != TOY.hash


def test_the_hash_follows_the_encoding_and_the_order_but_not_the_words():
    assert Layout("toy-2", FIELDS).hash != TOY.hash
    assert Layout("toy-1", FIELDS[::-1]).hash != TOY.hash
    assert Layout("toy-1", (FIELDS[0]._replace(doc="other words"), *FIELDS[1:])).hash == TOY.hash
