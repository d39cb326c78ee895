"""Finds tables without rules: consecutive lines with gaps in the same places."""

import re
from collections.abc import Iterator, Sequence
from math import inf

from knowledge.read.pdf.layout import Box, Line, Part, Span, Table, Word, line_of

_GAP = 1.5
"""Gap between two cells, as a share of the font size; justified prose has smaller ones."""
_COMMON_GAP = 0.5
"""Gap that all rows have in common, as a share of the font size."""
_FEWEST_ROWS = 3
_ROW_DISTANCE = 2.5
"""Rows are no further apart than this many heights of a line."""
_MARK = re.compile(r"[-•*·▪○●◦]|\(?[0-9A-Za-z가-힣]{1,2}[.)]")


def with_tables(parts: Sequence[Part]) -> Iterator[Part]:
    """The same parts, with aligned lines as tables."""
    at = 0
    while at < len(parts):
        rows, gaps = _aligned(parts[at:])
        cells = _cells(rows, gaps)
        if len(cells) < _FEWEST_ROWS or all(map(_is_marked, cells)):
            yield parts[at]
            at += 1
        else:
            left, right = rows[0].left, max(row.right for row in rows)
            boxes = tuple(tuple(Box(tuple(lines)) for lines in row) for row in cells)
            yield Table(boxes, left, right, rows[0].top, rows[-1].bottom)
            at += len(rows)


def _aligned(parts: Sequence[Part]) -> tuple[list[Line], list[Span]]:
    """The first lines with gaps in the same places, and these gaps."""
    rows: list[Line] = []
    gaps: list[Span] = []
    for part in parts:
        if isinstance(part, Table) or (rows and not _is_below(part, rows[-1])):
            break
        common = _common(gaps, part) if rows else part.gaps(_GAP)
        if not common:
            break
        rows.append(part)
        gaps = common
    return rows, gaps


def _is_below(line: Line, above: Line) -> bool:
    return 0 < line.top - above.top <= _ROW_DISTANCE * (above.bottom - above.top)


def _common(gaps: list[Span], line: Line) -> list[Span]:
    """The parts of the gaps that another line also leaves free; empty if it is not a row."""
    inner = line.gaps(_GAP)
    if not inner and line.left < gaps[0][1]:
        return []
    free = [(-inf, line.left), *inner, (line.right, inf)]
    laid = [(max(a[0], b[0]), min(a[1], b[1])) for a in gaps for b in free]
    return [span for span in laid if span[1] - span[0] >= _COMMON_GAP * line.size]


def _cells(rows: Sequence[Line], gaps: Sequence[Span]) -> list[list[list[Line]]]:
    """The lines of each cell. A line that continues the cells above is not a row of its own."""
    cells: list[list[list[Line]]] = []
    for row in rows:
        words: list[list[Word]] = [[] for _ in range(len(gaps) + 1)]
        for word in row.words:
            words[sum(start <= word.left for start, _ in gaps)].append(word)
        lines = [[line_of(one)] if one else [] for one in words]
        goes_on = not lines[0] and (len(lines) == len(("name", "value")) or not all(lines[1:]))
        if cells and goes_on:
            cells[-1] = [[*a, *b] for a, b in zip(cells[-1], lines, strict=True)]
        else:
            cells.append(lines)
    return cells


def _is_marked(row: Sequence[Sequence[Line]]) -> bool:
    return bool(row[0]) and _MARK.fullmatch(" ".join(line.text for line in row[0])) is not None
