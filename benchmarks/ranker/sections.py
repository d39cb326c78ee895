"""Reads sections of invented handbooks, with questions about each of their statements.

They have no store and no search: the statements for a question are chosen by nearness among
neighbouring sections. Only the encoders train on them.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.ranker.lesson import SHOWN, Lesson
from knowledge.models.embedder import Embedder, Vector
from knowledge.models.reader import Pair

SECTIONS = Path(__file__).parent.parent / "sections"
_TOGETHER = 12
"""Sections among which statements are chosen: about as many as a search finds."""


@dataclass(frozen=True, slots=True)
class _Section:
    pairs: Sequence[Pair]
    asked: Sequence[tuple[str, Sequence[int]]]
    """Questions, each with the places of its answers; none for a near miss."""


def lessons(encoder: Embedder) -> list[Lesson]:
    """Returns every question of every section, with the statements nearest to it."""
    files = sorted(SECTIONS.glob("*.jsonl"))
    some = [sections for file in files for sections in _together(file)]
    return [lesson for one in some for lesson in _lessons(one, encoder)]


def _together(file: Path) -> Iterator[list[_Section]]:
    sections = list(_sections(file))
    for start in range(0, len(sections), _TOGETHER):
        yield sections[start : start + _TOGETHER]


def _sections(file: Path) -> Iterator[_Section]:
    for line in file.read_text(encoding="utf-8").splitlines():
        section = json.loads(line)
        above = f"{section['title']} {section['heading']}"
        pairs = [Pair(above, statement) for statement in section["statements"]]
        yield _Section(pairs, [(text, places) for text, places in section["asks"]])


def _lessons(sections: Sequence[_Section], encoder: Embedder) -> Iterator[Lesson]:
    pairs = [pair for section in sections for pair in section.pairs]
    questions = [text for section in sections for text, _ in section.asked]
    near = nearness(questions, pairs, encoder)
    start, number = 0, 0
    for section in sections:
        for text, places in section.asked:
            answers = {start + place for place in places}
            best = [int(place) for place in np.argsort(-near[number])]
            kept = [place for rank, place in enumerate(best) if rank < SHOWN or place in answers]
            right = np.array([place in answers for place in kept])
            yield Lesson(text, [pairs[place] for place in kept], right)
            number += 1
        start += len(section.pairs)


def nearness(
    questions: Sequence[str], pairs: Sequence[Pair], encoder: Embedder
) -> NDArray[np.float32]:
    """Returns the cosine of each question with each statement under its headings."""
    texts = [f"{pair.above}: {pair.statement}" for pair in pairs]
    asked, said = asyncio.run(_vectors(questions, texts, encoder))
    near: NDArray[np.float32] = np.array(asked) @ np.array(said).T
    return near


async def _vectors(
    questions: Sequence[str], texts: Sequence[str], encoder: Embedder
) -> tuple[list[Vector], list[Vector]]:
    return await encoder.embed(questions, asked=True), await encoder.embed(texts)
