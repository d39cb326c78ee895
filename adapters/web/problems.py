"""Problem details (RFC 9457): what a program reads when its request fails, and what is logged."""

import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Any

from aiohttp import web

from adapters.web.edge import wordless
from knowledge.model.errors import IndexMissingError, KnowledgeError

_MEDIA_TYPE = "application/problem+json"
_FIRST_INDEX_S = 10.0  # a small handbook takes half a minute


class Trouble(StrEnum):
    """The kinds of problem; each is the end of a problem's `type`."""

    BAD_JSON = "bad-json"
    NOT_JSON = "not-json"
    INVALID = "invalid-request"
    TOO_LARGE = "too-large"
    NO_KEY = "no-key"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    CONFLICT = "conflict"
    UNDER_WAY = "already-indexing"
    NOTHING_BEFORE = "nothing-to-roll-back"
    TOO_MANY = "too-many-requests"
    BUSY = "busy"
    NOT_INDEXED = "not-indexed"
    INDEXING = "first-indexing"
    UNAVAILABLE = "unavailable"
    BUG = "internal-error"


@dataclass(frozen=True, slots=True)
class _Kind:
    status: int
    title: str


_KINDS: Mapping[Trouble, _Kind] = {
    Trouble.BAD_JSON: _Kind(400, "The body is not valid JSON"),
    Trouble.NOT_JSON: _Kind(415, "The body is not JSON"),
    Trouble.INVALID: _Kind(422, "The request has fields that are missing, wrong or unknown"),
    Trouble.TOO_LARGE: _Kind(413, "The request is too large"),
    Trouble.NO_KEY: _Kind(401, "A valid API key is needed"),
    Trouble.FORBIDDEN: _Kind(403, "This key is not allowed to do that"),
    Trouble.NOT_FOUND: _Kind(404, "Not found"),
    Trouble.WRONG_METHOD: _Kind(405, "This address needs another method"),
    Trouble.CONFLICT: _Kind(409, "It does not fit what is there now"),
    Trouble.UNDER_WAY: _Kind(409, "The documents are being indexed"),
    Trouble.NOTHING_BEFORE: _Kind(409, "There is no earlier index"),
    Trouble.TOO_MANY: _Kind(429, "Too many requests"),
    Trouble.BUSY: _Kind(503, "Too many requests are waiting"),
    Trouble.NOT_INDEXED: _Kind(503, "No documents are indexed yet"),
    Trouble.INDEXING: _Kind(503, "The documents are being read for the first time"),
    Trouble.UNAVAILABLE: _Kind(503, "Required data cannot be read now"),
    Trouble.BUG: _Kind(500, "The request failed"),
}


class Problem(Exception):
    """Raised if a request cannot be done; the web server responds with it (RFC 9457)."""

    def __init__(
        self,
        trouble: Trouble,
        detail: str,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        trace_id: str = "",
    ) -> None:
        """`detail` says what to do; `errors` lists the wrong fields.

        `trace_id` names the request in the server's log.
        """
        super().__init__(trouble.value)
        self.trouble = trouble
        self.detail = detail
        self.errors = errors
        self.headers = dict(headers or {})
        self.trace_id = trace_id

    @property
    def status(self) -> int:
        """The HTTP status."""
        return _KINDS[self.trouble].status

    @property
    def body(self) -> dict[str, Any]:
        """The problem details, ready for JSON."""
        kind = _KINDS[self.trouble]
        about: dict[str, Any] = {
            "type": f"/api/docs#{self.trouble.value}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
        }
        if self.errors:
            about["errors"] = [dict(one) for one in self.errors]
        if self.trace_id:
            about["trace_id"] = self.trace_id
        return about

    def response(self) -> web.Response:
        """The problem as a response."""
        return web.json_response(
            self.body, status=self.status, content_type=_MEDIA_TYPE, headers=self.headers
        )


def later(trouble: Trouble, detail: str, seconds: float, trace_id: str = "") -> Problem:
    """A problem that goes away after some seconds."""
    headers = {"Retry-After": str(max(1, round(seconds)))}
    return Problem(trouble, detail, headers=headers, trace_id=trace_id)


def being_read(trace_id: str = "") -> Problem:
    """The problem of requests during the first index."""
    text = "The documents are being read. Try again after `Retry-After` seconds."
    return later(Trouble.INDEXING, text, _FIRST_INDEX_S, trace_id)


def title_of(trouble: Trouble) -> tuple[int, str]:
    """The status and the title of a kind of problem, for a page that lists them."""
    return _KINDS[trouble].status, _KINDS[trouble].title


# Turns errors into problems for programs; a bug shows only that there was one.


logger = logging.getLogger(__name__)


def problem_of(error: Exception, operation: str) -> Problem:
    """The problem for an error; logs errors that the caller cannot fix."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, web.HTTPRequestEntityTooLarge):
        return Problem(Trouble.TOO_LARGE, "Send less than 1 MB.")
    if isinstance(
        error, web.RequestPayloadError
    ):  # a body whose encoding does not match its header
        return Problem(Trouble.BAD_JSON, "The body cannot be read as its headers say.")
    if isinstance(error, IndexMissingError):
        return Problem(Trouble.NOT_INDEXED, "Index the documents first: `storewise reindex`.")
    about = {"operation": operation, "error": type(error).__name__}
    if isinstance(error, KnowledgeError):
        logger.warning("an operation failed", extra=about)
        return Problem(Trouble.UNAVAILABLE, "Try again later; the server's log says more.")
    logger.error("a bug stopped an operation", exc_info=wordless(error), extra=about)
    return Problem(Trouble.BUG, "The server's log says more.")


# Counts refused requests and logs them at a limited rate, with what an operator can do.


_PAUSE_S = 60.0
"""Between two lines of one kind: a wrong secret refuses every request, and scanners come often."""


class Refusals:
    """Counts refusals of one endpoint by their reason."""

    def __init__(self, endpoint: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def count(self, reason: str, cure: str, level: int = logging.WARNING) -> None:
        """Counts a refusal; logs the first one, then the sum once a minute."""
        self._counts[reason] += 1
        now = self._clock()
        logged_at = self._logged_at.get(reason)
        if logged_at is not None and now - logged_at < _PAUSE_S:
            return
        self._logged_at[reason] = now
        about = {
            "endpoint": self._endpoint,
            "reason": reason,
            "cure": cure,
            "refused_so_far": self._counts[reason],
        }
        logger.log(level, "requests were refused", extra=about)


# Reads how long a server asks to wait.


_NUMBER = re.compile(r"[0-9]{1,30}(?:\.[0-9]{0,30})?")
_LONGEST_S = 1e9
"""Seconds; nobody waits for more, and a later sum cannot overflow."""


def retry_after_s(header: str) -> float | None:
    """Returns the seconds of a Retry-After header, a number or a date; None if it names none."""
    if _NUMBER.fullmatch(header.strip()):
        return min(float(header), _LONGEST_S)
    return _until(header)


def _until(header: str) -> float | None:
    try:
        then = parsedate_to_datetime(header)
        then = then if then.tzinfo else then.replace(tzinfo=UTC)
        return max(0.0, (then - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, LookupError, OverflowError):
        return None
