"""Builds a new index beside the published one, and publishes it if it is no worse."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Protocol

from knowledge.index.builder import Builder
from knowledge.index.contents import digest
from knowledge.index.publishing import (
    Judge,
    Publishing,
    Reviews,
    Shared,
    against,
    judged_as,
    withheld,
)
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import PassageStore
from knowledge.model.documents import Document, Generation
from knowledge.model.errors import AlreadyIndexingError, IndexMissingError, KnowledgeError
from knowledge.model.places import Places
from knowledge.model.report import (
    Changes,
    Contacts,
    Coverage,
    IndexReport,
    Judgement,
    Progress,
    Run,
    Show,
    Skipped,
    Status,
)
from knowledge.model.stored import of_values

if TYPE_CHECKING:
    from knowledge.read import Reading

logger = logging.getLogger(__name__)

_PATIENCE_S = 60.0
"""Seconds to wait for questions that still read an index before it is deleted."""

ASKED = Run()

Alone = Callable[[], AbstractAsyncContextManager[None]]
"""Holds what only one process may hold."""


class Copies(Protocol):
    """Copies documents that lie elsewhere; adapters.sources.copies.Copies is one."""

    async def fetch(self, source: Places, show: Show) -> Sequence[Skipped]:
        """Brings the copies among these places up to date; names what was left out.

        A copy that cannot be renewed stays as it is. Raises KnowledgeError if there is none yet.
        """
        ...

    async def left_out(self, source: Places) -> Sequence[Skipped]:
        """Names what the last run left out, without asking anybody."""
        ...

    def named(self, source: Places) -> str:
        """Returns the places as people know them."""
        ...


class Written(Protocol):
    """Brings documents that people wrote by hand; bot.rules.folder has one."""

    async def brought(self) -> None:
        """Writes them into a folder of their own."""
        ...

    def beside(self, places: Places) -> Places:
        """Returns these places with that folder, if there are any."""
        ...

    async def reviewed(self) -> Mapping[str, date]:
        """Returns until when versions were called still true, by their keys."""
        ...


class Indexer:
    """Makes the index from folders and files of documents, one run at a time."""

    def __init__(
        self,
        source: Callable[[], Places],
        builder: Builder,
        generations: Generations,
        store: PassageStore,
        reviews: Reviews,
        judge: Judge | None = None,
        readers: ReaderCounts | None = None,
        copies: Copies | None = None,
        shared: Shared | None = None,
        alone: Alone = nullcontext,
        written: Written | None = None,
    ) -> None:
        """Calls `source` at each run. Without a judge every index is published.

        With `shared`, other replicas answer from the index, too: `alone` keeps them from indexing
        at the same time, and raises AlreadyIndexingError where one does.
        """
        self._alone = alone
        self._source = source
        self._written = written
        self._copies = copies
        self._builder = builder
        self._generations = generations
        self._store = store
        self._reviews = reviews
        self._publishing = Publishing(generations, judge, shared)
        self._shared = shared
        self._readers = readers or ReaderCounts()
        self._running = asyncio.Lock()
        self._progress: Progress | None = None

    @property
    def running(self) -> bool:
        """Whether a run is in progress."""
        return self._running.locked()

    def is_missing(self) -> bool:
        """Whether nothing has been indexed yet."""
        return self._published() is None

    def is_stale(self) -> bool:
        """Whether there is no index, or its rules, embedder or source have changed.

        An index made without vectors, because the embedder was missing, is not stale.
        """
        published = self._published()
        if published is None:
            return True
        return (
            published.rules != self._builder.rules
            or published.embedder not in (*self._builder.embedder_names, None)
            or published.source != self._source().lines
        )

    def status(self) -> Status:
        """Describes the published index. Raises IndexMissingError."""
        published = self._generations.published()
        documents, passages = self._generations.size(published.number)
        noted = self._generations.noted(published.number)
        return Status(
            published=published,
            documents=documents,
            passages=passages,
            languages=self._generations.languages(published.number),
            previous=self._generations.previous(),
            skipped=tuple(skipped["reason"] for skipped in noted.get("skipped", ())),
            coverage=of_values(Coverage, noted.get("coverage", {})),
            progress=self._progress,
            review=self._reviews.noted(published.number),
            contacts=Contacts(**noted.get("contacts", {})),
            where=self._named(Places.kept(published.source)),
        )

    async def changes(self) -> Changes:
        """Compares the documents with the published index. Raises KnowledgeError."""
        reading = await self._builder.read(self._source())
        return self._changes(self._published(), reading)

    async def rebuild(self, run: Run = ASKED, show: Show = lambda _: None) -> IndexReport:
        """Builds and publishes a new index. Raises KnowledgeError; the old one then stays."""
        if self._running.locked():
            raise AlreadyIndexingError

        def seen(progress: Progress) -> None:
            self._progress = progress
            show(progress)

        async with self._running, self._alone():
            start = time.perf_counter()
            try:
                report = await self._rebuild(run, seen)
            finally:
                self._progress = None
        report = replace(report, seconds=time.perf_counter() - start)
        _log(report)
        return report

    async def roll_back(self) -> Generation:
        """Publishes the previous index again. Raises NothingToRollBackError."""
        if self._running.locked():
            raise AlreadyIndexingError
        async with self._running, self._alone():
            if self._shared is not None:
                return await self._shared.roll_back()
            return await asyncio.to_thread(self._generations.roll_back)

    async def _rebuild(self, run: Run, show: Show) -> IndexReport:
        await asyncio.to_thread(self._generations.check)
        if self._shared is not None:
            await self._shared.catch_up(anew=run.full)
        await self._tidy()
        source = await self._with_written(run.source or self._source())
        left_out = await self._fetched(source, run, show)
        published = self._published()
        reading = await self._read(source, to_embed=run.full or published is None)
        documents = await self._reviewed(reading.documents)
        skipped = (*left_out, *reading.skipped)
        reading = replace(reading, documents=documents, skipped=skipped)
        wanted = self._builder.wanted(source, reading.documents)
        report = self._report(reading, published)
        if published is not None and not run.full and await self._is_same(published, wanted):
            return await self._unchanged(run, published, report)
        if published is not None and run.unasked:
            reason = await self._publishing.kept_back(wanted)
            if reason:
                return withheld(report, reason)
        if self._shared is not None:
            wanted = replace(wanted, number=await self._shared.number(wanted.number - 1))
        return await self._renewed(run, wanted, reading.documents, report, show)

    async def _with_written(self, source: Places) -> Places:
        if self._written is None:
            return source
        await self._written.brought()
        return await asyncio.to_thread(self._written.beside, source)

    async def _reviewed(self, documents: Sequence[Document]) -> tuple[Document, ...]:
        """The documents with the days that their owners gave them since they were written."""
        days = await self._written.reviewed() if self._written else {}
        return tuple(_until(one, days.get(one.header.key)) for one in documents)

    async def _fetched(self, source: Places, run: Run, show: Show) -> Sequence[Skipped]:
        """Brings copies of documents elsewhere up to date, before they are read."""
        if self._copies is None:
            return ()
        if run.fetch:
            return await self._copies.fetch(source, show)
        return await self._copies.left_out(source)

    def _named(self, source: Places) -> str:
        return self._copies.named(source) if self._copies else str(source)

    async def _read(self, source: Places, *, to_embed: bool) -> "Reading":
        if not to_embed:
            return await self._builder.read(source)
        reading, _ = await asyncio.gather(self._builder.read(source), self._builder.load())
        return reading

    async def _renewed(
        self,
        run: Run,
        wanted: Generation,
        documents: Sequence[Document],
        report: IndexReport,
        show: Show,
    ) -> IndexReport:
        """Builds a generation, has it judged, and publishes it if nothing speaks against it.

        A change that people decided about counts at once; it is judged to say what it changed.
        """
        published, standard = self._published(), await self._publishing.standard(wanted)
        known = None if run.full else published
        built = await self._builder.build(wanted, documents, known, show)
        review = await self._reviews.made(wanted.number)
        report = replace(
            report,
            passages=built.passages,
            embedded=built.embedded,
            words_only=built.generation.embedder is None,
            review=review,
            contacts=built.contacts,
            coverage=replace(report.coverage, empty=built.empty),
        )
        judging = partial(self._publishing.judged, built.generation, published, show)
        at_once = report.changes.within(run.decided)
        judgement = Judgement() if at_once else await judging()
        report = judged_as(report, judgement)
        reason = against(run, report, judgement)
        report = await self._publishing.decided(wanted, report, reason, standard)
        if at_once:
            report = judged_as(report, await judging())
        await self._tidy()
        return report

    async def _unchanged(self, run: Run, published: Generation, report: IndexReport) -> IndexReport:
        """Reports on a run that would make the published index again."""
        empty = self._coverage(published.number).empty
        report = replace(
            report,
            passages=self._generations.size(published.number)[1],
            words_only=published.embedder is None,
            review=await self._reviews.known(published.number),
            contacts=Contacts(**self._generations.noted(published.number).get("contacts", {})),
            coverage=replace(report.coverage, empty=empty),
        )
        self._note_reading(published.number, report)
        reason = against(run, report, Judgement())
        return withheld(report, reason) if reason else report

    def _note_reading(self, number: int, report: IndexReport) -> None:
        """Notes which files could not be read now; the others are the same."""
        noted, skipped = self._generations.noted(number), [asdict(one) for one in report.skipped]
        if noted.get("skipped", []) != skipped or self._coverage(number) != report.coverage:
            coverage = asdict(report.coverage)
            self._generations.note(number, {**noted, "skipped": skipped, "coverage": coverage})

    def _coverage(self, number: int) -> Coverage:
        return of_values(Coverage, self._generations.noted(number).get("coverage", {}))

    def _report(self, reading: "Reading", published: Generation | None) -> IndexReport:
        """Makes the report as far as it is known before anything is built."""
        return IndexReport(
            documents=len(reading.documents),
            skipped=reading.skipped,
            coverage=Coverage(reading.partly, reading.stated),
            assumed=reading.assumed,
            words_only=not self._builder.embedder_names,
            changes=self._changes(published, reading),
        )

    def _published(self) -> Generation | None:
        try:
            return self._generations.published()
        except IndexMissingError:
            return None

    async def _is_same(self, published: Generation, wanted: Generation) -> bool:
        """Whether a run would make the published index again, and its vectors exist."""
        alike = replace(
            wanted,
            number=published.number,
            made_at=published.made_at,
            embedder=published.embedder,
        )
        if alike != published or not await self._builder.is_whole(published):
            return False
        # If the embedder was missing then, index again only if it works now.
        return published.embedder == wanted.embedder or not await self._builder.embeds(wanted)

    def _changes(self, published: Generation | None, reading: "Reading") -> Changes:
        if published is None:
            return Changes()
        before = self._generations.digests(published.number)
        after = {document.header.key: document.digest for document in reading.documents}
        return Changes.between(before, after)

    async def _tidy(self) -> None:
        """Deletes old and unfinished indexes, once nobody reads them any more."""
        kept = self._generations.kept()
        if not await self._readers.left(kept, _PATIENCE_S):
            return
        try:
            await asyncio.to_thread(self._generations.forget_others)
            await self._store.keep_only(kept)
        except KnowledgeError as error:
            # The published index is in place; the next run tries again.
            logger.warning("old indexes not deleted", extra={"error": type(error).__name__})


def _until(document: Document, day: date | None) -> Document:
    header = document.header
    if day is None or day == header.review_by:
        return document
    changed = replace(document, header=replace(header, review_by=day))
    return replace(changed, digest=digest(changed))


def _log(report: IndexReport) -> None:
    logger.info(
        "indexing done",
        extra={
            "documents": report.documents,
            "passages": report.passages,
            "embedded": report.embedded,
            "skipped": len(report.skipped),
            "published": report.published,
            "lost": len(report.lost),
            "clashes": len(report.review.clashes),
            "orders": len(report.review.orders),
            "seconds": round(report.seconds, 2),
        },
    )
