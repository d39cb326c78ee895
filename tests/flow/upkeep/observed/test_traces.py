"""Questions as traces, received by a collector on loopback: true times, and nobody's words."""

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
from aiohttp.test_utils import TestClient, TestServer
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as messages
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc as service

from bot.main.app import build
from bot.main.serve.web_server import build_server
from bot.settings import OpenAISettings, ServerSettings, Settings, SlackSettings, StoreSettings
from tests.flow.conftest import Handbook
from tests.flow.stand_in.handbook import DISCOUNT

_SECRET_WORDS = "My name is Margaret Okonkwo-Smith"


@dataclass
class Collector(service.TraceServiceServicer):
    """Keeps the spans that it gets."""

    address: str = ""
    received: list[Any] = field(default_factory=list)

    def Export(self, request: Any, context: Any) -> Any:
        self.received.append(request)
        return messages.ExportTraceServiceResponse()

    @property
    def spans(self) -> list[Any]:
        return [
            span
            for request in self.received
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    made, server = Collector(), grpc.server(ThreadPoolExecutor(1))
    service.add_TraceServiceServicer_to_server(made, server)  # type: ignore[no-untyped-call]
    made.address = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    yield made
    server.stop(None)


@asynccontextmanager
async def _asked(handbook: Handbook, address: str) -> AsyncIterator[TestClient[Any, Any]]:
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=handbook.source, data=handbook.data),
        server=ServerSettings(traces=address),
    )
    with closing(build(settings)) as app:
        async with TestClient(TestServer(build_server(settings, app).application)) as client:
            yield client


def _about(span: Any) -> dict[str, str]:
    return {
        one.key: one.value.string_value or str(one.value.int_value or one.value.bool_value)
        for one in span.attributes
    }


async def test_a_question_is_a_trace_with_its_steps(
    own_handbook: Handbook, collector: Collector, unset: None
) -> None:
    async with _asked(own_handbook, collector.address) as client:
        await client.post("/", data={"question": DISCOUNT})

    [whole] = [one for one in collector.spans if one.name == "question"]
    steps = [one for one in collector.spans if one.parent_span_id == whole.span_id]
    assert {one.name for one in steps} >= {"classify", "retrieve", "check"}
    assert {one.trace_id for one in steps} == {whole.trace_id}
    assert _about(whole)["storewise.outcome"] == "answered"
    assert _about(whole)["storewise.platform"] == "web"
    for step in steps:
        assert whole.start_time_unix_nano <= step.start_time_unix_nano
        assert step.start_time_unix_nano <= step.end_time_unix_nano <= whole.end_time_unix_nano


async def test_no_trace_has_anybodys_words(
    own_handbook: Handbook, collector: Collector, unset: None
) -> None:
    async with _asked(own_handbook, collector.address) as client:
        await client.post("/", data={"question": f"{DISCOUNT} {_SECRET_WORDS}"})

    said = "".join(map(str, collector.received))
    assert collector.spans
    assert not [word for word in ("Margaret", "Okonkwo", "discount") if word in said]


async def test_a_collector_that_is_away_keeps_no_reply_waiting(
    own_handbook: Handbook, unset: None
) -> None:
    async with _asked(own_handbook, "http://127.0.0.1:9") as client:
        response = await client.post("/", data={"question": DISCOUNT})

        assert response.status == 200


def test_an_address_is_asked_for() -> None:
    with pytest.raises(ValueError, match="http://collector:4317"):
        ServerSettings(traces="collector")
