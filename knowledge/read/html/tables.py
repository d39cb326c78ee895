"""Writes the tables of a page as Markdown. Repeats spanning cells; dissolves layout tables."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from bs4 import Tag
from bs4.element import NavigableString

from knowledge.read.html.spans import ALL_ROWS, Cell, as_markdown, grid, titled, whole
from knowledge.read.limits import check_text
from knowledge.read.text.markdown_table import in_one_cell

_NAMES = ("td", "th")
_ROWS = ("tr", "thead", "tbody", "tfoot")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LINES = (
    *_HEADINGS,
    *"address article blockquote center dd div dl dt figure li ol p pre section".split(),
    *"table tr ul".split(),
)
_COUNT = re.compile(r"[0-9]{1,5}")
_LINE_END = "\0"
"""Stands for a line break within a cell; decoded texts never contain it."""

Convert = Callable[[Tag], str]
"""Converts an element to Markdown."""


@dataclass(slots=True)
class _Table:
    element: Tag
    around: "_Table | None"
    parts: list[Tag] = field(default_factory=list)
    """Its rows, groups of rows, cells and caption, without those of nested tables."""
    has_blocks: bool = False
    """Whether it contains tables or headings."""

    def called(self, *names: str) -> list[Tag]:
        """Its parts with these tags, in order."""
        return [part for part in self.parts if part.name in names]

    @property
    def only_lays_out(self) -> bool:
        """Whether it is a layout table: its cells are parts of the page."""
        if self.element.get("role") in ("presentation", "none"):
            return True
        cells = self.called(*_NAMES)
        has_names = any(cell.name == "th" for cell in cells)
        return len(cells) <= 1 or (self.has_blocks and not has_names)


def say_tables(body: Tag, convert: Convert) -> None:
    """Replaces each table by Markdown. Raises UnreadableDocumentError if there is too much."""
    kept: list[_Table] = []
    cells: set[int] = set()
    said = 0
    for table in _tables(body):
        if table.around and id(table.around) in cells:
            # A table in another one's cell becomes lines of that cell.
            cells.add(id(table))
        elif table.only_lays_out:
            for part in (table.element, *table.parts):
                part.name = "div"
        else:
            cells.add(id(table))
            kept.append(table)
    for table in kept:
        texts = _said(table, convert)
        table.element.clear()
        table.element.name = "div"
        for text in texts:
            said += len(text)
            check_text(said)
            block = Tag(name="p")
            block.append(NavigableString(text))
            table.element.append(block)


def _tables(body: Tag) -> list[_Table]:
    found: dict[int, _Table] = {}
    for element in body.find_all(("table", "caption", *_ROWS, *_NAMES, *_HEADINGS)):
        around = element.find_parent("table")
        table = found.get(id(around))
        if element.name == "table":
            found[id(element)] = _Table(element, table)
        if table is None and element.name not in ("table", *_HEADINGS):
            # A cell outside tables is part of the page.
            element.name = "div"
        if table is None:
            continue
        if element.name == "table" or element.name in _HEADINGS:
            table.has_blocks = True
        else:
            table.parts.append(element)
    return list(found.values())


def _said(table: _Table, convert: Convert) -> list[str]:
    """A table's Markdown, with its caption and its title and note rows."""
    captions = [" ".join(_lines(one, convert)) for one in table.called("caption")]
    above, rows = titled(grid(_rows(table, convert)))
    below: list[str] = []
    while rows[1:] and (cell := whole(rows[-1])):
        below.insert(0, cell.text)
        del rows[-1]
    return [one for one in (*captions, *above, as_markdown(rows), *below) if one]


def _rows(table: _Table, convert: Convert) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for part in table.called("tr", *_NAMES):
        if part.name == "tr" or not rows:
            rows.append([])
        if part.name != "tr":
            rows[-1].append(_cell(part, convert))
    return rows


def _cell(cell: Tag, convert: Convert) -> Cell:
    row = cell.parent
    in_head = row is not None and row.parent is not None and row.parent.name == "thead"
    lines = _lines(cell, convert)
    return Cell(
        in_one_cell(lines),
        " ".join(lines),
        is_name=in_head or cell.name == "th",
        wide=_span(cell, "colspan") or 1,
        # In HTML, 0 means all remaining rows.
        high=ALL_ROWS if (high := _span(cell, "rowspan")) == 0 else high or 1,
    )


def _lines(cell: Tag, convert: Convert) -> tuple[str, ...]:
    """The lines of a cell, split at its breaks, paragraphs and items."""
    for part in cell.find_all((*_LINES, *_NAMES, "br")):
        between = " " if part.name in _NAMES else _LINE_END
        part.insert_before(between)
        part.insert_after(between)
        part.name = "span"
    lines = (" ".join(line.split()) for line in convert(cell).split(_LINE_END))
    return tuple(line for line in lines if line)


def _span(cell: Tag, name: str) -> int | None:
    """How many rows or columns it covers; None if that is not a number."""
    given = str(cell.get(name, "")).strip()
    return int(given) if _COUNT.fullmatch(given) else None
