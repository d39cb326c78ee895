"""The address that Prometheus reads: /metrics."""

from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import choose_encoder

from adapters.metrics.questions import QuestionMetrics
from adapters.metrics.states import StateMetrics
from adapters.web.callers import Callers
from adapters.web.problems import Problem
from bot.model.health import State

PATH = "/metrics"

Look = Callable[[], Awaitable[State]]
"""Looks at the server."""


class Metrics:
    """Figures of one server in the format of Prometheus, for this machine and for keys."""

    def __init__(self, callers: Callers, look: Look, version: str) -> None:
        self._callers = callers
        self._look = look
        # Each figure would have a second one: when it was first counted.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        build = Info("storewise_build", "The version that runs.", registry=self._registry)
        build.info({"version": version})
        self.questions = QuestionMetrics(self._registry)
        """Counts a message by its trace."""
        self._states = StateMetrics(self._registry)

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The route of the figures."""
        return [web.get(PATH, self._show)]

    async def _show(self, request: web.Request) -> web.Response:
        try:
            # Not counted among its requests: it comes every few seconds.
            await self._callers.identified(request)
        except Problem as problem:
            return problem.response()
        self._states.show(await self._look())
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(self._registry), headers={"Content-Type": content_type})
