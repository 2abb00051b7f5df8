"""A ladder: any number of bots at mixed tables, who is ahead of whom by how much, and a rating of each.

Every deal seats all bots: in an order drawn from its seed they fill as many tables as it takes, and every table plays
the deal in each of its rotations. What a bot is worth does not hang on one kind of company.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ninetynine_env.arena.evaluate import distinct, frozen_seeds
from ninetynine_env.arena.play import Floats, Games, Ints, Progress, Task, play_all
from ninetynine_env.arena.probes import score
from ninetynine_env.arena.statistics import Interval, interval
from ninetynine_env.bots import Bot, heuristics, shipped
from ninetynine_env.bots.policy import read_card
from ninetynine_env.counts import Table, percent
from ninetynine_env.table import seat_bots
from ninetynine_env.variants import Variant, variant

BUDGETS = (10, 100, 1000)
"""Playouts of the searches on a published ladder."""
SCALE = 400 / np.log(10)
"""Rating points of a natural logarithm of odds: 400 more are ten to one."""
RESAMPLES = 200
"""Of the deals, for the interval of a rating."""
_PRIOR = 0.01
"""A hundredth of a win to either side, so that who never wins still has a rating."""


class Rating(NamedTuple):
    """Where a bot stands; `low` to `high` hold 95 % of the ratings from resampled deals."""

    points: float
    low: float
    high: float

    def __str__(self) -> str:
        """`+123 ± 12`."""
        return f"{self.points:+.0f} ± {(self.high - self.low) / 2:.0f}"


class Rung(NamedTuple):
    """A bot on the ladder."""

    bot: str
    rating: Rating
    margin: Interval
    """Own points less the mean of the others at the table, in mixed company."""
    wins: float
    """Share of its games won; shared wins count in parts."""
    games: int
    habits: dict[str, Any]
    """The game's `habits.summary`."""
    probes: dict[str, int]
    """How many of the variant's probes it gets right, and of how many."""
    milliseconds: float
    """A decision, in the company of many others; it differs from run to run."""


@dataclass(frozen=True)
class Ladder:
    """The games of some bots at mixed tables, and what they show."""

    variant: str
    rules: Any
    names: tuple[str, ...]
    seeds: Ints
    """Deals that were played, int64 [deals]."""
    seatings: Ints
    """The bot at each seat, int64 [deals, games of a deal, seats]."""
    games: Games = field(repr=False)
    """Deal by deal."""
    grades: tuple[dict[str, int], ...]
    """By bot, in the probes."""
    missing: int = 0
    """Deals that were still to be played when somebody stopped it."""

    @cached_property
    def _points(self) -> Ints:
        """int64 [deals, games, seats]."""
        return self.games.points.reshape(self.seatings.shape)

    def _by_pair(self, shown: Floats) -> Floats:
        """Sums by pair of bots of what is shown between seats, [deals, games, seats, seats] -> [deals, bots, bots]."""
        deals, bots = len(self.seeds), len(self.names)
        mine, theirs = self.seatings[..., :, None], self.seatings[..., None, :]
        deal = np.arange(deals)[:, None, None, None]
        place = ((deal * bots + mine) * bots + theirs).ravel()
        out: npt.NDArray[Any] = np.bincount(place, (shown * (mine != theirs)).ravel(), deals * bots * bots)
        sums: Floats = out.reshape(deals, bots, bots)
        return sums

    @cached_property
    def _met(self) -> Floats:
        return self._by_pair(np.ones((*self.seatings.shape, self.seatings.shape[-1])))

    @cached_property
    def _gaps(self) -> Floats:
        return self._by_pair((self._points[..., :, None] - self._points[..., None, :]).astype(float))

    def gap(self, bot: int, other: int) -> Interval:
        """Points by which one bot is ahead of another where they meet, over the deals in which they do."""
        met = self._met[:, bot, other]
        if not met.any():
            return Interval(0.0, float("inf"))
        return interval(self._gaps[met > 0, bot, other] / met[met > 0])

    def margin(self, bot: int) -> Interval:
        """A bot's points less the mean of the others at its tables."""
        seats = self.seatings.shape[-1]
        margins = (self._points * seats - self._points.sum(-1, keepdims=True)) / (seats - 1)
        at = self.seatings == bot
        return interval((margins * at).sum((1, 2)) / at.sum((1, 2)))

    @cached_property
    def ratings(self) -> list[Rating]:
        """By bot; their mean is 0.

        A game is a ranking of its seats (Plackett-Luce), taken apart into all its pairs; equal points are half a win
        to each. The ends come from resampled deals, so what a deal does to all its tables is in them.
        """
        ahead = np.sign(self._points[..., :, None] - self._points[..., None, :]) / 2 + 0.5
        won = self._by_pair(ahead)
        draws = np.random.default_rng(len(self.seeds)).multinomial(
            len(self.seeds), np.full(len(self.seeds), 1 / len(self.seeds)), RESAMPLES
        )
        resampled = np.tensordot(draws, won, 1)
        spread = np.array([_fit(wins) for wins in resampled])
        low, high = np.percentile(spread, [2.5, 97.5], axis=0)
        return [Rating(*map(float, row)) for row in zip(_fit(won.sum(0)), low, high, strict=True)]

    @cached_property
    def rungs(self) -> list[Rung]:
        """Best first."""
        rungs = [self._rung(bot) for bot in range(len(self.names))]
        return sorted(rungs, key=lambda rung: -rung.rating.points)

    def _rung(self, bot: int) -> Rung:
        game, at = variant(self.variant).game, self.seatings == bot
        wins = self.games.wins.reshape(self.seatings.shape)[at]
        habits = game.habits.summary(game.habits.add(self.games.habits.reshape(self.seatings.shape)[at]))
        pace = 1000 * self.games.seconds[bot] / max(1, self.games.decisions[bot])
        told = (float(wins.mean()), int(at.sum()), habits, self.grades[bot], float(pace))
        return Rung(self.names[bot], self.ratings[bot], self.margin(bot), *told)

    @property
    def order(self) -> list[int]:
        """The numbers of the bots, best first."""
        return [self.names.index(rung.bot) for rung in self.rungs]

    def tables(self) -> list[Table]:
        """The ladder and its cross table, to print."""
        game, order = variant(self.variant).game, self.order
        rate, told = game.habits.FIGURE
        asked = any(grade["of"] for grade in self.grades)
        rows = [
            [rung.bot, str(rung.rating), str(rung.margin), percent(rung.wins), percent(rung.habits[rate]),
             *([_grade(rung.probes)] if asked else []), f"{rung.milliseconds:.3f}"]
            for rung in self.rungs
        ]  # fmt: skip
        heads = ["", "rating", "margin", "won", told, *(["probes"] if asked else []), "ms a decision"]
        cross = [[self.names[bot], *(self._cell(bot, other) for other in order)] for bot in order]
        ahead = f"Who is ahead of whom where they meet, in {game.UNIT}"
        habits = game.habits.tables([rung.bot for rung in self.rungs], [rung.habits for rung in self.rungs])
        return [("Best first; 400 rating points are odds of ten to one to be ahead", heads, rows),
                (ahead, ["", *(self.names[bot] for bot in order)], cross), *habits]  # fmt: skip

    def _cell(self, bot: int, other: int) -> str:
        return "" if bot == other else f"{self.gap(bot, other).mean:+.1f}"

    def to_json(self) -> dict[str, Any]:
        """As a JSON object; only `milliseconds` differ from run to run."""
        order = self.order
        cross = {
            self.names[a]: {self.names[b]: [self.gap(a, b).low, self.gap(a, b).high] for b in order if b != a}
            for a in order
        }
        return {
            "variant": self.variant,
            "rules": vars(self.rules).copy(),
            "deals": len(self.seeds),
            **({"stopped": {"missing": self.missing}} if self.missing else {}),
            "rungs": [_rung_json(rung) for rung in self.rungs],
            "ahead": cross,
        }


def _rung_json(rung: Rung) -> dict[str, Any]:
    told = rung._asdict()
    told["rating"], told["margin"] = rung.rating._asdict(), rung.margin.mean
    return told | {"interval": [rung.margin.low, rung.margin.high]}


def _grade(told: dict[str, int]) -> str:
    return f"{told['right']} of {told['of']}"


def _fit(won: Floats) -> Floats:
    """Ratings from how often each was ahead of each, float64 [bots, bots] -> [bots]; their mean is 0."""
    import choix

    strengths = choix.ilsr_pairwise_dense(won + _PRIOR * (1 - np.eye(len(won))), max_iter=1000)
    ratings: Floats = SCALE * (strengths - strengths.mean())
    return ratings


def field_of(of: str | Variant) -> list[str]:
    """The bots of the published ladder of a variant: rules of thumb, searches, the shipped models that are for it."""
    kind = of if isinstance(of, Variant) else variant(of)
    models = [name for name, path in shipped().items() if kind.id in read_card(path)["env"]]
    return [*heuristics(kind.game), *(f"search:{playouts}" for playouts in BUDGETS), *models]


def draw_tables(bots: int, seats: int, seeds: Ints) -> Ints:
    """Who sits where in every game of every deal, int64 [deals, games, seats]; each deal has an order of its own.

    The last table is filled up with bots that have sat already, none twice at a table while there are others.
    """
    return np.array([_tables_of(np.random.default_rng(int(seed)), bots, seats) for seed in seeds], np.int64)


def _tables_of(rng: np.random.Generator, bots: int, seats: int) -> list[list[int]]:
    order = rng.permutation(bots).tolist()
    while len(order) % seats:
        table = order[len(order) - len(order) % seats :]
        order.append(next((int(bot) for bot in rng.permutation(bots) if bot not in table), int(rng.integers(bots))))
    tables = [order[first : first + seats] for first in range(0, len(order), seats)]
    return [table[turn:] + table[:turn] for table in tables for turn in range(seats)]


def ladder(
    bots: Sequence[str | Bot],
    variant: str = "three",
    deals: int = 1000,
    options: dict[str, Any] | None = None,
    *,
    seeds: npt.NDArray[np.int64] | None = None,
    batch: int = 1024,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Ladder:
    """Play two bots or more against each other at mixed tables on common deals.

    options, seeds, batch, jobs and progress are those of `evaluate`; Ctrl-C ends it with the deals that were played.
    """
    of = _variant(variant)
    rules = of.rules(**{**of.game.ONE_DEAL, **(options or {})})
    if len(bots) < 2:
        raise ValueError(f"a ladder of {len(bots)} bot is none: name two or more")
    seated = seat_bots(bots, of)
    seeds = frozen_seeds(deals) if seeds is None else np.asarray(seeds, np.int64)
    seatings = draw_tables(len(bots), rules.players, seeds)
    ways = seatings.shape[1]
    task = Task(
        of.name, rules, bots if jobs > 1 else seated, seatings.reshape(-1, rules.players),
        np.tile(np.arange(ways), len(seeds)), np.repeat(seeds, ways), batch,
    )  # fmt: skip
    games = play_all(task, jobs, progress)
    whole = len(games.points) // ways
    if whole == 0:
        raise KeyboardInterrupt
    return Ladder(
        of.name, rules, distinct(seated), seeds[:whole], seatings[:whole], games.first(whole * ways),
        tuple(score(bot, of.name) for bot in bots), len(seeds) - whole,
    )  # fmt: skip


_variant = variant  # the function has a parameter of this name
