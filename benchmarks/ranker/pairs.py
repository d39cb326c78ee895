"""Reads what was asked of made-up organisations: which of their units answer, which contradict.

`benchmarks/pairs` has a file for each trade; its README says who wrote it, and how.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.sections import nearness
from knowledge.models.embedder import Embedder
from knowledge.models.reader import Pair

PAIRS = Path(__file__).parent.parent / "pairs"
HELD_OUT = (
    *("apartment-office", "chemist-counter", "dental-practice"),
    *("hospital-desk", "parcel-depot", "rental-cars"),
)
"""Trades for scoring only: no encoder is trained on them."""


def trades(*, held_out: bool) -> list[Path]:
    """Returns the files to train on, or those held out."""
    return [file for file in sorted(PAIRS.glob("*.jsonl")) if (file.stem in HELD_OUT) is held_out]


def lessons(file: Path, encoder: Embedder) -> Iterator[Lesson]:
    """Yields each question of a trade, with the units nearest to it and those of its section."""
    sections = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    pairs = [
        Pair(f"{one['document']} {one['heading']}", unit)
        for one in sections
        for unit in one["units"]
    ]
    asked = [ask["q"] for one in sections for ask in one["asks"]]
    near = iter(nearness(asked, pairs, encoder))
    start = 0
    for section in sections:
        own = range(start, start + len(section["units"]))
        for ask in section["asks"]:
            right = {start + place for place in ask["answers"]}
            against = {start + place for place in ask.get("contradicts", ())}
            best = [int(place) for place in np.argsort(-next(near))]
            kept = [place for rank, place in enumerate(best) if rank < SHOWN or place in own]
            yield Lesson(
                ask["q"],
                [pairs[place] for place in kept],
                np.array([place in right for place in kept]),
                [rank for rank, place in enumerate(kept) if place in against],
            )
        start = own.stop
