"""Random combinations of options, in every variant: those that make sense play by every door, the others are refused.

What single options do is tested elsewhere; here they meet.
"""

from dataclasses import fields

import numpy as np
import pytest
from players import random_legal

import ninetynine_env
from ninetynine_env import record
from ninetynine_env.episode import Episode
from ninetynine_env.testing import assert_no_leak
from ninetynine_env.variants import VARIANTS, variant
from ninetynine_env.vector import Vector

STEPS = 150


def some_value(item, dice):
    """A value of an option: any of the rule book's, or the default of a long range now and then cut short."""
    values = item.metadata["values"]
    if isinstance(values, range):
        return int(dice.choice([item.default, min(values.start + 1, values.stop - 1), values.start + 2]))
    return values[dice.integers(len(values))]


def combination(k):
    """Combination k: (variant, options, its rules or the sentence of the refusal)."""
    dice = np.random.default_rng(k)
    of = list(VARIANTS.values())[k % len(VARIANTS)]
    free = [item for item in fields(of.game.Rules) if item.name not in of.fixed]
    given = {item.name: some_value(item, dice) for item in free if dice.random() < 0.4}
    try:
        return of, given, of.rules(**given)
    except ValueError as refused:
        return of, given, str(refused)


def sensible(count):
    """The first combinations that make sense, so many of them."""
    k = found = 0
    while found < count:
        of, given, rules = combination(k)
        k += 1
        if not isinstance(rules, str):
            found += 1
            yield k, of, given, rules


def played(of, rules, seed, steps=STEPS):
    episode = Episode(of, rules)
    episode.start(seed)
    for step in range(steps):
        if episode.over:
            break
        episode.act(random_legal(episode, seed, step))
    return episode


def test_what_makes_no_sense_is_refused_in_one_sentence_that_names_an_option():
    refused = 0
    for k in range(600):
        of, _, rules = combination(k)
        if isinstance(rules, str):
            refused += 1
            name = rules.partition("=")[0]
            assert name in {item.name for item in fields(of.game.Rules)}, rules
            assert "\n" not in rules and rules.count(". ") == 0
    assert 100 < refused < 500


def test_records_histories_and_copies(count):
    for seed, of, given, rules in sensible(count(60, 200)):
        episode = played(of, rules, seed)
        told = record.dumps(episode.record())
        assert record.dumps(record.replay(episode.record()).record()) == told, (of.name, given)
        twin = episode.clone()
        for table in (episode, twin):
            for step in range(STEPS, STEPS + 20):
                if not table.over:
                    table.act(random_legal(table, seed, step))
        assert record.dumps(episode.record()) == record.dumps(twin.record())
        for seat in range(rules.players):
            assert episode.history(seat) == twin.history(seat)


def test_a_batch_is_its_tables(count):
    """All combinations of a game mixed in one array do what each does alone."""
    combinations = list(sensible(count(60, 200)))
    for game in {of.game.NAME for _, of, _, _ in combinations}:
        mine = [(seed, of, rules) for seed, of, _, rules in combinations if game == of.game.NAME]
        tables = Vector(mine[0][1], len(mine), rules=[rules for _, _, rules in mine])
        tables.deal(np.array([seed for seed, _, _ in mine], np.int64))
        episodes = [Episode(of, rules) for _, of, rules in mine]
        for episode, (seed, _, _) in zip(episodes, mine, strict=True):
            episode.start(seed)
        for step in range(80):
            actions = [
                -1 if episode.over else random_legal(episode, seed, step)
                for episode, (seed, _, _) in zip(episodes, mine, strict=True)
            ]
            tables.step(np.array(actions, np.int64))
            for i, episode in enumerate(episodes):
                if actions[i] >= 0:
                    episode.act(actions[i])
                assert episode.words.tobytes() == np.asarray(tables.games[i : i + 1]).tobytes(), mine[i]


def test_nobody_sees_more_than_he_may(count):
    for seed, of, given, _ in sensible(count(30, 200)):
        env = ninetynine_env.env(of.name, **given)
        assert assert_no_leak(env, episodes=1, steps=count(30, 60), seed=seed) > 0, (of.name, given)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_page_tells_of_every_form(name):
    for seed, of, given, rules in sensible(40):
        if of.name == name:
            page = variant(name).game.page(of, rules)
            assert of.title in page and f"| Number of agents   | {rules.players} " in page, (seed, given)
