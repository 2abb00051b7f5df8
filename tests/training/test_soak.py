"""Long runs of both learners under watch: no illegal action, no NaN, and memory that stays where it is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from policies import config
from sb3_contrib import MaskablePPO
from test_ppo import in_one_process

from ninetynine_env.vector import Vector
from training.sb3 import Learner as SB3Learner
from training.sb3 import SeatVecEnv

STATM = Path("/proc/self/statm")
ROOM = 12 << 20
"""Bytes that memory may grow by from the second quarter to the last: less than one rollout."""


COMPANY = """
[opponents]
share = 0.3
names = ["past", "thumb", "odds"]
"""


@pytest.fixture
def watched(monkeypatch):
    """Every action taken at any table is checked before it is taken; the list counts them."""
    taken, apply = [], Vector.apply

    def checked(tables, actions):
        here = np.flatnonzero(actions >= 0)
        assert (tables.legal()[here] >> actions[here] & 1).all(), "an illegal action"
        taken.append(len(here))
        apply(tables, actions)

    monkeypatch.setattr(Vector, "apply", checked)
    return taken


def memory():
    """Bytes this process holds, 0 where the system does not say."""
    return int(STATM.read_text().split()[1]) * 4096 if STATM.exists() else 0


def soak(learner, decisions):
    """Iterate so long; all curves and weights are numbers, and memory stays flat.

    The least that is held in a quarter is compared: the allocator's slack comes and goes, a leak stays.
    """
    held = []
    while learner.decisions < decisions:
        curves = learner.iterate().curves
        assert all(np.isfinite(value) for value in curves.values()), curves
        held.append(memory())
    assert all(tensor.isfinite().all() for tensor in learner.trained().state_dict().values())
    quarter = len(held) // 4
    assert min(held[-quarter - 1 :]) - min(held[quarter : 2 * quarter + 1]) < ROOM


def test_two_million_decisions_of_self_play(watched, count):
    of = config(COMPANY, decisions=count(60_000, 2_000_000), width=64)
    of = replace(of, ppo=replace(of.ppo, tables=(256, 512), minibatch=(512, 1024)))
    soak(in_one_process(of), of.decisions)
    assert sum(watched) >= of.decisions


def test_two_hundred_thousand_steps_of_maskable_ppo(watched, count, monkeypatch):
    given, step = [], SeatVecEnv.step_wait

    def checked(env):
        legal = env.seats.action_masks()
        assert legal[np.arange(env.num_envs), env.actions].all(), "an illegal action"
        observation, rewards, done, infos = step(env)
        assert np.isfinite(observation).all() and np.isfinite(rewards).all()
        given.append(len(rewards))
        return observation, rewards, done, infos

    monkeypatch.setattr(SeatVecEnv, "step_wait", checked)
    torch.distributions.Distribution.set_default_validate_args(True)
    try:
        learner = SB3Learner(config(learner='"sb3"', decisions=count(10_000, 200_000), width=64))
        assert isinstance(learner.model, MaskablePPO)
        soak(learner, learner.config.decisions)
    finally:
        torch.distributions.Distribution.set_default_validate_args(__debug__)
    assert sum(given) >= learner.config.decisions
