import numpy as np
import pytest
from policies import ADDING, config, make_net

from ninetynine_env import bots
from ninetynine_env.vector import Vector
from training.kernels import LEARNER, NO_SAMPLE
from training.opponents import NetBot, seat_owners
from training.ppo import TRAINING_SEEDS, Learner
from training.rollout import play

UNIT = 30.0


@pytest.fixture(scope="module")
def learner():
    worker = Learner(config())._crew.here[0]
    worker._imitates = False
    return worker


def roll(learner, n, share=0.0, seed=1):
    """A rollout at n tables, closed, and the tables as they stand at its end."""
    rng = np.random.default_rng(seed)
    tables = Vector("three", n, rules=config().all_rules)
    opponents = [bots.load("random"), bots.load("thumb")] if share else []
    owners = seat_owners(np.full(n, 3), share, len(opponents), rng)
    rollout = play(tables, rng.integers(TRAINING_SEEDS, size=n), learner._act, owners, opponents, UNIT)
    rollout.close(1.0, 0.95)
    return rollout, tables, owners


@pytest.mark.parametrize("share", [0.0, 0.6])
def test_rewards_of_each_seat_add_up_to_its_score(learner, share, count):
    rollout, tables, owners = roll(learner, count(1000, 5000), share)
    points = tables.totals.astype(float)
    margins = (points - (points.sum(1, keepdims=True) - points) / 2) / UNIT
    sums = rollout.rewards_by_seat(tables.n, 3)
    assert np.allclose(sums, np.where(owners == LEARNER, margins, 0), atol=1e-5)
    assert np.abs(margins).max() > 0.5


@pytest.mark.parametrize("share", [0.0, 0.6])
def test_wins_of_the_adding_game_add_up_at_tables_of_two_and_four(share, count):
    """Seats leave the game, and at half of the tables there are only two: every sample's reward is its own seat's."""
    n, rng, of = count(200, 1000), np.random.default_rng(1), config(**ADDING, reward='"win"')
    worker = Learner(of)._crew.here[0]
    worker._imitates = False
    tables = Vector("tally", n, rules=of.all_rules, reward="win")
    opponents = [bots.load("greedy", "tally"), bots.load("thumb", "tally")] if share else []
    players = np.resize([2, 4], n)
    owners = seat_owners(players, share, len(opponents), rng)
    rollout = play(tables, rng.integers(TRAINING_SEEDS, size=n), worker._act, owners, opponents, 1.0)
    rollout.close(1.0, 0.95)
    winners = tables.games.winners[:, None] >> np.arange(4) & 1
    sits = np.arange(4) < players[:, None]
    shares = winners / winners.sum(1, keepdims=True) - 1 / players[:, None]
    acted = np.zeros((n, 4), bool)
    acted[rollout.tables, rollout.seats] = True  # a seat may be out before it decides anything
    sums = rollout.rewards_by_seat(n, 4)
    assert np.allclose(sums, np.where(acted, shares, 0), atol=1e-5)
    assert (acted <= (sits & (owners == LEARNER))).all() and acted.mean() > 0.2


@pytest.mark.parametrize("share", [0.0, 0.6])
def test_every_next_value_belongs_to_the_same_seat(learner, share):
    rollout, _tables, owners = roll(learner, 300, share)
    place = rollout.tables * 3 + rollout.seats
    linked = rollout.following != NO_SAMPLE
    after = rollout.following[linked]
    assert (after > np.flatnonzero(linked)).all()
    assert (place[after] == place[linked]).all()
    for where in np.unique(place):  # the chain runs through all samples of the seat, in order
        mine = np.flatnonzero(place == where)
        assert (rollout.following[mine] == [*mine[1:], NO_SAMPLE]).all()
    assert len(np.unique(place)) == (owners == LEARNER).sum()
    assert (owners[rollout.tables, rollout.seats] == LEARNER).all()


def test_advantages_by_hand(learner):
    rollout, _, _ = roll(learner, 20)
    for where in np.unique(rollout.tables * 3 + rollout.seats):
        mine = np.flatnonzero(rollout.tables * 3 + rollout.seats == where)
        values, rewards = rollout.values[mine], rollout.rewards[mine]
        errors = rewards + np.append(values[1:], 0.0) - values
        expected = [sum(0.95**k * error for k, error in enumerate(errors[i:])) for i in range(len(mine))]
        assert np.allclose(rollout.advantages[mine], expected, atol=1e-5)
        assert np.allclose(rollout.returns[mine], expected + values, atol=1e-5)


def test_samples_are_choices_and_legal(learner):
    rollout, _, _ = roll(learner, 100)
    assert (rollout.legal & (rollout.legal - 1) != 0).all()
    assert (rollout.legal >> rollout.actions & 1).all()
    assert (rollout.logps <= 0).all()
    assert rollout.decisions > rollout.count  # forced plays are none
    assert rollout.decisions >= 100 * 36


def test_habits_are_the_learners(learner):
    rollout, _, owners = roll(learner, 200, 0.6)
    assert rollout.habits["deals"] == (owners == LEARNER).sum()


def test_logps_are_those_of_the_net(learner):
    rollout, tables, _ = roll(learner, 30)
    logits, values = learner.net(rollout.packed)
    mask = np.empty((rollout.count, 56), np.int8)
    tables.game.masks_all(rollout.legal, mask)
    logits = np.where(mask == 1, logits.detach().numpy().astype(float), -np.inf)
    logps = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    assert np.allclose(logps[np.arange(rollout.count), rollout.actions], rollout.logps, atol=1e-4)
    assert np.allclose(values.detach().numpy(), rollout.values, atol=1e-4)


def test_seats_are_shared_out_as_told():
    rng = np.random.default_rng(0)
    owners = seat_owners(np.full(4000, 3), 0.5, 2, rng)
    taken = (owners != LEARNER).sum(1)
    assert set(np.unique(taken)) == {0, 1, 2}  # the learner always has a seat
    assert abs((taken > 0).mean() - 0.5) < 0.05
    assert np.abs((owners != LEARNER).mean(0) - 0.25).max() < 0.05  # every seat alike
    assert set(np.unique(owners)) == {0, 1, 2}


def test_a_net_is_a_bot():
    of = config()
    tables = Vector("three", 64, match="single_deal")
    tables.deal(np.arange(64))
    for sample in (False, True):
        actions = NetBot(make_net(of), of.of.game, sample).act(tables.look(), tables.legal(), tables.dice())
        assert (tables.legal() >> actions & 1).all()
