"""The benchmark measures what it says: every unit was a legal decision, and each figure stands in its place."""

import sys
from pathlib import Path

import numpy as np
import pytest
from torch.utils.tensorboard import SummaryWriter

import ninetynine_env
from ninetynine_env.__main__ import main
from ninetynine_env.jit import COMPILED
from ninetynine_env.vector import Vector
from training import curves
from training.bench import clock, command, learning, loops, ours, peers

README = (Path(__file__).parents[3] / "README.md").read_text()


# ---- timing -------------------------------------------------------------------------------------------------------


def test_jobs_take_turns_and_the_first_round_warms_up(monkeypatch):
    now, done = [0.0], []
    monkeypatch.setattr(clock.time, "perf_counter", lambda: now[0])

    def job(name, seconds):
        def work():
            now[0] += seconds[min(len(done) // 2, len(seconds) - 1)]
            done.append(name)
            return 10

        return work

    rates = clock.by_turns({"ours": job("ours", [100.0, 1.0, 2.0]), "theirs": job("theirs", [100.0, 5.0])}, 2)
    assert done == ["ours", "theirs"] * 3
    assert rates["ours"].tolist() == [10.0, 5.0]
    assert rates["theirs"].tolist() == [2.0, 2.0]
    assert clock.ratio(rates["ours"], rates["theirs"]) == 3.75


@pytest.mark.parametrize(
    ("rate", "told"), [(12_345_678, "12.3 M"), (999_400, "999 k"), (4_561, "4.56 k"), (105e6, "105 M"), (12.34, "12.3")]
)
def test_figures(rate, told):
    assert command.figure(np.array([rate, rate, 1e12])) == told


def test_ratios():
    assert [command.times(value) for value in (1.7134, 12.34, 271.8)] == ["1.71", "12.3", "272"]


# ---- what is timed ------------------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch):
    """Small numbers, and every step at every table checked."""
    step = Vector.step

    def checked(tables, actions):
        here = np.flatnonzero(actions >= 0)
        assert (tables.legal()[here] >> actions[here] & 1).all()
        return step(tables, actions)

    monkeypatch.setattr(Vector, "step", checked)
    for name, value in (("TABLES", 8), ("STEPS", 400), ("LONG", 700), ("SEATED", 6), ("ONE_BY_ONE", 3), ("CLONES", 50)):
        monkeypatch.setattr(ours, name, value)


@pytest.mark.skipif(not COMPILED, reason="thousands of steps want compiled kernels")
@pytest.mark.parametrize("observe", ["nothing", "packed", "flat"])
def test_tables_play_on_for_ever(small, observe):
    tables = ours.Tables(3, observe)
    assert [tables(), tables()] == [3200, 3200]
    assert (tables._tables.turn >= 0).all()
    assert tables._seeds[0] > 3 << 32, "some game was over, and another begun"


@pytest.mark.skipif(not COMPILED, reason="thousands of steps want compiled kernels")
def test_every_form_is_in_the_mixed_batch(small):
    rules = ours.every_form()
    assert {each.players for each in rules} == {2, 3, 4}
    assert {each.trump_mode for each in rules} == {"successes", "turnup", "stock"}
    assert ours.Tables(3, "packed", rules=rules)() == 3200


def test_units_are_what_was_done(small):
    assert ours.Threads(2)() == 2 * ours.Wanderers(1)() == 2 * 5600
    assert ours.Seats("random", batch=True)() == 12 * 6
    assert ours.Seats(ours.some_policy(), batch=False)() == 12 * 3
    assert ours.clones()() == 50


def test_the_loop_counts_decisions():
    env = ninetynine_env.env("three", match="single_deal", premium_bids=False)
    assert loops.play_aec(env, 3, lambda observation, info: observation["action_mask"]) == 3 * 36


def test_the_environments_share_is_a_share(monkeypatch):
    monkeypatch.setattr(learning, "OURS", learning.SAME + "[ppo]\ntables = [16, 16]\nminibatch = [64, 64]\n")
    before = Vector.observe
    assert 0 < learning.environment_share(2) < 1
    assert Vector.observe is before


# ---- peers --------------------------------------------------------------------------------------------------------


def test_a_library_that_is_missing_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["bench"]) == 2
    told = capsys.readouterr().err
    assert "this needs pyspiel" in told and "ninetynine-env[bench]" in told and told.count("\n") == 1


def test_peers_play():
    pytest.importorskip("pyspiel")
    assert peers.python_loop(2)() > 2 * 3 * 2
    assert peers.evaluate_bots(5)() > 5 * 3 * 2
    assert peers.clones(7)() == 7
    pytest.importorskip("shimmy")
    pytest.importorskip("pygame")
    assert peers.shimmy(1)() > 0
    assert peers.connect_four(1)() >= 7


# ---- the tables ---------------------------------------------------------------------------------------------------


def test_margins_by_minutes(tmp_path):
    with SummaryWriter(str(tmp_path / "tensorboard")) as writer:
        for minute in range(26):
            writer.add_scalar(curves.CLOCK, 1.0, minute, walltime=60.0 * minute)
            writer.add_scalar(learning.CURVE, minute / 10, minute, walltime=60.0 * minute)
    lines = command.margins(tmp_path, tmp_path / "none")
    assert lines[-2] == "| self-play PPO | +0.2 | +0.5 | +2.0 | – |"
    assert lines[-1].startswith("| MaskablePPO: ") and "is no run with curves" in lines[-1]


def test_the_readme_shows_the_table_that_the_command_prints():
    shown = [line.split(" | ") for line in README.splitlines() if line.startswith("| ")]
    for comparison in (*command.PLAYING, command.LEARNING):
        assert any(cells[0] == f"| {comparison.what}" and cells[2] == comparison.peer for cells in shown), comparison
