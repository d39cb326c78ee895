"""Searches the questions of a store as the product does, before the cross-encoder."""

import asyncio
import pickle
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from benchmarks.invented import STORES
from benchmarks.ranker.collecting import questions, right
from benchmarks.sets import indexed, question_of
from bot.answering.find.evidence import seen_in
from bot.answering.find.ranking import Ranker
from bot.answering.find.ranking.reranking import BOTH
from bot.upkeep.evaluation import Golden
from knowledge.models.reader import Pair
from knowledge.search.nearness import PlacedStatement
from knowledge.search.snapshot import Snapshot

Table = NDArray[np.float64]
PASSAGES = 24
"""Passages to search for a question, three times as many as in the product."""


@dataclass(frozen=True, slots=True)
class Found:
    """A question, and the statements found for it, best first by ranker and cosine."""

    golden: Golden
    list: str
    """The name of its file."""
    text: str
    pairs: Sequence[Pair]
    table: Table
    """A row for each statement: the ranker's log-odds, and a cosine, 0 without vectors."""
    right: NDArray[np.bool_]
    """Labels of the statements that answer."""


def found(
    stores: Sequence[str],
    kept: Path | None,
    *,
    passages: int = PASSAGES,
    without_vectors: bool = False,
) -> Mapping[str, list[Found]]:
    """Searches every question of the stores; `without_vectors` as in a large index."""
    with ProcessPoolExecutor(2) as beside:
        every = beside.map(_one, stores, repeat(kept), repeat(passages), repeat(without_vectors))
        return dict(zip(stores, every, strict=True))


def _one(name: str, kept: Path | None, passages: int, without_vectors: bool) -> list[Found]:
    way = f"{'large' if without_vectors else 'small'}.{passages}"
    file = kept / f"{name}.{way}.found.pickle" if kept else None
    if file and file.exists():
        return cast("list[Found]", pickle.loads(file.read_bytes()))  # noqa: S301 - our own
    some = asyncio.run(_store(STORES / name, passages, without_vectors))
    if file:
        file.write_bytes(pickle.dumps(some))
    return some


async def _store(folder: Path, passages: int, without_vectors: bool) -> list[Found]:
    embedder: Literal["auto", "use"] = "use" if without_vectors else "auto"
    with tempfile.TemporaryDirectory() as data:
        shelf = await indexed(folder / "corpus.jsonl", Path(data), embedder=embedder)
        async with shelf.search().pinned() as snapshot:
            some = [one async for one in _every(folder, passages, snapshot)]
        shelf.close()
    return some


async def _every(folder: Path, passages: int, search: Snapshot) -> AsyncIterator[Found]:
    for name, golden, quotes in questions(folder):
        one = await _found(name, golden, quotes, passages, search)
        if one:
            yield one


async def _found(
    name: str, golden: Golden, quotes: Sequence[str], passages: int, search: Snapshot
) -> Found | None:
    question = question_of(golden)
    if question is None:
        return None
    text = question.to_look_up
    hits = await search.find(text, question.filters, passages)
    seen = await seen_in(question, hits, search)
    if not seen:
        return None
    ranked = Ranker.shipped("with_embedder").log_odds(question, len(hits.rarity), seen)
    said = [PlacedStatement(one.hit.passage, one.statement.text) for one in seen]
    near = await search.nearness(text, said, len(seen))
    table = np.array([ranked, near or [0.0] * len(seen)], dtype=np.float64).T
    best: dict[Pair, int] = {}
    for place in np.argsort(-table @ [BOTH.ranked, BOTH.near]):
        best.setdefault(Pair(seen[place].hit.passage.above, seen[place].statement.text), place)
    places = list(best.values())
    answers = np.array([right(seen[place], golden, quotes) for place in places])
    return Found(golden, name, text, list(best), table[places], answers)
