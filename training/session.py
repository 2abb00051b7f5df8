"""A run from its first deal to the table of results: learn, look, save, export, judge."""

import signal
import time
from types import FrameType, TracebackType
from typing import Any, Protocol

from rich.console import Console

from ninetynine_env.arena.probes import score
from ninetynine_env.bots import Bot
from ninetynine_env.terminal import show
from training import curves, evaluation
from training.checkpoints import beginning
from training.config import Config
from training.display import Display, judging
from training.export import Told, write
from training.net import Net
from training.ppo import Report
from training.run import Run

ENOUGH = 500
"""Deals of an iteration before anything is concluded from how they were played."""

CHECKPOINT_SECONDS = 60
"""At most so much of a run is lost when it is killed."""


class Learner(Protocol):
    """What learns: `ppo.Learner` or `sb3.Learner`."""

    seconds: float
    """Spent so far, evaluations in training too."""

    @property
    def decisions(self) -> int:
        """Taken so far."""

    @property
    def progress(self) -> float:
        """The share of the budget that is spent, 0 to 1."""

    def iterate(self) -> Report:
        """Play, learn, and say how it went."""

    def trained(self) -> Net:
        """The network as it is now."""

    def bot(self) -> Bot:
        """The network as a bot that plays its most probable action."""

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""

    def restore(self, state: dict[str, Any]) -> None:
        """The inverse of `state`."""


class Stop:
    """While this is open the first Ctrl-C (or SIGTERM) asks the run to end; a second one interrupts it."""

    def __init__(self) -> None:
        self.wanted = False

    def __enter__(self) -> "Stop":
        self._before = {number: signal.signal(number, self._ask) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.wanted:
            raise KeyboardInterrupt
        self.wanted = True


def make_learner(config: Config, resume: bool = False) -> Learner:
    """The learner that the configuration asks for; where a run is resumed, what it began as says nothing any more."""
    if config.learner == "sb3":
        from training import sb3

        return sb3.Learner(config)
    from training import ppo

    return ppo.Learner(config, None if resume or not config.begin else beginning(config))


def run(config: Config, place: Run, resume: bool, console: Console) -> list[dict[str, Any]]:
    """Carry out a run in its directory, from the beginning or its checkpoint; the results of the policy it leaves."""
    learner = make_learner(config, resume)
    if resume:
        learner.restore(place.load())
    console.print(f"{'Going on with' if resume else 'Beginning'} {place.folder}; Ctrl-C ends it with what there is.")
    with place, Display(console, config.name) as display, Stop() as stop:
        _train(config, place, learner, display, stop)
    place.save(learner.state())
    return _finish(config, place, learner, console)


def _train(config: Config, place: Run, learner: Learner, display: Display, stop: Stop) -> None:
    """Iterate until the budget is spent or somebody asks for the end."""
    spent, saved = learner.seconds, time.monotonic()
    began, judged = saved, int(learner.progress / config.evaluation.every)
    while learner.progress < 1 and not stop.wanted:
        _tell(config, learner.iterate(), place, learner, display)
        learner.seconds = spent + time.monotonic() - began
        if learner.progress // config.evaluation.every > judged and learner.progress < 1:
            judged = int(learner.progress / config.evaluation.every)
            _look(config, place, learner, display)
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            place.save(learner.state())
            saved = time.monotonic()


def _tell(config: Config, report: Report, place: Run, learner: Learner, display: Display) -> None:
    """Log an iteration, show it, and sound the alarm if play has collapsed."""
    deals = int(report.habits["deals"])
    logged = {f"learner/{name}": value for name, value in report.curves.items()}
    if deals:
        habits = config.of.game.habits
        counts = habits.summary(report.habits)
        display.rate(habits.FIGURE[1], counts[habits.FIGURE[0]])
        logged |= habits.signs(counts)
        if deals >= ENOUGH and (sentence := habits.alarm(counts)):
            display.warn(sentence)
    place.log(logged, learner.decisions)
    left = learner.seconds * (1 / learner.progress - 1) if learner.progress else 0.0
    display.update(learner.progress, report.curves["decisions_per_second"], left)


def _look(config: Config, place: Run, learner: Learner, display: Display) -> None:
    """A short evaluation of the net as it is."""
    results = evaluation.judge(learner.bot(), config, config.evaluation.deals)
    place.log(evaluation.curves(results), learner.decisions)
    top = next(result for result in results if result["against"][0] == config.evaluation.against[-1])
    display.margin(top["against"][0], top["margin"])


def _finish(config: Config, place: Run, learner: Learner, console: Console) -> list[dict[str, Any]]:
    """Export, judge what was exported, and write the results on its card."""
    net = learner.trained()
    write(place.policy, net, config, learner.decisions)
    deals = config.evaluation.final if learner.progress >= 1 else config.evaluation.deals
    with judging(console) as progress:
        results = evaluation.judge(str(place.policy), config, deals, progress)
    grade = score(str(place.policy), config.variant)
    told = Told(results, curves.summary(curves.read(place.folder)), grade)
    write(place.policy, net, config, learner.decisions, told)
    show(console, evaluation.rows(results, config.of.game))
    console.print(f"\nThe policy: {place.policy} ({learner.decisions:,} decisions, {learner.seconds / 60:.1f} minutes)")
    return results
