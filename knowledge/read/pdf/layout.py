"""The words of a printed page, grouped into lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from operator import attrgetter
from statistics import median

_SAME_LINE = 3.0
"""Points by which the tops of words in one line may differ."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place, in points from the left and the top."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool
    before_blank: bool = False
    """Whether a blank is printed after it."""
    is_value: bool = False
    """Whether somebody filled it into a form."""


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a line."""

    words: tuple[Word, ...]
    left: float
    right: float
    top: float
    bottom: float
    size: float
    """The font size of its largest letters."""

    @property
    def text(self) -> str:
        """Its words with single spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def is_filled(self) -> bool:
        """Whether it has a value of a form."""
        return any(word.is_value for word in self.words)

    def gaps(self, share: float) -> list[Span]:
        """Gaps between two words of at least this share of the font size."""
        return [
            (one.right, other.left)
            for one, other in pairwise(self.words)
            if other.left - one.right >= share * self.size
        ]


@dataclass(frozen=True, eq=False, slots=True)
class Box:
    """A cell of a table: one object for all rows and columns that it covers."""

    lines: tuple[Line, ...]
    left: float = 0.0
    """Of its rules; both are 0 without rules."""
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page."""

    rows: tuple[tuple[Box | None, ...], ...]
    left: float
    right: float
    top: float
    bottom: float


Part = Line | Table


def line_of(words: Sequence[Word]) -> Line:
    """Makes a line of words, from the left."""
    in_order = tuple(sorted(words, key=attrgetter("left")))
    return Line(
        in_order,
        left=in_order[0].left,
        right=max(word.right for word in words),
        top=min(word.top for word in words),
        bottom=max(word.bottom for word in words),
        size=max(word.size for word in words),
    )


def lines_of(words: Sequence[Word]) -> list[Line]:
    """Groups the words of a page into lines, from the top."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=attrgetter("top")):
        if lines and word.top - lines[-1][-1].top <= _SAME_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [line_of(line) for line in lines]


# Finds columns of prose on a page, and reads the left one before the right one.

_GUTTER = 0.8
"""Gap between two columns, as a share of the font size; even narrow ones leave a letter."""
_STEP = 2
"""Points between the places to try."""
_FEWEST_LINES = 4
_FEWEST_WORDS = 3
"""Words in a line of prose; the cells of a table have fewer."""
_FULL = 0.7
"""Share of a column's width that lines of prose fill; the cells of a table fill less."""


def in_reading_order(parts: Sequence[Part]) -> list[Part]:
    """Sorts parts from the top, and column by column between parts across the whole page."""
    parts = sorted(parts, key=attrgetter("top"))
    gutter = _gutter([part for part in parts if isinstance(part, Line)])
    if gutter is None:
        return parts
    ordered: list[Part] = []
    left: list[Part] = []
    right: list[Part] = []
    for part in parts:
        if _covers(part, gutter):
            ordered += [*_columns(left, right), part]
            left, right = [], []
        else:
            beside = _divided(part, gutter)
            left += beside[0]
            right += beside[1]
    return [*ordered, *_columns(left, right)]


def _columns(left: Sequence[Part], right: Sequence[Part]) -> list[Part]:
    # Each column may itself consist of two.
    return [*in_reading_order(left), *in_reading_order(right)]


def _gutter(lines: Sequence[Line]) -> float | None:
    """The middle of the gap between two columns of prose; None if there is one column."""
    if len(lines) < _FEWEST_LINES:
        return None
    start, end = min(line.left for line in lines), max(line.right for line in lines)
    places = range(round(start + (end - start) / 4), round(end - (end - start) / 4), _STEP)
    covered = {place: sum(_covers(line, place) for line in lines) for place in places}
    fewest = min(covered.values(), default=0)
    gutter = _middle_of_longest([place for place in places if covered[place] == fewest])
    beside = [_divided(line, gutter) for line in lines if not _covers(line, gutter)]
    sides = [[line for side in beside for line in side[number]] for number in (0, 1)]
    return gutter if all(_is_prose(side) for side in sides) else None


def _covers(part: Part, place: float) -> bool:
    if not part.left < place < part.right:
        return False
    if isinstance(part, Table):
        return True
    return not any(start <= place <= end for start, end in part.gaps(_GUTTER))


def _middle_of_longest(places: Sequence[int]) -> float:
    stretches: list[list[int]] = [[]]
    for place in places:
        if stretches[-1] and place - stretches[-1][-1] > _STEP:
            stretches.append([])
        stretches[-1].append(place)
    longest = max(stretches, key=len)
    return sum(longest) / max(len(longest), 1)


def _divided(part: Part, gutter: float) -> tuple[list[Part], list[Part]]:
    """Splits a part into what is left and what is right of the gutter."""
    if isinstance(part, Table):
        return ([part], []) if part.right <= gutter else ([], [part])
    left = [word for word in part.words if word.left < gutter]
    right = [word for word in part.words if word.left >= gutter]
    return [line_of(words) for words in [left] if words], [line_of(w) for w in [right] if w]


def _is_prose(lines: Sequence[Part]) -> bool:
    """Whether there are enough lines, wide and full of words."""
    if len(lines) < _FEWEST_LINES:
        return False
    start, end = min(line.left for line in lines), max(line.right for line in lines)
    filled = median((line.right - start) / (end - start) for line in lines)
    words = median(len(line.words) if isinstance(line, Line) else _FEWEST_WORDS for line in lines)
    return filled >= _FULL and words >= _FEWEST_WORDS


# Finds tables without rules: consecutive lines with gaps in the same places.

_GAP = 1.5
"""Gap between two cells, as a share of the font size; justified prose has smaller ones."""
_COMMON_GAP = 0.5
"""Gap that all rows have in common, as a share of the font size."""
_FEWEST_ROWS = 3
MANY = 5
"""Columns of a table whose names are set so close that they leave no gap."""
_ROW_DISTANCE = 2.5
"""Rows are no further apart than this many heights of a line."""
_MARK = re.compile(r"[-•*·▪○●◦]|\(?[0-9A-Za-z가-힣]{1,2}[.)]")


def with_tables(parts: Sequence[Part]) -> Iterator[Part]:
    """The same parts, with aligned lines as tables."""
    at = 0
    while at < len(parts):
        if wide := _below_names(parts[at:]):
            yield wide
            at += len(wide.rows)
            continue
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


def _below_names(parts: Sequence[Part]) -> Table | None:
    """A table of many narrow columns: a line of names, and rows of marks or numbers below them."""
    names = parts[0]
    if isinstance(names, Table) or len(spans := _spans(names)) < MANY:
        return None
    rows = [names]
    cells = [[[line_of(words)] for words in spans]]
    for part in parts[1:]:
        if isinstance(part, Table) or not _is_below(part, rows[-1]):
            break
        below = _in_columns(part, spans)
        if below is None:
            break
        rows.append(part)
        cells.append([[line_of(words)] if words else [] for words in below])
    values = [cell[0].text for row in cells[1:] for cell in row[1:] if cell]
    words = sum(any(sign.isalpha() for sign in one) for one in values)
    if len(rows) < _FEWEST_ROWS or 2 * words > len(values):
        return None
    boxes = tuple(tuple(Box(tuple(lines)) for lines in row) for row in cells)
    left, right = min(row.left for row in rows), max(row.right for row in rows)
    return Table(boxes, left, right, names.top, rows[-1].bottom)


def _spans(line: Line) -> list[list[Word]]:
    """The words of each cell of a line."""
    cells: list[list[Word]] = []
    for word in line.words:
        if not cells or word.left - cells[-1][-1].right >= _COMMON_GAP * line.size:
            cells.append([])
        cells[-1].append(word)
    return cells


def _in_columns(line: Line, names: Sequence[Sequence[Word]]) -> list[list[Word]] | None:
    """The words of a row in the columns of names; None if they do not stand below them."""
    first = [word for word in line.words if word.right < names[1][0].left]
    cells: list[list[Word]] = [first, *([] for _ in names[1:])]
    half = (names[-1][0].left - names[1][0].left) / (len(names) - 2) / 2
    for word in line.words[len(first) :]:
        middle = (word.left + word.right) / 2
        beside = [max(one[0].left - middle, middle - one[-1].right) for one in names]
        near = min(range(1, len(names)), key=beside.__getitem__)
        if cells[near] or beside[near] > half:
            return None
        cells[near] = [word]
    return cells if first and sum(map(bool, cells)) > 1 else None


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
