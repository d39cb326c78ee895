"""Keeps a replica on the index that all replicas answer from."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

from knowledge.index.artefacts.protocols import Artefact, Published, PublishedIndex, Shelf
from knowledge.index.artefacts.transfer import Importer
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.model.documents import Generation
from knowledge.model.errors import ArtefactError, IndexMissingError, KnowledgeError

logger = logging.getLogger(__name__)

LOOK_S = 15.0
"""Seconds after which a replica looks by itself, if nothing wakes it."""
_FIRST_PAUSE_S = 1.0
_LONGEST_PAUSE_S = 60.0
FIRST_LOOK_S = 60.0
"""Seconds in which a replica that starts can fetch an index of 100,000 passages."""

Warm = Callable[[Generation], Awaitable[None]]
"""Reads a generation's vectors into memory before questions need them."""


async def _cold(_: Generation) -> None:
    """Leaves that to the first question."""


class Follower:
    """Fetches, verifies, imports and publishes each index that the leader publishes.

    Questions in flight end on the index that they began with.
    """

    def __init__(
        self,
        published: Published,
        shelf: Shelf,
        importer: Importer,
        generations: Generations,
        readers: ReaderCounts,
        warm: Warm = _cold,
        look_s: float = LOOK_S,
    ) -> None:
        self._published = published
        self._shelf = shelf
        self._importer = importer
        self._carried = importer.carried
        self._generations = generations
        self._readers = readers
        self._warm = warm
        self._look_s = look_s
        self._alone = asyncio.Lock()
        self._looked = asyncio.Event()
        """Set once a look has ended, whatever it found."""
        self.seen: PublishedIndex | None = None
        """The published index, as it was at the last look."""
        self.trouble: str | None = None
        """Why this replica does not answer from the published index, for an operator; else None."""

    @asynccontextmanager
    async def following(self, first_look_s: float = FIRST_LOOK_S) -> AsyncGenerator[None]:
        """Follows while the block runs, which begins on the published index.

        If that cannot be had in time, it begins all the same: on the index that is here.
        """
        self._looked.clear()
        running = asyncio.create_task(self.run())
        looked = asyncio.create_task(self._looked.wait())
        try:
            await asyncio.wait(
                [running, looked], timeout=first_look_s, return_when=asyncio.FIRST_COMPLETED
            )
            yield
        finally:
            for task in (running, looked):
                task.cancel()
            await asyncio.gather(running, looked, return_exceptions=True)

    async def run(self) -> None:
        """Follows until it is cancelled; tries again with growing pauses if something fails."""
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                await self.follow()
                pause_s = _FIRST_PAUSE_S
                await self._published.wait_for_change(self.seen, self._look_s)
            except KnowledgeError as error:
                # `follow` has noted its own; this is the wait's, if there is none.
                self.trouble = self.trouble or self._told(str(error))
                await self._pause(pause_s)
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    async def follow(self) -> None:
        """Looks once, and switches to the published index. Raises KnowledgeError."""
        async with self._alone:
            try:
                await self._follow()
            except KnowledgeError as error:
                self.trouble = self._told(str(error))
                logger.warning("index not followed", extra={"error": type(error).__name__})
                raise
            finally:
                self._looked.set()
            self.trouble = None
            await self._tidy()

    async def bring(self, artefact: Artefact) -> None:
        """Makes sure that the generation of an artefact is here. Raises KnowledgeError."""
        importer = self._importer
        if await asyncio.to_thread(importer.has, artefact):
            return
        start = time.perf_counter()
        try:
            fetched = await importer.fetch(artefact, self._shelf)
            if importer.vectors is not None and self._carried.sha256(artefact.number) is None:
                # Files of an import that was killed, or of a build that was not published.
                await importer.vectors.drop(artefact.number)
            await asyncio.to_thread(importer.take, fetched, artefact)
        except KnowledgeError as error:
            raise ArtefactError(f"index {artefact.number} cannot be fetched: {error}") from error
        taken = {"index": artefact.number, "seconds": round(time.perf_counter() - start, 2)}
        logger.info("index imported", extra=taken)

    async def _follow(self) -> None:
        try:
            self.seen = index = await self._published.current()
        except KnowledgeError as error:
            raise ArtefactError(f"the published index cannot be looked up: {error}") from error
        if index is None or await asyncio.to_thread(self._is_followed, index):
            return
        await self.bring(index.artefact)
        await self._warmed(index.artefact.number)
        await asyncio.to_thread(self._switch, index)
        logger.info("index switched", extra={"index": index.artefact.number})

    def _is_followed(self, index: PublishedIndex) -> bool:
        pointer = self._carried.pointer()
        return (
            pointer is not None
            and pointer[0] == index.artefact.number
            and self._carried.rolled_back() == _withheld(index)
            and self._importer.has(index.artefact)
        )

    async def _warmed(self, number: int) -> None:
        generation = await asyncio.to_thread(self._generations.numbered, number)
        if generation is not None:
            await self._warm(generation)

    def _switch(self, index: PublishedIndex) -> None:
        previous = index.previous.number if index.previous else None
        self._carried.switch(index.artefact.number, previous, _withheld(index))

    async def _tidy(self) -> None:
        """Deletes replaced indexes, once nobody reads them; else the next look does."""
        importer = self._importer
        try:
            for number in await asyncio.to_thread(importer.older):
                if self._readers.are_reading(number):
                    continue
                await asyncio.to_thread(self._carried.forget, number)
                if importer.vectors is not None:
                    await importer.vectors.drop(number)
        except KnowledgeError as error:
            logger.warning("old indexes not deleted", extra={"error": type(error).__name__})

    async def _pause(self, seconds: float) -> None:
        """Waits, but not longer than until another index is published."""
        try:
            await self._published.wait_for_change(self.seen, seconds)
        except KnowledgeError:
            await asyncio.sleep(seconds)

    def _told(self, reason: str) -> str:
        try:
            answering = f"answering from index {self._generations.published().number}"
        except IndexMissingError:
            answering = "there is no index yet"
        except KnowledgeError:
            answering = "the index here cannot be read"
        return f"{re.sub(r'[.;]+$', '', reason)}; {answering}"


def _withheld(index: PublishedIndex) -> list[tuple[str, str]]:
    return sorted((one.contents, one.reason) for one in index.withheld)
