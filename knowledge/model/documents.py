"""The types of the knowledge side: documents, passages, filters and hits."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Literal, Self

ANSWERED = "answered"
"""The tag of documents that people wrote in a chat, on the page or by the API."""
_BETWEEN = " › "
"""Stands between the parts of a place in a document."""
_NAME = re.compile(r"^([^:：(（]{2,}?)\s*[:：(（]")
"""The name in a title: "Gift registry" in "Gift registry: lists and thank-you credit"."""


Spoken = Literal["en", "ko", "ja"]
"""The languages that the bot speaks: each has a file in `bot/texts`."""
Language = Literal["en", "ko", "ja", "und"]
"""The language of a text; `und`, as in BCP 47, for all others."""


class Audience(StrEnum):
    """Who may read a document. Each may also read the documents of those before it."""

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
    """The front matter of one version of a document, with defaults filled in."""

    doc_id: str
    title: str
    source: str
    """The file's path below the source folder, with forward slashes."""
    version: str = "1"
    language: Language = "en"
    category: str = "general"
    store_types: tuple[str, ...] = ()
    """The kinds of store that it is for; empty means all."""
    stores: tuple[str, ...] = ()
    """The ids of the stores that it is for; empty means all. The same for regions and brands."""
    regions: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
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
    """Its section in a larger work, if a line of a corpus names one."""
    corpus: str | None = None
    """The collection that it belongs to, such as `tax_irs`."""

    @property
    def answered(self) -> bool:
        """Whether somebody wrote it in answer, in a chat, on the page or by the API."""
        return ANSWERED in self.tags

    @property
    def key(self) -> str:
        """The name of exactly this version, such as `refund-policy-en@2`."""
        return f"{self.doc_id}@{self.version}"

    @property
    def reach(self) -> tuple[tuple[str, ...], ...]:
        """Where it counts: its types of store, stores, regions and brands; each empty for all."""
        return self.store_types, self.stores, self.regions, self.brands

    @property
    def is_for_some(self) -> bool:
        """Whether it is for some stores, regions or brands only."""
        return bool(self.stores or self.regions or self.brands)

    def breadth(self, place: "StorePlace", store_type: str | None = None) -> int:
        """How widely it counts, to compare two documents that count in one store.

        3: everywhere, 2: in this type of store, 1: in this region or brand, 0: in this store alone.
        """
        if place.store and self.stores:
            return 0
        if (place.region and self.regions) or (place.brand and self.brands):
            return 1
        return 2 if store_type and self.store_types else 3

    def shares_a_store(self, other: "Header") -> bool:
        """Whether both may count in one store."""
        pairs = zip(self.reach, other.reach, strict=True)
        return all(not one or not two or {*one} & {*two} for one, two in pairs)


@dataclass(frozen=True, slots=True)
class StorePlace:
    """The store that a question is asked for, by its id, with its region and brand."""

    store: str | None = None
    """None for no particular store: then only documents for all stores count."""
    region: str | None = None
    brand: str | None = None


@dataclass(frozen=True, slots=True)
class StoreNames:
    """All stores, regions and brands that documents of an index are limited to."""

    stores: frozenset[str] = frozenset()
    regions: frozenset[str] = frozenset()
    brands: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.stores or self.regions or self.brands)

    def known(self, place: StorePlace) -> StorePlace:
        """Returns what of a place matters: equal for stores in which the same documents count."""
        return StorePlace(
            place.store if place.store in self.stores else None,
            place.region if place.region in self.regions else None,
            place.brand if place.brand in self.brands else None,
        )


@dataclass(frozen=True, slots=True)
class CatalogueRecord:
    """The place of one record, a policy or a product of a table, in a document's text."""

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
    records: tuple[CatalogueRecord, ...] = ()
    """The policies or products of a table, one passage each; empty for prose."""
    digest: str = ""
    """A hash of the document as read. Equal digests mean equal documents."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document small enough to cite; `text` is `document.text[start:end]`."""

    passage_id: str
    """The document's key, "#" and a part that is unique in the document; see `key_of`."""
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
        return as_place(*self.section)

    @property
    def above(self) -> str:
        """The title of its document, and the headings above it."""
        return f"{self.header.title} {self.heading}".strip()

    @property
    def searchable(self) -> str:
        """The text to embed and index: the passage with the title and headings above it."""
        return "\n".join(part for part in (self.header.title, self.heading, self.text) if part)


def key_of(passage_id: str) -> str:
    """The key of the document that a passage belongs to, such as `refund-policy-en@2`."""
    return passage_id.rpartition("#")[0]


@dataclass(frozen=True, slots=True)
class Filters:
    """Limits of a search; `as_of` and `audience` are never dropped."""

    as_of: date
    audience: Audience = Audience.STAFF
    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    """The question's language. Excludes nothing: an English document may answer in Korean."""
    place: StorePlace | None = None
    """The store; None for documents of every store."""
    most: int | None = None
    """How many passages a search may find; None for its own limit."""

    def at_most(self, limit: int) -> int:
        """A limit, lowered to `most`."""
        return limit if self.most is None else min(limit, self.most)

    def widened(self) -> Self:
        """The same search without category and language, for a second try."""
        return replace(self, category=None, language=None)


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found, with its scores."""

    passage: Passage
    score: float
    """Meaning and words combined, 0 to 1."""
    meaning: float = 0.0
    """Nearness in meaning, where 1 is that of a passage that answers well."""
    lexical: float = 0.0
    """BM25 divided by the question's highest possible score; 0 if no word is shared."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: hits, best first, and how rare each of the question's terms is."""

    hits: tuple[Hit, ...] = ()
    rarity: Mapping[str, float] = field(default_factory=dict)
    """Inverse document frequency of each term of the question."""
    alternatives: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """For each term, its glossary synonyms and spelling corrections, each as a word's terms."""

    def of(self, doc_id: str) -> Self:
        """The same result with the hits of one document only."""
        hits = tuple(hit for hit in self.hits if hit.passage.header.doc_id == doc_id)
        return replace(self, hits=hits)


@dataclass(frozen=True, slots=True)
class Generation:
    """One built index: its number, its sources and the versions that built it."""

    number: int
    embedder: str | None
    """Name of the embedder; None where only words were indexed."""
    rules: str
    """Versions of the rules that cut, clean and tokenise."""
    source: str
    """The folders and files of the documents, each on a line (`Places.lines`)."""
    contents: str = ""
    """A hash of all its inputs. Equal hashes mean equal indexes."""
    made_at: str = ""
    """When it was made, in UTC, as ISO 8601."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage with the fingerprint of its embedded text."""

    passage: Passage
    fingerprint: str


def header_json(header: Header) -> str:
    """A header as JSON, to be stored."""
    return json.dumps(asdict(header), ensure_ascii=False, default=date.isoformat)


def name_of(title: str) -> str:
    """The name in a document's title, without the explanation behind it."""
    match = _NAME.match(title)
    return match[1] if match else title


def as_place(*parts: str | None) -> str:
    """A place in a document in one line: its title, its headings, its page; no empty parts."""
    return _BETWEEN.join(filter(None, parts))


def parts_of_place(line: str) -> list[str]:
    """The parts of such a line."""
    return line.split(_BETWEEN)
