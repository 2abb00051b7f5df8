import hashlib

import numpy as np
import onnx
from policies import config, make_net, write_policy

from ninetynine_env import bots, trick
from ninetynine_env.bots.graph import OPERATORS
from ninetynine_env.bots.policy import Policy, read_card
from ninetynine_env.vector import Vector
from training.export import answers, stamp


def test_equal_weights_give_equal_bytes(tmp_path):
    one, other = write_policy(tmp_path / "one.onnx"), write_policy(tmp_path / "other.onnx")
    assert one.read_bytes() == other.read_bytes()
    assert str(tmp_path).encode() not in one.read_bytes()


def test_parity_with_torch_on_real_positions(tmp_path):
    of = config()
    policy, net = Policy(write_policy(tmp_path / "p.onnx"), trick), make_net(of)
    tables = Vector("three", 60, rules=of.all_rules)
    tables.deal(np.arange(60))
    player, seen, chosen = bots.load("thumb"), 0, set()
    while (tables.turn >= 0).all():
        probabilities, values = policy.probabilities(tables.look(), tables.legal())
        expected, valued = answers(net, trick, tables.observe(), tables.legal())
        assert np.abs(probabilities - expected).max() < 1e-4
        assert np.abs(values - valued).max() < 1e-4
        chosen.update(probabilities.argmax(1).tolist())
        seen += 60
        tables.step(player.act(tables.look(), tables.legal(), tables.dice()))
    assert seen >= 1000
    assert len(chosen) > 30


def test_the_graph_is_plain(tmp_path):
    model = onnx.load(write_policy(tmp_path / "p.onnx"))
    onnx.checker.check_model(model, full_check=True)
    assert {node.op_type for node in model.graph.node} <= OPERATORS
    assert [(entry.domain, entry.version) for entry in model.opset_import] == [("", 17)]
    assert hashlib.sha256(model.SerializeToString()).hexdigest()  # no field that onnx does not know


def test_a_stamp_changes_the_card_and_nothing_else(tmp_path):
    path = write_policy(tmp_path / "p.onnx")
    before = read_card(path)
    stamp(path, probes={"right": 3, "of": 4}, further=[1.5])
    assert read_card(path) == {**before, "probes": {"right": 3, "of": 4}, "further": [1.5]}
    assert Policy(path, trick).name, "it is sealed, and its net still answers as its card says"
    stamp(path, probes=before["probes"], further=[])
    stamp(path, probes=before["probes"], further=[])
    assert len(onnx.load(path).metadata_props) == 2
