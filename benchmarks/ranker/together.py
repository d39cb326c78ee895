"""Fits how much ranker, bi-encoder and cross-encoder count beside each other.

    python -m benchmarks.ranker.together [--without-vectors] [--kept FOLDER]

Asks the questions of the stores that nothing has learnt from, as the product does, and fits so
that the right one of the statements that are read, or none, is the likeliest: the numbers of
bot/answering/ranking/reranking.py. Then says how often the first is right in stores held out, and
how often one of those that are read. Without vectors: in indexes of the embedded model, as large
ones are. Needs PyTorch (`pip install torch`); ten minutes on two cores,
after `python -m benchmarks.ranker.cross_encoder` and `python -m benchmarks.ranker.bi_encoder`.
"""

import argparse
import asyncio
import pickle
import tempfile
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Literal, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.ranker.__main__ import FOR_THE_GATE, HELD_OUT
from benchmarks.ranker.collecting import LISTS, STORES, questions, right
from benchmarks.ranker.learning import unlikely
from benchmarks.sets import Shelf, indexed, question_of
from bot.answering.evidence import seen_in
from bot.answering.pipeline import LIMIT
from bot.answering.ranking import Ranker
from bot.answering.ranking.reranking import BOTH
from bot.evaluation import Golden
from knowledge.cross_encoder import AdaptedE5, Pair
from knowledge.nearness import Said
from knowledge.search import HybridSearch
from knowledge.snapshot import Snapshot

Table = NDArray[np.float64]
_READ = 6
"""As many as are read without vectors; those that the product reads less of come first."""
_COLUMNS = ("ranker", "bi-encoder", "cross-encoder", "none")


@dataclass(frozen=True, slots=True)
class Told:
    """What each of the three tells of the statements of a question, best first by the first two."""

    golden: Golden
    list: str
    table: Table
    """A row for each statement: the ranker's log-odds, a cosine, the cross-encoder's number, 1.

    The cosine is 0 where there are no vectors.
    """
    right: NDArray[np.bool_]


def main() -> None:
    """Ask, fit, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-vectors", action="store_true", help="as in a large index")
    parser.add_argument("--kept", type=Path, help="where what was told is kept")
    arguments = parser.parse_args()
    stores = (*FOR_THE_GATE, *HELD_OUT)
    with ProcessPoolExecutor(2) as beside:
        found = beside.map(_one, stores, repeat(arguments.kept), repeat(arguments.without_vectors))
        told = dict(zip(stores, found, strict=True))
    weights = _fitted([one for name in FOR_THE_GATE for one in told[name]])
    print(", ".join(f"{name} {one:.3f}" for name, one in zip(_COLUMNS, weights, strict=True)))
    print("first right | right among those that are read, in each list")
    for name in HELD_OUT:
        print(name, " | ".join(_worth(told[name], one, weights) for one in LISTS))


def _one(name: str, kept: Path | None, without_vectors: bool) -> list[Told]:
    way = "large" if without_vectors else "small"
    file = kept / f"{name}.{way}.told.pickle" if kept else None
    if file and file.exists():
        return cast("list[Told]", pickle.loads(file.read_bytes()))  # noqa: S301 - our own
    told = asyncio.run(_asked(STORES / name, "use" if without_vectors else "auto"))
    if file:
        file.write_bytes(pickle.dumps(told))
    return told


async def _asked(folder: Path, embedder: Literal["auto", "use"]) -> list[Told]:
    with tempfile.TemporaryDirectory() as data:
        shelf = await indexed(folder / "corpus.jsonl", Path(data), embedder=embedder)
        told = [one async for one in _every(folder, _search(shelf))]
        shelf.close()
    return told


def _search(shelf: Shelf) -> HybridSearch:
    return shelf.search(cross_encoder=AdaptedE5())


async def _every(folder: Path, search: HybridSearch) -> AsyncIterator[Told]:
    for name, golden, quotes in questions(folder):
        async with search.pinned() as snapshot:
            told = await _told(name, golden, quotes, snapshot)
        if told:
            yield told


async def _told(name: str, golden: Golden, quotes: Sequence[str], search: Snapshot) -> Told | None:
    question = question_of(golden)
    if question is None:
        return None
    text = question.sought or question.text
    found = await search.find(text, question.filters, LIMIT)
    seen = await seen_in(question, found, search)
    if not seen:
        return None
    ranked = Ranker.shipped("with_embedder").log_odds(question, len(found.rarity), seen)
    near = await search.nearness(
        text, [Said(one.hit.passage, one.statement.text) for one in seen], len(seen)
    )
    rows = np.array([ranked, near or [0.0] * len(seen)], dtype=np.float64).T
    pairs = [Pair(one.hit.passage.above, one.statement.text) for one in seen]
    best = dict.fromkeys(pairs[place] for place in np.argsort(-rows @ [BOTH.ranked, BOTH.near]))
    places = [pairs.index(pair) for pair in list(best)[:_READ]]
    read = await search.relevance(text, [pairs[place] for place in places])
    assert read
    table = np.column_stack([rows[places], read, np.ones(len(places))])
    return Told(
        golden, name, table, np.array([right(seen[place], golden, quotes) for place in places])
    )


def _fitted(told: Sequence[Told]) -> Table:
    weights = torch.tensor([0.4, 9.0, 0.4, 0.0], requires_grad=True)
    known = [
        (torch.tensor(one.table, dtype=torch.float32), torch.tensor(one.right)) for one in told
    ]
    fit = torch.optim.LBFGS([weights], max_iter=100)

    def lost() -> Tensor:
        fit.zero_grad()
        loss = torch.stack([unlikely(table @ weights, label) for table, label in known]).mean()
        loss.backward()
        return loss

    fit.step(lost)
    return weights.detach().numpy().astype(np.float64)


def _worth(told: Sequence[Told], name: str, weights: Table) -> str:
    known = [one for one in told if one.list == name and one.golden.answerable]
    first = np.mean([one.right[np.argmax(one.table @ weights)] for one in known])
    return f"{first:.3f} {np.mean([one.right.any() for one in known]):.3f}"


if __name__ == "__main__":
    main()
