"""The last look at a log line: whatever a library wrote, no personal data leaves."""

import logging
from collections.abc import Callable, Mapping

from bot.privacy.redaction import Redactor
from bot.privacy.redaction import logger as redaction_logger

_DEEPEST = 6
_TOO_DEEP = "…"


class RedactingFormatter(logging.Formatter):
    """Redacts every finished line of another formatter, arguments and tracebacks included."""

    def __init__(
        self, inner: logging.Formatter | None = None, redactor: Redactor | None = None
    ) -> None:
        super().__init__()
        self.inner = inner or logging.Formatter()
        self._redactor = redactor or Redactor()

    def format(self, record: logging.LogRecord) -> str:
        """The line of the inner formatter, without personal data."""
        return reader_of(record, self._redactor)(self.inner.format(record))


def reader_of(record: logging.LogRecord, redactor: Redactor) -> Callable[[str], str]:
    """What takes personal data out of the texts of a record."""
    # The redaction's own failures carry no text; reading them again would fail forever.
    return str if record.name == redaction_logger.name else redactor.safe


def readable(value: object, read: Callable[[str], str], depth: int = _DEEPEST) -> object:
    """A value as JSON may show it: every text in it read, keys and unknown objects too.

    What is escaped or joined to its neighbours in a finished line may not be recognised there.
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
    except Exception:  # noqa: BLE001 - a foreign object must not cost the line
        return type(value).__name__
