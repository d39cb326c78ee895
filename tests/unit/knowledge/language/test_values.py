"""Typed values of Korean and English text: how they are read and compared."""

import random
from collections.abc import Callable
from decimal import Decimal

import pytest

from knowledge.language.values import Bound, Value, ValueKind, differ, same, values

UP_TO, UNDER, FROM, OVER, ABOUT = (
    Bound.AT_MOST, Bound.BELOW, Bound.AT_LEAST, Bound.ABOVE, Bound.ABOUT
)  # fmt: skip
EXACTLY = Bound.EXACTLY
SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800}


def lasting(
    amount: float, unit: str = "d", bound: Bound = EXACTLY, high: float | None = None, per: str = ""
) -> Value:
    factor = SECONDS.get(unit, 1)
    top = None if high is None else Decimal(high) * factor
    name = "month" if unit == "month" else "second"
    return Value(ValueKind.DURATION, Decimal(amount) * factor, name, bound, top, per or None)


def business(amount: int, bound: Bound = EXACTLY, high: int | None = None) -> Value:
    top = None if high is None else Decimal(high)
    return Value(ValueKind.BUSINESS_DAYS, Decimal(amount), "day", bound, top)


def won(
    amount: int, bound: Bound = EXACTLY, high: int | None = None, per: str | None = None
) -> Value:
    return Value(
        ValueKind.MONEY, Decimal(amount), "KRW", bound, None if high is None else Decimal(high), per
    )


def dollars(amount: str) -> Value:
    return Value(ValueKind.MONEY, Decimal(amount), "USD")


def pounds(amount: str, high: str | None = None) -> Value:
    return Value(
        ValueKind.MONEY, Decimal(amount), "GBP", high=None if high is None else Decimal(high)
    )


def percent(amount: str, bound: Bound = EXACTLY, high: str | None = None) -> Value:
    return Value(
        ValueKind.PERCENT, Decimal(amount), "%", bound, None if high is None else Decimal(high)
    )


def on(date: int, unit: str = "day", until: int | None = None) -> Value:
    return Value(
        ValueKind.DATE, Decimal(date), unit, high=None if until is None else Decimal(until)
    )


def yearly(day: int, unit: str = "day", bound: Bound = EXACTLY, high: int | None = None) -> Value:
    return Value(
        ValueKind.MONTH_DAY, Decimal(day), unit, bound, None if high is None else Decimal(high)
    )


def at(time: str, bound: Bound = EXACTLY, until: str = "") -> Value:
    minutes = [
        Decimal(int(hour) * 60 + int(minute))
        for hour, _, minute in (one.partition(":") for one in (time, until) if one)
    ]
    return Value(ValueKind.TIME, minutes[0], "minute", bound, minutes[1] if until else None)


def count(
    amount: str, unit: str, bound: Bound = EXACTLY, high: str | None = None, per: str | None = None
) -> Value:
    return Value(
        ValueKind.COUNT, Decimal(amount), unit, bound, None if high is None else Decimal(high), per
    )


def verbatim(text: str) -> Value:
    return Value(ValueKind.IDENTIFIER, Decimal(0), text)


def number(amount: str, bound: Bound = EXACTLY, high: str | None = None) -> Value:
    return Value(
        ValueKind.NUMBER, Decimal(amount), "", bound, None if high is None else Decimal(high)
    )


MONEY = {
    "3만 원": won(30_000),
    "3만원": won(30_000),
    "5천 원": won(5000),
    "5백 원": won(500),
    "3만 5천 원": won(35_000),
    "2만5000원": won(25_000),
    "1억 2천만 원": won(120_000_000),
    "5천만원": won(50_000_000),
    "5만~10만 원": won(50_000, high=100_000),
    "5~10만 원": won(50_000, high=100_000),
    "삼만 원": won(30_000),
    "이만 원": won(20_000),
    "삼만 오천 원": won(35_000),
    "만 원": won(10_000),
    "천만 원": won(10_000_000),
    "30,000원": won(30_000),
    "1,000,000원": won(1_000_000),
    "₩30,000": won(30_000),
    "￦30,000": won(30_000),
    "₩3만": won(30_000),
    "5,000 KRW": won(5000),
    "KRW 5,000": won(5000),
    "5,000 won": won(5000),
    "3 million won": won(3_000_000),
    "1만원대": won(10_000, high=19_999),
    "15만 원대의": won(150_000, high=159_999),
    "10,000원짜리": won(10_000),
    "시간당 10,320원": won(10_320, per="hour"),
    "100g당 1,500원": won(1500, per="100 g"),
    "kg당 3천 원": won(3000, per="kg"),
    "₩300,000 a month": won(300_000, per="month"),
    "up to ₩6,000": won(6000, UP_TO),
    "6,000원 이하": won(6000, UP_TO),
    "5만 원을 넘는": won(50_000, OVER),
    "more than ₩2,000": won(2000, OVER),
    "₩2,000 notes": won(2000),
    "$25.50": dollars("25.50"),
    "$1,200": dollars("1200"),
    "US$25": dollars("25"),
    "50불": dollars("50"),
    "25달러": dollars("25"),
    "USD 25": dollars("25"),
    "25 dollars": dollars("25"),
    "25 cents": dollars("0.25"),
    "50 pence": pounds("0.5"),
    "$1.5 million": dollars("1500000"),
}
DURATIONS = {
    "14 calendar days": lasting(14),
    "14일": lasting(14),
    "십사일": lasting(14),
    "２주": lasting(14),
    "두 주": lasting(14),
    "이주일": lasting(14),
    "일주일": lasting(7),
    "보름": lasting(15),
    "하루": lasting(1),
    "이틀": lasting(2),
    "사흘": lasting(3),
    "사흘입니다": lasting(3),
    "이틀인데": lasting(2),
    "하루정도": lasting(1, bound=ABOUT),
    "이틀마다": lasting(2, per="every"),
    "나흘": lasting(4),
    "닷새": lasting(5),
    "열흘": lasting(10),
    "삼일 이내": lasting(3, bound=UP_TO),
    "이삼일 이내": lasting(2, high=3),
    "two weeks": lasting(14),
    "a week": lasting(7),
    "a fortnight": lasting(14),
    "당일": lasting(0),
    "the same day": lasting(0),
    "익일": lasting(1),
    "다음 날": lasting(1),
    "the next day": lasting(1),
    "twenty-one days": lasting(21),
    "a 30-day window": lasting(30),
    "24시간": lasting(1),
    "1시간 30분": lasting(90, "min"),
    "1 hour and 30 minutes": lasting(90, "min"),
    "1½ hours": lasting(90, "min"),
    "1 h": lasting(1, "h"),
    "1h 30min": lasting(90, "min"),
    "48hrs": lasting(48, "h"),
    "2 wks": lasting(2, "w"),
    "3 mths": lasting(3, "month"),
    "half an hour": lasting(30, "min"),
    "a quarter of an hour": lasting(15, "min"),
    "three quarters of an hour": lasting(45, "min"),
    "½ h": lasting(30, "min"),
    "1/2 h": lasting(30, "min"),
    "1/2 시간": lasting(30, "min"),
    "1 1/2 hours": lasting(90, "min"),
    "24 h": lasting(1),
    "6 mths": lasting(6, "month"),
    "2일 12시간": lasting(60, "h"),
    "7-14일": lasting(7, high=14),
    "3 to 5 days": lasting(3, high=5),
    "between 3 and 5 days": lasting(3, high=5),
    "25초에서 30초": lasting(25, "s", high=30),
    "최대 30일": lasting(30, bound=UP_TO),
    "최대한 30일": lasting(30, bound=UP_TO),
    "30일 이내": lasting(30, bound=UP_TO),
    "30일 이하": lasting(30, bound=UP_TO),
    "30일 미만": lasting(30, bound=UNDER),
    "30일 이상": lasting(30, bound=FROM),
    "30일 초과": lasting(30, bound=OVER),
    "30일을 초과할 수 없고": lasting(30, bound=UP_TO),
    "at most 30 days": lasting(30, bound=UP_TO),
    "not older than 30 days": lasting(30, bound=UP_TO),
    "never later than 30 days": lasting(30, bound=UP_TO),
    "not shorter than 30 days": lasting(30, bound=FROM),
    "두 시간을 넘기지 않습니다": lasting(2, "h", UP_TO),
    "an hour and a half": lasting(1.5, "h"),
    "한 시간 반": lasting(1.5, "h"),
    "두시간 반이나": lasting(2.5, "h"),
    "15 yrs old": count("15", "age"),
    "15yo": count("15", "age"),
    "11 degrees": count("11", "°C"),
    "warmer than 8 °C": count("8", "°C", OVER),
    "8도보다 높": count("8", "°C", OVER),
    "within 30 days": lasting(30, bound=UP_TO),
    "no longer than 30 days": lasting(30, bound=UP_TO),
    "30 days or less": lasting(30, bound=UP_TO),
    "at least 30 days": lasting(30, bound=FROM),
    "30 days or longer": lasting(30, bound=FROM),
    "less than 30 days": lasting(30, bound=UNDER),
    "more than 30 days": lasting(30, bound=OVER),
    "약 30일": lasting(30, bound=ABOUT),
    "about 30 days": lasting(30, bound=ABOUT),
    "두 달": lasting(2, "month"),
    "3개월": lasting(3, "month"),
    "한 달": lasting(1, "month"),
    "1년": lasting(12, "month"),
    "one year": lasting(12, "month"),
    "12-month warranty": lasting(12, "month"),
    "반년": lasting(6, "month"),
    "1년 6개월": lasting(18, "month"),
    "공포 후 3월이 경과한": lasting(3, "month"),
    "6개월마다": lasting(6, "month", per="every"),
    "every 6 months": lasting(6, "month", per="every"),
    "주 5일": lasting(5, per="week"),
    "일주일에 2일": lasting(2, per="week"),
    "5 days a week": lasting(5, per="week"),
    "1일 8시간": lasting(8, "h", per="day"),
    "1년에 15일": lasting(15, per="year"),
    "one or two days": lasting(1, high=2),
    "30 (thirty) days": lasting(30),
}
BUSINESS_DAYS = {
    "영업일 기준 7일": business(7),
    "영업일 기준 2~3일": business(2, high=3),
    "7영업일": business(7),
    "7일(영업일 기준)": business(7),
    "within 7 business days": business(7, UP_TO),
    "2 to 3 working days": business(2, high=3),
    "다음 영업일": business(1),
    "the next business day": business(1),
}
PERCENTS = {
    "10%": percent("10"),
    "10~20%": percent("10", high="20"),
    "10퍼센트": percent("10"),
    "10프로": percent("10"),
    "십 퍼센트": percent("10"),
    "20 percent": percent("20"),
    "반값": percent("50"),
    "half price": percent("50"),
    "액면가의 60% 이상": percent("60", FROM),
    "100분의 10": percent("10"),
    "3분의 2 이상": percent("66.6667", FROM),
    "three quarters or more": percent("75", FROM),
}
DATES = {
    "2026년 3월 1일": on(20260301),
    "26년 3월 1일": on(20260301),
    "2026.3.1": on(20260301),
    "2026. 3. 1.": on(20260301),
    "2026-03-01": on(20260301),
    "2026/03/01": on(20260301),
    "Mar 1, 2026": on(20260301),
    "1 March 2026": on(20260301),
    "15/12/2026": on(20261215),
    "12/15/2026": on(20261215),
    "12/12/2026": on(20261212),
    "20.10.2026": on(20261020),
    "3.4.2026": on(20260403),
    "26. 3. 1.(일)": on(20260301),
    "2026. 11. 16.(월) ~ 11. 29.(일)": on(20261116, until=20261129),
    "2026. 11. 16. ~ 11. 29.": on(20261116, until=20261129),
    "2026.11.16~11.29": on(20261116, until=20261129),
    "2026.11.16.(월)~2026.12.1.(화)": on(20261116, until=20261201),
    "2026년 3월": on(202603, "month"),
    "March 2026": on(202603, "month"),
    "2026년에는": on(2026, "year"),
    "In 2026, this": on(2026, "year"),
    "3월 1일": yearly(301),
    "1 October": yearly(1001),
    "May 5": yearly(505),
    "12월 20일부터 31일까지": yearly(1220, high=1231),
    "11월 3일(화)까지": yearly(1103, bound=UP_TO),
    "11월 3일 화요일까지": yearly(1103, bound=UP_TO),
    "11월 16일(월) ~ 11월 29일(일)": yearly(1116, high=1129),
    "11/16(월)": yearly(1116),
    "1/2(토)": yearly(102),
    "11/16(월)~11/29(일)": yearly(1116, high=1129),
    "12/20까지": yearly(1220, bound=UP_TO),
    "12/20 ~ 12/31": yearly(1220, high=1231),
    "12/28~1/3": yearly(1228, high=103),
    "3/4~3/8": yearly(304, high=308),
    "3/1 휴무": yearly(301),
    "11. 16.(월) ~ 11. 29.(일)": yearly(1116, high=1129),
    "11.16(월)": yearly(1116),
    "11. 16. ~ 11. 29.": yearly(1116, high=1129),
    "Mon 16 November to Sun 29 November": yearly(1116, high=1129),
    "between Mon 16 Nov and Sun 29 Nov": yearly(1116, high=1129),
    "16 Nov (Mon) - 29 Nov (Sun)": yearly(1116, high=1129),
    "1 November to 15 December": yearly(1101, high=1215),
    "3월": yearly(3, "month"),
    "매월 10일": yearly(10, "monthly"),
    "다음 달 15일까지": yearly(15, "monthly", bound=UP_TO),
    "the 10th of the month": yearly(10, "monthly"),
    "until 31 January": yearly(131, bound=UP_TO),
}
TIMES = {
    "오전 10시~오후 10시": at("10:00", until="22:00"),
    "오후 2시~5시": at("14:00", until="17:00"),
    "3:30 - 6:30 PM": at("15:30", until="18:30"),
    "07:30–22:00": at("7:30", until="22:00"),
    "08:00부터 21:00까지": at("8:00", until="21:00"),
    "22:00부터 06:00까지": at("22:00", until="6:00"),
    "10:30": at("10:30"),
    "9시": at("9:00"),
    "열한 시 반": at("11:30"),
    "오후 1시 30분": at("13:30"),
    "오전 12시": at("0:00"),
    "10 a.m.": at("10:00"),
    "9 o'clock": at("9:00"),
    "6.45am": at("6:45"),
    "9.30 p.m.": at("21:30"),
    "8.30am-5pm": at("8:30", until="17:00"),
    "9.30am to 6pm": at("9:30", until="18:00"),
    "9.30-11pm": at("21:30", until="23:00"),
    "9-6pm": at("9:00", until="18:00"),
    "between 4.30 and 5.30 am": at("4:30", until="5:30"),
    "at 12.00": at("12:00"),
    "until 17.30": at("17:30", UP_TO),
    "open from 9.00 to 17.30": at("9:00", until="17:30"),
    "오후 2~5시": at("14:00", until="17:00"),
    "오전 9~오후 6시": at("9:00", until="18:00"),
    "정오": at("12:00"),
    "midnight": at("0:00"),
    "20:00까지": at("20:00", UP_TO),
    "18:00 이후": at("18:00", FROM),
    "after 19:00": at("19:00", OVER),
}
COUNTS = {
    "제품 2개": count("2", "item"),
    "2회": count("2", "time"),
    "Max 2x TVs per customer": count("2", "tv", UP_TO, per="customer"),
    "영수증 2x 필요": count("2", "item"),
    "x2": count("2", "item"),
    "2x daily": count("2", "time"),
    "2x a week": count("2", "time", per="week"),
    "2x points": count("2", "fold"),
    "두 번": count("2", "time"),
    "twice": count("2", "time"),
    "1인당 2개": count("2", "item", per="person"),
    "한 사람에 3개까지": count("3", "item", UP_TO, per="person"),
    "하루에 최대 3회": count("3", "time", UP_TO, per="day"),
    "월 3회": count("3", "time", per="month"),
    "두세 개": count("2", "item", high="3"),
    "만 19세": count("19", "age"),
    "열아홉 살": count("19", "age"),
    "19 years old": count("19", "age"),
    "a 19-year-old": count("19", "age"),
    "14세 미만": count("14", "age", UNDER),
    "100만 명": count("1000000", "person"),
    "at most 2 cans at a time": count("2", "can", UP_TO, per="time"),
    "up to 2 family members": count("2", "member", UP_TO),
    "three items": count("3", "item"),
    "12 films": count("12", "film"),
    "10~24편": count("10", "film", high="24"),
    "2박 이상": count("2", "night", FROM),
    "a dozen eggs": count("12", "egg"),
    "20kg을 넘을 수 없고": count("20", "kg", UP_TO),
    "5kg 초과": count("5", "kg", OVER),
    "0℃에서 5℃ 사이": count("0", "°C", high="5"),
    "영하 18℃ 이하": count("-18", "°C", UP_TO),
    "-18 °C": count("-18", "°C"),
    "keep the fridge below 4C": count("4", "°C", UNDER),
}
IDENTIFIERS = {
    "010-1234-5678": verbatim("010-1234-5678"),
    "1588-0000으로": verbatim("1588-0000"),
    "SKU CF-1001": verbatim("cf-1001"),
    "form HM-AG-01": verbatim("hm-ag-01"),
    "1+1": verbatim("1+1"),
    "제10조제2항": verbatim("제10조제2항"),
    "Section 5": verbatim("section5"),
    "p. 15": verbatim("p.15"),
    "p15": verbatim("p15"),
    "2x4 m": verbatim("2x4"),
    "10x15 cm": verbatim("10x15"),
    "4x330ml": verbatim("4x330ml"),
    "size 2XL": verbatim("2xl"),
    "x64": verbatim("x64"),
    "1080p": verbatim("1080p"),
    "3/4 of the note": verbatim("3/4"),
    "5G": verbatim("5g"),
    "size 75C": verbatim("75c"),
    "온도계는 3F 창고에 있습니다": verbatim("3f"),
    "the theatre is on 3F": verbatim("3f"),
}
NUMBERS = {
    "112에 신고": number("112"),
    "19 or older": number("19", FROM),
    "aged 14 to 18": number("14", high="18"),
    "12시간제": number("12"),
    "2주년": number("2"),
    "3번 출구": number("3"),
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pair
        for table in (
            *(MONEY, DURATIONS, BUSINESS_DAYS, PERCENTS),
            *(DATES, TIMES, COUNTS, IDENTIFIERS, NUMBERS),
        )
        for pair in table.items()
    ],
)
def test_every_way_to_write_a_value_is_read_as_one(text: str, value: Value) -> None:
    assert values(text) == (value,)
    assert values(f"규정: {text}. 끝") == (value,)


@pytest.mark.parametrize(
    "text",
    [
        *("삼일절", "이주", "구원", "사원은", "천원샵", "만일 그렇다면", "구분", "이사회", "사회"),
        *("세대", "오일 교환", "이월", "일회용", "하루 종일", "만원 버스", "판매한 개인", "세분화"),
        *("첫 번째", "일부", "한 시ㆍ도지사", "삼성", "이일", "만세", "십분 이해"),
        *("May I help?", "one of them", "once it is opened", "no one", "a day-to-day", "second"),
        *("https://x.example/2026/03/01", "kim14@x.example", "1. Make it safe", "- 2) 봉투"),
    ],
)
def test_a_text_that_only_looks_like_a_value_has_none(text: str) -> None:
    assert [value for value in values(text) if value.kind is not ValueKind.DURATION] == []
    assert text == "a day-to-day" or values(text) == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("until 25/12", yearly(1225, bound=UP_TO)),
        ("Closed on Fri 12/25.", yearly(1225)),
        ("It is on 3/11.", verbatim("3/11")),
        ("Tuesday 3/11", verbatim("3/11")),
        ("due 3/4/2026", verbatim("3/4/2026")),
        ("aisle 12/3", verbatim("12/3")),
        ("aisle 25/12", verbatim("25/12")),
        ("open 24/7", verbatim("24/7")),
    ],
)
def test_an_english_day_with_a_slash_is_read_where_only_one_figure_can_be_a_month(
    text: str, value: Value
) -> None:
    assert values(text) == (value,)


@pytest.mark.parametrize(
    "text",
    [
        *("1/2", "2/3 이상", "3/4 of the note", "병의 2/3까지 채웁니다", "1/3~2/3 정도", "1/3~1/2"),
        *(
            "9/10 점",
            "15/20점",
            "12/31명",
            "통로 12/3",
            "12/3 통로",
            "24/7 운영",
            "배점 8/20",
            "축척: 1/22",
        ),
        *("11.5~11.9", "1.10 버전"),
    ],
)
def test_fractions_and_places_are_no_days(text: str) -> None:
    assert {ValueKind.DATE, ValueKind.MONTH_DAY}.isdisjoint(value.kind for value in values(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A bag costs 15p.", pounds("0.15")),
        ("20-30p each", pounds("0.20", high="0.30")),
        ("가격표는 15p 참조", verbatim("15p")),
        ("filmed in 1080p", verbatim("1080p")),
    ],
)
def test_a_p_is_for_pence_in_english_only(text: str, value: Value) -> None:
    assert values(text) == (value,)


@pytest.mark.parametrize(
    "text",
    [
        *("4.30 kg", "£3.50", "£9.30 pm", "version 1.10", "section 4.2", "from 4.50", "1.5 pm"),
        *("sold at 12.00 each", "prices start at 12.00", "at 12.30 kg", "costs 9.30 a month"),
        *("raise the fee from 2.00 to 3.00", "from 10.15 to 12.30 items", "9-6", "9 to 6"),
        *("오전 2~3시간", "1.30점에서"),
    ],
)
def test_an_amount_with_a_dot_is_no_time(text: str) -> None:
    assert ValueKind.TIME not in {value.kind for value in values(text)}


def test_a_sentence_has_its_values_in_order_each_once() -> None:
    text = "5kg 초과 10kg 이하는 5,200원이고, 2026년 3월 1일부터 영업일 기준 2~3일 걸립니다."

    found = values(text)

    assert found == (
        count("5", "kg", OVER),
        count("10", "kg", UP_TO),
        won(5200),
        Value(ValueKind.DATE, Decimal(20260301), "day", FROM),
        business(2, high=3),
    )
    assert [value.text for value in found] == ["5kg", "10kg", "5,200원", "2026년 3월 1일", "2~3일"]
    assert all(text[slice(*value.span)] == value.text for value in found)


@pytest.mark.parametrize("text", ["다음 날부터 60일 이내", "당일부터 60일 이내"])
def test_the_day_to_count_from_is_no_end_of_a_range(text: str) -> None:
    assert values(text)[1:] == (lasting(60, bound=UP_TO),)


def test_places_are_those_in_the_original_text() -> None:
    text = "온도 ５℃, 보관 １４일² — ½ hour"

    assert [(value.text, text[slice(*value.span)]) for value in values(text)] == [
        ("５℃", "５℃"),
        ("１４일", "１４일"),
        ("½ hour", "½ hour"),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("24 hours", "하루"),
        ("2 weeks", "14일"),
        ("12개월", "one year"),
        ("3만 원", "30,000원"),
        ("₩30,000", "KRW 30,000"),
        ("반값", "50%"),
        ("2026.3.1", "1 March 2026"),
        ("오후 10시", "22:00"),
        ("within 30 days", "30일"),
        ("₩300,000 a month", "300,000원"),
        ("3 items", "3개"),
    ],
)
def test_two_ways_to_say_one_value_are_the_same(one: str, other: str) -> None:
    [a], [b] = values(one), values(other)

    assert same(a, b)
    assert not differ(a, b)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("7 days", "14일"),
        ("14 days", "6 months"),
        ("60%", "80%"),
        ("30,000원", "₩20,000"),
        ("within 14 days", "30 days"),
        ("14일 이내", "14일 미만"),
        ("19세 이상", "19세 초과"),
        ("2~3일", "3~5일"),
        ("2~3일", "7일"),
        ("07:30–22:00", "09:00–22:00"),
        ("약 30일", "14일"),
        ("about 331 m", "about 343 m"),
        ("약 331m", "약 343m"),
        ("about 5 kg", "7 kg"),
        ("HM-AG-01", "HM-AG-02"),
    ],
)
def test_values_that_cannot_both_be_right_differ(one: str, other: str) -> None:
    [a], [b] = values(one), values(other)

    assert differ(a, b)
    assert differ(b, a)
    assert not same(a, b)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30 days", "한 달"),
        ("7일", "영업일 기준 7일"),
        ("$20", "20,000원"),
        ("at least 5 items", "at most 10 items"),
        ("14세 미만", "14세 이상"),
        ("2~3일", "3일"),
        ("약 30일", "28일"),
        ("about 340 m", "343 m"),
        ("약 340m", "343m"),
        ("약 3만원", "32,000원"),
        ("about 30 minutes", "25 minutes"),
        ("2회", "하루 3회"),
        ("3 items", "5 cans"),
        ("5 kg", "5 km"),
    ],
)
def test_values_of_other_measures_are_neither_the_same_nor_different(one: str, other: str) -> None:
    [a], [b] = values(one), values(other)

    assert not same(a, b)
    assert not differ(a, b)
    assert not differ(b, a)


@pytest.mark.parametrize(
    "piece",
    [
        "1,",
        "만",
        "1:",
        "-1",
        "a-1",
        "1~",
        "한 ",
        "one and ",
        "a@",
        "½",
        "1\n",
        "1/2~",
        "1. ",
        "2x ",
        "가\u1161",
        "하루 ",
    ],
)
def test_a_text_made_of_one_piece_is_read_to_its_end(piece: str) -> None:
    # Patterns that look back and forth would need hours for this.
    values(piece * 5000)


# --- large Korean numbers -----------------------------------------------------------------------

_GROUPS = ("조", 10**12), ("억", 10**8), ("만", 10**4), ("", 1)
_DIGITS = "일이삼사오육칠팔구"


def _large_amounts() -> list[int]:
    chance = random.Random(7)  # noqa: S311
    some = [
        sum(chance.choice((0, 5, 30, 400, 4000, 1234)) * scale for _, scale in _GROUPS)
        for _ in range(300)
    ]
    return sorted({amount for amount in some if amount >= 10_000})


def _parts(amount: int) -> list[tuple[int, str]]:
    return [
        (amount // scale % 10_000, group) for group, scale in _GROUPS if amount // scale % 10_000
    ]


def _by_thousands(number: int) -> str:
    """4500 as 4천5백."""
    scales = ("천", 1000), ("백", 100), ("십", 10), ("", 1)
    return "".join(f"{n}{word}" for word, scale in scales if (n := number // scale % 10))


def _in_words(number: int) -> str:
    """4500 as 사천오백."""
    scales = ("천", 1000), ("백", 100), ("십", 10), ("", 1)
    return "".join(
        f"{'' if n == 1 and word else _DIGITS[n - 1]}{word}"
        for word, scale in scales
        if (n := number // scale % 10)
    )


@pytest.mark.parametrize("won_written", ["원", " 원"])
@pytest.mark.parametrize("gap", ["", " "])
@pytest.mark.parametrize("number", ["{:,}".format, str, _by_thousands])
def test_an_amount_in_groups_of_four_figures_is_one_value(
    number: Callable[[int], str], gap: str, won_written: str
) -> None:
    for amount in _large_amounts():
        text = gap.join(f"{number(n)}{group}" for n, group in _parts(amount)) + won_written

        assert values(f"한도는 {text} 이하") == (won(amount, UP_TO),), text


def test_an_amount_with_one_group_in_words_is_one_value() -> None:
    for amount in range(50_000_000, 10**8, 10_000_000):
        text = f"2억 {_in_words(amount // 10_000)}만 원"

        assert values(text) == (won(2 * 10**8 + amount),), text


def test_an_amount_in_words_is_one_value() -> None:
    for amount in (one for one in _large_amounts() if one < 10**12):
        text = " ".join(f"{_in_words(n)}{group}" for n, group in _parts(amount))
        if text[0] not in "만억" and len(text.split()[0]) > 1:
            assert values(f"{text} 원") == (won(amount),), text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2억 4,000만 ~ 3억 원", won(240_000_000, high=300_000_000)),
        ("2억 4,000만 원~3억 6,000만 원", won(240_000_000, high=360_000_000)),
        ("매출 1억 5,000만 명", Value(ValueKind.COUNT, Decimal(150_000_000), "person")),
        ("2조 3,000억 달러", Value(ValueKind.MONEY, Decimal(2_300_000_000_000), "USD")),
        ("2조 3,000억", Value(ValueKind.NUMBER, Decimal(2_300_000_000_000))),
        ("5,000 만 원", won(50_000_000)),
        ("3천 만 명", Value(ValueKind.COUNT, Decimal(30_000_000), "person")),
    ],
)
def test_a_large_number_is_read_in_every_place(text: str, value: Value) -> None:
    assert values(text) == (value,)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("1억 2억 원", [100_000_000, 200_000_000]),
        ("보증금 3억, 4,000만 원", [300_000_000, 40_000_000]),
        ("1억 원 2,000만 원", [100_000_000, 20_000_000]),
        ("2조 3항", [2, 3]),
        ("교대조 2조 3명", [2, 3]),
        ("1억 2024년", [100_000_000, 2024]),
    ],
)
def test_two_numbers_side_by_side_stay_two(text: str, amounts: list[int]) -> None:
    assert [int(value.amount) for value in values(text)] == amounts
