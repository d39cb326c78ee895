"""Turns operations into routes of the web server."""

import asyncio
from collections.abc import Collection

from aiohttp import web
from pydantic import BaseModel

from adapters.http.bodies import read, refused
from adapters.http.event_stream import streamed, wants_events
from adapters.http.operations import Faults, Operation
from adapters.web.callers import Callers
from adapters.web.faults import problem_of
from adapters.web.problems import Problem, Trouble

_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Endpoints:
    """Makes the routes of operations."""

    def __init__(self, callers: Callers) -> None:
        self._callers = callers

    def route(self, operation: Operation) -> web.RouteDef:
        """The route of one operation."""

        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                return await self._answered(request, operation)
            except (asyncio.CancelledError, ConnectionError):  # the client has disconnected
                raise
            except Exception as error:  # noqa: BLE001 - the adapter's edge
                return refused(problem_of(error, operation.name), operation.faults)

        return web.route(operation.method, operation.path, answer)

    async def _answered(self, request: web.Request, operation: Operation) -> web.StreamResponse:
        caller = await self._callers.admitted(request, operation.role)
        given = await _given(request, operation)
        if (stream := operation.stream) and wants_events(request):
            return await streamed(
                request,
                lambda tell: stream(caller, given, tell),
                lambda error: problem_of(error, operation.name),
            )
        done = await operation.call(caller, given)
        return web.Response(
            body=done.model_dump_json().encode(), content_type="application/json", headers=_HEADERS
        )


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
