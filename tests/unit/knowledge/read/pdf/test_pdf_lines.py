"""The lines of a PDF: paragraphs, headings, turned and overprinted letters, broken words."""

from pathlib import Path

import pytest

from tests.unit.knowledge.read.pdf.drawn import Line, Placed, pdf, picture, placed, turned
from tests.unit.knowledge.texts import filled, read, read_one

_KOREAN = (
    "개봉한 이어폰은 위생상의 이유로 반품할 수 없으나 초기",
    "불량이 확인된 때에는 삼십 일 이내에 같은 상품으로만",
    "교환할 수 있으며 영수증이 없으면 회원 번호로 찾는다.",
)
_ENGLISH = (
    "Opened earphones cannot be returned but can be exchanged",
    "for the same ones within thirty days if an early fault is",
    "confirmed. The receipt or the number of a member will do.",
)


@pytest.mark.parametrize("texts", [_KOREAN, _ENGLISH])
@pytest.mark.parametrize("pitch", [10, 13, 17, 20, 25])
def test_lines_are_a_paragraph_whatever_their_spacing(
    tmp_path: Path, texts: tuple[str, ...], pitch: int
) -> None:
    first: list[Line] = [(780 - pitch * line, 10, text) for line, text in enumerate(texts)]
    below = 780 - pitch * 2 - 1.8 * pitch
    second: list[Line] = [(below - pitch * line, 10, text) for line, text in enumerate(texts)]

    text = read_one(tmp_path, "a.pdf", pdf([*first, *second])).text

    assert text == f"{' '.join(texts)}\n\n{' '.join(texts)}\n\n"


def test_short_lines_far_apart_stay_apart(tmp_path: Path) -> None:
    raw = pdf(
        [(780, 10, "문을 연다."), (758, 10, "Count the cash"), (736, 10, "불을 켠다"),
         (714, 10, "The lights of the shop window are on from eight in the morning.")]
    )  # fmt: skip

    assert read_one(tmp_path, "a.pdf", raw).text.count("\n\n") == 4


def test_a_heading_may_take_two_lines(tmp_path: Path) -> None:
    raw = pdf(
        [(790, 16, "Returns of goods that"), (771, 16, "고객이 이미 개봉한 상품"),
         (740, 10, "These are not taken back"), (728, 10, "언제나 그렇습니다. No refund.")]
    )  # fmt: skip

    text = read_one(tmp_path, "a.pdf", raw).text

    assert text.startswith("## Returns of goods that 고객이 이미 개봉한 상품\n\nThese")


@pytest.mark.parametrize(
    "matrix", ["0 1 -1 0 30 300", "0 -1 1 0 30 700", "0.7 0.7 -0.7 0.7 90 300"]
)
def test_turned_letters_are_not_mixed_into_the_lines(tmp_path: Path, matrix: str) -> None:
    lines: list[Line] = [(780 - 13 * n, 10, f"{n}층 매장의 lost property rule.") for n in range(30)]

    text = read_one(tmp_path, "a.pdf", pdf(lines, drawn=turned(matrix, 14, "대외비 INTERNAL"))).text

    assert text == " ".join(line for _, _, line in lines) + "\n\n"


@pytest.mark.parametrize("matrix", ["0 1 -1 0 30 300", "0.7 0.7 -0.7 0.7 100 300"])
def test_turned_letters_left_out_are_told_of(tmp_path: Path, matrix: str) -> None:
    raw = pdf([(780, 10, "분실물은 14일 보관합니다.")], drawn=turned(matrix, 9, "사내용"))

    [partly] = read(tmp_path, {"a.pdf": raw}).partly

    assert partly.lost == ("turned letters beside the text of page 1",)


@pytest.mark.parametrize(
    ("matrix", "step"),
    [("0 1 -1 0 {} 100", 14), ("0 -1 1 0 {} 700", -14), ("-1 0 0 -1 500 {}", 14)],
)
def test_a_page_printed_turned_is_read_upright(tmp_path: Path, matrix: str, step: int) -> None:
    drawn = "".join(
        turned(matrix.format(300 + step * line), 10, text)
        for line, text in enumerate(("제주 배송비는", "6,000 won", "per order."))
    )

    assert read_one(tmp_path, "a.pdf", pdf([], drawn=drawn)).text == (
        "제주 배송비는 6,000 won per order.\n\n"
    )


def test_a_page_marked_as_turned_is_read_upright(tmp_path: Path) -> None:
    drawn = turned("0 1 -1 0 300 100", 10, "제주 배송비는") + turned(
        "0 1 -1 0 314 100", 10, "6,000."
    )

    raw = placed([[]], drawn=drawn, entries="/Rotate 90")

    assert read_one(tmp_path, "a.pdf", raw).text == "제주 배송비는 6,000.\n\n"


@pytest.mark.parametrize("shift", [0, 0.4, 0.7])
def test_letters_printed_three_times_are_read_once(tmp_path: Path, shift: float) -> None:
    lines: list[Placed] = [
        (60 + shift * time, 780, 10, "Refunds need 영수증과 coffee") for time in range(3)
    ]
    lines += [(60, 750, 10, "관리자가 approve 합니다.")]

    text = read_one(tmp_path, "a.pdf", placed([lines])).text

    # Printed again for bold type: a heading.
    assert text == "### Refunds need 영수증과 coffee\n\n관리자가 approve 합니다.\n\n"


def test_a_korean_word_broken_at_a_line_end_is_one_word(tmp_path: Path) -> None:
    raw = pdf(
        [(780, 10, "청약철회는 열나흘 안에 합니다."),
         (740, 10, "개봉하지 않은 상품은 누구나 청약"), (727, 10, "철회를 할 수 있고 영수증을")]
    )  # fmt: skip

    text = read_one(tmp_path, "a.pdf", raw).text

    assert "누구나 청약철회를 할 수 있고" in text


def test_korean_words_at_line_ends_stay_two(tmp_path: Path) -> None:
    raw = pdf(
        [(780, 10, "이 상품은 매장마다 있고 이 상품권은 없다."),
         (740, 10, "고객이 개봉하지 않고 가져온다면 이"), (727, 10, "상품은 언제나 환불합니다.")]
    )  # fmt: skip

    assert "가져온다면 이 상품은" in read_one(tmp_path, "a.pdf", raw).text


def test_words_set_close_without_blanks_are_divided(tmp_path: Path) -> None:
    lines: list[Placed] = []
    left = 60.0
    for word in ("Every", "refund", "needs", "영수증과", "a", "card."):
        lines.append((left, 780, 10, word))
        left += 6 * len(word) + 2.5

    assert read_one(tmp_path, "a.pdf", placed([lines])).text == (
        "Every refund needs 영수증과 a card.\n\n"
    )


def test_pages_of_pictures_are_told_of(tmp_path: Path) -> None:
    drawn = picture(60, 100, 480, 500)
    words: list[Line] = [(780, 10, "첫 장의 글입니다. There is a plan of the store below.")]

    reading = read(filled(tmp_path, {}), {"a.pdf": pdf(words, [], [], drawn=drawn)})

    [partly] = reading.partly
    assert partly.lost == (
        "2 pages hold a picture only: pages 2, 3",
        "pictures that fill much of page 1",
    )


def test_small_pictures_and_backgrounds_lose_nothing(tmp_path: Path) -> None:
    words: list[Line] = [(700, 10, "환불은 영수증과 함께 14일 이내입니다. With a receipt.")]
    drawn = picture(60, 20, 80, 40) + picture(0, 0, 595, 842)

    assert read(tmp_path, {"a.pdf": pdf(words, drawn=drawn)}).partly == ()
