"""The web server: the enabled platforms, further pages, and health."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from dataclasses import asdict
from functools import partial
from typing import Protocol

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from adapters.web.patience import Impatient, OutOfSockets, Patience, watched
from adapters.web.watching.watchdog import Watched, troubles
from bot.model.health import Check, Trouble

logger = logging.getLogger(__name__)

EXIT_S = 9.5
"""Seconds from the wish to stop until the process ends, whatever still works."""
_REQUESTS_S = 6.0
"""Seconds for requests that are being answered."""
_PATIENCE = Patience()
_IDLE_S = 75.0
"""Seconds that a connection stays open between requests: proxies keep theirs for 60."""
_WAITING = 128
"""Connections that may wait to be accepted."""

Started = Callable[[], None]
"""Called once the server listens."""

Beside = Callable[[], Coroutine[None, None, None]]
"""Starts background work for as long as the server listens."""


class Part(Protocol):
    """A platform on the web server; adapters.slack.app.Slack is one."""

    @property
    def name(self) -> str:
        """The name in /readyz."""
        ...

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The routes of this part."""
        ...

    def running(self, application: web.Application) -> AsyncIterator[None]:
        """Starts, yields while the server runs, and stops."""
        ...

    async def trouble(self) -> Trouble | None:
        """Returns why it does not work, with the cure; None if it does."""
        ...


class WebServer:
    """Serves the enabled platforms and reports whether they work."""

    def __init__(
        self,
        parts: Iterable[Part] = (),
        routes: Iterable[web.RouteDef] = (),
        checks: Mapping[str, Check] | None = None,
        beside: Iterable[Beside] = (),
        middlewares: Iterable[Middleware] = (),
        limits: Mapping[str, Check] | None = None,
        kept_s: float = 0.0,
        stopping: Callable[[], None] = lambda: None,
        around: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
        new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
    ) -> None:
        """`around` is entered before anybody can ask, and left when nobody can any more.

        `new_loop` makes the event loop that it runs on.

        `beside` is background work that starts and ends with the server; `stopping` is called
        when it takes no more requests, before it waits for those that it has.

        `limits` are checks of parts without which it still answers, though less well. Results of
        both are used again for `kept_s` seconds.
        """
        self._checks = _watched(checks or {}, kept_s)
        self._limits = _watched(limits or {}, kept_s)
        self._ways_in: dict[str, Watched] = {}
        wrapped = [watched, _refuse_unreadable, *middlewares]
        self.application = web.Application(middlewares=wrapped)
        self.application.add_routes([web.get("/healthz", _health), web.get("/readyz", self._ready)])
        self.application.add_routes(routes)
        self._around = around
        self.application.cleanup_ctx.append(self._entered)
        for part in parts:
            self.application.add_routes(part.routes)
            self.application.cleanup_ctx.append(part.running)
            self._ways_in[part.name] = Watched(part.trouble)
        self._beside = list(beside)
        self._new_loop = new_loop
        self._ended_by: Exception | None = None
        self._stopping = stopping
        self._stopped = asyncio.Event()
        self._leaves_in_time = False
        self._leaving: threading.Timer | None = None
        self.application.on_shutdown.append(self._stop_taking)
        self.application.cleanup_ctx.append(self._working_beside)

    def run(
        self,
        sockets: list[socket.socket],
        prepare: Callable[[], Awaitable[None]],
        started: Started,
    ) -> None:
        """Serves until stopped and prepares meanwhile; raises the error that ends preparing."""
        self._beside.append(lambda: self._or_stop(prepare))
        self._leaves_in_time = True
        # Waits for threads that still write: files are closed and unlocked after this. One that
        # indexes may take minutes: what it has not published is as if it had never begun.
        with ThreadPoolExecutor() as threads, asyncio.Runner(loop_factory=self._new_loop) as runner:
            runner.run(self._run(threads, sockets, started))
        if self._leaving is not None:
            self._leaving.cancel()
        if self._ended_by is not None:
            raise self._ended_by

    async def _run(
        self, threads: ThreadPoolExecutor, sockets: Sequence[socket.socket], started: Started
    ) -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(threads)
        loop.set_exception_handler(OutOfSockets())
        async with listening(self.application, sockets):
            for one in (signal.SIGINT, signal.SIGTERM):
                with suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
                    loop.add_signal_handler(one, self._stopped.set)
            started()
            await self._stopped.wait()

    async def _stop_taking(self, application: web.Application) -> None:
        self._stopping()
        if self._leaves_in_time:
            self._leaving = threading.Timer(EXIT_S, _leave)
            self._leaving.daemon = True
            self._leaving.start()

    async def _or_stop(self, work: Callable[[], Awaitable[None]]) -> None:
        """Stops the server with the error of work that it cannot go on without."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - raised again by `run`
            self._ended_by = error
            self._stopped.set()

    async def _entered(self, application: web.Application) -> AsyncIterator[None]:
        async with self._around():
            yield

    async def _working_beside(self, application: web.Application) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(begin()) for begin in self._beside]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def troubles(self) -> dict[str, Trouble]:
        """Returns what does not work now, as /readyz says it."""
        wrong, less = await self._troubles()
        return wrong | less

    async def _troubles(self) -> tuple[dict[str, Trouble], dict[str, Trouble]]:
        """What keeps it from answering, and what makes it answer less well."""
        wrong, less, shut = await asyncio.gather(
            troubles(self._checks), troubles(self._limits), troubles(self._ways_in)
        )
        # A load balancer would keep the people of the other ways in away, too.
        some_work = len(shut) < len(self._ways_in)
        return (wrong, less | shut) if some_work else (wrong | shut, less)

    def beside(self, work: Beside) -> None:
        """Adds background work, before the server runs."""
        self._beside.append(work)

    async def _ready(self, request: web.Request) -> web.Response:
        wrong, less = await self._troubles()
        status = "unready" if wrong else "limited" if less else "ready"
        said: dict[str, object] = {"status": status}
        if reasons := wrong | less:
            said["reasons"] = {name: asdict(one) for name, one in reasons.items()}
        return web.json_response(said, status=503 if wrong else 200)


def _watched(checks: Mapping[str, Check], kept_s: float) -> dict[str, Watched]:
    return {name: Watched(check, kept_s) for name, check in checks.items()}


@asynccontextmanager
async def listening(
    application: web.Application, sockets: Sequence[socket.socket], patience: Patience = _PATIENCE
) -> AsyncGenerator[None]:
    """Serves an application on sockets that listen, until the block ends."""
    runner = web.AppRunner(
        application, access_log=None, keepalive_timeout=_IDLE_S, shutdown_timeout=_REQUESTS_S
    )
    await runner.setup()
    try:
        loop, connected = asyncio.get_running_loop(), partial(_connected, runner, patience)
        servers = [
            await loop.create_server(connected, sock=one, backlog=_WAITING) for one in sockets
        ]
        try:
            yield
        finally:
            for server in servers:
                server.close()
    finally:
        await runner.cleanup()


def _connected(runner: web.AppRunner, patience: Patience) -> Impatient:
    if runner.server is None:
        raise RuntimeError("the server has ended")
    return Impatient(runner.server(), patience)


def _leave() -> None:
    """Ends the process; every file is written so that it survives this."""
    logger.warning("a thread still works: left without it")
    os._exit(0)


@web.middleware
async def _refuse_unreadable(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.RequestPayloadError as error:  # a body whose encoding does not match its header
        raise web.HTTPBadRequest from error
    except ConnectionResetError as error:
        if request.transport is not None and not request.transport.is_closing():
            raise
        # The client has gone, or was too slow: nobody reads this response, and it is no bug.
        raise web.HTTPRequestTimeout from error


async def _health(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})
