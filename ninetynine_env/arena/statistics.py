"""Means with their 95 % intervals."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

NORMAL_95 = 1.96
"""Standard deviations to either side of a mean that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    mean: float
    half: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half

    @property
    def sign(self) -> int:
        """1 if the whole interval lies above 0, -1 if below, 0 if it contains 0: then nothing is shown."""
        return int(self.low > 0) - int(self.high < 0)

    def __str__(self) -> str:
        """`+1.23 ± 0.45`."""
        return f"{self.mean:+.2f} ± {self.half:.2f}"


def interval(values: npt.NDArray[np.float64]) -> Interval:
    """The mean of independent values, float [n], and its interval; of one value nothing is known, so infinite."""
    n = len(values)
    half = NORMAL_95 * float(np.std(values, ddof=1)) / n**0.5 if n > 1 else float("inf")
    return Interval(float(np.mean(values)), half)
