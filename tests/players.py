"""Small helpers that play: random legal actions through an episode or an environment."""

import numpy as np

from ninetynine_env.cards import nth, roll, size
from ninetynine_env.episode import Episode
from ninetynine_env.variants import VARIANTS, variant


def random_legal(episode, seed, step):
    """A legal action of the seat to act, drawn from (seed, step)."""
    legal = episode.legal()
    return int(nth(legal, roll(seed, step, size(legal))))


def begun(seed, of="three", **options):
    """An episode of a variant at its first decision."""
    kind = variant(of)
    episode = Episode(kind, kind.rules(**options))
    episode.start(seed)
    return episode


def play_on(episode, seed, steps=None):
    """Play random legal actions: so many, or to the end."""
    step = 0
    while not episode.over and (steps is None or step < steps):
        episode.act(random_legal(episode, seed, step))
        step += 1
    return episode


def some_options(k, name="three"):
    """Options of a variant's game that take turns over whatever changes how it goes."""
    return OPTIONS[VARIANTS[name].game.NAME][k % 7]


OPTIONS = {
    "trick": [
        {"match": "single_deal"},
        {},
        {"premium_protocol": "sealed"},
        {"premium_bids": False, "match": "single_deal"},
        {"premium_protocol": "sealed", "match": "single_deal"},
        {"tie": "extra_deal", "first_deal_trump": "diamonds"},
        {"max_deals": 2},
    ],
    "tally": [
        {"tokens": 4},
        {"players": 2, "match": "round", "negative_total": "clamp"},
        {"players": 3, "draw_mode": "auto", "tokens": 5, "starter": "random"},
        {"players": 10, "tokens": 2, "first_dealer": 3, "direction_persists": True},
        {"players": 7, "num_decks": 1, "hand_size": 5, "tokens": 3, "match": "round"},
        {"players": 2, "hand_size": 1, "starter": "dealer", "tokens": 6},
        {"players": 4, "hand_size": 12, "draw_mode": "auto", "tokens": 3},
    ],
}


def random_policy(seed):
    """A function mask -> legal action with its own dice."""
    dice = np.random.default_rng(seed)
    return lambda mask: int(dice.choice(np.flatnonzero(mask)))
