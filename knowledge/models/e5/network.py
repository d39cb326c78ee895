"""Runs the model's layers with the weights that an adaptation adds to them.

The graph is a file (made by `python -m benchmarks.ranker.graph`). The weights are passed in as
float32. int8 would take less time and memory, but give other answers on other processors
(docs/decisions/0040-the-same-on-every-machine.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np

from knowledge.models.e5.file import Matrix, Packed
from knowledge.models.onnx import Graph
from knowledge.models.parallel import in_parts

WIDTH, INNER, HEADS = 384, 1536, 12
EACH = WIDTH // HEADS
_PARTS = {"join": "ao", "inner": "fi", "outer": "fo"}
"""The names of a layer's parts in the model's file."""
_OWN = ("head", "head.bias", "out", "out.bias")
"""The weights of a cross-encoder after its layers."""
_NORMS = ("first.scale", "first.shift", "second.scale", "second.shift")
_EPSILON = 1e-12


class Read(NamedTuple):
    """A text, or two, as one row of pieces."""

    pieces: Sequence[int]
    second: int = 0
    """How many pieces at the end belong to a second text."""


class Network:
    """Computes a row of numbers for each text. Thread-safe.

    If onnxruntime fails, raises EmbedderUnavailableError, here and in calls.
    """

    def __init__(self, packed: Packed, adapted: Mapping[str, Matrix], graph: Traversable) -> None:
        """Takes as many of the model's layers as `adapted` has weights for."""
        kind = packed.plain("emb.type").reshape(-1, WIDTH)[0]
        self._packed = packed
        self._places = packed.plain("emb.pos").reshape(-1, WIDTH)
        self._kinds = kind + adapted.get("kinds", np.zeros((2, WIDTH), np.float32))
        self._norm = [packed.plain(f"emb.ln.{part}") for part in "wb"]
        self._graph = Graph(graph, dict(_weights(packed, adapted)))

    def __call__(self, texts: Sequence[Read]) -> Matrix:
        """Computes a row for each text."""
        longest = max(len(one.pieces) for one in texts)
        x = np.zeros((len(texts), longest, WIDTH), np.float32)
        used = np.zeros((len(texts), longest, 1), np.float32)
        for row, one in enumerate(texts):
            x[row, : len(one.pieces)] = self._embedded(one)
            used[row, : len(one.pieces)] = 1
        return self._graph(x=x, used=used)

    def _embedded(self, one: Read) -> Matrix:
        """Embeds each piece, its position and whether it is in the first or the second text."""
        words = self._packed.rows("emb.word", WIDTH, np.array(one.pieces))
        first = len(one.pieces) - one.second
        kinds = np.repeat(self._kinds, [first, one.second], axis=0)
        return _normed(words + self._places[: len(one.pieces)] + kinds, *self._norm)


def in_rows(network: Network, texts: Sequence[Read]) -> Matrix:
    """Computes the rows of all texts in two threads."""
    return in_parts(network, texts, lambda one: len(one.pieces))


def _weights(packed: Packed, adapted: Mapping[str, Matrix]) -> Iterator[tuple[str, Matrix]]:
    for number, norms in enumerate(adapted["norms"]):
        three = [_layer(packed, adapted, number, name) for name in "qkv"]
        beside = [np.concatenate(some, axis=-1) for some in zip(*three, strict=True)]
        yield from _named(f"{number}.attend", *beside)
        for part, name in _PARTS.items():
            yield from _named(f"{number}.{part}", *_layer(packed, adapted, number, name))
        for name, norm in zip(_NORMS, norms, strict=True):
            yield f"{number}.{name}", norm
    for name in _OWN:
        if name in adapted:
            yield name, adapted[name]


def _layer(
    packed: Packed, adapted: Mapping[str, Matrix], number: int, name: str
) -> tuple[Matrix, Matrix]:
    """The weights and the bias of a layer's part."""
    weights = packed.matrix(f"l{number}.{name}.w", INNER if name == "fo" else WIDTH)
    if f"{number}.{name}.up" in adapted:
        weights += adapted[f"{number}.{name}.up"] @ adapted[f"{number}.{name}.down"]
    return weights.T, packed.plain(f"l{number}.{name}.b")


def _named(name: str, weights: Matrix, bias: Matrix) -> Iterator[tuple[str, Matrix]]:
    yield f"{name}.weights", weights
    yield f"{name}.bias", bias


def _normed(x: Matrix, scale: Matrix, shift: Matrix) -> Matrix:
    """Layer normalisation."""
    x = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.square(x).mean(axis=-1, keepdims=True) + _EPSILON)
    normed: Matrix = x / spread * scale + shift
    return normed
