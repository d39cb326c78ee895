"""Builds a graph for onnxruntime node by node; the weights are passed in when it is loaded."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_EPSILON = 1e-12
_OPSET, _VERSION = 20, 9


class Nodes:
    """Collects nodes, constants and names of weights."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.known: list[onnx.TensorProto] = []

    def add(self, kind: str, *given: str, outputs: int = 1, **how: object) -> str:
        """Adds a node; returns the name of its output."""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}.{place}" for place in range(1, outputs))]
        self.nodes.append(helper.make_node(kind, list(given), names, **how))
        return name

    def fixed(self, name: str, value: object) -> str:
        """Adds a constant; returns its name."""
        if name not in {one.name for one in self.known}:
            self.known.append(numpy_helper.from_array(np.array(value), name))
        return name

    def weights(self, name: str, shape: tuple[int, ...]) -> str:
        """Declares weights that are passed in when the graph is loaded; returns their name."""
        tensor = onnx.TensorProto(name=name, dims=shape, data_type=TensorProto.FLOAT)
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="weights")
        self.known.append(tensor)
        return name

    def times(self, x: str, name: str, rows: int, columns: int) -> str:
        """Multiplies by a part's weights and adds its bias."""
        product = self.add("MatMul", x, self.weights(f"{name}.weights", (rows, columns)))
        return self.add("Add", product, self.weights(f"{name}.bias", (columns,)))

    def normed(self, x: str, name: str, width: int) -> str:
        """Normalises a layer, scaled and shifted."""
        scale, shift = (self.weights(f"{name}.{part}", (width,)) for part in ("scale", "shift"))
        return self.add("LayerNormalization", x, scale, shift, epsilon=_EPSILON, axis=-1)

    def write(
        self, path: Path, given: Sequence[onnx.ValueInfoProto], output: onnx.ValueInfoProto
    ) -> None:
        """Writes the graph to a file; the graph's name is the folder's."""
        made = helper.make_graph(self.nodes, path.parent.name, given, [output], self.known)
        opset = [helper.make_opsetid("", _OPSET)]
        model = helper.make_model(made, opset_imports=opset, ir_version=_VERSION)
        path.write_bytes(model.SerializeToString())


def rows(name: str, *shape: str | int) -> onnx.ValueInfoProto:
    """Declares an input or output of 32-bit floats."""
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def places(name: str, *shape: str | int) -> onnx.ValueInfoProto:
    """Declares an input of integers."""
    return helper.make_tensor_value_info(name, TensorProto.INT64, list(shape))


def number(value: float) -> np.float32:
    """Returns a number with 32 bits."""
    return np.float32(value)
