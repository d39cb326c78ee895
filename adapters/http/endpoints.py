"""Turns operations into routes of the web server."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from aiohttp import web
from aiohttp.typedefs import Middleware
from pydantic import BaseModel, ValidationError

from adapters.web.callers import Caller, Callers
from adapters.web.edge import whole_json
from adapters.web.event_stream import Tell, streamed, wants_events
from adapters.web.problems import Problem, Trouble, being_read, problem_of
from knowledge.model.documents import Audience
from knowledge.model.errors import IndexMissingError

# An operation: one row, from which its route and its OpenAPI entry are made.


class Faults(StrEnum):
    """The shape of error responses."""

    PROBLEM = "problem"
    """RFC 9457."""
    DETAIL = "detail"
    """`{"detail": …}`, as in the systems that storewise replaces."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An endpoint."""

    method: str
    path: str
    name: str
    summary: str
    call: Callable[[Caller, Any], Awaitable[BaseModel]]
    """Runs it; the second argument is the body or the value in the path."""
    response: type[BaseModel]
    body: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    """The parameters after `?`; None if it takes none."""
    stream: Callable[[Caller, Any, Tell], Awaitable[None]] | None = None
    """Runs it and sends events, at a path of its own; and for callers that accept events alone.

    The event `result` has the response.
    """
    may_revise: bool = False
    """Whether one `revision` of the response may follow the `result`."""
    role: Audience = Audience.STAFF
    """The role that a caller needs."""
    troubles: tuple[Trouble, ...] = ()
    """Problems besides those that every operation has."""
    faults: Faults = Faults.PROBLEM
    parameter: str = ""
    """The name of the value in the path; empty if there is none. A body gets it as a field."""
    pattern: str = ""
    """What the value looks like."""

    @property
    def streams_at(self) -> str:
        """The path of its events."""
        return f"{self.path}/stream"


_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Endpoints:
    """Makes the routes of operations."""

    def __init__(self, callers: Callers, indexing: Callable[[], bool]) -> None:
        """`indexing` says whether a run goes on: before the first index, callers come back."""
        self._callers = callers
        self._indexing = indexing

    def routes(self, operation: Operation) -> Sequence[web.RouteDef]:
        """The route of one operation, and that of its events."""
        method, path = operation.method, operation.path
        routes = [web.route(method, path, self._handler(operation, wants_events))]
        if operation.stream:
            streamed = self._handler(operation, lambda request: True)
            routes.append(web.route(method, operation.streams_at, streamed))
        return routes

    def _handler(self, operation: Operation, streams: Callable[[web.Request], bool]) -> Handler:
        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                return await self._answered(request, operation, streams)
            except (asyncio.CancelledError, ConnectionError):  # the client has disconnected
                raise
            except Exception as error:  # noqa: BLE001 - the adapter's edge
                return refused(self._problem(error, operation), operation.faults)

        return answer

    async def _answered(
        self, request: web.Request, operation: Operation, streams: Callable[[web.Request], bool]
    ) -> web.StreamResponse:
        caller = await self._callers.admitted(request, operation.role)
        given = await _given(request, operation)
        if (stream := operation.stream) and streams(request):
            return await streamed(
                request,
                lambda tell: stream(caller, given, tell),
                lambda error: self._problem(error, operation),
                shared_with(request),
            )
        done = await operation.call(caller, given)
        return web.Response(
            body=done.model_dump_json().encode(), content_type="application/json", headers=_HEADERS
        )

    def _problem(self, error: Exception, operation: Operation) -> Problem:
        if isinstance(error, IndexMissingError) and self._indexing():
            return being_read()
        return problem_of(error, operation.name)


async def _given(request: web.Request, operation: Operation) -> BaseModel | str | None:
    # The specifications' endpoints stay as they are.
    if operation.query is not None:
        return checked(dict(request.query), operation.query)
    if request.query and operation.faults is Faults.PROBLEM:
        raise _not_in_the_address(request.query)
    named = request.match_info[operation.parameter] if operation.parameter else None
    if named is not None and operation.pattern and not re.fullmatch(operation.pattern, named):
        raise Problem(Trouble.NOT_FOUND, f"There is no `{operation.parameter}` like this.")
    if operation.body is None:
        return named
    body = await read(request, operation.body)
    return body if named is None else body.model_copy(update={operation.parameter: named})


def _not_in_the_address(names: Collection[str]) -> Problem:
    """No operation has parameters in its address: a misspelt one would change nothing."""
    wrong = "Extra inputs are not permitted"
    told = [{"type": "extra_forbidden", "loc": (name,), "msg": wrong} for name in sorted({*names})]
    detail = "This address takes no parameters after `?`; send the fields in the body, as JSON."
    return Problem(Trouble.INVALID, detail, errors=told)


# CORS: only sites named in the settings may call the API from a browser.


_ORIGIN = web.RequestKey("origin", str)
_ALLOWED = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, X-API-Key",
    "Access-Control-Max-Age": "600",
}


def cors(origins: Collection[str], paths: Collection[str]) -> Middleware:
    """Lets pages of these origins read the responses at these paths."""

    @web.middleware
    async def shared(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin", "")
        if origin not in origins or not any(request.path.startswith(one) for one in paths):
            return await handler(request)
        request[_ORIGIN] = origin
        asks_first = "Access-Control-Request-Method" in request.headers
        if request.method == "OPTIONS" and asks_first:
            response: web.StreamResponse = web.Response(status=204, headers=_ALLOWED)
        else:
            response = await handler(request)
        if not response.prepared:
            response.headers.update(shared_with(request))
        return response

    return shared


def shared_with(request: web.Request) -> dict[str, str]:
    """The CORS headers for an allowed origin; none for any other."""
    origin = request.get(_ORIGIN)
    return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"} if origin else {}


# Reads request bodies and reports what is wrong with them.


Body = TypeVar("Body", bound=BaseModel)

_UNREADABLE = (Trouble.BAD_JSON, Trouble.NOT_JSON, Trouble.INVALID)


async def read(request: web.Request, form: type[Body]) -> Body:
    """The body of a request. Raises Problem."""
    if request.content_type != "application/json":
        raise Problem(Trouble.NOT_JSON, "Send JSON, with `Content-Type: application/json`.")
    return parsed(await request.read(), form)


def parsed(raw: bytes, form: type[Body]) -> Body:
    """Parses a body's bytes. Raises Problem."""
    try:
        return form.model_validate_json(whole_json(raw) or b"null")
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)
        trouble = Trouble.INVALID
        detail = "; ".join(map(_line, wrong))
        if wrong[0]["type"] == "json_invalid" or not raw:
            trouble, detail = Trouble.BAD_JSON, wrong[0]["msg"] if raw else "The body is empty."
        raise Problem(trouble, detail, errors=[dict(one) for one in wrong]) from error


def checked(values: Mapping[str, str], form: type[Body]) -> Body:
    """Parses the parameters of an address. Raises Problem."""
    try:
        return form.model_validate(values)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)
        told = [dict(one) for one in wrong]
        raise Problem(Trouble.INVALID, "; ".join(map(_line, wrong)), errors=told) from error


def refused(problem: Problem, faults: Faults) -> web.Response:
    """A problem in the error shape of its endpoint."""
    if faults is Faults.PROBLEM:
        told = [_field(one) for one in problem.errors]
        return Problem(
            problem.trouble, problem.detail, told, problem.headers, problem.trace_id
        ).response()
    status, detail = problem.status, _detail(problem)
    if problem.trouble in _UNREADABLE:
        status = 422
    return web.json_response({"detail": detail}, status=status, headers=problem.headers)


def _detail(problem: Problem) -> str | Sequence[Mapping[str, Any]]:
    if problem.trouble is Trouble.INVALID:
        return [{**one, "loc": ["body", *one["loc"]]} for one in problem.errors]
    if problem.trouble in _UNREADABLE:
        kind = "json_invalid" if problem.trouble is Trouble.BAD_JSON else "content_type"
        return [{"type": kind, "loc": ["body"], "msg": problem.detail, "input": None}]
    return (
        f"{problem.detail} (reference {problem.trace_id})" if problem.trace_id else problem.detail
    )


def _line(wrong: Mapping[str, Any]) -> str:
    name = ".".join(map(str, wrong["loc"]))
    return f"`{name}`: {wrong['msg']}" if name else str(wrong["msg"])


def _field(wrong: Mapping[str, Any]) -> dict[str, Any]:
    name = ".".join(map(str, wrong["loc"]))
    return {"field": name, "message": wrong["msg"], "code": wrong["type"]}
