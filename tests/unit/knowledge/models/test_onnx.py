"""What onnxruntime computes, and what is told where it cannot."""

from pathlib import Path

import numpy as np
import pytest

from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
from knowledge.models.onnx import Graph
from knowledge.models.use.network import SentenceEncoder


def test_a_graph_that_cannot_be_read_is_a_model_that_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "network.onnx"
    file.write_bytes(b"none")

    with pytest.raises(EmbedderMissingError, match="onnxruntime failed"):
        Graph(file, {})


def test_what_a_graph_cannot_compute_is_told_as_a_model_that_is_unavailable() -> None:
    graph = SentenceEncoder()._sums._graph

    with pytest.raises(EmbedderUnavailableError, match="onnxruntime failed"):
        graph(tokens=np.zeros((1, 3), np.float32))
