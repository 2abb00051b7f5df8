import numpy as np
import pytest
import torch
from policies import config

from ninetynine_env.arena.evaluate import frozen_seeds
from training import ppo
from training.export import answers, write
from training.ppo import TRAINING_SEEDS, Learner, _doubling, _geometric


def run(of, iterations=None, state=None):
    learner = Learner(of)
    if state is not None:
        learner.restore(state)
    while learner.progress < 1 and iterations != 0:
        learner.iterate()
        iterations = None if iterations is None else iterations - 1
    return learner


def exported(learner, path):
    write(path, learner.trained(), learner.config, learner.decisions)
    return path.read_bytes()


EVERYTHING = """
[opponents]
share = 0.5
names = ["past", "random"]
every = 0.2
[imitation]
share = 0.2
tables = 8
minibatch = 64
"""


def test_the_same_run_twice_gives_the_same_bytes(tmp_path):
    one, other = (exported(run(config()), tmp_path / name) for name in ("one.onnx", "other.onnx"))
    assert one == other
    assert exported(run(config(seed=2)), tmp_path / "third.onnx") != one


@pytest.mark.parametrize("stop", [1, 4])
def test_going_on_from_a_checkpoint_gives_the_same_bytes(tmp_path, stop):
    of = config(EVERYTHING)
    whole = exported(run(of), tmp_path / "whole.onnx")
    torch.save(run(of, stop).state(), tmp_path / "checkpoint.pt")
    resumed = run(of, state=torch.load(tmp_path / "checkpoint.pt", weights_only=True))
    assert exported(resumed, tmp_path / "resumed.onnx") == whole


def test_two_workers_repeat_themselves_too(tmp_path):
    of = config(threads=2)
    assert exported(run(of), tmp_path / "one.onnx") == exported(run(of), tmp_path / "other.onnx")


def test_two_workers_take_one_step():
    """The workers' gradients add up to that of all their samples."""
    learner = Learner(config(threads=2))
    learner._set_schedule()
    rollouts = learner._play(np.random.default_rng(1))
    jobs = [(rollout, np.arange(rollout.count)) for rollout in rollouts]
    whole = sum(rollout.count for rollout in rollouts)
    parts = [learner._gradient(rollout, rows, len(rows) / whole)[0] for rollout, rows in jobs]
    alone = [learner._gradient(rollout, rows, 1.0)[0] for rollout, rows in jobs]
    for i in range(len(parts[0])):
        mean = sum(len(rows) * grads[i] for (_, rows), grads in zip(jobs, alone, strict=True)) / whole
        assert torch.allclose(parts[0][i] + parts[1][i], mean, atol=1e-5)


def test_training_never_deals_evaluation_deals(monkeypatch):
    dealt = []
    play = ppo.play
    monkeypatch.setattr(ppo, "play", lambda tables, seeds, *rest: dealt.append(seeds) or play(tables, seeds, *rest))
    run(config())
    seeds = np.concatenate(dealt)
    assert seeds.max() < TRAINING_SEEDS <= frozen_seeds().min()
    assert seeds.min() >= 0
    assert len(np.unique(seeds)) == len(seeds)


def test_imitation_learns_the_teachers_moves():
    learner = Learner(config("[imitation]\nshare = 0.99\ntables = 32\nminibatch = 256", decisions=60_000, width=64))
    losses = []
    while learner.progress < 0.98:
        losses.append(learner.iterate().curves["policy_loss"])
    assert np.mean(losses[-5:]) < 0.93 * losses[0]


def test_a_step_follows_the_advantages():
    """An action that did better than expected becomes likelier, one that did worse does not."""
    learner = Learner(config())
    learner._set_schedule()
    rollout = learner._play(np.random.default_rng(1))[0]
    rollout.advantages[:] = np.where(rollout.actions % 2 == 0, 1, -1)
    for _ in range(20):
        learner._step([(rollout, np.arange(rollout.count))])
    probabilities, _ = answers(learner.net, learner.config.of.game, rollout.packed, rollout.legal)
    change = np.log(probabilities[np.arange(rollout.count), rollout.actions]) - rollout.logps
    assert change[rollout.advantages > 0].mean() > 0.05 > -0.05 > change[rollout.advantages < 0].mean()


def test_schedules():
    assert [_doubling((256, 2048), at) for at in (0, 0.24, 0.25, 0.5, 0.99, 1)] == [256, 256, 512, 1024, 2048, 2048]
    assert _doubling((100, 100), 0.5) == 100
    assert _geometric((1e-3, 1e-4), 0) == 1e-3
    assert np.isclose(_geometric((1e-3, 1e-5), 0.5), 1e-4)
