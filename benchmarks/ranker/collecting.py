"""Collects the statements found for the questions of a store, and labels those that answer."""

import asyncio
import json
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.invented import LISTS, NEAR, STORES
from benchmarks.sets import indexed, question_of
from bot.answering.find.evidence import seen_in
from bot.answering.find.gate.gate import LIMIT
from bot.answering.find.ranking.signs import NAMES, Matrix, signs
from bot.model.found import Seen
from bot.upkeep.evaluation import Golden, load
from knowledge.models.reader import Pair
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.nearness import PlacedStatement
from knowledge.search.snapshot import MEANING, PER_DOCUMENT

_MARKS = re.compile(r"[\s*_|`]+")
_SHORTEST = 15
"""Characters above which a statement may be a part of the quote that answers."""
_PASSAGES = 24
"""Passages collected for each question; the fitted model decides which of them are shown."""
_SEVERAL = 3
"""Quotes from which a statement is a whole list, or a reply of several sentences."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the statements found for it, and labels of those that answer."""

    golden: Golden
    list: str
    """The name of its file."""
    text: str
    statements: tuple[str, ...]
    above: tuple[str, ...]
    """The title and the headings above each statement."""
    table: Matrix
    """The statements' signs, without nearness in meaning, which the fitted model computes."""
    passages: NDArray[np.int64]
    """The number of each statement's passage."""
    documents: tuple[str, ...]
    """Each passage's document."""
    right: NDArray[np.bool_]


def collected(name: str, *, by_meaning: bool = True) -> list[Asked]:
    """Asks every question of a store; without meaning, as in an index without vectors."""
    return asyncio.run(_collected(STORES / name, by_meaning))


async def _collected(folder: Path, by_meaning: bool) -> list[Asked]:
    with tempfile.TemporaryDirectory() as data:
        shelf = await indexed(folder / "corpus.jsonl", Path(data), embedder="use")
        search = shelf.search(by_meaning=by_meaning)
        found = [await _asked(*one, search) for one in questions(folder)]
        shelf.close()
    return [one for one in found if one is not None]


def questions(folder: Path) -> list[tuple[str, Golden, list[str]]]:
    """Returns the questions of a store, each with its list and the quotes that answer."""
    lists = [name for name in (*LISTS, NEAR) if (folder / f"{name}.jsonl").exists()]
    quotes = dict(pair for name in lists for pair in _quotes(folder / f"{name}.jsonl").items())
    return [(name, one, quotes[one.id]) for name in lists for one in load(folder / f"{name}.jsonl")]


async def _asked(
    name: str, golden: Golden, quotes: Sequence[str], search: HybridSearch
) -> Asked | None:
    question = question_of(golden)
    if question is None:
        return None
    text = question.to_look_up
    found = await search.find(text, question.filters, _PASSAGES)
    seen = await seen_in(question, found, _Nothing())
    if not seen:
        return None
    passages = {hit.passage.passage_id: hit.passage for hit in found.hits}
    numbers = {passage_id: number for number, passage_id in enumerate(passages)}
    return Asked(
        golden,
        name,
        text,
        tuple(one.statement.text for one in seen),
        tuple(one.hit.passage.above for one in seen),
        signs(question, len(found.rarity), seen),
        np.array([numbers[one.hit.passage.passage_id] for one in seen]),
        tuple(one.header.key for one in passages.values()),
        np.array([right(one, golden, quotes) for one in seen]),
    )


def shown(asked: Asked, near: NDArray[np.float32]) -> NDArray[np.int64]:
    """Returns the rows of the passages that a search would show, given the statements' nearness."""
    share = MEANING if near.any() else 0.0
    scores = (
        share * near / AnswerEncoder.scale + (1 - share) * asked.table[:, NAMES.index("lexical")]
    )
    best = np.full(len(asked.documents), -np.inf)
    np.maximum.at(best, asked.passages, scores)
    taken: Counter[str] = Counter()
    kept: list[int] = []
    for number in np.argsort(-best):
        document = asked.documents[number]
        if taken[document] < PER_DOCUMENT and len(kept) < LIMIT:
            taken[document] += 1
            kept.append(number)
    return np.flatnonzero(np.isin(asked.passages, kept))


class _Nothing:
    """Compares nothing, because the vectors are still to be fitted."""

    async def likeness(self, text: str, others: Sequence[str]) -> list[float]:
        return [0.0] * len(others)

    async def nearness(
        self, question: str, said: Sequence[PlacedStatement], most: int
    ) -> list[float | None] | None:
        return None

    async def kinship(
        self, one: PlacedStatement, others: Sequence[PlacedStatement]
    ) -> list[float | None] | None:
        return None

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        return None


def _quotes(path: Path) -> dict[str, list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    golden = [json.loads(line) for line in lines if line.strip()]
    return {one["id"]: [_plain(quote) for quote in one["quotes"]] for one in golden}


def right(seen: Seen, golden: Golden, quotes: Sequence[str]) -> bool:
    """Whether a statement contains one of the quotes that answer, or is part of one."""
    if seen.hit.passage.header.doc_id not in golden.gold_docs:
        return False
    own = [_plain(quote) for quote in seen.statement.quotes]
    # The second of two is the line above, such as a table's column names.
    telling = own if len(own) >= _SEVERAL else own[:1]
    return any(
        wanted in one or (len(one) > _SHORTEST and one in wanted)
        for wanted in quotes
        for one in telling
    )


def _plain(text: str) -> str:
    return _MARKS.sub(" ", text).strip().lower()
