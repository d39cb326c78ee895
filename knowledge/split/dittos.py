"""Fills in first cells that are blank because they repeat the cell above."""

import re
from collections.abc import Sequence

_TOTAL = re.compile(
    r"(?:grand |sub-?)?total\b|(?:합계|소계|총계|총합계|총합|계|평균)(?:\s|\(|$)|average\b",
    re.IGNORECASE,
)

_LONGEST = 80
"""Characters of a cell that may apply to several rows: a name is shorter, a note is longer."""


def first_cells(rows: Sequence[Sequence[str]]) -> list[int]:
    """Returns for each row the number of the row that has its first cell.

    A blank cell takes the one above, unless more than two in three are blank; a row of totals
    neither gives nor takes one.
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
