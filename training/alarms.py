"""Signs that self-play has collapsed onto a few habits, read off the counts of the game's `habits`."""

from typing import Any

import numpy as np

LOW_ENTROPY = 0.5
"""Of the histogram of bids, in nats: e.g. nine bids in ten alike."""
LOW_EXACT = 0.05
"""Of all bids; uniform play wins more than a tenth exactly."""
ENOUGH = 500
"""Deals before anything is concluded."""


def signs(summary: dict[str, Any]) -> dict[str, float]:
    """Curves for the log: exact rate in all and by bid, entropy of the bids, premiums announced."""
    bids = np.array(summary["bids"], float)
    curves = {
        "habits/exact": float(summary["exact"]),
        "habits/bid_entropy": float(-(bids[bids > 0] * np.log(bids[bids > 0])).sum()),
        "habits/declared": float(summary["declare"]["announced"]),
        "habits/revealed": float(summary["reveal"]["announced"]),
    }
    for bid, (share, exact) in enumerate(zip(summary["bids"], summary["exact_by_bid"], strict=True)):
        curves[f"bids/{bid}"] = float(share)
        if exact is not None:
            curves[f"exact_by_bid/{bid}"] = float(exact)
    return curves


def alarm(curves: dict[str, float], deals: int) -> str | None:
    """One sentence if play has collapsed, else None."""
    if deals < ENOUGH:
        return None
    if curves["habits/bid_entropy"] < LOW_ENTROPY:
        return f"nearly all bids are alike (entropy {curves['habits/bid_entropy']:.2f})"
    if curves["habits/exact"] < LOW_EXACT:
        return f"hardly any bid is won exactly ({100 * curves['habits/exact']:.1f} %)"
    return None
