"""The command `ninetynine bench-search`: how fast the search plays out, and how well it plays, in Markdown."""

import time
from typing import Annotated, Any, NamedTuple, cast

import numpy as np
import typer

from ninetynine_env.arena.evaluate import company, evaluate
from ninetynine_env.bots import load
from ninetynine_env.bots.search import Search
from ninetynine_env.trick.row import DISCARD
from ninetynine_env.variants import variant
from ninetynine_env.vector import Vector
from training.bench.clock import Job, by_turns, ratio
from training.bench.command import figure, line, machine, times
from training.bench.kernels import play_out_all

TABLES, REPEATS, ROWS = 512, 200, 256
LONG = 100_000
"""Playouts of a search whose single decisions are shared among threads."""
QUIET = {"premium_bids": False, "match": "single_deal"}


class Match(NamedTuple):
    """A bot alone among others, on common deals in every seat."""

    variant: str
    bots: tuple[str, str]
    options: dict[str, Any]
    share: float = 1.0
    """Of the deals that are asked for."""


MATCHES = (
    Match("three", ("search:1000", "estimator"), QUIET),
    Match("three", ("search:1000", "thumb"), QUIET),
    Match("three", ("search:1000", "search:100"), QUIET),
    Match("three", ("search:100", "estimator"), QUIET),
    Match("three", ("search:1000+three", "estimator"), QUIET),
    Match("three", ("search:1000+three", "thumb"), QUIET),
    Match("three", ("search:1000+three", "three"), QUIET),
    Match("three", ("search:1000", "three"), QUIET),
    Match("three", ("three", "search:1000"), QUIET),
    Match("three", ("three", "search:1000"), {"premium_bids": True}),
    Match("three", ("search:1000", "thumb"), {"premium_bids": True}),
    Match("four", ("search:1000", "estimator"), QUIET),
    Match("four", ("search:1000", "thumb"), QUIET),
    Match("two", ("search:1000", "estimator"), QUIET),
    Match("two", ("search:1000", "thumb"), QUIET),
    Match("classic", ("search:1000", "estimator"), QUIET),
    Match("classic", ("search:1000", "thumb"), QUIET),
    Match("oxford", ("search:1000", "estimator"), {}),
    Match("oxford", ("search:1000", "thumb"), {}),
    Match("tally", ("search:1000", "greedy"), {}),
    Match("tally", ("search:1000", "thumb"), {}),
    Match("tally", ("search:1000", "search:100"), {}),
    Match("three", ("search:300", "thumb"), {"premium_bids": True, "match": "target"}, 0.1),
    Match("tally", ("search:300", "thumb"), {"match": "game"}, 0.1),
)
"""What is played: margins a deal, or a round; in the last two lines whole games."""


def bench_search(
    *,
    deals: Annotated[int, typer.Option("--deals", min=20, help="Common deals of a match.")] = 600,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes; the figures stay the same.")] = 1,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How often a speed is taken.")] = 7,
) -> None:
    """Time the search's playouts and let it play against every kind of opponent; half an hour."""
    print(f"{machine()}. Medians of {rounds} rounds.\n")
    print("\n".join(speeds(rounds)), "\n")
    print(line(["form", "bot", "against", "points", "margin", "won", "exact bids"]))
    print(line(["---", "---", "---", "--:", "--:", "--:", "--:"]))
    for match in MATCHES:
        print(played(match, max(2, round(deals * match.share)), jobs), flush=True)


def played(match: Match, deals: int, jobs: int) -> str:
    """Play a match and spell it as a line of the table."""
    result = evaluate(match.bots, match.variant, deals, match.options, jobs=jobs, challenge=True)
    told = result.standings[0]
    form = ", ".join([match.variant, *(f"{name}={value}" for name, value in match.options.items() if name != "match")])
    form += "" if match.options.get("match", "single_deal") == "single_deal" else f", match={match.options['match']}"
    exact = f"{100 * told.habits['exact']:.0f} %" if "exact" in told.habits else "–"
    cells = [form, f"`{told.bot}`", company(told.against), f"{told.points:.2f}", str(told.margin)]
    return line([*cells, f"{100 * told.wins.mean:.0f} %", exact])


def speeds(rounds: int) -> list[str]:
    """Lines on playouts a second, threads, and the time of a decision."""
    playouts = by_turns({"one": Playouts()}, rounds)["one"]
    rates = by_turns({"one": leads(1000, 1, ROWS), "two": leads(1000, 2, ROWS)}, rounds)
    long = by_turns({"one": leads(LONG, 1, 3), "two": leads(LONG, 2, 3)}, rounds)
    card, bid = milliseconds(False, rounds), milliseconds(True, rounds)
    return [
        f"- playouts from the first lead, one core: {figure(playouts)} a second",
        f"- two threads, many decisions at once: {times(ratio(rates['two'], rates['one']))} times one",
        f"- two threads, one decision of `search:{LONG}` at a time: {times(ratio(long['two'], long['one']))} times one",
        f"- `search:1000` decides a card in {card:.2f} ms and a bid in {bid:.2f} ms",
    ]


def at_first_lead(tables: int) -> Vector:
    """Tables of three players whose bids are laid."""
    games = Vector("three", tables, rules=variant("three").rules(**QUIET))
    games.deal(np.arange(tables))
    bidder = load("thumb")
    for _ in range(9):
        games.step(bidder.act(games.look(), games.legal(), games.dice(np.zeros(tables, np.int64))))
    return games


class Playouts:
    """Deals played out by hand from the first lead, as a search does; the units are playouts."""

    def __init__(self) -> None:
        self._games = at_first_lead(TABLES).games
        self._spare = self._games[:1].copy()

    def __call__(self) -> int:
        """Play them all out, again and again."""
        play_out_all(self._games, self._spare, REPEATS)
        return TABLES * REPEATS


def leads(playouts: int, threads: int, rows: int) -> Job:
    """A search with so many threads that decides so many opening leads: all at once or, if they are few, in turn."""
    bot, games = Search(variant("three").game, playouts, threads), at_first_lead(rows)
    views, legal, dice = games.look().copy(), games.legal().copy(), np.arange(rows)
    at_once = rows if rows == ROWS else 1

    def job() -> int:
        for first in range(0, rows, at_once):
            part = slice(first, first + at_once)
            bot.act(cast(Any, views[part]), legal[part], dice[part])
        return rows

    return job


def milliseconds(bids: bool, rounds: int) -> float:
    """The median over deals of the mean time of a card, or of a whole bid, of `search:1000`."""
    bot, spent = load("search:1000"), []
    games = Vector("three", 1, rules=variant("three").rules(**QUIET))
    for seed in range(rounds + 1):
        games.deal(np.array([seed]))
        took, cards = 0.0, 0
        while games.turn[0] >= 0:
            counted = (games.games["phase"][0] == DISCARD) == bids
            begun = time.perf_counter()
            actions = bot.act(games.look(), games.legal(), games.dice(np.zeros(1, np.int64)))
            took += counted * (time.perf_counter() - begun)
            cards += counted
            games.apply(actions)
        games.settle()
        spent.append(1000 * took / (cards / 3 if bids else cards))
    return float(np.median(spent[1:]))
