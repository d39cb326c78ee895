"""Measures a search among 10,000 and 100,000 passages, with and without filters.

    python -m benchmarks.scale [--data FOLDER] [--from SOURCE ...] [--golden GOLDEN]

The passages are made of the SOURCEs' sentences (by default the sample handbook's), with versions,
store types, categories and audiences. A passage's vector is the mean of its sentences' vectors,
with a little noise. Making 100,000 takes minutes; --data saves them for the next time.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Times, median, times
from benchmarks.filler import Filler, Sentence, fillers, sentences
from benchmarks.sets import TODAY
from bot.settings import SAMPLE
from bot.upkeep import evaluation
from knowledge.index import fingerprint
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.vector_store import ChromaStore
from knowledge.language.meanings.glossary import load
from knowledge.model.documents import (
    Audience,
    Document,
    Entry,
    Filters,
    Generation,
    Header,
    Language,
    Passage,
)
from knowledge.model.errors import IndexMissingError
from knowledge.models.embedder import Vector
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.snapshot import Halves

SIZES = (10_000, 100_000)
ROUNDS = 5
QUESTIONS = 150
GOLDEN = Path(__file__).parent.parent / "tests" / "quality" / "golden.jsonl"

_PASSAGES = 8
"""Passages of one version of a document."""
_LANGUAGES: tuple[Language, ...] = ("ko", "en")
_RULES = "benchmark 2"
"""Version of the way to make passages; figures of other versions do not compare."""
_STORES = ("cafe", "convenience", "apparel", "beauty", "electronics")
_CATEGORIES = ("refund", "promo", "inventory", "cs", "safety", "hr")
_NOISE = 0.25
"""Length of the noise added to a passage's vector of length 1."""
_BATCH = 256
_FILTERS = {
    "unfiltered": Filters(TODAY, Audience.STAFF),
    "filtered": Filters(date(2025, 6, 1), Audience.STAFF, "cafe", "refund", "ko"),
}


def main() -> None:
    """Makes missing passages, asks with and without filters, and prints the times."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(options, options.data or Path(folder)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--from", type=Path, action="append", dest="sources", metavar="SOURCE")
    parser.add_argument("--golden", type=Path, action="append", metavar="GOLDEN")
    return parser.parse_args()


async def _measure(options: argparse.Namespace, data: Path) -> None:
    questions = [
        golden.question for path in options.golden or [GOLDEN] for golden in evaluation.load(path)
    ][:QUESTIONS]
    found: dict[int, dict[str, Times]] = {}
    for size in SIZES:
        await make(data / str(size), size, options.sources or [SAMPLE])
        found[size] = await _asked(data / str(size), questions)
        _print(size, found[size])
    _print_growth(*found.values())


@dataclass(frozen=True, slots=True)
class Shelf:
    """An open index in a folder."""

    database: Database
    generations: Generations
    store: ChromaStore

    def close(self) -> None:
        """Closes the files."""
        self.store.close()
        self.database.close()


def opened(folder: Path) -> Shelf:
    """Opens the index that `make` wrote into a folder."""
    database = Database(folder / "knowledge.db")
    return Shelf(database, Generations(database), ChromaStore(folder / "chroma"))


async def make(folder: Path, size: int, sources: Sequence[Path]) -> None:
    """Publishes `size` passages, unless an earlier run did."""
    with closing(opened(folder)) as shelf:
        try:
            made = shelf.generations.published()
        except IndexMissingError:
            await _publish(shelf, size, sentences(sources))
        else:
            if made.rules != _RULES:
                sys.exit(f"{folder} has passages that were made up otherwise; name another folder")


async def _publish(shelf: Shelf, size: int, known: Sequence[Sentence]) -> None:
    start = time.perf_counter()
    embedder = AnswerEncoder()
    documents, entries, places = _documents(known, size)
    meanings = await _embedded(embedder, [one.text for one in known])
    vectors = _vectors(meanings, places)
    await shelf.store.add(1, [entry.passage.passage_id for entry in entries], vectors)
    generation = Generation(1, embedder.name, rules=_RULES, source="benchmark")
    shelf.generations.add(generation, documents, entries)
    shelf.generations.publish(1)
    print(f"made {size} passages in {time.perf_counter() - start:.0f} s")


def _documents(
    known: Sequence[Sentence], size: int
) -> tuple[list[Document], list[Entry], list[tuple[int, ...]]]:
    """Makes documents in both languages, their passages, and each passage's sentence numbers."""
    documents: list[Document] = []
    entries: list[Entry] = []
    places: list[tuple[int, ...]] = []
    spoken = {one.language for one in known}
    in_turn = cycle(_in_language(known, size, one) for one in _LANGUAGES if one in spoken)
    for number, made in enumerate(islice(in_turn, size // _PASSAGES)):
        pieces = list(islice(made, _PASSAGES))
        header = _header(number, pieces[0])
        documents.append(Document(header, "\n\n".join(piece.text for piece in pieces)))
        entries += _entries(header, pieces)
        places += [piece.places for piece in pieces]
    return documents, entries, places


def _in_language(known: Sequence[Sentence], size: int, language: Language) -> Iterator[Filler]:
    return (one for one in fillers(known, 2 * size) if one.language == language)


def _header(number: int, piece: Filler) -> Header:
    """Makes a header; a third are documents always in force, the others pairs of versions."""
    version = (None, "1", "2")[number // 2 % 3]
    first = number - 2 if version == "2" else number
    chance = random.Random(first)  # noqa: S311 - not a secret
    return Header(
        doc_id=f"doc-{first}",
        title=piece.title,
        source="benchmark",
        version=version or "1",
        language=piece.language,
        category=chance.choice(_CATEGORIES),
        store_types=tuple(chance.sample(_STORES, chance.choice((0, 0, 1, 2)))),
        audience=chance.choices(tuple(Audience), (85, 12, 3))[0],
        effective_from=date(2026, 1, 1) if version == "2" else None,
        effective_until=date(2025, 12, 31) if version == "1" else None,
    )


def _entries(header: Header, pieces: Sequence[Filler]) -> Iterator[Entry]:
    start = 0
    for number, piece in enumerate(pieces):
        end = start + len(piece.text)
        passage = Passage(f"{header.key}#{number}", header, (), piece.text, start, end)
        yield Entry(passage, fingerprint(passage))
        start = end + len("\n\n")


async def _embedded(embedder: AnswerEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    vectors: list[Vector] = []
    for start in range(0, len(texts), _BATCH):
        vectors += await embedder.embed(texts[start : start + _BATCH])
    return np.array(vectors)


def _vectors(meanings: NDArray[np.float32], places: Sequence[tuple[int, ...]]) -> list[Vector]:
    chance = np.random.default_rng(7)
    noise = _NOISE / np.sqrt(meanings.shape[1])
    found = []
    for chosen in places:
        mean = meanings[list(chosen)].mean(axis=0)
        vector = mean / np.linalg.norm(mean) + noise * chance.standard_normal(meanings.shape[1])
        found.append((vector / np.linalg.norm(vector)).astype(np.float32))
    return found


async def _asked(folder: Path, questions: Sequence[str]) -> dict[str, Times]:
    """Measures with and without filters in turns; every round with a new search, without caches."""
    took: dict[str, list[Times]] = {name: [] for name in _FILTERS}
    with closing(opened(folder)) as shelf:
        library, embedder = Library(shelf.database), AnswerEncoder()
        halves = Halves(library, shelf.store, embedder, glossary=load())
        for _ in range(ROUNDS):
            for name, filters in _FILTERS.items():
                search = HybridSearch(halves, shelf.generations)
                await search.warm_up()
                took[name].append(times(await _took(search, filters, questions)))
    return {name: median(rounds) for name, rounds in took.items()}


async def _took(search: HybridSearch, filters: Filters, questions: Sequence[str]) -> list[float]:
    took = []
    for question in questions:
        start = time.perf_counter()
        await search.find(question, filters)
        took.append((time.perf_counter() - start) * 1000)
    return took


def _print(size: int, found: dict[str, Times]) -> None:
    for name, one in found.items():
        print(f"{size:8} passages, {name:11} p50 {one.p50:7.1f} ms   p95 {one.p95:7.1f} ms")
    ratio = found["filtered"].p95 / found["unfiltered"].p95
    print(f"{'':18} filtered / unfiltered, p95: {ratio:.2f}")


def _print_growth(small: dict[str, Times], large: dict[str, Times]) -> None:
    for name in _FILTERS:
        p50, p95 = large[name].p50 / small[name].p50, large[name].p95 / small[name].p95
        print(f"growth tenfold, {name:11} p50 {p50:.1f} x   p95 {p95:.1f} x")


if __name__ == "__main__":
    main()
