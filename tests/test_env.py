import copy
import pickle
import warnings
from functools import partial

import gymnasium
import numpy as np
import pettingzoo
import pettingzoo.test
import pytest
from pettingzoo.utils import wrappers
from players import play_on, random_policy, some_options

import ninetynine_env
from ninetynine_env.env import Env, RawEnv
from ninetynine_env.variants import VARIANTS

ALLOWED_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


def play_through(env, seed):
    """Every `last()` of an episode under random play, as plain values."""
    choose, seen = random_policy(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward, terminated, truncated, repr(info)))
        env.step(None if terminated or truncated else choose(observation["action_mask"]))
    return seen


EVERY_FORM = [(name, k) for name in VARIANTS for k in range(7)]


@pytest.mark.parametrize(("name", "k"), EVERY_FORM)
def test_api(name, k):
    for make in (ninetynine_env.env, ninetynine_env.raw_env):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            pettingzoo.test.api_test(make(name, **some_options(k, name)), num_cycles=300)
        assert all(str(w.message).startswith(ALLOWED_WARNINGS) for w in caught), [str(w.message) for w in caught]


@pytest.mark.parametrize("name", VARIANTS)
def test_seeds(name):
    pettingzoo.test.seed_test(lambda: pettingzoo.make("aec", f"ninetynine/{name}-v0"), num_cycles=200)


def test_registered_ids_give_the_checked_environment():
    env = pettingzoo.make("aec", "ninetynine/three-v0", match="single_deal", reward="win", render_mode="ansi")
    assert type(env) is Env and env.rules.match == "single_deal"
    assert str(env) == "three_v0" and env.possible_agents == ["player_0", "player_1", "player_2"]


def test_the_default_is_a_game_to_the_target():
    env = ninetynine_env.env("three")
    play_through(env, 1)
    assert max(env.record()["totals"]) >= 200


@pytest.mark.parametrize("reward", ["relative", "points", "win"])
def test_rewards_of_an_episode_add_up(reward):
    env = ninetynine_env.env("three", reward=reward)
    for seed in range(5):
        gained = dict.fromkeys(env.possible_agents, 0.0)
        for agent, _, got, *_ in play_through(env, seed):
            gained[agent] += got
        totals, winners = env.record()["totals"], env.record()["winners"]
        expected = {
            "points": totals,
            "relative": [t - (sum(totals) - t) / 2 for t in totals],
            "win": [(seat in winners) / len(winners) - 1 / 3 for seat in range(3)],
        }[reward]
        assert list(gained.values()) == pytest.approx(expected)


def test_rewards_come_with_the_last_card_of_a_deal_and_at_no_other_step():
    env, choose = ninetynine_env.env("three"), random_policy(3)
    env.reset(seed=3)
    deals = 0
    while not any(env.terminations.values()):
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))
        if env.episode.settled is None:
            assert set(env.rewards.values()) == {0.0}
        else:
            deals += 1
            scores = env.episode.settled.scores[:3]
            assert list(env.rewards.values()) == pytest.approx([s - (sum(scores) - s) / 2 for s in scores])
            assert [env.infos[a]["deal"]["scores"] for a in env.agents] == [list(scores)] * 3
    assert deals == len(env.record()["deals"])


def test_all_seats_end_together_with_one_none_step_each():
    env = ninetynine_env.env("three", match="single_deal")
    ends = [entry for entry in play_through(env, 4) if entry[3]]
    assert [entry[0] for entry in ends] == env.possible_agents and env.agents == []


def test_a_match_that_is_cut_off_is_truncated():
    env = ninetynine_env.env("three", max_deals=1)
    last = play_through(env, 5)[-1]
    assert last[4] and not last[3] and env.record()["truncated"] is True


def test_mask_is_zero_unless_it_is_the_seats_turn():
    env, choose = ninetynine_env.env("three", match="single_deal"), random_policy(6)
    env.reset(seed=6)
    while not any(env.terminations.values()):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8 and (mask.sum() > 0) == (agent == env.agent_selection)
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))


def test_observations_lie_in_their_space():
    env = ninetynine_env.env("three")
    play_through(env, 7)
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))


# ---- the checks: as the three stock wrappers ---------------------------------------------------------------------


def stock(name="three", illegal_reward=-100.0, **options):
    env = RawEnv(name, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def outcome(call):
    """What a call gives: its value, or the kind of its error."""
    try:
        return "value", call()
    except Exception as error:
        return "error", type(error).__name__


def snapshot(env):
    names = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")
    shown = {name: copy.deepcopy(getattr(env, name)) for name in names}
    return {**shown, "owed": dict(env._cumulative_rewards)}


def both(action):
    return lambda ours, theirs: (outcome(lambda: ours.step(action)), outcome(lambda: theirs.step(action)))


@pytest.mark.parametrize(("name", "k"), EVERY_FORM)
def test_env_behaves_as_raw_env_in_the_stock_wrappers(name, k, count):
    dice = np.random.default_rng(k)
    ours = ninetynine_env.env(name, **some_options(k, name))
    theirs = stock(name, ours.illegal_reward, **some_options(k, name))
    for episode in range(count(10, 25)):
        ours.reset(seed=episode)
        theirs.reset(seed=episode)
        for step in range(400):
            assert snapshot(ours) == snapshot(theirs)
            if not ours.agents:
                break
            agent = ours.agent_selection
            mask = ours.observe(agent)["action_mask"]
            np.testing.assert_array_equal(theirs.observe(agent)["action_mask"], mask)
            dead = ours.terminations[agent] or ours.truncations[agent]
            action = None if dead else int(dice.choice(np.flatnonzero(mask)))
            if step > 5 * episode and dice.random() < 0.05:
                action = [None, ours.game.ACTIONS, -1, 3, 60][dice.integers(5)]
            mine, stock_s = both(action)(ours, theirs)
            assert mine == stock_s
    assert both(None)(ours, theirs) == (("value", None), ("value", None))


@pytest.mark.parametrize("name", ["rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents"])
def test_nothing_is_read_before_reset(name):
    for env in (ninetynine_env.env("three"), stock()):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)


def test_nothing_is_called_before_reset():
    for env in (ninetynine_env.env("three", render_mode="ansi"), stock(render_mode="ansi")):
        for call in (partial(env.step, 0), partial(env.observe, "player_0"), env.state, env.render, env.agent_iter):
            assert outcome(call) == ("error", "AssertionError")


def test_a_turn_without_a_step_is_noticed():
    for env in (ninetynine_env.env("three"), stock()):
        env.reset(seed=1)
        turns = iter(env.agent_iter())
        next(turns)
        with pytest.raises(AssertionError, match="need to call"):
            next(turns)


@pytest.mark.parametrize(("reward", "lowest"), [("relative", -100.0), ("points", -1.0), ("win", -1.0)])
def test_an_illegal_action_costs_more_than_any_deal(reward, lowest):
    env = ninetynine_env.env("three", reward=reward)
    env.reset(seed=2)
    offender = env.agent_selection
    env.step(53)
    assert env.rewards == {agent: lowest if agent == offender else 0.0 for agent in env.agents}
    assert all(env.terminations.values())


def test_raw_env_says_why_an_action_is_illegal():
    env = ninetynine_env.raw_env("three")
    env.reset(seed=2)
    with pytest.raises(ValueError, match=r"is illegal: player_. does not hold"):
        env.step(0)
    assert env.agents and env.record()["deals"][0]["actions"] == []


# ---- reset -------------------------------------------------------------------------------------------------------


def test_the_scene_of_a_deal_can_be_set():
    env = ninetynine_env.env("three")
    env.reset(seed=1, options={"dealer": 1, "trump": "h", "scores": [10, 20, 30], "unknown": 1})
    record = env.record()
    assert record["deals"][0]["dealer"] == 1 and record["deals"][0]["trump"] == "h"
    assert env.agent_selection == "player_2" and record["start"] == {"scores": [10, 20, 30], "trump": "h"}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"dealer": 3}, "a dealer is a seat 0 to 2"),
        ({"dealer": "0"}, "a dealer is a seat 0 to 2"),
        ({"trump": "x"}, "a trump is one of d, s, h, c, none"),
        ({"scores": [1, 2]}, "must be 3 whole numbers from 0 to 199"),
        ({"scores": [1, 2, 200]}, "must be 3 whole numbers from 0 to 199"),
        ({"record": {}}, "format is None"),
        ({"record": 5}, "a record is a JSON object"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(options, sentence):
    env = ninetynine_env.env("three")
    env.reset(seed=1)
    before = env.record()
    with pytest.raises(ValueError, match=sentence):
        env.reset(seed=1, options=options)
    assert env.record() == before


def test_a_record_goes_on_byte_for_byte():
    env, choose = ninetynine_env.env("three"), random_policy(8)
    for seed in range(10):
        env.reset(seed=seed)
        for _ in range(seed * 9):
            env.step(choose(env.observe(env.agent_selection)["action_mask"]))
        record = env.record()
        twin = ninetynine_env.env("three")
        twin.reset(seed=seed, options={"record": record, "actions": seed * 9})
        assert twin.record() == record and twin.agent_selection == env.agent_selection
        assert twin.state()[20:].tobytes() == env.state()[20:].tobytes()
        assert finished(twin, seed) == finished(env, seed)


def finished(env, seed):
    play_on(env.episode, seed)
    return env.record()


def test_a_record_of_other_rules_is_refused():
    env = ninetynine_env.env("three", match="single_deal")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="other rules"):
        ninetynine_env.env("three").reset(options={"record": env.record()})


def test_without_a_seed_episodes_differ_and_follow_from_the_last_seed():
    env = ninetynine_env.env("three", match="single_deal")
    first = []
    for _ in range(2):
        env.reset(seed=9)
        env.reset()
        first.append(env.record())
        env.reset()
        assert env.record() != first[0]
    assert first[0] == first[1]


@pytest.mark.parametrize("seed", [-1, 2**63, "1", 1.5])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(ValueError, match="a seed is a whole number"):
        ninetynine_env.env("three").reset(seed=seed)


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"reward": "score"}, ValueError, "it is relative, points, win"),
        ({"render_mode": "rgb_array"}, ValueError, "it is None, ansi or human"),
        ({"render_seat": 3}, ValueError, "0 to 2"),
        ({"players": 4}, ValueError, "the variant 'three' has players=3"),
        ({"match": "oxford"}, ValueError, "match='oxford' needs trump_mode='stock'"),
        ({"matches": "target"}, TypeError, "is no rule option"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(given, error, sentence):
    with pytest.raises(error, match=sentence):
        ninetynine_env.env("three", **given)
    with pytest.raises(ValueError, match="is no variant: the variants are three, four, two, classic, oxford, "):
        ninetynine_env.env("five")


# ---- copies ------------------------------------------------------------------------------------------------------


def reopened(env, seed):
    """An environment of the same rules, opened on the record so far."""
    twin = ninetynine_env.env(env.variant, **vars(env.rules))
    record = env.record()
    actions = sum(len(deal["actions"]) for deal in record["deals"])
    twin.reset(seed=seed, options={"record": record, "actions": actions})
    return twin


def see_off(env):
    """Those who are out of a game that goes on take their last step."""
    while not env.episode.over and env.terminations[env.agent_selection]:
        env.step(None)


def what_follows(env, seed, steps):
    """All that random play from here on gives everybody, and the record it ends with."""
    choose, seen = random_policy(seed), []
    for _ in range(steps):
        if env.episode.over:
            break
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))
        see_off(env)
        observation, agent = env.observe(env.agent_selection), env.agent_selection
        seen.append((agent, observation["observation"].tobytes(), observation["action_mask"].tobytes(), env.rewards))
    return seen, env.record(), env.state().tobytes()


@pytest.mark.parametrize("name", VARIANTS)
def test_copies_and_records_go_on_byte_for_byte(name, count):
    """From random places: a clone, a deep copy, a pickled one and one opened on the record; the first stays put."""
    for seed in range(count(140, 2_000)):
        env = ninetynine_env.env(name, **some_options(seed, name))
        env.reset(seed=seed)
        what_follows(env, seed, seed * 13 % 97)
        twins = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), reopened(env, seed)]
        before, state = env.record(), env.state().tobytes()
        told = [what_follows(twin, seed, 12) for twin in twins]
        assert (env.record(), env.state().tobytes()) == (before, state)
        assert told == [what_follows(env, seed, 12)] * 4, seed


# ---- words, history, picture -------------------------------------------------------------------------------------


def test_words_and_actions_are_twins():
    env, choose = ninetynine_env.env("three"), random_policy(1)
    env.reset(seed=1)
    for _ in range(60):
        for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"]):
            assert env.action(env.words(int(action))) == action
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))


def test_render_shows_one_seat_or_the_open_table():
    env = ninetynine_env.env("three", render_mode="ansi", render_seat=1)
    env.reset(seed=1)
    assert env.render().count("hand") == 1
    env = ninetynine_env.env("three", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().count("hand") == 3


def test_human_prints_each_table(capsys):
    env = ninetynine_env.env("three", render_mode="human", render_seat=0)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert capsys.readouterr().out.count("player_0") >= 2


def test_the_page_names_every_field_and_option():
    env = ninetynine_env.env("three")
    for name in (*env.game.LAYOUT.packed.names, *vars(env.rules), "ninetynine/three-v0", env.game.LAYOUT.hash):
        assert f"{name}" in env.unwrapped.__doc__


def test_gymnasium_and_pettingzoo_know_every_variant():
    for each in ninetynine_env.VARIANTS.values():
        assert each.id in pettingzoo.aec_registry and each.id in gymnasium.registry
