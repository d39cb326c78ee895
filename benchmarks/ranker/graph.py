"""Writes the graphs knowledge/models/**/*.onnx, without their weights.

    python -m benchmarks.ranker.graph

Needs the package onnx, unlike the product, which runs the graphs with onnxruntime and passes in the
weights (`knowledge.models.onnx`).
"""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.ranker.nodes import Nodes, number, places, rows
from knowledge.models.e5.network import EACH, HEADS, INNER, WIDTH
from knowledge.models.use.encoder import AFTER, BEFORE, DIMENSIONS, SPANS
from knowledge.models.use.encoder import WIDTH as BRANCH

_KNOWLEDGE = Path(__file__).parent.parent.parent / "knowledge"
_TWO, _ONE = 8, 12
"""Layers of the cross-encoder and the bi-encoder; the last four only help to make a vector."""
_HEAD = 192


class _Transformer(Nodes):
    """Layers of multilingual-e5-small, and the outputs after them."""

    def layer(self, x: str, hidden: str, place: int) -> str:
        """Adds a layer: each piece attends to all pieces that are not hidden."""
        output = self.times(x, f"{place}.attend", WIDTH, 3 * WIDTH)
        heads = self.add("Reshape", output, self.fixed("heads", [0, 0, 3 * HEADS, EACH]))
        parts = self.add("Transpose", heads, perm=[0, 2, 1, 3])
        query = self.add("Split", parts, outputs=3, num_outputs=3, axis=1)
        key, value = f"{query}.1", f"{query}.2"
        turned = self.add("Transpose", key, perm=[0, 1, 3, 2])
        near = self.add(
            "Mul", self.add("MatMul", query, turned), self.fixed("root", number(EACH**-0.5))
        )
        weights = self.add("Softmax", self.add("Add", near, hidden), axis=-1)
        seen = self.add("Transpose", self.add("MatMul", weights, value), perm=[0, 2, 1, 3])
        joined = self.add("Reshape", seen, self.fixed("width", [0, 0, WIDTH]))
        more = self.times(joined, f"{place}.join", WIDTH, WIDTH)
        x = self.normed(self.add("Add", more, x), f"{place}.first", WIDTH)
        inner = self.add("Gelu", self.times(x, f"{place}.inner", WIDTH, INNER))
        outer = self.times(inner, f"{place}.outer", INNER, WIDTH)
        return self.normed(self.add("Add", outer, x), f"{place}.second", WIDTH)

    def head(self, x: str, used: str) -> str:
        """Computes a number from the first piece and the mean of the used ones."""
        first = self.add("Gather", x, self.fixed("first", 0), axis=1)
        both = self.add("Concat", first, self.mean(x, used), axis=1)
        inner = self.add("MatMul", both, self.weights("head", (2 * WIDTH, _HEAD)))
        bent = self.add("Tanh", self.add("Add", inner, self.weights("head.bias", (_HEAD,))))
        output = self.add("MatMul", bent, self.weights("out", (_HEAD, 1)))
        return self.add("Add", output, self.weights("out.bias", (1,)))

    def mean(self, x: str, used: str) -> str:
        """Computes the mean of the used pieces."""
        every = self.fixed("pieces", [1])
        total = self.add("ReduceSum", self.add("Mul", x, used), every, keepdims=0)
        return self.add("Div", total, self.add("ReduceSum", used, every, keepdims=0))

    def direction(self, x: str, used: str) -> str:
        """Computes the mean of the used pieces as a vector of length 1."""
        return self.add("LpNormalization", self.mean(x, used), axis=1, p=2)


class _Sums(Nodes):
    """The embedded model's sums over a text's tokens and the words around each."""

    def branch(self, x: str, span: int) -> str:
        """Adds two convolutions over a token and the words around it, each with a residual."""
        inner = self.convolved(x, f"{span}.first", span)
        return self.convolved(inner, f"{span}.second", span)

    def convolved(self, x: str, name: str, span: int) -> str:
        """Adds a convolution; places outside the text point to an extra row of zeros."""
        first = BEFORE - SPANS[span]
        near = self.part("around", first, first + span)
        nothing = self.fixed("nothing", np.zeros((1, BRANCH), np.float32))
        every = self.add("Concat", x, nothing, axis=0)
        wide = self.fixed(f"wide {span}", [-1, span * BRANCH])
        beside = self.add("Reshape", self.add("Gather", every, near, axis=0), wide)
        more = self.add("Relu", self.times(beside, name, span * BRANCH, BRANCH))
        return self.add("Add", more, x)

    def part(self, x: str, first: int, end: int) -> str:
        """Selects columns."""
        ends = (self.fixed(f"column {one}", [one]) for one in (first, end))
        return self.add("Slice", x, *ends, self.fixed("columns", [1]))


def main() -> None:
    """Writes the files."""
    _write_transformer("cross_encoder", _TWO, _Transformer.head, 1)
    _write_transformer("bi_encoder", _ONE, _Transformer.direction, WIDTH)
    _write_sums()


def _write_transformer(
    name: str, layers: int, end: Callable[[_Transformer, str, str], str], width: int
) -> None:
    graph = _Transformer()
    one, far = graph.fixed("one", number(1.0)), graph.fixed("far", number(1e4))
    # Padding gets a large negative weight, so that no piece attends to it.
    flat = graph.add("Transpose", "used", perm=[0, 2, 1])
    below = graph.add("Mul", graph.add("Sub", flat, one), far)
    hidden = graph.add("Unsqueeze", below, graph.fixed("heads at", [1]))
    x = "x"
    for place in range(layers):
        x = graph.layer(x, hidden, place)
    given = [rows("x", "texts", "pieces", WIDTH), rows("used", "texts", "pieces", 1)]
    graph.write(_file(f"e5/{name}.onnx"), given, rows(end(graph, x, "used"), "texts", width))


def _write_sums() -> None:
    graph = _Sums()
    every = len(SPANS) * BRANCH
    before = graph.times("tokens", "before", DIMENSIONS, every)
    x = graph.normed(before, "before", every)
    starts = [place * BRANCH for place in range(len(SPANS) + 1)]
    branches = [
        graph.branch(graph.part(x, *ends), span)
        for span, ends in zip(SPANS, pairwise(starts), strict=True)
    ]
    both = graph.add("Concat", "tokens", *branches, axis=1)
    output = graph.add("MatMul", "own", graph.normed(both, "behind", DIMENSIONS + every))
    given = [
        rows("tokens", "tokens", DIMENSIONS),
        places("around", "tokens", BEFORE + 1 + AFTER),
        rows("own", "texts", "tokens"),
    ]
    graph.write(_file("use/network.onnx"), given, rows(output, "texts", DIMENSIONS + every))


def _file(name: str) -> Path:
    return _KNOWLEDGE / "models" / name


if __name__ == "__main__":
    main()
