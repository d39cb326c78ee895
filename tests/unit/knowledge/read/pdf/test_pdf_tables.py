"""A table of a PDF is read as it is drawn: merged cells, shaded rows, lines at its edge."""

from pathlib import Path

import pytest

from tests.unit.knowledge.read.pdf.drawn import Placed, pdf, placed, rules, shaded, turned
from tests.unit.knowledge.texts import read_one


def _text(folder: Path, lines: list[Placed], drawn: str) -> str:
    return read_one(folder, "a.pdf", placed([lines], drawn=drawn)).text


@pytest.mark.parametrize("above", [2, -1, -3])
def test_a_line_that_touches_a_table_is_its_head(tmp_path: Path, above: float) -> None:
    lines: list[Placed] = [
        (60, 760, 10, "Leave by length of service."),
        (60, 722 + above, 10, "근속 기간"), (210, 722 + above, 10, "Paid leave"),
        (60, 705, 10, "0~3년"), (210, 705, 10, "15 days"),
        (60, 685, 10, "3년 초과"), (210, 685, 10, "20 days"),
    ]  # fmt: skip

    text = _text(tmp_path, lines, rules((50, 200, 350), (680, 700, 720)))

    assert text == (
        "Leave by length of service.\n\n| 근속 기간 | Paid leave |\n| --- | --- |\n"
        "| 0~3년 | 15 days |\n| 3년 초과 | 20 days |\n\n"
    )


def test_prose_that_touches_a_table_is_a_line_of_its_own(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (60, 719, 10, "Fees of the service desk, all of them with tax"),
        (60, 705, 10, "품목"), (210, 705, 10, "Fee"),
        (60, 685, 10, "포장"), (210, 685, 10, "2,000"),
        (60, 668, 10, "모든 요금은 현금과 카드로 낼 수 있습니다."),
    ]  # fmt: skip

    text = _text(tmp_path, lines, rules((50, 200, 350), (680, 700, 720)))

    assert text == (
        "Fees of the service desk, all of them with tax\n\n"
        "| 품목 | Fee |\n| --- | --- |\n| 포장 | 2,000 |\n\n"
        "모든 요금은 현금과 카드로 낼 수 있습니다.\n\n"
    )


def test_a_border_may_leave_the_page(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (10, 705, 10, "품목"), (160, 705, 10, "Fee"),
        (10, 685, 10, "Gift wrap"), (160, 685, 10, "2,000원"), (10, 620, 10, "Until 20:00."),
    ]  # fmt: skip

    text = _text(tmp_path, lines, rules((-0.05, 150, 596), (680, 700, 720)))

    assert text == "| 품목 | Fee |\n| --- | --- |\n| Gift wrap | 2,000원 |\n\nUntil 20:00.\n\n"


def test_a_merged_cell_counts_in_each_row_and_column(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (60, 765, 10, "Month"), (160, 765, 10, "토요일"), (260, 765, 10, "평일"),
        (60, 745, 10, "March"), (160, 745, 10, "17:00"), (260, 745, 10, "18:30"),
        (60, 725, 10, "April"), (260, 725, 10, "18:00"),
        (60, 705, 10, "5월"), (160, 705, 10, "closed"),
    ]  # fmt: skip
    drawn = "".join(f"50 {y} m 350 {y} l S\n" for y in (700, 720, 760, 780))
    drawn += "50 740 m 150 740 l S 250 740 m 350 740 l S\n"
    drawn += "".join(f"{x} 700 m {x} 780 l S\n" for x in (50, 150, 350)) + "250 720 m 250 780 l S\n"

    text = _text(tmp_path, lines, drawn)

    assert text == (
        "| Month | 토요일 | 평일 |\n| --- | --- | --- |\n| March | 17:00 | 18:30 |\n"
        "| April | 17:00 | 18:00 |\n| 5월 | closed | closed |\n\n"
    )


_LEAVE = (
    ("Years of service", "연차"),
    ("0~3년", "15 days"),
    ("3~6년", "18 days"),
    ("6년 초과", "20 days"),
    ("with a child", "2 more"),
)
_AS_TABLE = (
    "| Years of service | 연차 |\n| --- | --- |\n| 0~3년 | 15 days |\n| 3~6년 | 18 days |\n"
    "| 6년 초과 | 20 days |\n| with a child | 2 more |\n\n"
)


@pytest.mark.parametrize("shaded_rows", [(1, 3), (0, 2, 4), (0,), (0, 1, 3)])
@pytest.mark.parametrize("by_cell", [True, False])
def test_a_table_with_shaded_rows_is_one_table(
    tmp_path: Path, shaded_rows: tuple[int, ...], by_cell: bool
) -> None:
    lines: list[Placed] = []
    drawn = ""
    for number, row in enumerate(_LEAVE):
        bottom = 700 - 18 * number
        lines += [(55, bottom + 5, 10, row[0]), (205, bottom + 5, 10, row[1])]
        if number in shaded_rows and by_cell:
            drawn += shaded(50, bottom, 150, 18) + shaded(200, bottom, 150, 18)
        elif number in shaded_rows:
            drawn += shaded(50, bottom, 300, 18)

    assert _text(tmp_path, lines, drawn) == _AS_TABLE


def test_cells_of_shaded_tables_may_take_two_lines(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (55, 705, 10, "Item"), (205, 705, 10, "규정"),
        (55, 687, 10, "Shoes"), (205, 687, 10, "With tags on"),
        (55, 669, 10, "식품"), (205, 669, 10, "Never"), (205, 657, 10, "once opened"),
        (55, 639, 10, "Cards"), (205, 639, 10, "안 됩니다"),
    ]  # fmt: skip
    drawn = "".join(shaded(x, y, 150, 18) for x in (50, 200) for y in (682, 634))

    assert _text(tmp_path, lines, drawn) == (
        "| Item | 규정 |\n| --- | --- |\n| Shoes | With tags on |\n"
        "| 식품 | Never once opened |\n| Cards | 안 됩니다 |\n\n"
    )


def test_a_table_that_goes_on_overleaf_has_its_head_there(tmp_path: Path) -> None:
    pages: list[list[Placed]] = [
        [
            (60, 105, 10, "품목"),
            (210, 105, 10, "Fee"),
            (60, 85, 10, "포장"),
            (210, 85, 10, "2,000"),
        ],
        [
            (60, 105, 10, "Repair"),
            (210, 105, 10, "3,000"),
            (60, 85, 10, "배송"),
            (210, 85, 10, "0"),
        ],
    ]
    drawn = rules((50, 200, 350), (80, 100, 120))

    text = read_one(tmp_path, "a.pdf", placed(pages, drawn=drawn)).text

    head = "| 품목 | Fee |\n| --- | --- |\n"
    assert text == f"{head}| 포장 | 2,000 |\n\n{head}| Repair | 3,000 |\n| 배송 | 0 |\n\n"


def test_tables_with_a_heading_between_stay_apart(tmp_path: Path) -> None:
    lines: list[Placed] = []
    for top, day in ((740, "평일"), (660, "Weekend")):
        lines += [(55, top, 10, day)]
        lines += [(55, top - 20, 10, "Open"), (205, top - 20, 10, "마감")]
        lines += [(55, top - 38, 10, "아홉 시"), (205, top - 38, 10, "nine")]
    drawn = rules((50, 200, 350), (697, 715, 733)) + rules((50, 200, 350), (617, 635, 653))

    text = _text(tmp_path, lines, drawn)

    table = "| Open | 마감 |\n| --- | --- |\n| 아홉 시 | nine |\n\n"
    assert text == f"평일\n\n{table}Weekend\n\n{table}"


def test_a_framed_note_is_a_paragraph(tmp_path: Path) -> None:
    lines: list[Placed] = [(60, 705, 10, "Keep the receipt:"), (60, 692, 10, "환불에 필요합니다.")]

    text = _text(tmp_path, lines, rules((50, 350), (680, 720)))

    assert text == "Keep the receipt: 환불에 필요합니다.\n\n"


def test_headings_of_narrow_columns_may_run_upwards(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (60, 725, 10, "Food"), (60, 685, 10, "Milk"), (165, 685, 10, "yes"), (205, 685, 10, "no"),
    ]  # fmt: skip
    drawn = rules((50, 150, 200, 250), (680, 700, 760))
    drawn += turned("0 1 -1 0 178 705", 10, "Lactose") + turned("0 1 -1 0 228 705", 10, "땅콩")

    text = _text(tmp_path, lines, drawn)

    assert text == "| Food | Lactose | 땅콩 |\n| --- | --- | --- |\n| Milk | yes | no |\n\n"


def test_a_korean_word_broken_in_a_cell_is_one_word(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (60, 785, 10, "기프트카드 안내입니다."),
        (60, 745, 10, "품목"), (120, 745, 10, "Fee"),
        (60, 725, 10, "기프트"), (60, 712, 10, "카드"), (120, 725, 10, "500"),
    ]  # fmt: skip

    text = _text(tmp_path, lines, rules((50, 100, 200), (705, 740, 760)))

    assert "| 기프트카드 | 500 |" in text or "| 기프트 카드 | 500 |" in text


def test_a_word_wider_than_its_cell_is_one_word(tmp_path: Path) -> None:
    lines: list[Placed] = [
        (53, 745, 10, "Cele"), (53, 733, 10, "ry"), (79, 745, 10, "Nuts"), (79, 733, 10, "and egg"),
        (53, 715, 10, "●"), (79, 715, 10, "○"),
    ]  # fmt: skip

    text = _text(tmp_path, lines, rules((50, 76, 130), (705, 728, 760)))

    assert text == "| Celery | Nuts and egg |\n| --- | --- |\n| ● | ○ |\n\n"


def test_shading_alone_makes_no_table(tmp_path: Path) -> None:
    raw = pdf(
        [(700, 10, "영수증을 보관하세요."), (688, 10, "Always.")], drawn=shaded(50, 680, 400, 40)
    )

    assert read_one(tmp_path, "a.pdf", raw).text == "영수증을 보관하세요. Always.\n\n"


_ALLERGENS = {
    "en": ("Dish", "Gluten", "Milk", "Eggs", "Peanuts", "Soya", "Fish", "Crab", "Sesame", "Price"),
    "ko": ("메뉴", "밀", "우유", "난류", "땅콩", "대두", "생선", "게", "참깨", "가격"),
}  # fmt: skip
_DISHES = (("Carrot cake", "●○●    ●", "5.50"), ("라떼", " ●", "4.00"), ("Toast", "●   ●", "3.20"))


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("is_turned", [True, False])
@pytest.mark.parametrize("is_ruled", [True, False])
def test_a_row_of_a_wide_table_has_the_names_of_its_narrow_columns(
    tmp_path: Path, language: str, *, is_turned: bool, is_ruled: bool
) -> None:
    first, *names = _ALLERGENS[language]
    columns = [50, *(140 + 44 * number for number in range(10))]
    lines: list[Placed] = [(54, 750, 8, first)]
    drawn = rules(columns, [800, 744, 726, 708, 690]) if is_ruled else ""
    for left, name in zip(columns[1:], names, strict=False):
        if is_turned:
            drawn += turned(f"0 1 -1 0 {left + 25} 750", 8, name)
        else:
            lines.append((left + 4, 750, 8, name))
    for row, (dish, ticks, price) in enumerate(_DISHES):
        height = 731 - 18 * row
        lines += [(54, height, 8, dish), (columns[9] + 12, height, 8, price)]
        lines += [
            (left + 18, height, 8, tick)
            for left, tick in zip(columns[1:], ticks, strict=False)
            if tick != " "
        ]

    text = _text(tmp_path, lines, drawn)

    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.strip().split("\n")]
    assert cells[0] == [first, *names]
    assert cells[2:] == [
        [dish, *(tick.strip() for tick in ticks.ljust(8)), price] for dish, ticks, price in _DISHES
    ]
