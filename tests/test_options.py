"""Options on a toy of rules; those of the games stand in their own tests."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetynine_env import options
from ninetynine_env.options import option


@dataclass(frozen=True)
class Toy:
    size: int = option(2, 2, 3, 4, doc="how many", source="T1")
    style: str = option("plain", "plain", "fancy", "odd", doc="how", source="T2")
    loud: bool = option(False, False, True, doc="whether", source="T3")
    length: int = option(5, range(1, 10), doc="how long", source="T4")

    def __post_init__(self):
        options.check(self)


TOYS = st.builds(
    Toy,
    size=st.sampled_from([2, 3, 4]),
    style=st.sampled_from(["plain", "fancy", "odd"]),
    loud=st.booleans(),
    length=st.integers(1, 9),
)


@given(TOYS)
def test_a_row_and_back(toy):
    row = np.array([options.row_of(toy)], options.dtype_of(Toy))
    back = options.rules_in(Toy, row[0])
    assert back == toy
    assert [type(value) for value in vars(back).values()] == [int, str, bool, int]


def test_numbers_stand_for_themselves_and_words_for_their_place():
    assert options.row_of(Toy(size=3, style="fancy", loud=True, length=7)) == (3, 1, 1, 7)
    assert options.code(Toy, "style", "odd") == 2
    assert options.dtype_of(Toy).names == ("size", "style", "loud", "length")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"size": 5}, "size=5 is not allowed: size is 2, 3 or 4"),
        ({"size": 2.0}, "size=2.0 is not allowed: size is 2, 3 or 4"),
        ({"size": "2"}, "size='2' is not allowed: size is 2, 3 or 4"),
        ({"style": "Plain"}, "style='Plain' is not allowed: style is plain, fancy or odd"),
        ({"style": None}, "style=None is not allowed: style is plain, fancy or odd"),
        ({"loud": 1}, "loud=1 is not allowed: loud is False or True"),
        ({"loud": "True"}, "loud='True' is not allowed: loud is False or True"),
        ({"length": 0}, "length=0 is not allowed: length is 1 to 9"),
        ({"length": 10}, "length=10 is not allowed: length is 1 to 9"),
        ({"length": True}, "length=True is not allowed: length is 1 to 9"),
        ({"length": [1]}, "length=[1] is not allowed: length is 1 to 9"),
    ],
)
def test_a_wrong_value_is_refused_in_one_sentence(given, sentence):
    with pytest.raises(ValueError) as refusal:
        Toy(**given)
    assert str(refusal.value) == sentence


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(TypeError) as refusal:
        options.replace(Toy, {}, {"sise": 3})
    assert str(refusal.value) == "'sise' is no rule option: the options are size, style, loud, length"


def test_given_options_go_over_the_base():
    assert options.replace(Toy, {"size": 3, "loud": True}, {"loud": False}) == Toy(size=3)
