"""Hands each index that this replica publishes to the others."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime

from knowledge.index.artefacts.following import Follower
from knowledge.index.artefacts.protocols import (
    Artefact,
    Published,
    PublishedIndex,
    Shelf,
    Withheld,
)
from knowledge.index.artefacts.transfer import Exporter
from knowledge.index.storage.carried import Carried
from knowledge.index.storage.generations import ROLLED_BACK, Generations
from knowledge.model.documents import Generation
from knowledge.model.errors import (
    ArtefactError,
    IndexMissingError,
    KnowledgeError,
    NothingToRollBackError,
)

logger = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now(UTC)


class Sharing:
    """The leader's part: what an Indexer publishes here is what all replicas get.

    The file is stored first, then the pointer moves, then this replica publishes: if a step fails,
    all replicas go on with the same index.
    """

    def __init__(
        self,
        published: Published,
        shelf: Shelf,
        exporter: Exporter,
        follower: Follower,
        generations: Generations,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._published = published
        self._shelf = shelf
        self._exporter = exporter
        self._follower = follower
        self._generations = generations
        self._carried = Carried(exporter.database)
        self._now = now
        self._before: PublishedIndex | None = None
        """The published index, as this replica knew it when its run began."""

    async def catch_up(self, *, anew: bool = False) -> None:
        """Brings this replica to the published index before it builds another one.

        Where nothing is published yet, this replica's index is. Raises KnowledgeError; not with
        `anew` if the published index cannot be fetched.
        """
        try:
            await self._follower.follow()
        except KnowledgeError:
            if not anew:
                raise
        self._before = self._follower.seen
        if self._before is None and not anew and (own := await self._own()) is not None:
            await self.share(own)

    async def number(self, above: int) -> int:
        """Returns a number for a generation that no other replica uses. Raises KnowledgeError."""
        return await self._published.next_number(above)

    async def share(self, new: Generation) -> None:
        """Gives a generation to the others, before it is published here. Raises KnowledgeError."""
        before = self._before
        artefact = await self._stored(new)
        index = PublishedIndex(
            artefact,
            before.artefact if before else None,
            self._stamp(),
            await self._withheld(new.contents),
        )
        await self._published.publish(index, before)
        self._before = index
        logger.info("index shared", extra={"index": new.number, "bytes": artefact.size})
        await self._drop_older(index)

    async def roll_back(self) -> Generation:
        """Publishes the index before, on all replicas. Raises KnowledgeError."""
        await self._follower.follow()
        now = self._follower.seen
        if now is None or now.previous is None:
            raise NothingToRollBackError
        back = now.previous
        await self._follower.bring(back)
        contents = await asyncio.to_thread(self._carried.contents, back.number)
        withheld = await self._withheld(contents)
        if now.artefact.number > back.number:
            withdrawn = await asyncio.to_thread(self._carried.contents, now.artefact.number)
            withheld = (*withheld, Withheld(withdrawn, ROLLED_BACK))
        index = PublishedIndex(back, now.artefact, self._stamp(), withheld)
        await self._published.publish(index, now)
        await self._follower.follow()
        return await asyncio.to_thread(self._generations.published)

    async def _own(self) -> Generation | None:
        try:
            return await asyncio.to_thread(self._generations.published)
        except IndexMissingError:
            return None

    async def _stored(self, new: Generation) -> Artefact:
        try:
            artefact, path = await asyncio.to_thread(self._exporter.export, new)
            try:
                await self._shelf.put(artefact.name, path)
            finally:
                path.unlink(missing_ok=True)
        except KnowledgeError as error:
            raise ArtefactError(
                f"index {new.number} cannot be given to the other replicas, so none has it: {error}"
            ) from error
        await asyncio.to_thread(self._carried.note, new.number, artefact.sha256)
        return artefact

    async def _withheld(self, but: str) -> tuple[Withheld, ...]:
        """Returns the contents that no automatic run publishes, without those published now."""
        rows = await asyncio.to_thread(self._carried.rolled_back)
        return tuple(Withheld(contents, why) for contents, why in rows if contents != but)

    async def _drop_older(self, index: PublishedIndex) -> None:
        """Deletes files of earlier indexes; a later number is another leader's."""
        kept = {one.name for one in index.kept}
        try:
            for name in await self._shelf.names():
                number = Artefact.number_in(name)
                if number is not None and number < index.artefact.number and name not in kept:
                    await self._shelf.drop(name)
        except KnowledgeError as error:
            logger.warning("old artefacts not deleted", extra={"error": type(error).__name__})

    def _stamp(self) -> str:
        return self._now().isoformat(timespec="milliseconds")
