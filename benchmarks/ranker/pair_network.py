"""The cross-encoder in PyTorch, for training."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from benchmarks.ranker.layers import DROPPED, AdaptedLayers, as_file, mean
from knowledge.models.e5.network import WIDTH, Packed, Read

LAYERS = 8
_UNTOUCHED = 1
"""The first layer does not learn: the pieces' meanings differ little between the tasks."""
_HEAD = 192


class PairNetwork(AdaptedLayers):
    """Computes a number for each pair of texts; `models.e5.cross_encoder` uses its weights."""

    def __init__(self, packed: Packed) -> None:
        super().__init__(packed, LAYERS, untouched=_UNTOUCHED)
        self.kinds = nn.Parameter(torch.zeros(2, WIDTH))
        self._drop = nn.Dropout(DROPPED)
        self.head, self.out = nn.Linear(2 * WIDTH, _HEAD), nn.Linear(_HEAD, 1)

    def go_on(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Starts from earlier weights, as from `weights()`; further layers start untrained."""
        arrays = {name: torch.tensor(one) for name, one in weights.items()}
        known = len(arrays["norms"])
        with torch.no_grad():
            self.norms[:known] = arrays["norms"]
            self.kinds.copy_(arrays["kinds"])
            for name, one in self.added().items():
                if name in arrays and name != "norms":
                    one.copy_(arrays[name])
            if known == LAYERS:
                self._go_on_with_head(arrays)

    def _go_on_with_head(self, arrays: Mapping[str, Tensor]) -> None:
        for layer, name in ((self.head, "head"), (self.out, "out")):
            layer.weight.copy_(arrays[name].T)
            layer.bias.copy_(arrays[f"{name}.bias"])

    def forward(self, texts: Sequence[Read]) -> Tensor:
        """Returns a number for each text."""
        vectors, used = self.through(texts, self.kinds)
        both = torch.cat([vectors[:, 0], mean(vectors, used)], 1)
        return self.out(self._drop(torch.tanh(self.head(self._drop(both)))))[:, 0]

    def weights(self) -> dict[str, NDArray[np.float16]]:
        """Returns the weights that the product adds to the model, by their names in its file."""
        found = self.added() | {"kinds": self.kinds}
        found |= {"head": self.head.weight.T, "head.bias": self.head.bias}
        found |= {"out": self.out.weight.T, "out.bias": self.out.bias}
        return as_file(found)
