"""One loop for every AEC environment that is timed, so that none is handicapped by its driver."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from pettingzoo import AECEnv

Mask = Callable[[Any, dict[str, Any]], Any]
"""(observation, info) -> which actions are legal, [actions]."""


def play_aec(env: AECEnv, episodes: int, mask: Mask) -> int:
    """Play episodes of random legal actions through `last` and `step`; how many decisions that were."""
    decisions, dice = 0, random.Random(1)
    for seed in range(episodes):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            (legal,) = np.asarray(mask(observation, info)).nonzero()
            env.step(int(legal[int(dice.random() * len(legal))]))
            decisions += 1
    return decisions
