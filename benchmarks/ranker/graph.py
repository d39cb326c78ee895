"""Writes knowledge/*/network.onnx: what is computed, without the weights.

    python -m benchmarks.ranker.graph

Needs the package onnx, which the product does not: it runs the graph by onnxruntime, and hands in
the weights (`knowledge.transformer.network`).
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from knowledge.transformer.network import EACH, HEADS, INNER, WIDTH

_KNOWLEDGE = Path(__file__).parent.parent.parent / "knowledge"
_TWO, _ONE = 8, 12
"""Layers: the last ones make a vector of a text, which reading two together does without."""
_HEAD, _EPSILON, _OPSET = 192, 1e-12, 20


class _Graph:
    """Collects nodes and what they need."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.known: list[onnx.TensorProto] = []

    def add(self, kind: str, *given: str, outputs: int = 1, **how: object) -> str:
        """A node; returns the name of what it gives."""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}.{number}" for number in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, list(given), names, **how))
        return name

    def fixed(self, name: str, value: object) -> str:
        """A constant of the graph."""
        if name not in {one.name for one in self.known}:
            self.known.append(numpy_helper.from_array(np.array(value), name))
        return name

    def weights(self, name: str, shape: tuple[int, ...]) -> str:
        """Something that is handed in when the graph is loaded."""
        tensor = onnx.TensorProto(name=name, dims=shape, data_type=TensorProto.FLOAT)
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="weights")
        self.known.append(tensor)
        return name

    def times(self, x: str, name: str, rows: int, columns: int) -> str:
        """What a part of a layer multiplies by, and what it adds."""
        product = self.add("MatMul", x, self.weights(f"{name}.weights", (rows, columns)))
        return self.add("Add", product, self.weights(f"{name}.bias", (columns,)))

    def normed(self, x: str, name: str) -> str:
        """To the usual spread, scaled and shifted."""
        scale, shift = (self.weights(f"{name}.{part}", (WIDTH,)) for part in ("scale", "shift"))
        return self.add("LayerNormalization", x, scale, shift, epsilon=_EPSILON, axis=-1)

    def layer(self, x: str, hidden: str, number: int) -> str:
        """One layer: each piece attends to all that are not hidden."""
        told = self.times(x, f"{number}.attend", WIDTH, 3 * WIDTH)
        heads = self.add("Reshape", told, self.fixed("heads", [0, 0, 3 * HEADS, EACH]))
        parts = self.add("Transpose", heads, perm=[0, 2, 1, 3])
        query = self.add("Split", parts, outputs=3, num_outputs=3, axis=1)
        key, value = f"{query}.1", f"{query}.2"
        turned = self.add("Transpose", key, perm=[0, 1, 3, 2])
        near = self.add(
            "Mul", self.add("MatMul", query, turned), self.fixed("root", _f(EACH**-0.5))
        )
        weights = self.add("Softmax", self.add("Add", near, hidden), axis=-1)
        seen = self.add("Transpose", self.add("MatMul", weights, value), perm=[0, 2, 1, 3])
        joined = self.add("Reshape", seen, self.fixed("width", [0, 0, WIDTH]))
        more = self.times(joined, f"{number}.join", WIDTH, WIDTH)
        x = self.normed(self.add("Add", more, x), f"{number}.first")
        inner = self.add("Gelu", self.times(x, f"{number}.inner", WIDTH, INNER))
        outer = self.times(inner, f"{number}.outer", INNER, WIDTH)
        return self.normed(self.add("Add", outer, x), f"{number}.second")

    def head(self, x: str, used: str) -> str:
        """From the first piece and the mean of all that are used to a number."""
        first = self.add("Gather", x, self.fixed("first", 0), axis=1)
        both = self.add("Concat", first, self.mean(x, used), axis=1)
        inner = self.add("MatMul", both, self.weights("head", (2 * WIDTH, _HEAD)))
        bent = self.add("Tanh", self.add("Add", inner, self.weights("head.bias", (_HEAD,))))
        told = self.add("MatMul", bent, self.weights("out", (_HEAD, 1)))
        return self.add("Add", told, self.weights("out.bias", (1,)))

    def mean(self, x: str, used: str) -> str:
        """Of all pieces that are used."""
        every = self.fixed("pieces", [1])
        total = self.add("ReduceSum", self.add("Mul", x, used), every, keepdims=0)
        return self.add("Div", total, self.add("ReduceSum", used, every, keepdims=0))

    def direction(self, x: str, used: str) -> str:
        """The mean of all that are used, as a vector of length 1."""
        return self.add("LpNormalization", self.mean(x, used), axis=1, p=2)


def main() -> None:
    """Write the files."""
    _write("cross_encoder", _TWO, _Graph.head, 1)
    _write("bi_encoder", _ONE, _Graph.direction, WIDTH)


def _write(name: str, layers: int, end: Callable[[_Graph, str, str], str], width: int) -> None:
    graph = _Graph()
    one, far = graph.fixed("one", _f(1.0)), graph.fixed("far", _f(1e4))
    # Pieces that only fill a row are far below all others.
    flat = graph.add("Transpose", "used", perm=[0, 2, 1])
    below = graph.add("Mul", graph.add("Sub", flat, one), far)
    hidden = graph.add("Unsqueeze", below, graph.fixed("heads at", [1]))
    x = "x"
    for number in range(layers):
        x = graph.layer(x, hidden, number)
    given = [_told("x", "texts", "pieces", WIDTH), _told("used", "texts", "pieces", 1)]
    told = _told(end(graph, x, "used"), "texts", width)
    made = helper.make_graph(graph.nodes, name, given, [told], graph.known)
    opset = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(made, opset_imports=opset, ir_version=9)
    (_KNOWLEDGE / name / "network.onnx").write_bytes(model.SerializeToString())


def _told(name: str, *shape: str | int) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def _f(value: float) -> np.float32:
    return np.float32(value)


if __name__ == "__main__":
    main()
