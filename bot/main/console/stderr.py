"""Writes log lines: one JSON object each, without personal data."""

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType

from bot.privacy import Redactor
from bot.privacy.log_redaction import RedactingFormatter, readable, reader_of
from knowledge.model.printable import visible

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Libraries that log requests, bodies or hosts below WARNING.
_QUIET = (
    "aiobotocore",
    "aiohttp",
    "asyncssh",
    "azure",
    "botbuilder",
    "botocore",
    "chromadb",
    "fsspec",
    "gcsfs",
    "httpcore",
    "httpx",
    "httpx2",
    "mcp",
    "microsoft_agents",
    "msal",
    "openai",
    "s3fs",
    "slack_bolt",
    "slack_sdk",
    "urllib3",
)

logger = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """Writes time, level, logger, message, and the values of `extra`."""

    def __init__(self, redactor: Redactor | None = None) -> None:
        super().__init__()
        self._redactor = redactor or Redactor()

    def format(self, record: logging.LogRecord) -> str:
        """Writes a record as one line of JSON; redacts its values before they are escaped."""
        read = reader_of(record, self._redactor)
        said: dict[str, object] = {"message": record.getMessage()}
        said |= {key: value for key, value in vars(record).items() if key not in _OWN}
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            # The names of the values are the program's own.
            **{name: readable(value, read) for name, value in said.items()},
        }
        return json.dumps(line, ensure_ascii=False)


class OneLineFormatter(logging.Formatter):
    """Escapes control characters and line ends, as JSON does.

    Runs after the redaction, which must find numbers that contain invisible characters.
    """

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Escapes the line of the inner formatter."""
        return visible(self._inner.format(record))


def configure(level: int = logging.INFO, redactor: Redactor | None = None) -> None:
    """Sends all log lines to stderr, redacted, also those of uncaught exceptions."""
    redactor = redactor or Redactor()
    handler = logging.StreamHandler(sys.stderr)
    redacting = RedactingFormatter(JsonFormatter(redactor), redactor)
    handler.setFormatter(OneLineFormatter(redacting))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    _redact_others(redactor)
    # Otherwise a wrong placeholder would print the raw arguments, unredacted.
    logging.raiseExceptions = False
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    sys.excepthook = _ended
    threading.excepthook = _thread_ended


def _redact_others(redactor: Redactor) -> None:
    """Redacts the lines of handlers that libraries have set up."""
    known = logging.root.manager.loggerDict.values()
    for handler in [one for each in known for one in getattr(each, "handlers", ())]:
        formatter = handler.formatter
        inner = formatter.inner if isinstance(formatter, RedactingFormatter) else formatter
        handler.setFormatter(RedactingFormatter(inner, redactor))


def _ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Logs an uncaught exception; Python itself would print its message unredacted."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logger.critical("a bug ended the program", exc_info=(kind, error, trace))


def _thread_ended(about: threading.ExceptHookArgs) -> None:
    if about.exc_value is not None:
        trace = (about.exc_type, about.exc_value, about.exc_traceback)
        logger.critical("a bug ended a thread", exc_info=trace)
