"""A workbook as people see it: visible sheets, rows with column headings, formatted values."""

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from knowledge.model.documents import Document
from knowledge.read import limits
from tests.unit.knowledge.texts import read, read_one, reasons

Row = tuple[object, ...]
_HOURS: tuple[Row, ...] = (("매장", "여는 시각"), ("강남점", "10시"), ("서초점", "11시"))


def _workbook(*rows: Row, **more_sheets: tuple[Row, ...]) -> Workbook:
    workbook = openpyxl.Workbook()
    first = workbook.active
    for row in rows:
        first.append(row)
    for name, others in more_sheets.items():
        sheet = workbook.create_sheet(name)
        for row in others:
            sheet.append(row)
    return workbook


def _saved(workbook: Workbook) -> bytes:
    raw = io.BytesIO()
    workbook.save(raw)
    return raw.getvalue()


def _read(folder: Path, workbook: Workbook) -> Document:
    return read_one(folder, "a.xlsx", _saved(workbook))


def _records(folder: Path, workbook: Workbook) -> list[str]:
    document = _read(folder, workbook)
    return [document.text[one.start : one.end] for one in document.records]


def _names(folder: Path, workbook: Workbook) -> list[str]:
    return [one.name for one in _read(folder, workbook).records]


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
def test_each_row_of_a_table_is_a_record_with_its_column_names(tmp_path: Path, suffix: str) -> None:
    rows = (("매장", "전화", "Note"), ("강남점", "02-123-4567", None), ("Seocho", None, "parking"))

    document = read_one(tmp_path, f"a{suffix}", _saved(_workbook(*rows)))

    assert document.text == (
        "매장: 강남점\n전화: 02-123-4567\nNote: –\n\n매장: Seocho\n전화: –\nNote: parking"
    )
    assert [one.name for one in document.records] == ["강남점", "Seocho"]


def test_policies_and_products_are_known_by_their_columns(tmp_path: Path) -> None:
    policies = (("policy_type", "description", "conditions"), ("환불", "14일 이내", "영수증"))
    products = (("name", "category", "price", "description"), ("Yuja tea", "cafe", 5000, "Hot."))

    records = _records(tmp_path, _workbook(*policies, products=products))

    assert records == [
        "환불: 14일 이내\n영수증",
        "Product: Yuja tea\nCategory: cafe\nPrice: ₩5,000\nDescription: Hot.",
    ]


@pytest.mark.parametrize("form", ["General", "#,##0", '"₩"#,##0', "[$₩-412]#,##0"])
def test_a_price_is_in_the_stores_money_once(tmp_path: Path, form: str) -> None:
    workbook = _workbook(("name", "price"), ("유자차", 4500))
    workbook.active["B2"].number_format = form

    [record] = _records(tmp_path, workbook)

    assert "Price: ₩4,500\n" in record


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (date(2026, 9, 25), "yyyy-mm-dd", "2026-09-25"),
        (date(2026, 9, 25), 'm"월" d"일"', "2026-09-25"),
        (datetime.fromisoformat("2026-09-25T10:30"), "yyyy-mm-dd h:mm", "2026-09-25 10:30"),
        (time(7, 30), "h:mm", "07:30"),
        (time(7, 30, 15), "h:mm:ss", "07:30:15"),
        (timedelta(hours=24), "[h]:mm", "24:00"),
        (1.0, "h:mm", "00:00"),
        (0.1, "0%", "10%"),
        (0.125, "0.0%", "12.5%"),
        (5.0, "General", "5"),
        (0.1 + 0.2, "General", "0.3"),
        (-5, "General", "-5"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (4500, '#,##0"원"', "4,500원"),
        (14, 'General"일"', "14일"),
        (7.5, '0.0" h"', "7.5 h"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (0, '#,##0;-#,##0;"free"', "free"),
        (4500, '_-"₩"* #,##0_-;-"₩"* #,##0_-', "₩4,500"),
        (12345678, '#,##0,"천원"', "12,346천원"),
        (7, "00000", "00007"),
        (12345, "0,000", "12,345"),
        (1012345678, "000-0000-0000", "010-1234-5678"),
        (5551234, "[<=9999999]###-####;(0##) ###-####", "555-1234"),
        (1.5, "# ?/?", "1.5"),
        (4500, '#,##0"원/개"', "4,500원/개"),
        (1234.0, "0.00E+00", "1234"),
        (10**20, "#,##0", "100000000000000000000"),
        (True, "General", "TRUE"),
        ("010", "@", "010"),
    ],
)
def test_a_value_is_written_as_it_is_shown(
    tmp_path: Path, value: object, form: str, shown: str
) -> None:
    workbook = _workbook(("매장", "value", "end"), ("강남점", value, "x"))
    workbook.active["B2"].number_format = form

    assert _records(tmp_path, workbook) == [f"매장: 강남점\nvalue: {shown}\nend: x"]


def _hide_sheet(sheet: Worksheet) -> None:
    sheet.sheet_state = "hidden"


def _hide_sheet_deeply(sheet: Worksheet) -> None:
    sheet.sheet_state = "veryHidden"


def _hide_columns(sheet: Worksheet) -> None:
    sheet.column_dimensions.group("A", "C", hidden=True)


def _hide_rows(sheet: Worksheet) -> None:
    for number in (1, 2):
        sheet.row_dimensions[number].hidden = True


def _strike(sheet: Worksheet) -> None:
    for row in sheet.iter_rows():
        for cell in row:
            cell.font = Font(strike=True)


def _show_nothing(sheet: Worksheet) -> None:
    sheet["B2"].value = 1234
    sheet["A1"].value = sheet["B1"].value = sheet["C1"].value = sheet["A2"].value = None
    sheet["C2"].value = None
    sheet["B2"].number_format = ";;;"


@pytest.mark.parametrize(
    "hide",
    [
        _hide_sheet, _hide_sheet_deeply, _hide_columns, _hide_rows, _strike, _show_nothing,
    ],
)  # fmt: skip
def test_hidden_rows_columns_and_sheets_are_not_read(
    tmp_path: Path, hide: Callable[[Worksheet], None]
) -> None:
    workbook = _workbook(*_HOURS, secret=(("이름", "급여", "note"), ("SECRET", "SECRET", "x")))
    hide(workbook["secret"])

    document = _read(tmp_path, workbook)

    assert document.text == "매장: 강남점\n여는 시각: 10시\n\n매장: 서초점\n여는 시각: 11시"


def test_a_hidden_row_and_a_hidden_column_leave_the_rest_in_place(tmp_path: Path) -> None:
    workbook = _workbook(("Store", "Cost", "Price"), ("A", 1, "9"), ("B", 2, "8"), ("C", 3, "7"))
    workbook.active.row_dimensions[3].hidden = True
    workbook.active.column_dimensions["B"].hidden = True

    assert _records(tmp_path, workbook) == ["Store: A\nPrice: ₩9", "Store: C\nPrice: ₩7"]


def test_struck_out_text_and_comments_of_a_cell_are_not_read(tmp_path: Path) -> None:
    workbook = _workbook(("상품", "가격"), ("유자차", "x"))
    struck = TextBlock(InlineFont(strike=True), "5,000원")
    workbook.active["B2"] = CellRichText(struck, TextBlock(InlineFont(b=True), " 4,500원"))

    assert _records(tmp_path, workbook) == ["상품: 유자차\n가격: 4,500원"]


def test_the_title_above_a_table_is_the_heading_of_its_rows(tmp_path: Path) -> None:
    workbook = _workbook(("2026 추석 영업시간",), (), ("기준: 매장운영팀",), *_HOURS)
    workbook.active.merge_cells("A1:B1")

    document = _read(tmp_path, workbook)

    assert [one.name for one in document.records] == [
        "2026 추석 영업시간",
        "2026 추석 영업시간 › 강남점",
        "2026 추석 영업시간 › 서초점",
    ]
    assert document.text.startswith("기준: 매장운영팀\n\n매장: 강남점\n여는 시각: 10시")


def test_a_title_of_several_rows_is_written_once(tmp_path: Path) -> None:
    workbook = _workbook(("2026년\n영업시간", None), (), (), *_HOURS)
    workbook.active.merge_cells("A1:B2")

    assert _names(tmp_path, workbook) == ["2026년 영업시간 › 강남점", "2026년 영업시간 › 서초점"]


def test_a_wide_row_further_down_does_not_hide_the_names_of_the_columns(tmp_path: Path) -> None:
    workbook = _workbook(*_HOURS, ("종로점", "9시", "a", "b", "c", "d"))

    assert _records(tmp_path, workbook)[0] == "매장: 강남점\n여는 시각: 10시"


def test_a_title_with_its_date_beside_it_names_no_columns(tmp_path: Path) -> None:
    rows = (("Prices", "from March"), ("Item", "Size", "Price", "Note"), ("Tea", "L", "9", "hot"))

    workbook = _workbook(*rows)

    assert _records(tmp_path, workbook) == ["Item: Tea\nSize: L\nPrice: ₩9\nNote: hot"]
    assert _names(tmp_path, workbook) == ["Prices: from March › Tea"]


def test_each_record_of_several_sheets_names_its_sheet(tmp_path: Path) -> None:
    workbook = _workbook(*_HOURS, Phones=(("Store", "Phone"), ("Gangnam", "02-123-4567")))
    workbook.active.title = "영업시간"

    assert _names(tmp_path, workbook) == [
        "영업시간 › 강남점",
        "영업시간 › 서초점",
        "Phones › Gangnam",
    ]


def test_merged_cells_are_filled(tmp_path: Path) -> None:
    workbook = _workbook(
        ("종류", "상품", "평일", "주말"),
        ("커피", "라떼", "휴무", None),
        (None, "모카", "5,000", "5,500"),
    )
    workbook.active.merge_cells("A2:A3")
    workbook.active.merge_cells("C2:D2")

    assert _records(tmp_path, workbook) == [
        "종류: 커피\n상품: 라떼\n평일: 휴무\n주말: 휴무",
        "종류: 커피\n상품: 모카\n평일: 5,000\n주말: 5,500",
    ]


def test_a_blank_first_cell_is_that_of_the_row_above(tmp_path: Path) -> None:
    rows = (("사유", "Who"), ("결혼", "본인"), (None, "Child"), ("사망", "부모"), (None, "합계"))

    assert _records(tmp_path, _workbook(*rows)) == [
        "사유: 결혼\nWho: 본인",
        "사유: 결혼\nWho: Child",
        "사유: 사망\nWho: 부모",
        "Who: 합계",
    ]


def test_column_names_may_stand_in_two_rows(tmp_path: Path) -> None:
    workbook = _workbook(
        ("매장", "평일", None, "주말", None),
        (None, "개점", "마감", "개점", "마감"),
        ("강남점", "10:00", "21:00", "11:00", "20:00"),
    )
    for area in ("A1:A2", "B1:C1", "D1:E1"):
        workbook.active.merge_cells(area)

    assert _records(tmp_path, workbook) == [
        "매장: 강남점\n평일 개점: 10:00\n평일 마감: 21:00\n주말 개점: 11:00\n주말 마감: 20:00"
    ]


def test_a_heading_over_two_columns_does_not_make_data_a_heading(tmp_path: Path) -> None:
    workbook = _workbook(("Store", "Address", None), ("A", "Seoul", "1 Road"), ("B", "Busan", "x"))
    workbook.active.merge_cells("B1:C1")

    assert _records(tmp_path, workbook)[0] == "Store: A\nAddress: Seoul\nAddress (2): 1 Road"


def test_a_column_without_a_heading_has_its_letter(tmp_path: Path) -> None:
    rows = (("Store", "Phone"), ("A", "1588-0000", "evenings"))

    assert _records(tmp_path, _workbook(*rows)) == ["Store: A\nPhone: 1588-0000\nC: evenings"]


def test_a_merged_row_in_a_table_is_the_heading_of_the_rows_below(tmp_path: Path) -> None:
    workbook = _workbook(
        ("매장", "전화"),
        ("■ 서울",),
        ("강남점", "1"),
        ("■ 부산",),
        ("서면점", "2"),
        ("※ 일요일 휴무",),
    )
    for area in ("A2:B2", "A4:B4", "A6:B6"):
        workbook.active.merge_cells(area)

    document = _read(tmp_path, workbook)

    assert [one.name for one in document.records] == [
        "■ 서울 › 강남점",
        "■ 부산 › 서면점",
        "■ 부산",
    ]
    assert document.text.endswith("\n\n※ 일요일 휴무")


def test_a_note_below_a_table_stands_alone(tmp_path: Path) -> None:
    assert _records(tmp_path, _workbook(*_HOURS, ("※ 명절 당일은 쉽니다.",)))[-1] == (
        "※ 명절 당일은 쉽니다."
    )


def test_an_empty_row_does_not_end_a_table(tmp_path: Path) -> None:
    workbook = _workbook(*_HOURS, (), ("종로점", "9시"))

    assert _records(tmp_path, workbook)[-1] == "매장: 종로점\n여는 시각: 9시"


@pytest.mark.parametrize(
    ("font", "fill"),
    [
        (Font(bold=True), PatternFill()),
        (Font(), PatternFill("solid", fgColor="DDEEFF")),
    ],
    ids=["bold", "coloured"],
)
def test_a_second_table_is_recognised_by_the_format_of_its_head(
    tmp_path: Path, font: Font, fill: PatternFill
) -> None:
    workbook = _workbook(*_HOURS, (), ("Contacts",), ("Team", "Phone"), ("Care", "1588-0000"))
    for place in ("A1", "B1", "A6", "B6"):
        workbook.active[place].font, workbook.active[place].fill = font, fill

    document = _read(tmp_path, workbook)

    assert document.text.endswith("매장: 서초점\n여는 시각: 11시\n\nTeam: Care\nPhone: 1588-0000")
    assert document.records[-1].name == "Contacts › Care"


def test_a_sheet_of_one_column_is_text(tmp_path: Path) -> None:
    workbook = _workbook(
        ("환불 안내",), (), ("14일 이내에 환불합니다.",), ("영수증이 필요합니다.",)
    )

    document = _read(tmp_path, workbook)

    assert document.records == ()
    assert document.text == "환불 안내\n\n14일 이내에 환불합니다.\n\n영수증이 필요합니다.\n\n"


def test_sheets_of_text_have_their_names_as_headings(tmp_path: Path) -> None:
    workbook = _workbook(("Within 14 days.",), 교환=(("30일 이내입니다.",),))
    workbook.active.title = "Refunds"

    assert _read(tmp_path, workbook).text == (
        "## Refunds\n\nWithin 14 days.\n\n\n## 교환\n\n30일 이내입니다.\n\n"
    )


def test_text_beside_a_table_keeps_its_sheets_name(tmp_path: Path) -> None:
    workbook = _workbook(*_HOURS, 안내=(("명절에는 쉽니다.",),))

    assert _names(tmp_path, workbook)[-1] == "안내"
    assert _records(tmp_path, workbook)[-1] == "명절에는 쉽니다."


def test_names_and_values_without_headings_are_lines(tmp_path: Path) -> None:
    workbook = _workbook(("여는 시각", time(10)), ("닫는 시각", time(21)), ("Float", 200000))

    document = _read(tmp_path, workbook)

    assert document.text == "여는 시각: 10:00\n\n닫는 시각: 21:00\n\nFloat: 200000\n\n"


def test_a_name_is_more_than_a_serial_number(tmp_path: Path) -> None:
    assert _names(tmp_path, _workbook(("번호", "매장", "전화"), (1, "강남점", "02"))) == ["강남점"]


# --- what cannot be read --------------------------------------------------------------------------


def _with_result(raw: bytes, result: str) -> bytes:
    """The same workbook with a result in its formula's cell, as Excel saves it."""
    saved = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(saved, "w") as new:
        for name in old.namelist():
            part = old.read(name).replace(b"</f><v></v>", f"</f>{result}".encode())
            new.writestr(name, part.replace(b'<c r="B2">', b'<c r="B2" t="str">'))
    return saved.getvalue()


def test_a_formula_is_read_by_its_result(tmp_path: Path) -> None:
    raw = _with_result(_saved(_workbook(("매장", "합계"), ("강남점", "=1+1"))), "<v>2</v>")

    assert read_one(tmp_path, "a.xlsx", raw).text == "매장: 강남점\n합계: 2"


def test_a_formula_may_have_nothing_to_show(tmp_path: Path) -> None:
    raw = _with_result(_saved(_workbook(("매장", "비고"), ("강남점", '=""'))), "<v></v>")

    assert read_one(tmp_path, "a.xlsx", raw).text == "매장: 강남점"


def test_a_formula_without_a_result_takes_its_cell_alone_and_is_reported(tmp_path: Path) -> None:
    workbook = _workbook(
        ("매장", "합계", "전화"), ("강남점", "=1+1", "1588-0000"), ("서초점", 3, "1588-1111")
    )
    workbook.active.title = "매출"

    reading = read(tmp_path, {"a.xlsx": _saved(workbook)})

    assert reading.documents[0].text == (
        "매장: 강남점\n전화: 1588-0000\n\n매장: 서초점\n합계: 3\n전화: 1588-1111"
    )
    [partly] = reading.partly
    assert partly.source == "a.xlsx"
    assert partly.lost == (
        "the formula in B2 of sheet 매출 without a result; save the file again in Excel",
    )


def test_of_many_formulas_without_a_result_some_are_named(tmp_path: Path) -> None:
    workbook = _workbook(("Store", "Sum"), *((f"Store {n}", "=1+1") for n in range(9)))

    [partly] = read(tmp_path, {"a.xlsx": _saved(workbook)}).partly

    assert partly.lost == (
        "the formulas in B2, B3, B4, B5, B6 and 4 more of sheet Sheet without a result; "
        "save the file again in Excel",
    )


def test_a_failed_formula_shows_nothing(tmp_path: Path) -> None:
    workbook = _workbook(("매장", "합계", "Note"), ("강남점", "#N/A", "x"))
    workbook.active["B2"].data_type = "e"

    assert _records(tmp_path, workbook) == ["매장: 강남점\nNote: x"]


def test_an_empty_workbook_is_reported(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.xlsx": _saved(_workbook())}) == [
        "a.xlsx: its sheets are empty or hidden"
    ]


def test_a_workbook_of_too_many_rows_is_to_be_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_ROWS", 2)

    found = reasons(tmp_path, {"a.xlsx": _saved(_workbook(*_HOURS, ("종로점", "9시")))})

    assert found == ["a.xlsx: longer than 2 rows; split it"]


def test_a_cell_in_the_last_corner_costs_nothing(tmp_path: Path) -> None:
    workbook = _workbook(*_HOURS)
    workbook.active["XFD1048576"] = "끝"

    assert _records(tmp_path, workbook)[-1] == "XFD: 끝"


@pytest.mark.parametrize(
    "raw",
    ["매장,전화".encode(), _saved(_workbook(*_HOURS))[:900], b"PK"],
    ids=["no archive", "cut short", "two letters"],
)
def test_a_damaged_workbook_is_reported(tmp_path: Path, raw: bytes) -> None:
    assert reasons(tmp_path, {"a.xlsx": raw}) == [
        "a.xlsx: this .xlsx cannot be read; save it again in Excel"
    ]


def test_another_office_file_is_no_workbook(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", "<document/>")

    assert reasons(tmp_path, {"a.xlsx": packed.getvalue()}) == [
        "a.xlsx: this .xlsx cannot be read; save it again in Excel"
    ]
