"""Fits the ranker's small network over the signs, with PyTorch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bot.answering.find.ranking.ranker import CLIPPED, OF_ALL, of_all
from bot.answering.find.ranking.signs import Matrix

_HIDDEN, _ROUNDS, _RATE, _DECAY, _DROPPED, _BATCH = 16, 12, 3e-3, 0.1, 0.2, 16


@dataclass(frozen=True, slots=True)
class Case:
    """The signs of the statements found for a question, and labels of those that answer."""

    table: Matrix
    right: NDArray[np.bool_]


class _Network(nn.Module):
    def __init__(self, signs: int) -> None:
        super().__init__()
        self.linear = nn.Linear(signs, 1, bias=False)
        self.inner = nn.Linear(signs, _HIDDEN)
        self.drop = nn.Dropout(_DROPPED)
        self.out = nn.Linear(_HIDDEN, 1, bias=False)
        self.none = nn.Linear(len(OF_ALL), 1)

    def forward(self, usual: Tensor, largest: Tensor) -> Tensor:
        """Returns the score of "no answer", then of each statement."""
        inner = self.drop(torch.relu(self.inner(usual)))
        worth = self.linear(usual)[:, 0] + self.out(inner)[:, 0]
        return torch.cat([self.none(largest), worth])


def fitted(cases: Sequence[Case]) -> Mapping[str, Any]:
    """Fits the weights; returns them as in the ranker's file."""
    torch.manual_seed(0)
    every = np.concatenate([one.table for one in cases])
    mean, scale = every.mean(0), every.std(0) + 1e-3
    prepared = [_prepared(one, mean, scale) for one in cases]
    network = _Network(every.shape[1])
    steps = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(steps, _ROUNDS)
    order = np.random.default_rng(0)
    for _ in range(_ROUNDS):
        network.train()
        for batch in np.array_split(order.permutation(len(prepared)), len(prepared) // _BATCH):
            steps.zero_grad()
            lost = torch.stack([_lost(network, *prepared[number]) for number in batch]).mean()
            lost.backward()
            steps.step()
        slower.step()
    return _weights(network, mean, scale)


def _prepared(case: Case, mean: Matrix, scale: Matrix) -> tuple[Tensor, Tensor, Tensor]:
    usual = np.clip((case.table - mean) / scale, -CLIPPED, CLIPPED)
    wanted = np.concatenate([[not case.right.any()], case.right])
    return torch.tensor(usual), torch.tensor(of_all(case.table)), torch.tensor(wanted)


def _lost(network: _Network, usual: Tensor, largest: Tensor, wanted: Tensor) -> Tensor:
    odds = torch.log_softmax(network(usual, largest), 0)
    return -torch.logsumexp(odds[wanted], 0)


def _weights(network: _Network, mean: Matrix, scale: Matrix) -> Mapping[str, Any]:
    values: dict[str, Tensor | Matrix] = {
        "mean": mean,
        "scale": scale,
        "linear": network.linear.weight[0],
        "hidden": network.inner.weight.T,
        "hidden_bias": network.inner.bias,
        "out": network.out.weight[0],
        "none": network.none.weight[0],
    }
    rounded = {
        name: np.round(np.asarray(one.detach() if isinstance(one, Tensor) else one, float), 4)
        for name, one in values.items()
    }
    return {
        **{name: one.tolist() for name, one in rounded.items()},
        "none_bias": round(float(network.none.bias.item()), 4),
    }
