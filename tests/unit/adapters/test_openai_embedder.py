"""Vectors from OpenAI: in order, of length 1, and nothing else."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import numpy as np
import openai
import pytest
from pydantic import SecretStr

from adapters.openai.client import OpenAIEmbedder, build_embedder
from bot.settings import OpenAISettings
from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
from knowledge.model.patience import PATIENCE_S


@dataclass
class FakeOpenAI:
    """The embeddings endpoint; text n gets a vector that points n further. Keeps every request."""

    status: int = 200
    said: str = "no"
    """Its words when it refuses."""
    refuses: str = ""
    """A word of a request that it does not take."""
    failure: Exception | None = None
    backwards: bool = False
    busy: int = 0
    """How many requests are told to come again."""
    answer: httpx2.Response | None = None
    """Said to every request instead of vectors."""
    takes_s: float = 0.0
    """Seconds until it answers."""
    requests: list[dict[str, Any]] = field(default_factory=list)

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(json.loads(request.content))
        await asyncio.sleep(self.takes_s)
        if len(self.requests) <= self.busy:
            return httpx2.Response(429, headers={"retry-after-ms": "1"}, json={})
        if self.failure is not None:
            raise self.failure
        refused = self.refuses and self.refuses in str(self.requests[-1])
        if self.status != 200 or refused:
            status = 400 if refused else self.status
            return httpx2.Response(status, json={"error": {"message": self.said}})
        if self.answer is not None:
            return self.answer
        rows = [row(n, 3.0, float(text)) for n, text in enumerate(self.requests[-1]["input"])]
        if self.backwards:
            rows.reverse()
        return vectors(*rows)


def vectors(*rows: object) -> httpx2.Response:
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    body = {"object": "list", "data": rows, "model": "m", "usage": usage}
    return httpx2.Response(200, json=body)


def row(index: int, *embedding: float) -> dict[str, object]:
    return {"object": "embedding", "index": index, "embedding": embedding}


@asynccontextmanager
async def embedder(
    server: FakeOpenAI, retries: int = 0, patience_s: float = PATIENCE_S
) -> AsyncIterator[OpenAIEmbedder]:
    transport = httpx2.MockTransport(server)
    async with openai.AsyncOpenAI(
        api_key="sk-1", max_retries=retries, http_client=httpx2.AsyncClient(transport=transport)
    ) as client:
        yield OpenAIEmbedder(client, "text-embedding-3-small", 2, patience_s=patience_s)


async def embedded(server: FakeOpenAI, texts: Sequence[str]) -> list[float]:
    """The vectors of texts, each as the number that its text was."""
    async with embedder(server) as one:
        given = await one.embed(texts)
    return [round(float(vector[1] / vector[0] * 3), 3) for vector in given]


@pytest.mark.parametrize("backwards", [False, True])
async def test_vectors_come_in_the_order_of_their_texts(backwards: bool) -> None:
    server = FakeOpenAI(backwards=backwards)

    assert await embedded(server, ["4", "1", "0", "7"]) == [4, 1, 0, 7]


async def test_many_texts_go_in_batches_and_stay_in_order() -> None:
    server, texts = FakeOpenAI(), [str(n) for n in range(600)]

    assert await embedded(server, texts) == list(range(600))
    assert [len(request["input"]) for request in server.requests] == [256, 256, 88]


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("text", ["mine is 010-1234-5678", "제 번호는 010-1234-5678"])
async def test_personal_data_that_came_so_far_goes_no_further(text: str, asked: bool) -> None:
    server = FakeOpenAI(answer=vectors(row(0, 1.0, 0.0)))

    async with embedder(server) as one:
        await one.embed([text], asked=asked)

    [request] = server.requests
    assert request["input"] == [text.replace("010-1234-5678", "[REDACTED_PHONE]")]


async def test_what_documents_publish_stays_in_what_is_embedded() -> None:
    server = FakeOpenAI(answer=vectors(row(0, 1.0, 0.0)))

    async with embedder(server) as one:
        await one.embed(["고객센터 1588-1234, 바코드 8801234567893"])

    [request] = server.requests
    assert request["input"] == ["고객센터 1588-1234, 바코드 8801234567893"]


async def test_model_and_length_are_asked_for() -> None:
    server = FakeOpenAI()

    await embedded(server, ["1", "2"])

    [request] = server.requests
    assert request["model"] == "text-embedding-3-small"
    assert request["dimensions"] == 2
    assert request["input"] == ["1", "2"]


@pytest.mark.parametrize("texts", [["4"], ["4", "0", "9"]])
async def test_every_vector_has_length_one(texts: list[str]) -> None:
    async with embedder(FakeOpenAI()) as one:
        given = await one.embed(texts)

    assert [float(np.linalg.norm(vector)) for vector in given] == pytest.approx([1.0] * len(texts))
    assert all(vector.dtype == np.float32 for vector in given)


async def test_no_text_needs_no_request() -> None:
    server = FakeOpenAI()

    assert await embedded(server, []) == []
    assert server.requests == []


@pytest.mark.parametrize("status", [400, 401, 403, 429, 500])
@pytest.mark.parametrize("texts", [["1"], ["1", "2"]])
async def test_a_refusal_is_trouble_with_the_embedder(status: int, texts: list[str]) -> None:
    with pytest.raises(EmbedderUnavailableError, match="Error") as error:
        await embedded(FakeOpenAI(status=status), texts)

    assert isinstance(error.value.__cause__, openai.OpenAIError)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (404, "no"),
        (405, "no"),
        (501, "no"),
        (400, "The model does not support Embeddings API"),
        (500, "This server does not support embeddings"),
    ],
)
async def test_a_server_without_embeddings_is_no_embedder(status: int, said: str) -> None:
    with pytest.raises(EmbedderMissingError, match="OPENAI_EMBEDDING_MODEL"):
        await embedded(FakeOpenAI(status=status, said=said), ["1"])


async def test_a_server_that_gave_vectors_is_an_embedder_even_if_it_forgets_it() -> None:
    server = FakeOpenAI()

    async with embedder(server) as one:
        await one.embed(["1"])
        server.status = 404
        with pytest.raises(EmbedderUnavailableError) as error:
            await one.embed(["1"])

    assert not isinstance(error.value, EmbedderMissingError)


async def test_a_length_that_is_refused_is_left_to_the_server_from_then_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = FakeOpenAI(refuses="dimensions", said="Model does not support matryoshka")

    async with embedder(server) as one:
        first, second = await one.embed(["1"]), await one.embed(["2"])

    assert [len(first[0]), len(second[0])] == [2, 2]
    assert ["dimensions" in one for one in server.requests] == [True, False, False]
    [line] = [one.__dict__ for one in caplog.records]
    assert (line["part"], line["said"]) == ("dimensions", "Model does not support matryoshka")


async def test_base64_that_is_refused_is_asked_for_as_numbers() -> None:
    server = FakeOpenAI(refuses="base64", said="encoding_format base64 is not supported")

    assert await embedded(server, ["1"]) == [1]
    assert [one["encoding_format"] for one in server.requests] == ["base64", "float"]


async def test_a_length_that_a_server_passes_over_is_named() -> None:
    server = FakeOpenAI(answer=vectors(row(0, 1.0, 0.0, 0.0)))

    with pytest.raises(EmbedderUnavailableError, match="set OPENAI_EMBEDDING_DIMENSIONS=3"):
        await embedded(server, ["1"])


@pytest.mark.parametrize("texts", [["1"], ["1", "2"]])
async def test_one_text_is_embedded_as_patiently_as_many(texts: list[str]) -> None:
    server = FakeOpenAI(busy=2)

    async with embedder(server, retries=2) as one:
        given = await one.embed(texts)

    assert len(given) == len(texts)
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(200, text="<html>", headers={"content-type": "text/html"}),
        httpx2.Response(200, text="{", headers={"content-type": "application/json"}),
        httpx2.Response(200, json={}),
        vectors(),
        vectors(row(0, 1.0, 0.0)),
        vectors(row(0, 1.0, 0.0), row(1, 1.0, 0.0), row(2, 1.0, 0.0)),
        vectors(row(0, 1.0), row(1, 1.0)),
        vectors(row(0, 1.0, 0.0), row(1, 1.0, 0.0, 0.0)),
        vectors({"object": "embedding", "index": 0}, {"object": "embedding", "index": 1}),
    ],
    ids="page half nothing none few many short uneven empty".split(),
)
async def test_an_answer_that_is_not_one_vector_for_each_text_is_trouble_with_the_embedder(
    answer: httpx2.Response,
) -> None:
    with pytest.raises(EmbedderUnavailableError):
        await embedded(FakeOpenAI(answer=answer), ["1", "2"])


async def test_a_network_that_is_down_is_trouble_with_the_embedder() -> None:
    server = FakeOpenAI(failure=httpx2.ConnectError("down"))

    with pytest.raises(EmbedderUnavailableError, match="APIConnectionError"):
        await embedded(server, ["1"])


async def test_the_error_says_nothing_that_the_server_said() -> None:
    with pytest.raises(EmbedderUnavailableError) as error:
        await embedded(FakeOpenAI(status=401), ["1"])

    assert "AuthenticationError" in str(error.value)
    assert "OPENAI_API_KEY" in str(error.value)
    assert "no." not in str(error.value)


def test_vectors_of_other_lengths_have_another_name() -> None:
    settings = [
        OpenAISettings(api_key=SecretStr("sk-1"), embedding_dimensions=length)
        for length in (512, 1536)
    ]

    assert [build_embedder(one).name for one in settings] == [
        "text-embedding-3-small/512",
        "text-embedding-3-small/1536",
    ]


async def test_a_question_waits_for_a_slow_server() -> None:
    server = FakeOpenAI(takes_s=0.4)

    async with embedder(server) as one:
        [vector] = await one.embed(["4"], asked=True)

    assert vector.size == 2


async def test_only_the_first_question_waits_for_a_silent_server() -> None:
    server = FakeOpenAI(takes_s=60)

    async with embedder(server, patience_s=0.1) as one:
        for _ in range(2):
            with pytest.raises(EmbedderUnavailableError):
                await one.embed(["4"], asked=True)

    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_server_that_is_down_is_not_tried_by_every_question(status: int) -> None:
    server = FakeOpenAI(status=status)

    async with embedder(server) as one:
        with pytest.raises(EmbedderUnavailableError):
            await one.embed(["4"], asked=True)
        tried = len(server.requests)
        with pytest.raises(EmbedderUnavailableError):
            await one.embed(["4"], asked=True)

    assert len(server.requests) == tried


async def test_a_question_that_is_refused_spoils_no_other_one() -> None:
    server = FakeOpenAI(refuses="999")

    async with embedder(server) as one:
        with pytest.raises(EmbedderUnavailableError):
            await one.embed(["999"], asked=True)
        [vector] = await one.embed(["4"], asked=True)

    assert vector.size == 2
