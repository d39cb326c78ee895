"""Requests to an API over HTTPS: patient where it limits them, careful with the token."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type

from adapters.sources.connector import LOOPBACK, GoneError, busy, strange, unreachable
from adapters.web.problems import retry_after_s
from knowledge.model.errors import SourceError

_TIMEOUT = httpx.Timeout(60.0, connect=10.0)
_ATTEMPTS = 6
_ATTEMPTS_UNASKED = 4
"""Where the server does not say how long to wait, or does not answer at all: 7 s."""
_LONGEST_WAIT_S = 120.0
"""Of one pause. A server that asks for more is asked again in the next run."""
_MOST_BYTES = 64 * 1024 * 1024
_MOST_PAGES = 10_000
_REDIRECTS = 3


class StatusError(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, code: str = "", location: str = "") -> None:
        super().__init__(status)
        self.status = status
        self.code = code
        """The API's word for the error."""
        self.location = location


class _AgainError(Exception):
    """The same request may succeed later."""

    def __init__(self, pause_s: float | None, error: SourceError) -> None:
        super().__init__(pause_s)
        self.pause_s = pause_s
        self.error = error


class Web:
    """A client for one API. The token goes to its own host only."""

    def __init__(
        self,
        base: str,
        what: str,
        headers: Callable[[], Mapping[str, str]] = dict,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`what` names the API for people; `headers` are made anew for each request."""
        self._base = base.rstrip("/") + "/"
        self._what = what
        self._headers = headers
        self._sleep = sleep
        self._client = httpx.Client(timeout=_TIMEOUT, follow_redirects=False)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def get(self, path: str, **params: str | int) -> Any:
        """Returns the JSON of a path or of a whole address of this host.

        Raises SourceError, StatusError.
        """
        return self._json("GET", path, params=params or None)

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Returns the JSON after posting some. Raises SourceError, StatusError."""
        return self._json("POST", path, json=body)

    def form(self, path: str, fields: Mapping[str, str]) -> Any:
        """Returns the JSON after posting a form. Raises SourceError, StatusError."""
        return self._json("POST", path, data=fields)

    def content(self, path: str, **params: str | int) -> bytes:
        """Returns the bytes of a file; follows redirects, without the token to other hosts.

        Raises SourceError, StatusError, GoneError.
        """
        url, params_ = self._full(path), params or None
        for _ in range(_REDIRECTS):
            try:
                return self._tried("GET", url, params=params_).content
            except StatusError as error:
                if not error.location or error.status >= HTTPStatus.BAD_REQUEST:
                    raise
                url, params_ = urljoin(url, error.location), None
        raise strange(self._what)

    def pages(self, path: str, after: Callable[[Any], str | None], **params: Any) -> Iterator[Any]:
        """Yields one page of a list after another; `after` returns the next one's path.

        Raises SourceError, StatusError.
        """
        said = self.get(path, **params)
        for _ in range(_MOST_PAGES):
            yield said
            following = after(said)
            if not following:
                return
            said = self.get(following)
        raise strange(self._what)

    def _full(self, path: str) -> str:
        return urljoin(self._base, path)

    def _json(self, method: str, path: str, **more: Any) -> Any:
        try:
            return self._tried(method, self._full(path), **more).json()
        except (ValueError, RecursionError) as error:
            raise strange(self._what) from error

    def _tried(self, method: str, url: str, **more: Any) -> httpx.Response:
        retrying = Retrying(
            retry=retry_if_exception_type(_AgainError),
            stop=_is_enough,
            wait=_pause_s,
            sleep=self._sleep,
            reraise=True,
        )
        try:
            return retrying(self._asked, method, url, **more)
        except _AgainError as error:
            raise error.error from error

    def _asked(self, method: str, url: str, **more: Any) -> httpx.Response:
        own = is_same_host(url, self._base)
        if not own and not is_safe(url):
            raise strange(self._what)
        headers = dict(self._headers()) if own else {}
        try:
            with self._client.stream(method, url, headers=headers, **more) as answer:
                body = _read(answer)
        except httpx.HTTPError as error:
            raise _AgainError(None, unreachable(urlsplit(self._base).netloc)) from error
        except httpx.InvalidURL as error:
            raise strange(self._what) from error
        if answer.status_code == HTTPStatus.OK:
            return httpx.Response(200, content=body)
        if _is_passing(answer.status_code):
            pause_s = retry_after_s(answer.headers.get("Retry-After", ""))
            if pause_s is not None and pause_s > _LONGEST_WAIT_S:
                raise busy(self._what)
            raise _AgainError(pause_s, busy(self._what))
        location = answer.headers.get("Location", "")
        raise StatusError(answer.status_code, _code(body), location)


def is_same_host(url: str, base: str) -> bool:
    """Whether both are of one host, so that a token for one may go to the other."""
    one, other = urlsplit(url), urlsplit(base)
    return (one.scheme, one.netloc.lower()) == (other.scheme, other.netloc.lower())


def is_safe(url: str) -> bool:
    """Whether nobody in between can read it: HTTPS, or this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in LOOPBACK


def refused(error: StatusError, said: Mapping[int, SourceError], what: str) -> SourceError:
    """The error of ours for a status; `said` has those that mean something here."""
    return said.get(error.status) or strange(what)


def gone(error: StatusError) -> GoneError | None:
    """The error for one file, if the status is about that file alone."""
    if error.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return GoneError("it is not there any more; the next run sees why")
    if error.status == HTTPStatus.FORBIDDEN:
        return GoneError("the rights do not reach this file; let the app read it")
    return None


def _read(answer: httpx.Response) -> bytes:
    parts, size = [], 0
    for part in answer.iter_bytes():
        size += len(part)
        if size > _MOST_BYTES:
            raise GoneError("it is larger than a document may be; split it")
        parts.append(part)
    return b"".join(parts)


def _is_passing(status: int) -> bool:
    return status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _is_enough(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome else None
    asked = isinstance(error, _AgainError) and error.pause_s is not None
    return state.attempt_number >= (_ATTEMPTS if asked else _ATTEMPTS_UNASKED)


def _pause_s(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, _AgainError) and error.pause_s is not None:
        return error.pause_s
    return float(min(2 ** (state.attempt_number - 1), 30))


def _code(body: bytes) -> str:
    """The API's word for an error: Microsoft's `code`, Google's `reason`."""
    try:
        error = json.loads(body[:20_000]).get("error")
        words = [error.get("code"), *(one.get("reason") for one in error.get("errors") or ())]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return ""
    return next((word for word in words if isinstance(word, str)), "")
