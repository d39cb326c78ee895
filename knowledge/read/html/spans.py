"""Lays out cells that span rows and columns, so that each row has all its values."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from knowledge.read.limits import check_text
from knowledge.read.text.markdown_table import markdown_table

ALL_ROWS = 100_000
_WIDEST = 100
"""Columns that one cell may span: no table for people has more."""
_FORM_COLUMNS = 2
"""Columns of a form: labels and values."""
_VALUE = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d|@")
"""Marks a text that is not a column heading; a year may be one."""
_STOPS = (".", "!", "?", "。")
_SQUARE = 10
"""An empty square of the grid costs as much time as this many letters."""


@dataclass(frozen=True, eq=False, slots=True)
class Cell:
    """A cell as its author wrote it: one object for all squares of the grid that show it."""

    text: str
    name: str
    """Its text as a column heading."""
    is_name: bool = False
    """Whether it is the heading of a column or a row."""
    wide: int = 1
    high: int = 1


Grid = list[list[Cell | None]]
"""Rows of equal length; None where there is no cell."""


def grid(rows: Sequence[Sequence[Cell]]) -> Grid:
    """Lays out rows, with a cell in every square that it covers.

    Drops empty rows, and columns in which no cell begins. Raises UnreadableDocumentError if there
    is too much text.
    """
    filled: list[dict[int, Cell]] = []
    down: dict[int, tuple[Cell, int]] = {}
    said = 0
    for row in rows:
        line = {column: cell for column, (cell, _) in down.items()}
        down = {column: (cell, left - 1) for column, (cell, left) in down.items() if left > 1}
        column = 0
        for cell in row:
            while column in line:
                column += 1
            for covered in range(column, column + min(cell.wide, _WIDEST)):
                line.setdefault(covered, cell)
                if cell.high > 1 and line[covered] is cell:
                    down[covered] = (cell, cell.high - 1)
        if any(cell.text for cell in row):
            filled.append(line)
        said += len(line) * _SQUARE
        check_text(said)
    columns = sorted(
        {
            column
            for line in filled
            for column, cell in line.items()
            if cell.text and line.get(column - 1) is not cell
        }
    )
    check_text(sum(len(cell.text) for line in filled for cell in line.values()))
    return [[line.get(column) for column in columns] for line in filled]


def without_empty(rows: Grid) -> Grid:
    """The same rows without those, and without columns, in which no cell with text begins."""
    filled = [row for row in rows if any(cell and cell.text for cell in row)]
    shown = [
        number
        for number in range(len(rows[0]) if rows else 0)
        if any(
            (cell := row[number]) and cell.text and (number == 0 or row[number - 1] is not cell)
            for row in filled
        )
    ]
    check_text(sum(len(cell.text) + _SQUARE for row in filled for cell in row if cell))
    return [[row[number] for number in shown] for row in filled]


def whole(row: Sequence[Cell | None]) -> Cell | None:
    """The cell that fills a whole row of several columns: a title or a note."""
    cells = _cells(row)
    return cells[0] if len(cells) == 1 < len(row) else None


def titled(rows: Grid) -> tuple[list[str], Grid]:
    """The titles above a table, and the table without them.

    A title fills a row, or stands alone in it above a row of names for every column.
    """
    merged = next((number for number, row in enumerate(rows) if not whole(row)), len(rows))
    alone = merged
    while alone < len(rows) and _is_alone(rows[alone]):
        alone += 1
    count = alone if alone < len(rows) and _may_be_names(rows[alone]) else merged
    return [_pieces(row)[0].text for row in rows[:count]], rows[count:]


def as_markdown(rows: Grid) -> str:
    """Writes a table; a list if it consists of pairs of name and value; a line for a single row."""
    if not rows:
        return ""
    if len(rows[0]) == len(_pieces(rows[0])) == _FORM_COLUMNS:
        rows = _with_names(rows)
    named = _named(rows)
    if not named and all(whole(row) or _is_in_pairs(_cells(row)) for row in rows):
        return "\n".join(chain.from_iterable(_pairs(_cells(row)) for row in rows))
    if len(rows) == 1:
        return _as_line([cell.text for cell in _pieces(rows[0])])
    if not named and all(_is_headed(row) for row in rows):
        rows, named = [list(row) for row in zip(*rows, strict=True)], 1
    depth = max(named, _depth(rows))
    names = [
        " ".join(dict.fromkeys(cell.name for cell in column if cell))
        for column in zip(*rows[:depth], strict=True)
    ]
    return markdown_table([names, *(_shown(row) for row in rows[depth:])])


def _cells(row: Sequence[Cell | None]) -> list[Cell]:
    """The cells of a row, each once."""
    return [cell for cell in dict.fromkeys(row) if cell]


def _pieces(row: Sequence[Cell | None]) -> list[Cell]:
    """The cells of a row that have text."""
    return [cell for cell in _cells(row) if cell.text]


def _is_alone(row: Sequence[Cell | None]) -> bool:
    """Whether only the first of several columns has a text."""
    return len(row) > _FORM_COLUMNS and _pieces(row) == [row[0]]


def _may_be_names(row: Sequence[Cell | None]) -> bool:
    return all(cell and cell.text and not _VALUE.search(cell.text) for cell in row)


def _named(rows: Grid) -> int:
    """How many rows at the top have only headings; at least one row is left."""
    named = 0
    for row in rows[:-1]:
        if not all(cell is None or cell.is_name for cell in row):
            break
        named += 1
    return named


def _is_in_pairs(cells: Sequence[Cell]) -> bool:
    """Whether each value has its own name or names before it."""
    names = [False, *(cell.is_name for cell in cells)]
    return not names[-1] and all(one or other for one, other in pairwise(names))


def _pairs(cells: Sequence[Cell]) -> Iterator[str]:
    names: list[str] = []
    for cell in cells:
        if cell.is_name:
            names.append(cell.name.rstrip(":："))
            continue
        name = " ".join(filter(None, names))
        if cell.text:
            yield f"- {name}: {cell.text}" if name else f"- {cell.text}"
        names = []


def _with_names(rows: Grid) -> Grid:
    """Treats a table of two columns as a form, if a value stands in its first row."""
    first, second = _pieces(rows[0])[:2]
    if any(cell.is_name for cell in (first, second)) or not _VALUE.search(second.text):
        return rows
    return [
        [replace(name, is_name=True) if name and name is not value else name, value]
        for name, value in rows
    ]


def _as_line(texts: Sequence[str]) -> str:
    first, *others = texts
    is_named = len(others) == 1 and not first.endswith(_STOPS)
    return f"{first}: {others[0]}" if is_named else " · ".join(texts)


def _is_headed(row: Sequence[Cell | None]) -> bool:
    """Whether only the first cell is a heading: that of the row."""
    first, *others = row
    return bool(first and first.is_name) and not any(one and one.is_name for one in others)


def _depth(rows: Grid) -> int:
    """How many rows the headings take: several if one stands above several columns."""
    head = rows[0]
    wide = {one for one, other in pairwise(head) if one and one is other}
    if not wide or not rows[2:]:
        return 1
    tall = sum(not {cell for cell in row if cell}.isdisjoint(head) for row in rows[:-1])
    under = (above in wide for above, cell in zip(head, rows[1], strict=True) if cell and cell.text)
    return max(tall, 2 if all(under) else 1)


def _shown(row: Sequence[Cell | None]) -> list[str]:
    """The text of each square; a cell that fills the row is written once."""
    texts = [cell.text if cell else "" for cell in row]
    said = whole(row)
    return [said.text, *[""] * (len(row) - 1)] if said else texts
