"""Lists documents and their versions, also those behind posted links."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlsplit

from bot.conversation.outgoing import shown_id, shown_title, shown_words, web_page
from bot.ports import Index, Search
from bot.privacy.harmless import harmless
from knowledge.index.preview import FileRead, files_read
from knowledge.model.documents import Audience, Filters, Header, Language, Passage
from knowledge.model.report import Coverage
from knowledge.model.versions import Standing, standings, validity
from knowledge.split.injections import without_injections

_LONGEST = 200_000  # characters of a text; more than an assistant reads at once


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document, with its standing on the day."""

    header: Header
    standing: Standing
    first: date
    last: date
    """First and last day in force; `versions.ALWAYS` and `FOR_EVER` where none is set."""

    @property
    def title(self) -> str:
        """Returns the title, redacted for show."""
        return shown_title(self.header.title, self.header.language)

    @property
    def doc_id(self) -> str:
        """Returns the document's id, redacted for show."""
        return shown_id(self.header.doc_id)

    @property
    def is_in_force(self) -> bool:
        """Whether it is in force on the day."""
        return self.standing is Standing.IN_FORCE


@dataclass(frozen=True, slots=True)
class Text:
    """The text of one version, redacted for show."""

    version: Version
    text: str
    is_cut: bool
    """Whether the document is longer than the text."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage of a version, redacted for show."""

    section: tuple[str, ...]
    """The headings above it."""
    page: int | None
    text: str


Versions = tuple[Version, ...]
"""All versions of one document that a person may read, the oldest first."""


def current(versions: Versions) -> Version:
    """Returns the version in force on the day, or the newest where none is."""
    return ([one for one in versions if one.is_in_force] or list(versions))[-1]


class Documents:
    """Lists and reads documents. Filters by day, role and type of store."""

    def __init__(self, index: Index) -> None:
        self._index = index

    async def listed(self, filters: Filters) -> list[Versions]:
        """Returns every document with its versions, sorted by id. Raises IndexMissingError."""
        async with self._index.pinned() as search:
            return await _listed(search, filters)

    async def text(self, filters: Filters, doc_id: str, version: str | None = None) -> Text | None:
        """Returns the text of a version, by default of the one in force.

        None if there is no such version or the person may not read it. Raises IndexMissingError.
        """
        async with self._index.pinned() as search:
            for versions in await _listed(search, filters):
                if versions[0].doc_id == doc_id:
                    wanted = _wanted(versions, version)
                    return await _read(search, wanted) if wanted else None
        return None

    async def passages(
        self, filters: Filters, doc_id: str, version: str | None = None
    ) -> list[Shown] | None:
        """Returns what of a version is answered from, in order; None like `text`."""
        async with self._index.pinned() as search:
            for versions in await _listed(search, filters):
                if versions[0].doc_id == doc_id and (wanted := _wanted(versions, version)):
                    passages = await search.history.passages(wanted.header)
                    return [_shown(one) for one in passages]
        return None

    async def files(self, skipped: Sequence[str], coverage: Coverage) -> list[FileRead]:
        """Returns how each file was read that the index is made of, or that was left out."""
        async with self._index.pinned() as search:
            everything = Filters(as_of=date.max, audience=Audience.ADMIN)
            headers = await search.history.starting(date.min, everything)
            passages = [await search.history.passages(one) for one in headers]
        texts = [
            (header, [one.text for one in some], any(one.record for one in some))
            for header, some in zip(headers, passages, strict=True)
        ]
        return [
            replace(
                one,
                file=harmless(one.file, files=True),
                notes=tuple(harmless(note, files=True) for note in one.notes),
            )
            for one in files_read(texts, skipped, coverage)
        ]


def _shown(passage: Passage) -> Shown:
    return Shown(
        tuple(shown_words(one) for one in passage.section),
        passage.page,
        shown_words(without_injections(passage)),
    )


async def _listed(search: Search, filters: Filters) -> list[Versions]:
    # Looks at all versions to decide which is in force; lists only the readable ones.
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
    # An order may span several lines: removes sentences first, then cleans line by line.
    return Text(version, shown_words(without_injections(whole)), is_cut=len(cut) < len(text))


# Finds the documents behind web addresses that people post.


@dataclass(frozen=True, slots=True)
class LinkedDocument:
    """A document in force that all staff may read, safe to show."""

    doc_id: str
    title: str
    version: str
    language: Language
    effective_from: date | None = None
    owner: str | None = None


class LinkedDocuments:
    """Looks up staff documents by their address; reads the index once a day and generation."""

    def __init__(self, index: Index, today: Callable[[], date]) -> None:
        self._index = index
        self._today = today
        self._read: tuple[int, date] | None = None
        self._by_address: Mapping[str, LinkedDocument] = {}
        self._by_id: Mapping[str, LinkedDocument] = {}

    async def at(self, url: str) -> LinkedDocument | None:
        """Returns the document at an address; None if there is none. Raises KnowledgeError."""
        await self._refresh()
        return self._by_address.get(_address(url))

    async def of(self, doc_id: str) -> LinkedDocument | None:
        """Returns a document by its id; None if it has no address. Raises KnowledgeError."""
        await self._refresh()
        return self._by_id.get(doc_id)

    async def _refresh(self) -> None:
        async with self._index.pinned() as search:
            now = search.generation.number, self._today()
            if self._read == now:
                return
            # What only managers may read is not even known to be there.
            headers = await search.history.in_force(Filters(now[1], Audience.STAFF))
        linked = [one for one in headers if web_page(one.url)]
        # The first of several at one address: a link may lead to a page with all of them.
        self._by_address = {
            _address(one.url or ""): _shown_version(one) for one in reversed(linked)
        }
        self._by_id = {one.doc_id: _shown_version(one) for one in linked}
        self._read = now


def _shown_version(header: Header) -> LinkedDocument:
    return LinkedDocument(
        header.doc_id,
        shown_title(header.title, header.language),
        harmless(header.version),
        header.language,
        header.effective_from,
        harmless(header.owner) if header.owner else None,
    )


def _address(url: str) -> str:
    """An address without what does not change its page: scheme, last slash, place in the page."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}{query}"
