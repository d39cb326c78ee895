"""A range of amounts, sizes or years is no phone number; a real number still is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.privacy import Choices, Profile, Redactor

STRICT = Redactor(Choices(keep_business_numbers=False))
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"
UNITS = [
    *("won", "KRW", "kcal", "m", "cm", "mm", "kg", "g", "ml", "%", "°C", "℃", "people", "points"),
    *("원", " 원", "만원", "명", "개", "세", "년", "점", "칼로리", "페이지", "명까지", "원 이상"),
]
FRAMES = [
    "{} is usual",
    "It takes {}.",
    "보통 {} 사이",
    "기준은 {}",
    "문의 전에 {}",
    "Text: {}",
    "이체 {}",
]


@st.composite
def ranges(draw: st.DrawFn) -> str:
    low = draw(st.integers(1, 20_000))
    high = draw(st.integers(low + 1, 200_000))
    form = draw(st.sampled_from(["{}", "{:,}"]))
    space = draw(st.sampled_from(["", "", " "]))
    return form.format(low) + space + draw(st.sampled_from(DASHES)) + space + form.format(high)


@given(ranges(), st.sampled_from(UNITS), st.sampled_from(FRAMES), st.sampled_from(Profile))
def test_a_range_with_a_unit_stays(amounts: str, unit: str, frame: str, profile: Profile) -> None:
    spaced = " " if unit[0].isascii() and unit[0].isalpha() else ""
    text = frame.format(amounts + spaced + unit)

    assert STRICT.redact(text, profile=profile).text == text


@given(st.integers(1500, 1899), st.integers(1, 200), st.sampled_from(DASHES))
def test_years_stay(first: int, length: int, dash: str) -> None:
    years = f"{first}{dash}{first + length}"

    for text in (
        f"Rembrandt ({years})",
        f"조선 시대 {years}년",
        f"built between {years}",
        f"재위 {years}",
    ):
        assert STRICT.safe(text) == text


@pytest.mark.parametrize(
    "text", ["1568–1609", "1500-2000 won", "1,500–1,800 kcal", "₩1500-2000", "1600-1800 hours"]
)
def test_known_ranges_stay(text: str) -> None:
    assert STRICT.safe(text) == text


@given(
    st.sampled_from(
        "1522 1533 1544 1566 1577 1588 1599 1600 1644 1661 1666 1670 1688 1800".split()
    ),
    st.integers(0, 9999),
    st.sampled_from(DASHES),
    st.sampled_from(
        [
            *(
                "{}",
                "전화 {}",
                "고객센터({})",
                "{} 일요일 휴무",
                "{} 개인 문의",
                "{} 원하시면",
                "{}로",
            ),
            *("Call {} in the morning", "{} won't answer", "{} and", "{} m.example", "{}번"),
        ]
    ),
)
def test_a_representative_number_is_still_found(
    prefix: str, rest: int, dash: str, frame: str
) -> None:
    number = f"{prefix}{dash}{rest:04}"

    assert number not in STRICT.safe(frame.format(number))


@given(st.integers(0, 9999), st.integers(0, 9999), st.sampled_from(UNITS), st.sampled_from("- ."))
def test_a_unit_hides_no_mobile_number(middle: int, last: int, unit: str, sign: str) -> None:
    number = f"010{sign}{middle:04}{sign}{last:04}"

    assert number not in STRICT.safe(f"연락 {number} {unit}")


@pytest.mark.parametrize("text", ["call 555-1234", "call 555-1234 days", "전화 555-1234도 됩니다"])
def test_a_local_number_is_still_found(text: str) -> None:
    assert "1234" not in STRICT.safe(text)
