"""Rows of cells as a Markdown table."""

from collections.abc import Sequence

_GOES_ON = tuple(".,:;!?…·-–/(。、，：")
"""What a line ends with that needs no mark before the next one."""


def markdown_table(rows: Sequence[Sequence[str | None]]) -> str:
    """A table whose first row names the columns."""
    cells = [[_in_one_line(cell or "") for cell in row] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    rule = "|" + " --- |" * len(cells[0])
    return "\n".join([lines[0], rule, *lines[1:]])


def in_one_cell(lines: Sequence[str]) -> str:
    """The lines of a cell in one: a table's row has no others."""
    said = ""
    for line in lines:
        if said:
            said += " " if said.endswith(_GOES_ON) or line.startswith("(") else " / "
        said += line
    return said


def _in_one_line(cell: str) -> str:
    # A bar of the text itself would begin another cell.
    return " ".join(cell.replace("|", "¦").split())
