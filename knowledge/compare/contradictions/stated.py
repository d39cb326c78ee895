"""Takes the statements with a value from a passage: sentences, list items, table cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

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
