"""Korean lines that end within a word: joined where the file or the language shows it."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.unit.knowledge.read.pdf.drawn import Line, pdf
from tests.unit.knowledge.texts import handbook, read_one

_WITHIN = re.compile(r"[가-힣]{2}")
_FILL = "다시 말해 그런 날에는 언제나 그리고 누구나 "
"""Makes lines equally long."""
_SIDE = 6
"""Letters on each side of a line's end by which it is found again."""


def _paragraph(top: float, *lines: str) -> list[Line]:
    return [(top - 13 * number, 10, line) for number, line in enumerate(lines)]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        # The whole word stands elsewhere.
        ("고객이 매장으로 가져온 모든 상", "품권은 새것으로 바꾼다", "모든 상품권은 새것"),
        # No word begins with a particle or an ending.
        ("점장은 이 표에 나온 모든 기준", "을 매장에 붙인다", "모든 기준을 매장에"),
        ("점장은 이 기준을 언제나 지킨다고 했습", "니다.", "지킨다고 했습니다."),
        # Neither piece is a word.
        ("매장에서는 누구나 석 달마다 청", "렴 교육을 받는다", "청렴 교육"),
        # Both are words.
        ("고객이 개봉하지 않고 보낸다면 이", "상품은 환불한다", "보낸다면 이 상품은"),
        ("가져온 상품은 언제나 모든 매장", "담당이 확인한다", "모든 매장 담당이"),
    ],
)
def test_a_line_end_within_a_word_is_told_from_one_between_words(
    tmp_path: Path, first: str, second: str, said: str
) -> None:
    full = [(_FILL + line)[-24:] for line in ("줄의 끝에서 영수", "담당이 보는 상품", first)]
    lines = [
        *_paragraph(800, "상품권은 새것이다."),
        *_paragraph(770, "상품은 이 매장 담당이 맡는다."),
        *_paragraph(740, "영수증을 본다."),
        *_paragraph(700, full[0], "증을 자른다."),
        *_paragraph(650, full[1], "권을 자른다."),
        *_paragraph(600, full[2], second),
    ]

    assert said in read_one(tmp_path, "a.pdf", pdf(lines)).text


def _wrapped(text: str, width: int) -> Iterator[tuple[str, bool]]:
    """Lines, and whether each ends within a word: every second one, if a letter of it is there."""
    number = 0
    while len(text) > width:
        number += 1
        within = number % 2 == 0 and _WITHIN.match(text, width - 1) is not None
        at = width if within else max(text.rfind(" ", 0, width + 1), 1)
        yield text[:at], within
        text = text[at:] if within else text[at:].lstrip()
    yield text, False


def test_nearly_all_joins_are_right_where_every_second_line_breaks_a_word(tmp_path: Path) -> None:
    right = wrong = kept = torn = 0
    documents = [one for one in handbook().documents if one.header.language == "ko"]
    lines = [
        [line for line in one.text.split("\n") if re.match(r"[가-힣]", line)] for one in documents
    ]
    for number in range(20):
        paragraphs = [line for some in range(3) for line in lines[(number + some) % len(lines)]]
        pages = [[*_wrapped(line, (36, 44, 52)[number % 3])] for line in paragraphs]
        raw = pdf(*(_paragraph(800, *(line for line, _ in page)) for page in pages))
        text = read_one(tmp_path / str(number), "a.pdf", raw).text
        for page in pages:
            for (line, within), (below, _) in pairwise(page):
                before, behind = line[-_SIDE:].lstrip(), below[:_SIDE].rstrip()
                if not (_WITHIN.fullmatch(before[-1] + behind[0])):
                    continue
                is_joined = f"{before}{behind}" in text
                right += is_joined and within
                wrong += is_joined and not within
                torn += not is_joined and within
                kept += not is_joined and not within

    assert right / (right + wrong) >= 0.97
    assert (right + kept) / (right + wrong + torn + kept) >= 0.93
