"""How players of the trick game behave: counts read off deals that are played out, and what they say.

    habits = read(rows)          counts per deal and seat, [n, players]
    total = add(habits)          counts add up, over deals and seats alike
    summary(total)               shares and means for JSON
    tables(names, summaries)     the same as text, for printing

The arena asks every game for these five names (`HABITS` is the fifth) and knows of its counts only `deals`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ninetynine_env.cards import SUIT_SET, SUITS

HABITS = np.dtype(
    [
        ("deals", np.int32),
        ("exact", np.int32),  # won exactly what was bid
        ("tricks", np.int32),
        ("bids", np.int32, (10,)),  # by bid
        ("exact_by_bid", np.int32, (10,)),
        ("laid", np.int32, (4,)),  # bid-cards by suit
        ("announced", np.int32, (2,)),  # declaration, revelation: said in the auction
        ("premiums", np.int32, (2,)),  # those that stood
        ("exact_premiums", np.int32, (2,)),  # those that stood and were won
    ]
)
"""Counts over deals of one seat, or of many added up."""

Habits = npt.NDArray[np.void]


def read(rows: np.recarray) -> Habits:
    """The habits shown in deals that are played out (counted or about to be), [n] rows -> [n, players]."""
    players = int(rows["rules"]["players"][0]) if len(rows) else 0
    seats = slice(0, players)
    laid = np.stack([np.bitwise_count(rows["laid"][:, seats] & suit) for suit in SUIT_SET], axis=-1)
    bid, tricks = laid @ np.arange(4), rows["tricks"][:, seats]
    out = np.zeros(bid.shape, HABITS)
    out["deals"], out["tricks"], out["laid"], out["exact"] = 1, tricks, laid, bid == tricks
    out["bids"] = bid[..., None] == np.arange(10)
    out["announced"] = rows["said"][:, seats, None] == (1, 2)
    out["premiums"] = rows["premium"][:, seats, None] == (1, 2)
    for part, whole in (("exact_by_bid", "bids"), ("exact_premiums", "premiums")):
        out[part] = out[whole] * out["exact"][..., None]
    return out


def add(habits: Habits) -> Habits:
    """The sum of all counts of an array of habits: one record."""
    total = np.zeros((), HABITS)
    for name in HABITS.names or ():
        field = habits[name]
        total[name] = field.sum(axis=tuple(range(habits.ndim)))
    return total


def _share(part: Any, whole: Any) -> float | None:
    """A share, None of nothing."""
    return float(part / whole) if whole else None


def summary(total: Habits) -> dict[str, Any]:
    """Rates and histograms; None where there was no case."""
    deals = total["deals"]
    bids = range(10)
    return {
        "exact": _share(total["exact"], deals),
        "tricks": _share(total["tricks"], deals),
        "bids": [_share(total["bids"][bid], deals) for bid in bids],
        "exact_by_bid": [_share(total["exact_by_bid"][bid], total["bids"][bid]) for bid in bids],
        "laid": {suit: _share(total["laid"][i], total["laid"].sum()) for i, suit in enumerate(SUITS)},
        "declare": _premium(total, 0),
        "reveal": _premium(total, 1),
    }


def _premium(total: Habits, kind: int) -> dict[str, float | None]:
    """Of all deals, how many had the announcement and how many let it stand; of those, how many were won."""
    return {
        "announced": _share(total["announced"][kind], total["deals"]),
        "stood": _share(total["premiums"][kind], total["deals"]),
        "exact": _share(total["exact_premiums"][kind], total["premiums"][kind]),
    }


# ---- printing -------------------------------------------------------------------------------------------------

Table = tuple[str, list[str], list[list[str]]]
"""A title, the heads of the columns, and rows of cells; the first column is a name."""


def percent(share: float | None) -> str:
    """`36 %`, or a dash where there was no case; a tenth where a whole per cent would hide it."""
    if share is None:
        return "–"
    return f"{100 * share:.1f} %" if 0 < share < 0.1 else f"{100 * share:.0f} %"


def tables(names: list[str], summaries: list[dict[str, Any]], premiums: bool = True) -> list[Table]:
    """The habits of several players side by side."""
    rows = list(zip(names, summaries, strict=True))
    bidding = [[name, *map(percent, s["bids"])] for name, s in rows]
    exact = [[name, percent(s["exact"]), *map(percent, s["exact_by_bid"])] for name, s in rows]
    laid = [[name, f"{s['tricks']:.2f}", *(percent(s["laid"][suit]) for suit in SUITS)] for name, s in rows]
    digits = [str(bid) for bid in range(10)]
    out = [
        ("How often each bid", ["", *digits], bidding),
        ("Bids won exactly, in all and by bid", ["", "all", *digits], exact),
        ("Tricks a deal, and suits laid aside", ["", "tricks", "♦", "♠", "♥", "♣"], laid),
    ]
    return [*out, _premium_table(rows)] if premiums else out


def _premium_table(rows: list[tuple[str, dict[str, Any]]]) -> Table:
    kinds, facts = ("declare", "reveal"), ("announced", "stood", "exact")
    heads = ["", "declared", "stood", "won", "revealed", "stood", "won"]
    cells = [[name, *(percent(s[kind][fact]) for kind in kinds for fact in facts)] for name, s in rows]
    return ("Premium bids: how often announced, how often they stood, and of those how many were won", heads, cells)
