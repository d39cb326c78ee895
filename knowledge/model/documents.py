"""The words of the knowledge side: documents, passages, filters and hits."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Literal, Self

_NAME = re.compile(r"^([^:：(（]{2,}?)\s*[:：(（]")
"""Of "Gift registry: lists and thank-you credit" what people call it."""


Language = Literal["ko", "en"]


class Audience(StrEnum):
    """Who may read a document; each also reads what those before it may."""

    STAFF = "staff"
    MANAGER = "manager"
    ADMIN = "admin"

    @property
    def readable(self) -> tuple["Audience", ...]:
        """The audiences whose documents this one may read."""
        ranks = tuple(Audience)
        return ranks[: ranks.index(self) + 1]


@dataclass(frozen=True, slots=True)
class Header:
    """What is known about one version of a document: its front matter, defaults filled in."""

    doc_id: str
    title: str
    source: str
    """The file's path below the source folder, with forward slashes."""
    version: str = "1"
    language: Language = "en"
    category: str = "general"
    store_types: tuple[str, ...] = ()
    """Which stores it is for; empty means all of them."""
    audience: Audience = Audience.STAFF
    effective_from: date | None = None
    effective_until: date | None = None
    supersedes: str | None = None
    owner: str | None = None
    review_by: date | None = None
    url: str | None = None
    published_date: date | None = None
    tags: tuple[str, ...] = ()
    section: str | None = None
    """Where it stands in something larger, as a line of a corpus may say."""
    corpus: str | None = None
    """Which collection it is of, such as `tax_irs`."""

    @property
    def key(self) -> str:
        """The name of exactly this version, such as `refund-policy-en@2`."""
        return f"{self.doc_id}@{self.version}"


@dataclass(frozen=True, slots=True)
class Record:
    """Where one record of a table of policies or products stands in a document's text."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Document:
    """One version of one source, as Markdown text."""

    header: Header
    text: str
    pages: tuple[int, ...] = ()
    """The offset at which each page begins; empty where the format has no pages."""
    records: tuple[Record, ...] = ()
    """What each makes one passage, a policy or a product; empty for prose."""
    digest: str = ""
    """A hash of the document as it was read; the same digest, the same document."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document small enough to cite; `text` is `document.text[start:end]`."""

    passage_id: str
    """The document's key, "#", and what tells it from the others; see `key_of`."""
    header: Header
    section: tuple[str, ...]
    """The headings above it, outermost first."""
    text: str
    start: int
    end: int
    page: int | None = None
    record: bool = False
    """Whether it is one record of a table of policies or products, not a piece of prose."""

    @property
    def heading(self) -> str:
        """The headings above it in one line."""
        return " › ".join(self.section)

    @property
    def above(self) -> str:
        """The title of its document, and the headings above it."""
        return f"{self.header.title} {self.heading}".strip()

    @property
    def searchable(self) -> str:
        """What is embedded and indexed: the passage with the title and headings above it."""
        return "\n".join(part for part in (self.header.title, self.heading, self.text) if part)


def key_of(passage_id: str) -> str:
    """The key of the document that a passage belongs to, such as `refund-policy-en@2`."""
    return passage_id.rpartition("#")[0]


@dataclass(frozen=True, slots=True)
class Filters:
    """Which passages a search may find; `as_of` and `audience` always hold."""

    as_of: date
    audience: Audience = Audience.STAFF
    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    """The question's; never a wall: a Korean question may be answered by an English document."""

    def widened(self) -> Self:
        """The same search without what may be dropped on a second try."""
        return replace(self, category=None, language=None)


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found, with its scores."""

    passage: Passage
    score: float
    """Both halves together, 0 to 1."""
    meaning: float = 0.0
    """Nearness in meaning, as a share of what the embedder gives a passage that answers well."""
    lexical: float = 0.0
    """BM25 as a share of what the question's words can reach; 0 where no word is shared."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one search found: hits, best first, and how rare each of the question's terms is."""

    hits: tuple[Hit, ...] = ()
    rarity: Mapping[str, float] = field(default_factory=dict)
    """Inverse document frequency of each term of the question."""
    alternatives: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """What may stand for a term, by the glossary or as its right spelling; each a word's terms."""

    def of(self, doc_id: str) -> Self:
        """The same of one document alone."""
        hits = tuple(hit for hit in self.hits if hit.passage.header.doc_id == doc_id)
        return replace(self, hits=hits)


@dataclass(frozen=True, slots=True)
class Generation:
    """One built index: its number, and what it was made with and from."""

    number: int
    embedder: str | None
    """Name of the embedder; None where only words were indexed."""
    rules: str
    """Versions of the rules that cut, clean and tokenise."""
    source: str
    """The folders and files of the documents, each on a line (`Places.lines`)."""
    contents: str = ""
    """A hash of all that it was made from and with; the same contents, the same index."""
    made_at: str = ""
    """When it was made, in UTC, as ISO 8601."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage with the fingerprint of what was embedded for it."""

    passage: Passage
    fingerprint: str


def header_json(header: Header) -> str:
    """A header as it is stored."""
    return json.dumps(asdict(header), ensure_ascii=False, default=date.isoformat)


def name_of(title: str) -> str:
    """A document's title without what explains it."""
    match = _NAME.match(title)
    return match[1] if match else title
