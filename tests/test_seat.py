from typing import ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from players import random_policy, some_options

import ninetynine_env  # noqa: F401
from ninetynine_env.jit import COMPILED
from ninetynine_env.record import replay
from ninetynine_env.seat import SeatEnv, SeatVectorEnv
from ninetynine_env.variants import VARIANTS

ID = "ninetynine/three-v0"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("k", range(7))
@pytest.mark.parametrize("name", VARIANTS)
def test_check_env(name, k):
    check_env(
        gymnasium.make(f"ninetynine/{name}-v0", opponents="random", seat=k % 2, **some_options(k, name)).unwrapped
    )


def test_check_env_draws_too(capsys):
    check_env(gymnasium.make(ID, opponents="random", render_mode="ansi").unwrapped)
    assert "player_0" in capsys.readouterr().out


def rollout(env, seed):
    """Rewards of an episode under random play, and the actions taken."""
    choose, rewards, actions = random_policy(seed), [], []
    observation, _ = env.reset(seed=seed)
    while True:
        action = choose(observation["action_mask"])
        observation, reward, terminated, truncated, _ = env.step(action)
        actions.append(action)
        rewards.append(reward)
        if terminated or truncated:
            return rewards, actions, observation


@pytest.mark.parametrize("seat", range(3))
def test_rewards_are_the_seats_own_and_the_record_tells_the_game(seat):
    env = gymnasium.make(ID, opponents=("random", "thumb"), seat=seat)
    for seed in range(3):
        rewards, _, _ = rollout(env, seed)
        record = env.unwrapped.record()
        totals = record["totals"]
        assert sum(rewards) == pytest.approx(totals[seat] - (sum(totals) - totals[seat]) / 2)
        assert replay(record).record() == record
        assert env.unwrapped.history(seat)[0][1].startswith("shows")


def test_a_decision_is_always_the_seats_own():
    env = SeatEnv("three", opponents="random", seat=2, match="single_deal")
    choose, (observation, _) = random_policy(1), env.reset(seed=1)
    steps = 0
    while True:
        assert env.action_masks().tolist() == observation["action_mask"].astype(bool).tolist()
        observation, _, terminated, _, _ = env.step(choose(observation["action_mask"]))
        steps += 1
        if terminated:
            break
    mine = [action for action in env.record()["deals"][0]["actions"] if action[0] == 2]
    assert steps == len(mine) and observation["action_mask"].sum() == 0


@pytest.mark.parametrize(
    ("name", "others"), [("three", 2), ("four", 3), ("two", 1), ("classic", 2), ("oxford", 2), ("simple", 2)]
)
def test_single_and_batch_are_one_trajectory(name, others, count):
    n, opponents = count(30, 300), ("random", "thumb", "odds")[:others]
    batch = gymnasium.make_vec(f"ninetynine/{name}-v0", num_envs=n, opponents=opponents, match="single_deal")
    observations, _ = batch.reset(seed=50)
    singles = [SeatEnv(name, opponents, seat=i % (others + 1), match="single_deal") for i in range(n)]
    for i, env in enumerate(singles):
        alone, _ = env.reset(seed=50 + i)
        assert alone["observation"].tobytes() == observations["observation"][i].tobytes()
    choosers, done = [random_policy(i) for i in range(n)], np.zeros(n, bool)
    for _ in range(32):
        actions = np.array([c(m) for c, m in zip(choosers, observations["action_mask"], strict=True)])
        observations, rewards, terminated, _, infos = batch.step(actions)
        for i in np.flatnonzero(~done):
            alone, reward, over, _, _ = singles[i].step(int(actions[i]))
            assert (reward, over) == (rewards[i], terminated[i])
            there = infos["final_obs"][i] if over else {k: v[i] for k, v in observations.items()}
            assert all(alone[name].tobytes() == there[name].tobytes() for name in alone)
        done |= terminated
    assert done.all()


def test_batch_declares_and_does_same_step_autoreset(count):
    n = count(64, 64)
    env = gymnasium.make_vec(ID, num_envs=n, opponents="thumb", match="single_deal")
    assert isinstance(env.unwrapped, SeatVectorEnv) and env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    choose = random_policy(3)
    observations, _ = env.reset(seed=3)
    ended = 0
    for _ in range(60):
        observations, _, terminated, truncated, infos = env.step([choose(m) for m in observations["action_mask"]])
        assert not truncated.any() and observations["action_mask"].any(axis=1).all()
        np.testing.assert_array_equal(env.unwrapped.action_masks(), observations["action_mask"] == 1)
        assert env.observation_space.contains(observations)
        ended += terminated.sum()
        if terminated.any():
            np.testing.assert_array_equal(infos["_final_obs"], terminated)
            over = infos["final_obs"][np.flatnonzero(terminated)[0]]
            assert env.single_observation_space.contains(over) and over["action_mask"].sum() == 0
    assert ended > n


def test_buffers_are_shared_only_when_asked():
    choose = random_policy(3)
    for copied in (True, False):
        env = SeatVectorEnv("three", 4, copy=copied)
        first, _ = env.reset(seed=1)
        second = env.step([choose(m) for m in first["action_mask"]])[0]
        assert (first["observation"] is second["observation"]) is not copied


def test_an_illegal_action_ends_the_episode():
    env = SeatEnv("three", seat=0)
    env.reset(seed=1)
    _, reward, terminated, truncated, _ = env.step(53)
    assert (reward, terminated, truncated) == (-100.0, True, False)
    with pytest.raises(ValueError, match="call reset"):
        env.step(53)
    batch = SeatVectorEnv("three", 3, match="single_deal", illegal_reward=-7)
    observations, _ = batch.reset(seed=1)
    legal = observations["action_mask"].argmax(axis=1)
    _, rewards, terminated, _, _ = batch.step(np.where(np.arange(3) == 1, 55, legal))
    assert rewards.tolist() == [0, -7, 0] and terminated.tolist() == [False, True, False]


def test_learners_sit_in_every_seat_unless_told():
    assert SeatVectorEnv("three", 5).seats.seats.tolist() == [0, 1, 2, 0, 1]
    assert SeatVectorEnv("three", 3, seat=2).seats.seats.tolist() == [2, 2, 2]


def test_without_a_seed_the_next_episode_follows_the_last():
    env = SeatEnv("three", match="single_deal")
    after = []
    for _ in range(2):
        env.reset(seed=4)
        after.append(env.reset()[0]["observation"].tobytes())
    assert after[0] == after[1] != env.reset()[0]["observation"].tobytes()


def test_a_bot_is_asked_once_for_all_its_tables():
    class Asked:
        name = "asked"
        sizes: ClassVar = []

        def act(self, views, legal, rng):
            self.sizes.append(len(views))
            assert (views.viewer == views.turn).all()
            return np.array([int(bits & -bits).bit_length() - 1 for bits in map(int, legal)], np.int64)

    bot = Asked()
    env = SeatVectorEnv("three", 90, opponents=(bot, bot), match="single_deal")
    env.reset(seed=1)
    first_to_lay = env.seats.tables.games["leader"]
    waiting = (first_to_lay != env.seats.seats).sum()
    assert bot.sizes[:3] == [waiting] * 3 and 40 < waiting < 80


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"opponents": ("random",)}, "it is one bot, or 2"),
        ({"opponents": "clever"}, "is no bot of this game: bots are random, odds, thumb"),
        ({"opponents": "missing.onnx"}, "missing.onnx"),
        ({"seat": 3}, "it is 0 to 2"),
        ({"reward": "x"}, "it is relative, points, win"),
        ({"render_mode": "rgb_array"}, "it is None, ansi or human"),
        ({"target": 7}, "target is 200 or 500"),
    ],
)
def test_wrong_arguments_are_refused(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        SeatEnv("three", **given)


def test_actions_of_the_wrong_kind_are_refused():
    env = SeatVectorEnv("three", 3)
    env.reset(seed=1)
    for actions in ([0, 1], [0, 1, 56], [-1, 0, 0]):
        with pytest.raises(ValueError, match="must be 3 whole numbers"):
            env.step(actions)
    single = SeatEnv("three")
    single.reset(seed=1)
    with pytest.raises(ValueError, match="is not in Discrete"):
        single.step(56)


# ---- the adding game: seats that leave it ------------------------------------------------------------------------


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("k", range(7))
def test_check_env_of_the_adding_game(k):
    check_env(gymnasium.make("ninetynine/tally-v0", opponents="greedy", seat=1, **some_options(k, "tally")).unwrapped)


many = pytest.mark.skipif(not COMPILED, reason="so many tables want compiled kernels")


@many
@pytest.mark.parametrize("k", range(7))
def test_no_row_waits_for_a_seat_that_is_out(k):
    """A learner's episode ends when its tokens are gone; its decisions are all its own, whatever jacks and fours do."""
    options = some_options(k, "tally")
    env = SeatVectorEnv("tally", 50, "greedy", **options)
    choose, (observations, _) = random_policy(k), env.reset(seed=k)
    ended, tables = 0, env.seats.tables
    for _ in range(120):
        assert (tables.turn == env.seats.seats).all() and (tables.present >> env.seats.seats & 1).all()
        observations, _, terminated, _, infos = env.step([choose(m) for m in observations["action_mask"]])
        ended += terminated.sum()
        for i in np.flatnonzero(terminated):
            assert not infos["final_obs"][i]["action_mask"].any()
    assert ended > 20


@many
def test_single_and_batch_are_one_trajectory_in_the_adding_game(count):
    n, options = count(30, 300), {"players": 3, "tokens": 3}
    batch = gymnasium.make_vec("ninetynine/tally-v0", num_envs=n, opponents=("greedy", "thumb"), **options)
    observations, _ = batch.reset(seed=50)
    singles = [SeatEnv("tally", ("greedy", "thumb"), seat=i % 3, **options) for i in range(n)]
    for i, env in enumerate(singles):
        assert env.reset(seed=50 + i)[0]["observation"].tobytes() == observations["observation"][i].tobytes()
    choosers, done = [random_policy(i) for i in range(n)], np.zeros(n, bool)
    for _ in range(150):
        actions = np.array([c(m) for c, m in zip(choosers, observations["action_mask"], strict=True)])
        observations, rewards, terminated, _, infos = batch.step(actions)
        for i in np.flatnonzero(~done):
            alone, reward, over, _, _ = singles[i].step(int(actions[i]))
            assert (reward, over) == (rewards[i], terminated[i])
            there = infos["final_obs"][i] if over else {k: v[i] for k, v in observations.items()}
            assert all(alone[name].tobytes() == there[name].tobytes() for name in alone)
        done |= terminated
    assert done.all()
