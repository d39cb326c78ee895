"""The address that Prometheus reads: /metrics."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import choose_encoder

from adapters.metrics.questions import QuestionMetrics
from adapters.metrics.states import Counted, StateMetrics
from adapters.web.callers import Callers
from adapters.web.problems import Problem, Trouble, later
from bot.model.health import State
from knowledge.model.spared import failures

PATH = "/metrics"
_PATIENCE_S = 3.0
"""For the key; Prometheus waits for all figures for 10 s."""

Look = Callable[[], Awaitable[State]]
"""Looks at the server."""


class Metrics:
    """Figures of one server in the format of Prometheus, for this machine and for keys."""

    def __init__(
        self, callers: Callers, look: Look, version: str, given_up: Mapping[str, int]
    ) -> None:
        """`given_up` has the replies that no platform took, by platform."""
        self._callers = callers
        self._look = look
        self._admitted = b""
        # Each figure would have a second one: when it was first counted.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        build = Info("storewise_build", "The version that runs.", registry=self._registry)
        build.info({"version": version})
        self.questions = QuestionMetrics(self._registry)
        """Counts a message by its trace."""
        self._states = StateMetrics(self._registry)
        about = "Replies that no platform took: nobody read them."
        self._registry.register(Counted("replies_given_up", about, "platform", given_up))
        about = "Failures of steps that answers went on without; the log has each."
        self._registry.register(Counted("spared_steps", about, "step", failures))

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The route of the figures."""
        return [web.get(PATH, self._show)]

    async def _show(self, request: web.Request) -> web.Response:
        try:
            await self._admit(request)
        except Problem as problem:
            return problem.response()
        self._states.show(await self._look())
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(self._registry), headers={"Content-Type": content_type})

    async def _admit(self, request: web.Request) -> None:
        """Raises Problem without a key.

        The last one is still good while the database that has the keys does not answer: that is
        when figures are wanted most.
        """
        shown = str((request.headers.get("Authorization"), request.headers.get("X-API-Key")))
        digest = hashlib.sha256(shown.encode()).digest()
        try:
            async with asyncio.timeout(_PATIENCE_S):
                # Not counted among its requests: it comes every few seconds.
                await self._callers.identified(request)
        except TimeoutError:
            if digest != self._admitted:
                raise later(Trouble.UNAVAILABLE, "Try again later.", 30) from None
        except Problem as problem:
            if problem.trouble is not Trouble.UNAVAILABLE or digest != self._admitted:
                raise
        else:
            self._admitted = digest
