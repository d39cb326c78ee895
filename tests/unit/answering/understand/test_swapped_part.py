"""Follow-ups that swap the day or the detail of the previous question."""

import pytest

from bot.answering.understand.follow_up.replied import on_another_day


@pytest.mark.parametrize(
    ("question", "said", "whole"),
    [
        ("hours of the canteen", "and on sundays", "hours of the canteen on sundays"),
        ("hours of the canteen", "and on Tuesdays", "hours of the canteen on Tuesdays"),
        ("what is the discount", "and next year", "what is the discount as of next year"),
        ("what is the staff discount", "what about in 2027", "what is the staff discount in 2027"),
        ("opening hours", "and on 25 December", "opening hours on 25 December"),
        ("what time do you open on Sundays", "on Saturdays", "what time do you open on Saturdays"),
        ("when do we open tomorrow", "and the day after tomorrow",
         "when do we open as of the day after tomorrow"),
        ("직원 할인율 몇 %", "내년에는요", "내년 직원 할인율 몇 %"),
        ("내일 영업시간", "모레는", "모레 영업시간"),
        ("내일은 몇 시에 열어요", "그럼 일요일은", "일요일 몇 시에 열어요"),
        ("구내식당 몇 시에 열어요", "그럼 일요일은요", "일요일 구내식당 몇 시에 열어요"),
        ("반품 며칠까지 돼요", "작년에는요", "작년 기준 반품 며칠까지 돼요"),
        ("영업시간", "12월 25일은", "12월 25일 영업시간"),
    ],
)  # fmt: skip
def test_another_day_replaces_the_day_of_the_question(question: str, said: str, whole: str) -> None:
    assert on_another_day(question, said) == whole


@pytest.mark.parametrize(
    "said",
    [
        "and opened ones",
        "3 October",
        "and if it is Sunday",
        "그럼 식품은",
        "7일이면요",
        "어제 샀어요",
    ],
)
def test_only_a_message_that_asks_for_another_day_swaps_the_day(said: str) -> None:
    assert on_another_day("how long can it be returned", said) is None
