"""Finds the documents behind web addresses that people post."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from bot.conversation.outgoing import shown_title, web_page
from bot.ports import Index
from bot.privacy.harmless import harmless
from knowledge.model.documents import Audience, Filters, Header, Language


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
        self._by_address = {_address(one.url or ""): _shown(one) for one in reversed(linked)}
        self._by_id = {one.doc_id: _shown(one) for one in linked}
        self._read = now


def _shown(header: Header) -> LinkedDocument:
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
