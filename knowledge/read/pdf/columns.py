"""Finds columns of prose on a page, and reads the left one before the right one."""

from collections.abc import Sequence
from operator import attrgetter
from statistics import median

from knowledge.read.pdf.layout import Line, Part, Table, line_of

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
