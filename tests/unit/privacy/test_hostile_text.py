"""Long texts made to be slow or to slip through come out right."""

import pytest

from bot.privacy import redact

_LENGTH = 8_000
_HARMLESS = (
    "a",
    "1",
    "1-",
    "1 ",
    "+1",
    "(",
    "@",
    "a.",
    "-",
    " ",
    "GB82 ",
    "AA11AA",
    "서울특별시강남구",
    "서울시 강남구 ",
    "가나다 ",
    "1 Aa ",
    "123 Main Oak ",
    "1:",
    "<mailto:",
    "\\u",
    "Customers may return items within 30 days. ",
    "영수증을 지참하면 30일 이내에 반품할 수 있습니다. ",
)


@pytest.mark.parametrize("unit", _HARMLESS)
def test_a_long_repetition_without_a_value_stays(unit: str) -> None:
    text = (unit * _LENGTH)[:_LENGTH]

    assert redact(text).text == text


def test_zero_width_characters_between_all_digits_hide_nothing() -> None:
    text = "0\u200b1" * 2_000 + " " + "\u200b".join("010-1234-5678")

    assert redact(text).text.endswith(" [REDACTED_PHONE]")


@pytest.mark.parametrize("filler", ["a" * 40_000, "a@" * 4_000, "1-" * 4_000, "가나다 " * 4_000])
def test_a_value_after_a_long_filler_is_found(filler: str) -> None:
    found = redact(f"{filler} hong@naver.com 010-1234-5678")

    assert found.text.endswith(" [REDACTED_EMAIL] [REDACTED_PHONE]")


def test_every_value_of_a_dense_text_is_found() -> None:
    unit = "a.b@c.com 010-1234-5678 900101-1234568 4111 1111 1111 1111 "

    found = redact(unit * 50)

    assert found.counts == {"EMAIL": 50, "PHONE": 50, "RRN": 50, "CARD": 50}
    assert not any(character.isdigit() for character in found.text)


def test_values_glued_together_are_all_found() -> None:
    assert redact("(415) 555-0132" * 20).counts == {"PHONE": 20}
    assert redact("123-45-6789-010-1234-5678").counts == {"SSN": 1, "PHONE": 1}


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("①010-1234-5678", "①[REDACTED_PHONE]"),
        ("문의: ①02-123-4567 ⑩010-1234-5678", "문의: ①[REDACTED_PHONE] ⑩[REDACTED_PHONE]"),
        ("❶(415) 555-0132", "❶[REDACTED_PHONE]"),
        ("①①①-②②-③③③③", "[REDACTED_SSN]"),
    ],
)
def test_the_number_of_an_item_is_no_digit_of_what_it_holds(text: str, redacted: str) -> None:
    assert redact(text).text == redacted
