"""Whatever is logged, no personal data is in the line."""

import logging
import sys

from bot.privacy.log_redaction import RedactingFormatter


def _record(message: str, *arguments: object) -> logging.LogRecord:
    return logging.LogRecord("shop", logging.INFO, "", 1, message, arguments, sys.exc_info())


def _failed_lookup() -> logging.LogRecord:
    try:
        int("customer 900101-1234567")
    except ValueError:
        return _record("lookup failed for 415-555-0132")
    raise AssertionError


def test_arguments_of_a_line_are_redacted() -> None:
    body = {"text": "제 번호는 010-1234-5678"}

    line = RedactingFormatter().format(_record("body=%r from %s", body, "hong@naver.com"))

    assert line.startswith("body={'text': '제 번호는 [REDACTED_PHONE]'} from [REDACTED_EMAIL]")


def test_a_traceback_is_redacted() -> None:
    record = _failed_lookup()

    line = RedactingFormatter().format(record)

    assert line.startswith("lookup failed for [REDACTED_PHONE]\nTraceback")
    assert line.endswith("with base 10: 'customer [REDACTED_RRN]'")
    assert "1234567" not in line


def test_the_shape_and_the_ids_of_a_line_stay() -> None:
    ids = "ts=1712345678.123456 id=e959d8de-a011-4313-8823-e8a699c76077 ms=12.345678"
    inner = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    record = _record(ids)

    line = RedactingFormatter(inner).format(record)

    assert f"INFO shop: {ids}" in line
    assert line == inner.format(record)
