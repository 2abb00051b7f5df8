"""The frozen estimator: it never changes, and it is as strong as published figures assume."""

import hashlib

import numpy as np
import pytest

from ninetynine_env import bots
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.jit import COMPILED
from ninetynine_env.vector import Vector
from training.bench.estimator import Estimator

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")

DECISIONS = "99826872714c523a"
"""Hash of all decisions in 500 deals; another one is another bot, and every published margin is void."""


def _decisions(n, **options):
    tables = Vector("three", n, match="single_deal", **options)
    tables.deal(np.arange(n))
    digest = hashlib.sha256()
    while (tables.turn >= 0).any():
        actions = Estimator().act(tables.look(), tables.legal(), tables.dice())
        actions = np.where(tables.turn >= 0, actions, -1)
        digest.update(actions.astype("<i8").tobytes())
        tables.step(actions)
    return digest.hexdigest()[:16]


def test_its_decisions_never_change():
    assert _decisions(500) == DECISIONS


def test_every_command_knows_it_by_name():
    assert isinstance(bots.load("estimator"), Estimator)
    with pytest.raises(ValueError, match="'estimator@sample' is no bot"):
        bots.load("estimator@sample")


def test_a_bot_of_another_game_is_refused(monkeypatch):
    monkeypatch.setattr(Estimator, "game", "tally")
    with pytest.raises(ValueError, match="'estimator' plays the tally game, not the trick game"):
        bots.load("estimator")


def test_as_strong_as_published_figures_assume(count):
    """About 15.4 to 16 points against two random, 11.7 among its equals, with bids near three."""
    free = {"premium_bids": False}
    deals = count(1000, 5000)
    against_random = evaluate([Estimator(), "random"], deals=deals, options=free, challenge=True).standings[0]
    assert 15.4 <= against_random.points <= 16.0
    among_equals = evaluate([Estimator()], deals=deals, options=free).standings[0]
    assert 11.4 <= among_equals.points <= 12.0
    assert 2.8 <= float(np.dot(among_equals.habits["bids"], range(10))) <= 3.2


def test_never_announces_a_premium():
    habits = evaluate([Estimator()], deals=200).standings[0].habits
    assert habits["declare"]["announced"] == habits["reveal"]["announced"] == 0
