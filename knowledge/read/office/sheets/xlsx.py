"""Reads Excel workbooks: each row of a table is a record with its column headings."""

import io
import warnings
import zlib
from collections.abc import Iterator
from zipfile import BadZipFile

import openpyxl
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from knowledge.model.documents import as_place
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_rows
from knowledge.read.office.package import check_office
from knowledge.read.office.sheets.grid import rows
from knowledge.read.office.sheets.tables import Entry, entries
from knowledge.read.plain.records import placed, record_name, record_text

_UNREADABLE = "this .xlsx cannot be read; save it again in Excel"


def read_xlsx(raw: bytes, currency: str) -> Content:
    """Reads the visible sheets, without hidden rows, hidden columns and comments.

    A table's rows are records as in a CSV. A workbook of single lines only is text.
    """
    found = [(sheet.title, list(entries(rows(sheet)))) for sheet in _visible(_opened(raw))]
    sheets = [(title, listed) for title, listed in found if listed]
    if not sheets:
        raise UnreadableDocumentError("its sheets are empty or hidden")
    check_rows(sum(len(listed) for _, listed in sheets))
    several = len(sheets) > 1
    if not any(entry.record for _, listed in sheets for entry in listed):
        return Content("\n".join(_as_text(title, listed, several) for title, listed in sheets))
    return placed(
        [
            _named(entry, (title,) if several else (), currency)
            for title, listed in sheets
            for entry in listed
        ]
    )


def _opened(raw: bytes) -> Workbook:
    """The workbook with the results of its formulas from when it was last saved."""
    try:
        check_office(raw, ".xlsx")
        written = _load(raw, data_only=False)
        formulas = [place for sheet in _visible(written) for place in _formulas(sheet)]
        if not formulas:
            return written
        calculated = _load(raw, data_only=True)
    except (BadZipFile, zlib.error, KeyError, ValueError, OSError, SyntaxError) as error:
        raise UnreadableDocumentError(_UNREADABLE) from error
    for sheet, place in formulas:
        cell = calculated[sheet][place]
        # The result is not an empty text: that would be a cell of type "str".
        if cell.value is None and cell.data_type == "n":
            raise UnreadableDocumentError(
                f"the formula in {place} of sheet {sheet} has no result; save it again in Excel"
            )
    return calculated


def _load(raw: bytes, *, data_only: bool) -> Workbook:
    with warnings.catch_warnings(action="ignore"):
        # Its warnings are about writing the file back, or quote values.
        return openpyxl.load_workbook(io.BytesIO(raw), data_only=data_only, rich_text=True)


def _visible(workbook: Workbook) -> list[Worksheet]:
    return [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"]


def _formulas(sheet: Worksheet) -> Iterator[tuple[str, str]]:
    for cell in sheet._cells.values():
        if cell.data_type == "f":
            yield sheet.title, cell.coordinate


def _as_text(title: str, listed: list[Entry], several: bool) -> str:
    heading = f"## {title}\n\n" if several else ""
    # A line break in a cell ends a paragraph.
    lines = [line for entry in listed for line in entry.line.splitlines()]
    return heading + "".join(f"{line}\n\n" for line in lines)


def _named(entry: Entry, sheet: tuple[str, ...], currency: str) -> tuple[str, str]:
    above = [*sheet, *entry.place]
    if not entry.record:
        return _in_one_line(above), entry.line
    return _in_one_line([*above, record_name(entry.record)]), record_text(entry.record, currency)


def _in_one_line(names: list[str]) -> str:
    return as_place(*(" ".join(name.split()) for name in names))
