"""When the redaction itself fails, no text leaves."""

import logging
from collections.abc import Iterator

import pytest

from bot.privacy import redact, safe
from bot.privacy.log_redaction import RedactingFormatter

_VALUE = "010-1234-5678"


class _Unreadable(str):
    """A text on which every rule fails, with its value in the message."""

    __slots__ = ()

    def isascii(self) -> bool:
        raise ValueError(_VALUE)


def test_a_failure_gives_a_placeholder_instead_of_the_text() -> None:
    found = redact(_Unreadable(f"전화 {_VALUE}"))

    assert found.text == "[REDACTION_FAILED]"
    assert found.entities == ()
    assert safe(_Unreadable("call")) == "[REDACTION_FAILED]"


def test_a_failure_is_logged_by_its_type_only(caplog: pytest.LogCaptureFixture) -> None:
    redact(_Unreadable(f"전화 {_VALUE}"))

    assert [record.__dict__["error"] for record in caplog.records] == ["ValueError"]
    assert _VALUE not in caplog.text
    assert caplog.records[0].exc_info is None


def test_a_log_line_that_cannot_be_redacted_is_replaced() -> None:
    record = logging.LogRecord("shop", logging.INFO, "", 1, "reply to %s", (_VALUE,), None)

    line = RedactingFormatter(_UnreadableLines()).format(record)

    assert line == "[REDACTION_FAILED]"


def test_the_report_of_a_failure_does_not_fail_again(failures: list[str]) -> None:
    redact(_Unreadable(f"전화 {_VALUE}"))

    assert failures == ["redaction failed"]


class _UnreadableLines(logging.Formatter):
    """Renders lines that cannot be redacted."""

    def format(self, record: logging.LogRecord) -> str:
        return _Unreadable(super().format(record))


class _Keeping(logging.Handler):
    """Keeps what it would have written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def failures() -> Iterator[list[str]]:
    handler = _Keeping()
    handler.setFormatter(RedactingFormatter(_UnreadableLines()))
    logger = logging.getLogger("bot.privacy.redaction")
    logger.addHandler(handler)
    yield handler.lines
    logger.removeHandler(handler)
