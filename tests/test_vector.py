import tracemalloc

import numpy as np
import pytest
from players import some_options

from ninetynine_env import bots
from ninetynine_env.cards import nth, roll, size, subseed
from ninetynine_env.episode import Episode
from ninetynine_env.jit import COMPILED
from ninetynine_env.variants import VARIANTS, variant
from ninetynine_env.vector import Vector

KIND = variant("three")
RANDOM = bots.load("random")


def seeds(n, first=0):
    return np.arange(first, first + n, dtype=np.int64)


def choose(tables):
    """What `random` plays at every table, -1 where the episode is over."""
    actions = RANDOM.act(tables.look(), tables.legal(), tables.dice())
    return np.where(tables.turn >= 0, actions, -1)


@pytest.mark.parametrize("name", [name for name in VARIANTS if variant(name).game is KIND.game])
def test_batch_equals_scalar(name, count):
    n, kind = count(70, 210), variant(name)
    rules = [kind.rules(**some_options(k, name)) for k in range(7)]
    tables = Vector(name, n, rules=rules)
    tables.deal(seeds(n))
    episodes = [Episode(kind, rules[i % 7]) for i in range(n)]
    for i, episode in enumerate(episodes):
        episode.start(i)
    flat, packed = np.empty(kind.game.LAYOUT.columns, np.float32), np.empty(kind.game.LAYOUT.words, np.int64)
    mask, view = np.empty(kind.game.ACTIONS, np.int8), np.empty_like(episodes[0].words)
    for step in range(130):
        observed, masks = tables.observe_flat().copy(), tables.masks().copy()
        for i in range(step % 5, n, 5):
            if not episodes[i].over:
                kind.game.look(episodes[i].words, episodes[i].turn, view, packed, flat, mask)
                assert observed[i].tobytes() == flat.tobytes() and masks[i].tobytes() == mask.tobytes()
        actions = choose(tables)
        rewards, ended = tables.step(actions)
        for i, episode in enumerate(episodes):
            settled = actions[i] >= 0 and bool(episode.act(int(actions[i])) & kind.game.ENDS)
            assert episode.words.tobytes() == np.asarray(tables.games[i : i + 1]).tobytes()
            assert (ended[i] > 0) == settled
            expected = np.zeros(tables.players)
            if settled:
                kind.game.rewards_in(np.asarray(episode.settled).reshape(1).view(np.int64), 0, expected)
            assert list(rewards[i]) == list(expected)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_wandering_is_stepping_at_random(name, count):
    """One call of many steps is as many calls of one; what is over begins anew; each table has its own number."""
    n, steps = 20, count(400, 2000)
    rules = [variant(name).rules(**some_options(k, name)) for k in range(7)]
    far, near = (Vector(name, n, rules=rules) for _ in range(2))
    far.deal(seeds(n)), near.deal(seeds(n))
    far.wander(np.where(seeds(n) < 5, 0, steps), seeds(n, 100))
    begun = 0
    for step in range(steps):
        legal = near.legal()
        picked = [nth(legal[i], roll(100 + i, step, size(legal[i]))) for i in range(n)]
        _, ended = near.step(np.where(seeds(n) < 5, -1, picked))
        over = ended >= 2
        begun += over.sum()
        near.deal(np.where(over, [subseed(100 + i, steps + step) for i in range(n)], -1))
    assert begun or not COMPILED
    assert far.games.tobytes() == near.games.tobytes() and far.legal().tobytes() == near.legal().tobytes()
    assert (far.turn >= 0).all()


def test_legal_actions_are_those_of_now_whatever_was_done():
    """They are kept from `step`; dealing, and the two halves of a step, make them unknown."""
    tables = Vector("three", 20)
    now = np.zeros(20, np.int64)

    def check():
        KIND.game.legal_all(tables.games, now)
        assert tables.legal().tolist() == now.tolist() and (tables.legal() > 0).all()

    tables.deal(seeds(20))
    for step in range(120):
        check()
        if step % 3:
            tables.step(choose(tables))
        else:
            tables.apply(choose(tables))
            assert (tables.legal() == 0).tolist() == (tables.turn < 0).tolist()
            tables.settle()
        if step == 60:
            tables.deal(np.where(np.arange(20) % 2, 7, -1))


def test_each_seats_rewards_add_up_to_its_score():
    tables = Vector("three", 300, match="single_deal", reward="points")
    tables.deal(seeds(300))
    gained = np.zeros((300, 3))
    while (tables.turn >= 0).any():
        rewards, _ = tables.step(choose(tables))
        gained += rewards
    np.testing.assert_array_equal(gained, tables.totals)
    assert (tables.ended == 2).any() and not tables.legal().any()


def test_a_negative_seed_leaves_its_table_alone():
    tables = Vector("three", 4)
    tables.deal(seeds(4))
    before = [row.tobytes() for row in tables.games]
    tables.deal(np.array([-1, 7, -1, -1], np.int64))
    assert [row.tobytes() == old for row, old in zip(tables.games, before, strict=True)] == [True, False, True, True]


def test_nothing_is_allocated_per_step():
    tables = Vector("three", 512, match="single_deal")
    tables.deal(seeds(512))
    actions = np.array([int(legal) & -int(legal) for legal in tables.legal()], dtype=float)
    lowest = np.log2(actions).astype(np.int64)
    for door in (tables.observe_flat, tables.masks, tables.look, tables.dice):
        door()
    tables.step(lowest)
    tracemalloc.start()
    for door in (tables.observe_flat, tables.observe, tables.masks, tables.look, tables.dice, tables.legal):
        door()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000


def test_dice_depend_on_the_place_and_the_salt_alone():
    first, second = Vector("three", 8), Vector("three", 3)
    first.deal(seeds(8))
    second.deal(seeds(3, first=5))
    np.testing.assert_array_equal(first.dice()[5:], second.dice())
    salted = second.dice(np.array([0, 1, 2], np.int64)).copy()
    assert salted[0] == first.dice()[5] and salted[1] != first.dice()[6] and len(set(salted)) == 3


def test_wrong_arguments_are_refused():
    with pytest.raises(ValueError, match="it is relative, points, win"):
        Vector("three", 1, reward="rank")
    with pytest.raises(TypeError, match="is no rule option"):
        Vector("three", 1, seats=3)
