"""The web server: the enabled platforms, further pages, and health."""

import asyncio
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

Check = Callable[[], Awaitable[str | None]]
"""Returns one word for why something does not work yet; None if it does."""

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

    async def trouble(self) -> str | None:
        """Returns one word for why it does not work; None if it does."""
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
    ) -> None:
        """`beside` is background work that starts and ends with the server.

        `limits` are checks of parts without which it still answers, though less well.
        """
        self._checks = dict(checks or {})
        self._limits = dict(limits or {})
        self.application = web.Application(middlewares=[_refuse_unreadable, *middlewares])
        self.application.add_routes([web.get("/healthz", _health), web.get("/readyz", self._ready)])
        self.application.add_routes(routes)
        for part in parts:
            self.application.add_routes(part.routes)
            self.application.cleanup_ctx.append(part.running)
            self._checks[part.name] = part.trouble
        self._beside = list(beside)
        self.application.cleanup_ctx.append(self._working_beside)

    def run(
        self, host: str, port: int, prepare: Callable[[], Awaitable[None]], started: Started
    ) -> None:
        """Prepares, listens, announces it and serves until stopped; all in one event loop."""
        # Waits for threads that still write: files are closed and unlocked after this.
        with ThreadPoolExecutor() as threads:

            async def prepared() -> web.Application:
                asyncio.get_running_loop().set_default_executor(threads)
                await prepare()
                return self.application

            web.run_app(
                prepared(),
                host=host,
                port=port,
                access_log=None,
                print=lambda *_: started(),
                shutdown_timeout=10,
            )

    async def _working_beside(self, application: web.Application) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(begin()) for begin in self._beside]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ready(self, request: web.Request) -> web.Response:
        if reasons := await _reasons(self._checks):
            return web.json_response({"status": "unready", "reasons": reasons}, status=503)
        if reasons := await _reasons(self._limits):
            return web.json_response({"status": "limited", "reasons": reasons})
        return web.json_response({"status": "ready"})


async def _reasons(checks: Mapping[str, Check]) -> dict[str, str]:
    answers = {name: await check() for name, check in checks.items()}
    return {name: reason for name, reason in answers.items() if reason is not None}


@web.middleware
async def _refuse_unreadable(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.RequestPayloadError as error:  # a body whose encoding does not match its header
        raise web.HTTPBadRequest from error


async def _health(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})
