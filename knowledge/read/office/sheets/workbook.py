"""The text of a workbook of any format, made of its visible sheets."""

from collections.abc import Iterable, Sequence

from knowledge.model.documents import as_place
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_rows
from knowledge.read.office.sheets.beside import parts
from knowledge.read.office.sheets.grid import Sheet, rows
from knowledge.read.office.sheets.tables import Entry, entries
from knowledge.read.plain.records import placed, record_name, record_text

_Listed = tuple[str, Sequence[Entry]]
"""The title of a sheet and what stands on it."""


def content_of(visible: Iterable[Sheet], currency: str) -> Content:
    """The records of all tables, as in a CSV; a workbook of single lines only is text.

    Raises UnreadableDocumentError if there is nothing in it, or too much.
    """
    sheets = [(sheet.title, listed) for sheet in visible if (listed := _entries(sheet))]
    if not sheets:
        raise UnreadableDocumentError("its sheets are empty or hidden")
    check_rows(sum(len(listed) for _, listed in sheets))
    several = len(sheets) > 1
    if not any(entry.record for _, listed in sheets for entry in listed):
        return Content("\n".join(_as_text(one, several=several) for one in sheets))
    return placed(
        [
            _named(entry, (title,) if several else (), currency)
            for title, listed in sheets
            for entry in listed
        ]
    )


def _entries(sheet: Sheet) -> list[Entry]:
    return [one for part in parts(rows(sheet), sheet.hidden_columns) for one in entries(part)]


def _as_text(sheet: _Listed, *, several: bool) -> str:
    title, listed = sheet
    heading = f"## {title}\n\n" if several else ""
    # A line break in a cell ends a paragraph.
    lines = [line for entry in listed for line in entry.line.splitlines()]
    return heading + "".join(f"{line}\n\n" for line in lines)


def _named(entry: Entry, sheet: tuple[str, ...], currency: str) -> tuple[str, str]:
    above = [*sheet, *entry.place]
    if not entry.record:
        return _in_one_line(above), entry.line
    return _in_one_line([*above, record_name(entry.record)]), record_text(entry.record, currency)


def _in_one_line(names: Sequence[str]) -> str:
    return as_place(*(" ".join(name.split()) for name in names))
