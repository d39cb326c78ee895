"""Takes the statements with a value from a passage: sentences, list items, table cells."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import PurePosixPath

from knowledge.language.terms import query_terms
from knowledge.language.values import (
    UNCOMPARED,
    Value,
    ValueKind,
    differ,
    same,
    values,
    without_values,
)
from knowledge.model.documents import Header, Passage
from knowledge.model.report import Namesakes, NotedOrder, Where
from knowledge.model.versions import natural
from knowledge.split.injections import is_named_so, is_planted
from knowledge.split.statements import Statement, statements

# Words that point elsewhere for the subject: "this product", "the following cases", 다음 각 호.
_POINTING = re.compile(
    r"\b(?:this|these|following|above|below)\b|\b(?:section|article|paragraph|clause)\s\d"
    r"|다음 각|다음과 같|다음의|이 (?:법|영|규정|경우|작업)|이때|위의|아래의|같은 [항조법영]"
    r"|제\s?\d{1,4}\s?[조항호]",
    re.IGNORECASE,
)
_NOTE = re.compile(r"<[^<>]{1,200}>")
"""An editor's note, such as <개정 2020.3.31>."""
_MOST_VALUES = 2
"""If more values differ, the statements list the properties of two different things."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement with its comparable values, and the words that name their subject."""

    passage: Passage
    text: str
    values: tuple[Value, ...]
    terms: frozenset[str]

    @property
    def header(self) -> Header:
        """Returns the header of its document."""
        return self.passage.header


def stated(passage: Passage) -> Iterator[Stated]:
    """Yields the statements of a passage that have a value and name its subject themselves."""
    for statement in statements(passage):
        if _is_whole_list(statement):
            continue
        for text, condition in _parts(statement, record=passage.record):
            if not _POINTING.search(text):
                yield from _with_values(passage, _NOTE.sub(" ", text), condition)


def differing(one: Stated, other: Stated) -> list[tuple[Value, Value]]:
    """Returns the pairs of values that cannot both be right; none where that is not clear."""
    mine, theirs = _by_measure(one.values), _by_measure(other.values)
    pairs = [
        (a, b)
        for measure in mine.keys() & theirs.keys()
        if len(mine[measure]) == len(theirs[measure])
        for a, b in zip(mine[measure], theirs[measure], strict=True)
        if not same(a, b)
    ]
    clear = all(differ(a, b) for a, b in pairs) and len(pairs) <= _MOST_VALUES
    return pairs if clear else []


def _is_whole_list(statement: Statement) -> bool:
    # A short list is one statement, and each of its items is another.
    return len(statement.quotes) > 1 and statement.quotes[0].rstrip().endswith((":", "："))


def _parts(statement: Statement, *, record: bool) -> Iterator[tuple[str, str]]:
    """Yields the text; of a table row each cell, with the row's first cell as its condition."""
    if record or "|" not in statement.quotes[0]:
        yield statement.text, ""
        return
    first, *cells = statement.text.split("; ")
    yield from ((cell, first) for cell in cells)


def _with_values(passage: Passage, text: str, condition: str) -> Iterator[Stated]:
    found = [value for value in values(text) if value.kind not in UNCOMPARED]
    if not found:
        return
    terms = frozenset(query_terms(f"{condition} {without_values(text, found)}"))
    whole = f"{condition}; {text}" if condition else text
    yield Stated(passage, whole, tuple(found), terms)


def _by_measure(found: Sequence[Value]) -> dict[tuple[ValueKind, str], list[Value]]:
    def measure(value: Value) -> tuple[ValueKind, str]:
        return value.kind, value.unit if value.kind in (ValueKind.COUNT, ValueKind.MONEY) else ""

    ordered = sorted(found, key=measure)
    return {key: list(group) for key, group in groupby(ordered, key=measure)}


# Finds statements that use nearly the same words, values aside.

_COMMON = 500
"""A word in more statements than this finds no candidates: it belongs to a form."""
_MOST_PAIRS = 8_000_000
"""Most pairs of statements that are compared, about a minute: thousands of records of one pattern
would take hours."""
_INSTEAD = 0.1
"""Share of all words that each of two statements may have and the other not."""


class Nearest:
    """Looks up statements by their words; rare words count more than common ones."""

    def __init__(self, stated: Sequence[Stated], least: float) -> None:
        self._stated = stated
        self._least = least
        counts = Counter(term for one in stated for term in one.terms)
        self._rarity = {term: math.log(1 + len(stated) / n) for term, n in counts.items()}
        self._weights = [sum(self._rarity[term] for term in one.terms) for one in stated]
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(stated):
            for term in one.terms:
                self._places[term].append(number)
        self._found: dict[int, list[tuple[float, int]]] = {}
        self._pairs = 0

    @property
    def whole(self) -> bool:
        """Whether every statement was compared; with too many pairs, the last ones are not."""
        return self._pairs <= _MOST_PAIRS

    def to(self, number: int) -> list[tuple[float, int]]:
        """Returns the statements most like one, each as likeness and place, the likest first."""
        if number not in self._found:
            self._found[number] = self._look_up(number)
        return self._found[number]

    def _look_up(self, number: int) -> list[tuple[float, int]]:
        candidates = {place for term in self._telling(number) for place in self._places[term]}
        candidates.discard(number)
        self._pairs += len(candidates)
        if not self.whole:
            return []
        found = [(self._likeness(number, place), place) for place in candidates]
        return sorted((one for one in found if one[0] >= self._least), key=lambda x: (-x[0], x[1]))

    def _telling(self, number: int) -> list[str]:
        """Returns enough of its rarest words that any similar statement shares one of them."""
        terms = self._stated[number].terms
        left = (1 - self._least) * self._weights[number]
        chosen: list[str] = []
        for term in sorted(terms, key=lambda term: (-self._rarity[term], term)):
            if left < 0:
                break
            left -= self._rarity[term]
            if len(self._places[term]) <= _COMMON:
                chosen.append(term)
        return chosen

    def _likeness(self, number: int, place: int) -> float:
        one, other = self._weights[number], self._weights[place]
        if min(one, other) < self._least * max(one, other):
            return 0.0
        mine, theirs = self._stated[number], self._stated[place]
        if mine.header.language != theirs.header.language:
            return 0.0
        shared = sum(map(self._rarity.__getitem__, mine.terms & theirs.terms))
        total = one + other - shared
        # Gold here and Silver there: words of its own make it another subject.
        return shared / total if min(one, other) - shared <= _INSTEAD * total else 0.0


# Finds files that seem to be versions of one document but are indexed as several.
#
# Without a `doc_id` a document's name is its path, so another file is another document: its changes
# are unknown, and its differences look like contradictions. The report only names such files:
# joining two documents because of their titles could hide one of them.


def namesakes(headers: Iterable[Header]) -> list[Namesakes]:
    """Groups documents with the same title and language, different versions, and a path as name."""
    alike: dict[tuple[str, str], list[Header]] = defaultdict(list)
    for header in headers:
        alike[" ".join(header.title.casefold().split()), header.language].append(header)
    kept = (_that_seem_one(some) for some in alike.values())
    return [_named(some) for some in kept if some]


def _that_seem_one(headers: list[Header]) -> list[Header]:
    return [one for one in headers if any(_seem_one(one, other) for other in headers)]


def _seem_one(one: Header, other: Header) -> bool:
    return (
        one.doc_id != other.doc_id
        and one.version != other.version
        and (_is_called_by_path(one) or _is_called_by_path(other))
        and (one.category == other.category or (bool(one.owner) and one.owner == other.owner))
        and all({*mine} == {*theirs} for mine, theirs in zip(one.reach, other.reach, strict=True))
        and not _replaces(one, other)
        and not _replaces(other, one)
    )


def _is_called_by_path(header: Header) -> bool:
    return header.doc_id == PurePosixPath(header.source).with_suffix("").as_posix()


def _replaces(one: Header, other: Header) -> bool:
    return (one.supersedes or "").rpartition("@")[0] == other.doc_id


def _named(headers: list[Header]) -> Namesakes:
    known = sorted(headers, key=lambda one: natural(one.version))
    given = next((one for one in known if not _is_called_by_path(one)), known[0])
    files = tuple((one.version, one.source) for one in known)
    return Namesakes(known[0].title, files, given.doc_id)


# Finds orders to a language model anywhere in the documents of an index.


def planted(passages: Sequence[Passage], headers: Iterable[Header]) -> list[NotedOrder]:
    """Returns each order once, sorted by document; those in its name and title come first."""
    found = chain(
        chain.from_iterable(map(_in_names, headers)), _headings(passages), _said(passages)
    )
    return sorted(dict.fromkeys(found), key=lambda one: one.key)


def _in_names(header: Header) -> Iterator[NotedOrder]:
    """Yields the first order in a file name, a title or the rest of the front matter."""
    said = (
        (Where.FILE_NAME, header.source),
        (Where.TITLE, header.title),
        *(
            (Where.FRONT_MATTER, text)
            for text in (header.doc_id, header.category, header.owner, header.url, *header.tags)
        ),
    )
    for where, text in said:
        # One is enough: a file's name is often also the document's name and title.
        if text and is_named_so(text):
            yield NotedOrder(header.key, header.source, header.title, "", None, where, text)
            return


def _headings(passages: Iterable[Passage]) -> Iterator[NotedOrder]:
    first: dict[tuple[str, str], Passage] = {}
    for passage in passages:
        for heading in passage.section:
            first.setdefault((passage.header.key, heading), passage)
    for (_, heading), passage in first.items():
        if is_named_so(heading):
            yield _noted(passage, Where.HEADING, heading)


def _said(passages: Iterable[Passage]) -> Iterator[NotedOrder]:
    for passage in passages:
        for statement in statements(passage):
            if is_planted(statement, passage):
                yield _noted(passage, Where.TEXT, statement.text)


def _noted(passage: Passage, where: Where, text: str) -> NotedOrder:
    header = passage.header
    return NotedOrder(
        header.key, header.source, header.title, passage.heading, passage.page, where, text
    )
