import json
import os
import time

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from policies import config, write_policy

from ninetynine_env import bots, trick
from ninetynine_env.bots import graph
from ninetynine_env.bots.policy import CARD, Policy, PolicyError, read_card, unpack_golden
from ninetynine_env.variants import variant
from ninetynine_env.vector import Vector

KIND = variant("three")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write_policy(tmp_path_factory.mktemp("policy") / "small.onnx")


@pytest.fixture(scope="module")
def policy(file):
    return Policy(file, trick)


def positions(n, steps, seed=0, **options):
    """Tables after some decisions of uniform play."""
    tables = Vector("three", n, match="single_deal", **options)
    tables.deal(np.arange(seed, seed + n))
    player = bots.load("random")
    for _ in range(steps):
        tables.step(player.act(tables.look(), tables.legal(), tables.dice()))
    return tables


def change(file, to, edit):
    """A copy of a policy file that was tampered with, and sealed again."""
    model = onnx.load(file)
    edit(model)
    for entry in model.metadata_props:
        entry.value = graph.UNSEALED if entry.key == graph.SEAL else entry.value
    to.write_bytes(graph.seal(model.SerializeToString()))
    return to


def change_card(file, to, **entries):
    card = {**read_card(file), **entries}
    entries = {CARD: json.dumps(card), graph.SEAL: graph.UNSEALED}
    return change(file, to, lambda model: helper.set_model_props(model, entries))


def refusal(path, game=trick):
    with pytest.raises(PolicyError) as caught:
        Policy(path, game)
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


# ---- playing ----


def test_name_and_card(file, policy):
    assert policy.name == "small"
    assert Policy(file, trick, name="me").name == "me"
    assert bots.load(str(file)).name == str(file)
    assert policy.card["env"] == ["ninetynine/three-v0"]
    assert policy.card["encoding"] == "trick-1"
    assert policy.card["layout"] == trick.LAYOUT.hash
    assert [rules["premium_bids"] for rules in policy.card["rules"]] == [False, True]
    assert read_card(file) == policy.card


@pytest.mark.parametrize("steps", [0, 4, 9, 10, 20, 33])
def test_probabilities(policy, steps):
    tables = positions(50, steps)
    probabilities, values = policy.probabilities(tables.look(), tables.legal())
    assert probabilities.dtype == values.dtype == np.float32
    assert np.allclose(probabilities.sum(1), 1, atol=1e-5)
    assert not probabilities[tables.masks() == 0].any()  # exactly nothing
    assert values.shape == (50,)


@pytest.mark.parametrize("sample", [False, True])
def test_every_action_is_legal(file, sample, count):
    policy = Policy(file, trick, sample=sample)
    tables = Vector("three", count(100, 5000), match="single_deal")
    tables.deal(np.arange(tables.n))
    seen = set()
    while (tables.turn >= 0).all():
        legal = tables.legal().copy()
        actions = policy.act(tables.look(), legal, tables.dice())
        assert actions.dtype == np.int64
        assert (legal >> actions & 1).all()
        seen.update(actions.tolist())
        tables.step(actions)
    assert len(seen) > 36


def test_most_probable_action_and_ties(policy):
    tables = positions(80, 12)
    probabilities, _ = policy.probabilities(tables.look(), tables.legal())
    actions = policy.act(tables.look(), tables.legal(), tables.dice())
    assert (actions == np.where(tables.masks() == 1, probabilities, -1).argmax(1)).all()  # argmax: the first of several


def test_sampling_follows_the_probabilities(file):
    policy = Policy(file, trick, sample=True)
    one = positions(1, 0)
    views, legal = np.repeat(one.look(), 4000).view(np.recarray), np.repeat(one.legal(), 4000)
    drawn = np.bincount(policy.act(views, legal, np.arange(4000) << 20), minlength=56) / 4000
    expected = policy.probabilities(views[:1], legal[:1])[0][0]
    assert np.abs(drawn - expected).max() < 0.03
    again = policy.act(views, legal, np.arange(4000) << 20)
    assert (again == policy.act(views, legal, np.arange(4000) << 20)).all()


def test_batch_equals_single(policy):
    tables = positions(40, 17)
    together = policy.probabilities(tables.look(), tables.legal())[0].copy()
    for i in range(40):
        alone = policy.probabilities(tables.look()[i : i + 1], tables.legal()[i : i + 1])[0]
        assert np.allclose(alone[0], together[i], atol=1e-6)


def test_nothing_to_decide(policy):
    tables = positions(2, 0)
    assert policy.act(tables.look()[:0], tables.legal()[:0], tables.dice()[:0]).shape == (0,)


def test_a_decision_takes_a_tenth_of_a_millisecond(tmp_path):
    policy = Policy(write_policy(tmp_path / "full.onnx", width=256), trick)
    tables = positions(1, 14)
    views, legal, dice = tables.look(), tables.legal(), tables.dice()

    def fastest(repeats):
        took = []
        for _ in range(repeats):
            begun = time.perf_counter()
            policy.act(views, legal, dice)
            took.append(time.perf_counter() - begun)
        return np.percentile(took, 25)

    assert min(fastest(200) for _ in range(10)) < 1e-4


# ---- what is refused ----


def test_missing_file(tmp_path):
    assert "is no file that can be read" in refusal(tmp_path / "none.onnx")


@pytest.mark.parametrize("content", [b"", b"hello there", b"\x89PNG\r\n", b"PK\x03\x04"])
def test_not_an_onnx_file(tmp_path, content):
    path = tmp_path / "other.onnx"
    path.write_bytes(content)
    assert "is no ONNX file" in refusal(path)


@pytest.mark.parametrize("part", [0.001, 0.3, 0.9, 0.999])
def test_truncated(file, tmp_path, part):
    data = file.read_bytes()
    path = tmp_path / "cut.onnx"
    path.write_bytes(data[: int(len(data) * part)])
    assert "damaged or cut short" in refusal(path)


def test_every_flipped_bit_is_refused(file, tmp_path, count):
    data = file.read_bytes()
    rng = np.random.default_rng(3)
    for place in [*range(0, len(data), len(data) // 40), *rng.integers(len(data), size=count(200, 5000))]:
        spoilt = bytearray(data)
        spoilt[place] ^= 1 << int(rng.integers(8))
        path = tmp_path / "spoilt.onnx"
        path.write_bytes(spoilt)
        refusal(path)


def test_a_card_that_was_changed_is_refused(file, tmp_path):
    path = tmp_path / "renamed.onnx"
    path.write_bytes(file.read_bytes().replace(b'"name":"small"', b'"name":"great"'))
    assert "its hash is another one" in refusal(path)


def test_no_seal(file, tmp_path):
    model = onnx.load(file)
    helper.set_model_props(model, {CARD: json.dumps(read_card(file))})
    path = tmp_path / "x.onnx"
    path.write_bytes(model.SerializeToString())
    assert "its hash is another one" in refusal(path)


def test_a_file_of_two_gigabytes(file, tmp_path, monkeypatch):
    path = tmp_path / "large.onnx"
    path.write_bytes(file.read_bytes())
    os.truncate(path, 2 << 30)  # a hole: it takes no room on the disk
    monkeypatch.setattr(type(path), "read_bytes", None)  # it is not even read
    assert "is too large: 2048 MB, at most 64 are read" in refusal(path)


def test_no_card(file, tmp_path):
    path = change(file, tmp_path / "x.onnx", lambda model: model.ClearField("metadata_props"))
    assert "has no card" in refusal(path)


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"format": 99}, "a card of format 99"),
        ({"game": "tally"}, "plays the game 'tally', not 'trick'"),
        ({"encoding": "trick-0"}, "reads the encoding trick-0"),
        ({"layout": "0000000000000000"}, "reads the encoding trick-1 (0000000000000000)"),
        ({"golden": {}}, "golden positions on its card are damaged"),
        ({"golden": "none"}, "golden positions on its card are damaged"),
    ],
)
def test_cards_that_do_not_fit(file, tmp_path, entries, told):
    assert told in refusal(change_card(file, tmp_path / "x.onnx", **entries))


def test_other_inputs(file, tmp_path):
    def rename(model):
        model.graph.input[0].name = model.graph.node[0].input[0] = "board"

    assert "has other inputs and outputs" in refusal(change(file, tmp_path / "x.onnx", rename))


def test_goldens_not_met(file, tmp_path):
    def nudge(model):
        weights = next(tensor for tensor in model.graph.initializer if tensor.name == "policy.bias")
        bias = np.frombuffer(weights.raw_data, np.float32).copy()
        bias[:30] += 0.5
        weights.raw_data = bias.tobytes()

    assert "does not answer its golden positions" in refusal(change(file, tmp_path / "x.onnx", nudge))


def test_foreign_operators(file, tmp_path):
    def add_loop(model):
        model.graph.node.append(helper.make_node("Loop", ["a", "b"], ["c"]))

    def add_custom(model):
        model.graph.node.append(helper.make_node("Relu", ["logits"], ["z"], domain="com.evil"))

    assert "uses the operator 'Loop'" in refusal(change(file, tmp_path / "x.onnx", add_loop))
    assert "uses the operator 'Relu'" in refusal(change(file, tmp_path / "y.onnx", add_custom))


def test_external_weights(file, tmp_path):
    def move_out(model):
        tensor = model.graph.initializer[-1]
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="/etc/passwd")
        tensor.ClearField("raw_data")

    path = tmp_path / "x.onnx"
    model = onnx.load(file)
    move_out(model)
    path.write_bytes(model.SerializeToString())
    assert "keeps its weights in another file" in refusal(path)


def test_golden_positions_come_back(policy):
    packed, legal, probabilities, values = unpack_golden(policy.card["golden"], trick)
    assert packed.shape == (32, trick.LAYOUT.words)
    assert len({tuple(row) for row in packed}) == 32
    assert probabilities.argmax(1).min() < probabilities.argmax(1).max()  # not one action for all
    assert legal.min() > 0
    assert values.shape == (32,)


def test_the_config_travels_with_the_policy(policy):
    assert policy.card["config"] == json.loads(json.dumps(config().to_json()))
