"""Trains the model's layers in PyTorch by low-rank adaptation: fixed weights, thin ones added."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from knowledge.models.e5.network import WIDTH, Packed, Read

RANK = 16
DROPPED = 0.1
_HEADS, _EPSILON = 12, 1e-12
_FAST = torch.ops.mkldnn._is_mkldnn_bf16_supported()
_NUMBERS = torch.bfloat16 if _FAST else torch.float32
"""bfloat16 is eight times slower than 32 bits on a processor without support for it."""
_PARTS = ("q", "k", "v", "ao", "fi", "fo")
_COLUMNS = {"fo": 1536}


class _Part(nn.Module):
    """A part's fixed weights, plus the product of two thin matrices that learn."""

    def __init__(self, packed: Packed, name: str, *, learns: bool) -> None:
        super().__init__()
        part = name.split(".")[1]
        weights = torch.tensor(packed.matrix(f"{name}.w", _COLUMNS.get(part, WIDTH)))
        self.fixed, self.bias = weights.to(_NUMBERS), torch.tensor(packed.plain(f"{name}.b"))
        if learns:
            columns = weights.shape[1]
            self.down = nn.Parameter(torch.randn(RANK, columns) / columns**0.5)
            self.up = nn.Parameter(torch.zeros(len(weights), RANK))

    def forward(self, x: Tensor) -> Tensor:
        output = functional.linear(x, self.fixed, self.bias.to(x.dtype))
        if not hasattr(self, "up"):
            return output
        inner = functional.linear(x, self.down.to(x.dtype))
        return output + functional.linear(inner, self.up.to(x.dtype))


class AdaptedLayers(nn.Module):
    """The first layers of the model; `knowledge.models.e5` uses the trained weights."""

    def __init__(self, packed: Packed, layers: int, *, untouched: int = 0) -> None:
        """Builds the first `layers` layers; the first `untouched` of them do not learn."""
        super().__init__()
        self._packed = packed
        self._places = torch.tensor(packed.plain("emb.pos").reshape(-1, WIDTH))
        self._kind = torch.tensor(packed.plain("emb.type").reshape(-1, WIDTH)[0])
        self._norm = [torch.tensor(packed.plain(f"emb.ln.{part}")) for part in "wb"]
        self._untouched = untouched
        self.layers = nn.ModuleList(
            nn.ModuleDict(
                {
                    part: _Part(packed, f"l{number}.{part}", learns=number >= untouched)
                    for part in _PARTS
                }
            )
            for number in range(layers)
        )
        names = ("aln.w", "aln.b", "oln.w", "oln.b")
        norms = [[packed.plain(f"l{number}.{name}") for name in names] for number in range(layers)]
        self.norms = nn.Parameter(torch.tensor(np.array(norms)))

    def through(self, texts: Sequence[Read], kinds: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Returns each piece's vector, and a mask of used pieces; `kinds` mark a second text."""
        lengths = torch.tensor([len(one.pieces) for one in texts])
        used = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        x = self._embedded(texts, used, kinds)
        hidden = torch.where(used, 0.0, -1e4)[:, None, None, :].to(x.dtype)
        for layer, norms in zip(self.layers, self.norms, strict=True):
            x = _layer(layer, norms.to(x.dtype), x, hidden)
        return x.float(), used

    def thin(self) -> list[nn.Parameter]:
        """Returns the thin matrices."""
        return [one for name, one in self.named_parameters() if name.endswith(("down", "up"))]

    def rest(self) -> list[nn.Parameter]:
        """Returns the other weights that learn."""
        return [one for name, one in self.named_parameters() if not name.endswith(("down", "up"))]

    def added(self) -> dict[str, Tensor]:
        """Returns the weights that the product adds to the layers, by their names in its files."""
        found = {
            f"{number}.{part}.{end}": getattr(layer[part], end)
            for number, layer in enumerate(self.layers)
            for part in _PARTS
            for end in ("down", "up")
            if number >= self._untouched
        }
        return found | {"norms": self.norms}

    def _embedded(self, texts: Sequence[Read], used: Tensor, kinds: Tensor | None) -> Tensor:
        pieces, second = np.ones(used.shape, np.int64), torch.zeros(used.shape, dtype=torch.long)
        for row, one in enumerate(texts):
            pieces[row, : len(one.pieces)] = one.pieces
            second[row, len(one.pieces) - one.second : len(one.pieces)] = 1
        words = self._packed.rows("emb.word", WIDTH, pieces.reshape(-1)).reshape(*used.shape, WIDTH)
        x = torch.tensor(words) + self._places[: used.shape[1]] + self._kind
        marked = x if kinds is None else x + kinds[second]
        return functional.layer_norm(marked, (WIDTH,), *self._norm, _EPSILON).to(_NUMBERS)


def mean(x: Tensor, used: Tensor) -> Tensor:
    """Returns the mean of the used pieces."""
    return (x * used[:, :, None]).sum(1) / used.sum(1, keepdim=True)


def as_file(arrays: dict[str, Tensor]) -> dict[str, NDArray[np.float16]]:
    """Converts weights to the 16 bits of the product's files."""
    return {name: one.detach().numpy().astype(np.float16) for name, one in arrays.items()}


def _layer(layer: nn.ModuleDict, norms: Tensor, x: Tensor, hidden: Tensor) -> Tensor:
    def heads(part: str) -> Tensor:
        return layer[part](x).unflatten(2, (_HEADS, -1)).transpose(1, 2)

    query, key, value = heads("q"), heads("k"), heads("v")
    weights = torch.softmax(query @ key.transpose(2, 3) * key.shape[-1] ** -0.5 + hidden, -1)
    seen = (weights @ value).transpose(1, 2).flatten(2)
    x = functional.layer_norm(x + layer["ao"](seen), (WIDTH,), norms[0], norms[1], _EPSILON)
    inner = layer["fo"](functional.gelu(layer["fi"](x)))
    return functional.layer_norm(x + inner, (WIDTH,), norms[2], norms[3], _EPSILON)
