"""The options of the trick game (Part D of the rule book): allowed, without meaning, or refused."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninetynine_env import options
from ninetynine_env.trick import VARIANTS, Rules, new
from ninetynine_env.trick import rules as module

PART_D = {
    "players": [2, 3, 4],
    "trump_mode": ["successes", "turnup", "stock", "random"],
    "first_deal_trump": ["none", "diamonds"],
    "premium_bids": [True, False],
    "premium_protocol": ["sequential", "sealed"],
    "two_player_declare": ["sequential", "sealed"],
    "two_player_both_fail_live_bonus": [0, 30],
    "nil_or_ten": [False, True],
    "match": ["single_deal", "target", "parlett100", "rubber", "nine_deals", "bga_rounds", "oxford"],
    "target": [200, 500],
    "game_bonus_needs_success": [True, False],
    "tie": ["shared", "extra_deal"],
    "joker": [False, True],
    "max_deals": [1, 200, 10_000],
    "oxford_deals": [20, 16],
    "oxford_stock": ["sixteen_reshuffled", "balanced20"],
    "oxford_points": ["tricks_plus_10", "ten_only"],
}
DEFAULTS = {
    "players": 3, "trump_mode": "successes", "first_deal_trump": "none", "premium_bids": True,
    "premium_protocol": "sequential", "two_player_declare": "sequential", "two_player_both_fail_live_bonus": 0,
    "nil_or_ten": False, "match": "target", "target": 200, "game_bonus_needs_success": True, "tie": "shared",
    "joker": False, "max_deals": 200, "oxford_deals": 20, "oxford_stock": "sixteen_reshuffled",
    "oxford_points": "tricks_plus_10",
}  # fmt: skip
OXFORD = {"trump_mode": "stock", "premium_bids": False}
NEEDS = {
    ("trump_mode", "turnup"): {"joker": True},
    ("trump_mode", "stock"): {**OXFORD, "match": "oxford"},
    ("match", "oxford"): OXFORD,
    ("two_player_declare", "sealed"): {"players": 2},
    ("two_player_both_fail_live_bonus", 30): {"players": 2},
    ("nil_or_ten", True): {"players": 4},
    ("game_bonus_needs_success", False): {"match": "parlett100"},
    ("joker", True): {"trump_mode": "turnup"},
    ("oxford_deals", 16): {**OXFORD, "match": "oxford"},
    ("oxford_stock", "balanced20"): {**OXFORD, "match": "oxford"},
    ("oxford_points", "ten_only"): {**OXFORD, "match": "oxford"},
}
"""What a value needs beside it to have a meaning."""
CASES = [(name, value) for name, values in PART_D.items() for value in values]


def refusal(kind=ValueError, **given):
    """The one sentence with which rules are refused."""
    with pytest.raises(kind) as caught:
        options.replace(Rules, {}, given)
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    return sentence


def test_the_options_and_their_defaults_are_those_of_the_rule_book():
    assert {item.name: item.default for item in fields(Rules)} == DEFAULTS
    for item in fields(Rules):
        assert item.metadata["doc"] and item.metadata["source"]
        listed = item.metadata["values"]
        assert list(listed) == PART_D[item.name] or listed == range(1, 10_001)


@pytest.mark.parametrize(("name", "value"), CASES)
def test_every_value_plays(name, value):
    assert getattr(Rules(**{**NEEDS.get((name, value), {}), name: value}), name) == value


WRONG = {
    "players": [1, 5, 3.0, "3", None, True],
    "trump_mode": ["Successes", "", None, 0],
    "first_deal_trump": ["hearts", "d", None, False],
    "premium_bids": [1, 0, "True", None],
    "premium_protocol": ["open", True],
    "two_player_declare": ["open"],
    "two_player_both_fail_live_bonus": [60, False, 0.0],
    "nil_or_ten": [0, 1],
    "match": ["single", "Target", None],
    "target": [0, 100, 200.0, "200", True],
    "game_bonus_needs_success": [1],
    "tie": ["split", None],
    "joker": [0, "yes"],
    "max_deals": [0, -1, 10_001, 1.0, True, "200", None],
    "oxford_deals": [0, 18, "20"],
    "oxford_stock": ["sixteen"],
    "oxford_points": [10],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_value_is_refused_with_what_is_allowed(name, value):
    sentence = refusal(**{name: value})
    assert sentence.startswith(f"{name}={value!r} is not allowed: {name} is ")
    for allowed in PART_D[name]:
        assert str(allowed) in sentence or name == "max_deals"


def test_every_option_has_a_wrong_value():
    assert set(WRONG) == set(PART_D)


@pytest.mark.parametrize("name", ["player", "Players", "premium", "seed", ""])
def test_an_unknown_option_is_refused_with_the_names_there_are(name):
    sentence = refusal(TypeError, **{name: 3})
    assert sentence == f"{name!r} is no rule option: the options are {', '.join(DEFAULTS)}"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"two_player_declare": "sealed"},
         "two_player_declare='sealed' has a meaning only with players=2 and premium_bids=True"),
        ({"two_player_both_fail_live_bonus": 30},
         "two_player_both_fail_live_bonus=30 has a meaning only with players=2 and premium_bids=True"),
        ({"nil_or_ten": True}, "nil_or_ten=True has a meaning only with players=4"),
        ({"premium_bids": False, "premium_protocol": "sealed"},
         "premium_protocol='sealed' has a meaning only with players=3 or 4 and premium_bids=True"),
        ({"players": 2, "premium_protocol": "sealed"},
         "premium_protocol='sealed' has a meaning only with players=3 or 4 and premium_bids=True"),
        ({"match": "single_deal", "first_deal_trump": "diamonds"},
         "first_deal_trump='diamonds' has a meaning only in a match with trump_mode='successes'"),
        ({"match": "rubber", "target": 500}, "target=500 has a meaning only with match='target'"),
        ({"match": "single_deal", "max_deals": 7}, "max_deals=7 has a meaning only in a match of several deals"),
        ({"game_bonus_needs_success": False},
         "game_bonus_needs_success=False has a meaning only with match='parlett100'"),
        ({"match": "single_deal", "tie": "extra_deal"},
         "tie='extra_deal' has a meaning only with match='target' or 'nine_deals'"),
        ({"oxford_deals": 16}, "oxford_deals=16 has a meaning only with match='oxford'"),
        ({"oxford_stock": "balanced20"}, "oxford_stock='balanced20' has a meaning only with match='oxford'"),
        ({"oxford_points": "ten_only"}, "oxford_points='ten_only' has a meaning only with trump_mode='stock'"),
    ],
)  # fmt: skip
def test_an_option_without_meaning_is_refused(given, sentence):
    assert refusal(**given) == sentence


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"joker": True}, "joker=True is not allowed here: joker=True and trump_mode='turnup' need each other"),
        ({"trump_mode": "turnup"},
         "joker=False is not allowed here: joker=True and trump_mode='turnup' need each other"),
        ({**OXFORD, "match": "oxford", "players": 4},
         "players=4 is not allowed here: Oxford Whist (trump_mode='stock') is for three"),
        ({"trump_mode": "stock", "match": "oxford"}, "premium_bids=True is not allowed here: in Oxford Whist"
         " (trump_mode='stock') bid-cards stay down, so it needs premium_bids=False"),
        (OXFORD, "match='target' is not allowed here: Oxford Whist (trump_mode='stock') is played with match='oxford'"
         " or 'single_deal'"),
        ({"match": "oxford"}, "match='oxford' is not allowed here: match='oxford' needs trump_mode='stock'"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(given, why):
    assert refusal(**given) == why


@pytest.mark.parametrize(
    "given",
    [
        {"premium_bids": False},
        {"match": "single_deal", "premium_protocol": "sealed"},
        {"tie": "extra_deal", "target": 500, "first_deal_trump": "diamonds"},
    ],
)
def test_options_that_go_together(given):
    assert {name: getattr(Rules(**given), name) for name in given} == given


def test_rules_cannot_be_changed():
    with pytest.raises(AttributeError):
        Rules().players = 4


@st.composite
def any_rules(draw):
    """Rules of random values, those without meaning beside the others left at their default."""
    given = {name: draw(st.sampled_from(values)) for name, values in PART_D.items()}
    given["max_deals"] = draw(st.integers(1, 10_000))
    while True:
        try:
            return Rules(**given)
        except ValueError as refused:
            name = str(refused).partition("=")[0]
            given |= {"trump_mode": "successes"} if given[name] == DEFAULTS[name] else {name: DEFAULTS[name]}


@given(any_rules())
def test_rules_ride_in_a_row_and_come_back(rules):
    row = new(2, rules)
    assert options.rules_in(Rules, row["rules"][0]) == options.rules_in(Rules, row["rules"][1]) == rules
    assert row.rules.players.tolist() == [rules.players] * 2


def test_the_numbers_the_kernel_reads():
    sealed = Rules(premium_protocol="sealed", match="parlett100", first_deal_trump="diamonds")
    row = new(1, sealed)["rules"][0]
    assert row["premium_protocol"] == module.SEALED == 1
    assert row["match"] == module.PARLETT_100 == 2
    numbers = [
        module.SINGLE_DEAL, module.TARGET, module.PARLETT_100, module.RUBBER, module.NINE_DEALS, module.BGA_ROUNDS,
        module.OXFORD,
    ]  # fmt: skip
    assert numbers == [options.code(Rules, "match", value) for value in PART_D["match"]]
    assert [module.SUCCESSES, module.TURNUP, module.STOCK] == [0, 1, 2]
    assert row["first_deal_trump"] == module.FIRST_DIAMONDS == 1
    assert new(1, Rules(tie="extra_deal"))["rules"][0]["tie"] == module.EXTRA_DEAL == 1


@pytest.mark.parametrize("name", list(VARIANTS))
def test_a_variant_has_a_sentence_and_options_that_play(name):
    title, fixed, preset = VARIANTS[name]
    assert title.endswith(".")
    assert "\n" not in title
    assert set(fixed) | set(preset) <= set(PART_D)
    assert not set(fixed) & set(preset)
    Rules(**fixed, **preset)
