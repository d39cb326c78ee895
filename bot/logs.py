"""Log lines: one JSON object each, without personal data."""

import json
import logging
import sys
from datetime import UTC, datetime

from bot.privacy.logs import RedactingFormatter
from knowledge.visible import visible

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Libraries that print requests or bodies when they are asked for detail.
_QUIET = ("openai", "httpx", "httpx2", "slack_sdk", "slack_bolt", "chromadb", "aiohttp")


class JsonFormatter(logging.Formatter):
    """Time, level, logger, message, and whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _OWN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class OneLineFormatter(logging.Formatter):
    """Writes out, as JSON does, what a terminal would obey and what would end the line.

    It comes after the redaction: a number with something invisible in it is to be found there.
    """

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """The line of the inner formatter, as one line for everybody."""
        return visible(self._inner.format(record))


def configure(level: int = logging.INFO) -> None:
    """Send every log line to stderr, redacted."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLineFormatter(RedactingFormatter(JsonFormatter())))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # A wrong placeholder would print the raw arguments past every formatter.
    logging.raiseExceptions = False
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
