"""Problem details (RFC 9457): the error that a program reads when its request fails."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aiohttp import web

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
