"""The model with what the product has learnt added to it: read once for each use, by one lock."""

import threading
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np

from knowledge.models.e5.file import Matrix
from knowledge.models.e5.model import model
from knowledge.models.e5.network import Network
from knowledge.models.e5.pieces import Pieces

_FOLDER = resources.files("knowledge.models.e5")
_loading = threading.Lock()


class Adapted(NamedTuple):
    """A network that has learnt one use, and the pieces that it knows texts by."""

    pieces: Pieces
    network: Network


def adapted(use: str, package: str) -> Adapted:
    """The network of a use, `bi_encoder` or `cross_encoder`: some 200 MB, and half a second.

    The package is the one that has the model's file. Raises EmbedderMissingError, and
    EmbedderUnavailableError if onnxruntime fails.
    """
    with _loading:
        return _load(use, package)


def files_of(use: str) -> tuple[Traversable, Traversable]:
    """The weights and the graph of a use; with other ones it is another model."""
    return _FOLDER / f"{use}.npz", _FOLDER / f"{use}.onnx"


def added(use: str) -> Mapping[str, Matrix]:
    """The weights that a use adds to the model's, as numbers of 32 bits."""
    weights, _ = files_of(use)
    with weights.open("rb") as opened, np.load(opened) as arrays:
        return {one: arrays[one].astype(np.float32) for one in arrays.files}


@lru_cache(maxsize=4)
def _load(use: str, package: str) -> Adapted:
    known, (_, graph) = model(package), files_of(use)
    return Adapted(known.pieces, Network(known.packed, added(use), graph))
