"""Splits a text into the rows of its table, whichever character stands between the cells."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.limits import check_rows

_DELIMITERS = (",", ";", "\t", "|")
_SAID = re.compile(r"\Asep=(?P<delimiter>.)\n", re.IGNORECASE)
"""The first line with which programs tell Excel the delimiter."""
_UNQUOTED = ("\t", "|")
"""Delimiters with which a quote is often a letter of the text, such as 24" for inches."""
_LOOKED_AT = 20_000
"""Characters that show the delimiter."""
_MOST_NAMED = 20
"""Rows that a report names."""
_DECIMAL_COMMA = re.compile(r"(?P<sign>-?)(?P<whole>\d{1,3}(?:\.\d{3})+|\d+),(?P<cents>\d{1,2})")
_SHAPE = "this row has more or fewer cells than the header"
_TOO_LONG = "the row in line {line}: it has more cells than the header"
_TOO_SHORT = "the last cells of the row in line {line}: it has fewer than the header"


@dataclass(frozen=True, slots=True)
class Delimited:
    """The header and the rows of a table, each as long as the header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    lost: tuple[str, ...] = ()
    """The rows that were left out."""


def delimited(text: str) -> Delimited:
    """Splits a CSV, a TSV or the like. Raises UnreadableDocumentError if it is no table."""
    said = _SAID.match(text)
    delimiter = said["delimiter"] if said else _delimiter(text)
    rows = _filled(text, delimiter)[1 if said else 0 :]
    if not rows:
        return Delimited((), (), delimiter)
    (_, header), *others = rows
    fitted = [(line, _fitted(row, len(header))) for line, row in others]
    kept = tuple(row for _, row in fitted if row is not None)
    long = [line for line, row in fitted if row is None]
    short = [line for line, row in others if len(row) < len(header)]
    lone = [line for line, row in others if len(row) == 1 < len(header)]
    if len(long) > len(kept) or len(lone) > len(others) / 2:
        raise UnreadableDocumentError(_SHAPE, (long or lone)[0])
    lost = (*_named(long, _TOO_LONG), *_named(short, _TOO_SHORT))
    return Delimited(tuple(header), kept, delimiter, lost)


def _fitted(row: Sequence[str], width: int) -> tuple[str, ...] | None:
    """A row as wide as the header: programs leave empty last cells out. None if it is wider."""
    if any(row[width:]):
        return None
    return (*row[:width], *[""] * (width - len(row)))


def without_decimal_comma(number: str) -> str:
    """A number such as 1.234,50 as 1234.50; any other text as it is."""
    found = _DECIMAL_COMMA.fullmatch(number.strip())
    return f"{found['sign']}{found['whole'].replace('.', '')}.{found['cents']}" if found else number


def _delimiter(text: str) -> str:
    """The character that splits most rows into as many cells as the header, and into the most."""
    scores = {one: _score(text, one) for one in _DELIMITERS}
    return max(_DELIMITERS, key=lambda one: scores[one])


def _score(text: str, delimiter: str) -> tuple[float, int]:
    reader = csv.reader(io.StringIO(text[:_LOOKED_AT]), delimiter=delimiter)
    try:
        widths = [len(row) for row in reader if row]
    except csv.Error:
        return (0, 0)
    if not widths or widths[0] == 1:
        return (0, 0)
    return (widths.count(widths[0]) / len(widths), widths[0])


def _filled(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, with their lines. Raises UnreadableDocumentError."""
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in filter(None, reader):
            check_rows(len(rows))
            rows.append((reader.line_num, row))
    except csv.Error as error:
        if delimiter in _UNQUOTED:
            lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line]
            check_rows(len(lines) - 1)
            return [(number, line.split(delimiter)) for number, line in lines]
        too_long = "limit" in str(error)
        reason = "a cell is longer than 131,072 characters" if too_long else "this is no valid CSV"
        raise UnreadableDocumentError(reason, reader.line_num) from error
    return rows


def _named(lines: Sequence[int], what: str) -> tuple[str, ...]:
    named = [what.format(line=line) for line in lines[:_MOST_NAMED]]
    more = len(lines) - _MOST_NAMED
    return (*named, *((f"{more} more such rows",) if more > 0 else ()))
