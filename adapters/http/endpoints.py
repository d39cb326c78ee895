"""Turns operations into routes of the web server."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence

from aiohttp import web
from pydantic import BaseModel

from adapters.http.bodies import read, refused
from adapters.http.cors import shared_with
from adapters.http.operations import Faults, Operation
from adapters.web.callers import Callers
from adapters.web.event_stream import streamed, wants_events
from adapters.web.faults import problem_of
from adapters.web.problems import Problem, Trouble, being_read
from knowledge.model.errors import IndexMissingError

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
    if request.query and operation.faults is Faults.PROBLEM:
        raise _not_in_the_address(request.query)
    if operation.body is not None:
        return await read(request, operation.body)
    return request.match_info[operation.parameter] if operation.parameter else None


def _not_in_the_address(names: Collection[str]) -> Problem:
    """No operation has parameters in its address: a misspelt one would change nothing."""
    wrong = "Extra inputs are not permitted"
    told = [{"type": "extra_forbidden", "loc": (name,), "msg": wrong} for name in sorted({*names})]
    detail = "This address takes no parameters after `?`; send the fields in the body, as JSON."
    return Problem(Trouble.INVALID, detail, errors=told)
