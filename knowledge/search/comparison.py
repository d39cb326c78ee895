"""Compares two versions of a document in the published index."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from knowledge.compare.differences import Difference, diff
from knowledge.index.storage.generations import Generations
from knowledge.model.documents import Filters, Header, Passage
from knowledge.model.errors import OneVersionError, UnknownDocumentError, UnknownVersionError
from knowledge.model.near_names import near_names
from knowledge.model.versions import natural
from knowledge.search.library import Library


class Comparison:
    """Compares versions of a document by their stored texts, without personal data."""

    def __init__(self, generations: Generations) -> None:
        self._generations = generations

    async def difference(
        self, name: str, old: str | None = None, new: str | None = None
    ) -> Difference:
        """Returns the changes from one version to another; by default between the newest two.

        A name with a version (`refund-policy-en@2`) compares it with the one before it. Raises
        IndexMissingError, UnknownDocumentError, UnknownVersionError, OneVersionError.
        """
        return await asyncio.to_thread(self._difference, name, old, new)

    def _difference(self, name: str, old: str | None, new: str | None) -> Difference:
        number = self._generations.published().number
        headers = self._generations.headers(number)
        doc_id, version = _parted(name, headers)
        known = _family(doc_id, headers)
        before, after = _chosen(known, old, new or version)
        document = self._generations.document
        return diff(document(number, before), document(number, after))


def _parted(name: str, headers: Sequence[Header]) -> tuple[str, str | None]:
    """Splits a name into a document's id and its version, if any."""
    if any(header.doc_id == name for header in headers):
        return name, None
    for header in headers:
        if header.key == name:
            return header.doc_id, header.version
    ids = sorted({header.doc_id for header in headers})
    doc_id = name.partition("@")[0]
    if doc_id in ids:
        raise UnknownVersionError(name, [one.key for one in _family(doc_id, headers)])
    raise UnknownDocumentError(name, near_names(doc_id, ids))


def _family(doc_id: str, headers: Sequence[Header]) -> list[Header]:
    """Returns a document's versions, oldest first, after versions of other names they replaced."""
    own = [header for header in headers if header.doc_id == doc_id]
    replaced = {header.supersedes for header in own}
    others = [one for one in headers if one.key in replaced and one.doc_id != doc_id]
    ordered = sorted(own, key=lambda header: natural(header.version))
    return [*sorted(others, key=lambda header: natural(header.version)), *ordered]


def _chosen(known: list[Header], old: str | None, new: str | None) -> tuple[Header, Header]:
    after = _version(known, new) if new else known[-1]
    if old:
        return _version(known, old), after
    place = known.index(after)
    if len(known) == 1:
        raise OneVersionError(after.key)
    # The first version has none before it; it is compared with the second.
    return (known[place - 1], after) if place else (after, known[1])


def _version(known: Sequence[Header], name: str) -> Header:
    # Answers cite a version with a "v" before it.
    for wanted in (name, name.removeprefix("v")):
        for header in known:
            if wanted in (header.version, header.key):
                return header
    raise UnknownVersionError(name, [header.key for header in known])


# Looks up the versions of documents in one generation, also those not in force.


@dataclass(frozen=True, slots=True)
class History:
    """Finds old, new and upcoming versions. Filters only by audience and type of store."""

    library: Library
    generations: Generations
    generation: int

    async def versions(self, header: Header, filters: Filters) -> list[Header]:
        """Returns every version, oldest first, after those of other names that it replaced."""
        return await asyncio.to_thread(self._versions, header, filters)

    async def starting(self, since: date, filters: Filters) -> list[Header]:
        """Returns the versions that start on a day or later, the latest first."""
        return await asyncio.to_thread(self.library.starting, self.generation, since, filters)

    async def in_force(self, filters: Filters) -> list[Header]:
        """Returns the versions that a person may see and that count on the day."""
        return await asyncio.to_thread(self.library.in_force, self.generation, filters)

    async def passages(self, header: Header) -> list[Passage]:
        """Returns all passages of one version of a document, in order."""
        return await asyncio.to_thread(self.library.passages_of, self.generation, header.key)

    async def text(self, header: Header) -> str:
        """Returns the text of one version of a document, without personal data."""
        document = await asyncio.to_thread(self.generations.document, self.generation, header)
        return document.text

    async def difference(self, old: Header, new: Header) -> Difference:
        """Returns the changes from one version of a document to another."""
        return await asyncio.to_thread(self._difference, old, new)

    def _versions(self, header: Header, filters: Filters) -> list[Header]:
        number = self.generation
        own = self.library.versions(number, header.doc_id, filters)
        replaced = {one.supersedes.rpartition("@")[0] for one in own if one.supersedes}
        earlier = [
            other
            for doc_id in sorted(replaced - {header.doc_id})
            for other in self.library.versions(number, doc_id, filters)
        ]
        return [*earlier, *own]

    def _difference(self, old: Header, new: Header) -> Difference:
        document, number = self.generations.document, self.generation
        return diff(document(number, old), document(number, new))
