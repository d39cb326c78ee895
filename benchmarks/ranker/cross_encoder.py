"""Fits the cross-encoder to questions about invented stores; other stores say what it is worth.

    python -m benchmarks.ranker.cross_encoder [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), which the product does not, and two hours on two cores. After
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
from torch import Tensor

from benchmarks.ranker.__main__ import FOR_THE_GATE, HELD_OUT, everything
from benchmarks.ranker.collecting import LISTS, Asked, shown
from benchmarks.ranker.learning import Reader, learn, unlikely
from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.pair_network import PairNetwork
from benchmarks.ranker.sections import lessons
from benchmarks.ranker.towers import Nearness, Towers, nearness, shelf
from bot.answering.ranking import Ranker
from bot.answering.ranking.reranking import READ
from bot.answering.ranking.signs import beside_others
from knowledge.cross_encoder import Pair
from knowledge.cross_encoder.adapted import model
from knowledge.cross_encoder.pieces import Pieces

_ROOT = Path(__file__).parent.parent.parent
Beside = NDArray[np.float64]
"""What the ranker's and the cross-encoder's numbers are multiplied by, and what is added."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question of a store, and what was found for it, best first by the ranker."""

    asked: Asked
    ranked: NDArray[np.float32]
    lesson: Lesson


def main() -> None:
    """Learn, fit beside the ranker, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="where what was collected is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    towers, packed = Towers.shipped(), model()
    reader = Reader(PairNetwork(packed), Pieces(packed))
    cases = {
        name: list(_cases(asked, towers))
        for name, asked in everything(arguments.kept, by_meaning=True).items()
    }
    others = (*HELD_OUT, *FOR_THE_GATE)
    learn(
        reader, _rounds([one.lesson for name in cases if name not in others for one in cases[name]])
    )
    told = {name: _told(reader, cases[name]) for name in others}
    beside = _beside([pair for name in FOR_THE_GATE for pair in _pairs(cases[name], told[name])])
    print("ranker {:.3f}, cross-encoder {:.3f}, and {:.3f}".format(*beside))
    print("first right by the ranker alone, the cross-encoder alone, both | in the other list, too")
    for name in HELD_OUT:
        both = list(_pairs(cases[name], told[name]))
        print(f"{name}: {' | '.join(_first_right(both, one, beside) for one in LISTS)}")
    if arguments.write:
        weights: Any = reader.network.weights(*beside[1:])
        np.savez_compressed(_ROOT / "knowledge/cross_encoder/weights.npz", **weights)


def _rounds(stores: Sequence[Lesson]) -> list[tuple[float, Sequence[Lesson]]]:
    """Rates, and what is read at each."""
    across, sections = [one for one in stores if one.across_languages], lessons()
    return [
        (1e-3, stores),
        (7e-4, stores),
        (6e-4, [*stores, *across]),
        # By now the stores are known by heart (a loss of .35): half of them, so as not to forget.
        (7e-4, [*stores[::2], *sections, *sections]),
    ]


def _cases(asked: Sequence[Asked], towers: Towers) -> Iterator[Case]:
    for one, near in zip(asked, nearness(towers, shelf(asked)), strict=True):
        yield _case(one, near)


def _case(asked: Asked, near: Nearness) -> Case:
    rows = shown(asked, near.both)
    table = beside_others(asked.table[rows], asked.passages[rows], near.own[rows], near.above[rows])
    scores = Ranker.shipped("with_embedder").scores(table)
    best: dict[Pair, int] = {}
    for place in np.argsort(-scores):
        best.setdefault(Pair(asked.above[rows[place]], asked.statements[rows[place]]), place)
    kept = [
        (pair, place)
        for number, (pair, place) in enumerate(best.items())
        if number < SHOWN or asked.right[rows[place]]
    ]
    places = [place for _, place in kept]
    lesson = Lesson(asked.text, [pair for pair, _ in kept], asked.right[rows[places]])
    return Case(asked, scores[places], lesson)


def _told(reader: Reader, cases: Sequence[Case]) -> list[NDArray[np.float32]]:
    """What the network tells of the statements that the product would read."""
    with torch.no_grad():
        # Nothing was found for a question that has no statements.
        return [
            reader([(one.asked.text, pair) for pair in one.lesson.pairs[:READ]]).numpy()
            if one.lesson.pairs
            else np.empty(0, np.float32)
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
        (torch.tensor(table, dtype=torch.float32), torch.tensor(one.lesson.right[: len(table)]))
        for one, table in pairs
        if len(table)
    ]
    fit = torch.optim.LBFGS([weights], max_iter=100)

    def lost() -> Tensor:
        fit.zero_grad()
        loss = torch.stack([unlikely(table @ weights, right) for table, right in known]).mean()
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
        f"{np.mean([bool(one.lesson.right[np.argmax(table @ way)]) for one, table in known]):.3f}"
        for way in ways
    )


if __name__ == "__main__":
    main()
