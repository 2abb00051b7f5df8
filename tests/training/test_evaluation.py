from training import evaluation
from training.config import parse

TWICE = """
name = "small"
decisions = 100
rules = [{ premium_bids = false }, { premium_bids = true }, { premium_bids = false }]
[evaluation]
against = ["random", "estimator"]
"""


def test_rules_that_have_more_tables_than_others_are_judged_once():
    off, on = {"premium_bids": False}, {"premium_bids": True}
    expected = [(off, "random"), (off, "estimator"), (on, "random"), (on, "estimator")]
    assert list(evaluation.matches(parse(TWICE))) == expected
