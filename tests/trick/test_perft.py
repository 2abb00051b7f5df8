"""Perft: how many sequences of actions there are to a depth, from fixed decks; and the deals of fixed seeds.

The counts in `perft.toml` pin legality, the order of turns and the auction; the deals pin chance on every machine.
"""

import hashlib
import tomllib
from pathlib import Path

import kernels
import numpy as np
import pytest

from ninetynine_env import trick
from ninetynine_env.cards import NO_TRUMP, SUITS, card_names, cards_in
from ninetynine_env.trick import Rules, dealing, new, row

GOLDEN = tomllib.loads((Path(__file__).parent / "perft.toml").read_text())


def position(case):
    """The first deal of a seed, so many random moves on."""
    games = new(1, Rules(**case["rules"]))
    dealing.start(games[0], case["seed"])
    kernels.play_until(games[0], case["seed"], case["moves"])
    return games


def children(games):
    """Every game after every legal action, and how many actions each game had."""
    legal = np.zeros(len(games), np.int64)
    trick.legal_all(games, legal)
    actions = [cards_in_or_words(actions) for actions in legal]
    sizes = np.array([len(each) for each in actions])
    after = np.repeat(games, sizes).view(type(games))
    trick.apply_all(after, np.array([action for each in actions for action in each], np.int64))
    return after


def cards_in_or_words(actions):
    """The actions of a set: cards, then announcements."""
    return cards_in(actions) + [row.PASS + word for word in cards_in(int(actions) >> row.PASS)]


def perft(games, depth):
    """The number of sequences of each length up to depth; those that end earlier are not counted further."""
    counts = []
    for _ in range(depth - 1):
        games = children(games)
        counts.append(len(games))
        if len(games) == 0:
            return counts
    legal = np.zeros(len(games), np.int64)
    trick.legal_all(games, legal)
    return [*counts, sum(int(actions).bit_count() for actions in legal)]


def name_of(case):
    return "-".join([*map(str, case["rules"].values()), str(case["seed"]), str(case["moves"]), case["phase"]])


@pytest.mark.parametrize("case", [pytest.param(case, id=name_of(case)) for case in GOLDEN["perft"]])
def test_perft(case, count):
    games = position(case)
    phases = ("discard", "seal", "auction", "upgrade", "play", "count")
    assert phases[int(games[0].phase)] == case["phase"]
    depth = len(case["counts"]) if count(2, 3) > 1 else 3
    assert perft(games, depth) == case["counts"][:depth]


def test_every_phase_and_protocol_has_its_counts():
    phases = {case["phase"] for case in GOLDEN["perft"]}
    assert phases == {"discard", "seal", "auction", "upgrade", "play"}


def trump_name(g):
    return "none" if g.trump == NO_TRUMP else SUITS[g.trump]


@pytest.mark.parametrize("deal", [pytest.param(deal, id=str(deal["seed"])) for deal in GOLDEN["deals"]])
def test_deals_of_seeds(deal):
    """Dealer, trump and hands of a single deal."""
    games = new(1, Rules(match="single_deal"))
    dealing.start(games[0], deal["seed"])
    g = games[0]
    assert (g.dealer, trump_name(g)) == (deal["dealer"], deal["trump"])
    assert [" ".join(card_names(hand)) for hand in g.dealt[:3]] == deal["hands"]


def test_a_thousand_deals_are_the_same_on_every_machine(count):
    n = count(1_000, 1_000)
    digest = hashlib.sha256()
    for setting in ("plain", "single"):
        games = new(n, Rules(**kernels.SETTINGS[setting]))
        trick.start_all(games, np.arange(n))
        for _ in range(2):
            facts = np.column_stack([games.dealer, games.trump, games.dealt])
            digest.update(np.ascontiguousarray(facts, "<i8").tobytes())
            kernels.watch_all(games, np.arange(n), np.zeros(n, np.int64))
            games.phase, games.deals = row.NEXT, 1
            for i in range(n):
                dealing.deal_on(games[i])
    assert n < 1_000 or digest.hexdigest() == GOLDEN["thousand"]
