"""A rule's day of every month, worked out for the day that is asked about."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.notes.day_of_month import with_monthly_day
from bot.model import Answer, Verdict
from bot.model.understood import Understood
from bot.privacy import safe
from tests.unit import given

THURSDAY = date(2026, 11, 26)
FOURTH, FIFTH = date(2026, 11, 22), date(2026, 11, 29)
CLOSED = "매월 둘째·넷째 일요일은 의무휴업일입니다."
CLOSED_EN = "We are closed on the second and fourth Sunday of every month."
COUNTED = "Stock is counted on the last Friday of the month."
MEETING = "점장 회의는 매월 둘째 주 월요일에 합니다."


def told(
    asked: str, *said: str, day: date | None = None, verdict: Verdict = Verdict.PASS
) -> list[str]:
    """The lines that come behind an answer which says these."""
    question = replace(given.question(asked, as_of=day or THURSDAY), about=Understood(day=day))
    sentences = tuple(given.verbatim(one, given.passage(one)) for one in said)
    answer = Answer(question, verdict, safe(" ".join(said)), sentences=sentences)
    return with_monthly_day(answer, question).text.split("\n")[1:]


@pytest.mark.parametrize(
    ("asked", "rule", "day", "line"),
    [
        ("일요일 쉬어요?", CLOSED, FOURTH, "2026년 11월 22일: 그달의 넷째 일요일입니다."),
        ("일요일 쉬어요?", CLOSED, FIFTH, "2026년 11월 29일: 그달의 다섯째 일요일입니다."),
        ("open Sunday?", CLOSED_EN, FIFTH, "29 November 2026 is the fifth Sunday of the month."),
        (
            "is stock counted on Friday?",
            COUNTED,
            date(2026, 11, 27),
            "27 November 2026 is the last Friday of the month.",
        ),
        (
            "is stock counted on Friday?",
            COUNTED,
            date(2026, 11, 20),
            "20 November 2026 is the third Friday of the month.",
        ),
    ],
)
def test_the_day_that_is_asked_about_is_told_as_its_month_has_it(
    asked: str, rule: str, day: date, line: str
) -> None:
    assert told(asked, rule, day=day) == [line]


@pytest.mark.parametrize(
    ("asked", "rule", "line"),
    [
        ("휴업일 언제예요?", CLOSED, "가장 가까운 날은 2026년 12월 13일 일요일입니다."),
        ("when is stock counted?", COUNTED, "The next one is Friday, 27 November 2026."),
    ],
)
def test_where_no_day_is_asked_about_the_next_one_is_told(asked: str, rule: str, line: str) -> None:
    assert told(asked, rule) == [line]


def test_nothing_is_worked_out_that_could_be_read_otherwise_or_was_not_asked() -> None:
    # The first Monday of December 2026 is in its second week.
    assert told("회의가 언제예요?", MEETING) == []
    assert told("are we open today?", CLOSED_EN, day=THURSDAY) == []
    assert told("when?", CLOSED_EN, COUNTED) == []
    assert told("when?", "Deliveries come on Mondays.") == []
    assert told("when?", CLOSED_EN, verdict=Verdict.CONFLICT) == []
