"""What the benchmark times of this project: batches, seats, the AEC environment, a clone. All play at random."""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch

import ninetynine_env
from ninetynine_env import bots
from ninetynine_env.bots import Bot
from ninetynine_env.bots.policy import Policy
from ninetynine_env.variants import VARIANTS, variant
from ninetynine_env.vector import Vector
from training.bench.clock import Job
from training.bench.kernels import clone_all
from training.bench.loops import play_aec
from training.config import parse
from training.export import write
from training.net import Net

TABLES, STEPS, LONG = 1024, 150, 5000
SEATED, SEAT_STEPS = 1024, 12
ONE_BY_ONE = 16
CLONES = 20_000


class Tables:
    """Some tables that play on for ever: games to the target, begun anew where they are over."""

    def __init__(self, seed: int, observe: str = "nothing", variant: str = "three", rules: Any = None) -> None:
        self._tables = Vector(variant, TABLES, rules=rules)
        self._random, self._dice = bots.load("random", variant), np.arange(TABLES, dtype=np.int64) + (seed << 40)
        doors = {"nothing": None, "packed": self._tables.observe, "flat": self._tables.observe_flat}
        self._observe: Any = doors[observe]
        self._seeds = np.arange(TABLES, dtype=np.int64) + (seed << 32)
        self._tables.deal(self._seeds)
        self._views = self._tables.look()  # `random` never looks at them, so they need not be of now

    def __call__(self) -> int:
        """Take some steps at every table; how many decisions that were."""
        tables = self._tables
        for _ in range(STEPS):
            if self._observe:
                self._observe()
                tables.masks()
            self._dice += TABLES
            _, ended = tables.step(self._random.act(self._views, tables.legal(), self._dice))
            if (ended >= 2).any():
                self._seeds += TABLES
                tables.deal(np.where(ended >= 2, self._seeds, -1))
        return STEPS * TABLES


def every_form() -> list[Any]:
    """The rules of all forms of the trick game, for two, three and four players: a batch may mix them."""
    forms = [kind.rules() for kind in VARIANTS.values() if kind.game is variant("three").game]
    return [*forms, *(variant("classic").rules(players=players) for players in (2, 4))]


class Wanderers:
    """Some tables that take many random steps in one call, as OpenSpiel's loop in C++ does."""

    def __init__(self, seed: int) -> None:
        self._tables, self._seeds = Vector("three", TABLES), np.arange(TABLES, dtype=np.int64) + (seed << 32)
        self._tables.deal(self._seeds)

    def __call__(self) -> int:
        """Take some steps at every table; how many decisions that were."""
        self._seeds += TABLES
        self._tables.wander(LONG, self._seeds)
        return LONG * TABLES


class Threads:
    """The same in several threads at once, each with its own tables."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._all = [Wanderers(seed) for seed in range(threads)]

    def __call__(self) -> int:
        """Let all play; their decisions together."""
        return sum(self._pool.map(lambda tables: tables(), self._all))


def aec(episodes: int = 30) -> Job:
    """`env()` of the three-player game, played through `last` and `step`."""
    env = ninetynine_env.env("three", match="single_deal")
    return lambda: play_aec(env, episodes, lambda observation, info: observation["action_mask"])


class Seats:
    """One learner's seat at many tables in one batch, or at a few single environments one after another."""

    def __init__(self, opponents: str | Bot, batch: bool) -> None:
        given: dict[str, Any] = {"opponents": opponents, "match": "single_deal"}
        self._n = SEATED if batch else ONE_BY_ONE
        mode = "vector_entry_point" if batch else "sync"
        self._env = gymnasium.make_vec("ninetynine/three-v0", self._n, vectorization_mode=mode, **given)
        self._masks = self._env.reset(seed=1)[0]["action_mask"]
        self._dice = np.random.default_rng(1)

    def __call__(self) -> int:
        """Take some steps; the learners' decisions."""
        for _ in range(SEAT_STEPS):
            actions = (self._masks * self._dice.random(self._masks.shape, np.float32)).argmax(1)
            self._masks = self._env.step(actions)[0]["action_mask"]
        return SEAT_STEPS * self._n


def some_policy() -> Bot:
    """A policy file of the usual size, its weights drawn at random."""
    of = parse('name = "some"\nminutes = 1')
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.onnx"
        write(path, Net(of.of.game, of.all_rules, of.width), of, 0)
        return Policy(path, variant("three").game)


def clones() -> Job:
    """Copies of a game, as a search makes them: compiled, one row after another into a spare one."""
    tables = Vector("three", TABLES)
    tables.deal(np.arange(TABLES))
    places, spare = np.arange(CLONES) % TABLES, tables.games[:1].copy()

    def job() -> int:
        clone_all(tables.games, places, spare)
        return CLONES

    return job
