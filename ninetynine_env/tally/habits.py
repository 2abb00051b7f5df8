"""How players of the adding game behave: counts read off rounds that are over, and what they say.

The arena asks every game for the same names and knows of the counts only `deals`: here a deal is a round
that a seat began.
"""

from typing import Any

import numpy as np

from ninetynine_env.counts import Counts, Table, add, percent, share
from ninetynine_env.tally.kernel import END

HABITS = np.dtype(
    [
        ("deals", np.int32),
        ("lost", np.int32),  # tokens
        ("hit", np.int32),  # reached 99
        ("bust", np.int32),  # passed it
        ("empty_handed", np.int32),  # had no card when it was to play
        ("unscathed", np.int32),  # lost nothing
    ]
)
"""Counts over rounds of one seat, or of many added up."""

RATES = ("lost", "hit", "bust", "empty_handed", "unscathed")

BREAKDOWN = 0.2
"""Of the rounds a seat begins, so many that end with it empty-handed are a sign that play has collapsed."""


def read(rows: np.recarray, players: int) -> Counts:
    """The habits shown in rounds that are over (counted or about to be), [n] rows -> [n, players]."""
    seats, total = slice(0, players), rows["total"][:, None]
    lost, last = -rows["scores"][:, seats], rows["lost"][:, seats]
    began = (rows["tokens"][:, seats] + lost) > 0
    held = (rows["held"][:, None] >> np.arange(players) & 1).astype(bool)
    out = np.zeros(lost.shape, HABITS)
    out["deals"], out["lost"] = began, lost
    out["hit"] = (total == END) & held & (last == 0)
    out["bust"] = (total > END) & (last > 0)
    out["empty_handed"] = rows["caught"][:, None] == np.arange(players)
    out["unscathed"] = began & (lost == 0)
    return out


def summary(total: Counts) -> dict[str, Any]:
    """Rates per round; None where there was no case."""
    return {name: share(total[name], total["deals"]) for name in RATES}


def signs(counts: dict[str, Any]) -> dict[str, float]:
    """Curves for a training log, from a summary."""
    return {f"habits/{name}": float(value) for name, value in counts.items()}


def alarm(counts: dict[str, Any]) -> str | None:
    """One sentence if play has collapsed, from a summary; else None."""
    if counts["empty_handed"] > BREAKDOWN:
        return f"it forgets to draw: caught without a card in {100 * counts['empty_handed']:.0f} % of the rounds"
    return None


FIGURE = ("hit", "rounds won at 99")
"""The one rate of a summary that a run shows as it goes on, and what it is."""


CHART = ("How its rounds end", "Of all rounds it began.", "% of its rounds", {
    "hit": "reached 99", "bust": "passed 99", "unscathed": "lost nothing", "empty_handed": "had no card"})  # fmt: skip
"""Further curves of a run worth a picture: title, what it shows, its unit, and of `signs` those that it draws."""


def tables(names: list[str], summaries: list[dict[str, Any]]) -> list[Table]:
    """The habits of several players side by side."""
    heads = ["", "tokens lost", "hit 99", "passed 99", "no card", "lost nothing"]
    rows = [
        [name, f"{s['lost']:.2f}", *(percent(s[rate]) for rate in RATES[1:])]
        for name, s in zip(names, summaries, strict=True)
    ]
    return [("Per round", heads, rows)]


__all__ = ["CHART", "FIGURE", "HABITS", "add", "alarm", "read", "signs", "summary", "tables"]
