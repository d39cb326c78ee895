"""The visible rows of a worksheet of any format, with merged cells filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

Look = tuple[bool, str]
"""Whether a cell is bold, and its colour: header rows differ from the rows below."""
PLAIN: Look = (False, "")
Place = tuple[int, int]
"""A row and a column, each from 1."""


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
    """As people see it; empty for a formula that failed or has no result."""
    is_words: bool
    """Whether it is not a number, a date or a time."""
    look: Look = PLAIN
    merged: Merged | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: its cells that hold something, and what of it is hidden."""

    title: str
    cells: Mapping[Place, Square]
    merged: Sequence[Merged] = ()
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


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


def rows(sheet: Sheet) -> list[Row]:
    """The rows of a sheet with values, without hidden rows and columns."""
    filled = _filled(sheet)
    kept: list[Row] = []
    seen: set[Merged | None] = set()
    above = 0
    for number in sorted(filled.keys() - sheet.hidden_rows):
        squares = {
            column: square
            for column, square in filled[number].items()
            if column not in sheet.hidden_columns
        }
        merged = {square.merged for square in squares.values()}
        # A row that only continues merged cells from above adds nothing.
        if merged - seen and any(square.text for square in squares.values()):
            kept.append(Row(number, _is_gap(above, number, sheet.hidden_rows), squares))
        if squares:
            above = number
        seen |= merged - {None}
    return kept


def _filled(sheet: Sheet) -> dict[int, dict[int, Square]]:
    filled: dict[int, dict[int, Square]] = {}
    for (row, column), square in sheet.cells.items():
        filled.setdefault(row, {})[column] = square
    if not filled:
        return filled
    last_row = max(filled)
    last_column = max(max(columns) for columns in filled.values())
    for area in sheet.merged:
        corner = filled.get(area.first_row, {}).get(area.first_column)
        if corner is None:
            continue
        for row in range(area.first_row, min(area.last_row, last_row) + 1):
            for column in range(area.first_column, min(area.last_column, last_column) + 1):
                filled.setdefault(row, {})[column] = replace(corner, merged=area)
    return filled


def _is_gap(above: int, number: int, hidden: frozenset[int]) -> bool:
    return any(between not in hidden for between in range(above + 1, number))
