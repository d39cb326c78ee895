"""Gives citations to a program that writes its own answers: segment or query in, passages out."""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from knowledge.model.documents import Filters, Found, Generation, Hit, as_place
from knowledge.model.errors import SegmentError

TOP_K = 5
"""Passages that are returned by default."""
MOST = 50
ANYTHING = "help options and next steps"
"""The query for an empty segment."""
_NOTHING = "Nothing fits: is it indexed (`storewise status`), in force that day, for this audience?"
CORPUS = "corpus"
"""The source of a passage whose document names none."""

Clean = Callable[[str], str]
"""Removes personal data from a text by the strict rules; bot.privacy provides it."""


class Searched(Protocol):
    """A search in one index; knowledge.search.snapshot.Snapshot is one."""

    @property
    def generation(self) -> Generation:
        """Returns the generation that is searched."""
        ...

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Returns the best passages for the text, best first."""
        ...


class Index(Protocol):
    """The published index; knowledge.search.hybrid.HybridSearch is one."""

    def pinned(self) -> AbstractAsyncContextManager[Searched]:
        """Opens the index as it is now. Raises IndexMissingError."""
        ...


@dataclass(frozen=True, slots=True)
class Segment:
    """What a program knows about a person's request."""

    use_case: str = ""
    """The label where there is one, such as `Payment Plans`."""
    funnel_stage: str = ""
    intent_level: str = ""
    reason: str = ""
    """The first of several."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Reads a segmenter's result; ignores its other fields. Raises SegmentError."""
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
        """Reads a segment from a JSON file. Raises SegmentError."""
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
        """Returns the text to search for."""
        intent = f"intent: {self.intent_level}" if self.intent_level else ""
        parts = (self.use_case, self.funnel_stage, intent, self.reason)
        return " | ".join(part for part in parts if part) or ANYTHING


@dataclass(frozen=True, slots=True)
class Match:
    """A passage that fits, with what a program needs to cite it."""

    id: str
    """Its document's id, from front matter or the line of a corpus."""
    title: str | None
    section: str | None
    """The headings above it."""
    text: str
    """The stored text, with the store's own contacts."""
    redacted_text: str
    """The text without any contacts, safe to show to a language model."""
    url: str | None
    published_date: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The result of a query."""

    query: str
    """Without personal data."""
    source: str
    """The folders and files of the documents, one a line."""
    matches: tuple[Match, ...] = ()

    @property
    def lines(self) -> list[str]:
        """Returns the result as lines for a person, without personal data."""
        lines = [f"Documents: {', '.join(self.source.splitlines())}", f"Query: {self.query}"]
        for number, one in enumerate(self.matches, start=1):
            place = as_place(one.title, one.section)
            named = (one.id, one.source, one.published_date, one.url)
            about = ", ".join(part for part in named if part)
            lines += ["", f"[{number}] {place} ({about})", one.redacted_text]
        return lines if self.matches else [*lines, "", _NOTHING]

    @property
    def json(self) -> list[dict[str, Any]]:
        """Returns the citations as JSON values for a program."""
        return [asdict(one) for one in self.matches]


class Retrieval:
    """Finds the passages that fit a query best."""

    def __init__(self, index: Index, clean: Clean) -> None:
        """Cleans the query as well: it may be sent to an embedding service."""
        self._index = index
        self._clean = clean

    async def retrieve(self, query: str, filters: Filters, top_k: int = TOP_K) -> Retrieved:
        """Returns at most `top_k` passages, best first. Raises IndexMissingError."""
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
