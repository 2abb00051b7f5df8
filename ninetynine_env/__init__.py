"""Reinforcement learning environments for the two card games called Ninety-Nine.

import pettingzoo, gymnasium, ninetynine_env

pettingzoo.make("aec", "ninetynine/three-v0")                      every seat an agent
gymnasium.make("ninetynine/three-v0", opponents=("thumb", "random"))      one seat, the others are bots
gymnasium.make_vec("ninetynine/three-v0", num_envs=1024, opponents=("thumb", "thumb"))
ninetynine_env.env("three", match="single_deal")
"""

from typing import Any

import gymnasium
import pettingzoo

from ninetynine_env.env import Env, RawEnv, env, raw_env
from ninetynine_env.variants import VARIANTS, variant

__version__ = "0.1.0"


def make(name: str, **options: Any) -> Env:
    """The AEC environment of a variant, by its name or id."""
    return env(name, **options)


def rules(name: str, **options: Any) -> Any:
    """The rules of a variant with these options; ValueError or TypeError, in one sentence, if they cannot be."""
    return variant(name).rules(**options)


def _register() -> None:
    """Every variant, with PettingZoo and with Gymnasium, unless it is there already."""
    for each in VARIANTS.values():
        if each.id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", each.id, entry_point="ninetynine_env.env:env", kwargs={"name": each.name})
        if each.id not in gymnasium.registry:
            gymnasium.register(
                each.id,
                entry_point="ninetynine_env.seat:SeatEnv",
                vector_entry_point="ninetynine_env.seat:SeatVectorEnv",
                kwargs={"name": each.name},
                disable_env_checker=True,
            )


_register()

__all__ = ["VARIANTS", "Env", "RawEnv", "env", "make", "raw_env", "rules", "variant"]
