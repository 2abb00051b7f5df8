"""Small helpers that play: random legal actions through an episode or an environment."""

import numpy as np

from ninetynine_env.cards import nth, roll, size
from ninetynine_env.episode import Episode
from ninetynine_env.variants import variant


def random_legal(episode, seed, step):
    """A legal action of the seat to act, drawn from (seed, step)."""
    legal = episode.legal()
    return int(nth(legal, roll(seed, step, size(legal))))


def begun(seed, **options):
    """An episode of `three` at its first decision."""
    kind = variant("three")
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


def some_options(k):
    """Options that take turns over protocols, matches, ties and premiums."""
    return [
        {"match": "single_deal"},
        {},
        {"premium_protocol": "sealed"},
        {"premium_bids": False, "match": "single_deal"},
        {"premium_protocol": "sealed", "match": "single_deal"},
        {"tie": "extra_deal", "first_deal_trump": "diamonds"},
        {"max_deals": 2},
    ][k % 7]


def random_policy(seed):
    """A function mask -> legal action with its own dice."""
    dice = np.random.default_rng(seed)
    return lambda mask: int(dice.choice(np.flatnonzero(mask)))
