"""Small helpers that play: random legal actions through an episode or an environment."""

import numpy as np

from ninetynine_env.cards import nth, roll, size
from ninetynine_env.episode import Episode
from ninetynine_env.variants import variant


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
    """Options of a variant that take turns over whatever changes how it goes."""
    return OPTIONS[name][k % 7]


OPTIONS = {
    "three": [
        {"match": "single_deal"},
        {},
        {"premium_protocol": "sealed"},
        {"premium_bids": False, "match": "single_deal"},
        {"premium_protocol": "sealed", "match": "single_deal"},
        {"tie": "extra_deal", "first_deal_trump": "diamonds"},
        {"max_deals": 2},
    ],
    "four": [
        {"match": "single_deal"},
        {"nil_or_ten": True, "match": "parlett100", "max_deals": 6},
        {"premium_protocol": "sealed"},
        {"premium_bids": False, "nil_or_ten": True, "match": "single_deal"},
        {"trump_mode": "random", "match": "bga_rounds", "max_deals": 5},
        {"match": "nine_deals", "tie": "extra_deal"},
        {"first_deal_trump": "diamonds", "max_deals": 2},
    ],
    "two": [
        {"match": "single_deal"},
        {"match": "parlett100", "max_deals": 6},
        {"two_player_declare": "sealed"},
        {"premium_bids": False, "match": "single_deal"},
        {"match": "rubber"},
        {"two_player_both_fail_live_bonus": 30, "tie": "extra_deal"},
        {"trump_mode": "random", "max_deals": 2},
    ],
    "classic": [
        {"match": "single_deal"},
        {"match": "parlett100", "game_bonus_needs_success": False},
        {"premium_protocol": "sealed", "match": "single_deal"},
        {"players": 2, "match": "single_deal"},
        {"players": 4, "match": "nine_deals", "tie": "extra_deal"},
        {"players": 2, "two_player_declare": "sealed", "match": "rubber", "max_deals": 5},
        {"players": 4, "premium_bids": False, "max_deals": 2},
    ],
    "oxford": [
        {"match": "single_deal"},
        {},
        {"oxford_deals": 16},
        {"oxford_points": "ten_only", "match": "single_deal"},
        {"oxford_stock": "balanced20", "max_deals": 6},
        {"oxford_deals": 16, "oxford_stock": "balanced20", "oxford_points": "ten_only"},
        {"max_deals": 2},
    ],
    "simple": [{}, {"oxford_points": "ten_only"}, {}, {}, {}, {}, {}],
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
