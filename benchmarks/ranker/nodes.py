"""A graph for onnxruntime, put together node by node; its weights are handed in later."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_EPSILON = 1e-12
_OPSET, _VERSION = 20, 9


class Nodes:
    """Collects nodes and what they need."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.known: list[onnx.TensorProto] = []

    def add(self, kind: str, *given: str, outputs: int = 1, **how: object) -> str:
        """A node; returns the name of what it gives."""
        name = f"n{len(self.nodes)}"
        names = [name, *(f"{name}.{place}" for place in range(1, outputs))]
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

    def normed(self, x: str, name: str, width: int) -> str:
        """To the usual spread, scaled and shifted."""
        scale, shift = (self.weights(f"{name}.{part}", (width,)) for part in ("scale", "shift"))
        return self.add("LayerNormalization", x, scale, shift, epsilon=_EPSILON, axis=-1)

    def write(
        self, path: Path, given: Sequence[onnx.ValueInfoProto], told: onnx.ValueInfoProto
    ) -> None:
        """To a file, which is called as its folder is."""
        made = helper.make_graph(self.nodes, path.parent.name, given, [told], self.known)
        opset = [helper.make_opsetid("", _OPSET)]
        model = helper.make_model(made, opset_imports=opset, ir_version=_VERSION)
        path.write_bytes(model.SerializeToString())


def rows(name: str, *shape: str | int) -> onnx.ValueInfoProto:
    """What goes in or comes out: numbers of 32 bits."""
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def places(name: str, *shape: str | int) -> onnx.ValueInfoProto:
    """What goes in: whole numbers."""
    return helper.make_tensor_value_info(name, TensorProto.INT64, list(shape))


def number(value: float) -> np.float32:
    """One of 32 bits."""
    return np.float32(value)
