"""The documents that somebody may read: their versions, and the text of each as it may be shown."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.conversation.outgoing import shown_id, shown_title, shown_words
from bot.ports import Index, Search
from knowledge.model.documents import Audience, Filters, Header, Passage
from knowledge.model.versions import Standing, standings, validity
from knowledge.split.injections import without_orders

_LONGEST = 200_000  # characters of a text: more than an assistant reads at once


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document, and where it stands on the day."""

    header: Header
    standing: Standing
    first: date
    last: date
    """The days on which it is in force; `versions.ALWAYS` and `FOR_EVER` where none is set."""

    @property
    def title(self) -> str:
        """The title as it may be shown."""
        return shown_title(self.header.title, self.header.language)

    @property
    def doc_id(self) -> str:
        """The document's id as it may be shown."""
        return shown_id(self.header.doc_id)

    @property
    def is_in_force(self) -> bool:
        """Whether questions of the day are answered from it."""
        return self.standing is Standing.IN_FORCE


@dataclass(frozen=True, slots=True)
class Text:
    """The text of one version, as it may be shown."""

    version: Version
    text: str
    is_cut: bool
    """Whether the document goes on."""


Versions = tuple[Version, ...]
"""All versions of one document that somebody may read, the oldest first."""


def current(versions: Versions) -> Version:
    """The version in force on the day, or the newest where none is."""
    return ([one for one in versions if one.is_in_force] or list(versions))[-1]


class Documents:
    """Lists and reads documents. Of the filters, the day, the role and the store count."""

    def __init__(self, index: Index) -> None:
        self._index = index

    async def listed(self, filters: Filters) -> list[Versions]:
        """Every document with its versions, by its id. Raises IndexMissingError."""
        async with self._index.pinned() as search:
            return await _listed(search, filters)

    async def text(self, filters: Filters, doc_id: str, version: str | None = None) -> Text | None:
        """The text of a version, or of the one in force; None where nobody may read such a one.

        Raises IndexMissingError.
        """
        async with self._index.pinned() as search:
            for versions in await _listed(search, filters):
                if versions[0].doc_id == doc_id:
                    wanted = _wanted(versions, version)
                    return await _read(search, wanted) if wanted else None
        return None


async def _listed(search: Search, filters: Filters) -> list[Versions]:
    # All versions decide which of them is in force; those that may be read are listed.
    everything = replace(filters, audience=Audience.ADMIN)
    headers = await search.history.starting(date.min, everything)
    standing, days = standings(headers, filters.as_of), validity(headers)
    listed: dict[str, list[Version]] = defaultdict(list)
    for header in sorted(headers, key=_place):
        if header.audience in filters.audience.readable:
            version = Version(header, standing[header.key], *days[header.key])
            listed[header.doc_id].append(version)
    return [tuple(versions) for versions in listed.values()]


def _place(header: Header) -> tuple[str, date]:
    return header.doc_id, header.effective_from or date.min


def _wanted(versions: Sequence[Version], name: str | None) -> Version | None:
    if name is None:
        return next((one for one in reversed(versions) if one.is_in_force), None)
    return next((one for one in versions if one.header.version == name), None)


async def _read(search: Search, version: Version) -> Text:
    text = await search.history.text(version.header)
    cut = text[:_LONGEST]
    whole = Passage(f"{version.header.key}#", version.header, (), cut, 0, len(cut))
    # An order may go over several lines: sentences first, then line by line.
    return Text(version, shown_words(without_orders(whole)), is_cut=len(cut) < len(text))
