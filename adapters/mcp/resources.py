"""Documents as MCP resources: addresses and texts; without the SDK."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote, unquote

from adapters.answers.scope import filters_of, scope_of
from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble
from bot.conversation.documents.listing import Documents, Version, Versions, current
from bot.model.days import in_words
from bot.ports import Index
from bot.texts import Section
from knowledge.model.documents import Filters
from knowledge.model.versions import ALWAYS, FOR_EVER

_TEXTS = Section("documents")

DOCUMENT = "storewise://documents/{doc_id}"
VERSION = "storewise://documents/{doc_id}/versions/{version}"
_ADDRESS = re.compile(r"storewise://documents/(?P<doc_id>[^/]+)(?:/versions/(?P<version>[^/]+))?")
_PAGE = 200  # resources in one answer

_STANDING = _TEXTS.table("STANDING")
_GONE = "There is no such document, or you may not read it. List the resources to see yours."
_NO_PAGE = "Unknown cursor. List the resources from the start."


@dataclass(frozen=True, slots=True)
class Listed:
    """A document in the list of resources."""

    uri: str
    name: str
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the list."""

    documents: Sequence[Listed]
    cursor: str | None
    """The cursor of the next page; None at the end."""


class Resources:
    """Lists and reads the documents that a caller may read."""

    def __init__(self, index: Index, today: Callable[[], date]) -> None:
        self._documents = Documents(index)
        self._today = today

    async def listed(self, caller: Caller, cursor: str | None) -> Page:
        """A page of documents by id, from a cursor on. Raises Problem, KnowledgeError."""
        start = _start(cursor)
        found = await self._documents.listed(self._filters(caller))
        more = start + _PAGE < len(found)
        shown = [_listed(versions) for versions in found[start : start + _PAGE]]
        return Page(shown, str(start + _PAGE) if more else None)

    async def text(self, caller: Caller, uri: str) -> str:
        """The text at an address, below a line on its version. Raises Problem, KnowledgeError."""
        address = _ADDRESS.fullmatch(uri)
        if address is None:
            raise _gone()
        doc_id, version = unquote(address["doc_id"]), address["version"]
        wanted = unquote(version) if version else None
        read = await self._documents.text(self._filters(caller), doc_id, wanted)
        if read is None:
            raise _gone()
        language = read.version.header.language
        last = ["", _TEXTS.CUT[language]] if read.is_cut else []
        return "\n".join([_first_line(read.version), "", read.text, *last])

    def _filters(self, caller: Caller) -> Filters:
        return filters_of(scope_of(caller), self._today())


def _start(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not re.fullmatch(r"[0-9]{1,9}", cursor):
        raise Problem(Trouble.INVALID, _NO_PAGE)
    return int(cursor)


def _listed(versions: Versions) -> Listed:
    shown = current(versions)
    doc_id = shown.doc_id
    named = "; ".join(f"{one.header.version}: {_standing(one)}" for one in versions)
    return Listed(
        uri=DOCUMENT.format(doc_id=quote(doc_id, safe="")),
        name=doc_id,
        title=shown.title,
        description=f"{shown.header.category}, {shown.header.language}. Versions: {named}",
    )


def _first_line(version: Version) -> str:
    return _TEXTS.FIRST_LINE[version.header.language].format(
        title=version.title, version=version.header.version, standing=_standing(version)
    )


def _standing(version: Version) -> str:
    language = version.header.language
    first, last = version.first, version.last
    days = [
        "" if first == ALWAYS else _TEXTS.FROM[language].format(day=in_words(first, language)),
        "" if last == FOR_EVER else _TEXTS.UNTIL[language].format(day=in_words(last, language)),
    ]
    told = " ".join(day for day in days if day)
    said = _STANDING[version.standing][language]
    return f"{said} ({told})" if told else said


def _gone() -> Problem:
    return Problem(Trouble.NOT_FOUND, _GONE)
