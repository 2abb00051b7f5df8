"""The command `ninetynine bench`: every figure beside that of a peer, in Markdown."""

import os
import platform
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from ninetynine_env.jit import COMPILER
from training.bench import learning, ours, peers
from training.bench.clock import Job, Rates, by_turns, ratio
from training.config import ConfigError

LIBRARIES = ("numpy", "torch", "pettingzoo", "open-spiel", "shimmy", "sb3-contrib")


class Comparison(NamedTuple):
    """One line of the table: what is timed here, and beside what."""

    what: str
    ours: Callable[[], Job]
    peer: str
    theirs: Callable[[], Job]


PLAYING = (
    Comparison(
        "1,024 tables in a batch, one core, one call",
        lambda: ours.Wanderers(1),
        "OpenSpiel's `oh_hell`, `evaluate_bots` in C++",
        peers.evaluate_bots,
    ),
    Comparison(
        "the same, a call from Python for every step",
        lambda: ours.Tables(1),
        "OpenSpiel's `oh_hell`, `evaluate_bots` in C++",
        peers.evaluate_bots,
    ),
    Comparison(
        "the same, with packed observation and mask",
        lambda: ours.Tables(1, "packed"),
        "OpenSpiel's `oh_hell`, Python loop with information tensor",
        peers.python_loop,
    ),
    Comparison(
        "the same, with float32 observation and mask",
        lambda: ours.Tables(1, "flat"),
        "OpenSpiel's `oh_hell`, Python loop with information tensor",
        peers.python_loop,
    ),
    Comparison(
        "1,024 tables of `tally`, with packed observation and mask",
        lambda: ours.Tables(1, "packed", "tally"),
        "the same of `three`",
        lambda: ours.Tables(1, "packed"),
    ),
    Comparison(
        "1,024 tables of all forms of the trick game mixed, with packed observation and mask",
        lambda: ours.Tables(1, "packed", rules=ours.every_form()),
        "the same of `three`",
        lambda: ours.Tables(1, "packed"),
    ),
    Comparison("two threads, 1,024 tables each", lambda: ours.Threads(2), "one thread", lambda: ours.Threads(1)),
    Comparison("AEC, `env()`", ours.aec, "PettingZoo's `connect_four`, `env()`", peers.connect_four),
    Comparison("AEC, `env()`", ours.aec, "`oh_hell` through Shimmy", peers.shimmy),
    Comparison(
        "one seat at 1,024 tables, two `thumb`",
        lambda: ours.Seats("thumb", batch=True),
        "the same at 16 single environments in turn",
        lambda: ours.Seats("thumb", batch=False),
    ),
    Comparison(
        "one seat at 1,024 tables, two policies",
        lambda: ours.Seats(ours.some_policy(), batch=True),
        "the same at 16 single environments in turn",
        lambda: ours.Seats(ours.some_policy(), batch=False),
    ),
    Comparison("a game cloned", ours.clones, "a state of OpenSpiel's `oh_hell` cloned", peers.clones),
)
"""Decisions a second of all that plays; clones a second in the last line."""

LEARNING = Comparison(
    "self-play PPO, one core", learning.self_play, "MaskablePPO (sb3-contrib), the same net", learning.maskable_ppo
)

HEADS = ("", "a second", "beside", "a second", "times as fast")


def bench(
    *,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How often each pair runs; medians are told.")] = 7,
    mine: Annotated[Path, typer.Option("--ours", help="A run of `configs/three.toml`.")] = Path("runs/three"),
    peer: Annotated[Path, typer.Option("--theirs", help="A run of `configs/sb3-hour.toml`.")] = Path("runs/sb3-hour"),
) -> None:
    """Time this project beside its peers and print a table in Markdown; some minutes, on a quiet machine."""
    import torch

    for name in ("pyspiel", "shimmy", "pygame"):
        peers.load(name)  # what is missing is said before anything is timed
    torch.set_num_threads(1)
    print(f"{machine()}. Medians of {rounds} rounds in which the two of a line take turns.\n")
    print(line(HEADS), line(["---", "--:", "---", "--:", "--:"]), sep="\n")
    for comparison in (*PLAYING, LEARNING):
        print(row(comparison, rounds), flush=True)
    share = learning.environment_share(rounds)
    print(f"\nOf an iteration of self-play PPO the environment takes {100 * share:.1f} %.\n")
    print("\n".join(margins(mine, peer)))


def machine() -> str:
    """What the figures were taken on."""
    told = [
        f"{processor()}, {os.cpu_count()} cores",
        platform.system(),
        f"Python {platform.python_version()}",
        COMPILER,
    ]
    return ", ".join([*told, *(f"{name} {version(name)}" for name in LIBRARIES)])


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [text.partition(":")[2].strip() for text in lines if text.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def row(comparison: Comparison, rounds: int) -> str:
    """Measure one line and spell it."""
    jobs = {"ours": comparison.ours(), "theirs": comparison.theirs()}
    rates = by_turns(jobs, rounds)
    mine, his = rates["ours"], rates["theirs"]
    return line([comparison.what, figure(mine), comparison.peer, figure(his), times(ratio(mine, his))])


def figure(rates: Rates) -> str:
    """A median in three digits: `12.3 M`, `4.56 k`."""
    rate = float(np.median(rates))
    for unit, name in ((1e6, " M"), (1e3, " k")):
        if rate >= unit:
            return f"{rate / unit:.3g}{name}" if rate < 1000 * unit else f"{rate / unit:,.0f}{name}"
    return f"{rate:.3g}"


def times(value: float) -> str:
    """A ratio: `12.3`, and whole from a hundred on."""
    return f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def line(cells: Sequence[str]) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(cells) + " |"


def margins(mine: Path, peer: Path) -> list[str]:
    """Margins against two frozen estimators by minutes of training, from the logs of two runs."""
    heads = ["minutes of training", *map(str, learning.MINUTES)]
    lines = [line(heads), line(["---", *("--:" for _ in learning.MINUTES)])]
    for name, run in (("self-play PPO", mine), ("MaskablePPO", peer)):
        try:
            values = learning.margins(run)
        except ConfigError as error:
            lines.append(line([f"{name}: {error}", *("–" for _ in learning.MINUTES)]))
            continue
        lines.append(line([name, *("–" if value is None else f"{value:+.1f}" for value in values)]))
    return ["Margin against two frozen estimators, premium bids off, on held-out deals in every seat:", "", *lines]
