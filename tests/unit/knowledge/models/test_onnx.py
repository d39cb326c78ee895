"""Errors of onnxruntime become errors of the product."""

from pathlib import Path

import numpy as np
import pytest

from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
from knowledge.models.e5.adapted import added, files_of
from knowledge.models.e5.network import WIDTH, _weights, model
from knowledge.models.onnx import Graph
from knowledge.models.use.encoder import SentenceEncoder


def test_an_unreadable_graph_is_a_missing_model(tmp_path: Path) -> None:
    file = tmp_path / "network.onnx"
    file.write_bytes(b"none")

    with pytest.raises(EmbedderMissingError, match="onnxruntime failed"):
        Graph(file, {})


def test_a_graph_that_cannot_compute_its_input_is_an_unavailable_model() -> None:
    graph = SentenceEncoder()._sums._graph

    with pytest.raises(EmbedderUnavailableError, match="onnxruntime failed"):
        graph(tokens=np.zeros((1, 3), np.float32))


def test_a_graph_keeps_its_own_copy_of_the_weights() -> None:
    loaded = model()
    kept = _weights(loaded.packed, added("bi_encoder"))
    weights = {name: np.ascontiguousarray(one) for name, one in kept}
    graph = Graph(files_of("bi_encoder")[1], weights)
    given = {
        "x": np.ones((1, 4, WIDTH), np.float32),
        "used": np.ones((1, 4, 1), np.float32),
    }
    before = graph(**given)

    for one in weights.values():
        one.fill(0)

    np.testing.assert_array_equal(graph(**given), before)
