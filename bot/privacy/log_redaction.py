"""Redacts every log line, also those of libraries."""

import logging
from collections.abc import Callable, Mapping

from bot.model import SafeText
from bot.privacy.entities import Profile
from bot.privacy.redaction import Redactor
from bot.privacy.redaction import logger as redaction_logger
from bot.telemetry import add

_DEEPEST = 6
"""Levels of nested values in a log line; deeper ones become "…"."""
_TOO_DEEP = "…"


class RedactingFormatter(logging.Formatter):
    """Redacts every line that another formatter makes, with arguments and tracebacks."""

    def __init__(
        self, inner: logging.Formatter | None = None, redactor: Redactor | None = None
    ) -> None:
        super().__init__()
        self.inner = inner or logging.Formatter()
        self._redactor = redactor or Redactor()

    def format(self, record: logging.LogRecord) -> str:
        """Formats a record with the inner formatter and redacts the line."""
        return reader_of(record, self._redactor)(self.inner.format(record))


def reader_of(record: logging.LogRecord, redactor: Redactor) -> Callable[[str], str]:
    """The function that redacts the texts of a record."""
    # The redaction's own error logs hold no text. Redacting them could fail and log forever.
    return str if record.name == redaction_logger.name else redactor.safe


def readable(value: object, read: Callable[[str], str], depth: int = _DEEPEST) -> object:
    """Redacts all texts in a value for JSON, also keys and unknown objects.

    In the finished line, escapes and neighbours may hide personal data from the rules.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return read(value)
    if depth == 0:
        return _TOO_DEEP
    if isinstance(value, Mapping):
        return {read(_shown(key)): readable(one, read, depth - 1) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [readable(one, read, depth - 1) for one in value]
    return read(_shown(value))


def _shown(value: object) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - a broken object must not lose the log line
        return type(value).__name__


# The last look at a text before it leaves the machine for a model.

logger = logging.getLogger(__name__)


def assert_clean(text: str, redactor: Redactor, *, profile: Profile = Profile.STRICT) -> SafeText:
    """Redacts a text once more before it leaves. Counts and logs finds: there should be none."""
    found = redactor.redact(text, profile=profile)
    if found.entities:
        add(late_redactions=len(found.entities))
        logger.warning(
            "personal data redacted just before a model call", extra={"kinds": found.counts}
        )
    return found.text
