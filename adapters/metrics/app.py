"""The address that Prometheus reads: /metrics."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from adapters.web.callers import Callers
from adapters.web.problems import Problem, Trouble, later
from bot.model import Verdict
from bot.model.health import State
from bot.telemetry import Trace
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


# Counts and times messages once they have their reply.

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_OF_VERDICT: Mapping[object, str] = {
    Verdict.PASS: "answered",
    Verdict.CONFLICT: "conflict",
    Verdict.INSUFFICIENT: "refused",
    Verdict.OFF_TOPIC: "off_topic",
}
_TOKENS = {"input_tokens": "input", "output_tokens": "output"}


class QuestionMetrics:
    """Figures of messages, by what became of them. No label holds anybody's words or name."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._questions = Counter(
            "storewise_questions",
            "Questions with a reply, by outcome: answered, conflict, closest, refused, off_topic,"
            " talk, unread, stopped, failed.",
            ("platform", "outcome", "language"),
            registry=registry,
        )
        self._commands = Counter(
            "storewise_commands",
            "Commands in a chat.",
            ("platform",),
            registry=registry,
        )
        self._seconds = Histogram(
            "storewise_question_seconds",
            "Seconds from a question to its reply, without waiting for a turn.",
            ("platform",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._steps = Histogram(
            "storewise_step_seconds",
            "Seconds of each step of a question.",
            ("step",),
            buckets=_SECONDS,
            registry=registry,
        )
        self._cached = Counter(
            "storewise_cached_answers",
            "Answers that were made for somebody else before.",
            registry=registry,
        )
        self._tokens = Counter(
            "storewise_model_tokens",
            "Tokens of the language model.",
            ("direction",),
            registry=registry,
        )
        self._cost = Counter(
            "storewise_model_cost",
            "Cost of the language model, in the currency of OPENAI_PRICE_INPUT.",
            registry=registry,
        )
        self._troubles = Counter(
            "storewise_model_troubles",
            "Questions to which the language model gave no draft, by the reason.",
            ("reason",),
            registry=registry,
        )
        self._errors = Counter(
            "storewise_errors",
            "Messages that got an apology instead of a reply, by the kind of error.",
            ("kind",),
            registry=registry,
        )

    def __call__(self, trace: Trace) -> None:
        """Counts a message."""
        about = trace.outcome
        platform = str(about.get("platform") or "")
        if error := about.get("error"):
            self._errors.labels(str(error)).inc()
        if about.get("command") is not None:
            self._commands.labels(platform).inc()
            return
        self._questions.labels(platform, outcome_of(about), str(about.get("language") or "")).inc()
        self._seconds.labels(platform).observe(trace.ms / 1000)
        for step, ms in trace.steps.items():
            self._steps.labels(step).observe(ms / 1000)
        if about.get("cached"):
            self._cached.inc()
        if trouble := about.get("model_trouble"):
            self._troubles.labels(str(trouble)).inc()
        for name, direction in _TOKENS.items():
            self._tokens.labels(direction).inc(trace.amounts.get(name, 0.0))
        self._cost.inc(trace.amounts.get("cost", 0.0))


def outcome_of(about: Mapping[str, object]) -> str:
    """What became of a question, by the outcome of its trace."""
    if about.get("error"):
        return "failed"
    if about.get("stopped"):
        return "stopped"
    if about.get("talk"):
        return "talk"
    if about.get("closest"):
        return "closest"
    return _OF_VERDICT.get(about.get("verdict"), "unread")


# Shows the state of the server at the moment of a look: queue, inbox, index, loop, troubles.


class Counted(Collector):
    """Figures that another part of the program counts."""

    def __init__(self, name: str, about: str, label: str, counts: Mapping[str, int]) -> None:
        """`counts` has the figures by the values of the label."""
        self._family = f"storewise_{name}", about
        self._label = label
        self._counts = counts

    def collect(self) -> Iterable[CounterMetricFamily]:
        """Returns the figures as they are now."""
        family = CounterMetricFamily(*self._family, labels=(self._label,))
        for value, count in dict(self._counts).items():
            family.add_metric((value,), count)
        return (family,)


class StateMetrics:
    """The gauges of the state; each look sets them anew."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, about: str, *labels: str) -> Gauge:
            return Gauge(f"storewise_{name}", about, labels, registry=registry)

        self._inbox = gauge("inbox_open", "Accepted questions without a reply.")
        self._oldest = gauge("inbox_oldest_seconds", "Age of the oldest of them.")
        self._running = gauge("jobs_running", "Questions of the chats that are being answered.")
        self._waiting = gauge("jobs_waiting", "Questions of the chats that wait for their turn.")
        self._blocks = gauge("loop_blocks", "Times that the event loop was held up.")
        self._longest = gauge("loop_longest_block_seconds", "The longest of them.")
        self._tried = gauge("suggestions_tried", "Questions tried, to be suggested later.")
        self._number = gauge("index_number", "Number of the published index.")
        self._documents = gauge("index_documents", "Documents of the published index.")
        self._passages = gauge("index_passages", "Passages of the published index.")
        self._made_at = gauge("index_made_timestamp_seconds", "When the index was made.")
        self._indexing = gauge("indexing", "Whether documents are being indexed.")
        self._leads = gauge("leads", "Whether it does what one of all replicas does.")
        self._database = gauge("database_answers", "Whether the database answers.")
        self._troubles = gauge(
            "trouble", "Parts that do not work, as in /readyz.", "part", "reason"
        )

    def show(self, state: State) -> None:
        """Sets all gauges."""
        if state.inbox is not None:
            self._inbox.set(state.inbox.count)
            self._oldest.set(state.oldest_s)
        self._running.set(state.running)
        self._waiting.set(state.waiting)
        self._blocks.set(state.loop_blocks)
        self._longest.set(state.longest_block_s)
        self._tried.set(state.suggestions_tried)
        if state.index is not None:
            self._number.set(state.index.number)
            self._documents.set(state.index.documents)
            self._passages.set(state.index.passages)
            self._made_at.set(state.index.made_at_s)
        self._indexing.set(state.is_indexing)
        self._leads.set(state.leads)
        self._database.set(state.inbox is not None)
        self._troubles.clear()
        for part, trouble in state.troubles.items():
            self._troubles.labels(part, trouble.reason).set(1)
