"""Measures how well and how fast the search finds: by words, by meaning, and by both.

    python -m benchmarks.retrieval [--from SOURCE] GOLDEN:CORPUS[+FILLERS] ...

CORPUS is a folder or a JSONL file, by default the sample handbook. +10000 adds as many made-up
documents, made of the sentences of the SOURCEs. Questions that the documents do not answer are left
out. A document counts once, at the place of its best passage.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.figures import Asked, asked, scores
from benchmarks.sets import TODAY, GoldenSet, Shelf, golden_set, indexed
from bot.model import Question
from bot.settings import SAMPLE
from bot.upkeep import evaluation
from knowledge.index.vector_rows import passage_of
from knowledge.model.documents import key_of
from knowledge.search.hybrid import HybridSearch

PASSAGES = 20
"""Passages of a search: at least seven documents, with at most three passages each."""
NEAREST = 300
ROUNDS = 3

Find = Callable[[Question], Awaitable[list[str]]]


def main() -> None:
    """Indexes each corpus, asks its questions in three ways, and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval")
    parser.add_argument("sets", nargs="+", metavar="GOLDEN:CORPUS[+FILLERS]")
    parser.add_argument("--from", type=Path, action="append", dest="sources", metavar="SOURCE")
    options = parser.parse_args()
    for name in options.sets:
        one = golden_set(name)
        with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as laid_out:
            corpus = one.laid_out(Path(laid_out), options.sources or [SAMPLE])
            asyncio.run(_measure(one, corpus, Path(data)))


async def _measure(one: GoldenSet, corpus: Path, data: Path) -> None:
    shelf = await indexed(corpus, data)
    goldens = one.questions()
    questions = [evaluation.asked(golden, TODAY) for golden in goldens]
    print(
        f"\n{one.name}: {len(goldens)} questions, {shelf.report.passages} passages of "
        f"{shelf.report.documents} documents, indexed in {shelf.report.seconds:.1f} s"
    )
    print("              hit@1  hit@5  mrr@10   p50 ms   p95 ms")
    rounds: dict[str, list[list[Asked]]] = {}
    for _ in range(ROUNDS):
        for side, find in (await _sides(shelf)).items():
            rounds.setdefault(side, []).append(await _asked(find, questions))
    for side, each in rounds.items():
        found = scores(goldens, each)
        print(
            f"{side:12} {found.hit_1:6.3f} {found.hit_5:6.3f}  {found.mrr_10:6.3f}"
            f" {found.p50_ms:8.1f} {found.p95_ms:8.1f}"
        )
    shelf.close()


async def _sides(shelf: Shelf) -> dict[str, Find]:
    """Returns the ways to search, new each time because a search caches the questions' vectors."""
    sides = {
        "words only": _by(shelf.search(by_meaning=False)),
        "meaning only": _by_meaning(shelf),
        "both": _by(shelf.search()),
    }
    await shelf.search().warm_up()
    return sides


def _by(search: HybridSearch) -> Find:
    async def find(question: Question) -> list[str]:
        found = await search.find(question.text, question.filters, PASSAGES)
        return [hit.passage.header.doc_id for hit in found.hits]

    return find


def _by_meaning(shelf: Shelf) -> Find:
    generation, halves = shelf.generations.published(), shelf.halves
    assert halves.embedder
    embed = halves.embedder.embed

    async def find(question: Question) -> list[str]:
        [vector] = await embed([question.text])
        near = await halves.store.nearest(generation.number, vector, NEAREST)
        visible = halves.library.visible(generation, question.filters)
        found = dict.fromkeys(passage_of(row_id) for row_id, _ in near)
        ids = [passage_id for passage_id in found if key_of(passage_id) in visible]
        passages = halves.library.passages(generation, ids)
        return [passages[one].header.doc_id for one in ids]

    return find


async def _asked(find: Find, questions: list[Question]) -> list[Asked]:
    answers = []
    for question in questions:
        start = time.perf_counter()
        documents = await find(question)
        answers.append(asked(documents, time.perf_counter() - start))
    return answers


if __name__ == "__main__":
    main()
