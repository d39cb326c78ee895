"""multilingual-e5-small with the weights trained for one use; loaded once for each."""

from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np

from knowledge.model.once import once
from knowledge.models.e5.network import Matrix, Network, Pieces, model

_FOLDER = resources.files("knowledge.models.e5")


class Adapted(NamedTuple):
    """A fine-tuned network, and the tokenizer of its texts."""

    pieces: Pieces
    network: Network


def adapted(use: str, package: str) -> Adapted:
    """Loads the network of `bi_encoder` or `cross_encoder`: about 200 MB, half a second.

    `package` has the model's file. Raises EmbedderMissingError, and EmbedderUnavailableError if
    onnxruntime fails.
    """
    return _load(use, package)


def files_of(use: str) -> tuple[Traversable, Traversable]:
    """The files of a use: trained weights, and the graph."""
    return _FOLDER / f"{use}.npz", _FOLDER / f"{use}.onnx"


def added(use: str) -> Mapping[str, Matrix]:
    """The trained weights of a use, as float32."""
    weights, _ = files_of(use)
    with weights.open("rb") as opened, np.load(opened) as arrays:
        return {one: arrays[one].astype(np.float32) for one in arrays.files}


@once
def _load(use: str, package: str) -> Adapted:
    known, (_, graph) = model(package), files_of(use)
    return Adapted(known.pieces, Network(known.packed, added(use), graph))
