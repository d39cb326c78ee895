"""Every statement that is found for the questions of a store, and which of them answer."""

import asyncio
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.sets import indexed, question_of
from bot.answering.evidence import above, seen_in
from bot.answering.pipeline import LIMIT
from bot.answering.ranking import Seen
from bot.answering.ranking.signs import Matrix, signs
from bot.evaluation import Golden, load
from knowledge.search import HybridSearch

STORES = Path(__file__).parent.parent / "stores"
LISTS = ("golden", "plain")
"""Files of questions: in people's own words, and in the handbook's."""
_MARKS = re.compile(r"[\s*_|`]+")
_SHORTEST = 15
"""Characters of a statement that may be a part of the quote that answers."""
_LISTED = 3
"""Quotes from which on a statement is a list as a whole."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the statements that were found for it, and which of them answer it."""

    golden: Golden
    list: str
    """Which of `LISTS` it is from."""
    text: str
    statements: tuple[str, ...]
    above: tuple[str, ...]
    """The title and the headings above each statement."""
    table: Matrix
    """Their signs, without nearness in meaning, which depends on what is fitted."""
    right: NDArray[np.bool_]


def names() -> list[str]:
    """All stores."""
    return sorted(folder.name for folder in STORES.iterdir() if folder.is_dir())


def collected(name: str, *, by_meaning: bool = True) -> list[Asked]:
    """Ask every question of a store; without meaning as in an index that has no vectors."""
    return asyncio.run(_collected(STORES / name, by_meaning))


async def _collected(folder: Path, by_meaning: bool) -> list[Asked]:
    goldens = [(name, one) for name in LISTS for one in load(folder / f"{name}.jsonl")]
    quotes = dict(pair for name in LISTS for pair in _quotes(folder / f"{name}.jsonl").items())
    with tempfile.TemporaryDirectory() as data:
        shelf = await indexed(folder / "corpus.jsonl", Path(data))
        search = shelf.search(by_meaning=by_meaning)
        found = [await _asked(name, one, quotes[one.id], search) for name, one in goldens]
        shelf.close()
    return [one for one in found if one is not None]


async def _asked(
    name: str, golden: Golden, quotes: Sequence[str], search: HybridSearch
) -> Asked | None:
    question = question_of(golden)
    if question is None:
        return None
    text = question.sought or question.text
    found = await search.find(text, question.filters, LIMIT)
    seen = await seen_in(question, found, _Nothing())
    if not seen:
        return None
    return Asked(
        golden,
        name,
        text,
        tuple(one.statement.text for one in seen),
        tuple(above(one.hit) for one in seen),
        signs(question, len(found.rarity), seen, above=0.0),
        np.array([_answers(one, golden, quotes) for one in seen]),
    )


class _Nothing:
    """Compares nothing: the vectors are what is fitted."""

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        return [0.0] * len(others)


def _quotes(path: Path) -> dict[str, list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    golden = [json.loads(line) for line in lines if line.strip()]
    return {one["id"]: [_plain(quote) for quote in one["quotes"]] for one in golden}


def _answers(seen: Seen, golden: Golden, quotes: Sequence[str]) -> bool:
    """Whether a statement holds one of the quotes that answer, or is a part of one."""
    if seen.hit.passage.header.doc_id not in golden.gold_docs:
        return False
    own = [_plain(quote) for quote in seen.statement.quotes]
    if len(own) >= _LISTED:
        return any(wanted in one for wanted in quotes for one in own)
    first = own[0]
    return any(one in first or (len(first) > _SHORTEST and first in one) for one in quotes)


def _plain(text: str) -> str:
    return _MARKS.sub(" ", text).strip().lower()
