"""The bi-encoder in PyTorch, for training."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.ranker.layers import AdaptedLayers, as_file, mean
from knowledge.models.e5.network import Packed, Read

LAYERS = 12
_SHARPNESS = 30.0
"""The first value of the factor on cosines; it learns."""


class TextNetwork(AdaptedLayers):
    """Computes a vector for each text; `knowledge.models.e5.adapted` uses its weights."""

    def __init__(self, packed: Packed) -> None:
        super().__init__(packed, LAYERS)
        self.sharpness = nn.Parameter(torch.tensor(_SHARPNESS).log())

    def forward(self, texts: Sequence[Read]) -> Tensor:
        """Returns a vector of length 1 for each text."""
        return functional.normalize(mean(*self.through(texts)), dim=1)

    def weights(self) -> dict[str, NDArray[np.float16]]:
        """Returns the weights that the product adds to the model, by their names in its file."""
        return as_file(self.added())
