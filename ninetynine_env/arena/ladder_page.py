"""Ladders as one HTML page with pictures."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ninetynine_env.arena.ladder import Ladder
from ninetynine_env.arena.page import COLOURS, INK, STYLE, Fact, frame, pair, picture, section, table
from ninetynine_env.assets import write_aside
from ninetynine_env.options import unusual
from ninetynine_env.variants import variant

PALE = 0.25
"""Opacity of a cell of the cross table whose interval contains 0."""


def write(ladders: Sequence[Ladder], path: Path) -> None:
    """Write the page of some ladders, aside first."""
    write_aside(path, page(ladders).encode())


def page(ladders: Sequence[Ladder]) -> str:
    """The page."""
    lead = (
        "Every deal seats all bots: in an order drawn from its seed they fill the tables, and every table plays the"
        " deal in each of its rotations. Ratings are a Plackett-Luce fit: 400 points are odds of ten to one to be"
        " ahead, their mean is 0. Intervals hold 95 %, those of the ratings come from resampled deals."
    )
    name = ladders[0].variant if len(ladders) == 1 else "all variants"
    return frame(f"Ladder: {name}", lead, _facts(ladders), [part for ladder in ladders for part in _parts(ladder)])


def _facts(ladders: Sequence[Ladder]) -> list[Fact]:
    games = sum(len(ladder.games.points) for ladder in ladders)
    facts = [(f"{games:,}", "games"), (f"{sum(ladder.games.decisions.sum() for ladder in ladders):,}", "decisions")]
    return facts + [(ladder.rungs[0].bot, f"ahead in {ladder.variant}") for ladder in ladders]


def _parts(ladder: Ladder) -> list[str]:
    rungs, cross, *habits = ladder.tables()
    title = f"{ladder.variant}: {variant(ladder.variant).title}"
    options = "".join(f"; {name}={value}" for name, value in unusual(ladder.rules).items())
    note = f"{len(ladder.seeds):,} common deals{options}. {rungs[0]}."
    told = "".join(f"<h3>{name}</h3>{table(heads, rows)}" for name, heads, rows in habits)
    with rc_context(STYLE):
        pictures = pair(_ratings(ladder), _against_time(ladder))
        matrix = _cross(ladder)
    return [
        section(title, table(*rungs[1:]), note),
        pictures,
        matrix,
        f"<section><details><summary>How they play, and who is ahead by how much ({ladder.variant})</summary>"
        f"<h3>{cross[0]}</h3>{table(*cross[1:])}{told}</details></section>",
    ]


def _ratings(ladder: Ladder) -> str:
    """A dot with its interval for every bot, the best at the top."""
    rungs = ladder.rungs[::-1]
    figure = Figure(figsize=(5.6, 0.8 + 0.34 * len(rungs)), layout="constrained")
    at = figure.subplots()
    points = np.array([rung.rating for rung in rungs])
    ends = np.abs(points[:, 1:] - points[:, :1]).T
    at.errorbar(points[:, 0], range(len(rungs)), xerr=ends, fmt="o", color=COLOURS[1], ms=6, lw=1.6, capsize=3)
    at.set_yticks(range(len(rungs)), [rung.bot for rung in rungs])
    at.axvline(0, color=INK, lw=0.8)
    at.set_xlabel("rating")
    return picture("Ratings", "With intervals; where they do not overlap, the order is shown.", figure)


def _against_time(ladder: Ladder) -> str:
    """Strength over what it costs."""
    figure = Figure(figsize=(5.6, 0.8 + 0.34 * len(ladder.rungs)), layout="constrained")
    at = figure.subplots()
    for number, rung in enumerate(ladder.rungs):
        colour = COLOURS[number % len(COLOURS)]
        at.plot(max(rung.milliseconds, 1e-4), rung.rating.points, "o", color=colour, ms=7)
        place = (max(rung.milliseconds, 1e-4), rung.rating.points)
        at.annotate(rung.bot, place, (6, 4), textcoords="offset points", fontsize=8)
    at.set_xscale("log")
    at.margins(x=0.2, y=0.12)
    at.set_xlabel("milliseconds a decision, in the company of many")
    at.set_ylabel("rating")
    return picture("What strength costs", "Up is stronger, left is faster.", figure)


def _cross(ladder: Ladder) -> str:
    """The cross table as a picture."""
    order = ladder.order
    names = [ladder.names[bot] for bot in order]
    figure = Figure(figsize=(11.4, 1.2 + 0.42 * len(order)), layout="constrained")
    at = figure.subplots()
    gaps = {(r, c): ladder.gap(a, b) for r, a in enumerate(order) for c, b in enumerate(order) if a != b}
    top = max(abs(gap.mean) for gap in gaps.values()) or 1.0
    for (row, column), gap in gaps.items():
        colour, strength = COLOURS[1] if gap.mean > 0 else COLOURS[0], 0.15 + 0.6 * abs(gap.mean) / top
        alpha = strength * (1 if gap.sign else PALE)
        at.add_patch(_cell(row, column, colour, alpha))
        at.text(column, row, f"{gap.mean:+.1f} ± {gap.half:.1f}", ha="center", va="center", fontsize=8)
    at.set_xlim(-0.5, len(order) - 0.5)
    at.set_ylim(len(order) - 0.5, -0.5)
    at.set_xticks(range(len(order)), names)
    at.set_yticks(range(len(order)), names)
    at.grid(visible=False)
    at.spines[["left", "bottom"]].set_visible(False)
    at.tick_params(length=0)
    unit = variant(ladder.variant).game.UNIT
    told = f"By how many {unit} a line's bot is ahead of a column's where they meet; pale where no difference is shown."
    return picture("Who is ahead of whom", told, figure)


def _cell(row: int, column: int, colour: str, alpha: float) -> Rectangle:
    return Rectangle((column - 0.48, row - 0.46), 0.96, 0.92, facecolor=colour, alpha=alpha, lw=0)
