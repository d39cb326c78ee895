"""The days of the week that a text speaks of."""

import pytest

from bot.answering.evidence import weigh
from bot.answering.weekdays import days_of_the_week
from tests.fakes import FakeSearch
from tests.unit.bot import given

_OUT_OF_SIGHT = 5.0
EVERY_DAY = range(7)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("closed on Sundays", [6]),
        ("Tuesdays and Fridays", [1, 4]),
        ("Monday to Friday", [0, 1, 2, 3, 4]),
        ("Fri-Sun 10 to 6", [4, 5, 6]),
        ("on weekdays", [0, 1, 2, 3, 4]),
        ("at the weekend", [5, 6]),
        ("open daily", EVERY_DAY),
        ("일요일에 쉽니다", [6]),
        ("월~금 10시", [0, 1, 2, 3, 4]),
        ("월요일부터 금요일까지", [0, 1, 2, 3, 4]),
        ("토·일요일", [5, 6]),
        ("평일", [0, 1, 2, 3, 4]),
        ("주말에는", [5, 6]),
        ("매일 10시", EVERY_DAY),
        ("they sat in the sun", []),
        ("월급은 10일에 나옵니다", []),
    ],
)
def test_days_of_the_week_are_read(text: str, days: list[int]) -> None:
    assert sorted(days_of_the_week(text)) == list(days)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            "opening hours of the canteen on Sundays?",
            "The canteen opens at 12:00 on Saturdays. On Sundays the canteen is closed.",
        ),
        (
            "구내식당 일요일에 몇 시에 열어요?",
            "구내식당은 토요일 12시에 엽니다. 구내식당은 일요일에 쉽니다.",
        ),
    ],
)
async def test_of_the_days_of_a_passage_the_one_that_is_asked_of_comes_first(
    asked: str, text: str
) -> None:
    passage = given.passage(text)

    evidence = await weigh(given.question(asked), given.found(asked, passage), FakeSearch())

    assert evidence.candidates[0].statement.text == text.partition(". ")[2]


async def test_where_the_day_is_not_spoken_of_another_one_may_answer() -> None:
    asked, text = "Do deliveries come on Mondays?", "Deliveries come on Tuesdays and Fridays."
    passage = given.passage(text)
    found = given.found(asked, passage)

    on_mondays = await weigh(given.question(asked), found, FakeSearch())

    assert on_mondays.candidates[0].score > -_OUT_OF_SIGHT
