"""Timing by turns: in every round each contestant works once, so that a slow moment of the machine falls on all."""

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Job = Callable[[], int]
"""Does some work, a fraction of a second of it, and says how many units it was."""

Rates = npt.NDArray[np.float64]
"""Units a second, one figure a round."""


def by_turns(jobs: dict[str, Job], rounds: int) -> dict[str, Rates]:
    """The rates of all jobs, float64 [rounds] each, after a round that only warms up."""
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds + 1):
        for name, job in jobs.items():
            begun = time.perf_counter()
            units = job()
            rates[name].append(units / (time.perf_counter() - begun))
    return {name: np.array(each[1:]) for name, each in rates.items()}


def ratio(ours: Rates, theirs: Rates) -> float:
    """The median over the rounds of how many times faster."""
    return float(np.median(ours / theirs))
