"""Reads Excel's binary workbooks."""

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetVisibleEnum,
)

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.office.package import check_office
from knowledge.read.office.sheets.cells import Place, Sheet, Square, moment, plain_number
from knowledge.read.office.sheets.workbook import content_of

_UNREADABLE = "this .xlsb cannot be read; save it as .xlsx in Excel"
_LOCKED = "it is protected by a password; save it without one"
_LOST = (
    "the formats of numbers (10% is 0.1), hidden rows and merged cells; save it as .xlsx for these"
)


def read_xlsb(raw: bytes, currency: str) -> Content:
    """Reads the visible sheets; number formats, hidden rows and merged cells are not known."""
    try:
        check_office(raw, ".xlsx")
        book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
        visible = [
            one.name for one in book.sheets_metadata if one.visible == SheetVisibleEnum.Visible
        ]
        sheets = [_sheet(name, book.get_sheet_by_name(name)) for name in visible]
    except PasswordError as error:
        raise UnreadableDocumentError(_LOCKED) from error
    except CalamineError as error:
        raise UnreadableDocumentError(_UNREADABLE) from error
    return replace(content_of(sheets, currency), lost=(_LOST,))


def _sheet(name: str, sheet: CalamineSheet) -> Sheet:
    return Sheet(name, dict(_squares(sheet)))


def _squares(sheet: CalamineSheet) -> Iterator[tuple[Place, Square]]:
    for row, cells in enumerate(sheet.to_python(skip_empty_area=False), start=1):
        for column, value in enumerate(cells, start=1):
            if text := _shown(value):
                yield (row, column), Square(text, isinstance(value, str))


def _shown(value: str | float | bool | date | time | datetime | timedelta) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return plain_number(Decimal(str(value)))
    return value.strip() if isinstance(value, str) else moment(value)
