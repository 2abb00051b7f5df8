"""The peers that the benchmark times beside this project's own code; the extra `bench` brings them."""

import random
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from training.bench.clock import Job
from training.bench.loops import play_aec

OH_HELL = "oh_hell(players=3)"
"""OpenSpiel's nearest relative: three players, bids, then tricks."""


def load(name: str) -> ModuleType:
    """A library of the extra; ValueError says how to get it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ValueError(
            f'this needs {error.name}, which is not installed: pip install "ninetynine-env[bench]"'
        ) from None


@cache
def oh_hell() -> Any:
    """The game, as OpenSpiel loads it."""
    return load("pyspiel").load_game(OH_HELL)


def decisions_per_game(games: int = 300) -> float:
    """How many decisions of players a random game of `oh_hell` has; `evaluate_bots` does not say."""
    return _python_loop(games, False) / games


def evaluate_bots(games: int = 4000) -> Job:
    """OpenSpiel's loop in C++: bots that play uniformly, nothing returns to Python within a game."""
    pyspiel, game, each = load("pyspiel"), oh_hell(), decisions_per_game()
    players = [pyspiel.make_uniform_random_bot(player, player) for player in range(3)]

    def job() -> int:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), players, seed)
        return round(games * each)

    return job


def python_loop(games: int = 60) -> Job:
    """The loop of a learner in Python, with the information tensor and the mask of every decision."""
    return lambda: _python_loop(games, True)


def _python_loop(games: int, look: bool) -> int:
    decisions, dice = 0, random.Random(1)
    for _ in range(games):
        state = oh_hell().new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(dice.random() * len(outcomes))][0])
                continue
            if look:
                state.information_state_tensor()
                state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(dice.random() * len(legal))])
            decisions += 1
    return decisions


def clones(count: int = 5_000) -> Job:
    """Copies of a state in the middle of a game."""
    state, dice = oh_hell().new_initial_state(), random.Random(1)
    for _ in range(60):
        if not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))

    def job() -> int:
        for _ in range(count):
            state.clone()
        return count

    return job


def connect_four(episodes: int = 40) -> Job:
    """PettingZoo's own `connect_four`, through its `env()`."""
    load("pygame")
    env = load("pettingzoo.classic.connect_four_v3").env()
    return lambda: play_aec(env, episodes, lambda observation, info: observation["action_mask"])


def shimmy(episodes: int = 4) -> Job:
    """OpenSpiel's `oh_hell` as a PettingZoo environment, by Shimmy."""
    env = load("shimmy").OpenSpielCompatibilityV0(env=oh_hell())
    return lambda: play_aec(env, episodes, lambda observation, info: info["action_mask"])
