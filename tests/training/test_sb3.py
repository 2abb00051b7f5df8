import warnings

import numpy as np
import pytest
from policies import config
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

from ninetynine_env import tally, trick
from ninetynine_env.bots.policy import Policy
from ninetynine_env.seat import SeatEnv
from training import checkpoints
from training.config import ConfigError
from training.export import write
from training.sb3 import policy_kwargs, vec_env


def masks(env):
    return np.stack(env.env_method("action_masks"))


def test_a_vec_env_of_seats():
    env = vec_env("ninetynine/three-v0", 16, ("random", "thumb"), premium_bids=False)
    env.seed(3)
    observation = env.reset()
    assert observation.shape == (16, trick.LAYOUT.columns)
    rng, rewards, episodes = np.random.default_rng(0), np.zeros(16), 0
    for _ in range(13 * 3):
        legal = masks(env)
        assert legal.shape == (16, 56)
        assert legal.any(1).all()
        observation, gained, done, infos = env.step([rng.choice(np.flatnonzero(row)) for row in legal])
        assert observation.dtype == gained.dtype == np.float32
        assert (gained[~done] == 0).all()
        rewards += gained
        for i in np.flatnonzero(done):
            episodes += 1
            assert infos[i]["terminal_observation"].shape == observation[i].shape
    assert episodes >= 2 * 16  # 12 decisions a deal
    assert np.abs(rewards).max() > 0


@pytest.mark.parametrize("players", [2, 4, 7])
def test_a_vec_env_of_the_adding_game(players):
    """Rows of a game that seats leave: each waits for its own decision only, and begins anew when its tokens go."""
    env = vec_env("ninetynine/tally-v0", 16, "greedy", players=players, tokens=4)
    observation, rng, episodes = env.reset(), np.random.default_rng(0), 0
    assert observation.shape == (16, tally.LAYOUT.columns)
    for _ in range(100):
        legal = masks(env)
        assert legal.shape == (16, 17) and legal.any(1).all()
        observation, gained, done, infos = env.step([rng.choice(np.flatnonzero(row)) for row in legal])
        assert np.isfinite(gained).all()
        episodes += done.sum()
        assert all("terminal_observation" in infos[i] for i in np.flatnonzero(done))
    assert episodes >= 16


def test_rows_keep_their_seats():
    env = vec_env("three", 6, "random")
    assert env.seats.seats.seats.tolist() == [0, 1, 2, 0, 1, 2]
    assert vec_env("three", 2, "random", seat=1).seats.seats.seats.tolist() == [1, 1]


def test_unknown_methods_are_refused():
    env = vec_env("three", 2, "random")
    with pytest.raises(AttributeError, match="no method"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="cannot be set"):
        env.set_attr("speed", 1)


def test_check_env_of_sb3():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SeatEnv("three", opponents="random"), warn=False)


def test_maskable_ppo_learns_and_is_exported(tmp_path, count):
    of = config(width=64)
    env = VecMonitor(vec_env("three", 64, ("random", "random"), reward_unit=30.0, rules=of.all_rules))
    kwargs = policy_kwargs("three", of.all_rules, of.width)
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=256, policy_kwargs=kwargs, seed=1, device="cpu")
    model.learn(count(2_000, 20_000))
    model.save(tmp_path / "model.zip")
    net, steps = checkpoints.read_net(tmp_path / "model.zip", of)
    assert steps >= count(2_000, 20_000)
    write(tmp_path / "policy.onnx", net, of, steps)
    policy = Policy(tmp_path / "policy.onnx", trick)
    observation, legal = env.reset(), masks(env)
    tables = env.venv.seats.seats.tables
    ours = policy.act(tables.look(), tables.legal(), tables.dice())
    theirs, _ = model.predict(observation, action_masks=legal, deterministic=True)
    assert (ours == theirs).mean() > 0.98  # ties and rounding apart


def test_another_network_is_not_exported(tmp_path):
    model = MaskablePPO("MlpPolicy", vec_env("three", 4, "random"), n_steps=16, batch_size=16, device="cpu")
    model.save(tmp_path / "model.zip")
    with pytest.raises(ConfigError, match="policy_kwargs"):
        checkpoints.read_net(tmp_path / "model.zip", config())


def test_a_file_that_is_no_zip(tmp_path):
    (tmp_path / "x.zip").write_bytes(b"nothing")
    with pytest.raises(ConfigError, match="no zip that Stable-Baselines3 saved"):
        checkpoints.read_net(tmp_path / "x.zip", config())
