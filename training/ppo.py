"""Self-play PPO, one straight road.

    learn     play whole deals at many tables -> learn from them once -> report, until the budget is spent

All seats learn: every decision with a choice is a sample, and each seat's advantage
follows that seat's own next decision. The work is shared out over `threads` workers,
each with its own tables; what comes out depends on their number, not on the machine's cores.
Chance comes from (seed, number of the iteration), so a run can go on from any checkpoint.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ninetynine_env.bots import Bot
from ninetynine_env.vector import Vector
from training.config import Config
from training.kernels import sample_all
from training.net import Net
from training.opponents import Company, NetBot, seat_owners
from training.rollout import Floats, Ints, Rollout, play

TRAINING_SEEDS = 2**62
"""Deals of training have seeds below this; those of evaluations have not."""


class Report(NamedTuple):
    """What an iteration did, for the log and the display."""

    curves: dict[str, float]
    habits: Any
    """Counts of the game's `habits` at the learner's seats."""


class Learner:
    """A run in progress: network, optimiser, opponents and counters."""

    def __init__(self, config: Config) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(config.seed)
        self.config = config
        self.device = _device(config.device)
        self.net = Net(config.of.game, config.all_rules, config.width).to(self.device)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=config.ppo.learning_rate[0], eps=1e-5, fused=True)
        self.company = Company(config)
        self.iteration = self.decisions = 0
        self.seconds = 0.0
        """Spent on the run; whoever calls `iterate` keeps the time."""
        self._bf16 = _computes_in_bfloat16(config.precision, self.device)
        self._tables: list[Vector] = []
        self._pool = ThreadPoolExecutor(config.threads, initializer=torch.set_num_threads, initargs=(1,))

    @property
    def progress(self) -> float:
        """The share of the budget that is spent, 0 to 1."""
        return self.config.spent(self.seconds, self.decisions)

    def iterate(self) -> Report:
        """Play, learn, and say how it went."""
        begun = time.perf_counter()
        rng = np.random.default_rng([self.config.seed, self.iteration])
        curves = self._set_schedule()
        self.company.remember(self.net, self.progress)
        rollouts = self._play(rng)
        curves |= self._learn(rollouts, rng)
        decisions, elapsed = sum(r.decisions for r in rollouts), time.perf_counter() - begun
        self.iteration += 1
        self.decisions += decisions
        curves["decisions_per_second"] = decisions / elapsed
        return Report(curves, self.config.of.game.habits.add(np.stack([r.habits for r in rollouts])))

    def _set_schedule(self) -> dict[str, float]:
        """Set what changes in the course of the run: first the teacher's lessons, then PPO."""
        ppo, lessons, now = self.config.ppo, self.config.imitation, self.progress
        self._imitates = now < lessons.share
        if self._imitates:
            self._size, self._minibatch, self._entropy = lessons.tables, lessons.minibatch, 0.0
            rate = _geometric(lessons.learning_rate, now / lessons.share)
        else:
            at = (now - lessons.share) / (1 - lessons.share)
            self._size, self._minibatch = _doubling(ppo.tables, at), _doubling(ppo.minibatch, at)
            self._entropy, rate = _geometric(ppo.entropy, at), _geometric(ppo.learning_rate, at)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        return {"learning_rate": rate, "entropy_weight": self._entropy, "tables": self._size}

    def trained(self) -> Net:
        """The network as it is now."""
        return self.net

    def bot(self) -> Bot:
        """The network as a bot that plays its most probable action."""
        return NetBot(self.net, self.config.of.game)

    # ---- playing ----

    def _play(self, rng: np.random.Generator) -> list[Rollout]:
        """One rollout a worker, advantages normalised over all of them."""
        parts = self._dealt_out(self._size)
        seeds = rng.integers(TRAINING_SEEDS, size=self._size)
        bots = self.company.at_the_tables(rng)
        owners = seat_owners((self._size, parts[0].players), self.config.opponents.share, bots, rng)
        cuts = np.cumsum([tables.n for tables in parts])[:-1]
        jobs = zip(parts, np.split(seeds, cuts), np.split(owners, cuts), strict=True)
        ppo = self.config.ppo

        def part(tables: Vector, seeds: Ints, owners: Ints) -> Rollout:
            rollout = play(tables, seeds, self._act, owners, bots, ppo.reward_unit)
            rollout.close(ppo.gamma, 1.0 if self._imitates else ppo.lam)  # a teacher's moves have no values
            return rollout

        rollouts = self._share(part, jobs)
        _normalise([rollout.advantages for rollout in rollouts])
        return rollouts

    def _dealt_out(self, size: int) -> list[Vector]:
        """The workers' tables, made anew when their number grows."""
        if sum(tables.n for tables in self._tables) != size:
            shares = [len(part) for part in np.array_split(np.arange(size), self.config.threads)]
            self._tables = [Vector(self.config.of, n, rules=self.config.all_rules) for n in shares]
        return self._tables

    def _act(self, tables: Vector, rows: Ints, packed: Ints) -> tuple[Ints, Floats, Floats]:
        """The net's actions, sampled by the dice of the tables; while it imitates, the teacher's."""
        legal, dice = tables.legal()[rows], tables.dice()[rows]
        if self._imitates:
            nothing = np.zeros(len(rows), np.float32)
            return self.company.teacher.act(tables.views[rows], legal, dice), nothing, nothing
        with torch.no_grad(), self._precision():
            logits, values = self.net(packed)
        actions, logps = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        sample_all(logits.cpu().numpy(), legal, dice, actions, logps)
        return actions, logps, values.cpu().numpy()

    def _precision(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self._bf16)

    def _share(self, work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> list[Any]:
        """The results of work over jobs, one a worker, in order."""
        return list(self._pool.map(lambda job: work(*job), jobs))

    # ---- learning ----

    def _learn(self, rollouts: list[Rollout], rng: np.random.Generator) -> dict[str, float]:
        """Steps of the optimiser over all samples; each worker adds its part of every minibatch."""
        samples = sum(rollout.count for rollout in rollouts)
        steps = max(1, round(samples / self._minibatch))
        curves: list[dict[str, float]] = []
        for _ in range(self.config.ppo.epochs):
            orders = [np.array_split(rng.permutation(rollout.count), steps) for rollout in rollouts]
            for step in range(steps):
                jobs = [(rollout, order[step]) for rollout, order in zip(rollouts, orders, strict=True)]
                curves.append(self._step(jobs))
        return {name: float(np.mean([curve[name] for curve in curves])) for name in curves[0]}

    def _step(self, jobs: list[tuple[Rollout, Ints]]) -> dict[str, float]:
        """One step of the optimiser along the sum of the workers' gradients."""
        whole = sum(len(rows) for _, rows in jobs)
        parts = self._share(lambda rollout, rows: self._gradient(rollout, rows, len(rows) / whole), jobs)
        for i, parameter in enumerate(self.net.parameters()):
            parameter.grad = torch.stack([grads[i] for grads, _ in parts]).sum(0) if len(parts) > 1 else parts[0][0][i]
        norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.config.ppo.grad_norm)
        self.optimiser.step()
        curves = {name: sum(curve[name] for _, curve in parts) for name in parts[0][1]}
        return curves | {"grad_norm": float(norm)}

    def _gradient(self, rollout: Rollout, rows: Ints, weight: float) -> tuple[list[Tensor], dict[str, float]]:
        """The gradient of these samples' loss, and what it is made of, both times `weight`."""
        batch = _batch(rollout, rows, self.config.of.game, self.device)
        with self._precision():
            logits, values = self.net(rollout.packed[rows])
        losses = _losses(logits, values, batch, None if self._imitates else self.config.ppo.clip)
        loss = (
            losses["policy_loss"]
            + self.config.ppo.value_loss * losses["value_loss"]
            - self._entropy * losses["entropy"]
        )
        grads = torch.autograd.grad(loss * weight, list(self.net.parameters()))
        return list(grads), {name: float(value.detach()) * weight for name, value in losses.items()}

    # ---- going on ----

    def state(self) -> dict[str, Any]:
        """All that a run needs to go on, of tensors and plain values."""
        return {
            "net": self.net.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "company": self.company.state(),
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": self.seconds,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """The inverse of `state`."""
        self.net.load_state_dict(state["net"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.company.restore(state["company"])
        self.iteration, self.decisions, self.seconds = state["iteration"], state["decisions"], state["seconds"]


class _Batch(NamedTuple):
    """Samples as tensors, each [n]; `illegal` is bool [n, actions]."""

    illegal: Tensor
    actions: Tensor
    logps: Tensor
    advantages: Tensor
    returns: Tensor


def _batch(rollout: Rollout, rows: Ints, game: Any, device: torch.device) -> _Batch:
    mask = np.empty((len(rows), game.ACTIONS), np.int8)
    game.masks_all(rollout.legal[rows], mask)
    arrays = (mask == 0, rollout.actions[rows], rollout.logps[rows], rollout.advantages[rows], rollout.returns[rows])
    return _Batch(*(torch.from_numpy(array).to(device) for array in arrays))


def _losses(logits: Tensor, values: Tensor, batch: _Batch, clip: float | None) -> dict[str, Tensor]:
    """The parts of PPO's loss and two signs of how far a step went; without a clip the samples are to be imitated."""
    legal = logits.masked_fill(batch.illegal, -1e9)
    logps = torch.log_softmax(legal, -1)
    change = logps.gather(1, batch.actions[:, None]).squeeze(1) - batch.logps
    ratio = change.exp()
    return {
        "policy_loss": -(change if clip is None else _clipped_gain(ratio, batch.advantages, clip)).mean(),
        "value_loss": (values - batch.returns).square().mean(),
        "entropy": -(torch.softmax(legal, -1) * logps).sum(-1).mean(),
        "divergence": (ratio - 1 - change).mean(),
        "clipped": ((ratio - 1).abs() > (clip or 1)).float().mean(),
    }


def _clipped_gain(ratio: Tensor, advantages: Tensor, clip: float) -> Tensor:
    return torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages)


def _normalise(parts: list[npt.NDArray[np.float32]]) -> None:
    """Mean 0 and deviation 1 over all parts, in place."""
    every = np.concatenate(parts)
    mean, deviation = every.mean(), every.std() + 1e-8
    for part in parts:
        part -= mean
        part /= deviation


def _geometric(ends: tuple[float, float], at: float) -> float:
    """From the first value to the second, the same factor in the same time."""
    return float(ends[0] * (ends[1] / ends[0]) ** at)


def _doubling(ends: tuple[int, int], at: float) -> int:
    """From the first number up by doublings, spread evenly over the run, never past the second."""
    doublings = int(np.log2(ends[1] / ends[0]))
    return int(ends[0] * 2 ** min(doublings, int(at * (doublings + 1))))


def _device(name: str) -> torch.device:
    return torch.device("cuda" if name == "cuda" or (name == "auto" and torch.cuda.is_available()) else "cpu")


def _computes_in_bfloat16(precision: str, device: torch.device) -> bool:
    """Whether to compute in bfloat16: as the configuration says, or where the hardware does."""
    if precision != "auto":
        return precision == "bfloat16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())
