import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from policies import SMALL

from ninetynine_env.__main__ import main
from ninetynine_env.bots.policy import read_card
from training import session
from training.ppo import Learner


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_train_leaves_a_policy_with_results(file, capsys):
    assert main(["train", str(file)]) == 0
    told = capsys.readouterr().out
    assert "held-out common deals" in told
    assert "runs/small/policy.onnx" in told
    folder = file.parent / "runs" / "small"
    assert sorted(path.name for path in folder.iterdir()) == [
        "checkpoint.pt", "config.toml", "policy.onnx", "tensorboard",
    ]  # fmt: skip
    card = read_card(folder / "policy.onnx")
    assert [result["rules"] for result in card["results"]] == [{"premium_bids": False}, {"premium_bids": True}]
    assert card["results"][0]["deals"] == 6
    assert card["decisions"] >= 3000
    assert list(card["log"]) == ["margin/random/premium_bids=False", "margin/random/premium_bids=True"]
    for curve in card["log"].values():
        assert len(curve) >= 5 and [decisions for decisions, _ in curve] == sorted(decisions for decisions, _ in curve)
    assert list((folder / "tensorboard").iterdir())


def test_a_second_run_takes_a_folder_of_its_own(file):
    assert main(["train", str(file)]) == main(["train", str(file)]) == 0
    assert (file.parent / "runs" / "small-2" / "policy.onnx").exists()


def test_the_same_run_twice_leaves_the_same_bytes(file, count):
    file.write_text(SMALL.replace("decisions = 3000", f"decisions = {count(3_000, 20_000)}"))
    for name in ("one", "other"):
        assert main(["train", str(file), "--run", name]) == 0
    assert (file.parent / "one" / "policy.onnx").read_bytes() == (file.parent / "other" / "policy.onnx").read_bytes()


def test_a_killed_run_goes_on_to_the_same_bytes(file, monkeypatch):
    """Killed in its third iteration, after a checkpoint."""
    assert main(["train", str(file), "--run", "whole"]) == 0
    monkeypatch.setattr(session, "CHECKPOINT_SECONDS", -1)
    iterate, calls = Learner.iterate, []

    def dies(self):
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("killed")
        return iterate(self)

    monkeypatch.setattr(Learner, "iterate", dies)
    with pytest.raises(RuntimeError, match="killed"):
        main(["train", str(file), "--run", "killed"])
    assert not (file.parent / "killed" / "policy.onnx").exists()
    assert main(["train", str(file), "--run", "killed", "--resume"]) == 0
    whole, resumed = (file.parent / name / "policy.onnx" for name in ("whole", "killed"))
    assert whole.read_bytes() == resumed.read_bytes()


KILLED = """
from ninetynine_env.__main__ import main
from training import session
session.CHECKPOINT_SECONDS = 0.1
main(["train", "small.toml", "--run", "killed"])
"""


def test_a_run_killed_by_the_system_goes_on_to_the_same_bytes(file, count):
    """kill -9 somewhere in the middle, with no time to tidy up."""
    file.write_text(SMALL.replace("decisions = 3000", f"decisions = {count(9_000, 20_000)}"))
    assert main(["train", str(file), "--run", "whole"]) == 0
    checkpoint = file.parent / "killed" / "checkpoint.pt"
    process = subprocess.Popen([sys.executable, "-c", KILLED], cwd=file.parent)
    while not checkpoint.exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.2)
    process.kill()
    assert process.wait() == -signal.SIGKILL, "it was still running"
    assert not (file.parent / "killed" / "policy.onnx").exists()
    assert main(["train", str(file), "--run", "killed", "--resume"]) == 0
    whole, resumed = (file.parent / name / "policy.onnx" for name in ("whole", "killed"))
    assert whole.read_bytes() == resumed.read_bytes()


def test_ctrl_c_ends_with_what_there_is(file, capsys, monkeypatch):
    monkeypatch.setattr(Learner, "progress", 0.5)  # it would never end
    timer = threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert main(["train", str(file)]) == 0
    timer.join()
    assert "held-out common deals" in capsys.readouterr().out
    assert (file.parent / "runs" / "small" / "policy.onnx").exists()


def test_sb3_learner(file):
    file.write_text(SMALL + "[sb3]\nnum_envs = 8\nn_steps = 16\nbatch_size = 64\nopponents = ['random', 'random']\n")
    assert main(["train", str(file), "--learner", "sb3", "--decisions", "300"]) == 0
    run = file.parent / "runs" / "small"
    first = (run / "policy.onnx").read_bytes()
    assert read_card(run / "policy.onnx")["config"]["learner"] == "sb3"
    assert main(["train", str(file), "--resume", "--decisions", "500"]) == 0
    assert (run / "policy.onnx").read_bytes() != first


def test_export_of_a_run(file):
    assert main(["train", str(file)]) == 0
    assert main(["export", "runs/small", "--out", "mine.onnx", "--name", "mine"]) == 0
    card = read_card(file.parent / "mine.onnx")
    assert card["name"] == "mine"
    assert card["golden"] == read_card(file.parent / "runs/small/policy.onnx")["golden"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["train", "none.toml"], "there is no such configuration file"),
        (["train", "bad.toml"], "'speed' is no setting"),
        (["train", "small.toml", "--learner", "dqn"], "it is ppo or sb3"),
        (["train", "small.toml", "--resume"], "holds no checkpoint"),
        (["train", "small.toml", "--run", "full"], "exists already"),
        (["train", "small.toml", "--seed", "-1"], "--seed"),
        (["train", "small.toml", "--minutes", "-2"], "above 0"),
        (["export", "none"], "there is no such file"),
        (["export", "small.toml"], "no checkpoint of this project"),
    ],
)
def test_mistakes_are_one_sentence(file, capsys, arguments, told):
    (file.parent / "bad.toml").write_text(SMALL.replace("width", "speed"))
    (file.parent / "config.toml").write_text(SMALL)
    (file.parent / "full").mkdir()
    (file.parent / "full" / "something").write_text("")
    assert main(arguments) == 2
    sentence = capsys.readouterr().err
    assert told in sentence
    assert sentence.count("\n") == 1
