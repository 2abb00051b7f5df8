"""The door for authors of environments: no leak here, and a planted one is found."""

import copy

import numpy as np
import pettingzoo
import pytest
from players import play_on, some_options

import ninetynine_env
from ninetynine_env.env import RawEnv
from ninetynine_env.testing import assert_no_leak
from ninetynine_env.variants import VARIANTS


def history(env, agent):
    return env.unwrapped.history(env.possible_agents.index(agent))


def picture(env, agent):
    table = env.unwrapped
    return table.game.words.table_text(table.episode.view(table.possible_agents.index(agent)))


@pytest.mark.parametrize("k", range(7))
@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_no_environment_leaks(name, k, count):
    env = pettingzoo.make("aec", f"ninetynine/{name}-v0", **some_options(k, name))
    episodes = count(2, 12)
    compared = assert_no_leak(env, episodes=episodes, steps=50, seed=k, also=(history, picture))
    assert compared >= episodes * env.max_num_agents * 8


class Leaky(RawEnv):
    """Leaks something in its last column."""

    def observe(self, agent):
        seen = super().observe(agent)
        seen["observation"][-1] = self.leak(self._seats[agent])
        return seen


class LeakyCard(Leaky):
    def leak(self, seat):
        return int(self.episode.row.hand[(seat + 1) % 3]) % 1009


class LeakyBid(Leaky):
    def leak(self, seat):
        return int(self.episode.row.laid[(seat + 1) % 3]) % 3


class LeakySeed(Leaky):
    def leak(self, seat):
        return int(self.episode.row.seed) % 1000


@pytest.mark.parametrize("planted", [LeakyCard, LeakyBid, LeakySeed])
def test_a_planted_leak_is_found(planted):
    with pytest.raises(
        AssertionError, match=r"player_\d can tell two worlds apart .*\['observation'\]\[1070\] differs"
    ):
        assert_no_leak(planted("three"), episodes=3)


def test_a_leak_in_the_mask_or_the_info_is_found():
    class LeakyMask(RawEnv):
        def observe(self, agent):
            seen = super().observe(agent)
            if agent == self.agent_selection and int(self.episode.row.hand[(self._seats[agent] + 1) % 3]) % 3:
                seen["action_mask"][np.flatnonzero(seen["action_mask"])[1:]] = 0
            return seen

    with pytest.raises(AssertionError, match="action_mask"):
        assert_no_leak(LeakyMask("three"), episodes=3)

    class LeakyInfo(RawEnv):
        def another_world(self, agent, seed):
            twin = super().another_world(agent, seed)
            twin.infos = {name: {"hand": int(twin.episode.row.hand[0])} for name in twin.infos}
            return twin

    with pytest.raises(AssertionError, match=r"info \(keys \['hand'\]\)"):
        assert_no_leak(LeakyInfo("three"))


def test_worlds_that_do_not_differ_prove_nothing():
    with pytest.raises(AssertionError, match="nothing was checked"):
        assert_no_leak(ninetynine_env.env("three"), lambda env, agent, seed: copy.deepcopy(env), episodes=1)


def test_an_environment_without_another_world_is_told_what_to_give():
    class Plain(pettingzoo.AECEnv):
        pass

    with pytest.raises(TypeError, match="another_world"):
        assert_no_leak(Plain())


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_another_world_goes_on_by_the_rules(name, count):
    """Cards, bids and announcements of the new world are a legal game: its record replays."""
    different = 0
    for k in range(count(60, 2000)):
        env = ninetynine_env.env(name, **some_options(k, name))
        env.reset(seed=k)
        play_on(env.episode, k, steps=k * 7 % 41)
        before = env.record()
        twin = env.episode.another_world(k % len(env.possible_agents), 1000 + k)
        fresh = ninetynine_env.raw_env(name, **some_options(k, name))
        fresh.reset(options={"record": twin.record(), "actions": sum(len(deal.actions) for deal in twin._all_deals())})
        assert fresh.record() == twin.record()
        different += twin.record() != env.record()
        play_on(twin, k)
        assert twin.over
        assert env.record() == before  # the one world goes on without the other
    assert different > 0.5 * count(60, 2000)
