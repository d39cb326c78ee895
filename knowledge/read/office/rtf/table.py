"""Builds a table of an RTF, whose cells are known by their right edges."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class _Cell:
    right: int = 0
    goes_on_below: bool = False
    """Whether it belongs to the cell above it."""
    goes_on_beside: bool = False
    """Whether it belongs to the cell before it."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Placed:
    left: int
    right: int
    cell: _Cell


class Table:
    """Follows the words of a table: definitions of cells first, their texts after."""

    def __init__(self) -> None:
        self._rows: list[list[_Placed]] = []
        self._defined: list[_Cell] = []
        self._next = _Cell()
        self._texts: list[str] = []
        self._lines: list[str] = []

    def follow(self, word: str, number: str) -> None:
        """Takes a word that begins, describes or ends a row."""
        match word:
            case "trowd":
                self._defined, self._next = [], _Cell()
            case "clvmrg":
                self._next = replace(self._next, goes_on_below=True)
            case "clmrg":
                self._next = replace(self._next, goes_on_beside=True)
            case "cellx":
                self._defined.append(replace(self._next, right=int(number or 0)))
                self._next = _Cell()
            case "row":
                self._end_row()

    def add(self, line: str) -> None:
        """Adds a paragraph to the cell."""
        self._lines.append(line)

    def end_cell(self, text: str) -> None:
        """Ends a cell with its last paragraph."""
        said = [line for line in (*self._lines, text) if line]
        self._texts.append("".join(f"<p>{line}</p>" for line in said))
        self._lines = []

    def html(self) -> str:
        """The table, its cells over several rows and columns as such; empty without rows."""
        if not self._rows:
            return ""
        edges = sorted(
            {edge for row in self._rows for one in row for edge in (one.left, one.right)}
        )
        rows = (self._row(number, edges) for number in range(len(self._rows)))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    def _end_row(self) -> None:
        row: list[_Placed] = []
        left = 0
        for number, text in enumerate(self._texts):
            known = self._defined[number] if number < len(self._defined) else _Cell(left + 1)
            if known.goes_on_beside and row:
                row[-1] = replace(row[-1], right=known.right)
            else:
                row.append(_Placed(left, known.right, replace(known, text=text)))
            left = known.right
        self._texts = []
        if row:
            self._rows.append(row)

    def _row(self, number: int, edges: Sequence[int]) -> str:
        cells = ""
        for one in self._rows[number]:
            if one.cell.goes_on_below and number:
                continue
            wide = max(edges.index(one.right) - edges.index(one.left), 1)
            cells += (
                f'<td colspan="{wide}" rowspan="{self._high(number, one)}">{one.cell.text}</td>'
            )
        return cells

    def _high(self, number: int, cell: _Placed) -> int:
        high = 1
        for row in self._rows[number + 1 :]:
            if not any(one.cell.goes_on_below and one.right == cell.right for one in row):
                break
            high += 1
        return high
