"""Korean rules in articles: sections with their numbers, supplements, annexes."""

from datetime import date
from pathlib import Path

import pytest

from knowledge.split.passages import split
from tests.unit.knowledge.texts import read, read_one, words

_RULES = """매장 근무 규정

제1장 총칙
제1조(목적) 이 규정은 매장 근무에 관한 사항을 정한다.
제2조 (휴게시간) ① 4시간마다 30분의 휴게시간을 준다. ② 휴게시간에는 임금을 주지 아니한다.
1. 개점 전
2. 폐점 후
제2조의2[지각] 제2조에 따른 시간을 넘기면 지각으로 본다.

부    칙 <2025. 1. 2.>
이 규정은 2026년 3월 1일부터 시행한다.

[별표 1] 휴가
| 사유 | 일수 |
| --- | --- |
| 결혼 | 5일 |
"""


def test_each_article_is_a_section_with_its_number(tmp_path: Path) -> None:
    document = read_one(tmp_path, "a.txt", _RULES)

    found = {one.section[-1]: one.text for one in split(document, words) if one.section}

    assert found["제1조(목적)"] == "이 규정은 매장 근무에 관한 사항을 정한다."
    assert "① 4시간마다 30분의 휴게시간을 준다." in found["제2조(휴게시간)"]
    assert "2. 폐점 후" in found["제2조(휴게시간)"]
    assert found["제2조의2(지각)"] == "제2조에 따른 시간을 넘기면 지각으로 본다."
    assert found["[별표 1] 휴가"].endswith("| 결혼 | 5일 |")


def test_articles_stand_below_their_chapter_and_not_below_the_one_before(tmp_path: Path) -> None:
    places = [one.section for one in split(read_one(tmp_path, "a.txt", _RULES), words)]

    assert ("제1장 총칙", "제2조(휴게시간)") in places
    assert ("부칙 <2025. 1. 2.>",) in places


def test_paragraphs_of_an_article_are_apart(tmp_path: Path) -> None:
    assert "준다.\n\n② 휴게시간에는" in read_one(tmp_path, "a.txt", _RULES).text


@pytest.mark.parametrize(
    "text",
    [
        "환불은 상법 제5조에 따릅니다.\n\n제5조에 따라 14일 이내에 환불합니다.\n",
        "## 제1조 목적\n\n매장 근무를 정한다.\n\n## 제2조 휴가\n\n연 15일을 준다.\n",
    ],
)
def test_other_texts_and_headings_stay_as_they_are(tmp_path: Path, text: str) -> None:
    assert read_one(tmp_path, "a.txt", text).text == text


@pytest.mark.parametrize(
    ("supplement", "day"),
    [
        ("부칙\n이 규정은 2026. 3. 1.부터 시행한다.", date(2026, 3, 1)),
        ("부칙 <2026. 3. 10.>\n이 규정은 공포한 날부터 시행한다.", date(2026, 3, 10)),
        (
            "부칙 <2026. 3. 10.>\n제1조(시행일) 이 법은 공포 후 6개월이 경과한 날부터 시행한다.",
            date(2026, 9, 11),
        ),
        (
            "부칙 <2026. 3. 31.>\n이 규정은 공포 후 3개월이 경과한 날부터 시행한다.",
            date(2026, 7, 1),
        ),
        (
            "부칙 <2024. 5. 1.>\n이 규정은 2024년 6월 1일부터 시행한다.\n\n"
            "부칙 <2026. 1. 5.>\n이 규정은 2026년 2월 1일부터 시행한다.",
            date(2026, 2, 1),
        ),
        ("부칙\n이 규정은 승인을 받은 뒤 시행한다.", None),
    ],
)
def test_the_newest_supplement_says_when_rules_are_in_force(
    tmp_path: Path, supplement: str, day: date | None
) -> None:
    text = f"제1조(목적) 휴가를 정한다.\n제2조(휴가) 연 15일을 준다.\n\n{supplement}\n"

    reading = read(tmp_path, {"a.txt": text})

    assert reading.documents[0].header.effective_from == day
    said = [one.fields for one in reading.stated]
    assert said == ([(f"effective_from: {day}",)] if day else [])


def test_front_matter_precedes_a_supplement(tmp_path: Path) -> None:
    matter = "---\ntitle: 근무 규정\neffective_from: 2026-01-01\n---\n"

    reading = read(tmp_path, {"a.md": matter + _RULES})

    assert reading.documents[0].header.effective_from == date(2026, 1, 1)
    assert reading.stated == ()
