"""The web server: the platforms that are on, further pages, and health."""

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
"""Says in one word why something does not work yet; None when it does."""

Started = Callable[[], None]
"""Called once the server listens."""

Beside = Callable[[], Coroutine[None, None, None]]
"""Begins what goes on as long as the server listens."""


class Part(Protocol):
    """A platform on the web server; adapters.slack.app.Slack is one."""

    @property
    def name(self) -> str:
        """What /readyz calls it."""
        ...

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """What it answers."""
        ...

    def running(self, application: web.Application) -> AsyncIterator[None]:
        """Start, yield while the server runs, and end."""
        ...

    async def trouble(self) -> str | None:
        """Return in one word why it does not work; None when it does."""
        ...


class WebServer:
    """Listens for the platforms that are on, and says whether they work."""

    def __init__(
        self,
        parts: Iterable[Part] = (),
        routes: Iterable[web.RouteDef] = (),
        checks: Mapping[str, Check] | None = None,
        beside: Iterable[Beside] = (),
        middlewares: Iterable[Middleware] = (),
    ) -> None:
        """What is to be done beside begins when the server listens and ends with it."""
        self._checks = dict(checks or {})
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
        """Prepare, listen, say so, and serve until stopped; all in one event loop."""
        # The files are closed and unlocked after this; a thread that still writes is waited for.
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
        answers = {name: await check() for name, check in self._checks.items()}
        reasons = {name: reason for name, reason in answers.items() if reason is not None}
        if reasons:
            return web.json_response({"status": "unready", "reasons": reasons}, status=503)
        return web.json_response({"status": "ready"})


@web.middleware
async def _refuse_unreadable(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.RequestPayloadError as error:  # a body that is not packed as its header says
        raise web.HTTPBadRequest from error


async def _health(request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})
