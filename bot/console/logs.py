"""Log lines: one JSON object each, without personal data."""

import json
import logging
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType

from bot.privacy import Redactor
from bot.privacy.logs import RedactingFormatter, readable, reader_of
from knowledge.model.printable import visible

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Libraries that print requests or bodies when they are asked for detail.
_QUIET = (
    "aiohttp",
    "botbuilder",
    "chromadb",
    "httpcore",
    "httpx",
    "httpx2",
    "mcp",
    "msal",
    "openai",
    "slack_bolt",
    "slack_sdk",
    "urllib3",
)

logger = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """Time, level, logger, message, and whatever was given as `extra`."""

    def __init__(self, redactor: Redactor | None = None) -> None:
        super().__init__()
        self._redactor = redactor or Redactor()

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON; its values are read before they are escaped."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _OWN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        read = reader_of(record, self._redactor)
        return json.dumps(readable(line, read), ensure_ascii=False)


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


def configure(level: int = logging.INFO, redactor: Redactor | None = None) -> None:
    """Send every log line to stderr, redacted; what ends the program too."""
    redactor = redactor or Redactor()
    handler = logging.StreamHandler(sys.stderr)
    redacting = RedactingFormatter(JsonFormatter(redactor), redactor)
    handler.setFormatter(OneLineFormatter(redacting))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    _redact_others(redactor)
    # A wrong placeholder would print the raw arguments past every formatter.
    logging.raiseExceptions = False
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    sys.excepthook = _ended
    threading.excepthook = _thread_ended


def _redact_others(redactor: Redactor) -> None:
    """The same for handlers that a library has set up for itself."""
    known = logging.root.manager.loggerDict.values()
    for handler in [one for each in known for one in getattr(each, "handlers", ())]:
        formatter = handler.formatter
        inner = formatter.inner if isinstance(formatter, RedactingFormatter) else formatter
        handler.setFormatter(RedactingFormatter(inner, redactor))


def _ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody caught: Python itself would print its words as they are."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logger.critical("a bug ended the program", exc_info=(kind, error, trace))


def _thread_ended(about: threading.ExceptHookArgs) -> None:
    if about.exc_value is not None:
        trace = (about.exc_type, about.exc_value, about.exc_traceback)
        logger.critical("a bug ended a thread", exc_info=trace)
