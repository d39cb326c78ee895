"""A PDF: paragraphs, headings, lists, tables and pages, by the layout of its lines."""

from pathlib import Path

import pytest

from tests.unit.knowledge.read.pdf.drawn import Line, Placed, pdf, placed
from tests.unit.knowledge.texts import SAMPLE, read_one, reasons

_GUIDE = SAMPLE / "files" / "food-safety-guide.pdf"


def test_lines_close_together_are_one_paragraph(tmp_path: Path) -> None:
    raw = pdf(
        [(800, 10, "환불은 영수증과 함께"), (788, 10, "14일 이내입니다."), (740, 10, "Next.")]
    )

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "환불은 영수증과 함께 14일 이내입니다.\n\nNext.\n\n"
    assert read.pages == (0,)


def test_larger_letters_are_a_heading(tmp_path: Path) -> None:
    raw = pdf([(800, 16, "환불"), (770, 10, "14일 이내입니다."), (758, 10, "With a receipt.")])

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "## 환불\n\n14일 이내입니다. With a receipt.\n\n"


def test_list_items_close_together_stay_apart(tmp_path: Path) -> None:
    raw = pdf([(800, 10, "1. Ask."), (788, 10, "2. 확인합니다."), (776, 10, "- Refund.")])

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "1. Ask.\n\n2. 확인합니다.\n\n- Refund.\n\n"


_LEFT = (
    "Unopened goods can be returned for",
    "two weeks after the purchase when",
    "the customer has the receipt, and",
    "opened goods can be exchanged for",
    "the same goods in another size at",
    "any of our stores. Faulty goods are",
)
_RIGHT = (
    "taken back for thirty days without",
    "a receipt. Gift cards can never be",
    "returned, and neither can swimwear",
    "or underwear. A refund goes to the",
    "card that was used for the payment",
    "and takes three working days.",
)


def _columns(top: float, left: tuple[str, ...], right: tuple[str, ...], shift: float = 0) -> bytes:
    lines = [(40.0, top - 12 * number, 10.0, text) for number, text in enumerate(left)]
    lines += [(280.0, top - 12 * number - shift, 10.0, text) for number, text in enumerate(right)]
    return placed([[(40.0, 800.0, 16.0, "Returns at a glance, for every store"), *lines]])


@pytest.mark.parametrize("shift", [0, 2, 6])
def test_the_left_one_of_two_columns_is_read_first(tmp_path: Path, shift: float) -> None:
    read = read_one(tmp_path, "a.pdf", _columns(760, _LEFT, _RIGHT, shift))

    assert read.text == (
        f"## Returns at a glance, for every store\n\n{' '.join(_LEFT)} {' '.join(_RIGHT)}\n\n"
    )


def test_korean_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    left = (
        "뜯지 않은 상품은 산 날부터 14일 안",
        "에 영수증이 있으면 환불할 수 있고",
        "뜯은 상품은 같은 상품의 다른 치수로",
        "모든 매장에서 교환할 수 있습니다.",
    )
    right = (
        "불량품은 영수증이 없어도 30일 동안",
        "환불합니다. 기프트카드와 속옷 그리",
        "고 수영복은 환불하지 않습니다. 카드",
        "로 산 상품은 그 카드로 환불합니다.",
    )

    read = read_one(tmp_path, "a.pdf", _columns(760, left, right))

    # 카드로 stands whole in the last line.
    columns = [" ".join(left), " ".join(right).replace("카드 로", "카드로")]
    assert read.text.split("\n\n")[1:3] == columns


def test_a_line_across_the_page_ends_the_columns_above_it(tmp_path: Path) -> None:
    lines = [
        (left, top - 12.0 * number, 10.0, text)
        for top in (760.0, 600.0)
        for left, texts in ((40.0, _LEFT), (280.0, _RIGHT))
        for number, text in enumerate(texts)
    ]
    across = (
        40.0,
        650.0,
        10.0,
        "This line goes across both of the columns of the page, all the way.",
    )

    read = read_one(tmp_path, "a.pdf", placed([[*lines, across]]))

    columns = f"{' '.join(_LEFT)} {' '.join(_RIGHT)}"
    assert read.text == f"{columns}\n\n{across[3]}\n\n{columns}\n\n"


def test_a_drawing_is_not_searched_for_tables(tmp_path: Path) -> None:
    rules = [
        f"{50 + x} {50 + y} m {60 + x} {50 + y} l S" for x in range(60) for y in range(0, 500, 5)
    ]

    read = read_one(
        tmp_path, "a.pdf", pdf([(700, 10, "비상구는 2층에 있습니다.")], drawn="\n".join(rules))
    )

    assert read.text == "비상구는 2층에 있습니다.\n\n"


def test_a_pdf_of_too_many_pages_is_to_be_split(tmp_path: Path) -> None:
    pages: list[list[Line]] = [[]] * 501

    assert reasons(tmp_path, {"a.pdf": pdf(*pages)}) == ["a.pdf: longer than 500 pages; split it"]


_PRICES = (
    ((40, "상품"), (200, "가격"), (330, "보관")),
    ((40, "유자차"), (200, "5,000"), (330, "선반")),
    ((40, "Oat milk"), (200, "6,500"), (330, "fridge")),
    ((40, "Hot chocolate"), (200, "5,500"), (330, "shelf, dry")),
)


def _table(*rows: tuple[tuple[int, str], ...]) -> bytes:
    return placed(
        [
            [
                (40.0, 790.0, 10.0, "Prices of the shop from March."),
                *(
                    (float(left), 740.0 - 16 * number, 10.0, text)
                    for number, row in enumerate(rows)
                    for left, text in row
                ),
                (40.0, 600.0, 10.0, "모든 가격은 부가세를 포함합니다."),
            ]
        ]
    )


def test_a_table_without_rules_is_read_by_its_rows(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.pdf", _table(*_PRICES))

    assert read.text == (
        "Prices of the shop from March.\n\n"
        "| 상품 | 가격 | 보관 |\n| --- | --- | --- |\n| 유자차 | 5,000 | 선반 |\n"
        "| Oat milk | 6,500 | fridge |\n| Hot chocolate | 5,500 | shelf, dry |\n\n"
        "모든 가격은 부가세를 포함합니다.\n\n"
    )


def test_an_empty_cell_of_a_table_without_rules_stays_empty(tmp_path: Path) -> None:
    rows = (*_PRICES, ((40, "물"), (330, "shelf")), ((40, "Ice"), (200, "500")))

    read = read_one(tmp_path, "a.pdf", _table(*rows))

    assert "| 물 |  | shelf |\n| Ice | 500 |  |" in read.text


def test_a_cell_may_continue_in_the_next_line(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.pdf", _table(*_PRICES, ((330, "and cool"),)))

    assert read.text.split("\n\n")[1].endswith("| Hot chocolate | 5,500 | shelf, dry and cool |")


def test_numbers_far_from_their_steps_are_a_list_and_no_table(tmp_path: Path) -> None:
    steps = tuple(
        ((40, f"{number}."), (80, text))
        for number, text in enumerate(("Ask why.", "영수증을 봅니다.", "Refund.", "Say sorry."), 1)
    )

    read = read_one(tmp_path, "a.pdf", _table(*steps))

    assert "|" not in read.text
    assert "1. Ask why.\n\n2. 영수증을 봅니다.\n\n3. Refund." in read.text


def test_a_table_with_rules_is_read_by_its_rows(tmp_path: Path) -> None:
    lines: list[Placed] = [(60, 705, 10, "시각"), (160, 705, 10, "할 일"), (60, 685, 10, "10:00")]
    lines += [(160, 685, 10, "Sweep | mop"), (60, 760, 10, "하루 일과입니다.")]
    rules = [f"{x} 680 m {x} 720 l S" for x in (50, 150, 300)]
    rules += [f"50 {y} m 300 {y} l S" for y in (680, 700, 720)]

    read = read_one(tmp_path, "a.pdf", placed([lines], drawn="\n".join(rules)))

    assert read.text == (
        "하루 일과입니다.\n\n| 시각 | 할 일 |\n| --- | --- |\n| 10:00 | Sweep ¦ mop |\n\n"
    )


def test_headers_and_footers_are_not_read(tmp_path: Path) -> None:
    pages: list[list[Line]] = [
        [(820, 10, "하늘마켓 안내서"), (700, 10, text), (20, 10, f"Page {number} of 3")]
        for number, text in enumerate(("첫 장.", "Second.", "셋째 장."), start=1)
    ]

    read = read_one(tmp_path, "a.pdf", pdf(*pages))

    assert read.text == "첫 장.\n\nSecond.\n\n셋째 장.\n\n"
    assert [read.text[start : start + 3] for start in read.pages] == ["첫 장", "Sec", "셋째 "]


def test_a_pdf_has_the_title_of_its_metadata(tmp_path: Path) -> None:
    raw = pdf([(800, 10, "Text.")], info="<< /Title (Food guide) >>")

    assert read_one(tmp_path, "a.pdf", raw).header.title == "Food guide"


def test_the_sample_guide_has_its_headings_and_tables(tmp_path: Path) -> None:
    guide = read_one(tmp_path, "a.pdf", _GUIDE.read_bytes()).text

    assert "\n## Temperatures\n" in guide
    assert "\n### When a fridge is too warm\n" in guide
    assert (
        "| Food | Limit after opening | Storage |\n| --- | --- | --- |\n| Milk | 2 days |" in guide
    )
    assert "\n- Form HM-IN-03 is the waste log.\n" in guide


def test_the_sample_guide_has_no_page_numbers(tmp_path: Path) -> None:
    guide = read_one(tmp_path, "a.pdf", _GUIDE.read_bytes()).text

    assert "Page 1" not in guide
    assert "\n2\n" not in guide


def test_each_page_of_the_sample_guide_begins_at_its_offset(tmp_path: Path) -> None:
    read = read_one(tmp_path, "a.pdf", _GUIDE.read_bytes())

    starts = [read.text[start:].partition("\n")[0] for start in read.pages]
    assert starts == [
        "## Food Safety and Allergen Guide",
        "## Personal hygiene",
        "## Allergens",
        "## Product recalls",
    ]


@pytest.mark.parametrize("kept", [0, 20, 1000, 3000])
def test_a_damaged_pdf_asks_for_another_export(tmp_path: Path, kept: int) -> None:
    raw = _GUIDE.read_bytes()[:kept]

    assert reasons(tmp_path, {"a.pdf": raw}) == ["a.pdf: this PDF is damaged; export it again"]


@pytest.mark.parametrize("size", [b"[0 0]", b"[0 (x) 1 2]"])
def test_a_pdf_with_a_page_of_no_size_is_reported(tmp_path: Path, size: bytes) -> None:
    raw = pdf([(800, 10, "환불은 14일입니다.")]).replace(b"[0 0 595 842]", size)

    [reason] = reasons(tmp_path, {"a.pdf": raw})

    assert reason.startswith("a.pdf: this file is damaged")


def test_the_words_of_a_pdf_do_not_reach_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    raw = pdf([(800, 10, "Text.")]).replace(b"/F1 10 Tf", b"(salary) g /F1 10 Tf")

    read = read_one(tmp_path, "a.pdf", raw)

    assert read.text == "Text.\n\n"
    assert "salary" not in caplog.text


def test_a_pdf_of_pictures_asks_for_recognised_text(tmp_path: Path) -> None:
    assert reasons(tmp_path, {"a.pdf": pdf([], [])}) == [
        "a.pdf: this PDF holds pictures only; save it with recognised text"
    ]


def test_a_locked_pdf_asks_for_one_without_password(tmp_path: Path) -> None:
    lock = f"<< /Filter /Standard /V 1 /R 2 /P -4 /O <{'00' * 32}> /U <{'11' * 32}> >>"
    raw = pdf([(800, 10, "Text.")], trailer=f" /Encrypt {lock} /ID [<aa> <aa>]")

    assert reasons(tmp_path, {"a.pdf": raw}) == [
        "a.pdf: this PDF is locked with a password; save it without one"
    ]
