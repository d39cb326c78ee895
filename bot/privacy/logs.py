"""The last look at a log line: whatever a library wrote, no personal data leaves."""

import logging

from bot.privacy.redaction import logger as redaction_logger
from bot.privacy.redaction import safe


class RedactingFormatter(logging.Formatter):
    """Redacts every finished line of another formatter, arguments and tracebacks included."""

    def __init__(self, inner: logging.Formatter | None = None) -> None:
        super().__init__()
        self._inner = inner or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """The line of the inner formatter, without personal data."""
        line = self._inner.format(record)
        # The redaction's own failures carry no text; reading them again would fail forever.
        return line if record.name == redaction_logger.name else safe(line)
