"""Counts of how players behave, added up and told: what the `habits` of both games share."""

from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.void]
"""Records of counts."""

Table = tuple[str, list[str], list[list[str]]]
"""A title, the heads of the columns, and rows of cells; the first column is a name."""


def add(counts: Counts) -> Counts:
    """The sum of an array of counts: one record."""
    total = np.zeros((), counts.dtype)
    for name in counts.dtype.names or ():
        total[name] = counts[name].sum(axis=tuple(range(counts.ndim)))
    return total


def share(part: Any, whole: Any) -> float | None:
    """A share, None of nothing."""
    return float(part / whole) if whole else None


def percent(value: float | None) -> str:
    """`36 %`, or a dash where there was no case; a tenth where a whole per cent would hide it."""
    if value is None:
        return "–"
    return f"{100 * value:.1f} %" if 0 < value < 0.1 else f"{100 * value:.0f} %"
