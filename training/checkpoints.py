"""Where a trained network lies: in a run's directory, a checkpoint, a zip of MaskablePPO, or a policy file."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

from ninetynine_env.bots import policy_path
from ninetynine_env.bots.policy import read_card
from training.config import Config, ConfigError
from training.net import Net
from training.run import load_checkpoint


def find(source: Path) -> Path:
    """The file that is meant: of a directory its checkpoint."""
    file = source / "checkpoint.pt" if source.is_dir() else source
    if not file.is_file():
        raise ConfigError(f"{file}: there is no such file")
    return file


def beginning(config: Config) -> Net:
    """The network that a run is to begin as; ConfigError if it does not fit, PolicyError if it is no sound file."""
    net, _ = read_net(policy_path(config.begin) or find(Path(config.begin)), config)
    if len(net.trunk.bias) != config.width:
        raise ConfigError(f"width={config.width} is not allowed: {config.begin} has a width of {len(net.trunk.bias)}")
    return net


def read_net(file: Path, config: Config) -> tuple[Net, int]:
    """The network in a file, and the decisions it has learned from; ConfigError if it does not fit."""
    weights, decisions = _read(file)
    if "trunk.bias" not in weights:
        raise ConfigError(f"{file} holds another network than its configuration asks for")
    net = Net(config.of.game, config.all_rules, weights["trunk.bias"].shape[0])
    try:
        net.load_state_dict(weights)
    except RuntimeError:
        raise ConfigError(f"{file} holds another network than its configuration asks for") from None
    return net, decisions


def _read(file: Path) -> tuple[dict[str, torch.Tensor], int]:
    """The weights in a file and the decisions they come from."""
    if file.suffix == ".zip":
        from training.sb3 import read_zip

        return read_zip(file)
    if file.suffix == ".onnx":
        return _read_policy(file)
    state = load_checkpoint(file)
    return state["net"], int(state["decisions"])


def _read_policy(file: Path) -> tuple[dict[str, torch.Tensor], int]:
    """The weights in a policy file of `export`, by the names they have in the network; PolicyError if it is none."""
    card = read_card(file)
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(str(file)).graph.initializer}
    weights = {name: torch.from_numpy(array.copy()) for name, array in tensors.items() if "." in name}
    return weights, int(card["decisions"])
