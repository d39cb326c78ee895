"""Reads OpenDocument spreadsheets, whose cells hold the text that people see."""

import io
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zipfile import BadZipFile, ZipFile

from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_unpacked
from knowledge.read.office.opendocument.styles import FO, OFFICE, STYLE, TABLE, TEXT
from knowledge.read.office.sheets.cells import PLAIN, Look, Merged, Place, Sheet, Square
from knowledge.read.office.sheets.workbook import content_of

_UNREADABLE = "this .ods cannot be read; save it again, or as .xlsx"
_LOCKED = "it is protected by a password; save it without one"
_GROUPS = frozenset(
    f"{TABLE}table-{name}"
    for name in (
        "rows", "row-group", "header-rows", "columns", "column-group", "header-columns",
    )
)  # fmt: skip
_MOST_REPEATED = 1_000
"""A cell repeated more often fills the rest of a sheet with nothing."""
_WORDS = ("string", None)


@dataclass(frozen=True, slots=True)
class _Style:
    look: Look
    is_struck: bool
    is_hidden: bool


_UNSTYLED = _Style(PLAIN, is_struck=False, is_hidden=False)
_Styles = Mapping[str | None, _Style]


def read_ods(raw: bytes, currency: str) -> Content:
    """Reads the visible sheets, without hidden rows, hidden columns, struck-out text and notes."""
    try:
        with ZipFile(io.BytesIO(raw)) as archive:
            check_unpacked(archive.infolist())
            if b"encryption-data" in archive.read("META-INF/manifest.xml"):
                raise UnreadableDocumentError(_LOCKED)
            parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
            root = etree.fromstring(archive.read("content.xml"), parser)
    except (BadZipFile, zlib.error, KeyError, NotImplementedError, etree.XMLSyntaxError) as error:
        raise UnreadableDocumentError(_UNREADABLE) from error
    styles = {one.get(f"{STYLE}name"): _style(one) for one in root.iter(f"{STYLE}style")}
    tables = (one for one in root.iter(f"{TABLE}table") if _is_sheet(one))
    return content_of((_sheet(one, styles) for one in tables if _is_seen(one, styles)), currency)


def _is_sheet(table: etree._Element) -> bool:
    parent = table.getparent()
    return parent is not None and parent.tag == f"{OFFICE}spreadsheet"


def _style(style: etree._Element) -> _Style:
    text, cell = (
        style.find(f"{STYLE}text-properties"),
        style.find(f"{STYLE}table-cell-properties"),
    )
    table = style.find(f"{STYLE}table-properties")
    bold = text is not None and text.get(f"{FO}font-weight") == "bold"
    colour = "" if cell is None else cell.get(f"{FO}background-color", "")
    struck = text is not None and text.get(f"{STYLE}text-line-through-style", "none") != "none"
    hidden = table is not None and table.get(f"{TABLE}display") == "false"
    return _Style((bold, "" if colour == "transparent" else colour), struck, hidden)


def _is_seen(table: etree._Element, styles: _Styles) -> bool:
    return not styles.get(table.get(f"{TABLE}style-name"), _UNSTYLED).is_hidden


def _sheet(table: etree._Element, styles: _Styles) -> Sheet:
    cells: dict[Place, Square] = {}
    merged: list[Merged] = []
    hidden_rows: set[int] = set()
    row = 1
    for element in _own(table, "table-row"):
        times = _times(element, "rows")
        found = list(_of_row(element, row, styles))
        again = min(times, _MOST_REPEATED) if found else 1
        for extra in range(again):
            cells |= {(at + extra, column): square for (at, column), square, _ in found}
        merged += [area for _, _, area in found if area]
        if element.get(f"{TABLE}visibility", "visible") != "visible":
            hidden_rows |= {*range(row, row + again)}
        row += times
    title = table.get(f"{TABLE}name", "")
    return Sheet(title, cells, merged, frozenset(hidden_rows), frozenset(_hidden_columns(table)))


def _of_row(
    row: etree._Element, number: int, styles: _Styles
) -> Iterator[tuple[Place, Square, Merged | None]]:
    column = 1
    for cell in _own(row, "table-cell", "covered-table-cell"):
        times = _times(cell, "columns")
        text = _shown(cell, styles)
        style = styles.get(cell.get(f"{TABLE}style-name"), _UNSTYLED)
        if text and not style.is_struck and cell.tag == f"{TABLE}table-cell":
            words = cell.get(f"{OFFICE}value-type") in _WORDS
            square = Square(text, words, style.look)
            for extra in range(min(times, _MOST_REPEATED)):
                yield (number, column + extra), square, _merged(cell, number, column)
        column += times


def _merged(cell: etree._Element, row: int, column: int) -> Merged | None:
    down = int(cell.get(f"{TABLE}number-rows-spanned", "1"))
    across = int(cell.get(f"{TABLE}number-columns-spanned", "1"))
    if down == across == 1:
        return None
    return Merged(row, row + down - 1, column, column + across - 1)


def _shown(cell: etree._Element, styles: _Styles) -> str:
    if day := cell.get(f"{OFFICE}date-value"):
        return str(day).replace("T", " ").removesuffix(" 00:00:00")[: len("2026-03-01 09:00")]
    lines = (_line(one, styles) for one in cell.findall(f"{TEXT}p"))
    return "\n".join(line for line in lines if line)


def _line(paragraph: etree._Element, styles: _Styles) -> str:
    parts = [paragraph.text or ""]
    for child in paragraph:
        style = styles.get(child.get(f"{TEXT}style-name"), _UNSTYLED)
        if not isinstance(child.tag, str) or child.tag == f"{OFFICE}annotation":
            said = ""
        elif child.tag in (f"{TEXT}s", f"{TEXT}tab", f"{TEXT}line-break"):
            said = " "
        else:
            said = "" if style.is_struck else _line(child, styles)
        parts += [said, child.tail or ""]
    return " ".join("".join(parts).split())


def _hidden_columns(table: etree._Element) -> Iterator[int]:
    column = 1
    for element in _own(table, "table-column"):
        times = _times(element, "columns")
        if element.get(f"{TABLE}visibility", "visible") != "visible":
            yield from range(column, column + min(times, _MOST_REPEATED))
        column += times


def _own(parent: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The rows, columns or cells of a table, also those in groups, but none of tables in cells."""
    wanted = {f"{TABLE}{name}" for name in names}
    for child in parent:
        if child.tag in wanted:
            yield child
        elif child.tag in _GROUPS:
            yield from _own(child, *names)


def _times(element: etree._Element, of: str) -> int:
    return max(int(element.get(f"{TABLE}number-{of}-repeated", "1")), 1)
