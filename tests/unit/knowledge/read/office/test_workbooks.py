"""Workbooks that are no .xlsx: older ones, binary ones, and those of LibreOffice."""

import io
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
import xlwt

from knowledge.read import Reading
from tests.unit.knowledge.texts import read, read_one, reasons

_HOURS = (("매장", "여는 시각"), ("강남점", "10시"), ("Seocho", "11 am"))
_READ = "매장: 강남점\n여는 시각: 10시\n\n매장: Seocho\n여는 시각: 11 am"


def _saved(book: xlwt.Workbook) -> bytes:
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def _xls(*rows: Sequence[object], form: str = "General") -> xlwt.Workbook:
    book = xlwt.Workbook()
    sheet = book.add_sheet("가격")
    style = xlwt.XFStyle()
    style.num_format_str = form
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            sheet.write(number, column, value, style)
    return book


def _ods(content: str) -> bytes:
    names = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{where}:1.0"'
        for name, where in (
            ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"),
            ("fo", "xsl-fo-compatible"),
        )
    )  # fmt: skip
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr(
            "content.xml", f"<office:document-content {names}>{content}</office:document-content>"
        )
    return raw.getvalue()


def _spread(*rows: str, table: str = "", styles: str = "") -> bytes:
    body = "".join(
        f"<table:table-row>{row}</table:table-row>" if row.startswith("<table:table-c") else row
        for row in rows
    )
    return _ods(
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f'<office:spreadsheet><table:table table:name="S">{table}{body}</table:table>'
        "</office:spreadsheet></office:body>"
    )


def _cell(text: str, attributes: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="string" {attributes}>'
        f"<text:p>{escape(text)}</text:p></table:table-cell>"
    )


def _xlsb(*rows: Sequence[str | float]) -> bytes:
    """A binary workbook of one sheet, in as few records as a reader needs."""

    def record(kind: int, payload: bytes = b"") -> bytes:
        head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
        size, count = b"", len(payload)
        while True:
            size += bytes([count & 0x7F | (0x80 if count > 0x7F else 0)])
            count >>= 7
            if not count:
                return head + size + payload

    def text(value: str) -> bytes:
        return struct.pack("<I", len(value)) + value.encode("utf-16-le")

    sheet = record(0x81) + record(0x94, struct.pack("<4I", 0, len(rows) - 1, 0, len(rows[0]) - 1))
    sheet += record(0x91)
    for number, row in enumerate(rows):
        sheet += record(0x00, struct.pack("<IIHHBI", number, 0, 0, 0, 0, 0))
        for column, value in enumerate(row):
            place = struct.pack("<II", column, 0)
            is_text = isinstance(value, str)
            payload = text(value) if isinstance(value, str) else struct.pack("<d", value)
            sheet += record(0x06 if is_text else 0x05, place + payload)
    sheet += record(0x92) + record(0x82)
    book = record(0x83) + record(0x8F)
    book += record(0x9C, struct.pack("<II", 0, 1) + text("rId1") + text("Sheet1"))
    book += record(0x90) + record(0x84)
    main = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types">'
            '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary"/>'
            "</Types>",
        )
        archive.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
            f'Type="{main}/worksheet" Target="worksheets/sheet1.bin"/></Relationships>',
        )
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/worksheets/sheet1.bin", sheet)
    return raw.getvalue()


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("a.xls", _saved(_xls(*_HOURS))),
        ("a.xlsb", _xlsb(*_HOURS)),
        ("a.ods", _spread(*("".join(map(_cell, row)) for row in _HOURS))),
    ],
)
def test_each_row_is_a_record_in_every_format(tmp_path: Path, name: str, raw: bytes) -> None:
    document = read_one(tmp_path, name, raw)

    assert document.text == _READ
    assert [one.name for one in document.records] == ["강남점", "Seocho"]


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.15, "0%", "15%"),
        (4500, '#,##0"원"', "4,500원"),
        (46082, "yyyy-mm-dd", "2026-03-01"),
        (True, "General", "TRUE"),
        (3.0, "General", "3"),
    ],
)
def test_a_value_of_an_old_workbook_is_written_as_it_is_shown(
    tmp_path: Path, value: object, form: str, shown: str
) -> None:
    raw = _saved(_xls(("품목", "값"), ("유자차", value), form=form))

    assert read_one(tmp_path, "a.xls", raw).text == f"품목: 유자차\n값: {shown}"


def test_what_is_hidden_or_struck_out_in_an_old_workbook_is_not_read(tmp_path: Path) -> None:
    book = _xls(("Store", "Cost", "Hours"), ("Mapo", "SECRET", "9-6"), ("SECRET", "x", "y"))
    sheet = book.get_sheet(0)
    sheet.col(1).hidden = True
    sheet.row(2).hidden = True
    struck = xlwt.XFStyle()
    struck.font.struck_out = True
    sheet.write(3, 0, "SECRET", struck)
    book.add_sheet("SECRET").write(0, 0, "SECRET")
    book.get_sheet(1).visibility = 1

    assert read_one(tmp_path, "a.xls", _saved(book)).text == "Store: Mapo\nHours: 9-6"


def test_merged_cells_of_an_old_workbook_are_filled(tmp_path: Path) -> None:
    book = _xls(("종류", "상품"))
    sheet = book.get_sheet(0)
    sheet.write_merge(1, 2, 0, 0, "커피")
    sheet.write(1, 1, "라떼")
    sheet.write(2, 1, "모카")

    assert read_one(tmp_path, "a.xls", _saved(book)).text == (
        "종류: 커피\n상품: 라떼\n\n종류: 커피\n상품: 모카"
    )


def test_a_web_page_named_as_a_workbook_is_read_as_one(tmp_path: Path) -> None:
    head, row = "<tr><th>매장</th><th>전화</th></tr>", "<tr><td>마포점</td><td>1588</td></tr>"
    page = f"<html><table>{head}{row}</table></html>"

    assert "| 마포점 | 1588 |" in read_one(tmp_path, "a.xls", page).text


@pytest.mark.parametrize("name", ["a.xls", "a.xlsb", "a.ods"])
def test_a_damaged_workbook_says_what_to_do(tmp_path: Path, name: str) -> None:
    [reason] = reasons(tmp_path, {name: b"\x09\x08not a workbook"})

    assert reason.startswith(f"{name}: ")
    assert "save" in reason


def test_a_binary_workbook_says_what_is_lost(tmp_path: Path) -> None:
    reading: Reading = read(tmp_path, {"a.xlsb": _xlsb(("Item", "Left"), ("Ribbon", 12.0))})

    assert reading.documents[0].text == "Item: Ribbon\nLeft: 12"
    [partly] = reading.partly
    assert "formats of numbers" in partly.lost[0]


def test_a_cell_is_written_as_it_is_shown_in_libreoffice(tmp_path: Path) -> None:
    shown = (
        '<table:table-cell office:value-type="percentage" office:value="0.15">'
        "<text:p>15%</text:p></table:table-cell>"
        '<table:table-cell office:value-type="date" office:date-value="2026-03-01">'
        "<text:p>01/03/26</text:p></table:table-cell>"
    )
    raw = _spread(
        _cell("품목") + _cell("할인") + _cell("시작"),
        _cell("유자차") + shown,
    )

    assert read_one(tmp_path, "a.ods", raw).text == "품목: 유자차\n할인: 15%\n시작: 2026-03-01"


def test_what_is_hidden_struck_out_or_a_note_in_libreoffice_is_not_read(tmp_path: Path) -> None:
    styles = (
        '<style:style style:name="ta2" style:family="table">'
        '<style:table-properties table:display="false"/></style:style>'
        '<style:style style:name="no" style:family="table-cell">'
        '<style:text-properties style:text-line-through-style="solid"/></style:style>'
    )
    note = "<office:annotation><text:p>SECRET</text:p></office:annotation>"
    raw = _spread(
        _cell("Store") + _cell("Cost") + _cell("Hours"),
        f'<table:table-cell office:value-type="string">{note}<text:p>Mapo</text:p>'
        "</table:table-cell>" + _cell("SECRET") + _cell("9-6"),
        f'<table:table-row table:visibility="collapse">{_cell("SECRET")}</table:table-row>',
        _cell("SECRET", 'table:style-name="no"'),
        '</table:table><table:table table:name="x" table:style-name="ta2"><table:table-row>'
        f"{_cell('SECRET')}</table:table-row>",
        table='<table:table-column/><table:table-column table:visibility="collapse"/>',
        styles=styles,
    )

    assert read_one(tmp_path, "a.ods", raw).text == "Store: Mapo\nHours: 9-6"


def test_repeated_and_merged_cells_of_libreoffice_are_filled(tmp_path: Path) -> None:
    raw = _spread(
        _cell("종류") + _cell("상품") + _cell("보관"),
        _cell("음료", 'table:number-rows-spanned="2"')
        + _cell("우유", 'table:number-columns-repeated="1"')
        + _cell("냉장"),
        "<table:table-row><table:covered-table-cell/>"
        f"{_cell('주스')}{_cell('냉장')}</table:table-row>",
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>',
    )

    assert read_one(tmp_path, "a.ods", raw).text == (
        "종류: 음료\n상품: 우유\n보관: 냉장\n\n종류: 음료\n상품: 주스\n보관: 냉장"
    )


def test_a_locked_libreoffice_workbook_says_so(tmp_path: Path) -> None:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")
        archive.writestr("content.xml", "x")

    [reason] = reasons(tmp_path, {"a.ods": raw.getvalue()})

    assert reason == "a.ods: it is protected by a password; save it without one"
