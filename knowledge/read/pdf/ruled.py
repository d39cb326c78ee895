"""Finds tables by their rules and shading, and gives each cell the letters printed in it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter

from pdfplumber.page import Page
from pdfplumber.table import Table as Found

from knowledge.read.pdf.layout import MANY, Box, Line, Table, Word, line_of, lines_of
from knowledge.read.pdf.letters import Letter, quarter, upright, words_of

_MOST_RULES = 5_000
"""A page with more lines is a drawing; looking for tables in it takes minutes."""
_SNAP = 1.0
"""Points between two edges that are one."""
_SAME_COLUMNS = 3.0
"""Points by which the columns of two parts of a table may differ."""
_CELL_GAP = 0.8
"""Gap between two cells of a line without rules, as a share of the font size."""
_BANDED_GAP = 1.5
"""The same in a box without columns."""
_NEXT_ROW = 1.3
"""A row is no further from the next one than this share of that one's height."""
_ONE_ROW = 1.5
"""Space between two shaded rows that holds one row, as a share of a row's height."""


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A table with the edges of its columns and rows."""

    table: Table
    columns: tuple[float, ...]
    row_height: float


def find_tables(page: Page) -> list[Found]:
    """The tables that a page's rules and shaded cells draw."""
    return page.find_tables() if len(page.edges) <= _MOST_RULES else []


def ruled_tables(
    found: Sequence[Found], letters: Sequence[Letter], turned: Sequence[Letter]
) -> tuple[list[Table], list[Line], int]:
    """The tables, all other lines, and how many turned letters are in no cell."""
    ruled: list[_Ruled] = []
    for drawn in found:
        table, letters, turned = _filled(drawn, letters, turned)
        ruled += [table] if table else []
    names = _names_above(turned)
    turned = [] if names else turned
    lines = lines_of([*words_of(letters), *names])
    ruled.sort(key=lambda one: one.table.top)
    joined: list[_Ruled] = []
    for one in ruled:
        band, lines = _joined(joined[-1], one, lines) if joined else (None, lines)
        if band:
            joined[-1] = band
        else:
            headed, lines = _with_head(one, lines)
            joined.append(headed)
    tables: list[Table] = []
    for one in joined:
        whole, lines = _with_last_rows(one, lines)
        tables.append(whole.table)
    return tables, lines, len(turned)


def _names_above(turned: Sequence[Letter]) -> list[Word]:
    """Names that run upwards from one height, as words of the line at that height."""
    if {quarter(letter) for letter in turned} != {1}:
        return []
    # A name is a line of its own, whose top is its left side on the page.
    names = lines_of(words_of([upright(letter) for letter in turned]))
    height = max(-name.left for name in names)
    if len(names) < MANY or any(height + name.left > name.size for name in names):
        return []
    return [
        Word(name.text, name.top, name.bottom, height - name.size, height, name.size, bold=True)
        for name in names
    ]


def _filled(
    found: Found, letters: Sequence[Letter], turned: Sequence[Letter]
) -> tuple[_Ruled | None, Sequence[Letter], Sequence[Letter]]:
    """A table with its letters, and the letters outside its cells."""
    columns = _edges([side for cell in found.cells for side in (cell[0], cell[2])])
    rows = _edges([side for cell in found.cells for side in (cell[1], cell[3])])
    squares: dict[tuple[int, int], int] = {}
    for number, (left, top, right, bottom) in enumerate(found.cells):
        for row in range(_place(rows, top), _place(rows, bottom)):
            for column in range(_place(columns, left), _place(columns, right)):
                squares[row, column] = number
    inside, outside = _sorted_into(squares, rows, columns, letters)
    on_side, beside = _sorted_into(squares, rows, columns, turned)
    boxes: dict[int, Box] = {}
    for number, (left, _, right, _) in enumerate(found.cells):
        if text := inside.get(number):
            boxes[number] = Box(tuple(lines_of(words_of(text))), left, right)
            continue
        # Narrow columns have headings that run upwards.
        text = [upright(one) for one in on_side.get(number, [])]
        boxes[number] = Box(tuple(lines_of(words_of(text))) if text else ())
    if len(columns) <= 2 and _is_frame(list(boxes.values())):  # noqa: PLR2004 - two sides
        return None, letters, turned
    grid = tuple(
        tuple(
            boxes[squares[row, column]] if (row, column) in squares else None
            for column in range(len(columns) - 1)
        )
        for row in range(len(rows) - 1)
    )
    table = Table(grid, columns[0], columns[-1], rows[0], rows[-1])
    return _Ruled(table, tuple(columns), rows[1] - rows[0]), outside, beside


def _edges(sides: Sequence[float]) -> list[float]:
    edges: list[float] = []
    for side in sorted(sides):
        if not edges or side - edges[-1] > _SNAP:
            edges.append(side)
    return edges


def _place(edges: Sequence[float], side: float) -> int:
    return bisect_right(edges, side + _SNAP) - 1


def _sorted_into(
    squares: dict[tuple[int, int], int],
    rows: Sequence[float],
    columns: Sequence[float],
    letters: Sequence[Letter],
) -> tuple[dict[int, list[Letter]], list[Letter]]:
    """The letters of each cell by their middle, and those in none."""
    inside: dict[int, list[Letter]] = defaultdict(list)
    outside: list[Letter] = []
    for letter in letters:
        row = bisect_right(rows, (letter["top"] + letter["bottom"]) / 2) - 1
        column = bisect_right(columns, (letter["x0"] + letter["x1"]) / 2) - 1
        cell = squares.get((row, column))
        if cell is None:
            outside.append(letter)
        else:
            inside[cell].append(letter)
    return inside, outside


def _is_frame(boxes: Sequence[Box]) -> bool:
    """Whether a table of one column frames text, or shades rows whose columns it does not show."""
    lines = [line for box in boxes for line in box.lines]
    return len(boxes) == 1 or any(line.gaps(_BANDED_GAP) for line in lines)


def _cells(line: Line, columns: Sequence[float]) -> list[list[Word]] | None:
    """The words of a line by column; None if they do not keep to the columns."""
    cells: list[list[Word]] = [[] for _ in columns[1:]]
    for word in line.words:
        column = bisect_right(columns, (word.left + word.right) / 2) - 1
        if not 0 <= column < len(cells):
            return None
        if word.left < columns[column] - _SNAP or word.right > columns[column + 1] + _SNAP:
            return None
        cells[column].append(word)
    filled = [cell for cell in cells if cell]
    narrow = any(
        right[0].left - left[-1].right < _CELL_GAP * line.size for left, right in pairwise(filled)
    )
    return None if narrow else cells


def _is_row(line: Line, columns: Sequence[float]) -> bool:
    """Whether a line keeps to the columns and fills more than one: it is no text."""
    return sum(map(bool, _cells(line, columns) or ())) > 1


def _row(lines: Sequence[Line], columns: Sequence[float]) -> tuple[Box, ...]:
    boxes: list[list[Line]] = [[] for _ in columns[1:]]
    for line in lines:
        for number, words in enumerate(_cells(line, columns) or []):
            boxes[number] += [line_of(words)] if words else []
    return tuple(Box(tuple(box)) for box in boxes)


def _beside(table: Table, lines: Sequence[Line]) -> Iterator[tuple[Line, Line]]:
    """Each line with the words of it that stand above or below the table."""
    for line in lines:
        words = [w for w in line.words if table.left <= (w.left + w.right) / 2 <= table.right]
        if words:
            yield line, line_of(words)


def _without(line: Line, part: Line, lines: Sequence[Line]) -> list[Line]:
    rest = [word for word in line.words if word not in part.words]
    return [one for one in lines if one is not line] + ([line_of(rest)] if rest else [])


def _with_head(ruled: _Ruled, lines: list[Line]) -> tuple[_Ruled, list[Line]]:
    """The table with the line directly above it as its head, if that keeps to the columns."""
    table = ruled.table
    middle = table.top + ruled.row_height / 2
    near = [
        (line, part)
        for line, part in _beside(table, lines)
        if 0 < middle - (part.top + part.bottom) / 2 <= _NEXT_ROW * ruled.row_height
    ]
    if not near:
        return ruled, lines
    line, part = max(near, key=lambda one: one[1].top)
    if not _is_row(part, ruled.columns):
        return ruled, lines
    head = _row([part], ruled.columns)
    grown = replace(table, rows=(head, *table.rows), top=min(part.top, table.top))
    return replace(ruled, table=grown), _without(line, part, lines)


def _with_last_rows(ruled: _Ruled, lines: list[Line]) -> tuple[_Ruled, list[Line]]:
    """The table with the lines directly below it as rows, as long as they keep to the columns."""
    while True:
        table = ruled.table
        middle = table.bottom - ruled.row_height / 2
        near = [
            (line, part)
            for line, part in _beside(table, lines)
            if 0 < (part.top + part.bottom) / 2 - middle <= _NEXT_ROW * ruled.row_height
        ]
        line, part = min(near, key=lambda one: one[1].top, default=(None, None))
        if line is None or part is None or not _is_row(part, ruled.columns):
            return ruled, lines
        rows = (*table.rows, _row([part], ruled.columns))
        bottom = max(table.bottom + ruled.row_height, part.bottom)
        ruled = replace(ruled, table=replace(table, rows=rows, bottom=bottom))
        lines = _without(line, part, lines)


def _joined(above: _Ruled, below: _Ruled, lines: list[Line]) -> tuple[_Ruled | None, list[Line]]:
    """Two shaded parts of one table with the rows between them, if all keep to the columns."""
    one, other = above.table, below.table
    if len(above.columns) != len(below.columns) or any(
        abs(a - b) > _SAME_COLUMNS for a, b in zip(above.columns, below.columns, strict=True)
    ):
        return None, lines
    between = [
        (line, part)
        for line, part in _beside(one, lines)
        if one.bottom <= (part.top + part.bottom) / 2 <= other.top
    ]
    between.sort(key=lambda pair: pair[1].top)
    parts = [part for _, part in between]
    space = other.top - one.bottom
    height = max(above.row_height, below.row_height)
    if space > (len(parts) + 1) * height or (not parts and space > _SAME_COLUMNS):
        return None, lines
    if any(_cells(part, above.columns) is None for part in parts):
        return None, lines
    if parts and not any(_is_row(part, above.columns) for part in parts):
        return None, lines
    groups: list[list[Line]] = []
    for part in parts:
        first = (_cells(part, above.columns) or [[]])[0]
        if not groups or (first and space > _ONE_ROW * height):
            groups.append([])
        groups[-1].append(part)
    rows = [_row(group, above.columns) for group in groups]
    for line, part in between:
        lines = _without(line, part, lines)
    grown = Table(
        (*one.rows, *rows, *other.rows),
        min(one.left, other.left), max(one.right, other.right), one.top, other.bottom,
    )  # fmt: skip
    return replace(above, table=grown), sorted(lines, key=attrgetter("top"))
