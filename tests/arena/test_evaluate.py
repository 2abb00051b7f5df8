"""Evaluations: every seating, honest margins and intervals, the same figures for every batch and number of jobs."""

import numpy as np
import pytest

from ninetynine_env.arena.evaluate import FROZEN, evaluate, frozen_seeds
from ninetynine_env.arena.play import seatings_of
from ninetynine_env.arena.statistics import Interval, interval
from ninetynine_env.table import Table

FREE = {"premium_bids": False}


def test_two_bots_sit_one_against_two_and_two_against_one_in_every_seat():
    assert seatings_of(2, 3) == [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    assert sorted(seatings_of(3, 3)) == sorted(
        map(tuple, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    )
    assert seatings_of(1, 3) == [(0, 0, 0)]


def test_margins_are_those_of_the_games_played_one_by_one():
    evaluation = evaluate(["thumb", "random"], deals=5, options=FREE)
    margins = []
    for number, seating in enumerate(evaluation.seatings):
        table = Table("three", [evaluation.names[bot] for bot in seating], {**FREE, "match": "single_deal"})
        for k, seed in enumerate(evaluation.seeds):
            scores = table.play(int(seed), salt=number)["deals"][0]["scores"]
            assert evaluation.points[number, k].tolist() == scores
            if seating.count(0) == 1:
                own = scores[seating.index(0)]
                margins.append(own - (sum(scores) - own) / 2)
    alone = evaluation.standing(0, (0, 1, 1))
    assert alone.margin.mean == pytest.approx(np.mean(margins))
    assert alone.deals == 15


@pytest.mark.parametrize("how", [{"batch": 7}, {"batch": 1}, {"jobs": 2}])
def test_neither_batches_nor_processes_change_the_figures(how):
    given = {"bots": ["odds", "random", "thumb"], "deals": 10, "options": {"premium_protocol": "sealed"}}
    assert evaluate(**given, **how).to_json() == evaluate(**given).to_json()


def test_a_bot_against_itself_has_no_margin():
    standing = evaluate(["thumb"], deals=20).standings[0]
    assert standing.margin == Interval(0.0, 0.0)
    assert standing.wins.mean == pytest.approx(1 / 3)


def test_two_of_a_name_are_told_apart_and_no_winner_is_named():
    evaluation = evaluate(["random", "random"], deals=30)
    assert evaluation.names == ("random #1", "random #2")
    assert "no difference shown" in evaluation.differences[0].verdict


def test_the_better_one_is_named():
    difference = evaluate(["random", "odds"], deals=60, options=FREE).differences[0]
    assert difference.verdict.startswith("odds is better than random by ")
    assert difference.to_json()["better"] == "odds"


def test_the_interval_is_that_of_the_deals():
    values = np.array([1.0, 2.0, 4.0, 9.0])
    assert interval(values).mean == 4
    assert interval(values).half == pytest.approx(1.96 * np.std(values, ddof=1) / 2)
    assert interval(values[:1]).half == float("inf")
    assert str(Interval(1.234, 0.4)) == "+1.23 ± 0.40"
    assert [Interval(m, 1.0).sign for m in (2, 0.5, -2)] == [1, 0, -1]


def test_the_interval_covers_as_often_as_it_says(count):
    """Of the intervals of thumb against random on other deals, about 95 in 100 hold the margin of many deals."""
    runs, deals = count(60, 400), 40
    seeds = np.random.default_rng(1).integers(2**62, size=runs * deals)
    margins = evaluate(["thumb", "random"], options=FREE, seeds=seeds, challenge=True).margin(0)
    parts = [interval(part) for part in np.split(margins, runs)]
    covered = np.mean([part.low <= margins.mean() <= part.high for part in parts])
    assert covered > 0.85


def test_frozen_seeds_are_distinct_and_out_of_trainings_reach():
    seeds = frozen_seeds()
    assert len(np.unique(seeds)) == len(seeds) == FROZEN
    assert seeds.min() >= 2**62


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"bots": []}, "0 bots cannot be evaluated"),
        ({"bots": ["random"] * 4}, "4 bots cannot be evaluated at 3 seats"),
        ({"bots": ["clever"]}, "is no bot"),
        ({"bots": ["random"], "deals": 0}, "0 deals are not to be had"),
        ({"bots": ["random"], "deals": 20_000}, "1 to 10,000"),
        ({"bots": ["random"], "variant": "five"}, "'five'"),
        ({"bots": ["random"], "options": {"tie": "maybe"}}, "tie='maybe' is not allowed"),
    ],
)
def test_mistakes_are_one_sentence(given, told):
    with pytest.raises(ValueError, match=told):
        evaluate(**given)
