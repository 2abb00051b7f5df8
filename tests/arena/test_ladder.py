"""Ladders: who sits where, ratings that are right where the truth is known, cross tables, pages."""

import json
from html.parser import HTMLParser

import numpy as np
import pytest

from ninetynine_env.__main__ import main
from ninetynine_env.arena.evaluate import evaluate, frozen_seeds
from ninetynine_env.arena.ladder import SCALE, Ladder, _fit, draw_tables, field_of, ladder
from ninetynine_env.arena.play import Games
from ninetynine_env.variants import VARIANTS, variant

pytest.importorskip("choix")


@pytest.mark.parametrize(("bots", "seats"), [(2, 3), (3, 3), (4, 3), (7, 3), (7, 4), (5, 2), (2, 6), (9, 6)])
def test_every_deal_seats_every_bot_in_every_seat(bots, seats):
    drawn = draw_tables(bots, seats, frozen_seeds(50))
    assert drawn.shape == (50, -(-bots // seats) * seats, seats)
    for games in drawn:
        for seat in range(seats):
            assert set(games[:, seat]) == set(range(bots)), "rotations bring everybody to every seat"
        if bots >= seats:
            assert all(len(set(game)) == seats for game in games)
    assert len({tuple(games[0]) for games in drawn}) > 1, "the company changes from deal to deal"


def test_the_same_deals_draw_the_same_tables():
    seeds = frozen_seeds(20)
    assert (draw_tables(7, 3, seeds) == draw_tables(7, 3, seeds)).all()
    assert (draw_tables(7, 3, seeds)[5:] == draw_tables(7, 3, seeds[5:])).all()


def planted(strengths, deals, seats=3):
    """A ladder of bots whose rankings are drawn from a Plackett-Luce model of these strengths (logarithms)."""
    of, rng, bots = variant("three"), np.random.default_rng(5), len(strengths)
    seatings = draw_tables(bots, seats, np.arange(deals))
    times = rng.exponential(np.exp(-np.asarray(strengths))[seatings])
    points = np.argsort(np.argsort(-times)).reshape(-1, seats)
    lines = len(points)
    habits = np.zeros((lines, seats), of.game.habits.HABITS)
    habits["deals"] = 1
    games = Games(points, np.zeros((lines, seats)), habits, np.zeros(bots), np.ones(bots, np.int64))
    names = tuple(f"bot{number}" for number in range(bots))
    return Ladder("three", of.rules(), names, np.arange(deals), seatings, games, ({"right": 0, "of": 0},) * bots)


def test_ratings_find_planted_strengths():
    strengths = np.array([0.0, 0.4, 1.0, 1.1, 2.0])
    shown = planted(strengths, 3000)
    truth = SCALE * (strengths - strengths.mean())
    for rating, true in zip(shown.ratings, truth, strict=True):
        assert rating.low <= rating.points <= rating.high
        assert abs(rating.points - true) < 20
    assert shown.rungs[0].bot == "bot4"
    assert sum(r.low <= true <= r.high for r, true in zip(shown.ratings, truth, strict=True)) >= 4


def test_who_never_wins_has_a_rating_and_ties_are_halves():
    won = np.array([[0.0, 10.0], [0.0, 0.0]])
    assert 0 < _fit(won)[0] < 2000
    assert _fit(np.array([[0.0, 5.0], [5.0, 0.0]])) == pytest.approx([0, 0], abs=1e-6)


def test_gaps_are_those_of_an_evaluation_of_two():
    """Two bots at two seats meet on every deal in both seatings: just what `evaluate` plays."""
    options = {"premium_bids": False}
    shown = ladder(["thumb", "random"], "two", 30, options)
    judged = evaluate(["thumb", "random"], "two", 30, options)
    assert shown.gap(0, 1).mean == pytest.approx(judged.differences[0].points.mean, abs=4)
    assert shown.gap(0, 1).mean == -shown.gap(1, 0).mean
    assert shown.margin(0).mean == pytest.approx(shown.gap(0, 1).mean)


def told(result):
    """Everything but the time it took."""
    told = result.to_json()
    for rung in told["rungs"]:
        del rung["milliseconds"]
    return told


def test_the_same_figures_twice_for_every_number_of_jobs_and_tables():
    bots = ["random", "thumb", "odds", "search:10"]
    first = told(ladder(bots, "three", 12))
    assert told(ladder(bots, "three", 12, batch=7)) == first
    assert told(ladder(bots, "three", 12, jobs=2)) == first
    assert [rung["bot"] for rung in first["rungs"]][-1] == "random"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_published_field_of_every_variant_plays(name):
    shown = ladder(field_of(name), name, 2)
    assert {"random", "thumb", "search:100"} <= set(shown.names)
    assert len(shown.tables()) >= 3


def test_the_command_prints_json_and_writes_a_page(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    page = tmp_path / "ladder.html"
    assert main(["ladder", "thumb", "random", "odds", "--deals", "8", "--json", "--html", str(page)]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 8
    fetched, pictures = [], []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            pictures.extend([tag] if tag == "svg" else [])
            fetched.extend(v for k, v in attributes if k in ("src", "href", "xlink:href") and not v.startswith("#"))

    Reader().feed(page.read_text())
    assert (len(pictures), fetched) == (3, [])
    assert main(["ladder", "thumb", "random", "--deals", "8"]) == 0
    assert "ahead of whom" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["thumb"], "a ladder of 1 bot is none"),
        (["thumb", "nobody"], "'nobody' is no bot"),
        (["thumb", "--all"], "--all plays the published ladders"),
        (["thumb", "random", "--deals", "0"], "0 deals are not to be had"),
        (["thumb", "random", "--html", "nowhere/x.html"], "cannot be written"),
        (["thumb", "random", "--variant", "five"], "'five' is no variant"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence, capsys):
    assert main(["ladder", *arguments]) == 2
    assert sentence in capsys.readouterr().err
