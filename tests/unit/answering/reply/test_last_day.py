"""The last day of a rule's time limit, counted from the day that a person names."""

from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.notes.last_day import deadline
from bot.model import Sentence
from bot.model.understood import Understood
from knowledge.model.documents import Filters, Language
from tests.unit import given
from tests.unit.answering.check.held import ASKED

TODAY = date(2026, 11, 21)
BOUGHT = date(2026, 10, 3)


def said(
    *texts: str,
    start: date | None = BOUGHT,
    delivered: date | None = None,
    today: date = TODAY,
    language: Language = "en",
) -> str | None:
    question = replace(given.question(ASKED[language]), filters=Filters(as_of=today))
    told = replace(question, about=Understood(bought=start, delivered=delivered))
    return deadline([Sentence(text, ()) for text in texts], told)


def test_the_last_day_is_counted_from_the_day_itself_as_day_0() -> None:
    assert said("Goods can be returned within 30 days of purchase.") == (
        "30 days from 3 October 2026: last day 2 November 2026 (19 days ago)."
    )


def test_the_same_in_korean() -> None:
    line = said("구매일로부터 30일 이내에 환불할 수 있습니다.", language="ko")

    assert line == "2026년 10월 3일부터 30일: 2026년 11월 2일까지입니다 (19일 지남)."


@pytest.mark.parametrize(
    ("today", "distance"),
    [
        (date(2026, 10, 31), "(in 2 days)"),
        (date(2026, 11, 1), "(tomorrow)"),
        (date(2026, 11, 2), "(today)"),
        (date(2026, 11, 3), "(yesterday)"),
    ],
)
def test_it_says_how_far_that_day_is(today: date, distance: str) -> None:
    line = said("Returns within 30 days.", today=today)

    assert line is not None
    assert distance in line


@pytest.mark.parametrize(
    ("limit", "last"),
    [
        ("within 2 weeks", "17 October 2026"),
        ("within 48 hours", "5 October 2026"),
        ("within 1 month", "3 November 2026"),
        ("3개월 이내", "3 January 2027"),
        ("14 days from purchase", "17 October 2026"),
        ("30 days after the date of purchase", "2 November 2026"),
        ("기간: 구매일로부터 14일", "17 October 2026"),
    ],
)
def test_weeks_hours_and_months_are_counted_too(limit: str, last: str) -> None:
    line = said(f"Returns {limit}.")

    assert line is not None
    assert f"last day {last}" in line


def test_a_month_ends_with_the_last_day_of_a_shorter_one() -> None:
    line = said("Returns within 1 month.", start=date(2027, 1, 31))

    assert line is not None
    assert "28 February 2027" in line


@pytest.mark.parametrize(
    "texts",
    [
        ("Gift cards are never refunded.",),
        ("Refunds are paid within 7 business days.",),
        ("The shift ends within 4 hours.",),
        ("Goods are held for 30 days.",),
        ("Phones are handed to the police within 3 days.",),
        ("Refunds are paid within 3 days.",),
        ("분실한 휴대폰은 3일 이내에 경찰서에 넘깁니다.",),
        ("환불금은 3일 이내에 들어갑니다.",),
        ("Returns within 14 to 30 days.",),
        ("Returns within 14 days, food within 3 days.",),
        ("Returns within 14 days.", "Clothes within 30 days."),
        (),
    ],
)
def test_without_one_limit_in_days_nothing_is_counted(texts: tuple[str, ...]) -> None:
    assert said(*texts) is None


@pytest.mark.parametrize(
    ("rule", "language"),
    [
        ("Goods can be returned within 14 days of delivery.", "en"),
        ("Online return: goods can be returned. 14 days from delivery.", "en"),
        ("Returns within 14 days after the date of receipt.", "en"),
        ("배송받은 날로부터 14일 이내에 반품할 수 있습니다.", "ko"),
        ("수령일부터 14일 이내에 반품할 수 있습니다.", "ko"),
    ],
)
def test_what_counts_from_the_delivery_is_counted_from_no_other_day(
    rule: str, language: Language
) -> None:
    delivered = date(2026, 11, 12)

    line = said(rule, delivered=delivered, language=language)

    assert line is not None
    assert ("26 November 2026" if language == "en" else "2026년 11월 26일") in line
    assert said(rule, language=language) is None


@pytest.mark.parametrize(
    "rule",
    [
        "Goods can be returned within 14 days of purchase.",
        "Goods can be returned within 14 days.",
        "구매일로부터 14일 이내에 환불할 수 있습니다.",
    ],
)
def test_what_counts_from_the_purchase_is_not_counted_from_the_delivery(rule: str) -> None:
    assert said(rule, start=None, delivered=BOUGHT) is None


@pytest.mark.parametrize(
    "rule",
    [
        "Goods can be returned within 14 days of the inspection.",
        "Online orders are refunded within 7 days after arrival in the shop.",
        "검수 완료 후 14일 이내에 반품할 수 있습니다.",
    ],
)
def test_what_counts_from_another_event_is_not_counted(rule: str) -> None:
    assert said(rule, delivered=BOUGHT) is None
