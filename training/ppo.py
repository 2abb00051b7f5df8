"""Self-play PPO, one straight road.

    learn     play whole deals at many tables -> learn from them once -> report, until the budget is spent

All seats learn: every decision with a choice is a sample, and each seat's advantage
follows that seat's own next decision. The work is shared out over `threads` workers in
processes of their own, each with its own tables and samples; the weights lie in memory
that all of them read. What comes out depends on their number, not on the machine's cores.
Chance comes from (seed, number of the iteration), so a run can go on from any checkpoint.
"""

import time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from ninetynine_env.bots import Bot
from ninetynine_env.vector import Vector
from training.config import Config
from training.crew import Crew
from training.kernels import sample_all
from training.net import Net
from training.opponents import PAST, Company, NetBot, Weights, at_the_tables, seat_owners, teacher
from training.rollout import Floats, Ints, Rollout, play

TRAINING_SEEDS = 2**62
"""Deals of training have seeds below this; those of evaluations have not."""


class Report(NamedTuple):
    """What an iteration did, for the log and the display."""

    curves: dict[str, float]
    habits: Any
    """Counts of the game's `habits` at the learner's seats."""


class Played(NamedTuple):
    """What a worker tells of its rollout: numbers, and sums of the advantages and of their squares."""

    samples: int
    decisions: int
    habits: Any
    total: float
    squares: float


class Learner:
    """A run in progress: network, optimiser, opponents and counters."""

    def __init__(self, config: Config, net: Net | None = None) -> None:
        """`net` is what the network begins as, by default as chance has it."""
        torch.set_num_threads(1)
        torch.manual_seed(config.seed)
        self.config = config
        self.device = _device(config.device)
        net = net or Net(config.of.game, config.all_rules, config.width)
        self.net = net.to(self.device).share_memory()
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=config.ppo.learning_rate[0], eps=1e-5, fused=True)
        self.company = Company(config)
        self._players = [rules.players for rules in config.all_rules]
        self.iteration = self.decisions = 0
        self.seconds = 0.0
        """Spent on the run; whoever calls `iterate` keeps the time."""
        self._parameters = list(self.net.parameters())
        room = sum(parameter.numel() for parameter in self._parameters)
        self._grads = [torch.zeros(room, device=self.device).share_memory_() for _ in range(config.threads)]
        shared = self.net.state_dict()
        makings = [(config, shared, grad) for grad in self._grads]
        self._crew = Crew(Worker, makings, apart=self.device.type == "cpu")

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
        played = self._play(rng)
        curves |= self._learn([part.samples for part in played], rng)
        decisions, elapsed = sum(part.decisions for part in played), time.perf_counter() - begun
        self.iteration += 1
        self.decisions += decisions
        curves |= {"decisions_per_second": decisions / elapsed, "samples": sum(part.samples for part in played)}
        return Report(curves, self.config.of.game.habits.add(np.stack([part.habits for part in played])))

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

    def _play(self, rng: np.random.Generator) -> list[Played]:
        """One rollout a worker, advantages normalised over all of them."""
        seeds = rng.integers(TRAINING_SEEDS, size=self._size)
        past = self.company.past_self(rng)
        opponents = self.company.size + (past is not None)
        parts = np.array_split(seeds, self.config.threads)
        players = np.concatenate([np.resize(self._players, len(part)) for part in parts])
        owners = seat_owners(players, self.config.opponents.share, opponents, rng)
        shares = zip(parts, np.array_split(owners, self.config.threads), strict=True)
        played = self._crew.each("play", [(*share, past, self._imitates) for share in shares])
        samples = sum(part.samples for part in played)
        mean = sum(part.total for part in played) / samples
        variance = sum(part.squares for part in played) / samples - mean**2
        self._crew.each("normalise", [(mean, max(variance, 0.0) ** 0.5 + 1e-8)] * len(played))
        return played

    def _learn(self, samples: list[int], rng: np.random.Generator) -> dict[str, float]:
        """Steps of the optimiser over all samples; each worker adds its part of every minibatch."""
        steps = max(1, round(sum(samples) / self._minibatch))
        curves: list[dict[str, float]] = []
        for _ in range(self.config.ppo.epochs):
            orders = [np.array_split(rng.permutation(count), steps) for count in samples]
            curves += [self._step([order[step] for order in orders]) for step in range(steps)]
        return {name: float(np.mean([curve[name] for curve in curves])) for name in curves[0]}

    def _step(self, rows: list[Ints]) -> dict[str, float]:
        """One step of the optimiser along the sum of the workers' gradients, each of these rows of its samples."""
        whole = sum(len(part) for part in rows)
        parts = self._crew.each("learn", [(part, len(part) / whole, self._entropy) for part in rows])
        total = torch.stack(self._grads).sum(0) if len(parts) > 1 else self._grads[0]
        for parameter, grad in zip(self._parameters, _split(total, self._parameters), strict=True):
            parameter.grad = grad
        norm = torch.nn.utils.clip_grad_norm_(self._parameters, self.config.ppo.grad_norm)
        self.optimiser.step()
        return {name: sum(curve[name] for curve in parts) for name in parts[0]} | {"grad_norm": float(norm)}

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


class Worker:
    """Some of the tables, the samples from them, and the gradients of those samples."""

    def __init__(self, config: Config, weights: Weights, grad: Tensor) -> None:
        self.config, self.game, self.device = config, config.of.game, grad.device
        self.net = Net(self.game, config.all_rules, config.width)
        self.net.load_state_dict(weights, assign=True)  # not a copy: the optimiser's steps are seen here
        self._parameters, self._grad = list(self.net.parameters()), _split(grad, list(self.net.parameters()))
        self._opponents = at_the_tables(config)
        self._teacher = teacher(config) if config.imitation.share else None
        self._bf16 = computes_in_bfloat16(config.precision, self.device)
        self._tables: Vector | None = None
        self.rollout: Rollout
        """The newest one."""

    # ---- playing ----

    def play(self, seeds: Ints, owners: Ints, past: Weights | None, imitates: bool) -> Played:
        """Play a deal of every seed; int64 [n, players] owners say who sits where (see `seat_owners`)."""
        self._imitates = imitates
        ppo, tables = self.config.ppo, self._enough_tables(len(seeds))
        opponents = list(self._opponents)
        if past is not None:
            opponents.append(NetBot(self._of(past), self.game, sample=True, name=PAST))
        self.rollout = play(tables, seeds, self._act, owners, opponents, ppo.reward_unit)
        self.rollout.close(ppo.gamma, 1.0 if imitates else ppo.lam)  # a teacher's moves have no values
        advantages = self.rollout.advantages.astype(np.float64)
        sums = float(advantages.sum()), float(np.square(advantages).sum())
        return Played(self.rollout.count, self.rollout.decisions, self.rollout.habits, *sums)

    def normalise(self, mean: float, deviation: float) -> None:
        """Shift and scale the advantages."""
        self.rollout.advantages = ((self.rollout.advantages - mean) / deviation).astype(np.float32)

    def _enough_tables(self, n: int) -> Vector:
        """The tables, made anew when their number changes."""
        if self._tables is None or self._tables.n != n:
            self._tables = Vector(self.config.of, n, rules=self.config.all_rules, reward=self.config.reward or None)
        return self._tables

    def _of(self, weights: Weights) -> Net:
        net = Net(self.game, self.config.all_rules, self.config.width)
        net.load_state_dict(weights)
        return net

    def _act(self, tables: Vector, rows: Ints, packed: Ints) -> tuple[Ints, Floats, Floats]:
        """The net's actions, sampled by the dice of the tables; while it imitates, the teacher's."""
        legal, dice = tables.legal()[rows], tables.dice()[rows]
        if self._imitates:
            nothing = np.zeros(len(rows), np.float32)
            views: Any = tables.look()[rows]
            assert self._teacher is not None
            return self._teacher.act(views, legal, dice), nothing, nothing
        with torch.no_grad(), self._precision():
            logits, values = self.net(packed)
        actions, logps = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        sample_all(logits.cpu().numpy(), legal, dice, actions, logps)
        return actions, logps, values.cpu().numpy()

    def _precision(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self._bf16)

    # ---- learning ----

    def learn(self, rows: Ints, weight: float, entropy: float) -> dict[str, float]:
        """Write the gradient of these samples' loss, times `weight`, where the optimiser finds it; the loss's parts."""
        batch = _batch(self.rollout, rows, self.game, self.device)
        with self._precision():
            logits, values = self.net(self.rollout.packed[rows])
        losses = _losses(logits, values, batch, None if self._imitates else self.config.ppo.clip)
        loss = losses["policy_loss"] + self.config.ppo.value_loss * losses["value_loss"] - entropy * losses["entropy"]
        grads = torch.autograd.grad(loss * weight, self._parameters)
        for place, grad in zip(self._grad, grads, strict=True):
            place.copy_(grad)
        return {name: float(value.detach()) * weight for name, value in losses.items()}


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


def _split(total: Tensor, like: list[nn.Parameter]) -> list[Tensor]:
    """A vector as tensors of these shapes."""
    parts = total.split([parameter.numel() for parameter in like])
    return [part.view_as(parameter) for part, parameter in zip(parts, like, strict=True)]


def _geometric(ends: tuple[float, float], at: float) -> float:
    """From the first value to the second, the same factor in the same time."""
    return float(ends[0] * (ends[1] / ends[0]) ** at)


def _doubling(ends: tuple[int, int], at: float) -> int:
    """From the first number up by doublings, spread evenly over the run, never past the second."""
    doublings = int(np.log2(ends[1] / ends[0]))
    return int(ends[0] * 2 ** min(doublings, int(at * (doublings + 1))))


def _device(name: str) -> torch.device:
    return torch.device("cuda" if name == "cuda" or (name == "auto" and torch.cuda.is_available()) else "cpu")


def computes_in_bfloat16(precision: str, device: torch.device) -> bool:
    """Whether to compute in bfloat16: as the configuration says, or where the hardware does."""
    if precision != "auto":
        return precision == "bfloat16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())
