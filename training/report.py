"""A run as one HTML page that needs nothing beside it: what it reached, and how it got there."""

from collections import defaultdict
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib import colormaps, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ninetynine_env.arena.evaluate import company
from ninetynine_env.arena.page import COLOURS, INK, STYLE, Fact, frame, pair, picture, section, table
from ninetynine_env.assets import write_aside
from ninetynine_env.bots.policy import PolicyError, read_card
from ninetynine_env.terminal import short
from training import evaluation
from training.config import Config, parse, text
from training.curves import CLOCK, Curve, Floats, read

POINTS = 240
"""What is logged in every iteration is averaged to so many points of a picture."""
RARE = 0.03
"""Share of a bid below which it has no line and no label of its own."""
Curves = dict[str, Curve]


class Story(NamedTuple):
    """All that is known of a run."""

    config: Config
    toml: str
    curves: Curves
    card: dict[str, Any] | None
    """Of the policy it left; None while it goes on."""


def write(run: Path, out: Path) -> None:
    """Write the page of a run's directory; ConfigError if that is none."""
    write_aside(out, page(tell(run)).encode())


def tell(run: Path) -> Story:
    """Read a run's directory."""
    curves, toml = read(run), text(run / "config.toml")
    try:
        card = read_card(run / "policy.onnx")
    except PolicyError:
        card = None
    return Story(parse(toml, str(run / "config.toml")), toml, curves, card)


def page(story: Story) -> str:
    """The page."""
    config = f"<details><summary>The configuration of the run</summary><pre>{escape(story.toml)}</pre></details>"
    sections = [
        _margins(story),
        _results(story),
        pair(_exact(story), _bids(story)),
        pair(_habits(story), _speed(story)),
        f"<section>{config}</section>",
    ]
    return frame(story.config.name, _lead(story), _facts(story), sections)


# ---- words and figures ----------------------------------------------------------------------------------------


def _lead(story: Story) -> str:
    """What was run, in a sentence."""
    config, learner = story.config, {"ppo": "self-play PPO", "sb3": "MaskablePPO"}[story.config.learner]
    rules = " and ".join(dict.fromkeys(evaluation.rules_text(given) for given in config.rules))
    workers = "one worker" if config.threads == 1 else f"{config.threads} workers"
    state = "" if story.card else " It has not ended, or was stopped: there is no policy yet."
    return f"{learner[0].upper()}{learner[1:]} on {config.of.id}, rules {rules}; {workers}, seed {config.seed}.{state}"


def _facts(story: Story) -> list[Fact]:
    """The figures at the head of the page."""
    clock, unit = story.curves[CLOCK], story.config.of.game.UNIT
    facts = [(f"{clock.minutes[-1]:.0f} min", "of training"), (f"{clock.decisions[-1] / 1e6:.1f} M", "decisions")]
    facts.append((f"{np.median(clock.values) / 1000:.0f} k/s", "decisions a second, median"))
    rate, told = story.config.of.game.habits.FIGURE
    if f"habits/{rate}" in story.curves:
        facts.append((f"{100 * story.curves[f'habits/{rate}'].values[-20:].mean():.0f} %", f"{told}, at the end"))
    for result in story.card["results"] if story.card else []:
        if result["against"][0] == story.config.evaluation.against[-1]:
            rules = evaluation.rules_text(result["rules"])
            facts.append((evaluation.margin_text(result), f"{unit} over {company(result['against'])}, rules {rules}"))
    return facts


def _results(story: Story) -> str:
    """The table of the exported policy."""
    if not story.card or not story.card["results"]:
        return ""
    title, heads, rows = evaluation.rows(story.card["results"], story.config.of.game)
    return section("The policy it left", table(heads, rows, words=2), f"{title}.")


# ---- pictures -------------------------------------------------------------------------------------------------


def _margins(story: Story) -> str:
    """Margin against every rung of the ladder, a panel for each set of rules."""
    panels: dict[str, Curves] = defaultdict(dict)
    for given, bot in evaluation.matches(story.config):
        name = evaluation.curve_name(bot, given)
        if name in story.curves:
            panels[f"rules {evaluation.rules_text(given)}"][bot] = story.curves[name]
    if not panels:
        return ""
    with rc_context(STYLE):
        columns = min(len(panels), 2 if len(panels) < 5 else 3)
        rows = -(-len(panels) // columns)
        figure = Figure(figsize=(5.6 * columns, 3.2 * rows + 0.4), layout="constrained")
        axes = figure.subplots(rows, columns, sharey=True, squeeze=False).ravel()
        for at, (rules, bots) in zip(axes, panels.items(), strict=False):
            for bot, curve in bots.items():
                at.plot(curve.minutes, curve.values, label=f"against {short(bot)}", lw=1.8)
            at.axhline(0, color=INK, lw=0.8)
            _dress(at, rules)
        for at in axes[len(panels) :]:
            at.set_axis_off()
        axes[0].set_ylabel(f"{story.config.of.game.UNIT} over the others")
        figure.legend(
            *axes[0].get_legend_handles_labels(), frameon=False, loc="outside upper right", ncols=len(COLOURS)
        )
        deals = f"{story.config.evaluation.deals:,} held-out common deals in every seat"
        unit = story.config.of.game.UNIT
        told = f"Own {unit} less the mean of the others, on {deals}: at 0 it is as good as they are."
        return picture("Margin against the ladder", told, figure)


def _exact(story: Story) -> str:
    """How many bids are won exactly, in all and by bid."""
    if "habits/exact" not in story.curves:
        return ""
    with rc_context(STYLE):
        figure, at = _panel()
        for bid, curve in _by_bid(story.curves, "exact_by_bid"):
            if story.curves[f"bids/{bid}"].values.mean() < RARE:
                continue
            at.plot(*_averaged(curve, 100), color=_shade(bid), lw=0.9, alpha=0.8)
            _label(at, bid, curve.minutes[-1], 100 * curve.values[-20:].mean())
        at.plot(*_averaged(story.curves["habits/exact"], 100), color=INK, lw=2.2)
        at.set_ylim(0, 100)
        _dress(at, "")
        at.set_ylabel("%")
        told = "All of them (the strong line), and by bid: the number at the end of each line. Rare bids are left out."
        return picture("Bids won exactly", told, figure)


def _bids(story: Story) -> str:
    """How often each bid is made."""
    bids = _by_bid(story.curves, "bids")
    if not bids:
        return ""
    with rc_context(STYLE):
        figure, at = _panel()
        thinned = [_averaged(curve, 100) for _, curve in bids]
        at.stackplot(thinned[0][0], [values for _, values in thinned], colors=[_shade(bid) for bid, _ in bids], lw=0)
        height = 0.0
        for (bid, _), (minutes, values) in zip(bids, thinned, strict=True):
            if values[-1] > 100 * RARE:
                _label(at, bid, minutes[-1], height + values[-1] / 2)
            height += values[-1]
        at.set_ylim(0, 100)
        _dress(at, "")
        at.set_ylabel("%")
        return picture("What it bids", "The share of each bid, from 0 at the bottom up.", figure)


def _habits(story: Story) -> str:
    """The rates that the game's `habits` holds worth a picture."""
    title, told, unit, shown = story.config.of.game.habits.CHART
    names = [name for name in shown if np.any(story.curves.get(f"habits/{name}", _NOTHING).values)]
    if not names:
        return ""
    with rc_context(STYLE):
        figure, at = _panel()
        for name, colour in zip(names, COLOURS, strict=False):
            at.plot(*_averaged(story.curves[f"habits/{name}"], 100), color=colour, label=shown[name], lw=1.8)
        at.set_ylim(bottom=0)
        _dress(at, "")
        at.set_ylabel(unit)
        at.legend(frameon=False)
        return picture(title, told, figure)


def _speed(story: Story) -> str:
    """Decisions a second."""
    with rc_context(STYLE):
        figure, at = _panel()
        at.plot(*_averaged(story.curves[CLOCK], 1e-3), color=COLOURS[2], lw=1.6)
        at.set_ylim(bottom=0)
        _dress(at, "")
        at.set_ylabel("thousand decisions a second")
        return picture("Speed", "Playing and learning together, evaluations left out.", figure)


_NOTHING = Curve(np.zeros(0), np.zeros(0), np.zeros(0))


def _by_bid(curves: Curves, kind: str) -> list[tuple[int, Curve]]:
    return sorted((int(name.split("/")[1]), curve) for name, curve in curves.items() if name.startswith(f"{kind}/"))


def _shade(bid: int) -> Any:
    return colormaps["viridis"](0.2 + 0.75 * bid / 9)


def _label(at: Axes, bid: int, minutes: float, height: float) -> None:
    """The number of a bid at the end of its line."""
    at.annotate(str(bid), (minutes, height), (4, 0), textcoords="offset points", va="center", fontsize=8)


def _averaged(curve: Curve, unit: float) -> tuple[Floats, Floats]:
    """A curve of every iteration as some points: means over stretches of the run, times `unit`."""
    edges = np.linspace(curve.minutes[0], curve.minutes[-1] + 1e-9, POINTS + 1)
    place = np.clip(np.searchsorted(edges, curve.minutes, side="right") - 1, 0, POINTS - 1)
    counts = np.bincount(place, minlength=POINTS)
    means = np.bincount(place, curve.values, POINTS)[counts > 0] / counts[counts > 0]
    return ((edges[:-1] + edges[1:]) / 2)[counts > 0], means * unit


def _panel() -> tuple[Figure, Axes]:
    figure = Figure(figsize=(5.6, 3.2), layout="constrained")
    return figure, figure.subplots()


def _dress(at: Axes, title: str) -> None:
    at.set_xlabel("minutes")
    at.set_title(title, fontsize=10, loc="left")
