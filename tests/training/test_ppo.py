import numpy as np
import pytest
import torch
from policies import ADDING, config, make_net, write_policy

from ninetynine_env.arena.evaluate import frozen_seeds
from ninetynine_env.bots import shipped
from ninetynine_env.bots.policy import read_card
from training import ppo
from training.config import change
from training.crew import Crew
from training.export import answers, write
from training.ppo import TRAINING_SEEDS, Learner, Worker, _doubling, _geometric
from training.session import make_learner


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


def test_a_run_of_the_adding_game_repeats_itself_too(tmp_path):
    """One net for tables of two and of four, in whole games and rounds, with opponents and a teacher of its own."""
    of = config(EVERYTHING.replace("[imitation]", '[imitation]\nof = "thumb"').replace("random", "greedy"), **ADDING)
    assert exported(run(of), tmp_path / "one.onnx") == exported(run(of), tmp_path / "other.onnx")


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


def in_one_process(of):
    """A learner all of whose workers are here, where a test can look at them."""
    learner = Learner(of)
    learner._crew = Crew(Worker, [(of, learner.net.state_dict(), grad) for grad in learner._grads], apart=False)
    learner._set_schedule()
    return learner


def test_processes_change_nothing():
    """Two workers here leave the weights that two workers in processes leave."""
    of = config(threads=2)
    apart, here = Learner(of), in_one_process(of)
    for learner in (apart, here):
        learner.iterate()
    for name, tensor in apart.net.state_dict().items():
        assert torch.equal(tensor, here.net.state_dict()[name]), name


def test_two_workers_take_one_step():
    """The workers' gradients add up to that of all their samples."""
    learner = in_one_process(config(threads=2))
    learner._play(np.random.default_rng(1))
    workers = learner._crew.here
    every = [np.arange(worker.rollout.count) for worker in workers]
    whole = sum(len(rows) for rows in every)

    def gradients(weights):
        for worker, rows, weight in zip(workers, every, weights, strict=True):
            worker.learn(rows, weight, 0.01)
        return [grad.clone() for grad in learner._grads]

    shares = [len(rows) / whole for rows in every]
    mean = sum(share * grad for share, grad in zip(shares, gradients([1.0, 1.0]), strict=True))
    assert torch.allclose(sum(gradients(shares)), mean, atol=1e-5)
    assert mean.abs().max() > 1e-3


def test_advantages_are_normalised_over_all_workers():
    learner = in_one_process(config(threads=2))
    learner._play(np.random.default_rng(1))
    every = np.concatenate([worker.rollout.advantages for worker in learner._crew.here])
    assert abs(every.mean()) < 1e-5
    assert abs(every.std() - 1) < 1e-5


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
    learner = in_one_process(config())
    learner._play(np.random.default_rng(1))
    rollout = learner._crew.here[0].rollout
    rollout.advantages[:] = np.where(rollout.actions % 2 == 0, 1, -1)
    for _ in range(20):
        learner._step([np.arange(rollout.count)])
    probabilities, _ = answers(learner.net, learner.config.of.game, rollout.packed, rollout.legal)
    change = np.log(probabilities[np.arange(rollout.count), rollout.actions]) - rollout.logps
    assert change[rollout.advantages > 0].mean() > 0.05 > -0.05 > change[rollout.advantages < 0].mean()


def test_schedules():
    assert [_doubling((256, 2048), at) for at in (0, 0.24, 0.25, 0.5, 0.99, 1)] == [256, 256, 512, 1024, 2048, 2048]
    assert _doubling((100, 100), 0.5) == 100
    assert _geometric((1e-3, 1e-4), 0) == 1e-3
    assert np.isclose(_geometric((1e-3, 1e-5), 0.5), 1e-4)


def test_a_run_begins_as_a_policy_a_checkpoint_or_a_shipped_model(tmp_path):
    of = config()
    net, path = make_net(of), write_policy(tmp_path / "p.onnx")
    torch.save({"net": net.state_dict(), "decisions": 7}, tmp_path / "checkpoint.pt")
    for begin in (path, tmp_path / "checkpoint.pt", tmp_path):
        begun = make_learner(change(of, begin=str(begin))).net.state_dict()
        assert all(torch.equal(begun[name], tensor) for name, tensor in net.state_dict().items())
    width = read_card(shipped()["three"])["config"]["width"]
    assert make_learner(change(of, begin="three", width=width)).net.trunk.bias.shape == (width,)


@pytest.mark.parametrize(
    ("begin", "told"),
    [("three", "width=32 is not allowed: three has a width of"), ("nowhere", "nowhere: there is no such file"),
     ("tally", "another network"), ("README.md", "README.md"), ("nowhere.onnx", "nowhere.onnx is no file")],
)  # fmt: skip
def test_what_a_run_cannot_begin_as_is_refused(begin, told):
    with pytest.raises(ValueError, match=told):
        make_learner(config(begin=f'"{begin}"'))
