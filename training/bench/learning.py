"""How fast the learners learn: samples a second on one core, the environment's share of it, and margins by minute."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ninetynine_env.vector import Vector
from training.bench.clock import Job
from training.config import parse
from training.curves import read
from training.evaluation import curve_name

SAME = 'name = "bench"\ndecisions = 1_000_000_000_000\nthreads = 1\nrules = [{ premium_bids = false }]\n'
OURS = SAME + "[ppo]\ntables = [1024, 1024]\nminibatch = [2048, 2048]\n"
"""Our learner in the middle of its schedule."""
THEIRS = SAME + 'learner = "sb3"\n'
"""MaskablePPO with the same trunk, on the same rules; its settings are those of `configs/sb3.toml`."""

MINUTES = (2, 5, 20, 60)
CURVE = curve_name("estimator", {"premium_bids": False})
DOORS = ("deal", "legal", "masks", "look", "observe", "observe_flat", "dice", "apply", "settle", "step")
"""What the environment does for a learner."""


def self_play() -> Job:
    """Iterations of our PPO; the units are samples: decisions with a choice, every one learned from."""
    from training.ppo import Learner

    learner = Learner(parse(OURS))
    return lambda: int(learner.iterate().curves["samples"])


def maskable_ppo() -> Job:
    """Iterations of MaskablePPO; the units are the decisions of its seats, every one learned from."""
    from training.sb3 import Learner

    learner = Learner(parse(THEIRS))

    def job() -> int:
        before = learner.decisions
        learner.iterate()
        return learner.decisions - before

    return job


def environment_share(iterations: int) -> float:
    """The share of our learner's time that is spent in the environment: rules, observations, masks, dice."""
    job, spent = self_play(), _Stopwatch()
    job()
    with ExitStack() as timed:
        for name in DOORS:
            timed.enter_context(patch.object(Vector, name, spent.around(getattr(Vector, name))))
        begun = time.perf_counter()
        for _ in range(iterations):
            job()
        whole = time.perf_counter() - begun
    return spent.seconds / whole


class _Stopwatch:
    """Runs while a door is open; one that opens another is not counted twice."""

    def __init__(self) -> None:
        self.seconds, self._open = 0.0, 0

    def around(self, door: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(door)
        def timed(*given: Any, **named: Any) -> Any:
            begun, self._open = time.perf_counter(), self._open + 1
            try:
                return door(*given, **named)
            finally:
                self._open -= 1
                if not self._open:
                    self.seconds += time.perf_counter() - begun

        return timed


def margins(run: Path) -> list[float | None]:
    """A run's margins against two frozen estimators at `MINUTES`, None where there are none; ConfigError if no run."""
    curves = read(run)
    return [curves[CURVE].at(minute) if CURVE in curves else None for minute in MINUTES]
