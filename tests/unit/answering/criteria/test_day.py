"""Rules for some days only, beside the day that a question is about."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.criteria.day import turned
from bot.model.understood import Understood
from tests.unit import given

WEEK = ("Mon-Fri: 8am-5pm", "Sat: 9am-4pm", "The café has 40 seats.")
WEEK_KO = ("요일: 월~목; 마감: 22:00", "요일: 토; 마감: 휴무", "카페는 1층에 있습니다.")
CHRISTMAS = "12월 24일은 오후 11시까지 영업합니다."
ALWAYS = "오전 10시부터 오후 10시까지 영업합니다."


def signs(asked: str, *texts: str, named: date | None = None) -> str:
    """A sign for each statement: + moves up, - moves back, = stays."""
    question = given.question(asked, as_of=named or date(2026, 11, 25))
    question = replace(question, about=Understood(day=named))
    return "".join("+" if one > 0 else "-" if one < 0 else "=" for one in turned(question, texts))


@pytest.mark.parametrize(
    ("asked", "texts", "found"),
    [
        ("when does the café close on Wednesday?", WEEK, "+-="),
        ("when does the café close on saturdays?", WEEK, "-+="),
        ("what are the hours at weekends?", WEEK, "-=="),
        ("when does the café close?", WEEK, "==="),
        ("수요일은 몇 시에 닫아요?", WEEK_KO, "+-="),
        ("토요일은 몇 시에 닫아요?", WEEK_KO, "-+="),
        ("무슨 요일에 쉬어요?", WEEK_KO, "==="),
        ("how often on Monday?", ("Checked every 45 minutes, at weekends every 30.",), "="),
        ("평일에는 몇 분마다 봐요?", ("45분마다 확인하고 주말에는 30분마다 확인합니다.",), "="),
        ("do deliveries come on Mondays?", ("They come on Tuesdays and Fridays.",), "-"),
        ("on Sunday?", ("Open every day except Monday", "Daily: 9-5"), "=="),
    ],
)
def test_a_rule_for_other_days_of_the_week_moves_back(
    asked: str, texts: tuple[str, ...], found: str
) -> None:
    assert signs(asked, *texts) == found


@pytest.mark.parametrize(
    ("asked", "day", "found"),
    [
        ("what do we clean today?", date(2026, 11, 28), "-+="),
        ("is the café open on 26 November?", date(2026, 11, 26), "+-="),
        ("as of 26 November, what are the rules?", date(2026, 11, 26), "==="),
        ("when was it on 26 November?", date(2026, 11, 26), "==="),
    ],
)
def test_the_row_of_the_day_asked_about_moves_up(asked: str, day: date, found: str) -> None:
    assert signs(asked, *WEEK, named=day) == found


@pytest.mark.parametrize(
    ("day", "is_open", "opens"),
    [(date(2026, 11, 22), "+=", "+-"), (date(2026, 11, 29), "==", "-="), (None, "==", "==")],
)
def test_monthly_closing_days_count_on_those_days_only(
    day: date | None, is_open: str, opens: str
) -> None:
    closing = "매월 둘째·넷째 일요일은 의무휴업일입니다."

    assert signs("영업해요?", closing, ALWAYS, named=day) == is_open
    assert signs("몇 시에 열어요?", closing, ALWAYS, named=day) == opens


def test_a_rule_for_one_day_only_answers_for_that_day() -> None:
    asked = "12월 24일 몇 시까지 영업하나요?"

    assert signs(asked, CHRISTMAS, ALWAYS, named=date(2026, 12, 24)) == "+-"
    assert signs(asked, CHRISTMAS, ALWAYS, named=date(2026, 12, 25)) == "-="


def test_a_date_stands_for_its_weekday_if_hours_are_asked_for() -> None:
    asked = "11월 28일 몇 시까지 영업하나요?"

    assert signs(asked, *WEEK_KO, named=date(2026, 11, 28)) == "-+="


def test_a_rule_for_one_day_does_not_give_the_usual_hours() -> None:
    assert signs("몇 시까지 영업하나요?", CHRISTMAS, ALWAYS) == "-="
    assert signs("언제 늦게까지 영업해요?", CHRISTMAS, ALWAYS) == "=="


def test_a_rule_from_a_day_on_holds_after_that_day() -> None:
    rule = "2027년 1월 1일부터 컵 보증금은 300원입니다."

    assert signs("1월 15일에는 얼마예요?", rule, named=date(2027, 1, 15)) == "="
    assert signs("12월 15일에는 얼마예요?", rule, named=date(2026, 12, 15)) == "-"


@pytest.mark.parametrize(
    ("window", "usual"),
    [
        (
            "Anything bought between 1 October and 24 December goes back until 10 January.",
            "Other goods go back within 28 days of purchase.",
        ),
        (
            "10월 1일부터 12월 24일까지 산 상품은 1월 10일까지 환불합니다.",
            "다른 상품은 구매일로부터 28일 이내에 환불합니다.",
        ),
    ],
)
@pytest.mark.parametrize(
    ("bought", "found"),
    [(date(2026, 11, 5), "+-"), (date(2026, 9, 28), "-="), (None, "==")],
)
def test_a_purchase_in_a_span_of_days_moves_up_the_rule_for_it(
    window: str, usual: str, bought: date | None, found: str
) -> None:
    question = replace(
        given.question("can she return the jumper?"), about=Understood(bought=bought)
    )

    changes = turned(question, (window, usual))

    assert "".join("+" if one > 0 else "-" if one < 0 else "=" for one in changes) == found
