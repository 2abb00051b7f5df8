"""From weights to a policy file: the ONNX graph is built node by node, so equal weights give equal bytes."""

import json
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import ModelProto, TensorProto, helper, numpy_helper

from ninetynine_env.assets import write_aside
from ninetynine_env.bots import load
from ninetynine_env.bots.graph import SEAL, UNSEALED, seal
from ninetynine_env.bots.policy import CARD, FORMAT, pack_golden, read_card
from ninetynine_env.vector import Vector
from training.config import Config
from training.net import Net

OPSET, IR = 17, 8
"""Old enough for every onnxruntime since 1.13; the opset is the first with layer norm."""
GOLDEN = 32
"""Golden positions on a card."""
_GOLDEN_SEED = 2**63 - 10**6
_MOVES = 30
"""Golden positions lie up to so many decisions after the deal."""

Array = npt.NDArray[Any]


class Told(NamedTuple):
    """What is known of a policy beside its weights: results on held-out deals, the run's log in short, its grade."""

    results: list[dict[str, Any]]
    log: dict[str, list[list[float]]]
    probes: dict[str, int]


NOTHING_YET = Told([], {}, {})


def model(weights: dict[str, Array], columns: int) -> ModelProto:
    """The graph of a `Net` with these weights: flat observation and mask in, probabilities and value out."""
    actions = weights["policy.bias"].shape[0]
    inputs = [
        helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["n", columns]),
        helper.make_tensor_value_info("action_mask", TensorProto.INT8, ["n", actions]),
    ]
    outputs = [
        helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["n", actions]),
        helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n"]),
    ]
    constants = {"illegal": np.array(-1e30, np.float32), "last": np.array([-1], np.int64), **weights}
    tensors = [numpy_helper.from_array(np.ascontiguousarray(array), name) for name, array in constants.items()]
    graph = helper.make_graph([*_trunk(), *_heads()], "policy", inputs, outputs, tensors)
    made: ModelProto = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="ninetynine-env"
    )
    made.ir_version = IR
    return made


def _linear(x: str, layer: str, out: str) -> Any:
    return helper.make_node("Gemm", [x, f"{layer}.weight", f"{layer}.bias"], [out], transB=1)


def _norm(x: str, layer: str, out: str) -> list[Any]:
    norm = [x, f"{layer}.weight", f"{layer}.bias"]
    return [
        helper.make_node("LayerNormalization", norm, [f"{out}.normed"], axis=-1, epsilon=1e-5),
        helper.make_node("Relu", [f"{out}.normed"], [out]),
    ]


def _trunk() -> list[Any]:
    """`Trunk.forward`, line by line; the live columns are gathered first."""
    return [
        helper.make_node("Gather", ["observation", "trunk.live"], ["live"], axis=1),
        helper.make_node("Gemm", ["live", "trunk.weight", "trunk.bias"], ["embedded"]),
        *_norm("embedded", "trunk.norm_in", "h"),
        _linear("h", "trunk.first", "inner.sum"),
        helper.make_node("Relu", ["inner.sum"], ["inner"]),
        _linear("inner", "trunk.second", "step"),
        helper.make_node("Add", ["h", "step"], ["stepped"]),
        *_norm("stepped", "trunk.norm_out", "features"),
    ]


def _heads() -> list[Any]:
    """The value, and the softmax over the legal actions: what is illegal is set far below, then to nothing."""
    return [
        _linear("features", "value", "value.column"),
        helper.make_node("Squeeze", ["value.column", "last"], ["value"]),
        _linear("features", "policy", "logits"),
        helper.make_node("Cast", ["action_mask"], ["legal"], to=TensorProto.BOOL),
        helper.make_node("Cast", ["action_mask"], ["legal.numbers"], to=TensorProto.FLOAT),
        helper.make_node("Where", ["legal", "logits", "illegal"], ["legal.logits"]),
        helper.make_node("Softmax", ["legal.logits"], ["softmax"], axis=-1),
        helper.make_node("Mul", ["softmax", "legal.numbers"], ["probabilities"]),
    ]


def on_cpu(net: Net, config: Config) -> Net:
    """A copy of the net in the memory of the processor."""
    copied = Net(config.of.game, config.all_rules, len(net.trunk.bias))
    copied.load_state_dict({name: tensor.cpu() for name, tensor in net.state_dict().items()})
    return copied


# ---- the card -------------------------------------------------------------------------------------------------


def card(net: Net, config: Config, decisions: int, told: Told) -> dict[str, Any]:
    """What a policy file says about itself."""
    of, layout = config.of, config.of.game.LAYOUT
    return {
        "format": FORMAT,
        "name": config.name,
        "game": of.game.NAME,
        "env": [of.id],
        "rules": [vars(rules).copy() for rules in config.all_rules],
        "encoding": layout.encoding,
        "layout": layout.hash,
        "value": f"margin to come, in units of {config.ppo.reward_unit:g} {of.game.UNIT}",
        "config": config.to_json(),
        "commit": commit(),
        "seed": config.seed,
        "decisions": decisions,
        "results": told.results,
        "log": told.log,
        "probes": told.probes,
        "golden": golden(net, config),
    }


def commit() -> str | None:
    """The commit of the checkout this code lies in, None where it lies in none."""
    here = Path(__file__).resolve().parent.parent
    try:
        told = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=here, capture_output=True, text=True, timeout=10, check=False
        )
    except OSError:
        return None
    return told.stdout.strip() if told.returncode == 0 and (here / ".git").exists() else None


def golden(net: Net, config: Config) -> dict[str, Any]:
    """Positions from deals of uniform play, and what the net answers."""
    packed, legal = positions(config, GOLDEN)
    probabilities, values = answers(net, config.of.game, packed, legal)
    return pack_golden(packed, legal, probabilities, values)


def positions(config: Config, count: int) -> tuple[Array, Array]:
    """Packed observations int64 [count, words] and legal sets int64 [count] of uniform play."""
    tables, player = Vector(config.of, count, rules=config.all_rules), load("random", config.of)
    tables.deal(_GOLDEN_SEED + np.arange(count))
    for move in range(_MOVES):
        actions = player.act(tables.look(), tables.legal(), tables.dice())
        tables.step(np.where(np.arange(count) % _MOVES > move, actions, -1))
    return tables.observe(), tables.legal()


def answers(net: Net, game: Any, packed: Array, legal: Array) -> tuple[Array, Array]:
    """Probabilities float32 [n, actions] and values float32 [n] of the net as it is exported: in float32."""
    mask = np.empty((len(legal), game.ACTIONS), np.int8)
    game.masks_all(legal, mask)
    with torch.no_grad():
        logits, values = net(packed)
        probabilities = torch.softmax(logits.masked_fill(torch.from_numpy(mask) == 0, -1e30), -1)
    return probabilities.numpy(), values.numpy()


def write(path: Path, net: Net, config: Config, decisions: int, told: Told = NOTHING_YET) -> None:
    """Write the policy file, aside first: the file is whole or not there."""
    net = on_cpu(net, config)
    weights = {name: tensor.detach().numpy() for name, tensor in net.state_dict().items()}
    made = model(weights, config.of.game.LAYOUT.columns)
    _write(path, made, card(net, config, decisions, told))


def stamp(path: Path, **entries: Any) -> None:
    """Add entries to the card of a policy file, or replace them; the net stays as it is. PolicyError if it is none."""
    told = {**read_card(path), **entries}
    _write(path, onnx.load(str(path)), {**told, "golden": told.pop("golden")})


def _write(path: Path, made: ModelProto, told: dict[str, Any]) -> None:
    helper.set_model_props(made, {CARD: json.dumps(told, separators=(",", ":")), SEAL: UNSEALED})
    write_aside(path, seal(made.SerializeToString()))
