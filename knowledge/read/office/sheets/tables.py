"""Finds the tables of a worksheet, with their column headings and titles."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, takewhile
from statistics import median

from openpyxl.utils import get_column_letter

from knowledge.read.office.sheets.cells import Row, Square
from knowledge.read.plain.records import without_dittos

_LONGEST_TITLE = 80
_ROWS_BELOW = 20
"""Rows to look at for a table's width."""
_UNIT = re.compile(r"[(（\[][^()（）\[\]]{1,12}[)）\]]")
"""What a row of units below a head holds in each cell: (kg)."""
_NOTE_MARKS = ("※", "*")
_COLONS = (":", "：")
_EMPTY = "–"
"""Stands in an empty cell of a column that most rows fill."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a table by column, or a single line."""

    place: tuple[str, ...]
    """The titles above it, outermost first."""
    record: Mapping[str, str | None]
    """Empty for a single line. None for an empty cell."""
    line: str = ""
    after_gap: bool = False
    """Whether the row above is empty."""


def entries(rows: Sequence[Row]) -> Iterator[Entry]:
    """The rows of all tables of a sheet, and its single lines."""
    start = 0
    while start < len(rows):
        head = _head(rows, start)
        if head is None:
            yield from (Entry((), {}, _as_line(row)) for row in rows[start:])
            return
        end = _end(rows, head)
        first = _first_of_head(rows, start, head)
        yield from _of_table(rows[start:first], rows[first:end], head - first)
        start = end


def _head(rows: Sequence[Row], start: int) -> int | None:
    """The next row with column headings: the first with several words that is not a title."""
    for at in range(start, len(rows) - 1):
        words = sum(square.is_words for square in rows[at].pieces)
        wide = 2 * len(rows[at].pieces) > _usual_width(rows[at + 1 : at + 1 + _ROWS_BELOW])
        is_label = rows[at].pieces[0].text.endswith(_COLONS)
        if (
            words > 1
            and wide
            and not is_label
            and (not rows[at + 1].after_gap or _is_above(rows[at:]))
        ):
            return at
    return None


def _is_above(rows: Sequence[Row]) -> bool:
    """Whether the first row names the columns of those below it, in spite of the gap."""
    head, first, *others = rows
    if not all(square.is_words for square in head.pieces) or not first.squares.keys() <= (
        head.squares.keys()
    ):
        return False
    has_values = not all(square.is_words for square in first.pieces)
    goes_on = bool(others) and not others[0].after_gap
    if goes_on and not has_values and not all(square.is_words for square in others[0].pieces):
        return False  # The row below names columns of numbers.
    return len(first.pieces) > 1 and (has_values or goes_on)


def _first_of_head(rows: Sequence[Row], start: int, head: int) -> int:
    """The first row with column headings: those above the head that group its columns."""
    first = head
    while first > start and not rows[first].after_gap and _is_groups(rows[first - 1], rows[head]):
        first -= 1
    return first


def _is_groups(row: Row, head: Row) -> bool:
    """Whether a row groups the columns of the head below it: several names, or a wide one."""
    # Without the names that reach down into the head.
    own = {
        column: square
        for column, square in row.squares.items()
        if square.merged is None or square != head.squares.get(column)
    }
    columns = range(min(head.squares) + 1, max(head.squares) + 1)
    if not own or not own.keys() <= {*columns}:
        return False
    return 1 < len(row.pieces) < len(head.pieces) or _is_wide(own[min(own)])


def _usual_width(below: Sequence[Row]) -> float:
    """The median number of cells in the rows down to the next empty one."""
    table = [below[0], *takewhile(lambda row: not row.after_gap, below[1:])]
    return median(len(row.pieces) for row in table)


def _end(rows: Sequence[Row], head: int) -> int:
    """The end of the table: an empty row above another table's head, or the end of the sheet."""
    for at in range(head + 1, len(rows)):
        if rows[at].after_gap and _begins_another(rows, at, head):
            return at
    return len(rows)


def _begins_another(rows: Sequence[Row], at: int, head: int) -> bool:
    """Whether the next row after titles is a head: it looks so, or has words below numbers.

    Otherwise two tables are not told from one with an empty row in it.
    """
    body = rows[head + 1 : at]
    while at < len(rows) - 1 and len(rows[at].pieces) == 1:
        at += 1
    if at == len(rows) - 1 or not all(square.is_words for square in rows[at].pieces):
        return False
    if _look(rows[head]) == _look(rows[at]) != _look(rows[at + 1]):
        return True
    goes_on = not rows[at + 1].after_gap and len(rows[at].pieces) > 1
    return goes_on and any(_is_of_numbers(body, column) for column in rows[at].squares)


def _is_of_numbers(body: Sequence[Row], column: int) -> bool:
    """Whether a column of a table has numbers only."""
    values = [row.squares[column] for row in body if column in row.squares]
    return bool(values) and not any(value.is_words for value in values)


def _look(row: Row) -> tuple[bool, str]:
    return row.pieces[0].look


def _of_table(above: Sequence[Row], table: Sequence[Row], groups: int) -> Iterator[Entry]:
    """The entries of a table whose head begins with so many rows that group its columns."""
    lines = [_as_line(row) for row in above]
    titles = tuple(line for line in lines[:1] if len(line) <= _LONGEST_TITLE)
    yield from (Entry(titles, {}, line) for line in lines[len(titles) :])
    depth = groups + _depth(table[groups:])
    names = _names(table[:depth], {column for row in table for column in row.squares})
    body = list(_of_body(table[depth:], names, titles))
    yield from _told_empty(body if _is_letter(names) else list(_with_dittos(body)), names)


def _told_empty(body: Sequence[Entry], names: Mapping[int, str]) -> Iterator[Entry]:
    """Marks the empty cells of a column that most rows fill: there, nothing says something."""
    records = [entry.record for entry in body if entry.record]
    filled = {
        name
        for name in [*names.values()][1:]
        if 2 * sum(record[name] not in ("", None) for record in records) >= len(records)
    }
    first = next(iter(names.values()))
    for entry in body:
        # A row without a name, such as a sum, says only what is in it.
        named = bool(entry.record.get(first))
        told = {
            name: _EMPTY if named and value is None and name in filled else value or ""
            for name, value in entry.record.items()
        }
        yield replace(entry, record=told)


def _is_letter(names: Mapping[int, str]) -> bool:
    """Whether the first column has no heading: it is then named by its letter."""
    column, name = next(iter(names.items()))
    return bool(name == get_column_letter(column))


def _with_dittos(body: Sequence[Entry]) -> Iterator[Entry]:
    """Fills in blank first cells from the row above, down to the next gap or title."""
    gaps = accumulate(entry.after_gap for entry in body)
    parts = groupby(
        zip(gaps, body, strict=True), key=lambda one: (one[0], one[1].place, bool(one[1].record))
    )
    for (_, _, is_record), some in parts:
        rows = [entry for _, entry in some]
        if not is_record:
            yield from rows
            continue
        for row, record in zip(rows, without_dittos([row.record for row in rows]), strict=True):
            yield replace(row, record=record)


def _depth(table: Sequence[Row]) -> int:
    """How many rows the column headings take: more than one if some stand above several columns."""
    head = table[0]
    merged = [square.merged for square in head.pieces if square.merged]
    tall = sum(row.number <= max((one.last_row for one in merged), default=0) for row in table)
    depth = max(tall, 1)
    if depth < len(table) and all(_UNIT.fullmatch(one.text) for one in table[depth].pieces):
        return depth + 1
    while depth < len(table) - 1 and _is_split(table[depth - 1], table[depth], table[depth + 1]):
        depth += 1
    return depth


def _is_split(head: Row, below: Row, body: Row) -> bool:
    """Whether the row below names the columns that stand below several names of a head."""
    if below.after_gap or not all(square.is_words for square in below.pieces):
        return False
    wide = {column for column, square in head.squares.items() if _is_wide(square)}
    # A row of data has values in the other columns, too.
    if wide and below.squares.keys() <= wide:
        return True
    unnamed = body.squares.keys() - head.squares.keys()
    return (
        bool(unnamed)
        and unnamed <= below.squares.keys()
        and min(head.squares) < min(below.squares)
        and max(head.squares) < max(below.squares)
    )


def _names(head: Sequence[Row], columns: set[int]) -> dict[int, str]:
    """The heading of each column, or its letter."""
    names: dict[int, str] = {}
    said = [_spread(above, head[-1]) for above in head[:-1]]
    said.append({column: square.text for column, square in head[-1].squares.items()})
    for column in sorted(columns):
        parts = [row[column] for row in said if column in row]
        name = " ".join(" ".join(dict.fromkeys(parts)).split()) or get_column_letter(column)
        same = sum(known.partition(" (")[0] == name for known in names.values())
        names[column] = f"{name} ({same + 1})" if same else name
    return names


def _spread(above: Row, names: Row) -> dict[int, str]:
    """The names of a row for each column that they stand above: as far as the next name."""
    spread: dict[int, str] = {}
    for column in range(min(above.squares), max(names.squares) + 1):
        if square := above.squares.get(column):
            spread[column] = square.text
        elif column in names.squares and column - 1 in spread:
            spread[column] = spread[column - 1]
    return spread


def _of_body(
    body: Sequence[Row], names: Mapping[int, str], titles: tuple[str, ...]
) -> Iterator[Entry]:
    place = titles
    for number, row in enumerate(body):
        first = row.pieces[0]
        if len(row.pieces) > 1 or not (_is_wide(first) or first.text.startswith(_NOTE_MARKS)):
            record = {
                name: row.squares[column].text if column in row.squares else None
                for column, name in names.items()
            }
            yield Entry(place, record, after_gap=row.after_gap)
        elif _is_wide(first) and number + 1 < len(body) and len(body[number + 1].pieces) > 1:
            place = (*titles, first.text)
        else:
            yield Entry(place, {}, first.text)


def _is_wide(square: Square) -> bool:
    merged = square.merged
    return merged is not None and merged.last_column > merged.first_column


def _as_line(row: Row) -> str:
    first, *others = (square.text for square in row.pieces if square.text)
    return (
        f"{first.rstrip(':：')}: {others[0]}" if len(others) == 1 else " · ".join((first, *others))
    )
