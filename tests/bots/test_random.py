"""The bot `random`: legal, uniform, never a premium."""

import numpy as np

from ninetynine_env import trick
from ninetynine_env.bots.random import Random
from ninetynine_env.cards import subseed
from ninetynine_env.trick.row import DECLARE, PASS, REVEAL


def _act(legal, n, seed=5):
    seeds = np.array([subseed(seed, i) for i in range(n)])
    return Random(trick).act(None, np.full(n, legal, np.int64), seeds)


def test_every_legal_card_is_played_alike():
    cards = [0, 4, 17, 30, 51]
    drawn = _act(sum(1 << card for card in cards), 5000)
    values, counts = np.unique(drawn, return_counts=True)
    assert values.tolist() == cards
    # 1000 each, with a standard deviation of 28.
    assert counts.min() > 860
    assert counts.max() < 1140


def test_passes_wherever_it_can():
    assert (_act(1 << PASS | 1 << DECLARE | 1 << REVEAL, 100) == PASS).all()
    assert (_act(1 << PASS | 1 << REVEAL, 100) == PASS).all()


def test_the_same_seed_is_the_same_action():
    assert _act(0xFFF, 200).tolist() == _act(0xFFF, 200).tolist()
    assert _act(0xFFF, 200).tolist() != _act(0xFFF, 200, seed=6).tolist()
