"""The three kinds of personal data that `redact_pii` knows, and what it leaves alone."""

import time

import pytest

from knowledge import redact_pii


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("debt@example.com", "[REDACTED_EMAIL]"),
        ("mail Debt.Help+1@mail.example.co.uk.", "mail [REDACTED_EMAIL]."),
        ("debt@example.com으로, josé@exämple.com", "[REDACTED_EMAIL]으로, [REDACTED_EMAIL]"),
        ("555-123-4567", "[REDACTED_PHONE]"),
        ("(555) 123-4567", "[REDACTED_PHONE]"),
        ("(555)123-4567", "[REDACTED_PHONE]"),
        ("555.123.4567", "[REDACTED_PHONE]"),
        ("555 123 4567", "[REDACTED_PHONE]"),
        ("5551234567", "[REDACTED_PHONE]"),
        ("+1 555-123-4567", "[REDACTED_PHONE]"),
        ("+1 (555) 123-4567", "[REDACTED_PHONE]"),
        ("+15551234567", "[REDACTED_PHONE]"),
        ("1-800-555-0199", "[REDACTED_PHONE]"),
        ("call 555-123-4567, or 555–123–4568.", "call [REDACTED_PHONE], or [REDACTED_PHONE]."),
        ("123-45-6789", "[REDACTED_SSN]"),
        ("SSN:123-45-6789.", "SSN:[REDACTED_SSN]."),
        (
            "If you owe money you can call 555-123-4567 or email debt@example.com to start.",
            "If you owe money you can call [REDACTED_PHONE] or email [REDACTED_EMAIL] to start.",
        ),
        (
            "문의는 555-123-4567, debt@example.com, 번호는 123-45-6789입니다.",
            "문의는 [REDACTED_PHONE], [REDACTED_EMAIL], 번호는 [REDACTED_SSN]입니다.",
        ),
    ],
)
def test_email_addresses_us_phones_and_ssns_are_replaced(text: str, redacted: str) -> None:
    assert redact_pii(text) == redacted


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Goods can be returned within 14 days.",
        "Anna Lee, 5 Market Street, Leeds",
        "010-1234-5678",
        "+44 20 7946 0958",
        "4539 1488 0343 6467",
        "order 12345678",
        "2024-06-01, $1,299.50, 12-345-6789",
        "1234-45-6789 and 123-45-67890",
        "me @ example, a@b",
        "[REDACTED_PHONE]",
    ],
)
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert redact_pii(text) == text


@pytest.mark.parametrize("piece", ["a", "1", "1-", "a@", "a.", "(555) ", "+1 ", "a@a."])
def test_a_long_text_is_read_in_no_time(piece: str) -> None:
    start = time.perf_counter()

    redact_pii(piece * 50_000)

    assert time.perf_counter() - start < 3.0
