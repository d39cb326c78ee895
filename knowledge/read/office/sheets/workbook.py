"""The text of a workbook of any format, made of its visible sheets."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from knowledge.model.documents import as_place
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_rows
from knowledge.read.office.sheets.cells import Row, Sheet, rows
from knowledge.read.office.sheets.tables import Entry, entries
from knowledge.read.plain.records import placed, record_name, record_text

_Listed = tuple[str, Sequence[Entry]]
"""The title of a sheet and what stands on it."""


def content_of(visible: Iterable[Sheet], currency: str) -> Content:
    """The records of all tables, as in a CSV; a workbook of single lines only is text.

    Raises UnreadableDocumentError if there is nothing in it, or too much.
    """
    sheets = [(sheet.title, listed) for sheet in visible if (listed := _entries(sheet))]
    if not sheets:
        raise UnreadableDocumentError("its sheets are empty or hidden")
    check_rows(sum(len(listed) for _, listed in sheets))
    several = len(sheets) > 1
    if not any(entry.record for _, listed in sheets for entry in listed):
        return Content("\n".join(_as_text(one, several=several) for one in sheets))
    return placed(
        [
            _named(entry, (title,) if several else (), currency)
            for title, listed in sheets
            for entry in listed
        ]
    )


def _entries(sheet: Sheet) -> list[Entry]:
    return [one for part in parts(rows(sheet), sheet.hidden_columns) for one in entries(part)]


def _as_text(sheet: _Listed, *, several: bool) -> str:
    title, listed = sheet
    heading = f"## {title}\n\n" if several else ""
    # A line break in a cell ends a paragraph.
    lines = [line for entry in listed for line in entry.line.splitlines()]
    return heading + "".join(f"{line}\n\n" for line in lines)


def _named(entry: Entry, sheet: tuple[str, ...], currency: str) -> tuple[str, str]:
    above = [*sheet, *entry.place]
    if not entry.record:
        return _in_one_line(above), entry.line
    return _in_one_line([*above, record_name(entry.record)]), record_text(entry.record, currency)


def _in_one_line(names: Sequence[str]) -> str:
    return as_place(*(" ".join(name.split()) for name in names))


# Tells tables apart that stand beside each other on a sheet.

_FEWEST = 2
"""Columns and rows that a table has, with its head; less than that is a note beside one."""
_Band = range
"""The columns of a table."""


def parts(rows: Sequence[Row], hidden: Collection[int]) -> Iterator[list[Row]]:
    """The rows from the top, where tables stand beside each other those of one after the other's.

    `hidden` columns separate nothing.
    """
    together: list[Row] = []
    for block in _blocks(rows):
        bands = _bands(block, hidden)
        if len(bands) == 1:
            apart = _apart(together, block)
            if apart is not None:
                yield together[: len(together) - apart]
                together = together[len(together) - apart :]
            together += block
            continue
        titles = together if all(_is_title(row, bands) for row in together) else []
        if together and not titles:
            yield together
        together = []
        for band in bands:
            yield [*_titles(titles, band), *_within(block, band)]
    if together:
        yield together


def _apart(above: Sequence[Row], block: Sequence[Row]) -> int | None:
    """How many rows above belong to a block whose table stands beside that above; None for all."""
    columns, own = _columns(above), _columns(block)
    if not columns or not own or (own.start < columns.stop and columns.start < own.stop):
        return None
    titles = takewhile(lambda row: min(row.squares) not in columns, reversed(above))
    return sum(1 for _ in titles)


def _columns(rows: Sequence[Row]) -> range:
    """From the first to the last column of the rows of a table."""
    used = {column for row in rows if len(row.pieces) > 1 for column in row.squares}
    return range(min(used), max(used) + 1) if used else range(0)


def _blocks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    block: list[Row] = []
    for row in rows:
        if row.after_gap and block:
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _bands(block: Sequence[Row], hidden: Collection[int]) -> list[_Band]:
    """The columns of each table of a block; one range where there is one table."""
    used = {column for row in block if len(row.pieces) > 1 for column in row.squares}
    if not used:
        return [range(0)]
    bands: list[_Band] = []
    for column in sorted(used):
        if bands and all(between in hidden for between in range(bands[-1].stop, column)):
            bands[-1] = range(bands[-1].start, column + 1)
        else:
            bands.append(range(column, column + 1))
    return _joined(block, bands)


def _joined(block: Sequence[Row], bands: Sequence[_Band]) -> list[_Band]:
    """The bands, each that is no table of its own with the one before it."""
    kept = [bands[0]]
    for band in bands[1:]:
        if _is_table(block, kept[-1]) and _is_table(block, band):
            kept.append(band)
        else:
            kept[-1] = range(kept[-1].start, band.stop)
    return kept


def _is_title(row: Row, bands: Sequence[_Band]) -> bool:
    """Whether a row has at most one text above each table."""
    return len(row.pieces) == 1 or all(
        sum(column in band for column in row.squares) <= 1 for band in bands
    )


def _titles(rows: Sequence[Row], band: _Band) -> Iterator[Row]:
    """The titles above a table; a single one in a row is that of each table below it."""
    for row in rows:
        if len(row.pieces) == 1:
            yield row
        else:
            yield from _within([row], band)


def _is_table(block: Sequence[Row], band: _Band) -> bool:
    """Whether columns have a head of words, and each row below it a name."""
    rows = [row for row in _within(block, band) if len(row.pieces) >= _FEWEST]
    if len(rows) < _FEWEST or not all(square.is_words for square in rows[0].pieces):
        return False
    first = min(rows[0].squares)
    names = [row.squares[first].text for row in rows[1:] if first in row.squares]
    return bool(names) and all(any(sign.isalpha() for sign in name) for name in names)


def _within(block: Sequence[Row], band: _Band) -> list[Row]:
    """The rows of a block, with the squares of some columns alone."""
    squares = (
        (row, {column: one for column, one in row.squares.items() if column in band})
        for row in block
    )
    kept = [replace(row, squares=some) for row, some in squares if some]
    gaps = [False, *(below.number - above.number > 1 for above, below in pairwise(kept))]
    return [
        replace(row, after_gap=row.after_gap or gap) for row, gap in zip(kept, gaps, strict=True)
    ]
