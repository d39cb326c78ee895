"""Builds a generation: read, clean, split, embed new passages, write; it is not published yet."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from knowledge.index.contents import (
    Clean,
    FindContacts,
    cleaned,
    digest,
    digest_of_all,
    fingerprint,
    removed,
    told_apart,
)
from knowledge.index.progress import Meter
from knowledge.index.storage.generations import Generations
from knowledge.index.vector_rows import MOST, rows_of
from knowledge.index.vector_store import PassageStore
from knowledge.index.vectors import Rows, completed, reusable, stored
from knowledge.language import terms as lexical
from knowledge.model.documents import Document, Entry, Generation
from knowledge.model.errors import (
    EmbedderMissingError,
    EmbedderUnavailableError,
    UnreadableDocumentError,
)
from knowledge.model.places import Places
from knowledge.model.report import Contacts, Partly, Show, Skipped, Stated
from knowledge.models.embedder import Embedder, Vector
from knowledge.split.token_count import TokenCounter

if TYPE_CHECKING:
    from knowledge.read import Reading, Remembered

logger = logging.getLogger(__name__)

_MOST_CHARACTERS = 21_000_000
"""Characters of all documents for the bi-encoder: some 300,000 statements. It takes half an hour
the first time, on two cores."""
SPLITTING_VERSION = "11"
"""Raise it when documents are read, split or embedded in another way: the index is made anew."""


@dataclass(frozen=True, slots=True)
class Built:
    """A generation that is complete but not published."""

    generation: Generation
    passages: int
    embedded: int
    """Passages whose vectors were computed; those of the others were reused."""
    contacts: Contacts
    empty: tuple[str, ...]
    """The files of documents without a passage."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    documents: Sequence[Document]
    entries: Sequence[Entry]
    contacts: Contacts


@dataclass(frozen=True, slots=True)
class _Made:
    embedder: str | None = None
    vectors: dict[str, Vector] | None = None
    passages: int = 0
    """Passages whose vectors were computed."""


class Builder:
    """Makes generations of documents with one set of rules and at most two embedders."""

    def __init__(
        self,
        generations: Generations,
        store: PassageStore,
        embedder: Embedder | None,
        tokens: TokenCounter,
        clean: Clean,
        clean_version: str,
        currency: str = "KRW",
        most_statements: int = MOST,
        bi_encoder: Embedder | None = None,
        most_characters: int = _MOST_CHARACTERS,
        find_contacts: FindContacts = lambda _: (),
    ) -> None:
        """Above `most_statements`, an index has one vector for each passage.

        Up to `most_characters` of all documents, the bi-encoder makes the vectors.
        """
        self._find_contacts = find_contacts
        self._generations = generations
        self._store = store
        self._embedder = embedder
        self._bi_encoder = bi_encoder
        self._tokens = tokens
        self._clean = clean
        self._currency = currency
        self._most_statements = most_statements
        self._most_characters = most_characters
        self._remembered: Remembered | None = None
        self.rules = f"{lexical.VERSION}.{SPLITTING_VERSION}.{clean_version}"
        self._embedders = [one for one in (bi_encoder, embedder) if one]
        self.embedder_names = [one.name for one in self._embedders]

    async def read(self, source: Places) -> "Reading":
        """Reads all documents of these places, with digests. Raises UnreadableDocumentError."""
        # Imported here: 0.2 s that questions do not wait.
        from knowledge.read import Remembered, read_folder  # noqa: PLC0415

        self._remembered = self._remembered or Remembered()
        reading = await asyncio.to_thread(
            read_folder, source.paths, self._currency, remembered=self._remembered
        )
        if not reading.documents:
            # An empty or unmounted folder must not empty the index.
            raise UnreadableDocumentError(f"there is no document that can be read in {source}")
        documents = tuple(replace(one, digest=digest(one)) for one in reading.documents)
        clean = self._clean
        skipped = tuple(Skipped(clean(one.source), clean(one.reason)) for one in reading.skipped)
        return replace(
            reading,
            documents=documents,
            skipped=skipped,
            partly=tuple(
                Partly(clean(one.source), self._each(one.lost), self._each(one.unknown))
                for one in reading.partly
            ),
            stated=tuple(
                Stated(clean(one.source), self._each(one.fields)) for one in reading.stated
            ),
        )

    def _each(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._clean(text) for text in texts)

    def wanted(self, source: Places, documents: Sequence[Document]) -> Generation:
        """Describes the generation that a run would make of these documents."""
        embedder = self._embedder_for(documents)
        name = embedder.name if embedder else None
        return Generation(
            number=self._generations.next_number(),
            embedder=name,
            rules=self.rules,
            source=source.lines,
            contents=digest_of_all(documents, self.rules, name),
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    async def load(self) -> None:
        """Loads the embedders, which takes a second, alongside other work."""
        for one in self._embedders:
            # A missing one is reported when it has to embed.
            with suppress(EmbedderMissingError):
                await one.load()

    async def embeds(self, wanted: Generation) -> bool:
        """Whether the generation's embedder works now."""
        embedder = next((one for one in self._embedders if one.name == wanted.embedder), None)
        if embedder is None:
            return False
        try:
            await embedder.embed(["환불 refund"])
        except EmbedderUnavailableError:
            return False
        return True

    async def is_whole(self, generation: Generation) -> bool:
        """Whether a generation has its vectors: at least one for each passage."""
        passages = self._generations.size(generation.number)[1] if generation.embedder else 0
        return await self._store.size(generation.number) >= passages

    async def build(
        self,
        wanted: Generation,
        documents: Sequence[Document],
        known: Generation | None,
        show: Show,
    ) -> Built:
        """Builds the generation; reuses the vectors of passages that the known one has."""
        prepared, _ = await asyncio.gather(
            asyncio.to_thread(self._prepared, documents, show), self.load()
        )
        entries = prepared.entries
        made = await self._vectors(wanted, known, entries, show)
        wanted = replace(wanted, embedder=made.embedder)
        await self._written(wanted, prepared.documents, entries, made.vectors, show)
        filled = {entry.passage.header.key for entry in entries}
        empty = (one.header for one in prepared.documents if one.header.key not in filled)
        sources = tuple(header.source for header in empty)
        return Built(wanted, len(entries), made.passages, prepared.contacts, sources)

    def _prepared(self, documents: Sequence[Document], show: Show) -> _Prepared:
        from knowledge.split import passages as splitting  # noqa: PLC0415 - as slow as reading

        meter = Meter(show, "documents", len(documents))
        keys: set[str] = set()
        kept: list[Document] = []
        entries: list[Entry] = []
        stay: Counter[str] = Counter()
        gone: Counter[str] = Counter()
        published: set[str] = set()
        for number, read in enumerate(documents, start=1):
            document = told_apart(cleaned(read, self._clean), keys)
            keys.add(document.header.key)
            contacts = self._find_contacts(document.text)
            stay.update(kind for kind, _ in contacts)
            published.update(value for _, value in contacts)
            gone.update(removed(read.text, document.text))
            kept.append(document)
            entries += [
                Entry(passage, fingerprint(passage))
                for passage in splitting.split(document, self._tokens.count)
            ]
            meter.reached(number)
        return _Prepared(kept, entries, Contacts(dict(stay), dict(gone), sorted(published)))

    def _embedder_for(self, documents: Sequence[Document]) -> Embedder | None:
        """Returns the bi-encoder if it takes only minutes, else the faster embedder."""
        characters = sum(len(one.text) for one in documents)
        is_small = self._bi_encoder is not None and characters <= self._most_characters
        return self._bi_encoder if is_small else self._embedder

    async def _vectors(
        self, wanted: Generation, known: Generation | None, entries: Sequence[Entry], show: Show
    ) -> "_Made":
        """Makes the vectors of all passages; if an embedder is missing, with the next one."""
        names = self.embedder_names
        first = names.index(wanted.embedder) if wanted.embedder in names else len(names)
        for embedder in self._embedders[first:]:
            try:
                vectors, count = await self._by(embedder, known, entries, show)
                return _Made(embedder.name, vectors, count)
            except EmbedderMissingError as error:
                reason = {"embedder": embedder.name, "reason": str(error)}
                logger.warning("indexing without an embedder", extra=reason)
        return _Made()

    async def _by(
        self, embedder: Embedder, known: Generation | None, entries: Sequence[Entry], show: Show
    ) -> tuple[dict[str, Vector], int]:
        """Returns all vectors, and how many passages were embedded. Raises EmbedderMissingError."""
        vectors: dict[str, Vector] = {}
        most = self._most_statements if embedder.by_statement else 0
        rows = await asyncio.to_thread(_rows, entries, most)
        if known is not None and known.embedder == embedder.name:
            fingerprints = await asyncio.to_thread(self._generations.fingerprints, known.number)
            vectors = await reusable(self._store, known.number, fingerprints, entries, rows)
        return vectors, await completed(vectors, entries, rows, embedder, show)

    async def _written(
        self,
        wanted: Generation,
        documents: Sequence[Document],
        entries: Sequence[Entry],
        vectors: dict[str, Vector] | None,
        show: Show,
    ) -> None:
        """Writes a generation: SQLite and Chroma at the same time, each in a thread."""
        writing = [asyncio.to_thread(self._generations.add, wanted, documents, entries)]
        if vectors is not None:
            writing.append(stored(self._store, wanted.number, vectors, show))
        # Waits for both even if one fails: no thread may still write when the next run begins.
        for outcome in await asyncio.gather(*writing, return_exceptions=True):
            if outcome is not None:
                raise outcome


def _rows(entries: Sequence[Entry], most: int) -> Rows:
    """Returns the rows that get vectors: statements if at most `most`, else whole passages."""
    passages = {entry.fingerprint: entry.passage for entry in entries}
    rows: Rows = {}
    if len(entries) <= most:
        rows = {one: rows_of(passage, by_statement=True) for one, passage in passages.items()}
    if rows and sum(len(rows[entry.fingerprint]) for entry in entries) <= most:
        return rows
    return {one: rows_of(passage, by_statement=False) for one, passage in passages.items()}
