"""The shipped opponents: whole, small, honest about themselves, strong, and sane in their habits."""

import functools
from pathlib import Path

import numpy as np
import pytest

from ninetynine_env import bots
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.bots.policy import read_card
from ninetynine_env.jit import COMPILED
from ninetynine_env.variants import GAMES
from training.evaluation import margin_text

MODELS = bots.shipped()
README = Path(__file__).parents[1] / "README.md"
LARGEST = 3_000_000
MATCHES = {("estimator", False): 8.0, ("thumb", True): 5.0}
"""The margins that `three` must not fall below: (two of these, with premium bids) -> points a deal."""


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_whole_and_says_what_it_is(name):
    card = read_card(MODELS[name])
    assert MODELS[name].stat().st_size <= LARGEST
    assert card["name"] == name
    game = next(game for game in GAMES if card["game"] == game.NAME)
    assert (card["encoding"], card["layout"]) == (game.LAYOUT.encoding, game.LAYOUT.hash)
    assert bots.load(name).name == name
    assert card["results"] and card["commit"]
    assert all(len(curve) > 10 for curve in card["log"].values()) and len(card["log"]) >= len(card["results"])


def test_three_is_shipped():
    assert "three" in MODELS


def test_the_readme_tells_what_the_card_says():
    lines = README.read_text().splitlines()
    for result in read_card(MODELS["three"])["results"]:
        premiums, exact = "on" if result["rules"]["premium_bids"] else "off", f"{100 * result['exact']:.0f} %"
        cells = [f"`{result['against'][0]}`", premiums, f"{result['points']:.2f}", margin_text(result), exact]
        assert f"| {' | '.join(cells)} |" in lines


@functools.cache
def standing(deals, against, premiums):
    """How `three` does alone among two of a kind, on frozen deals."""
    options = {"premium_bids": premiums}
    return evaluate(["three", against], "three", deals, options, challenge=True).standings[0]


@pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")
@pytest.mark.parametrize(("against", "premiums"), MATCHES)
def test_three_is_as_strong_as_promised(against, premiums, count):
    """2,000 deals in each seat at full counts; with fewer it must not be shown to be weaker."""
    deals, promised = count(300, 2_000), MATCHES[against, premiums]
    margin = standing(deals, against, premiums).margin
    assert (margin.mean if deals >= 2_000 else margin.high) >= promised
    told = next(
        result
        for result in read_card(MODELS["three"])["results"]
        if result["against"][0] == against and result["rules"]["premium_bids"] == premiums
    )
    if deals == told["deals"]:
        assert margin.mean == pytest.approx(told["margin"], abs=0.1), "its card tells what comes out"


@pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")
def test_three_has_sane_habits(count):
    """A10: bids near three on average and zero among them, clubs laid aside least, diamonds and spades most."""
    habits = standing(count(300, 2_000), "estimator", False).habits
    assert 2.0 < float(np.dot(habits["bids"], range(10))) < 3.6
    assert habits["bids"][0] > 0.02
    laid = habits["laid"]
    assert min(laid, key=laid.get) == "c"
    assert min(laid["d"], laid["s"]) > max(laid["h"], laid["c"])
    assert habits["exact"] > 0.45


@pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")
def test_the_premiums_of_three_pay(count):
    """It announces only what it mostly wins, and not in every deal.

    Kept, a premium brings 30 or 60 points; failed, it brings as much to each of the others: from a half on it gains.
    """
    habits = standing(count(300, 2_000), "thumb", True).habits
    kinds = [habits[kind] for kind in ("declare", "reveal") if habits[kind]["stood"]]
    stood, won = sum(kind["stood"] for kind in kinds), sum(kind["stood"] * kind["exact"] for kind in kinds)
    assert 0 < stood < 0.6
    assert won / stood > 0.65
