"""Errors of onnxruntime become errors of the product."""

from pathlib import Path

import numpy as np
import pytest

from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
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
