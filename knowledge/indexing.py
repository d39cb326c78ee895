"""Making the index: read, clean, split, embed what is new, publish all at once."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge import lexical
from knowledge.embedding import Embedder, Vector
from knowledge.errors import (
    AlreadyIndexingError,
    EmbedderMissingError,
    IndexMissingError,
    UnreadableDocumentError,
)
from knowledge.library import Library
from knowledge.model import Document, Entry, Generation, Passage, Record
from knowledge.schema import header_json
from knowledge.store import PassageStore
from knowledge.tokens import TokenCounter

if TYPE_CHECKING:
    from knowledge.reading import Reading, Skipped

logger = logging.getLogger(__name__)

SPLITTING_VERSION = "2"
"""Another one when passages are cut in another way: the index is made anew."""

_BATCH = 64

Clean = Callable[[str], str]
"""Takes personal data out of a text; bot.privacy has it, knowledge knows no people."""
Progress = Callable[[str, int, int], None]
"""Called with what is counted ("documents", "passages"), how many are done, and of how many."""


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What an indexing run did."""

    documents: int
    passages: int
    embedded: int
    """Passages whose vectors were computed in this run; the others were used again."""
    seconds: float
    skipped: tuple["Skipped", ...] = ()
    assumed: int = 0
    """Documents without any metadata; their title and language were taken from the text."""
    words_only: bool = False
    """Whether there was no embedder, so that only shared words find a passage."""


class Indexer:
    """Fills the index from a folder of documents. Only one run at a time."""

    def __init__(
        self,
        source: Path,
        library: Library,
        store: PassageStore,
        embedder: Embedder | None,
        tokens: TokenCounter,
        clean: Clean,
        clean_version: str,
        currency: str = "KRW",
    ) -> None:
        self._source = source
        self._library = library
        self._store = store
        self._embedder = embedder
        self._tokens = tokens
        self._clean = clean
        self._clean_version = clean_version
        self._currency = currency
        self._running = asyncio.Lock()

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        return self._running.locked()

    def is_missing(self) -> bool:
        """Whether nothing has been indexed yet."""
        return self._earlier() is None

    def is_stale(self) -> bool:
        """Whether there is no index, or one of other rules, another embedder, another source.

        Without an embedder that was missing while indexing, an index of words only is no reason.
        """
        earlier = self._earlier()
        if earlier is None:
            return True
        wanted = self._made_with(earlier.number)
        return (
            earlier.rules != wanted.rules
            or earlier.embedder not in (wanted.embedder, None)
            or earlier.source != wanted.source
        )

    async def rebuild(self, progress: Progress | None = None) -> IndexReport:
        """Index every document anew. Raises KnowledgeError; the earlier index then stays."""
        if self._running.locked():
            raise AlreadyIndexingError
        async with self._running:
            return await self._rebuild(progress or (lambda *_: None))

    async def _rebuild(self, progress: Progress) -> IndexReport:
        from knowledge.reading import read_folder  # noqa: PLC0415 - 0.2 s that a question need not wait

        start = time.perf_counter()
        reading = await asyncio.to_thread(read_folder, self._source, self._currency)
        if not reading.documents:
            # An empty or unmounted folder must not take the answers away.
            raise UnreadableDocumentError(
                f"there is no document that can be read in {self._source}"
            )
        documents, entries = await asyncio.to_thread(self._prepared, reading, progress)
        earlier = self._earlier()
        embedded, words_only = 0, self._embedder is None
        if not await self._is_same(earlier, documents, entries):
            try:
                embedded = await self._publish(
                    earlier, documents, entries, self._embedder, progress
                )
            except EmbedderMissingError as error:
                logger.warning("indexing words only", extra={"reason": str(error)})
                words_only = True
                await self._publish(earlier, documents, entries, None, progress)
        report = IndexReport(
            documents=len(documents),
            passages=len(entries),
            embedded=embedded,
            seconds=time.perf_counter() - start,
            skipped=reading.skipped,
            assumed=reading.assumed,
            words_only=words_only,
        )
        _log(report)
        return report

    def _prepared(
        self, reading: "Reading", progress: Progress
    ) -> tuple[list[Document], list[Entry]]:
        from knowledge import splitting  # noqa: PLC0415 - the same

        documents: list[Document] = []
        entries: list[Entry] = []
        for number, read in enumerate(reading.documents, start=1):
            document = cleaned(read, self._clean)
            documents.append(document)
            entries += [
                Entry(passage, fingerprint(passage))
                for passage in splitting.split(document, self._tokens.count)
            ]
            progress("documents", number, len(reading.documents))
        return documents, entries

    def _earlier(self) -> Generation | None:
        try:
            return self._library.published()
        except IndexMissingError:
            return None

    def _made_with(self, number: int) -> Generation:
        """What a generation made now would be."""
        rules = f"{lexical.VERSION}.{SPLITTING_VERSION}.{self._clean_version}"
        embedder = self._embedder.name if self._embedder else None
        return Generation(number, embedder, rules, str(self._source.resolve()))

    async def _is_same(
        self, earlier: Generation | None, documents: list[Document], entries: list[Entry]
    ) -> bool:
        if earlier is None or earlier != self._made_with(earlier.number):
            return False
        vectors = len(entries) if earlier.embedder else 0
        if await self._store.size(earlier.number) != vectors:
            return False
        headers = {document.header.key: header_json(document.header) for document in documents}
        places = {(p.passage_id, p.start, p.end, p.page) for p in (one.passage for one in entries)}
        return headers == self._library.keys(earlier.number) and places == self._library.places(
            earlier.number
        )

    async def _publish(
        self,
        earlier: Generation | None,
        documents: list[Document],
        entries: list[Entry],
        embedder: Embedder | None,
        progress: Progress,
    ) -> int:
        generation = self._made_with(self._library.next_number())
        embedded = 0
        if embedder is None:
            generation = replace(generation, embedder=None)
        else:
            vectors = await self._reusable(earlier, entries, embedder)
            embedded = await self._embed(entries, vectors, embedder, progress)
            ids = [entry.passage.passage_id for entry in entries]
            in_order = [vectors[passage_id] for passage_id in ids]
            await self._store.add(generation.number, ids, in_order)
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        await asyncio.to_thread(self._library.publish, generation, documents, entries, made_at)
        await self._store.keep_only(self._library.generations())
        return embedded

    async def _reusable(
        self, earlier: Generation | None, entries: list[Entry], embedder: Embedder
    ) -> dict[str, Vector]:
        """Vectors of passages that are as they were, by their id in the new index."""
        if earlier is None or earlier.embedder != embedder.name:
            return {}
        known = self._library.fingerprints(earlier.number)
        old_ids = {
            entry.passage.passage_id: known[entry.fingerprint]
            for entry in entries
            if entry.fingerprint in known
        }
        try:
            vectors = await self._store.vectors(earlier.number, list(set(old_ids.values())))
        except IndexMissingError:
            return {}
        return {new: vectors[old] for new, old in old_ids.items() if old in vectors}

    async def _embed(
        self,
        entries: list[Entry],
        vectors: dict[str, Vector],
        embedder: Embedder,
        progress: Progress,
    ) -> int:
        """Add the vectors that are missing; return how many they were."""
        missing = [entry.passage for entry in entries if entry.passage.passage_id not in vectors]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            made = await embedder.embed([passage.searchable for passage in batch])
            vectors.update(zip([passage.passage_id for passage in batch], made, strict=True))
            progress("passages", min(start + _BATCH, len(missing)), len(missing))
        return len(missing)


def cleaned(document: Document, clean: Clean) -> Document:
    """The document without personal data; pages and rows keep their places."""
    title = clean(document.header.title)
    places = [place for record in document.records for place in (record.start, record.end)]
    cuts = sorted({0, len(document.text), *document.pages, *places})
    pieces = [clean(document.text[a:b]) for a, b in pairwise(cuts)]
    moved = dict(zip(cuts, _offsets(pieces), strict=True))
    return Document(
        header=replace(document.header, title=title),
        text="".join(pieces),
        pages=tuple(moved[page] for page in document.pages),
        records=tuple(
            Record(moved[record.start], moved[record.end], clean(record.name))
            for record in document.records
        ),
    )


def fingerprint(passage: Passage) -> str:
    """What a vector depends on: the same fingerprint, the same vector."""
    return hashlib.sha256(passage.searchable.encode()).hexdigest()[:32]


def _offsets(pieces: Sequence[str]) -> list[int]:
    offsets = [0]
    for piece in pieces:
        offsets.append(offsets[-1] + len(piece))
    return offsets


def _log(report: IndexReport) -> None:
    logger.info(
        "indexing done",
        extra={
            "documents": report.documents,
            "passages": report.passages,
            "embedded": report.embedded,
            "skipped": len(report.skipped),
            "seconds": round(report.seconds, 2),
        },
    )
