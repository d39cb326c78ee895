"""Makes the bi-encoder's training examples from the statements that the ranker puts first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.ranker.__main__ import everything
from benchmarks.ranker.collecting import Asked, shown
from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.towers import Nearness, Towers, nearness, shelf
from bot.answering.find.ranking import Ranker
from bot.answering.find.ranking.signs import beside_others
from knowledge.models.reader import Pair


@dataclass(frozen=True, slots=True)
class Case:
    """A question of a store, with its statements, best first by the ranker."""

    asked: Asked
    lesson: Lesson


def cases(kept: Path | None) -> dict[str, list[Case]]:
    """Returns the cases of every store."""
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
