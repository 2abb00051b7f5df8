"""Intervals: as wide as they must be, and right as often as they say, however the number of deals was chosen."""

import numpy as np
import pytest

from ninetynine_env.arena.evaluate import PILOT, evaluate
from ninetynine_env.arena.statistics import interval, needed, student_95

RUNS = 2000


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.5706), (10, 2.2281), (30, 2.0423), (199, 1.97196)])
def test_students_quantile(freedom, quantile):
    assert student_95(freedom) == pytest.approx(quantile, abs=1e-3)


def test_so_many_values_as_an_interval_takes():
    values = np.random.default_rng(0).normal(3, 5, 10_000)
    n = needed(values[:PILOT], 0.4)
    half = interval(values[:n], PILOT).half
    assert 0.399 < half <= 0.4
    assert needed(values[:1], 0.4) == 2


@pytest.fixture(scope="module")
def recentred():
    """Margins of a bot and its gaps to another that plays worse, both with dice, over many deals, each with mean 0."""
    evaluation = evaluate(["three@sample", "random"], deals=3000, options={"premium_bids": False})
    kinds = [evaluation.margin(0, (0, 1, 1)), evaluation.margin(1, (0, 0, 1)), evaluation.gap(0, 1)]
    return [values - values.mean() for values in kinds]


@pytest.mark.parametrize("deals", [60, 300])
def test_an_interval_covers_as_often_as_it_says(recentred, deals):
    """2,000 evaluations of a given size, their deals drawn from those recorded: the truth is 0."""
    rng = np.random.default_rng(deals)
    for values in recentred:
        covered = [interval(rng.choice(values, deals)).sign == 0 for _ in range(RUNS)]
        assert 0.935 <= np.mean(covered) <= 0.965


def test_an_interval_that_stops_early_covers_as_often_too(recentred):
    """The same, each as long as it takes until the interval is narrow: some lucky ones shorter, and yet."""
    rng = np.random.default_rng(7)
    for values in recentred:
        half = 2.0 * np.std(values) / 450**0.5
        covered, sizes = 0, []
        for _ in range(RUNS):
            pilot = rng.choice(values, PILOT)
            n = max(PILOT, needed(pilot, half))
            told = interval(np.concatenate([pilot, rng.choice(values, n - PILOT)]), PILOT)
            covered += told.sign == 0
            sizes.append(n)
            assert told.half <= half
        assert covered / RUNS >= 0.94
        assert np.std(sizes) > 20
