"""Evaluations: every seating, honest margins and intervals, the same figures for every batch and number of jobs."""

import os

import numpy as np
import pytest

from ninetynine_env.arena.evaluate import FROZEN, PILOT, evaluate, frozen_seeds
from ninetynine_env.arena.play import CrewError, seatings_of
from ninetynine_env.arena.statistics import Interval, interval
from ninetynine_env.bots import load
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
    assert interval(values).half == pytest.approx(3.182 * np.std(values, ddof=1) / 2, rel=0.01)
    assert interval(values[:1]).half == float("inf")
    assert str(Interval(1.234, 0.4)) == "+1.23 ± 0.40"
    assert [Interval(m, 1.0).sign for m in (2, 0.5, -2)] == [1, 0, -1]


def test_until_plays_as_many_deals_as_it_takes():
    evaluation = evaluate(["thumb", "random"], deals=2000, options=FREE, until=1.0, challenge=True)
    assert PILOT < len(evaluation.seeds) < 2000
    assert evaluation.standings[0].margin.half <= 1.0
    assert evaluation.reached
    whole = evaluate(["thumb", "random"], deals=len(evaluation.seeds), options=FREE, challenge=True)
    np.testing.assert_array_equal(whole.points, evaluation.points)
    assert whole.standings[0].margin.mean == evaluation.standings[0].margin.mean


def test_until_gives_the_same_for_any_number_of_processes():
    given = {"bots": ["thumb", "random"], "deals": 400, "options": FREE, "until": 1.5, "challenge": True}
    assert evaluate(**given, jobs=2).to_json() == evaluate(**given).to_json()


def test_until_that_is_not_reached_says_so():
    evaluation = evaluate(["thumb", "random"], deals=250, options=FREE, until=0.1, challenge=True)
    assert len(evaluation.seeds) == 250
    assert not evaluation.reached
    assert evaluation.to_json()["reached"] is False


class Tired:
    """Plays as thumb does, until somebody presses Ctrl-C."""

    name = "tired"

    def __init__(self, after):
        self._calls, self._thumb = after, load("thumb")

    def act(self, views, legal, rng):
        self._calls -= 1
        if self._calls == 0:
            raise KeyboardInterrupt
        return self._thumb.act(views, legal, rng)


def test_ctrl_c_ends_with_the_deals_so_far():
    evaluation = evaluate([Tired(300), "random"], deals=100, options=FREE, batch=64)
    n = len(evaluation.seeds)
    assert 0 < n < 100
    assert evaluation.missing == 100 - n
    whole = evaluate(["thumb", "random"], deals=100, options=FREE)
    np.testing.assert_array_equal(whole.points[:, :n], evaluation.points)
    with pytest.raises(KeyboardInterrupt):
        evaluate([Tired(2), "random"], deals=100, options=FREE)


class Dying:
    """Takes its process along."""

    name = "dying"

    def act(self, views, legal, rng):
        os._exit(1)


def test_a_process_that_dies_leaves_a_sentence_and_no_figures():
    with pytest.raises(CrewError, match="a process that played the games died"):
        evaluate([Dying(), "random"], deals=20, options=FREE, jobs=2)


def test_bots_that_cannot_be_told_to_other_processes_are_refused():
    bot = Tired(9)
    bot.act = lambda views, legal, rng: legal
    with pytest.raises(ValueError, match="cannot play in several processes"):
        evaluate([bot, "random"], deals=20, options=FREE, jobs=2)


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
        ({"bots": ["random"], "until": 0}, "until=0 is not allowed"),
        ({"bots": ["random"], "deals": 20_000}, "1 to 10,000"),
        ({"bots": ["random"], "variant": "five"}, "'five'"),
        ({"bots": ["random"], "options": {"tie": "maybe"}}, "tie='maybe' is not allowed"),
    ],
)
def test_mistakes_are_one_sentence(given, told):
    with pytest.raises(ValueError, match=told):
        evaluate(**given)
