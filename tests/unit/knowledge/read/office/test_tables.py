"""Tables as people lay them out on a sheet: heads of several rows, gaps, tables side by side."""

import io
from pathlib import Path

import openpyxl
import pytest

from tests.unit.knowledge.read.laid_out import SHEETS, sheet
from tests.unit.knowledge.texts import read_one

Row = tuple[object, ...]


def _records(folder: Path, *rows: Row, merged: tuple[str, ...] = ()) -> list[str]:
    workbook = openpyxl.Workbook()
    for row in rows:
        workbook.active.append(row)
    for area in merged:
        workbook.active.merge_cells(area)
    raw = io.BytesIO()
    workbook.save(raw)
    document = read_one(folder, "a.xlsx", raw.getvalue())
    return [document.text[one.start : one.end].replace("\n", "; ") for one in document.records]


@pytest.mark.parametrize("gap", [False, True])
def test_names_above_several_columns_belong_to_each(tmp_path: Path, *, gap: bool) -> None:
    rows = (
        ("지점별 요금표",),
        *([()] if gap else []),
        (None, "평일", None, "주말", None),
        ("지점", "성인", "어린이", "성인", "어린이"),
        ("마포점", "9천원", "5천원", "만원", "6천원"),
        ("강남점", "만원", "6천원", "만이천원", "칠천"),
    )

    assert _records(tmp_path, *rows) == [
        "지점: 마포점; 평일 성인: 9천원; 평일 어린이: 5천원; 주말 성인: 만원; 주말 어린이: 6천원",
        "지점: 강남점; 평일 성인: 만원; 평일 어린이: 6천원; 주말 성인: 만이천원; 주말 어린이: 칠천",
    ]


def test_a_head_may_have_its_second_row_below_its_first_names(tmp_path: Path) -> None:
    rows = (
        ("Counter", "Mon-Fri", None, "Sat", None),
        (None, "from", "to", "from", "to"),
        ("Gift desk", "10:00", "20:00", "11:00", "18:00"),
        ("Repairs", "09:00", "17:00", "shut", "shut"),
    )

    assert _records(tmp_path, *rows) == [
        "Counter: Gift desk; Mon-Fri from: 10:00; Mon-Fri to: 20:00; Sat from: 11:00; "
        "Sat to: 18:00",
        "Counter: Repairs; Mon-Fri from: 09:00; Mon-Fri to: 17:00; Sat from: shut; Sat to: shut",
    ]


def test_a_head_of_three_rows(tmp_path: Path) -> None:
    rows = (
        ("구분", "상반기", None, None, None),
        (None, "평일", None, "주말", None),
        (None, "오픈", "마감", "오픈", "마감"),
        ("본점", "10시", "21시", "11시", "20시"),
    )
    merged = ("A1:A3", "B1:E1", "B2:C2", "D2:E2")

    assert _records(tmp_path, *rows, merged=merged) == [
        "구분: 본점; 상반기 평일 오픈: 10시; 상반기 평일 마감: 21시; 상반기 주말 오픈: 11시; "
        "상반기 주말 마감: 20시"
    ]


@pytest.mark.parametrize(
    "rows",
    [
        (("Gate", "Opens", "Staff"), (), ("North", 8, 3), ("South", 9, 2)),
        (("Gate", "Opens", "Staff"), (), ("North", "8", "3"), ("South", "9", "2")),
    ],
)
def test_an_empty_row_below_the_head_takes_no_names_away(
    tmp_path: Path, rows: tuple[Row, ...]
) -> None:
    assert _records(tmp_path, *rows) == [
        "Gate: North; Opens: 8; Staff: 3",
        "Gate: South; Opens: 9; Staff: 2",
    ]


def test_lines_apart_are_no_table(tmp_path: Path) -> None:
    assert _records(tmp_path, ("Manager", "Kim"), (), ("Deputy", "Lee"), (), ("Help", "desk")) == []


def test_tables_beside_each_other_are_two(tmp_path: Path) -> None:
    rows = (
        ("포장재", "재고", None, "크기", "선반"),
        ("리본", 12, None, "소형", "1번"),
        ("상자", 7, None, "대형", "2번"),
        ("봉투", 90, None, None, None),
    )

    assert _records(tmp_path, *rows) == [
        "포장재: 리본; 재고: 12",
        "포장재: 상자; 재고: 7",
        "포장재: 봉투; 재고: 90",
        "크기: 소형; 선반: 1번",
        "크기: 대형; 선반: 2번",
    ]


def test_a_title_above_tables_beside_each_other_is_that_of_both(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    for row in (
        ("Wrapping",),
        (),
        ("Paper", "Left", None, "Ribbon", "Shelf"),
        ("Red", 4, None, "Silk", "B2"),
    ):
        workbook.active.append(row)
    raw = io.BytesIO()
    workbook.save(raw)

    names = [one.name for one in read_one(tmp_path, "a.xlsx", raw.getvalue()).records]

    assert names == ["Wrapping › Red", "Wrapping › Silk"]


@pytest.mark.parametrize("gap", [False, True])
def test_each_of_two_tables_may_have_its_own_title(tmp_path: Path, *, gap: bool) -> None:
    workbook = openpyxl.Workbook()
    for row in (
        ("포장지", None, None, "리본", None),
        *([()] if gap else []),
        ("색", "남은 수", None, "재질", "선반"),
        ("빨강", 4, None, "실크", "B2"),
    ):
        workbook.active.append(row)
    raw = io.BytesIO()
    workbook.save(raw)

    names = [one.name for one in read_one(tmp_path, "a.xlsx", raw.getvalue()).records]

    assert names == ["포장지 › 빨강", "리본 › 실크"]


def test_tables_below_each_other_are_two_where_words_stand_below_numbers(tmp_path: Path) -> None:
    rows = (
        ("품목", "남은 수"),
        ("리본", 12),
        (),
        ("크기", "선반"),
        ("소형", "1번"),
        ("대형", "2번"),
    )

    assert _records(tmp_path, *rows) == [
        "품목: 리본; 남은 수: 12",
        "크기: 소형; 선반: 1번",
        "크기: 대형; 선반: 2번",
    ]


def test_a_row_of_units_belongs_to_the_head(tmp_path: Path) -> None:
    rows = (("Parcel", "Fee", "Weight"), (None, "(GBP)", "(kg)"), ("small", 4, 2), ("large", 9, 5))

    assert _records(tmp_path, *rows) == [
        "Parcel: small; Fee (GBP): £4; Weight (kg): 2",
        "Parcel: large; Fee (GBP): £9; Weight (kg): 5",
    ]


def test_a_narrow_empty_column_within_a_table_divides_nothing(tmp_path: Path) -> None:
    rows = (("Store", "Opens", None, "Note"), ("Mapo", "9", None, "x"), ("Jongno", "8", None, "y"))

    assert _records(tmp_path, *rows) == [
        "Store: Mapo; Opens: 9; Note: x",
        "Store: Jongno; Opens: 8; Note: y",
    ]


def test_an_empty_cell_is_told_where_others_are_filled(tmp_path: Path) -> None:
    rows = (
        ("품목", "보관", "비고"),
        ("우유", "냉장", None),
        ("소금", None, "개봉 후 밀봉"),
        ("달걀", "냉장", None),
        ("밀가루", "실온", None),
    )

    assert _records(tmp_path, *rows) == [
        "품목: 우유; 보관: 냉장",
        "품목: 소금; 보관: –; 비고: 개봉 후 밀봉",
        "품목: 달걀; 보관: 냉장",
        "품목: 밀가루; 보관: 실온",
    ]


@pytest.mark.parametrize(
    ("heading", "value", "said"),
    [
        ("Delivery fee", 3000, "Delivery fee: ₩3,000"),
        ("PRICE", "1,200", "PRICE: ₩1,200"),
        ("포장 요금", 500, "포장 요금: ₩500"),
        ("단가(원)", 1500, "단가(원): ₩1,500"),
        ("Price (USD)", 12.5, "Price (USD): $12.50"),
        ("요금(천원)", 15, "요금(천원): 15"),
        ("수수료", "3%", "수수료: 3%"),
        ("재고", 1500, "재고: 1500"),
        ("Price list no.", 7, "Price list no.: 7"),
    ],
)
def test_a_number_below_a_heading_of_money_has_its_currency(
    tmp_path: Path, heading: str, value: object, said: str
) -> None:
    [record] = _records(tmp_path, ("상품", heading), ("리본", value))

    assert record == f"상품: 리본; {said}"


_PRICES = ("Item: Tea; Price: ₩4,000", "Item: Cake; Price: ₩5,500")
_FEES = ("Size: Small; Fee: ₩1,000", "Size: Large; Fee: ₩2,000")
_TABLE = (("Item", "Price"), ("Tea", "4000"), ("Cake", "5500"))


def _placed_in(folder: Path, suffix: str, *rows: tuple[str, ...]) -> list[tuple[str, str]]:
    width = max(map(len, rows))
    padded = [(*row, *[""] * (width - len(row))) for row in rows]
    document = read_one(folder, f"a{suffix}", sheet(suffix, padded))
    return [
        (one.name, document.text[one.start : one.end].replace("\n", "; "))
        for one in document.records
    ]


@pytest.mark.parametrize("suffix", SHEETS)
@pytest.mark.parametrize(
    ("above", "lines"),
    [
        ((("봄 가격표",), ()), []),
        ((("봄 가격표",),), []),
        ((("", "봄 가격표"), (), ()), []),
        ((("봄 가격표",), ("Valid from 1 March",), ()), ["Valid from 1 March"]),
        ((("봄 가격표",), ("Shop:", "Gangnam"), ()), ["Shop: Gangnam"]),
    ],
)
def test_titles_above_a_head_are_no_column_names(
    tmp_path: Path, suffix: str, above: tuple[tuple[str, ...], ...], lines: list[str]
) -> None:
    found = _placed_in(tmp_path, suffix, *above, *_TABLE)

    assert found == [
        *(("봄 가격표", line) for line in lines),
        ("봄 가격표 › Tea", _PRICES[0]),
        ("봄 가격표 › Cake", _PRICES[1]),
    ]


@pytest.mark.parametrize("suffix", SHEETS)
@pytest.mark.parametrize("label", [("Shop:", "Gangnam"), ("Price list", "Spring 2026")])
def test_a_label_and_its_value_above_a_head_are_a_title(
    tmp_path: Path, suffix: str, label: tuple[str, str]
) -> None:
    title = f"{label[0].rstrip(':')}: {label[1]}"

    found = _placed_in(tmp_path, suffix, label, (), *_TABLE)

    assert found == [(f"{title} › Tea", _PRICES[0]), (f"{title} › Cake", _PRICES[1])]


@pytest.mark.parametrize("suffix", SHEETS)
@pytest.mark.parametrize("left", [2, 3, 0])
@pytest.mark.parametrize("title", ["", "배송 요금"])
def test_a_second_table_has_its_own_head(
    tmp_path: Path, suffix: str, left: int, title: str
) -> None:
    empty = [""] * left
    fees = [*([(title,)] if title else []), ("Size", "Fee"), ("Small", "1000"), ("Large", "2000")]

    found = _placed_in(tmp_path, suffix, *_TABLE, (), *((*empty, *row) for row in fees))

    place = f"{title} › " if title else ""
    assert found == [
        ("Tea", _PRICES[0]),
        ("Cake", _PRICES[1]),
        (f"{place}Small", _FEES[0]),
        (f"{place}Large", _FEES[1]),
    ]


@pytest.mark.parametrize("suffix", SHEETS)
def test_a_second_table_at_the_lower_right_may_begin_beside_the_first(
    tmp_path: Path, suffix: str
) -> None:
    rows = (
        ("Item", "Price"), ("Tea", "4000"), ("Cake", "5500", "", "Size", "Fee"),
        ("Pie", "6000", "", "Small", "1000"), ("", "", "", "Large", "2000"),
    )  # fmt: skip

    found = _placed_in(tmp_path, suffix, *rows)

    assert [text for _, text in found] == [*_PRICES, "Item: Pie; Price: ₩6,000", *_FEES]


@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_a_title_of_one_cell_above_a_csv_hides_no_delimiter(tmp_path: Path, mark: str) -> None:
    text = f"봄 가격표\n\nItem{mark}Price\nTea{mark}3,50\nCake{mark}4,20\n"

    document = read_one(tmp_path, "a.csv", text, "EUR")

    assert document.text == "Item: Tea\nPrice: €3.50\n\nItem: Cake\nPrice: €4.20"
