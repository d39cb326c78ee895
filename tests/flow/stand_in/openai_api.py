"""A stand-in for OpenAI on loopback, both interfaces, that says what it is told to."""

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from aiohttp import web

from tests.flow.stand_in.embeddings_api import vector_of

READ, WRITTEN = 900, 70
"""Tokens that every answer says it took."""
THOUGHT = '{"verdict": "insufficient", "units": []}?'
"""A denial that a model only thinks of."""
_OFFER = re.compile(r"<statements k=(\w+)>\n(.*?)\n</statements k=\1>", re.DOTALL)
_QUESTION = re.compile(r"<question k=(\w+)>\n(.*?)\n</question k=\1>", re.DOTALL)
_UNIT = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Asked:
    """One request for an answer."""

    path: str
    body: dict[str, Any]

    @property
    def instructions(self) -> str:
        if "instructions" in self.body:
            return str(self.body["instructions"])
        return str(self.body["messages"][0]["content"])

    @property
    def message(self) -> str:
        if "input" in self.body:
            return str(self.body["input"])
        return str(self.body["messages"][-1]["content"])

    @property
    def units(self) -> dict[int, str]:
        """The statements on offer, by their numbers."""
        # The last one: the instructions, which may stand before it, have examples.
        *_, offer = ("", *(found[2] for found in _OFFER.finditer(self.message)))
        return {int(number): text for number, text in _UNIT.findall(offer)}

    @property
    def question(self) -> str:
        """The question to answer."""
        *_, question = ("", *(found[2] for found in _QUESTION.finditer(self.message)))
        return question

    @property
    def form(self) -> str:
        """How strictly the answer's form is asked for."""
        asked = self.body.get("text", {}).get("format") or self.body.get("response_format") or {}
        return str(asked.get("type", "text"))

    def holding(self, words: str) -> int:
        """The number of the statement with these words; 0 where there is none."""
        return next((number for number, text in self.units.items() if words in text), 0)


@dataclass(frozen=True)
class Given:
    """What comes back: the model's words in the envelope of the interface, or something else."""

    said: str | None = None
    status: int = 200
    body: bytes | None = None
    """Instead of any envelope."""
    content_type: str = "application/json"
    finish: str = "stop"
    """Why the model stopped: stop, length, content_filter."""
    refusal: str | None = None
    held_in: str = "text"
    """The field with the words: text, parts (the first has thoughts), call (a tool's arguments)."""
    stalls: str = ""
    """Where it waits for ever: before the answer, or in the middle of it."""
    after_s: float = 0.0
    """Seconds that it thinks first."""
    cut: bool = False
    """Whether the connection breaks in the middle of the answer."""


Play = Callable[[Asked], Given]


@dataclass
class OpenAIApi:
    """Plays a model, and keeps what it was asked."""

    play: Play = field(default=lambda _: Given(status=503))
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    embedded: list[str] = field(default_factory=list)
    no_vectors: int = 0
    """The status that it answers to a request for vectors; 0 if it makes them."""

    @property
    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_post("/v1/embeddings", self._embed)
        application.router.add_post("/v1/{style:responses|chat/completions}", self._answer)
        return application

    async def _embed(self, request: web.Request) -> web.Response:
        asked = await request.json()
        self.embedded += asked["input"]
        if self.no_vectors:
            refused = web.json_response({"detail": "Not Found"}, status=self.no_vectors)
            refused.force_close()
            return refused
        rows = [
            {"object": "embedding", "index": n, "embedding": vector_of(text, asked["dimensions"])}
            for n, text in enumerate(asked["input"])
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        response = web.json_response(
            {"object": "list", "data": rows, "model": asked["model"], "usage": usage}
        )
        response.force_close()
        return response

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        asked = Asked(request.path, await request.json())
        self.asked.append(asked)
        given = self.play(asked)
        await asyncio.sleep(given.after_s)
        if given.stalls == "before":
            await asyncio.Event().wait()
        body = given.body if given.body is not None else enveloped(given, asked)
        response = web.StreamResponse(status=given.status)
        response.content_type = given.content_type
        response.content_length = len(body)
        response.force_close()  # an app has no end at which it would close its connections
        await response.prepare(request)
        if given.cut or given.stalls:
            await response.write(body[: len(body) // 2])
            if given.stalls:
                await asyncio.Event().wait()
            assert request.transport is not None
            request.transport.abort()
            return response
        await response.write(body)
        return response


@contextmanager
def openai_api() -> Iterator[OpenAIApi]:
    """The server in a thread of its own: whoever asks may have any loop."""
    api, loop = OpenAIApi(), asyncio.new_event_loop()
    # A client that no longer waits leaves nobody waiting here.
    runner = web.AppRunner(api.application, handler_cancellation=True)

    async def start() -> None:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        api.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(start(), loop).result()
        yield api
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def choice_of(
    *units: int, verdict: str = "answered", understood: str = "", search_again: Sequence[str] = ()
) -> str:
    """A model's words, in the form that it was asked for."""
    said = {"understood": understood, "verdict": verdict, "units": units}
    return json.dumps({**said, "search_again": search_again}, ensure_ascii=False)


DENIED = Given(choice_of(verdict="insufficient"))
"""A model that says that no statement answers."""


def chooses(
    *words: str, verdict: str = "answered", understood: str = "", search_again: Sequence[str] = ()
) -> Play:
    """A model that chooses the statements with these words, in this order."""
    said = partial(choice_of, verdict=verdict, understood=understood, search_again=search_again)
    return lambda asked: Given(said(*map(asked.holding, words)))


def thinking(seconds: float, play: Play) -> Play:
    """A server whose model takes its time."""
    return lambda asked: replace(play(asked), after_s=seconds)


def in_field(field: str, play: Play) -> Play:
    """A server that puts the words into another field."""
    return lambda asked: replace(play(asked), held_in=field)


def enveloped(given: Given, asked: Asked) -> bytes:
    if given.status != 200:
        return json.dumps({"error": {"message": "no", "type": "error", "code": None}}).encode()
    as_sent = _response if asked.path.endswith("/responses") else _completion
    return json.dumps(as_sent(given)).encode()


def _response(given: Given) -> dict[str, Any]:
    content: Sequence[dict[str, Any]] = [
        {"type": "output_text", "text": given.said or "", "annotations": []}
    ]
    if given.refusal:
        content = [{"type": "refusal", "refusal": given.refusal}]
    if given.held_in == "parts":
        content = [{"type": "reasoning_text", "text": THOUGHT}, *content]
    reason = {"length": "max_output_tokens"}.get(given.finish, given.finish)
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed" if given.finish == "stop" else "incomplete",
        "incomplete_details": None if given.finish == "stop" else {"reason": reason},
        "output": [
            _call(given)
            if given.held_in == "call"
            else {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "status": "completed",
                "content": content,
            }
        ],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": READ,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": WRITTEN,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": READ + WRITTEN,
        },
    }


def _call(given: Given) -> dict[str, Any]:
    about = {"id": "fc_1", "call_id": "call_1", "name": "answer", "status": "completed"}
    return {"type": "function_call", "arguments": given.said, **about}


def _completion(given: Given) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": given.said}
    message["refusal"] = given.refusal
    if given.held_in == "parts":
        thoughts = {"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}]}
        message["content"] = [thoughts, {"type": "text", "text": given.said}]
    if given.held_in == "call":
        called = {"name": "answer", "arguments": given.said}
        message["content"] = None
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": called}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": given.finish, "message": message}],
        "usage": {
            "prompt_tokens": READ,
            "completion_tokens": WRITTEN,
            "total_tokens": READ + WRITTEN,
        },
    }
