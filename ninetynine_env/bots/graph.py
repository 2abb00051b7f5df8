"""What an ONNX file holds, read before anything runs it: its metadata and its operators.

A reader of the few protobuf fields that matter, so that playing needs no `onnx`
package and nothing in a stranger's file reaches onnxruntime unseen.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MAX_BYTES = 64 << 20
OPERATORS = frozenset(
    ("Add", "Cast", "Concat", "Constant", "Div", "Flatten", "Gather", "Gemm", "Identity", "LayerNormalization",
     "LogSoftmax", "MatMul", "Mul", "Relu", "Reshape", "Softmax", "Squeeze", "Sub", "Tanh", "Transpose", "Unsqueeze",
     "Where")
)  # fmt: skip
"""The operators a policy may be made of: arithmetic on what it is given, no loops, no files, nothing custom."""

# Field numbers of onnx.proto.
_MODEL_IR, _MODEL_GRAPH, _MODEL_METADATA, _MODEL_FUNCTIONS = 1, 7, 14, 25
_GRAPH_NODE, _GRAPH_TENSOR, _GRAPH_SPARSE = 1, 5, 15
_NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 4, 5, 7
_ATTRIBUTE_TENSOR, _ATTRIBUTE_GRAPHS = 5, (6, 11)
_TENSOR_EXTERNAL = (13, 14)


SEAL = "ninetynine.sha256"
"""The metadata's key of the hash over the whole file, taken with `UNSEALED` in its place."""
UNSEALED = "0" * 64


class GraphError(ValueError):
    """A file that is not what it should be; the message follows the file's name."""


class Graph(NamedTuple):
    """An ONNX file that was looked through."""

    data: bytes
    metadata: dict[str, str]


def read(path: Path) -> Graph:
    """Read and look through an ONNX file; GraphError says why it is refused."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise GraphError(f"is too large: {size / 2**20:.0f} MB, at most {MAX_BYTES >> 20} are read")
        data = path.read_bytes()
    except OSError:
        raise GraphError("is no file that can be read") from None
    if data[:1] != bytes([_MODEL_IR << 3]):
        raise GraphError("is no ONNX file")
    try:
        return Graph(data, _look_through(memoryview(data)))
    except (IndexError, UnicodeDecodeError):
        raise GraphError("is damaged or cut short") from None


def seal(data: bytes) -> bytes:
    """The bytes of a file, with their hash in place of `UNSEALED`."""
    return data.replace(UNSEALED.encode(), _hash(data))


def is_sealed(graph: Graph) -> bool:
    """Whether every byte of a file is as it was when it was sealed."""
    told = graph.metadata.get(SEAL, "").encode()
    return len(told) == len(UNSEALED) and _hash(graph.data.replace(told, UNSEALED.encode())) == told


def _hash(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


def _look_through(model: memoryview) -> dict[str, str]:
    """The metadata of a model; on the way everything that could do harm is refused."""
    metadata = {}
    for number, value in _fields(model):
        if number == _MODEL_METADATA:
            entry = dict(_fields(_bytes(value)))
            metadata[_text(entry[1])] = _text(entry[2])
        elif number == _MODEL_GRAPH:
            _check_graph(_bytes(value))
        elif number == _MODEL_FUNCTIONS:
            raise GraphError("defines functions, which a policy may not")
    return metadata


def _check_graph(graph: memoryview) -> None:
    for number, value in _fields(graph):
        if number == _GRAPH_NODE:
            _check_node(_bytes(value))
        elif number == _GRAPH_TENSOR:
            _check_tensor(_bytes(value))
        elif number == _GRAPH_SPARSE:
            raise GraphError("holds sparse weights, which a policy may not")


def _check_node(node: memoryview) -> None:
    operator = domain = ""
    for number, value in _fields(node):
        if number == _NODE_OPERATOR:
            operator = _text(value)
        elif number == _NODE_DOMAIN:
            domain = _text(value)
        elif number == _NODE_ATTRIBUTE:
            _check_attribute(_bytes(value))
    if domain not in ("", "ai.onnx") or operator not in OPERATORS:
        raise GraphError(f"uses the operator {operator!r}, which a policy may not")


def _check_attribute(attribute: memoryview) -> None:
    for number, value in _fields(attribute):
        if number in _ATTRIBUTE_GRAPHS:
            raise GraphError("holds a graph within its graph, which a policy may not")
        if number == _ATTRIBUTE_TENSOR:
            _check_tensor(_bytes(value))


def _check_tensor(tensor: memoryview) -> None:
    if any(number in _TENSOR_EXTERNAL for number, _ in _fields(tensor)):
        raise GraphError("keeps its weights in another file, which a policy may not")


# ---- protobuf -------------------------------------------------------------------------------------------------


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """(field number, value) of a message: an int or bytes. IndexError if it is cut short."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        wire = key & 7
        if wire == 0:
            value, at = _varint(message, at)
            yield key >> 3, value
            continue
        if wire == 2:
            length, at = _varint(message, at)
        elif wire in (1, 5):
            length = 8 if wire == 1 else 4
        else:
            raise IndexError
        if at + length > len(message):
            raise IndexError
        yield key >> 3, message[at : at + length]
        at += length


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
        if shift > 63:
            raise IndexError


def _bytes(value: int | memoryview) -> memoryview:
    if isinstance(value, int):
        raise IndexError
    return value


def _text(value: int | memoryview) -> str:
    return bytes(_bytes(value)).decode("utf-8")
