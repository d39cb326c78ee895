"""Days that recur every month, and their dates."""

from datetime import date

import pytest

from knowledge.language.calendar.monthly import LAST, Monthly, monthly

TUE, FRI, SUN = 1, 4, 6


@pytest.mark.parametrize(
    ("text", "days", "weeks"),
    [
        ("매월 둘째·넷째 일요일은 의무휴업일입니다.", {SUN}, {2, 4}),
        ("둘째, 넷째 일요일 휴무", {SUN}, {2, 4}),
        ("매달 두 번째와 네 번째 일요일에 쉽니다", {SUN}, {2, 4}),
        ("2, 4번째 일요일 휴점", {SUN}, {2, 4}),
        ("매월 마지막 금요일에 재고를 셉니다", {FRI}, {LAST}),
        ("매월 첫 일요일", {SUN}, {1}),
        ("We are closed on the second and fourth Sunday of every month.", {SUN}, {2, 4}),
        ("Closed every month on the 2nd & 4th Sunday", {SUN}, {2, 4}),
        ("Stock is counted on the last Friday of the month.", {FRI}, {LAST}),
        ("first Tuesday and Friday of each month", {TUE, FRI}, {1}),
    ],
)
def test_days_of_every_month_are_read(text: str, days: set[int], weeks: set[int]) -> None:
    assert monthly(text) == [Monthly(frozenset(days), frozenset(weeks))]


@pytest.mark.parametrize("text", ["매월 둘째 주, 넷째 주 화요일", "매월 2, 4주 화요일"])
def test_the_weekday_of_a_week_may_be_ambiguous(text: str) -> None:
    [found] = monthly(text)

    # November 2026 begins with a Sunday: the 10th is the second Tuesday, in the third week.
    assert found == Monthly(frozenset({TUE}), frozenset({2, 4}), by_week=True)
    assert found.has(date(2026, 11, 10)) is None
    assert found.next_from(date(2026, 11, 4)) is None
    # June 2026 begins with a Monday.
    assert found.has(date(2026, 6, 9)) is True
    assert found.has(date(2026, 6, 16)) is False
    assert found.next_from(date(2026, 6, 3)) == date(2026, 6, 9)


@pytest.mark.parametrize(
    "text",
    [
        "every second Sunday",
        "the first Monday after the delivery",
        "last Sunday we were closed",
        "the second Sunday of May every month counts",
        "11월 둘째 일요일에 엽니다",
        "다음 달 첫째 화요일",
        "2, 4 일요일",
        "격주 일요일 휴무",
        "화요일마다",
        "",
    ],
)
def test_other_days_do_not_recur_every_month(text: str) -> None:
    assert monthly(text) == []


def test_monthly_days_fall_on_known_dates() -> None:
    [sundays] = monthly("매월 둘째·넷째 일요일")
    [fridays] = monthly("on the last Friday of the month")

    assert [day for day in range(1, 31) if sundays.has(date(2026, 11, day))] == [8, 22]
    assert sundays.next_from(date(2026, 11, 26)) == date(2026, 12, 13)
    assert sundays.next_from(date(2026, 12, 13)) == date(2026, 12, 13)
    assert [day for day in range(1, 31) if fridays.has(date(2026, 11, day))] == [27]
    assert fridays.next_from(date(2026, 2, 28)) == date(2026, 3, 27)


@pytest.mark.parametrize("text", ["매월 마지막 금요일", "매월 첫 일요일"])
def test_the_calendar_s_last_days_are_days_too(text: str) -> None:
    [found] = monthly(text)

    assert found.next_from(date.max) in (None, date.max)
    assert found.has(date.max) == (text == "매월 마지막 금요일")


def test_the_search_for_a_rare_day_ends() -> None:
    [fifth] = monthly("on the fifth Sunday of the month")

    assert fifth.next_from(date(2026, 3, 30)) == date(2026, 5, 31)
    assert fifth.next_from(date(2027, 2, 1)) in (None, date(2027, 5, 30))
