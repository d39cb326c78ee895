"""A table of a web page is read row by row, whatever its cells span."""

from pathlib import Path

import pytest

from knowledge.read import limits
from knowledge.split.passages import split
from knowledge.split.statements import statements
from tests.unit.knowledge.texts import read, read_one, words


def _text(folder: Path, *rows: str) -> str:
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return read_one(folder, "a.html", f"<p>A</p><table>{table}</table>").text.removeprefix("A\n\n")


def test_a_cell_of_several_rows_is_repeated_in_each(tmp_path: Path) -> None:
    page = (
        "<table><tr><th>구분</th><th>조건</th><th>Fee</th></tr>"
        "<tr><td rowspan='2'>대형가전</td><td>사다리차 필요 시</td><td>80,000원</td></tr>"
        "<tr><td>Collection</td><td>7일</td></tr></table>"
    )

    [passage] = split(read_one(tmp_path, "a.html", page), words)

    assert [one.text for one in statements(passage)] == [
        "구분: 대형가전; 조건: 사다리차 필요 시; Fee: 80,000원",
        "구분: 대형가전; 조건: Collection; Fee: 7일",
    ]


@pytest.mark.parametrize("rows", ["0", "9", "65000"])
def test_a_cell_may_claim_more_rows_than_its_table_has(tmp_path: Path, rows: str) -> None:
    text = _text(
        tmp_path,
        "<th>구분</th><th>일수</th>",
        f"<td rowspan={rows}>결혼</td><td>5</td>",
        "<td>1</td>",
    )

    assert text == "| 구분 | 일수 |\n| --- | --- |\n| 결혼 | 5 |\n| 결혼 | 1 |\n"


def test_a_cell_of_several_columns_is_repeated_in_each(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        "<th>구분</th><th>Weekday</th><th>주말</th>",
        "<td>주차</td><td colspan=2>무료</td>",
        "<td>Pool</td><td>1</td><td>2</td>",
    )

    assert text == (
        "| 구분 | Weekday | 주말 |\n| --- | --- | --- |\n| 주차 | 무료 | 무료 |\n| Pool | 1 | 2 |\n"
    )


@pytest.mark.parametrize("cell", ["td", "th"])
def test_headings_in_two_rows_are_one_heading(tmp_path: Path, cell: str) -> None:
    text = _text(
        tmp_path,
        f"<{cell} rowspan=2>구분</{cell}><{cell} colspan=2>Fee</{cell}>",
        f"<{cell}>성인</{cell}><{cell}>Child</{cell}>",
        "<td>평일</td><td>2</td><td>1</td>",
    )

    assert text == "| 구분 | Fee 성인 | Fee Child |\n| --- | --- | --- |\n| 평일 | 2 | 1 |\n"


def test_titles_and_notes_of_a_table_stand_above_and_below_it(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        "<td colspan=2>2026 요금</td>",
        "<td>구분</td><td>Fee</td>",
        "<td>성인</td><td>2</td>",
        "<td colspan=2>※ Not on holidays.</td>",
    )

    assert text == (
        "2026 요금\n\n| 구분 | Fee |\n| --- | --- |\n| 성인 | 2 |\n\n※ Not on holidays.\n"
    )


@pytest.mark.parametrize(
    ("title", "names", "row"),
    [
        ("Drinks, spring", ("Drink", "Small", "Large"), ("Latte", "3.80", "4.50")),
        ("봄 음료 가격표", ("음료", "작은 컵", "큰 컵"), ("라떼", "3,800원", "4,500원")),
    ],
)
def test_a_text_alone_in_its_row_above_names_is_the_title(
    tmp_path: Path, title: str, names: tuple[str, ...], row: tuple[str, ...]
) -> None:
    def cells(*texts: str) -> str:
        return "".join(f"<td>{text}</td>" for text in texts)

    text = _text(tmp_path, cells(title, "", ""), cells(*names), cells(*row))

    head, values = (f"| {' | '.join(one)} |" for one in (names, row))
    assert text == f"{title}\n\n{head}\n| --- | --- | --- |\n{values}\n"


def test_a_text_alone_above_values_is_the_name_of_its_column(tmp_path: Path) -> None:
    text = _text(
        tmp_path,
        "<td>시간</td><td></td><td></td>",
        "<td>월요일</td><td>9시</td><td>18시</td>",
    )

    assert text.startswith("| 시간 | | |\n")


def test_the_caption_stands_above_its_table(tmp_path: Path) -> None:
    assert (
        _text(
            tmp_path,
            "<caption>표 <b>1</b></caption><th>구분</th><th>Fee</th>",
            "<td>성인</td><td>2</td>",
        )
        == "표 **1**\n\n| 구분 | Fee |\n| --- | --- |\n| 성인 | 2 |\n"
    )


def test_names_beside_their_values_are_a_list(tmp_path: Path) -> None:
    assert (
        _text(
            tmp_path,
            "<th>전화</th><td>02-123</td><th>Fax:</th><td>02-124</td>",
            "<th>주소</th><td colspan=3>Seoul</td>",
        )
        == "- 전화: 02-123\n- Fax: 02-124\n- 주소: Seoul\n"
    )


def test_several_names_before_one_value_are_one_name(tmp_path: Path) -> None:
    assert (
        _text(
            tmp_path,
            "<th rowspan=2>평일</th><th>Open</th><td>9시</td>",
            "<th>마감</th><td>18시</td>",
            "<th>비고</th><td></td>",
        )
        == "- 평일 Open: 9시\n- 평일 마감: 18시\n"
    )


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("<td>전화</td><td>02-123</td>", "- 전화: 02-123\n- Fax: 02-124\n"),
        ("<td>Mail</td><td>a@shop.example</td>", "- Mail: a@shop.example\n- Fax: 02-124\n"),
        ("<td>무엇</td><td>번호</td>", "| 무엇 | 번호 |\n| --- | --- |\n| Fax | 02-124 |\n"),
        ("<td>무엇</td><td>2026</td>", "| 무엇 | 2026 |\n| --- | --- |\n| Fax | 02-124 |\n"),
    ],
)
def test_a_form_has_no_names_of_columns(tmp_path: Path, first: str, text: str) -> None:
    assert _text(tmp_path, first, "<td>Fax</td><td>02-124</td>") == text


def test_a_form_may_have_parts(tmp_path: Path) -> None:
    assert (
        _text(
            tmp_path,
            "<td>전화</td><td>02-123</td>",
            "<td colspan=2>Opening hours</td>",
            "<td>평일</td><td>9-18</td>",
        )
        == "- 전화: 02-123\n- Opening hours\n- 평일: 9-18\n"
    )


def test_cells_without_a_table_are_parts_of_the_page(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.html", "<tr><td>환불</td><td>14 days</td></tr><p>A</p>")

    assert read.text == "환불\n\n14 days\n\nA\n"


def test_row_headings_name_the_cells_on_their_right(tmp_path: Path) -> None:
    assert (
        _text(
            tmp_path,
            "<th>구분</th><td>성인</td><td>Child</td>",
            "<th>Fee</th><td>2</td><td>1</td>",
        )
        == "| 구분 | Fee |\n| --- | --- |\n| 성인 | 2 |\n| Child | 1 |\n"
    )


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("<td>담당</td><td>Kim</td>", "담당: Kim\n"),
        ("<td>A</td><td>나</td><td>C</td>", "A · 나 · C\n"),
    ],
)
def test_a_single_row_becomes_a_line(tmp_path: Path, row: str, text: str) -> None:
    assert _text(tmp_path, row) == text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("월-금 9-18<br>Sat 10-14", "월-금 9-18 / Sat 10-14"),
        ("<p>환불합니다.</p><p>Not at sales.</p>", "환불합니다. Not at sales."),
        ("<ul><li>영수증<li>ID card</ul>", "영수증 / ID card"),
        ("영수증\n  또는 <b>ID</b>", "영수증 또는 **ID**"),
        ("A|나", "A¦나"),
        (
            "<table><tr><td>국내<td>5,000<tr><td>Abroad<td>9,000</table>",
            "국내 5,000 / Abroad 9,000",
        ),
    ],
)
def test_the_lines_of_a_cell_are_separated(tmp_path: Path, cell: str, text: str) -> None:
    read = _text(tmp_path, "<th>구분</th><th>무엇</th>", f"<td>1</td><td>{cell}</td>")

    assert read == f"| 구분 | 무엇 |\n| --- | --- |\n| 1 | {text} |\n"


def test_a_name_in_two_lines_is_one_name(tmp_path: Path) -> None:
    assert _text(
        tmp_path, "<th>연<br>회비</th><th>Annual<br>fee</th>", "<td>1</td><td>2</td>"
    ).startswith("| 연 회비 | Annual fee |\n")


@pytest.mark.parametrize(
    "cells",
    [
        "<td>{}</td>",
        "<td><table role='presentation'><tr><td>{}</td><td>메뉴</td></tr></table></td>",
        "<td>메뉴</td><td><h2>환불</h2>{}</td>",
        "<td>Menu</td><td>{}<table><tr><th>등급<th>Rate<tr><td>골드<td>3%</table></td>",
    ],
)
def test_a_layout_table_is_no_table(tmp_path: Path, cells: str) -> None:
    text = _text(tmp_path, cells.format("<p>14일 이내.</p><ul><li>Tags on</li></ul>"))

    assert "14일 이내.\n\n- Tags on\n" in text
    assert "| 14" not in text
    assert "Rate" not in cells or text.endswith("| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n")


def test_a_table_in_an_item_stays_one(tmp_path: Path) -> None:
    page = "<ul><li>환불<table><tr><th>등급<th>Rate<tr><td>골드<td>3%</table><li>Repair</ul>"

    read = read_one(tmp_path, "a.html", page)

    assert read.text == "- 환불\n\n  | 등급 | Rate |\n  | --- | --- |\n  | 골드 | 3% |\n- Repair\n"


def test_empty_rows_and_columns_are_dropped(tmp_path: Path) -> None:
    assert (
        _text(
            tmp_path,
            "<td>등급</td><td>&nbsp;</td><td colspan=1000>Rate</td>",
            "<td></td><td> </td><td></td>",
            "<td>골드</td><td></td><td>3%</td>",
        )
        == "| 등급 | Rate |\n| --- | --- |\n| 골드 | 3% |\n"
    )


@pytest.mark.parametrize(
    "row", ["<td rowspan=65000 colspan=1000>환불", f"<td rowspan=65000>{'Refund ' * 1_000}<td>x"]
)
def test_a_cell_that_spans_everything_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str
) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT_MB", 1)

    reading = read(tmp_path, {"a.html": f"<table>{f'<tr>{row}' * 400}</table>", "b.md": "환불"})

    assert [one.reason for one in reading.skipped] == [
        "a.html: it holds more than 1 MB of text; split it"
    ]
