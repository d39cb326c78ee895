"""What looks like personal data and is none stays readable."""

import pytest

from bot.privacy import Profile, redact
from tests.unit.privacy.clean_lines import log_ids, retail_lines
from tests.unit.privacy.values import seeded


@pytest.mark.parametrize(("language", "profile"), [(None, "document"), ("ko", "strict")])
def test_three_thousand_retail_lines_stay_as_they_are(language: str | None, profile: str) -> None:
    lines = list(retail_lines(seeded(3), 3000))

    texts = [redact(line, language, profile=Profile(profile)).text for line in lines]

    assert texts == lines


def test_ids_of_logs_stay_as_they_are() -> None:
    ids = list(log_ids(seeded(4), 250))

    texts = [redact(f"request {value} done").text for value in ids]

    assert texts == [f"request {value} done" for value in ids]


@pytest.mark.parametrize(
    "text",
    [
        "1712345678.123456",
        "e959d8de-a011-4313-8823-e8a699c76077",
        "0f2e1569-9563-4a41-bdcc-71620740a31d",
        "19:9f2e15699563@unq.gbl.spaces",
        "바코드 8801234567893 상품",
        "Order 114-1234567-1234567 shipped",
        "Order #4155550132 shipped",
        "2025-12-01 09:00-18:00",
        "2026-11-21 09:15:00.433861059 +0900",
        "20251201-0001",
        "₩1,234,567 / $12,345,678.90",
        "python 3.11.14, build 10.0.19045.3803",
        "쿠폰 2345678901",
        "see user@localhost",
        "국번 없이 110, 112, 1330",
    ],
)
def test_codes_prices_and_times_stay(text: str) -> None:
    assert redact(text).text == text
    assert redact(text, profile=Profile.DOCUMENT).text == text


def test_ten_bare_digits_are_a_phone_only_where_they_may_be_one() -> None:
    bare = "4155550132 접수"

    assert redact(bare).text == "[REDACTED_PHONE] 접수"
    assert redact(bare, "ko").text == bare
    assert redact(bare, profile=Profile.DOCUMENT).text == bare
    assert (
        redact(f"전화 {bare}", "ko", profile=Profile.DOCUMENT).text == "전화 [REDACTED_PHONE] 접수"
    )
