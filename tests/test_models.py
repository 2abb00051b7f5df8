"""The shipped opponents: whole, small, honest about themselves, strong, and sane in their habits."""

import functools
from pathlib import Path

import numpy as np
import pytest

from ninetynine_env import bots
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.arena.probes import score
from ninetynine_env.bots.greedy_tally import gain
from ninetynine_env.bots.policy import read_card
from ninetynine_env.cards import parse_card
from ninetynine_env.jit import COMPILED
from ninetynine_env.tally import Rules, new
from ninetynine_env.tally.kernel import DRAW, PLAYS, TWO, start
from ninetynine_env.tally.kernel import legal as legal_of
from ninetynine_env.tally.knowledge import redact
from ninetynine_env.variants import GAMES
from ninetynine_env.vector import Vector
from training.curves import SUMMARY
from training.evaluation import margin_text

MODELS = bots.shipped()
README = Path(__file__).parents[1] / "README.md"
LARGEST = 3_000_000
FIRST = ("two", "four", "classic", "oxford")
"""The first opponents for the other forms of the trick game."""
MATCHES = {("estimator", False): 8.0, ("thumb", True): 5.0}
"""The margins that `three` must not fall below: (two of these, with premium bids) -> points a deal."""


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_whole_and_says_what_it_is(name):
    card = read_card(MODELS[name])
    assert MODELS[name].stat().st_size <= LARGEST
    assert card["name"] == name
    game = next(game for game in GAMES if card["game"] == game.NAME)
    assert (card["encoding"], card["layout"]) == (game.LAYOUT.encoding, game.LAYOUT.hash)
    assert bots.load(name, card["env"][0]).name == name
    assert card["results"] and card["commit"]
    looks = min(SUMMARY, int(1 / card["config"]["evaluation"]["every"]) - 1)
    assert all(len(curve) >= looks for curve in card["log"].values()) and len(card["log"]) >= len(card["results"])


@pytest.mark.parametrize("name", MODELS)
def test_every_card_tells_the_grade_in_the_probes(name):
    of = read_card(MODELS[name])["config"]["variant"]
    assert read_card(MODELS[name])["probes"] == score(name, of)


def test_the_models_of_both_games_are_shipped():
    assert {"three", "tally", *FIRST} <= set(MODELS)


def test_the_readme_tells_what_the_card_says():
    lines = README.read_text().splitlines()
    for result in read_card(MODELS["three"])["results"]:
        premiums, exact = "on" if result["rules"]["premium_bids"] else "off", f"{100 * result['exact']:.0f} %"
        cells = [f"`{result['against'][0]}`", premiums, f"{result['points']:.2f}", margin_text(result), exact]
        assert f"| {' | '.join(cells)} |" in lines


def test_the_readme_tells_what_the_card_of_tally_says():
    lines = README.read_text().splitlines()
    results = {r["rules"]["players"]: r for r in read_card(MODELS["tally"])["results"] if r["against"][0] == "thumb"}
    won = [f"{100 * results[n]['wins']:.0f} %" for n in sorted(results)]
    assert f"| games won | {' | '.join(won)} |" in lines


@pytest.mark.parametrize("name", FIRST)
def test_the_readme_tells_what_the_cards_of_the_first_opponents_say(name):
    lines = README.read_text().splitlines()
    for result in read_card(MODELS[name])["results"]:
        if result["against"][0] == "thumb":
            cells = [f"`{name}`", form_of(result["rules"]), margin_text(result), f"{100 * result['exact']:.0f} %"]
            assert f"| {' | '.join(cells)} |" in lines, cells
            assert result["interval"][0] > 0


def form_of(rules):
    """The rules of a result in the words of the README's table."""
    players = [f"{rules['players']} players"] if "players" in rules else []
    premiums = [f"premium bids {'on' if rules['premium_bids'] else 'off'}"] if "premium_bids" in rules else []
    return ", ".join([*players, *premiums]) or "as it is"


@pytest.mark.skipif(not COMPILED, reason="thousands of deals want compiled kernels")
@pytest.mark.parametrize(
    ("name", "options"),
    [("two", {}), ("two", {"premium_bids": False}), ("four", {}), ("four", {"premium_bids": False}), ("classic", {}),
     ("classic", {"players": 2}), ("classic", {"players": 4}), ("oxford", {})],
)  # fmt: skip
def test_the_first_opponents_are_ahead_of_thumb(name, options, count):
    """In all seatings, the whole interval of the margin above zero."""
    given = {"match": "single_deal", **options}
    margin = evaluate([name, "thumb"], name, count(200, 2_000), given, challenge=True).standings[0].margin
    assert margin.low > 0


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


# ---- the adding game ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="thousands of games want compiled kernels")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_tally_wins_more_than_its_share_among_thumbs(players, count):
    """20,000 games at full counts, seats rotated: the whole interval lies above one game in `players`."""
    options = {"players": players, "match": "game"}
    won = (
        evaluate(["tally", "thumb"], "tally", count(1500, 20_000) // players, options, challenge=True).standings[0].wins
    )
    assert won.low > 1 / players


def probes(**options):
    """Views of seats to act from games of `tally` against itself under these options, and its answers."""
    bot, tables = bots.load("tally", "tally"), Vector("tally", 200, **options)
    tables.deal(np.arange(200))
    while (tables.turn >= 0).any():
        on = tables.turn >= 0
        legal, views = tables.legal().copy(), tables.look()
        actions = np.full(200, -1)
        actions[on] = bot.act(views[on].view(np.recarray), legal[on], tables.dice()[on])
        yield views[on], legal[on], actions[on]
        tables.step(actions)


@pytest.mark.skipif(not COMPILED, reason="thousands of decisions want compiled kernels")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_tally_never_forgets_to_draw(players):
    asked = 0
    for _, legal, actions in probes(players=players):
        drawing = legal >> DRAW & 1 == 1
        asked += drawing.sum()
        assert (actions[drawing] == DRAW).all()
    assert asked > 5000


@pytest.mark.skipif(not COMPILED, reason="thousands of decisions want compiled kernels")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_tally_never_doubles_for_three_tokens_with_a_harmless_card_in_hand(players, count):
    """In games among itself, and in hands where the two is set beside a harmless card at each total that it costs."""
    for views, legal, actions in probes(players=players):
        for view, can, action in zip(views, legal, actions, strict=True):
            if action == TWO and gain(view, TWO) == -3:
                assert all(gain(view, other) < 0 for other in range(PLAYS) if can >> other & 1)
    bot = bots.load("tally", "tally")
    for total in range(51, 66, 2):
        for beside in ("9d 8d", "Th 3c", "As 9c", "Td 7h"):
            view, can = hand_at(total, f"2h {beside}", players)
            harmless = [a for a in range(PLAYS) if can >> a & 1 and gain(view[0], a) >= 0]
            assert harmless and int(bot.act(view, np.array([can]), np.array([1]))[0]) != TWO


def hand_at(total, cards, players):
    """The view of seat 0 with these cards to move at a total, [1], and what is legal."""
    games = new(1, Rules(players=players))
    g = games[0]
    start(g, 7)
    g.total, g.turn = total, 0
    for i, card in enumerate(cards.split()):
        g.hands[0, i] = parse_card(card)
    redact(g, 0)
    return games, int(legal_of(g))
