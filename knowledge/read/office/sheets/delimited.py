"""Reads CSVs that people laid out as a sheet: titles above the head, tables below each other."""

import re
from collections.abc import Sequence
from itertools import dropwhile

from knowledge.read.content import Content, decoded
from knowledge.read.plain.records import read_csv, split_rows, without_decimal_comma

_GAP = re.compile(r"^[\s,;|]*\n", re.MULTILINE)
"""A row without a cell."""
_FULL = re.compile(r"(?:[^\s,;|\t][^,;|\t]*[,;|\t]\s*)+[^\s,;|\t][^,;|\t]*")
"""A head with several columns, all of them named."""


def read_delimited(raw: bytes, currency: str) -> Content:
    """Reads a table; its head may stand below titles, and others may follow an empty row."""
    text = decoded(raw)
    head = text.strip().partition("\n")[0]
    if not _GAP.search(text) and _FULL.fullmatch(head):
        return read_csv(text, currency)
    delimiter, lines = split_rows(text)
    rows = [*dropwhile(lambda row: not any(row), lines)]
    while rows and not any(rows[-1]):
        del rows[-1]
    if not _is_laid_out(rows):
        return read_csv(text, currency)
    # Loading them takes a third of a second.
    from knowledge.read.office.sheets.cells import Sheet, Square  # noqa: PLC0415 - the same
    from knowledge.read.office.sheets.workbook import content_of  # noqa: PLC0415 - the same

    cells = {
        (down, across): Square(
            cell if delimiter == "," else without_decimal_comma(cell), is_words=_is_words(cell)
        )
        for down, row in enumerate(rows, start=1)
        for across, cell in enumerate(row, start=1)
        if cell
    }
    return content_of([Sheet("", cells)], currency)


def _is_laid_out(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a title stands above the head, an empty row parts tables, or a column has no name."""
    if len(rows) <= 1:
        return False
    (head, below, *_), filled = rows, [sum(map(bool, row)) for row in rows]
    has_title = filled[0] == 1 < filled[1] and len(head) in (1, len(below))
    unnamed = [column for column, cell in enumerate(head) if column and not cell]
    used = any(row[column] for row in rows for column in unnamed if column < len(row))
    within = any(any(head[column:]) for column in unnamed)
    beside = len(head) == len(below) and (used or within)
    return max(filled) > 1 and (has_title or beside or 0 in filled)


def _is_words(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell) or not any(sign.isdigit() for sign in cell)
