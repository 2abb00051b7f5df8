"""Checks that the authors of environments can use in their own tests."""

from collections.abc import Callable
from typing import Any

import numpy as np
from pettingzoo import AECEnv

AnotherWorld = Callable[[AECEnv, str, int], AECEnv]
"""(environment, agent, seed) -> an environment that the agent cannot tell from it."""


def assert_no_leak(
    env: AECEnv,
    another_world: AnotherWorld | None = None,
    *,
    episodes: int = 10,
    steps: int = 10_000,
    seed: int = 0,
    also: tuple[Callable[[AECEnv, str], Any], ...] = (),
) -> int:
    """Play random legal actions, and before each let every agent compare its world with another one.

    The other world agrees with all that the agent may know, and everything else in it is drawn again. What the
    agent gets must be the same in both, byte for byte: observation and mask, info, rewards, whose turn it is,
    who is done; and whatever the functions in `also` return, called with (environment, agent).

    env: any AEC environment whose observations, or infos, hold an `action_mask`.
    another_world: makes the other world; without it the environment's own `another_world(agent, seed)` does.
    episodes, steps: how much is played: so many episodes, each of so many steps at most.

    Returns how many pairs of worlds were compared. AssertionError names agent, step and what differed, or says
    that no two worlds differed at all (`state()` tells): such a check would have found nothing.
    """
    world = another_world or _own_world(env)
    compared = different = 0
    for episode in range(episodes):
        env.reset(seed=seed + episode)
        dice = np.random.default_rng([seed, episode])
        for step in range(steps):
            if not env.agents:
                break
            for agent in env.agents:
                twin = world(env, agent, int(dice.integers(2**62)))
                _compare(env, twin, agent, f"episode {episode}, step {step}", also)
                compared += 1
                different += _state(env) is None or _state(env) != _state(twin)
            env.step(_random_action(env, dice))
    if not different:
        raise AssertionError("no other world differed from the one played: nothing was checked")
    return compared


def _own_world(env: AECEnv) -> AnotherWorld:
    if not hasattr(env.unwrapped, "another_world"):
        raise TypeError(f"{env} has no another_world(agent, seed): give a function that makes another world")
    return lambda env, agent, seed: env.unwrapped.another_world(agent, seed)


def _compare(env: AECEnv, twin: AECEnv, agent: str, when: str, also: tuple[Callable[[AECEnv, str], Any], ...]) -> None:
    """AssertionError if the agent can tell the two apart."""
    here, there = _all_that_it_gets(env, agent, also), _all_that_it_gets(twin, agent, also)
    for name, mine in here.items():
        place = _difference(mine, there[name])
        if place is not None:
            raise AssertionError(f"{agent} can tell two worlds apart ({when}): {name}{place} differs")


def _all_that_it_gets(env: AECEnv, agent: str, also: tuple[Callable[[AECEnv, str], Any], ...]) -> dict[str, Any]:
    told = {
        "observation": env.observe(agent),
        "info": env.infos[agent],
        "rewards": env.rewards[agent],
        "terminations": env.terminations[agent],
        "truncations": env.truncations[agent],
        "agent_selection": env.agent_selection,
    }
    return told | {getattr(function, "__name__", str(function)): function(env, agent) for function in also}


def _difference(mine: Any, other: Any) -> str | None:
    """Where two values differ, "" for everywhere; None if they are the same."""
    if isinstance(mine, dict) and isinstance(other, dict):
        if mine.keys() != other.keys():
            return f" (keys {sorted(map(str, mine.keys() ^ other.keys()))})"
        places = ((key, _difference(value, other[key])) for key, value in mine.items())
        return next((f"[{key!r}]{place}" for key, place in places if place is not None), None)
    if isinstance(mine, np.ndarray) and isinstance(other, np.ndarray):
        return _difference_of_arrays(mine, other)
    return None if type(mine) is type(other) and mine == other else ""


def _difference_of_arrays(mine: Any, other: Any) -> str | None:
    if mine.shape != other.shape or mine.dtype != other.dtype:
        return f" (of {mine.dtype}{mine.shape} and {other.dtype}{other.shape})"
    if mine.tobytes() == other.tobytes():
        return None
    places = np.argwhere(mine != other)
    return f"[{', '.join(map(str, places[0]))}]" if len(places) else " (in bytes)"


def _state(env: AECEnv) -> bytes | None:
    """The full state as bytes, None where the environment has none."""
    try:
        return np.asarray(env.unwrapped.state()).tobytes()
    except (AttributeError, NotImplementedError):
        return None


def _random_action(env: AECEnv, dice: np.random.Generator) -> Any:
    """A legal action of the selected agent; None once it is done."""
    agent = env.agent_selection
    if env.terminations[agent] or env.truncations[agent]:
        return None
    seen = env.observe(agent)
    mask = seen.get("action_mask") if isinstance(seen, dict) else None
    mask = env.infos[agent].get("action_mask") if mask is None else mask
    if mask is None:
        return env.action_space(agent).sample()
    return int(dice.choice(np.flatnonzero(mask)))
