"""The weekdays that a text names."""

import pytest

from knowledge.language.calendar.weekdays import EVERY, HOLIDAY, weekdays

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Mon-Fri: 8.30am-5pm", {MON, TUE, WED, THU, FRI}),
        ("Open Monday to Thursday", {MON, TUE, WED, THU}),
        ("Fri–Mon", {FRI, SAT, SUN, MON}),
        ("Sat: 9am-4pm", {SAT}),
        ("Tue, Thu and Sat", {TUE, THU, SAT}),
        ("and on sundays?", {SUN}),
        ("at weekends", {SAT, SUN}),
        ("on weekdays", {MON, TUE, WED, THU, FRI}),
        ("deliveries come every day", EVERY),
        ("on public holidays", {HOLIDAY}),
        ("월~목: 10:00~22:00", {MON, TUE, WED, THU}),
        ("월요일 ~ 금요일", {MON, TUE, WED, THU, FRI}),
        ("월요일부터 금요일까지", {MON, TUE, WED, THU, FRI}),
        ("토·일 휴무", {SAT, SUN}),
        ("토·일요일", {SAT, SUN}),
        ("일·공휴일: 11:00", {SUN, HOLIDAY}),
        ("요일: 일; 오픈: 11:00", {SUN}),
        ("월,수,금 배송", {MON, WED, FRI}),
        ("수요일은 쉽니다", {WED}),
        ("평일 10시", {MON, TUE, WED, THU, FRI}),
        ("주말에는요?", {SAT, SUN}),
    ],
)
def test_days_of_the_week_are_read(text: str, days: set[int]) -> None:
    assert weekdays(text) == days


@pytest.mark.parametrize(
    "text",
    [
        "I sat in the sun",
        "we wed the two",
        "11/26(목) 조기 마감",
        "11월 3일(화)에 샀는데",
        "3일 이내",
        "금일 휴무",
        "기간: 3 일; 금액: 100원",
        "5월~6월",
        "일일 매출",
        "Satisfied customers",
        "",
    ],
)
def test_other_words_are_no_days_of_the_week(text: str) -> None:
    assert weekdays(text) == frozenset()
