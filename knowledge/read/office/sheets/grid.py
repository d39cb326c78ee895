"""Reads the visible rows of a worksheet, with merged cells filled in."""

from dataclasses import dataclass, replace
from functools import cached_property

from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from knowledge.read.office.sheets.cells import shown

_PLAIN = (False, "")


@dataclass(frozen=True, slots=True)
class Merged:
    """The rows and columns of a merged cell."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


@dataclass(frozen=True, slots=True)
class Square:
    """One place of the grid."""

    text: str
    is_words: bool
    """Whether it is not a number, a date or a time."""
    look: tuple[bool, str]
    """Whether it is bold, and its colour: header rows differ from the rows below."""
    merged: Merged | None = None


@dataclass(frozen=True)
class Row:
    """A row with at least one value."""

    number: int
    after_gap: bool
    """Whether the row above is empty."""
    squares: dict[int, Square]

    @cached_property
    def pieces(self) -> tuple[Square, ...]:
        """Its squares from the left, a merged cell once."""
        seen: set[Merged] = set()
        pieces: list[Square] = []
        for _, square in sorted(self.squares.items()):
            if square.merged is None or square.merged not in seen:
                pieces.append(square)
            if square.merged:
                seen.add(square.merged)
        return tuple(pieces)


def rows(sheet: Worksheet) -> list[Row]:
    """The rows of a sheet with values, without hidden rows and columns."""
    filled = _filled(sheet)
    hidden_rows, hidden_columns = _hidden_rows(sheet), _hidden_columns(sheet)
    kept: list[Row] = []
    seen: set[Merged | None] = set()
    above = 0
    for number in sorted(filled.keys() - hidden_rows):
        squares = {
            column: square
            for column, square in filled[number].items()
            if column not in hidden_columns
        }
        merged = {square.merged for square in squares.values()}
        # A row that only continues merged cells from above adds nothing.
        if merged - seen:
            kept.append(Row(number, _is_gap(above, number, hidden_rows), squares))
        if squares:
            above = number
        seen |= merged - {None}
    return kept


def _filled(sheet: Worksheet) -> dict[int, dict[int, Square]]:
    filled: dict[int, dict[int, Square]] = {}
    # Not iter_rows: it makes a cell for every place up to the last, possibly XFD1048576.
    for (row, column), cell in sheet._cells.items():
        if text := shown(cell):
            filled.setdefault(row, {})[column] = _square(cell, text)
    if not filled:
        return filled
    last_row = max(filled)
    last_column = max(max(columns) for columns in filled.values())
    for area in sheet.merged_cells.ranges:
        corner = filled.get(area.min_row, {}).get(area.min_col)
        if corner is None:
            continue
        merged = Merged(area.min_row, area.max_row, area.min_col, area.max_col)
        for row in range(area.min_row, min(area.max_row, last_row) + 1):
            for column in range(area.min_col, min(area.max_col, last_column) + 1):
                filled.setdefault(row, {})[column] = replace(corner, merged=merged)
    return filled


def _square(cell: Cell, text: str) -> Square:
    is_words = cell.data_type in ("s", "inlineStr")
    if not cell.has_style:
        return Square(text, is_words, _PLAIN)
    fill = cell.fill
    colour = str(fill.fgColor.value) if fill.patternType else ""
    return Square(text, is_words, (bool(cell.font.b), colour))


def _hidden_rows(sheet: Worksheet) -> set[int]:
    return {number for number, row in sheet.row_dimensions.items() if row.hidden}


def _hidden_columns(sheet: Worksheet) -> set[int]:
    return {
        number
        for column in sheet.column_dimensions.values()
        if column.hidden
        for number in range(column.min or 0, (column.max or 0) + 1)
    }


def _is_gap(above: int, number: int, hidden: set[int]) -> bool:
    return any(between not in hidden for between in range(above + 1, number))
