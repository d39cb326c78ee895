"""What onnxruntime computes: a graph stands in a file, its weights are handed in."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Matrix = NDArray[np.float32]

_SLOWER = ("SkipLayerNormFusion",)
"""What onnxruntime would make of two steps: its one step for both takes longer than they do."""


class Graph:
    """A graph with its weights; several threads may ask at once.

    Raises EmbedderMissingError here, and EmbedderUnavailableError when asked, where onnxruntime
    fails.
    """

    def __init__(self, file: Traversable, weights: Mapping[str, Matrix]) -> None:
        """The weights by the names that the graph has for them, as numbers of 32 bits."""
        # onnxruntime takes them from where they lie, row by row.
        self._weights = {name: np.ascontiguousarray(one) for name, one in weights.items()}
        self._session = _session(file, self._weights)

    def __call__(self, **given: NDArray[Any]) -> Matrix:
        """What the graph tells of this."""
        with _failing_as(EmbedderUnavailableError):
            [told] = self._session.run(None, given)
        rows: Matrix = told
        return rows


def _session(file: Traversable, weights: Mapping[str, Matrix]) -> "InferenceSession":
    with _failing_as(EmbedderMissingError):
        import onnxruntime  # noqa: PLC0415 - 0.1 s, only for those who ask

        options = onnxruntime.SessionOptions()
        # Each call takes one thread: two calls share the cores, and nobody spins between questions.
        options.intra_op_num_threads = 1
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(one) for one in weights.values()]
        options.add_external_initializers(list(weights), values)
        return onnxruntime.InferenceSession(
            file.read_bytes(),
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=list(_SLOWER),
        )


@contextmanager
def _failing_as(kind: type[EmbedderUnavailableError]) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # onnxruntime's errors have nothing in common but this.
        raise kind(f"onnxruntime failed: {type(error).__name__}") from error
