"""The bi-encoder as it learns, in PyTorch."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.ranker.layers import AdaptedLayers, as_file, mean
from knowledge.models.e5.file import Packed
from knowledge.models.e5.network import Read

LAYERS = 12
_SHARPNESS = 30.0
"""What a cosine is multiplied by at first."""


class TextNetwork(AdaptedLayers):
    """Gives a vector to each text; `knowledge.models.e5.bi_encoder` does what it has learnt."""

    def __init__(self, packed: Packed) -> None:
        super().__init__(packed, LAYERS)
        self.sharpness = nn.Parameter(torch.tensor(_SHARPNESS).log())

    def forward(self, texts: Sequence[Read]) -> Tensor:
        """One vector of length 1 for each of the texts."""
        return functional.normalize(mean(*self.through(texts)), dim=1)

    def weights(self) -> dict[str, NDArray[np.float16]]:
        """What the product adds to the model, under the names of its file."""
        return as_file(self.added())
