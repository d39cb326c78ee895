"""Keeps the index up beside the server: on a schedule, when a file changes, when it is lost."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from bot.ports import Indexer
from knowledge.index.storage.sqlite_copy import file_id
from knowledge.model.errors import AlreadyIndexingError, KnowledgeError
from knowledge.model.places import Places
from knowledge.model.report import Run
from knowledge.model.spared import Spared

logger = logging.getLogger(__name__)

LOOK_S = 5.0
_WAIT_S = 0.5


class IndexGuard:
    """Looks at knowledge.db and the data folder every few seconds."""

    def __init__(
        self,
        fault: Callable[[], str | None],
        renew: Callable[[], None],
        indexer: Indexer,
        source: Callable[[], Places],
        data: Path,
        look_s: float = LOOK_S,
        fetch: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`fault` says what is wrong with the file; `renew` puts an empty one in its place.

        A replica gives `fetch`: its index comes from the others, and needs no documents here.
        """
        self._fetch = fetch
        self._fault = fault
        self._renew = renew
        self._indexer = indexer
        self._source = source
        self._data = data
        self._folder = file_id(data)
        self._look_s = look_s

    async def watch(self) -> None:
        """Looks until it is cancelled. Raises KnowledgeError if only a restart helps."""
        source = await asyncio.to_thread(self._source)
        while True:
            await asyncio.sleep(self._look_s)
            # A machine without a free file or thread for a moment is no reason to stop.
            with Spared("guard of the index", KnowledgeError):
                source = await self._looked(source)

    async def _looked(self, source: Places) -> Places:
        """Makes a lost index again; returns the places of the documents as they are now."""
        if self.folder_is_lost():
            # Every other file there is lost, too: answers, keys, settings of channels.
            raise KnowledgeError(f"the folder {self._data} was deleted or replaced; restart")
        word = await asyncio.to_thread(self._fault)
        if word is None:
            return await asyncio.to_thread(self._source)
        logger.error("knowledge.db cannot be used", extra={"reason": word})
        await self._make_again(word, source)
        return source

    def folder_is_lost(self) -> bool:
        """Whether the data folder is no longer the one of the start."""
        return file_id(self._data) != self._folder

    async def _fetch_again(self, fetch: Callable[[], Awaitable[None]]) -> None:
        if self._indexer.running:  # it may still write; the next look comes soon
            return
        await asyncio.to_thread(self._renew)
        try:
            await fetch()
        except KnowledgeError as error:
            # The follower remembers its trouble for /readyz, and tries again.
            logger.warning("index not fetched", extra={"error": type(error).__name__})

    async def _make_again(self, word: str, source: Places) -> None:
        if self._fetch is not None:
            await self._fetch_again(self._fetch)
            return
        if not all(path.exists() for path in source.paths):
            raise KnowledgeError(f"knowledge.db is {word}, and the documents are not there either")
        if self._indexer.running:  # it may still write; the next look comes soon
            return
        await asyncio.to_thread(self._renew)
        while True:
            try:
                await self._indexer.rebuild(Run(source=source, unasked=True), lambda _: None)
            except AlreadyIndexingError:
                await asyncio.sleep(_WAIT_S)
            else:
                logger.warning("knowledge.db was made again from the documents")
                return


# Indexes the documents automatically: on a schedule, and when a file changes.


_BETWEEN_S = 1.0
_BY_ITSELF = Run(unasked=True)


async def by_the_clock(indexer: Indexer, every: timedelta) -> None:
    """Indexes at regular intervals until it is cancelled."""
    while True:
        await asyncio.sleep(every.total_seconds())
        await _indexed(indexer)


async def on_change(indexer: Indexer, changes: AsyncIterator[None]) -> None:
    """Indexes after each change until it is cancelled."""
    async for _ in changes:
        # A file here has changed: that is no reason to ask servers elsewhere.
        await _indexed(indexer, Run(unasked=True, fetch=False))


async def _indexed(indexer: Indexer, run: Run = _BY_ITSELF) -> None:
    while True:
        try:
            report = await indexer.rebuild(run, lambda _: None)
        except AlreadyIndexingError:
            # That run may have read the files before they changed.
            await asyncio.sleep(_BETWEEN_S)
        except KnowledgeError as error:
            # The message is ours: a path, and what to fix.
            logger.warning("not indexed", extra={"reason": str(error)})
            return
        except Exception:
            # After a bug in one run, the next run must still start.
            logger.exception("a bug stopped a run")
            return
        else:
            if not report.published:
                logger.warning("not published", extra={"withheld": report.withheld})
            return
