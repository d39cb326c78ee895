"""Reads Excel workbooks."""

import io
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zipfile import BadZipFile

import openpyxl
from openpyxl.cell import Cell
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.package import check_office
from knowledge.read.office.sheets.cells import PLAIN, Look, Merged, Place, Sheet, Square, shown
from knowledge.read.office.sheets.workbook import content_of

_MOST_NAMED = 5
_UNREADABLE = "this .xlsx cannot be read; save it again in Excel"


def read_xlsx(raw: bytes, currency: str) -> Content:
    """Reads the visible sheets, without hidden rows, hidden columns and comments.

    Formulas have their results from when the workbook was last saved; one without is left out.
    """
    workbook, without_result = _opened(raw)
    sheets = [_sheet(sheet, without_result.get(sheet.title, ())) for sheet in _visible(workbook)]
    lost = (_told(title, names) for title, names in without_result.items() if names)
    return replace(content_of(sheets, currency), lost=tuple(lost))


def _told(title: str, names: Sequence[str]) -> str:
    """Says which formulas of a sheet are left out, and what helps."""
    few = ", ".join(names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    said = f"formulas in {few}{more}" if len(names) > 1 else f"formula in {few}"
    return f"the {said} of sheet {title} without a result; save the file again in Excel"


def _opened(raw: bytes) -> tuple[Workbook, dict[str, list[str]]]:
    """The workbook, and for each sheet the cells whose formulas have no result."""
    try:
        check_office(raw, ".xlsx")
        written = _load(raw, data_only=False)
        formulas = {sheet.title: [*_formulas(sheet)] for sheet in _visible(written)}
        if not any(formulas.values()):
            return written, {}
        calculated = _load(raw, data_only=True)
    except (BadZipFile, zlib.error, KeyError, ValueError, OSError, SyntaxError) as error:
        raise UnreadableDocumentError(_UNREADABLE) from error
    without_result = {
        title: [name for name in names if _is_blank(calculated[title][name])]
        for title, names in formulas.items()
    }
    return calculated, without_result


def _load(raw: bytes, *, data_only: bool) -> Workbook:
    with warnings.catch_warnings(action="ignore"):
        # Its warnings are about writing the file back, or quote values.
        return openpyxl.load_workbook(io.BytesIO(raw), data_only=data_only, rich_text=True)


def _visible(workbook: Workbook) -> list[Worksheet]:
    return [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"]


def _formulas(sheet: Worksheet) -> Iterator[str]:
    for cell in sheet._cells.values():
        if cell.data_type == "f":
            yield cell.coordinate


def _is_blank(cell: Cell) -> bool:
    # A result that is an empty text would be a cell of type "str".
    return cell.value is None and cell.data_type == "n"


def _sheet(sheet: Worksheet, without_result: Sequence[str]) -> Sheet:
    # Not iter_rows: it makes a cell for every place up to the last, possibly XFD1048576.
    cells: dict[Place, Square] = {
        place: _square(cell, text)
        for place, cell in sheet._cells.items()
        if (text := shown(cell)) or cell.data_type == "e" or cell.coordinate in without_result
    }
    return Sheet(
        sheet.title,
        cells,
        [
            Merged(area.min_row, area.max_row, area.min_col, area.max_col)
            for area in sheet.merged_cells.ranges
        ],
        frozenset(number for number, row in sheet.row_dimensions.items() if row.hidden),
        frozenset(_hidden_columns(sheet)),
    )


def _square(cell: Cell, text: str) -> Square:
    is_words = cell.data_type in ("s", "inlineStr")
    return Square(text, is_words, _look(cell) if cell.has_style else PLAIN)


def _look(cell: Cell) -> Look:
    fill = cell.fill
    return bool(cell.font.b), str(fill.fgColor.value) if fill.patternType else ""


def _hidden_columns(sheet: Worksheet) -> Iterator[int]:
    for column in sheet.column_dimensions.values():
        if column.hidden:
            yield from range(column.min or 0, (column.max or 0) + 1)
