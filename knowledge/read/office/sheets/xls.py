"""Reads Excel workbooks of before 2007."""

import io
from collections.abc import Iterator
from decimal import Decimal

import xlrd
from xlrd.book import Book
from xlrd.sheet import Cell
from xlrd.sheet import Sheet as Worksheet

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_html
from knowledge.read.office.sheets.cells import Merged, Place, Sheet, Square, formatted, moment
from knowledge.read.office.sheets.workbook import content_of
from knowledge.read.office.sheets.xlsx import read_xlsx

_UNREADABLE = "this .xls cannot be read; save it as .xlsx in Excel"
_LOCKED = "it is protected by a password; save it without one"
_PLAIN_COLOUR = 64
"""The number of no colour in a palette."""


def read_xls(raw: bytes, currency: str) -> Content:
    """Reads the visible sheets like those of an .xlsx.

    Also what other programs export under this name: a web page, or a newer workbook.
    """
    if raw.startswith(b"PK"):
        return read_xlsx(raw, currency)
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        return read_html(raw)
    try:
        with xlrd.open_workbook(
            file_contents=raw, formatting_info=True, logfile=io.StringIO()
        ) as book:
            sheets = [_sheet(book, one) for one in book.sheets() if one.visibility == 0]
    except xlrd.XLRDError as error:
        locked = "encrypted" in str(error)
        raise UnreadableDocumentError(_LOCKED if locked else _UNREADABLE) from error
    return content_of(sheets, currency)


def _sheet(book: Book, sheet: Worksheet) -> Sheet:
    return Sheet(
        sheet.name,
        dict(_squares(book, sheet)),
        [
            Merged(top + 1, bottom, left + 1, right)
            for top, bottom, left, right in sheet.merged_cells
        ],
        frozenset(number + 1 for number, row in sheet.rowinfo_map.items() if row.hidden),
        frozenset(number + 1 for number, column in sheet.colinfo_map.items() if column.hidden),
    )


def _squares(book: Book, sheet: Worksheet) -> Iterator[tuple[Place, Square]]:
    for row in range(sheet.nrows):
        for column, cell in enumerate(sheet.row(row)):
            form = book.xf_list[cell.xf_index]
            font = book.font_list[form.font_index]
            text = "" if font.struck_out else _shown(book, cell)
            if text or cell.ctype == xlrd.XL_CELL_ERROR:
                colour = form.background.pattern_colour_index
                look = bool(font.bold), "" if colour == _PLAIN_COLOUR else str(colour)
                yield (row + 1, column + 1), Square(text, cell.ctype == xlrd.XL_CELL_TEXT, look)


def _shown(book: Book, cell: Cell) -> str:
    match cell.ctype:
        case xlrd.XL_CELL_TEXT:
            return str(cell.value).strip()
        case xlrd.XL_CELL_BOOLEAN:
            return str(bool(cell.value)).upper()
        case xlrd.XL_CELL_NUMBER:
            form = book.format_map[book.xf_list[cell.xf_index].format_key].format_str
            return formatted(Decimal(repr(cell.value)), form)
        case xlrd.XL_CELL_DATE:
            return moment(xlrd.xldate_as_datetime(cell.value, book.datemode))
    return ""
