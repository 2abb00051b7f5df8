"""Observation layouts: one table of fields is the packed row, the flat input, their names and their hash.

A field is either *bits* (`rows` words of `width` bits, each a number 0 or 1 in
the flat input) or a *number* (`rows` ints, each times `scale` in the flat input).

    packed   one int64 a word: what kernels write and training stores
    flat     float32 [columns]: what networks and environments show
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

HIGHEST = 1000.0  # above any scaled number: the longest match brings 200 deals of 99 points, times 0.01


class Field(NamedTuple):
    """One named piece of an observation."""

    name: str
    rows: int
    """Words: 1, or one per seat in order from the observer clockwise."""
    width: int
    """Bits of a word, 1 for a number."""
    scale: float
    """0 for bits, otherwise what a number is multiplied by."""
    doc: str
    live: Callable[[Any], Any]
    """From rules: whether the field can be other than zero, or a bool array [rows, width]."""


def bits(name: str, rows: int, width: int, doc: str, live: Callable[[Any], Any]) -> Field:
    """A field of bits."""
    return Field(name, rows, width, 0.0, doc, live)


def number(name: str, rows: int, scale: float, doc: str, live: Callable[[Any], Any]) -> Field:
    """A field of scaled numbers."""
    return Field(name, rows, 1, scale, doc, live)


class Layout:
    """A tuple of fields and everything that follows from it."""

    def __init__(self, encoding: str, fields: tuple[Field, ...]) -> None:
        self.encoding, self.fields = encoding, fields
        words = [(f.name, np.int64, (f.rows,)) if f.rows > 1 else (f.name, np.int64) for f in fields]
        self.packed = np.dtype((np.record, words))
        self.flat = np.dtype([(f.name, np.float32, (f.rows, f.width)) for f in fields])
        self.words = self.packed.itemsize // 8
        """Words of a packed row."""
        self.columns = self.flat.itemsize // 4
        """Columns of the flat input."""
        self.widths = np.array([f.width for f in fields for _ in range(f.rows)], dtype=np.int64)
        self.scales = np.array([f.scale for f in fields for _ in range(f.rows)], dtype=np.float32)

    @property
    def hash(self) -> str:
        """A hash over names, shapes, scales and their order: what pins an encoding."""
        facts = [[f.name, f.rows, f.width, f.scale] for f in self.fields]
        return hashlib.sha256(json.dumps([self.encoding, facts]).encode()).hexdigest()[:16]

    @property
    def high(self) -> npt.NDArray[np.float32]:
        """The largest value of each column: 1 for a bit, `HIGHEST` for a number."""
        per_word = [np.full(w, 1.0 if s == 0 else HIGHEST) for w, s in zip(self.widths, self.scales, strict=True)]
        return np.concatenate(per_word).astype(np.float32)

    def live(self, rules: list[Any]) -> npt.NDArray[np.bool_]:
        """Which columns can differ between positions under these rules."""
        alive = [[np.broadcast_to(f.live(r), (f.rows, f.width)).ravel() for f in self.fields] for r in rules]
        columns: npt.NDArray[np.bool_] = np.any([np.concatenate(row) for row in alive], axis=0)
        return columns

    def table(self) -> str:
        """The fields, a row of a Markdown table each."""
        rows, column = [], 0
        for field in self.fields:
            count = field.rows * field.width
            shape = f"{field.rows} x {field.width}" if field.rows > 1 else str(field.width)
            scale = f" (times {field.scale:.3g})" if field.scale else ""
            rows.append(f"| {column}..{column + count - 1} | `{field.name}` | {shape} | {field.doc}{scale} |")
            column += count
        return "\n".join(rows)
