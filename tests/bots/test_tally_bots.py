"""The bots of the adding game: as strong as the book says, and sound."""

import numpy as np
import pytest

from ninetynine_env import bots, tally
from ninetynine_env.arena.evaluate import evaluate
from ninetynine_env.bots.greedy_tally import gain
from ninetynine_env.cards import cards_in, subseed
from ninetynine_env.jit import COMPILED
from ninetynine_env.tally import Rules, kernel
from ninetynine_env.tally.knowledge import redact
from ninetynine_env.tally.words import WORDS
from ninetynine_env.vector import Vector

many = pytest.mark.skipif(not COMPILED, reason="thousands of games want compiled kernels")


def games(names, players, deals, **options):
    """The first bot alone among the others, whole games in every seat."""
    options = {"players": players, "match": "game", **options}
    return evaluate(names, "tally", deals, options, challenge=True).standings[0]


@many
@pytest.mark.parametrize(("players", "wins"), [(2, 0.98), (3, 0.95), (4, 0.93), (6, 0.88)])
def test_b4_greedy_beats_random_as_the_book_says(players, wins, count):
    assert games(["greedy", "random"], players, count(600, 5000)).wins.mean == pytest.approx(
        wins, abs=count(0.03, 0.015)
    )


@many
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_thumb_among_greedy_wins_more_than_its_share(players, count):
    """20,000 games at full counts."""
    won = games(["thumb", "greedy"], players, count(1000, 20_000) // players).wins
    assert won.low > 1 / players
    assert won.mean > {2: 0.84, 3: 0.60, 4: 0.45, 6: 0.27}[players]


@many
@pytest.mark.parametrize(("players", "rounds"), [(2, 3.2), (3, 3.9), (4, 4.2), (6, 4.5)])
def test_b4_greedy_among_itself_plays_as_the_book_says(players, rounds, count):
    """Rounds a game, and two rounds in five end at exactly 99."""
    n, bot = count(1500, 10_000), bots.load("greedy", "tally")
    tables = Vector("tally", n, players=players)
    tables.deal(np.array([subseed(players, i) for i in range(n)]))
    hits = ended = 0
    while (tables.turn >= 0).any():
        turn = tables.turn >= 0
        tables.apply(np.where(turn, bot.act(tables.look(), tables.legal(), tables.dice()), -1))
        over = turn & (tables.turn < 0)
        ended, hits = ended + over.sum(), hits + (tables.games.total[over] == 99).sum()
        tables.settle()
    assert tables.games.deals.mean() == pytest.approx(rounds, abs=0.2)
    assert hits / ended == pytest.approx(0.41, abs=0.03)


def some_decisions(k, n=60):
    """Views of the seats to act in random games, and what is legal."""
    tables, dice = Vector("tally", n, players=2 + k % 4), bots.load("random", "tally")
    tables.deal(np.array([subseed(k, i) for i in range(n)]))
    for step in range(90):
        actions = dice.act(tables.look(), tables.legal(), tables.dice())
        tables.step(np.where((np.arange(n) % 90 > step) & (tables.turn >= 0), actions, -1))
    on = tables.turn >= 0
    return tables.look()[on].view(np.recarray), tables.legal()[on], tables.dice()[on]


@pytest.mark.parametrize("name", ["greedy", "thumb"])
def test_they_always_draw_and_never_lose_three_needlessly(name, count):
    bot = bots.load(name, "tally")
    for k in range(count(20, 300)):
        views, legal, dice = some_decisions(k)
        before = views.tobytes()
        chosen = bot.act(views, legal, dice)
        assert views.tobytes() == before
        for view, can, action in zip(views, legal, chosen, strict=True):
            assert can >> action & 1
            if can >> kernel.DRAW & 1:
                assert action == kernel.DRAW
            elif gain(view, action) == -3:
                assert all(gain(view, other) <= -2 for other in cards_in(can))


def test_greedy_takes_what_is_best_at_once_and_of_several_alike_any():
    bot, chosen = bots.load("greedy", "tally"), set()
    views, legal, dice = some_decisions(3)
    for view, can, action in zip(views, legal, bot.act(views, legal, dice), strict=True):
        if not can >> kernel.DRAW & 1:
            assert gain(view, action) == max(gain(view, other) for other in cards_in(can))
    games = tally.new(1, Rules(players=2))
    kernel.start(games[0], 3)
    redact(games[0], int(games[0].turn))
    can = np.array([kernel.legal(games[0])])
    for seed in range(60):
        chosen.add(int(bot.act(games, can, np.array([subseed(5, seed)]))[0]))
    assert chosen == set(cards_in(int(can[0]))), [WORDS[action] for action in chosen]
