"""How players of the trick game behave: counts read off deals that are played out, and what they say.

    habits = read(rows)          counts per deal and seat, [n, players]
    total = add(habits)          counts add up, over deals and seats alike
    summary(total)               shares and means for JSON
    tables(names, summaries)     the same as text, for printing

The arena asks every game for these five names (`HABITS` is the fifth) and knows of its counts only `deals`.
"""

from typing import Any

import numpy as np

from ninetynine_env.cards import SUIT_SET, SUITS
from ninetynine_env.counts import Counts, Table, add, percent, share

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


def read(rows: np.recarray, players: int) -> Counts:
    """The habits shown in deals that are played out (counted or about to be), [n] rows -> [n, players]."""
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


def summary(total: Counts) -> dict[str, Any]:
    """Rates and histograms; None where there was no case."""
    deals = total["deals"]
    bids = range(10)
    return {
        "exact": share(total["exact"], deals),
        "tricks": share(total["tricks"], deals),
        "bids": [share(total["bids"][bid], deals) for bid in bids],
        "exact_by_bid": [share(total["exact_by_bid"][bid], total["bids"][bid]) for bid in bids],
        "laid": {suit: share(total["laid"][i], total["laid"].sum()) for i, suit in enumerate(SUITS)},
        "declare": _premium(total, 0),
        "reveal": _premium(total, 1),
    }


def _premium(total: Counts, kind: int) -> dict[str, float | None]:
    """Of all deals, how many had the announcement and how many let it stand; of those, how many were won."""
    return {
        "announced": share(total["announced"][kind], total["deals"]),
        "stood": share(total["premiums"][kind], total["deals"]),
        "exact": share(total["exact_premiums"][kind], total["premiums"][kind]),
    }


# ---- signs that play has collapsed ----------------------------------------------------------------------------

LOW_ENTROPY = 0.5
"""Of the histogram of bids, in nats: e.g. nine bids in ten alike."""
LOW_EXACT = 0.05
"""Of all bids; uniform play wins more than a tenth exactly."""

FIGURE = ("exact", "exact bids")
"""The one rate of a summary that a run shows as it goes on, and what it is."""


CHART = ("Premium bids", "Announced, of all deals, those that are played without premiums among them.",
         "% of its deals", {"declared": "declared", "revealed": "revealed"})  # fmt: skip
"""Further curves of a run worth a picture: title, what it shows, its unit, and of `signs` those that it draws."""


def signs(counts: dict[str, Any]) -> dict[str, float]:
    """Curves for a training log, from a summary: exact rate in all and by bid, entropy of the bids, premiums."""
    curves = {
        "habits/exact": float(counts["exact"]),
        "habits/bid_entropy": _entropy(counts["bids"]),
        "habits/declared": float(counts["declare"]["announced"]),
        "habits/revealed": float(counts["reveal"]["announced"]),
    }
    for bid, (part, exact) in enumerate(zip(counts["bids"], counts["exact_by_bid"], strict=True)):
        curves[f"bids/{bid}"] = float(part)
        if exact is not None:
            curves[f"exact_by_bid/{bid}"] = float(exact)
    return curves


def _entropy(shares: list[float]) -> float:
    bids = np.array([part for part in shares if part])
    return float(-(bids * np.log(bids)).sum())


def alarm(counts: dict[str, Any]) -> str | None:
    """One sentence if play has collapsed onto a few habits, from a summary; else None."""
    if _entropy(counts["bids"]) < LOW_ENTROPY:
        return f"nearly all bids are alike (entropy {_entropy(counts['bids']):.2f})"
    if counts["exact"] < LOW_EXACT:
        return f"hardly any bid is won exactly ({100 * counts['exact']:.1f} %)"
    return None


# ---- printing -------------------------------------------------------------------------------------------------


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


__all__ = ["CHART", "FIGURE", "HABITS", "add", "alarm", "read", "signs", "summary", "tables"]
