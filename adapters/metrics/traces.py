"""Sends each question as a trace to an OpenTelemetry collector."""

import asyncio
import time
from collections.abc import Mapping

from aiohttp import web
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, Status, StatusCode, set_span_in_context

from adapters.metrics.app import outcome_of
from bot.telemetry import Trace

_ABOUT = ("platform", "language", "verdict", "intent", "attempts", "drafts", "cached", "model")
"""What is told of a question: outcomes and counts of the program."""
_NS = 1_000_000_000
_TIMEOUT_S = 5


class Traces:
    """A trace for each question, with a span for each step; sent in batches, in the background."""

    def __init__(self, address: str, version: str) -> None:
        """`address` is a collector's, for OTLP over gRPC."""
        about = Resource.create({"service.name": "storewise", "service.version": version})
        self._provider = TracerProvider(resource=about)
        exporter = OTLPSpanExporter(
            address, insecure=not address.startswith("https:"), timeout=_TIMEOUT_S
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("storewise", version)

    def __call__(self, trace: Trace) -> None:
        """Sends a question that has its reply."""
        about = trace.outcome
        name = "command" if about.get("command") is not None else "question"
        now, end = time.time_ns(), time.perf_counter()

        def at(moment: float) -> int:
            return now - round((end - moment) * _NS)

        whole = self._tracer.start_span(name, start_time=at(trace.start))
        whole.set_attribute("storewise.trace_id", trace.trace_id)
        if name == "question":
            whole.set_attribute("storewise.outcome", outcome_of(about))
        _describe(whole, {name: about[name] for name in _ABOUT if about.get(name) is not None})
        _describe(whole, trace.amounts)
        if error := about.get("error"):
            whole.set_status(Status(StatusCode.ERROR, str(error)))
        inside = set_span_in_context(whole)
        for step, begun, ended in trace.spans:
            span = self._tracer.start_span(step, context=inside, start_time=at(begun))
            span.end(at(ended))
        whole.end(now)

    async def close(self, application: web.Application) -> None:
        """Sends what is left, and ends."""
        await asyncio.to_thread(self._provider.shutdown)


def _describe(span: Span, about: Mapping[str, object]) -> None:
    for name, value in about.items():
        known = value if isinstance(value, bool | int | float) else str(value)
        span.set_attribute(f"storewise.{name}", known)
