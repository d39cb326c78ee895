"""Fits the cross-encoder to questions about invented stores; other stores say what it is worth.

    python -m benchmarks.ranker.cross_encoder [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), which the product does not, and two hours on two cores. After
`python -m benchmarks.ranker`, whose ranker chooses the statements that are read (with the same
`--kept`, nothing is collected twice). `--write` puts the weights where the product has them,
knowledge/cross_encoder/weights.npz; how much they count is fitted by
`python -m benchmarks.ranker.together`.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.ranker.__main__ import FOR_THE_GATE, HELD_OUT, everything
from benchmarks.ranker.collecting import LISTS, Asked, shown
from benchmarks.ranker.learning import Reader, learn
from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.pair_network import PairNetwork
from benchmarks.ranker.sections import lessons
from benchmarks.ranker.towers import Nearness, Towers, nearness, shelf
from bot.answering.ranking import Ranker
from bot.answering.ranking.reranking import WITHOUT_VECTORS
from bot.answering.ranking.signs import beside_others
from knowledge.cross_encoder import Pair
from knowledge.transformer.model import model

_ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Case:
    """A question of a store, and what was found for it, best first by the ranker."""

    asked: Asked
    lesson: Lesson


def main() -> None:
    """Learn, judge, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="where what was collected is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    shipped = model()
    reader, known = Reader(PairNetwork(shipped.packed), shipped.pieces), cases(arguments.kept)
    others = (*HELD_OUT, *FOR_THE_GATE)
    learn(
        reader, _rounds([one.lesson for name in known for one in known[name] if name not in others])
    )
    print("first right by the ranker alone, the cross-encoder alone | in the other list, too")
    for name in HELD_OUT:
        print(name, " | ".join(_first_right(reader, known[name], one) for one in LISTS))
    if arguments.write:
        weights: Any = reader.network.weights()
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


def cases(kept: Path | None) -> dict[str, list[Case]]:
    """The questions of every store."""
    towers, found = Towers.shipped(), everything(kept, by_meaning=True)
    return {name: list(_cases(asked, towers)) for name, asked in found.items()}


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
    return Case(asked, lesson)


def _first_right(reader: Reader, asked: Sequence[Case], name: str) -> str:
    """Of a list's questions with an answer: how often the first of those that are read is right."""
    known = [
        one
        for one in asked
        if one.asked.list == name and one.asked.golden.answerable and one.lesson.pairs
    ]
    ranked = np.mean([one.lesson.right[0] for one in known])
    read = np.mean([one.lesson.right[_first(reader, one)] for one in known])
    return f"{ranked:.3f} {read:.3f}"


def _first(reader: Reader, case: Case) -> int:
    with torch.no_grad():
        told = reader(
            [(case.asked.text, pair) for pair in case.lesson.pairs[: WITHOUT_VECTORS.read]]
        )
    return int(told.argmax())


if __name__ == "__main__":
    main()
