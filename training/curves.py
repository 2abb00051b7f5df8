"""The curves that a run has logged, read back from its TensorBoard files."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from training.config import ConfigError
from training.evaluation import MARGINS

Floats = npt.NDArray[np.float64]

LONGEST_STEP = 120.0
"""Seconds. Between two points of the log more time has passed only where the run had been stopped."""
SUMMARY = 25
"""Points of a curve on a policy's card."""
CLOCK = "learner/decisions_per_second"
"""A curve with a point for every iteration: it tells how the time went."""


class Curve(NamedTuple):
    """A curve over the run, all [points]: minutes since its beginning, decisions taken, values."""

    minutes: Floats
    decisions: Floats
    values: Floats

    def at(self, minutes: float) -> float | None:
        """The value of the last point up to this minute; None if there is none yet, or the run was shorter."""
        before = np.flatnonzero(self.minutes <= minutes)
        next_one = self.minutes[-1] + np.diff(self.minutes, prepend=0.0).max()  # by then there would be another point
        return float(self.values[before[-1]]) if len(before) and minutes <= next_one else None


def read(run: Path) -> dict[str, Curve]:
    """All curves of a run's directory by name; ConfigError if it holds none."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    log = EventAccumulator(str(run / "tensorboard"), size_guidance={"scalars": 0})
    names = log.Reload().Tags()["scalars"] if (run / "tensorboard").is_dir() else []
    if CLOCK not in names:
        raise ConfigError(f"{run} is no run with curves: give the directory of a run, such as runs/quick")
    points = {name: np.array([(e.wall_time, e.step, e.value) for e in log.Scalars(name)]) for name in names}
    clock = points[CLOCK][:, 0]
    spent = _minutes(clock)
    return {name: Curve(np.interp(p[:, 0], clock, spent), p[:, 1], p[:, 2]) for name, p in points.items()}


def summary(curves: dict[str, Curve]) -> dict[str, list[list[float]]]:
    """What a policy's card tells of the log: of each margin some points, `[decisions, value]`, with the last.

    Nothing in it depends on the clock, so that a run that is repeated leaves the same bytes.
    """
    return {name: _thinned(curve) for name, curve in sorted(curves.items()) if name.startswith(MARGINS)}


def _thinned(curve: Curve) -> list[list[float]]:
    """At most `SUMMARY` points of a curve; of several at one place, as a run that was killed leaves them, the last."""
    points = dict(zip(curve.decisions.tolist(), curve.values.tolist(), strict=True))
    chosen = np.unique(np.linspace(len(points) - 1, 0, SUMMARY).round().astype(int))
    return [[decisions, round(value, 2)] for decisions, value in np.array(sorted(points.items()))[chosen].tolist()]


def _minutes(times: Floats) -> Floats:
    """Minutes since the first of these points in time; while a run is stopped no time passes."""
    steps = np.diff(times, prepend=times[:1])
    minutes: Floats = np.where(steps > LONGEST_STEP, 0.0, steps).cumsum() / 60
    return minutes
