"""Citations for a program that writes by itself: a segment or a query in, passages out."""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from knowledge.model.documents import Filters, Found, Generation, Hit
from knowledge.model.errors import SegmentError

TOP_K = 5
"""Passages that are given when nobody says how many."""
MOST = 50
ANYTHING = "help options and next steps"
"""What is looked for when nothing is known."""
_NOTHING = "Nothing fits: is it indexed (`storewise status`), in force that day, for this audience?"
CORPUS = "corpus"
"""What a passage is from when its document does not say."""

Clean = Callable[[str], str]
"""Takes personal data out of a text, by the strict rules; bot.privacy has it."""


class Searched(Protocol):
    """One index; knowledge.search.snapshot.Snapshot is one."""

    @property
    def generation(self) -> Generation:
        """Which index it is."""
        ...

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Return the best passages for the text, best first."""
        ...


class Index(Protocol):
    """What is published; knowledge.search.hybrid.HybridSearch is one."""

    def pinned(self) -> AbstractAsyncContextManager[Searched]:
        """The index as it is now. Raises IndexMissingError."""
        ...


@dataclass(frozen=True, slots=True)
class Segment:
    """What a program has found out about a person's errand."""

    use_case: str = ""
    """The label where there is one, such as `Payment Plans`."""
    funnel_stage: str = ""
    intent_level: str = ""
    reason: str = ""
    """The first of several."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Read a segmenter's result; what else is in it is left alone. Raises SegmentError."""
        reasons = values.get("reasons") or []
        if not isinstance(reasons, list):
            raise SegmentError("`reasons` must be a list of texts")
        first = {"reasons": reasons[0]} if reasons else {}
        return cls(
            _text(values, "use_case_label") or _text(values, "use_case"),
            _text(values, "funnel_stage"),
            _text(values, "intent_level"),
            _text(first, "reasons"),
        )

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read one from a JSON file. Raises SegmentError."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SegmentError(f"{path} cannot be read") from error
        except (ValueError, RecursionError) as error:
            raise SegmentError(f"{path} is no valid JSON") from error
        if not isinstance(values, dict):
            raise SegmentError(f'{path} must hold one object, such as {{"use_case": "refund"}}')
        try:
            return cls.of(values)
        except SegmentError as error:
            raise SegmentError(f"{path}: {error}") from error

    @property
    def query(self) -> str:
        """What to look for."""
        intent = f"intent: {self.intent_level}" if self.intent_level else ""
        parts = (self.use_case, self.funnel_stage, intent, self.reason)
        return " | ".join(part for part in parts if part) or ANYTHING


@dataclass(frozen=True, slots=True)
class Match:
    """A passage that fits, with what a program needs to cite it."""

    id: str
    """Of its document, as front matter or the line of a corpus gives it."""
    title: str | None
    section: str | None
    """The headings above it."""
    text: str
    """As it is stored: the store's own contacts are in it."""
    redacted_text: str
    """Without any contact: this is what a language model may see."""
    url: str | None
    published_date: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What came of a query."""

    query: str
    """Without personal data."""
    source: str
    """Where the documents are, each folder and file on a line."""
    matches: tuple[Match, ...] = ()

    @property
    def lines(self) -> list[str]:
        """What a person reads of it, with nothing in it that is personal."""
        lines = [f"Documents: {', '.join(self.source.splitlines())}", f"Query: {self.query}"]
        for number, one in enumerate(self.matches, start=1):
            place = " › ".join(part for part in (one.title, one.section) if part)
            named = (one.id, one.source, one.published_date, one.url)
            about = ", ".join(part for part in named if part)
            lines += ["", f"[{number}] {place} ({about})", one.redacted_text]
        return lines if self.matches else [*lines, "", _NOTHING]

    @property
    def json(self) -> list[dict[str, Any]]:
        """The citations for a program."""
        return [asdict(one) for one in self.matches]


class Retrieval:
    """Gives the passages that fit a query best."""

    def __init__(self, index: Index, clean: Clean) -> None:
        """The query is cleaned, too: it may be sent to whoever makes vectors."""
        self._index = index
        self._clean = clean

    async def retrieve(self, query: str, filters: Filters, top_k: int = TOP_K) -> Retrieved:
        """At most so many passages, best first. Raises IndexMissingError."""
        query = self._clean(query)
        async with self._index.pinned() as search:
            found = await search.find(query, filters, top_k)
        matches = tuple(self._match(hit) for hit in found.hits)
        return Retrieved(query, search.generation.source, matches)

    def _match(self, hit: Hit) -> Match:
        passage, header = hit.passage, hit.passage.header
        return Match(
            id=header.doc_id,
            title=header.title or None,
            section=passage.heading or None,
            text=passage.text,
            redacted_text=self._clean(passage.text),
            url=header.url,
            published_date=header.published_date.isoformat() if header.published_date else None,
            source=header.corpus or CORPUS,
        )


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise SegmentError(f"`{name}` must be a text")
    return value.strip()
