"""Writes rows of cells as a Markdown table."""

from collections.abc import Sequence

_GOES_ON = tuple(".,:;!?…·-–/(。、，：")
"""Line ends after which a blank, not " / ", joins the next line."""


def markdown_table(rows: Sequence[Sequence[str | None]]) -> str:
    """Writes a table whose first row has the column headings."""
    cells = [[_in_one_line(cell or "") for cell in row] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    rule = "|" + " --- |" * len(cells[0])
    return "\n".join([lines[0], rule, *lines[1:]])


def in_one_cell(lines: Sequence[str]) -> str:
    """Joins the lines of a cell into one: a Markdown cell has no line breaks."""
    said = ""
    for line in lines:
        if said:
            said += " " if said.endswith(_GOES_ON) or line.startswith("(") else " / "
        said += line
    return said


def _in_one_line(cell: str) -> str:
    # A bar in the text would start another cell.
    return " ".join(cell.replace("|", "¦").split())
