"""Means with their 95 % intervals, of as many values as there are or as are needed."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

NORMAL_95 = 1.959964
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


def interval(values: Floats, pilot: int = 0) -> Interval:
    """The mean of independent values, float [n], and its interval; of one value nothing is known, so infinite.

    pilot: where the number of values was chosen by the spread of so many first ones (see `needed`), only these say
    how wide the interval is: so it covers as often as it says (Stein's two stages).
    """
    n = len(values)
    deviation = _deviation(values[:pilot] if pilot else values)
    return Interval(float(np.mean(values)), deviation / n**0.5)


def needed(pilot: Floats, half: float) -> int:
    """How many values an interval takes that is no wider than ±half, by those of a pilot, float [n]."""
    deviation = _deviation(pilot)
    return int(np.ceil((deviation / half) ** 2)) if np.isfinite(deviation) else 2


def _deviation(values: Floats) -> float:
    """Half the width of the 95 % interval of a single value with the spread of these."""
    if len(values) < 2:
        return float("inf")
    return student_95(len(values) - 1) * float(np.std(values, ddof=1))


def student_95(freedom: int) -> float:
    """What NORMAL_95 becomes when the deviation itself is estimated, with so many degrees of freedom.

    The quantile of Student's distribution by the first terms of its expansion around the normal one (Abramowitz and
    Stegun, 26.7.5); exact to a thousandth from five degrees on.
    """
    z = NORMAL_95
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(sum(term / freedom**power for power, term in enumerate(terms)))
