"""Stable-Baselines3's door: one seat of each table as a VecEnv, and MaskablePPO with the project's trunk.

    env = vec_env("three", 128, ("thumb", "random"))
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=policy_kwargs("three"))

A row of the VecEnv is one learner's seat for the whole run, so trajectories of different seats never mix.
"""

import io
import json
import time
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

from ninetynine_env.bots import Bot
from ninetynine_env.seat import SeatVectorEnv
from ninetynine_env.variants import variant
from training.config import Config, ConfigError
from training.net import Net, Trunk
from training.opponents import NetBot
from training.ppo import TRAINING_SEEDS, Report, computes_in_bfloat16

Weights = dict[str, torch.Tensor]


class SeatVecEnv(VecEnv):  # type: ignore[misc]
    """One seat at each of many tables as SB3's VecEnv: a flat Box, and masks by `env_method("action_masks")`."""

    def __init__(self, seats: SeatVectorEnv, reward_unit: float = 1.0) -> None:
        self.seats, self.reward_unit = seats, reward_unit
        space = seats.single_observation_space
        assert isinstance(space, spaces.Dict)
        super().__init__(seats.num_envs, space["observation"], seats.single_action_space)
        self.actions: npt.NDArray[np.int64] = np.zeros(seats.num_envs, np.int64)

    def reset(self) -> npt.NDArray[np.float32]:
        """Begin an episode at every table; observations float32 [n, columns]."""
        seed = self._seeds[0] if self._seeds[0] is not None else None
        observation, _ = self.seats.reset(seed=seed)
        self._reset_seeds()
        flat: npt.NDArray[np.float32] = observation["observation"]
        return flat

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take the actions of the next step."""
        self.actions = np.asarray(actions, np.int64)

    def step_wait(self) -> Any:
        """Observations [n, columns], rewards [n], whether the episode ended [n], infos."""
        observation, rewards, terminated, truncated, told = self.seats.step(self.actions)
        done = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            infos[i] = {
                "terminal_observation": told["final_obs"][i]["observation"],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
            }
        return observation["observation"], (rewards / self.reward_unit).astype(np.float32), done, infos

    def close(self) -> None:
        """Nothing is to be closed."""

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks`: the legal actions of each row, bool [actions]."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name!r} is no method of these tables: there is 'action_masks'")
        return list(self.seats.action_masks()[self._rows(indices)])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of each row; `action_masks` is there for those who look for it."""
        value = getattr(self.seats, attr_name)
        return [value for _ in self._rows(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Rows have no attributes of their own."""
        raise AttributeError(f"{attr_name!r} cannot be set: the tables are one batch")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No row is wrapped."""
        return [False for _ in self._rows(indices)]

    def _rows(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))


def vec_env(
    id: str,
    num_envs: int,
    opponents: str | Bot | Sequence[str | Bot] = "thumb",
    reward_unit: float = 1.0,
    **options: Any,
) -> SeatVecEnv:
    """SB3's VecEnv of a variant or environment id: `num_envs` tables, bots in the other seats.

    opponents: bots clockwise from the learner's left, one for all or one a seat. `seat=` fixes the learner's
    seat; without it table i's learner sits in seat i modulo the players. A reward is the game's over `reward_unit`.
    An episode is one deal unless `match=` says otherwise; every other option is a rule's, or `reward=`.
    """
    of = variant(id)
    return SeatVecEnv(SeatVectorEnv(of.name, num_envs, opponents, **{**of.game.ONE_DEAL, **options}), reward_unit)


class Extractor(BaseFeaturesExtractor):  # type: ignore[misc]
    """The project's trunk as SB3 calls it."""

    def __init__(self, observation_space: spaces.Box, variant_name: str, rules: list[Any], width: int) -> None:
        super().__init__(observation_space, width)
        game = variant(variant_name).game
        self.trunk = Trunk(game, game.LAYOUT.live(rules), width)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Features [n, width] of flat observations."""
        features: torch.Tensor = self.trunk(observations)
        return features


def policy_kwargs(id: str, rules: Sequence[Any] = (), width: int = 256) -> dict[str, Any]:
    """What makes an `MlpPolicy` of MaskablePPO exportable: the project's trunk, shared by both heads.

    rules: those that will be played; without them one deal of the variant as it is.
    """
    of = variant(id)
    played = list(rules) or [of.rules(**of.game.ONE_DEAL)]
    extractor = {"variant_name": of.name, "rules": played, "width": width}
    return {
        "features_extractor_class": Extractor,
        "features_extractor_kwargs": extractor,
        "net_arch": [],
        "ortho_init": False,
    }


# ---- weights --------------------------------------------------------------------------------------------------

_NAMES = {"features_extractor.": "", "action_net.": "policy.", "value_net.": "value."}


def net_weights(policy: Weights) -> Weights:
    """The weights of a `Net` in the state of such a policy; ConfigError if it is another policy."""
    weights = {}
    for name, tensor in policy.items():
        for theirs, ours in _NAMES.items():
            if name.startswith(theirs):
                weights[ours + name.removeprefix(theirs)] = tensor
    if "trunk.weight" not in weights:
        raise ConfigError("this MaskablePPO was not made with training.sb3.policy_kwargs, so it cannot be exported")
    return weights


def read_zip(file: Path) -> tuple[Weights, int]:
    """The weights in a zip that SB3 saved, and its steps; only tensors are unpickled."""
    try:
        with zipfile.ZipFile(file) as archive:
            policy = torch.load(io.BytesIO(archive.read("policy.pth")), weights_only=True, map_location="cpu")
            steps = json.loads(archive.read("data")).get("num_timesteps", 0)
    except Exception:  # whatever a file of another kind makes zipfile and torch raise
        raise ConfigError(f"{file} is no zip that Stable-Baselines3 saved") from None
    return net_weights(policy), int(steps)


# ---- the learner ----------------------------------------------------------------------------------------------


class Learner:
    """MaskablePPO as a learner of the project: one rollout an iteration. It does not repeat itself byte for byte."""

    def __init__(self, config: Config) -> None:
        torch.set_num_threads(config.threads)
        bf16 = computes_in_bfloat16(config.precision, torch.device("cpu"))
        torch.set_float32_matmul_precision("medium" if bf16 else "highest")
        self.config, self.seconds = config, 0.0
        """Seconds spent on the run; whoever calls `iterate` keeps the time."""
        given, unit = config.sb3, config.ppo.reward_unit
        try:
            self.env = vec_env(config.variant, given.num_envs, given.opponents, unit, rules=config.all_rules)
        except ValueError as error:
            raise ConfigError(f"sb3.{error}") from None
        settings = {name: value for name, value in asdict(given).items() if name not in ("num_envs", "opponents")}
        kwargs = policy_kwargs(config.variant, config.all_rules, config.width)
        self.model = MaskablePPO(
            "MlpPolicy", self.env, policy_kwargs=kwargs, seed=config.seed, device=config.device, **settings
        )

    @property
    def decisions(self) -> int:
        """Decisions of the learner's seats so far."""
        return int(self.model.num_timesteps)

    @property
    def progress(self) -> float:
        """The share of the budget that is spent, 0 to 1."""
        return self.config.spent(self.seconds, self.decisions)

    def iterate(self) -> Report:
        """One rollout and what MaskablePPO learns from it."""
        before, begun = self.decisions, time.perf_counter()
        self.model.learn(self.env.num_envs * self.config.sb3.n_steps, log_interval=None, reset_num_timesteps=False)
        elapsed = time.perf_counter() - begun
        told = self.model.logger.name_to_value
        curves = {name.removeprefix("train/"): float(value) for name, value in told.items()}
        told.clear()
        curves["decisions_per_second"] = (self.decisions - before) / elapsed
        return Report(curves, np.zeros((), self.config.of.game.habits.HABITS))

    def trained(self) -> Net:
        """The network as it is now."""
        net = Net(self.config.of.game, self.config.all_rules, self.config.width)
        weights = net_weights(self.model.policy.state_dict())
        net.load_state_dict({name: tensor.cpu() for name, tensor in weights.items()})
        return net

    def bot(self) -> Bot:
        """The network as a bot that plays its most probable action."""
        return NetBot(self.trained(), self.config.of.game)

    def state(self) -> dict[str, Any]:
        """All that a run needs to go on, of tensors and plain values."""
        return {
            "net": self.trained().state_dict(),
            "policy": self.model.policy.state_dict(),
            "optimiser": self.model.policy.optimizer.state_dict(),
            "decisions": self.decisions,
            "seconds": self.seconds,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """The inverse of `state`; deals that were not dealt before follow."""
        self.model.policy.load_state_dict(state["policy"])
        self.model.policy.optimizer.load_state_dict(state["optimiser"])
        self.model.num_timesteps, self.seconds = state["decisions"], state["seconds"]
        self.env.seed((self.config.seed + state["decisions"]) % TRAINING_SEEDS)
