"""A run's directory; nothing in it is ever half written.

runs/quick/
    config.toml       what the run does, with what the command line changed
    checkpoint.pt     from which a run that was stopped or killed goes on
    tensorboard/      curves
    policy.onnx       the opponent it leaves
"""

import json
from dataclasses import asdict
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import torch
from torch.utils.tensorboard import SummaryWriter

from ninetynine_env.assets import write_aside
from training.config import Config, ConfigError, read

RUNS = Path("runs")


class Run:
    """A run's directory, and its log while it is open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.policy = folder / "policy.onnx"
        self._checkpoint = folder / "checkpoint.pt"
        self._log: SummaryWriter | None = None

    @classmethod
    def begin(cls, config: Config, folder: Path | None) -> "Run":
        """A new directory: the one given, or the first free one of runs/NAME, runs/NAME-2, ..."""
        folder = folder or next(path for path in _named(config.name) if not path.exists())
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ConfigError(f"{folder} exists already: go on there with --resume, or name another folder with --run")
        folder.mkdir(parents=True, exist_ok=True)
        write_aside(folder / "config.toml", to_toml(config).encode())
        return cls(folder)

    @classmethod
    def resume(cls, name: str, folder: Path | None) -> tuple["Run", Config]:
        """The directory given, or the last one of runs/NAME, runs/NAME-2, ..., and its configuration."""
        if folder is None:
            before = RUNS / name
            for path in _named(name):
                if not path.exists():
                    break
                before = path
            folder = before
        run = cls(folder)
        if not run._checkpoint.is_file():
            raise ConfigError(f"{folder} holds no checkpoint to go on from")
        return run, read(folder / "config.toml")

    # ---- checkpoints ----

    def save(self, state: dict[str, Any]) -> None:
        """Write a checkpoint of tensors and plain values; what was logged before it is on the disk as well."""
        if self._log is not None:
            self._log.flush()
        aside = self._checkpoint.with_suffix(".part")
        torch.save(state, aside)
        aside.replace(self._checkpoint)

    def load(self) -> dict[str, Any]:
        """The checkpoint; nothing but tensors and plain values is ever unpickled."""
        return load_checkpoint(self._checkpoint)

    # ---- the log ----

    def __enter__(self) -> "Run":
        self._log = SummaryWriter(str(self.folder / "tensorboard"), flush_secs=20)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._log is not None:
            self._log.close()

    def log(self, curves: dict[str, float], decisions: int) -> None:
        """Add a point to each curve, over the decisions taken so far."""
        if self._log is not None:
            for name, value in curves.items():
                self._log.add_scalar(name, value, decisions)


def load_checkpoint(path: Path) -> dict[str, Any]:
    """A checkpoint's state; ConfigError if the file is none."""
    try:
        state: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
        state["net"]
    except Exception:  # whatever a file of another kind makes torch raise
        raise ConfigError(f"{path} is no checkpoint of this project") from None
    return state


def _named(name: str) -> Any:
    return (RUNS / (name if number == 1 else f"{name}-{number}") for number in count(1))


# ---- TOML -----------------------------------------------------------------------------------------------------


def to_toml(config: Config) -> str:
    """The configuration as a file that `config.read` gives back."""
    budget = "decisions" if config.minutes else "minutes"
    plain = {name: value for name, value in asdict(config).items() if not isinstance(value, dict) and name != budget}
    tables = {name: value for name, value in asdict(config).items() if isinstance(value, dict)}
    lines = [f"{name} = {_literal(value)}" for name, value in plain.items()]
    for table, values in tables.items():
        lines += ["", f"[{table}]", *(f"{name} = {_literal(value)}" for name, value in values.items())]
    return "\n".join(lines) + "\n"


def _literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {_literal(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_literal(inner) for inner in value) + "]"
    return json.dumps(value)
