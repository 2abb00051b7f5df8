"""Exported policies: one ONNX file is one opponent.

    inputs    observation    float32 [n, columns]   the flat observation
              action_mask    int8 [n, actions]      1 for a legal action
    outputs   probabilities  float32 [n, actions]   an illegal action has exactly 0
              value          float32 [n]            what the deal will still bring, in the unit of the training reward

The file's metadata holds its card under `ninetynine`: JSON that says for which game and
encoding it is, how it was trained, how it did, and some positions with the answers
that are expected (`golden`), which are asked again whenever it is loaded. A hash over all of
it stands beside the card: a file of which a bit was flipped is refused.
"""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime

from ninetynine_env.bots.choice import choose_all
from ninetynine_env.bots.graph import Graph, GraphError, is_sealed, read

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]

FORMAT = 1
"""The number of the card's format."""
CARD = "ninetynine"
"""The key of the card in the file's metadata."""
TOLERANCE = 1e-4
"""How far a golden answer may be off."""

INPUTS, OUTPUTS = ["observation", "action_mask"], ["probabilities", "value"]


class PolicyError(ValueError):
    """A policy file that cannot be played; the message says why, in one sentence."""


class _Buffers:
    """What a policy writes for n decisions on the way to its net."""

    def __init__(self, game: Any, n: int) -> None:
        self.packed = np.zeros(n, game.LAYOUT.packed).view(np.recarray)
        self.words = np.asarray(self.packed).view(np.int64).reshape(n, game.LAYOUT.words)
        self.flat = np.zeros((n, game.LAYOUT.columns), np.float32)
        self.mask = np.zeros((n, game.ACTIONS), np.int8)

    def first(self, n: int) -> "_Buffers":
        """The first n rows, the same memory."""
        part = object.__new__(_Buffers)
        for name, array in vars(self).items():
            setattr(part, name, array[:n])
        return part


class Policy:
    """A bot that plays an exported policy.

    path: an ONNX file; game: the module of the game it is to play; sample: draw actions instead of
    taking the most probable one. PolicyError if the file is none or does not fit.
    """

    def __init__(self, path: str | Path, game: Any, sample: bool = False, name: str | None = None) -> None:
        self.path, self.game, self._sample = Path(path), game, sample
        try:
            graph = read(self.path)
        except GraphError as error:
            raise PolicyError(f"{path} {error}") from None
        self.card = _card(graph, self.path)
        """What the file says about itself, a JSON object."""
        _check_card(self.card, game, self.path)
        self._session = _session(graph.data, self.path)
        _check_signature(self._session, game, self.path)
        self._room, self._buffers = _Buffers(game, 1), dict[int, _Buffers]()
        self._check_golden()
        self.name = name if name is not None else str(self.card["name"])

    def act(self, views: np.recarray, legal: Ints, rng: Ints) -> Ints:
        """One legal action for each view, int64 [n]."""
        actions = np.empty(len(legal), np.int64)
        if len(legal):
            choose_all(self.probabilities(views, legal)[0], legal, rng, self._sample, actions)
        return actions

    def probabilities(self, views: np.recarray, legal: Ints) -> tuple[Floats, Floats]:
        """Probabilities float32 [n, actions] and values float32 [n], in the unit of the training reward."""
        at = self._at(len(legal))
        self.game.observe_all(views, at.packed)
        return self._run(at, legal)

    def _run(self, at: _Buffers, legal: Ints) -> tuple[Floats, Floats]:
        self.game.expand_all(at.words, at.flat)
        self.game.masks_all(legal, at.mask)
        probabilities, value = self._session.run(OUTPUTS, {"observation": at.flat, "action_mask": at.mask})
        return probabilities, value

    def _at(self, n: int) -> _Buffers:
        """Buffers of n rows: parts of one room that grows by doubling."""
        if n > len(self._room.flat):
            self._room = _Buffers(self.game, max(n, 2 * len(self._room.flat)))
            self._buffers.clear()
        if n not in self._buffers:
            self._buffers[n] = self._room.first(n)
        return self._buffers[n]

    def _check_golden(self) -> None:
        """Ask the positions of the card again."""
        try:
            packed, legal, probabilities, values = unpack_golden(self.card["golden"], self.game)
        except (KeyError, TypeError, ValueError):
            raise PolicyError(f"{self.path}: the golden positions on its card are damaged") from None
        at = self._at(len(legal))
        at.words[:] = packed
        try:
            given, value = self._run(at, legal)
        except Exception as error:  # onnxruntime's own exceptions share no other base
            raise PolicyError(f"{self.path} cannot be run by onnxruntime: {_first_line(error)}") from None
        off = max(np.abs(given - probabilities).max(), np.abs(value - values).max())
        illegal = given[at.mask == 0].any()
        if illegal or not off < TOLERANCE:
            raise PolicyError(f"{self.path} does not answer its golden positions as its card says (off by {off:.1g})")


# ---- the card -------------------------------------------------------------------------------------------------


def read_card(path: str | Path) -> dict[str, Any]:
    """The card of a policy file, without loading its net; PolicyError if it is none."""
    try:
        return _card(read(Path(path)), Path(path))
    except GraphError as error:
        raise PolicyError(f"{path} {error}") from None


def pack_golden(packed: Ints, legal: Ints, probabilities: Floats, values: Floats) -> dict[str, Any]:
    """Positions and answers for a card: int64 [k, words], int64 [k], float32 [k, actions], float32 [k] as base64."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "packed": packed,
        "legal": legal,
        "probabilities": probabilities,
        "values": values,
    }
    return {"positions": len(legal)} | {name: base64.b64encode(_little(a)).decode() for name, a in arrays.items()}


def unpack_golden(golden: dict[str, Any], game: Any) -> tuple[Ints, Ints, Floats, Floats]:
    """The inverse of `pack_golden`; ValueError if something is missing or has another size."""
    count = int(golden["positions"])
    if count < 1:
        raise ValueError("no positions")

    def part(name: str, kind: str, *shape: int) -> npt.NDArray[Any]:
        return np.frombuffer(base64.b64decode(golden[name]), kind).reshape(count, *shape).astype(kind[1:])

    return (
        part("packed", "<i8", game.LAYOUT.words),
        part("legal", "<i8"),
        part("probabilities", "<f4", game.ACTIONS),
        part("values", "<f4"),
    )


def _little(array: npt.NDArray[Any]) -> bytes:
    """The array's bytes, lowest byte first."""
    return array.astype(array.dtype.newbyteorder("<")).tobytes()


def _card(graph: Graph, path: Path) -> dict[str, Any]:
    try:
        card = json.loads(graph.metadata[CARD])
        found = card["format"]
    except (KeyError, TypeError, ValueError):
        raise PolicyError(f"{path} has no card: it is not a policy of this project") from None
    if found != FORMAT:
        raise PolicyError(f"{path} has a card of format {found!r}, and format {FORMAT} is read here")
    if not is_sealed(graph):
        raise PolicyError(f"{path} is damaged: it is not what was written, for its hash is another one")
    for key in ("name", "game", "encoding", "layout", "golden"):
        if key not in card:
            raise PolicyError(f"{path}: its card does not say {key!r}")
    return dict(card)


def _check_card(card: dict[str, Any], game: Any, path: Path) -> None:
    """The game and the encoding must be those that are played."""
    if card["game"] != game.NAME:
        raise PolicyError(f"{path} plays the game {card['game']!r}, not {game.NAME!r}")
    layout = game.LAYOUT
    if (card["encoding"], card["layout"]) != (layout.encoding, layout.hash):
        ours, its = f"{layout.encoding} ({layout.hash})", f"{card['encoding']} ({card['layout']})"
        raise PolicyError(f"{path} reads the encoding {its}, and observations are written in {ours}")


# ---- onnxruntime ----------------------------------------------------------------------------------------------


def _session(data: bytes, path: Path) -> Any:
    """A session on one thread that does not spin: a decision is too short to share out."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions share no other base
        raise PolicyError(f"{path} cannot be run by onnxruntime: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _check_signature(session: Any, game: Any, path: Path) -> None:
    """Names, types and widths of what goes in and comes out."""
    wanted = [
        ("observation", "tensor(float)", game.LAYOUT.columns),
        ("action_mask", "tensor(int8)", game.ACTIONS),
        ("probabilities", "tensor(float)", game.ACTIONS),
        ("value", "tensor(float)", None),
    ]
    ends = [*session.get_inputs(), *session.get_outputs()]
    found = [(end.name, end.type, end.shape[1] if len(end.shape) == 2 else None) for end in ends]
    if found != wanted:
        names = ", ".join(name for name, _, _ in found)
        raise PolicyError(f"{path} has other inputs and outputs than a policy for {game.NAME}: {names}")
