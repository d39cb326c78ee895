"""The cross-encoder as it learns, in PyTorch: the layers stay as they are, thin ones are added."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from knowledge.cross_encoder.network import LAYERS, WIDTH, Read
from knowledge.cross_encoder.packed import Packed

RANK = 16
_HEADS, _HEAD, _DROPPED, _EPSILON = 12, 192, 0.1, 1e-12
_PARTS = ("q", "k", "v", "ao", "fi", "fo")
_COLUMNS = {"fo": 1536}
_UNTOUCHED = 1
"""The first layer is not changed: what a piece is differs little between the tasks."""


class _Layer(nn.Module):
    """A layer's weights, and two thin matrices whose product is added to them."""

    def __init__(self, packed: Packed, name: str, *, learns: bool) -> None:
        super().__init__()
        part = name.split(".")[1]
        weights = torch.tensor(packed.matrix(f"{name}.w", _COLUMNS.get(part, WIDTH)))
        self.fixed, self.bias = weights.bfloat16(), torch.tensor(packed.plain(f"{name}.b"))
        if learns:
            columns = weights.shape[1]
            self.down = nn.Parameter(torch.randn(RANK, columns) / columns**0.5)
            self.up = nn.Parameter(torch.zeros(len(weights), RANK))

    def forward(self, x: Tensor) -> Tensor:
        told = functional.linear(x, self.fixed, self.bias.to(x.dtype))
        if not hasattr(self, "up"):
            return told
        inner = functional.linear(x, self.down.to(x.dtype))
        return told + functional.linear(inner, self.up.to(x.dtype))


class PairNetwork(nn.Module):
    """Gives a number to each pair of texts; `knowledge.cross_encoder` does what it has learnt."""

    def __init__(self, packed: Packed) -> None:
        super().__init__()
        self._packed = packed
        self._places = torch.tensor(packed.plain("emb.pos").reshape(-1, WIDTH))
        self._kind = torch.tensor(packed.plain("emb.type").reshape(-1, WIDTH)[0])
        self._norm = [torch.tensor(packed.plain(f"emb.ln.{part}")) for part in "wb"]
        self.kinds = nn.Parameter(torch.zeros(2, WIDTH))
        self.layers = nn.ModuleList(
            nn.ModuleDict(
                {
                    part: _Layer(packed, f"l{number}.{part}", learns=number >= _UNTOUCHED)
                    for part in _PARTS
                }
            )
            for number in range(LAYERS)
        )
        names = ("aln.w", "aln.b", "oln.w", "oln.b")
        norms = [[packed.plain(f"l{number}.{name}") for name in names] for number in range(LAYERS)]
        self.norms = nn.Parameter(torch.tensor(np.array(norms)))
        self._drop = nn.Dropout(_DROPPED)
        self.head, self.out = nn.Linear(2 * WIDTH, _HEAD), nn.Linear(_HEAD, 1)

    def forward(self, texts: Sequence[Read]) -> Tensor:
        """One number for each of the texts."""
        lengths = torch.tensor([len(one.pieces) for one in texts])
        used = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        x = self._embedded(texts, used)
        hidden = torch.where(used, 0.0, -1e4)[:, None, None, :].to(x.dtype)
        for layer, norms in zip(self.layers, self.norms, strict=True):
            x = _through(layer, norms.to(x.dtype), x, hidden)
        told = x.float()
        mean = (told * used[:, :, None]).sum(1) / lengths[:, None]
        both = torch.cat([told[:, 0], mean], 1)
        return self.out(self._drop(torch.tanh(self.head(self._drop(both)))))[:, 0]

    def thin(self) -> list[nn.Parameter]:
        """What is added to the layers."""
        return [one for name, one in self.named_parameters() if name.endswith(("down", "up"))]

    def rest(self) -> list[nn.Parameter]:
        """What is learnt besides."""
        return [one for name, one in self.named_parameters() if not name.endswith(("down", "up"))]

    def weights(self, scale: float, shift: float) -> dict[str, NDArray[np.float16]]:
        """What the product adds to the model, under the names of its file, on this scale."""
        found = {
            f"{number}.{part}.{end}": getattr(layer[part], end)
            for number, layer in enumerate(self.layers)
            for part in _PARTS
            for end in ("down", "up")
            if number >= _UNTOUCHED
        }
        found |= {"norms": self.norms, "kinds": self.kinds}
        found |= {"head": self.head.weight.T, "head.bias": self.head.bias}
        found |= {"out": self.out.weight.T * scale, "out.bias": self.out.bias * scale + shift}
        return {name: one.detach().numpy().astype(np.float16) for name, one in found.items()}

    def _embedded(self, texts: Sequence[Read], used: Tensor) -> Tensor:
        pieces, kinds = np.ones(used.shape, np.int64), torch.zeros(used.shape, dtype=torch.long)
        for row, one in enumerate(texts):
            pieces[row, : len(one.pieces)] = one.pieces
            kinds[row, len(one.pieces) - one.second : len(one.pieces)] = 1
        words = self._packed.rows("emb.word", WIDTH, pieces.reshape(-1)).reshape(*used.shape, WIDTH)
        places = self._places[: used.shape[1]]
        x = torch.tensor(words) + places + self._kind + self.kinds[kinds]
        return functional.layer_norm(x, (WIDTH,), *self._norm, _EPSILON).bfloat16()


def _through(layer: nn.ModuleDict, norms: Tensor, x: Tensor, hidden: Tensor) -> Tensor:
    def heads(part: str) -> Tensor:
        return layer[part](x).unflatten(2, (_HEADS, -1)).transpose(1, 2)

    query, key, value = heads("q"), heads("k"), heads("v")
    weights = torch.softmax(query @ key.transpose(2, 3) * key.shape[-1] ** -0.5 + hidden, -1)
    seen = (weights @ value).transpose(1, 2).flatten(2)
    x = functional.layer_norm(x + layer["ao"](seen), (WIDTH,), norms[0], norms[1], _EPSILON)
    inner = layer["fo"](functional.gelu(layer["fi"](x)))
    return functional.layer_norm(x + inner, (WIDTH,), norms[2], norms[3], _EPSILON)
