"""Bots judged on common deals in every seating, with intervals.

    evaluation = evaluate(["three", "thumb"], deals=1000)
    print(evaluation.standings[0].margin)       # +4.21 ± 0.33

Every deal is played once in each seating, so that luck of cards and seats falls on
all alike; a bot's margin on a deal (its points less the mean of the others at the
table) is averaged over the seatings, and the interval is that of the deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ninetynine_env.arena.play import Floats, Games, Ints, Progress, Seating, Task, join, play_all, seatings_of
from ninetynine_env.arena.statistics import Interval, interval, needed
from ninetynine_env.assets import folder
from ninetynine_env.bots import Bot
from ninetynine_env.table import seat_bots
from ninetynine_env.variants import variant

FROZEN = 10_000
"""How many frozen seeds there are."""
PILOT = 200
"""Deals after which it is known how many an interval of a given width takes."""


def frozen_seeds(n: int = FROZEN) -> Ints:
    """The first n frozen deal seeds, int64 [n]; all are 2**62 or more, where training never draws."""
    if not 1 <= n <= FROZEN:
        raise ValueError(f"{n} deals are not to be had: there are 1 to {FROZEN:,} frozen ones")
    lines = (folder("seeds") / "evaluation.txt").read_text(encoding="ascii").split()
    return np.array([int(line) for line in lines[:n]], np.int64)


def company(names: Sequence[str]) -> str:
    """Names in a line: `3 x greedy` where all are alike."""
    alike = len(names) > 2 and len(set(names)) == 1
    return f"{len(names)} x {names[0]}" if alike else ", ".join(names)


@dataclass(frozen=True)
class Standing:
    """How a bot did against one company: it sits in each seat in turn, the others around it."""

    bot: str
    against: tuple[str, ...]
    points: float
    """Per deal: those of the trick game, or the change of tokens."""
    margin: Interval
    """Per episode (a deal, unless a match is played): own points less the mean of the others at the table."""
    wins: Interval
    """Share of the episodes won; shared wins count in parts."""
    deals: int
    """Deals played, over all seatings."""
    habits: dict[str, Any]
    """The game's `habits.summary`."""

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "bot": self.bot,
            "against": list(self.against),
            "points": self.points,
            "margin": self.margin.mean,
            "interval": [self.margin.low, self.margin.high],
            "wins": self.wins.mean,
            "wins_interval": [self.wins.low, self.wins.high],
            "deals_played": self.deals,
            **self.habits,
        }


@dataclass(frozen=True)
class Difference:
    """Points per episode by which one bot beats another at the same tables."""

    bot: str
    other: str
    points: Interval
    unit: str = "points"
    """What the game calls them."""

    @property
    def verdict(self) -> str:
        """Who is better, in one sentence; nobody, while the interval contains 0."""
        if self.points.sign == 0:
            return f"{self.bot} and {self.other}: no difference shown ({self.points})"
        better, worse = (self.bot, self.other) if self.points.sign > 0 else (self.other, self.bot)
        return f"{better} is better than {worse} by {abs(self.points.mean):.2f} ± {self.points.half:.2f} {self.unit}"

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        winner = {1: self.bot, 0: None, -1: self.other}[self.points.sign]
        ends = [self.points.low, self.points.high]
        return {"bot": self.bot, "other": self.other, "points": self.points.mean, "interval": ends, "better": winner}


@dataclass(frozen=True)
class Evaluation:
    """The games of some bots on common seeds, and what they show."""

    variant: str
    rules: Any
    names: tuple[str, ...]
    seeds: Ints
    """Those that were played in every seating, int64 [seeds]."""
    seatings: tuple[Seating, ...]
    games: Games
    """Seed by seed, and for each seed seating by seating."""
    pilot: int = 0
    """With so many deals the number of all was chosen; 0: it was given beforehand."""
    until: float = 0.0
    """The half width of the intervals that was asked for; 0: none was."""
    missing: int = 0
    """Deals that were still to be played when somebody stopped it."""

    @cached_property
    def points(self) -> Ints:
        """Points of every episode, int64 [seatings, seeds, seats]."""
        return self._by_seating(self.games.points)

    def _by_seating(self, lines: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """From [games, ...] to [seatings, seeds, ...]."""
        return lines.reshape(len(self.seeds), len(self.seatings), *lines.shape[1:]).swapaxes(0, 1)

    @cached_property
    def margins(self) -> Ints:
        """Margins of every episode times (seats - 1), whole numbers, int64 [seatings, seeds, seats]."""
        own = self.points * self.rules.players
        margins: Ints = own - self.points.sum(axis=2, keepdims=True)
        return margins

    def places(self, bot: int, lineup: Seating | None = None) -> npt.NDArray[np.bool_]:
        """Where a bot sits, bool [seatings, seats]; with a line-up (a sorted seating) only in its seatings."""
        places: npt.NDArray[np.bool_] = np.equal(self.seatings, bot)
        if lineup is not None:
            places = places & np.array([[tuple(sorted(seating)) == lineup] for seating in self.seatings])
        return places

    def margin(self, bot: int, lineup: Seating | None = None) -> Floats:
        """A bot's margin on every seed, averaged over its seats and seatings, float64 [seeds]."""
        margin: Floats = self._mean(self.margins, self.places(bot, lineup)) / (self.rules.players - 1)
        return margin

    @staticmethod
    def _mean(values: npt.NDArray[Any], places: npt.NDArray[np.bool_]) -> Floats:
        mean: Floats = (values * places[:, None, :]).sum(axis=(0, 2)) / places.sum()
        return mean

    @cached_property
    def lineups(self) -> list[Seating]:
        """Who is at the table regardless of seats, first those in which the first bot is alone."""
        lineups = dict.fromkeys(tuple(sorted(seating)) for seating in self.seatings)
        return sorted(lineups, key=lambda lineup: [lineup.count(bot) for bot in range(len(self.names))])

    @cached_property
    def standings(self) -> list[Standing]:
        """For every line-up, the bots of which there are fewest: A against two B, B against two A."""
        return [self.standing(bot, lineup) for lineup in self.lineups for bot in _fewest(lineup)]

    def standing(self, bot: int, lineup: Seating) -> Standing:
        """How a bot did in a line-up."""
        others = list(lineup)
        others.remove(bot)
        places = self.places(bot, lineup)
        game = variant(self.variant).game
        seated = np.flatnonzero(places.ravel())
        habits = self._by_seating(self.games.habits).transpose(0, 2, 1).reshape(places.size, -1)[seated]
        deals = int(habits["deals"].sum())
        return Standing(
            bot=self.names[bot],
            against=tuple(self.names[other] for other in others),
            points=float((self.points * places[:, None, :]).sum() / deals),
            margin=interval(self.margin(bot, lineup), self.pilot),
            wins=interval(self._mean(self._by_seating(self.games.wins), places), self.pilot),
            deals=deals,
            habits=game.habits.summary(game.habits.add(habits)),
        )

    @cached_property
    def differences(self) -> list[Difference]:
        """Every two bots compared at the tables where both sit, paired by seed."""
        return [self._difference(a, b) for a, b in combinations(range(len(self.names)), 2)]

    def _difference(self, a: int, b: int) -> Difference:
        unit = variant(self.variant).game.UNIT
        return Difference(self.names[a], self.names[b], interval(self.gap(a, b), self.pilot), unit)

    def gap(self, a: int, b: int) -> Floats:
        """Seating by seating the mean points of one bot's seats less the other's, averaged, float64 [seeds]."""
        gaps = []
        for seating, points in zip(np.array(self.seatings), self.points, strict=True):
            gaps.append(points[:, seating == a].mean(axis=1) - points[:, seating == b].mean(axis=1))
        mean: Floats = np.mean(gaps, axis=0)
        return mean

    @property
    def reached(self) -> bool:
        """Whether all is known as well as was asked for."""
        return self.needed(self.until) <= len(self.seeds)

    def needed(self, half: float) -> int:
        """How many deals it takes until every margin and every difference is known to ±half."""
        bots = range(len(self.names))
        shown = [self.margin(bot, lineup) for lineup in self.lineups for bot in _fewest(lineup)]
        shown += [self.gap(a, b) for a, b in combinations(bots, 2)]
        return max(needed(values[: self.pilot or None], half) for values in shown)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object: what was played, the standings, and who is better where that is shown."""
        return {
            "variant": self.variant,
            "rules": vars(self.rules).copy(),
            "bots": list(self.names),
            "deals": len(self.seeds),
            **({"stopped": {"missing": self.missing}} if self.missing else {}),
            **({"until": self.until, "reached": self.reached} if self.until else {}),
            "seatings": [list(seating) for seating in self.seatings],
            "standings": [standing.to_json() for standing in self.standings],
            "differences": [difference.to_json() for difference in self.differences],
        }


def _fewest(lineup: Seating) -> list[int]:
    """The bots of a line-up that have the fewest seats."""
    least = min(lineup.count(bot) for bot in lineup)
    return [bot for bot in dict.fromkeys(lineup) if lineup.count(bot) == least]


def evaluate(
    bots: Sequence[str | Bot],
    variant: str = "three",
    deals: int = 1000,
    options: dict[str, Any] | None = None,
    *,
    seeds: Ints | None = None,
    until: float | None = None,
    batch: int = 1024,
    progress: Progress | None = None,
    jobs: int = 1,
    challenge: bool = False,
) -> Evaluation:
    """Play bots against each other on common deals in every seating.

    bots: one (against itself) up to as many as there are seats, by name or as objects.
    options: rule options; an episode is one deal unless `match` says otherwise.
    seeds: deal seeds, int64 [deals], in place of the first `deals` frozen ones.
    until: play no more deals than it takes until every margin and difference is known to ± so many points. How many
        that are is settled after PILOT deals, by their spread alone: the intervals cover as often as they say.
    challenge: only the seatings in which the first bot sits alone among the others.

    Neither `batch` (tables at once) nor `jobs` (processes) changes what comes out. Ctrl-C ends it with the deals that
    were played, if there are any.
    """
    of = _variant(variant)
    rules = of.rules(**{**of.game.ONE_DEAL, **(options or {})})
    seated = seat_bots(bots, of)
    chosen = _choose(len(bots), rules.players, challenge)
    seeds = frozen_seeds(deals) if seeds is None else np.asarray(seeds, np.int64)
    plan = Plan(of.name, rules, bots if jobs > 1 else seated, distinct(seated), chosen, batch, jobs)
    return plan.play(seeds, progress) if until is None else plan.play_until(until, seeds, progress)


class Plan(NamedTuple):
    """How deals are to be played."""

    variant: str
    rules: Any
    bots: Sequence[str | Bot]
    names: tuple[str, ...]
    seatings: dict[int, Seating]
    """By their numbers, which salt the bots' dice."""
    batch: int
    jobs: int

    def play(self, seeds: Ints, progress: Progress | None) -> Evaluation:
        """Play these deals."""
        n, games = len(seeds), play_all(self._task(seeds), self.jobs, progress)
        whole = len(games.points) // len(self.seatings)  # somebody may have stopped it within a deal
        if whole == 0:
            raise KeyboardInterrupt
        games = games.first(whole * len(self.seatings))
        ways = tuple(self.seatings.values())
        return Evaluation(self.variant, self.rules, self.names, seeds[:whole], ways, games, missing=n - whole)

    def play_until(self, half: float, seeds: Ints, progress: Progress | None) -> Evaluation:
        """Play so many of these deals that everything is known to ±half; all of them, if they are too few."""
        if not half > 0:
            raise ValueError(f"until={half} is not allowed: it is a number of points above 0")
        first = replace(self.play(seeds[:PILOT], progress), until=half)
        if first.missing:
            return first
        first, wanted = replace(first, pilot=len(first.seeds)), min(len(seeds), first.needed(half))
        if wanted <= len(first.seeds):
            return first
        try:
            rest = self.play(seeds[PILOT:wanted], progress)
        except KeyboardInterrupt:
            return replace(first, missing=wanted - len(first.seeds))
        played = seeds[: wanted - rest.missing]
        return replace(first, seeds=played, games=join([first.games, rest.games]), missing=rest.missing)

    def _task(self, seeds: Ints) -> Task:
        """Every seed in every seating."""
        ways = len(self.seatings)
        seatings = np.tile(np.array(list(self.seatings.values())), (len(seeds), 1))
        salts = np.tile(np.array(list(self.seatings), np.int64), len(seeds))
        return Task(self.variant, self.rules, self.bots, seatings, salts, np.repeat(seeds, ways), self.batch)


_variant = variant  # the function has a parameter of this name


def _choose(bots: int, seats: int, challenge: bool) -> dict[int, Seating]:
    """The seatings to be played by their numbers, which salt the bots' dice."""
    if not 1 <= bots <= seats:
        raise ValueError(f"{bots} bots cannot be evaluated at {seats} seats: name 1 to {seats} bots")
    numbered = dict(enumerate(seatings_of(bots, seats)))
    if challenge:
        return {number: seating for number, seating in numbered.items() if seating.count(0) == 1}
    return numbered


def distinct(bots: Sequence[Bot]) -> tuple[str, ...]:
    """The bots' names, told apart where they are alike."""
    names = [bot.name for bot in bots]
    return tuple(
        name if names.count(name) == 1 else f"{name} #{names[: i + 1].count(name)}" for i, name in enumerate(names)
    )
