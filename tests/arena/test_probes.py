"""The probes: what they claim is proven, and bots are graded by it."""

import json

import pytest
from conftest import amount
from probes.prover import GOALS, members, right

from ninetynine_env.__main__ import main
from ninetynine_env.arena.probes import ask, grade, named_variants, probes
from ninetynine_env.bots.random import Random
from ninetynine_env.jit import COMPILED
from ninetynine_env.variants import VARIANTS

compiled = pytest.mark.skipif(not COMPILED, reason="all worlds of a position want compiled kernels")


@pytest.mark.parametrize("probe", probes(), ids=lambda probe: f"{probe.number}-{probe.variant}")
def test_a_probe_is_a_position_with_right_and_wrong_actions(probe):
    episode = probe.episode()
    assert episode.turn == probe.seat
    legal = [episode.game.words.action_words(episode.row, action) for action in members(episode.legal())]
    assert 0 < len(probe.right) < len(legal)
    assert set(probe.right) < set(legal)
    assert probe.goal in GOALS
    assert probe.reason.endswith(".")
    assert episode.record() == probe.position


@compiled
@pytest.mark.parametrize("probe", probes()[:: amount(3, 1)], ids=lambda probe: f"{probe.number}-{probe.variant}")
def test_what_is_right_is_proven_over_all_worlds(probe):
    episode = probe.episode()
    speak = [episode.game.words.action_words(episode.row, action) for action in right(episode, probe.goal)]
    assert tuple(speak) == probe.right


def test_there_are_fifty_of_every_kind():
    assert len(probes()) >= 50
    assert {probe.variant for probe in probes()} == set(VARIANTS) - {"simple"}
    assert {probe.goal for probe in probes()} == set(GOALS)
    assert len({json.dumps(probe.position) for probe in probes()}) == len(probes())


@compiled
def test_the_search_gets_nearly_all_right():
    answers = grade("search:1000", named_variants("search:1000", []))
    assert len(answers) == len(probes())
    assert sum(answer.right for answer in answers) >= 0.95 * len(answers)


def test_whoever_plays_at_random_is_found_out():
    from ninetynine_env import tally, trick

    right = [ask(Random(trick if probe.variant != "tally" else tally), probe).right for probe in probes()]
    assert 0.1 < sum(right) / len(right) < 0.8


def test_a_policy_is_asked_what_it_was_trained_for():
    assert named_variants("three", []) == ("three",)
    assert named_variants("tally", []) == ("tally",)
    assert set(named_variants("thumb", [])) == {probe.variant for probe in probes()}
    assert "tally" not in named_variants("odds", [])


# ---- the command -----------------------------------------------------------------------------------------------


def test_every_miss_is_shown_with_its_table(capsys):
    assert main(["probe", "random", "--variant", "three"]) == 0
    out = capsys.readouterr().out
    missed = [answer for answer in grade("random", ["three"]) if not answer.right]
    for answer in missed:
        assert f"Probe {answer.probe.number}, three" in out
        assert answer.probe.reason.partition(":")[0] in out
    assert "tricks" in out and "hand" in out
    assert out.rstrip().splitlines()[-1].split()[0] == "all"


def test_probe_as_json(capsys):
    assert main(["probe", "thumb", "--variant", "tally", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [answer["variant"] for answer in told] == ["tally"] * len(told)
    assert all(answer["right"] == (answer["answer"] in answer["allowed"]) for answer in told)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["probe", "nobody"], "'nobody' is no bot"),
        (["probe", "thumb", "--variant", "bridge"], "there are no probes of 'bridge'"),
        (["probe", "odds", "--variant", "tally"], "'odds' is no bot of this game"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(words, says, capsys):
    assert main(words) == 2
    assert says in capsys.readouterr().err
