"""Fits the cross-encoder to the questions of invented stores; others say what it is worth.

    python -m benchmarks.ranker.cross_encoder [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), which the product does not, and an hour on two cores. After
`python -m benchmarks.ranker`, whose ranker chooses the statements that are read (with the same
`--kept`, nothing is collected twice). `--write` puts the weights where the product has them,
knowledge/cross_encoder/weights.npz; how much of the ranker's score counts is printed, for
bot/answering/ranking/reranking.py.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from benchmarks.ranker.__main__ import FOR_THE_GATE, HELD_OUT, everything
from benchmarks.ranker.collecting import LISTS, Asked, shown
from benchmarks.ranker.pair_network import PairNetwork
from benchmarks.ranker.towers import Nearness, Towers, nearness, shelf
from bot.answering.ranking import Ranker
from bot.answering.ranking.reranking import READ
from bot.answering.ranking.signs import beside_others
from knowledge.cross_encoder import Pair
from knowledge.cross_encoder.adapted import model, together
from knowledge.cross_encoder.network import Read
from knowledge.cross_encoder.pieces import Pieces

_SHOWN = 12
"""Statements of a question that it may learn from, beside those that answer."""
_WRONG, _RIGHT = 5, 2
"""So many of them are read at a time, chosen anew each time."""
_BATCH, _RATES, _REST, _WARM = 8, (1e-3, 7e-4), 0.3, 100
"""Questions of a step; the rate of each round over all questions, which falls to nothing."""
_AT_ONCE = 48
_ROOT = Path(__file__).parent.parent.parent
Beside = NDArray[np.float64]
"""What the ranker's and the cross-encoder's numbers are multiplied by, and what is added."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question, and the statements that were found for it, best first by the ranker."""

    asked: Asked
    texts: Sequence[Read]
    ranked: NDArray[np.float32]
    right: NDArray[np.bool_]


def main() -> None:
    """Learn, fit beside the ranker, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="where what was collected is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    packed = model()
    pieces, towers = Pieces(packed), Towers.shipped()
    cases = {
        name: list(_cases(asked, towers, pieces))
        for name, asked in everything(arguments.kept, by_meaning=True).items()
    }
    others = (*HELD_OUT, *FOR_THE_GATE)
    learnt = [one for name, some in cases.items() if name not in others for one in some]
    network = _trained(PairNetwork(packed), learnt)
    told = {name: _told(network, cases[name]) for name in others}
    beside = _beside([pair for name in FOR_THE_GATE for pair in _pairs(cases[name], told[name])])
    print("ranker {:.3f}, cross-encoder {:.3f}, and {:.3f}".format(*beside))
    print("first right by the ranker alone, the cross-encoder alone, both | in the other list, too")
    for name in HELD_OUT:
        both = list(_pairs(cases[name], told[name]))
        print(f"{name}: {' | '.join(_first_right(both, one, beside) for one in LISTS)}")
    if arguments.write:
        weights: Any = network.weights(*beside[1:])
        np.savez_compressed(_ROOT / "knowledge/cross_encoder/weights.npz", **weights)


def _cases(asked: Sequence[Asked], towers: Towers, pieces: Pieces) -> Iterator[Case]:
    for one, near in zip(asked, nearness(towers, shelf(asked)), strict=True):
        yield _case(one, near, pieces)


def _case(asked: Asked, near: Nearness, pieces: Pieces) -> Case:
    rows = shown(asked, near.both)
    table = beside_others(asked.table[rows], asked.passages[rows], near.own[rows], near.above[rows])
    scores = Ranker.shipped("with_embedder").scores(table)
    best: dict[Pair, int] = {}
    for place in np.argsort(-scores):
        best.setdefault(Pair(asked.above[rows[place]], asked.statements[rows[place]]), place)
    kept = [
        (pair, place)
        for number, (pair, place) in enumerate(best.items())
        if number < _SHOWN or asked.right[rows[place]]
    ]
    places = [place for _, place in kept]
    texts = [together(pieces, asked.text, pair) for pair, _ in kept]
    return Case(asked, texts, scores[places], asked.right[rows[places]])


def _trained(network: PairNetwork, cases: Sequence[Case]) -> PairNetwork:
    """Of the statements of a question and "none", the right one is to be the likeliest."""
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    for rate in _RATES:
        groups: list[dict[str, Any]] = [{"params": network.thin()}, {"params": network.rest()}]
        adam = torch.optim.AdamW(groups, weight_decay=0.01)
        order = chance.permutation(len(cases))
        batches = [order[start : start + _BATCH] for start in range(0, len(cases), _BATCH)]
        network.train()
        for step, batch in enumerate(batches):
            now = rate * min(1, (step + 1) / _WARM) * (1 + np.cos(np.pi * step / len(batches))) / 2
            for group, share in zip(adam.param_groups, (1, _REST), strict=True):
                group["lr"] = now * share
            loss = _learn(network, adam, _loss(network, [cases[one] for one in batch], chance))
            if step % 50 == 0:
                print(f"rate {rate} step {step} of {len(batches)}: loss {loss:.3f}", flush=True)
    return network.eval()


def _learn(network: PairNetwork, adam: torch.optim.AdamW, loss: Tensor) -> float:
    adam.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    adam.step()
    return float(loss.item())


def _loss(network: PairNetwork, cases: Sequence[Case], chance: np.random.Generator) -> Tensor:
    chosen = [_chosen(one.right, chance) for one in cases]
    texts = [one.texts[place] for one, some in zip(cases, chosen, strict=True) for place in some]
    told = _read(network, texts).split([len(some) for some in chosen])
    losses = [
        _unlikely(some, torch.tensor(one.right[places]))
        for some, one, places in zip(told, cases, chosen, strict=True)
    ]
    return torch.stack(losses).mean()


def _unlikely(told: Tensor, right: Tensor) -> Tensor:
    """How unlikely the right ones are, or "none" where there are none."""
    odds = torch.log_softmax(torch.cat([torch.zeros(1), told]), 0)
    return -(torch.logsumexp(odds[1:][right], 0) if right.any() else odds[0])


def _chosen(labels: NDArray[np.bool_], chance: np.random.Generator) -> list[int]:
    """Some right statements, and some wrong ones of the first: the better, the more often."""
    answers, others = np.flatnonzero(labels), np.flatnonzero(~labels[:_SHOWN])
    right = list(chance.permutation(answers)[:_RIGHT])
    if len(others) == 0:
        return right
    weights, wanted = 1 / (2 + np.arange(len(others))), min(_WRONG, len(others))
    return [*right, *chance.choice(others, wanted, replace=False, p=weights / weights.sum())]


def _read(network: PairNetwork, texts: Sequence[Read]) -> Tensor:
    """What the network tells of each; texts of a length together."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place].pieces))
    parts = [order[start : start + _AT_ONCE] for start in range(0, len(order), _AT_ONCE)]
    told = torch.cat([network([texts[place] for place in part]) for part in parts])
    return told[torch.tensor(np.argsort(order))]


def _told(network: PairNetwork, cases: Sequence[Case]) -> list[NDArray[np.float32]]:
    """What the network tells of the statements that the product would read."""
    with torch.no_grad():
        # Nothing was found for a question that has no texts.
        return [
            _read(network, one.texts[:READ]).numpy() if one.texts else np.empty(0, np.float32)
            for one in cases
        ]


def _pairs(
    cases: Sequence[Case], told: Sequence[NDArray[np.float32]]
) -> Iterator[tuple[Case, NDArray[np.float64]]]:
    """Each question with the table of its statements: both numbers, and 1."""
    for one, numbers in zip(cases, told, strict=True):
        ranked = one.ranked[: len(numbers)]
        yield one, np.stack([ranked, numbers, np.ones(len(ranked))], axis=1)


def _beside(pairs: Sequence[tuple[Case, NDArray[np.float64]]]) -> Beside:
    """Fitted so that the right statement, or none, is the likeliest."""
    weights = torch.tensor([0.5, 0.5, 0.0], requires_grad=True)
    known = [
        (torch.tensor(table, dtype=torch.float32), torch.tensor(one.right[: len(table)]))
        for one, table in pairs
        if len(table)
    ]
    fit = torch.optim.LBFGS([weights], max_iter=100)

    def lost() -> Tensor:
        fit.zero_grad()
        loss = torch.stack([_unlikely(table @ weights, right) for table, right in known]).mean()
        loss.backward()
        return loss

    fit.step(lost)
    fitted: Beside = weights.detach().numpy().astype(np.float64)
    return fitted


def _first_right(
    pairs: Sequence[tuple[Case, NDArray[np.float64]]], name: str, beside: Beside
) -> str:
    """Of a list's questions with an answer: how often the first is right, judged in three ways."""
    ways = (np.array([1.0, 0, 0]), np.array([0, 1.0, 0]), beside)
    known = [
        pair for pair in pairs if pair[0].asked.list == name and pair[0].asked.golden.answerable
    ]
    return " ".join(
        f"{np.mean([bool(one.right[np.argmax(table @ way)]) for one, table in known]):.3f}"
        for way in ways
    )


if __name__ == "__main__":
    main()
