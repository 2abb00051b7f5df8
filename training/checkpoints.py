"""Where a trained network lies: in a run's directory, a checkpoint, or a zip of MaskablePPO."""

from pathlib import Path

from training.config import Config, ConfigError
from training.net import Net
from training.run import load_checkpoint


def find(source: Path) -> Path:
    """The file that is meant: of a directory its checkpoint."""
    file = source / "checkpoint.pt" if source.is_dir() else source
    if not file.is_file():
        raise ConfigError(f"{file}: there is no such file")
    return file


def read_net(file: Path, config: Config) -> tuple[Net, int]:
    """The network in a checkpoint or a zip, and the decisions it has learned from; ConfigError if it does not fit."""
    if file.suffix == ".zip":
        from training.sb3 import read_zip

        weights, decisions = read_zip(file)
    else:
        state = load_checkpoint(file)
        weights, decisions = state["net"], int(state["decisions"])
    net = Net(config.of.game, config.all_rules, weights["trunk.bias"].shape[0])
    try:
        net.load_state_dict(weights)
    except RuntimeError:
        raise ConfigError(f"{file} holds another network than its configuration asks for") from None
    return net, decisions
