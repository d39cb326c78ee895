"""Cells that are blank because they say the same as the one above."""

import re
from collections.abc import Sequence

_TOTAL = re.compile(
    r"(?:grand |sub-?)?total\b|(?:합계|소계|총계|총합계|총합|계|평균)(?:\s|\(|$)|average\b",
    re.IGNORECASE,
)

_LONGEST = 80
"""Characters of what stands for several rows: a name, no story."""


def first_cells(rows: Sequence[Sequence[str]]) -> list[int]:
    """In which row each row's first cell stands: in its own, or in one above where it is blank.

    Only of a column that most rows fill, and never of or for a total.
    """
    found = list(range(len(rows)))
    if 3 * sum(not _first(row) for row in rows) > 2 * len(rows):
        return found
    above: int | None = None
    for number, row in enumerate(rows):
        if any(map(_TOTAL.match, row)):
            above = None
        elif first := _first(row):
            above = number if len(first) <= _LONGEST else None
        elif above is not None and any(row):
            found[number] = above
    return found


def _first(row: Sequence[str]) -> str:
    return row[0] if row else ""
