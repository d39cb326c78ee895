"""Numbered parts of a book, asked about as a whole."""

from dataclasses import replace

import pytest

from bot.answering.criteria.names_only import Chapter, chapter_of
from tests.unit import given


@pytest.mark.parametrize(
    ("asked", "chapter"),
    [
        ("What is the main theme of Chapter 3?", Chapter("chapter", "3")),
        ("what is CHAPTER 3 about", Chapter("chapter", "3")),
        ("Summarize chapter twelve, please", Chapter("chapter", "12")),
        ("what is part 2?", Chapter("part", "2")),
        ("3장의 주제는 무엇인가요?", Chapter("chapter", "3")),
        ("제3장을 요약해 주세요", Chapter("chapter", "3")),
        ("what does chapter 3 say about heat?", None),
        ("Compare chapter 2 and chapter 3", None),
        ("쿠폰 3장은 뭐예요?", None),
        ("3부로 나눠 결제되나요?", None),
        ("what is the main theme?", None),
    ],
)
def test_only_a_question_about_a_whole_part_names_it(asked: str, chapter: Chapter | None) -> None:
    assert chapter_of(asked) == chapter


@pytest.mark.parametrize(
    ("section", "is_within"),
    [
        (("Chapter 3: Energy",), True),
        (("Chapter Three", "Heat"), True),
        (("제3장 에너지",), True),
        (("3장. 에너지", "열"), True),
        (("Chapter 33: Waves",), False),
        (("Part 3",), False),
        (("What follows from Chapter 3",), False),
        ((), False),
    ],
)
def test_a_passage_stands_in_the_part_that_a_heading_names(
    section: tuple[str, ...],
    is_within: bool,
) -> None:
    passage = replace(given.passage("Energy is kept."), section=section)

    assert Chapter("chapter", "3").is_above(passage) is is_within
