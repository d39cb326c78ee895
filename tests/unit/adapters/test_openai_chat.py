"""How a chat model is asked, what a server's refusal changes, and what it costs."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Literal

import httpx2
import openai
import pydantic
import pytest
from openai.types.chat import ChatCompletion
from pydantic import SecretStr

from adapters.openai.chat import OpenAIChat, Prices, Style, style_of
from adapters.openai.trouble import trouble_of
from bot import telemetry
from bot.answering.choose.by_model import ModelChooser, WireChoice
from bot.answering.choose.calls import calls_so_far, of_one_question
from bot.model import Chosen, SafeText
from bot.model.errors import MODEL_CURES, ModelTrouble, ModelUnavailableError
from bot.privacy import Choices, Redactor
from bot.settings import Effort, OpenAISettings
from tests.flow.stand_in.openai_api import (
    READ,
    WRITTEN,
    Asked,
    Given,
    choice_of,
    enveloped,
)
from tests.unit import given

QUOTE = "Unopened headphones can be returned within 14 days."
ASKED = given.question("how long can customers return headphones?")
OPENED = "Opened headphones can be returned only when they are faulty."
UNITS = tuple(given.candidate(given.passage(), text) for text in (QUOTE, OPENED))
ANSWER = Given(choice_of(1))
STYLES: tuple[Style, ...] = ("responses", "chat")

Play = Callable[[Asked], Given]


@dataclass
class FakeOpenAI:
    """Answers as it is told to, and keeps what it was asked."""

    play: Play = lambda _: ANSWER
    failure: Exception | None = None
    silent: bool = False
    """Whether it never answers."""
    silent_after: int = 1000
    """After how many requests it falls silent."""
    asked: list[Asked] = field(default_factory=list)

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(Asked(request.url.path, json.loads(request.content)))
        if self.silent or len(self.asked) > self.silent_after:
            await asyncio.Event().wait()
        if self.failure is not None:
            raise self.failure
        said = self.play(self.asked[-1])
        body = said.body if said.body is not None else enveloped(said, self.asked[-1])
        return httpx2.Response(
            said.status, content=body, headers={"content-type": said.content_type}
        )

    @property
    def forms(self) -> list[str]:
        return [one.form for one in self.asked]


@asynccontextmanager
async def chat(
    server: FakeOpenAI,
    style: Style = "responses",
    effort: Effort | None = None,
    prices: Prices | None = None,
    redactor: Redactor | None = None,
) -> AsyncIterator[ModelChooser]:
    """A model that chooses, at the server."""
    transport = httpx2.MockTransport(server)
    client = openai.AsyncOpenAI(
        api_key="sk-1", max_retries=0, http_client=httpx2.AsyncClient(transport=transport)
    )
    async with client:
        model = OpenAIChat(
            client, "m", len, style=style, effort=effort, prices=prices, redactor=redactor
        )
        yield ModelChooser(model, len, redactor)


async def chosen(server: FakeOpenAI, style: Style = "responses", times: int = 1) -> Chosen:
    async with chat(server, style) as model:
        for _ in range(times - 1):
            await model.choose(ASKED, UNITS)
        return await model.choose(ASKED, UNITS)


@pytest.mark.parametrize("style", STYLES)
async def test_a_choice_comes_back_with_the_places_of_its_statements(style: Style) -> None:
    said = Given(choice_of(2, 1, understood="May headphones be returned?"))

    choice = await chosen(FakeOpenAI(lambda _: said), style)

    assert choice == Chosen((1, 0), understood="May headphones be returned?")


async def test_responses_are_asked_for_strictly_and_nothing_is_kept_there() -> None:
    server = FakeOpenAI()

    await chosen(server)

    [asked] = server.asked
    assert asked.path.endswith("/responses")
    assert asked.body["store"] is False
    assert asked.body["text"]["format"]["strict"] is True
    assert asked.body["max_output_tokens"] > 0
    assert not {"temperature", "reasoning", "tools", "stream"} & set(asked.body)


async def test_chat_completions_are_asked_for_strictly() -> None:
    server = FakeOpenAI()

    await chosen(server, "chat")

    [asked] = server.asked
    assert asked.path.endswith("/chat/completions")
    assert asked.body["response_format"]["json_schema"]["strict"] is True
    assert not {"temperature", "reasoning_effort", "tools", "stream"} & set(asked.body)


@pytest.mark.parametrize("style", STYLES)
async def test_the_statements_are_in_the_message_and_never_in_the_instructions(
    style: Style,
) -> None:
    server = FakeOpenAI()

    await chosen(server, style)

    [asked] = server.asked
    assert QUOTE in asked.message
    assert QUOTE not in asked.instructions


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("question", "text", "kept"),
    [
        ("Is 4155550132 on file?", "Ring Mr Kim on 010-1234-5678.", "Ring Mr Kim on"),
        ("번호 4155550132 확인되나요?", "김 점장 010-1234-5678로 연락합니다.", "로 연락합니다."),
    ],
)
async def test_personal_data_that_came_so_far_goes_no_further(
    style: Style, question: str, text: str, kept: str
) -> None:
    server = FakeOpenAI()
    asked = replace(given.question("when?"), text=SafeText(question), earlier=(SafeText(question),))

    with telemetry.request("r1") as trace:
        async with chat(server, style) as model:
            await model.choose(asked, [given.candidate(given.passage(text), text)])

    [sent] = server.asked
    assert kept in sent.message
    assert sent.message.count("[REDACTED_PHONE]") == 3
    assert not any(one in str(sent.body) for one in ("4155550132", "1234-5678"))
    assert trace.amounts["late_redactions"] == 3


@pytest.mark.parametrize("style", STYLES)
async def test_what_documents_publish_is_shown_to_the_model(style: Style) -> None:
    server = FakeOpenAI()
    text = "고객센터 1588-1234, help@haneul.example, 바코드 8801234567893."
    own = Redactor(Choices(allow=frozenset({"help@haneul.example"})))

    async with chat(server, style, redactor=own) as model:
        await model.choose(ASKED, [given.candidate(given.passage(text), text)])

    assert text in server.asked[0].message


async def test_the_schema_names_all_its_fields_and_allows_no_others() -> None:
    server = FakeOpenAI()

    await chosen(server)

    schema = server.asked[0].body["text"]["format"]["schema"]
    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    assert "$defs" not in schema


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("status", [400, 422])
async def test_a_form_that_is_refused_is_not_asked_for_again(style: Style, status: int) -> None:
    server = FakeOpenAI(lambda one: Given(status=status) if one.form == "json_schema" else ANSWER)

    choice = await chosen(server, style, times=2)

    assert choice.places
    assert server.forms[-2:] == ["json_object", "json_object"]
    assert set(server.forms[:-2]) == {"json_schema"}


async def test_a_server_that_refuses_everything_is_asked_in_full_the_next_time() -> None:
    server = FakeOpenAI(lambda _: Given(status=400))

    async with chat(server, "chat") as model:
        for _ in range(2):
            with pytest.raises(ModelUnavailableError, match="config"):
                await model.choose(ASKED, UNITS)

    half = len(server.asked) // 2
    assert bodies(server)[:half] == bodies(server)[half:]
    assert server.forms[0] == "json_schema"


def bodies(server: FakeOpenAI) -> list[str]:
    """The requests without the random key that each has."""
    return [re.sub(r"k[0-9a-f]{16}", "k", json.dumps(one.body)) for one in server.asked]


def refusing(part: str, status: int, said: object) -> Play:
    """A server that knows no such part of a request, and says so in its own way."""

    def play(asked: Asked) -> Given:
        if part not in json.dumps(asked.body):
            return ANSWER
        return Given(status=status, body=json.dumps(said).encode())

    return play


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("part", "status", "said", "instead"),
    [
        ("max_completion_tokens", 400, "Unknown parameter: max_completion_tokens", "max_tokens"),
        ("max_completion_tokens", 422, "max_completion_tokens: extra fields", "max_tokens"),
        ('"system"', 400, "System role not supported", '"user"'),
        ('"system"', 500, "Conversation roles must alternate user/assistant", '"user"'),
        ('"system"', 422, "messages[0].role must be user or assistant", '"user"'),
        ("json_schema", 400, "response_format.type must be json_object", "json_object"),
        ("response_format", 500, "grammar: unsupported", '"system"'),
        ("response_format", 501, "response_format is not implemented", '"system"'),
        ("tokens", 400, "max_tokens and max_completion_tokens are unknown", '"user"'),
    ],
)
async def test_a_part_that_is_refused_is_put_otherwise_from_then_on(
    part: str, status: int, said: str, instead: str, named: bool
) -> None:
    words = said if named else "Internal error"
    server = FakeOpenAI(refusing(part, status, {"error": {"message": words}}))

    choice = await chosen(server, "chat", times=2)

    assert choice.places
    assert part not in json.dumps(server.asked[-1].body)
    assert instead in json.dumps(server.asked[-1].body)
    assert bodies(server)[-1] == bodies(server)[-2]
    assert QUOTE in server.asked[-1].message


@pytest.mark.parametrize("style", STYLES)
async def test_instructions_that_go_with_the_message_stand_before_it(style: Style) -> None:
    part = '"system"' if style == "chat" else '"instructions"'
    server = FakeOpenAI(refusing(part, 400, {"error": "Instructions: no such role"}))

    await chosen(server, style)

    first, last = server.asked
    assert last.message == f"{first.instructions}\n\n{first.message}"


async def test_only_what_the_server_names_is_put_otherwise() -> None:
    said = {"error": {"message": "unsupported", "param": "response_format"}}
    server = FakeOpenAI(refusing("json_schema", 400, said))

    await chosen(server, "chat")

    changed = {
        key for key, value in server.asked[0].body.items() if server.asked[-1].body[key] != value
    }
    assert changed == {"response_format"}


async def test_a_server_that_breaks_once_is_asked_the_same_again() -> None:
    given_out = iter([Given(status=500), ANSWER, ANSWER])
    server = FakeOpenAI(lambda _: next(given_out))

    await chosen(server, "chat", times=2)

    assert len(set(bodies(server))) == 1
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [401, 403, 404, 408, 409, 429, 502, 503, 504])
async def test_what_is_no_refusal_is_not_tried_otherwise(status: int) -> None:
    server = FakeOpenAI(lambda _: Given(status=status))

    with pytest.raises(ModelUnavailableError):
        await chosen(server, "chat")

    assert len(server.asked) == 1


async def test_a_refusal_is_remembered_even_if_the_answer_comes_too_late() -> None:
    server = FakeOpenAI(
        refusing("max_completion_tokens", 400, {"detail": "max_completion_tokens?"})
    )

    async with chat(server, "chat") as model:
        server.silent_after = 1
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await model.choose(ASKED, UNITS)
        server.silent_after = 1000
        await model.choose(ASKED, UNITS)

    assert ["max_completion_tokens" in one.body for one in server.asked] == [True, False, False]


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ({"error": {"message": "no max_tokens here"}}, "no max_tokens here"),
        (
            {"detail": [{"loc": ["body", "max_completion_tokens"], "msg": "Extra"}]},
            "body.max_completion_tokens; Extra",
        ),
        (
            {"detail": [{"loc": ["max_tokens"], "msg": "Extra", "input": QUOTE}]},
            "max_tokens; Extra",
        ),
        ({"error": f"max_tokens in '{QUOTE}'"}, "max_tokens in '…'"),
        ({"error": "max_tokens: 헤드폰 환불"}, "max_tokens:…"),
        ({"error": "max_tokens: \\ud5e4\\ub4dc"}, "max_tokens:"),
        ({"error": "max_tokens, sk-1 and sk-other-1234"}, "max_tokens, … and …"),
        ({"error": "max_tokens: mail kim@canary.example"}, "max_tokens: mail [REDACTED_EMAIL]"),
        ({"error": "<h1>max_tokens</h1>"}, "max_tokens"),
        ("max_tokens " * 100, ("max_tokens " * 100)[:200]),
    ],
)
async def test_a_refusal_is_logged_once_in_the_server_s_words_and_in_no_others(
    said: object, logged: str, caplog: pytest.LogCaptureFixture
) -> None:
    server = FakeOpenAI(refusing("max_completion_tokens", 400, said))
    asked = replace(ASKED, text=SafeText("how long? 헤드폰 환불"))

    async with chat(server, "chat") as model:
        for _ in range(2):
            await model.choose(asked, UNITS)

    [line] = [one.__dict__ for one in caplog.records]
    assert (line["part"], line["status"]) == ("max_completion_tokens", 400)
    assert line["said"] == logged.strip()


async def test_a_model_that_is_unavailable_says_why_in_the_server_s_words() -> None:
    body = json.dumps({"error": {"message": f"no model m for {QUOTE}"}}).encode()

    with pytest.raises(ModelUnavailableError) as error:
        await chosen(FakeOpenAI(lambda _: Given(status=404, body=body)), "chat")

    assert error.value.said == "no model m for…"


@pytest.mark.parametrize("style", STYLES)
async def test_an_effort_that_is_refused_is_left_out_from_then_on(style: Style) -> None:
    def play(asked: Asked) -> Given:
        if {"reasoning", "reasoning_effort"} & set(asked.body):
            return Given(status=400, body=b'{"error": {"message": "Unknown: reasoning.effort"}}')
        return ANSWER

    server = FakeOpenAI(play)

    async with chat(server, style, effort="none") as model:
        for _ in range(2):
            await model.choose(ASKED, UNITS)

    sent = [bool({"reasoning", "reasoning_effort"} & set(one.body)) for one in server.asked]
    assert sent == [True, False, False]
    assert set(server.forms) == {"json_schema"}


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_server_without_responses_is_asked_by_chat_from_then_on(status: int) -> None:
    server = FakeOpenAI(
        lambda one: Given(status=status) if one.path.endswith("responses") else ANSWER
    )

    await chosen(server, times=2)

    assert [one.path.rpartition("/v1/")[2] for one in server.asked] == [
        "responses",
        "chat/completions",
        "chat/completions",
    ]


@pytest.mark.parametrize("style", STYLES)
async def test_tokens_and_money_are_in_the_trace(style: Style) -> None:
    with telemetry.request("r1") as trace:
        async with chat(FakeOpenAI(), style, prices=Prices(0.5, 2.0)) as model:
            await model.choose(ASKED, UNITS)

    assert trace.amounts["input_tokens"] == READ
    assert trace.amounts["output_tokens"] == WRITTEN
    assert trace.amounts["cost"] == pytest.approx((READ * 0.5 + WRITTEN * 2.0) / 1e6)


@pytest.mark.parametrize("style", STYLES)
async def test_what_a_model_was_given_costs_money_even_when_it_is_too_late(style: Style) -> None:
    server = FakeOpenAI(silent=True)

    with telemetry.request("r1") as trace:
        async with chat(server, style, prices=Prices(0.5, 2.0)) as model:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1):
                    await model.choose(ASKED, UNITS)

    [asked] = server.asked
    given_to_it = len(asked.instructions) + len(asked.message)
    assert (trace.amounts["input_tokens"], trace.amounts["output_tokens"]) == (given_to_it, 0)
    assert trace.amounts["cost"] == pytest.approx(given_to_it * 0.5 / 1e6)


async def test_without_prices_no_money_is_in_the_trace() -> None:
    with telemetry.request("r1") as trace:
        await chosen(FakeOpenAI())

    assert set(trace.amounts) == {"input_tokens", "output_tokens"}


def status_error(status: int, body: object = None) -> openai.APIStatusError:
    request = httpx2.Request("POST", "http://127.0.0.1/v1/responses")
    response = httpx2.Response(status, request=request)
    client = openai.OpenAI(api_key="sk-1")
    return client._make_status_error("no", body=body, response=response)


def validation_error() -> Exception:
    with pytest.raises(pydantic.ValidationError) as error:
        WireChoice.model_validate({})
    return error.value


REQUEST = httpx2.Request("POST", "http://127.0.0.1/v1/responses")
COMPLETION = ChatCompletion(id="1", choices=[], created=1, model="m", object="chat.completion")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeoutError(), "timeout"),
        (openai.APITimeoutError(REQUEST), "timeout"),
        (openai.APIConnectionError(request=REQUEST), "down"),
        (status_error(400), "config"),
        (status_error(400, {"code": "content_filter"}), "refused"),
        (status_error(401), "auth"),
        (status_error(403), "auth"),
        (status_error(404), "config"),
        (status_error(409), "down"),
        (status_error(418), "down"),
        (status_error(422), "config"),
        (status_error(429), "rate"),
        (status_error(500), "down"),
        (status_error(529), "down"),
        (openai.ContentFilterFinishReasonError(), "refused"),
        (openai.LengthFinishReasonError(completion=COMPLETION), "bad_output"),
        (validation_error(), "bad_output"),
        (RuntimeError("stream"), "bad_output"),
        (ValueError("no object"), "bad_output"),
        (AttributeError("output"), "bad_output"),
    ],
)
def test_every_error_has_its_kind(error: Exception, kind: str) -> None:
    assert trouble_of(error) == kind


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (422, "`inputs` tokens + `max_new_tokens` must be <= 4096", "context"),
        (400, "Range of input length should be [1, 30720]", "context"),
        (400, "Content Exists Risk", "refused"),
        (400, "Your request was flagged as potentially violating our usage policy.", "refused"),
        (400, "Invalid token", "auth"),
        (402, "Insufficient Balance", "rate"),
        (402, "no", "rate"),
        (400, "Your credit balance is too low to access the API.", "rate"),
        (503, "Loading model", "down"),
        (400, "Unsupported value: 'temperature' does not support 0.2", "config"),
    ],
)
def test_the_words_of_other_servers_say_the_kind(status: int, said: str, kind: str) -> None:
    assert trouble_of(status_error(status), said) == kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Given(status=429), "rate"),
        (Given(status=500), "down"),
        (Given(status=401), "auth"),
        (Given(None, refusal="no"), "refused"),
        (Given(None, finish="content_filter"), "refused"),
        (Given('{"verdict": "ans', finish="length"), "out_of_tokens"),
        (Given(body=b"<html>"), "bad_output"),
        (Given(body=b"{}"), "bad_output"),
    ],
)
@pytest.mark.parametrize("style", STYLES)
async def test_what_a_server_does_has_its_kind(style: Style, said: Given, kind: str) -> None:
    with pytest.raises(ModelUnavailableError) as error:
        await chosen(FakeOpenAI(lambda _: said), style)

    assert error.value.kind == kind
    assert str(error.value) == kind


async def test_a_network_that_is_down_is_not_tried_twice() -> None:
    server = FakeOpenAI(failure=httpx2.ConnectError("down"))

    with pytest.raises(ModelUnavailableError) as error:
        await chosen(server)

    assert error.value.kind is ModelTrouble.DOWN
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("base_url", "set_to", "style"),
    [
        (None, "auto", "responses"),
        ("https://api.openai.com/v1", "auto", "responses"),
        ("https://eu.api.openai.com/v1", "auto", "responses"),
        ("https://haneul.openai.azure.com/openai/v1/", "auto", "responses"),
        ("http://127.0.0.1:11434/v1", "auto", "chat"),
        ("https://api.openai.com.llm.example/v1", "auto", "chat"),
        ("http://127.0.0.1:11434/v1", "responses", "responses"),
        (None, "chat", "chat"),
    ],
)
def test_the_address_decides_how_a_server_is_asked_unless_it_is_set(
    base_url: str | None, set_to: Literal["auto", "responses", "chat"], style: str
) -> None:
    settings = OpenAISettings(api_key=SecretStr("sk-1"), base_url=base_url, api_style=set_to)

    assert style_of(settings) == style


LONG = "This model's maximum context length is 4096 tokens."
LONG_UNITS = tuple(given.candidate(given.passage(number=n), f"{n} {'x' * 300}") for n in range(2))
"""Two that fit into a message of the usual length, and one into half of it."""


async def asked_as_one_question(
    server: FakeOpenAI, style: Style = "chat", effort: Effort | None = None, times: int = 1
) -> Chosen | ModelUnavailableError:
    """What comes of the last of several questions, each with its own calls."""
    outcome: Chosen | ModelUnavailableError = Chosen()
    async with chat(server, style, effort=effort) as model:
        for _ in range(times):
            with of_one_question():
                assert await calls_so_far().take()
                try:
                    outcome = await model.choose(ASKED, LONG_UNITS)
                except ModelUnavailableError as error:
                    outcome = error
    return outcome


def trouble(outcome: Chosen | ModelUnavailableError) -> tuple[str, str]:
    assert isinstance(outcome, ModelUnavailableError)
    return outcome.kind.value, outcome.said


def most_output(asked: Asked) -> int:
    return int(asked.body.get("max_output_tokens") or asked.body["max_completion_tokens"])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("words", ["", "<think>I have to", '{"verdict": "insufficient"'])
async def test_a_model_that_runs_out_of_tokens_while_thinking_gets_twice_as_many(
    style: Style, words: str
) -> None:
    server = FakeOpenAI(
        lambda one: ANSWER if most_output(one) > 800 else Given(words, finish="length")
    )

    outcome = await asked_as_one_question(server, style, times=2)

    assert isinstance(outcome, Chosen)
    assert outcome.places
    assert [most_output(one) for one in server.asked] == [800, 1600, 1600]


async def test_a_model_that_never_stops_thinking_is_asked_twice_and_the_log_says_so() -> None:
    server = FakeOpenAI(lambda _: Given("", finish="length"))

    outcome = await asked_as_one_question(server, times=9)

    assert trouble(outcome) == ("out_of_tokens", "out of tokens while thinking")
    assert max(most_output(one) for one in server.asked) == 12_800
    assert len(server.asked) <= 2 * 9


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("said", "least"),
    [
        ("does not support 'none'. Supported values are: 'minimal', 'low', and 'high'.", "minimal"),
        ("Input should be 'low', 'medium' or 'high'", "low"),
        ("must be one of: medium, high (got none)", "medium"),
        ('invalid value none; allowed: ["high","low"]', "low"),
    ],
)
async def test_of_the_efforts_that_a_server_lists_the_least_is_sent(
    style: Style, said: str, least: str
) -> None:
    def play(asked: Asked) -> Given:
        if '"none"' not in json.dumps(asked.body):
            return ANSWER
        body = {"error": {"message": f"reasoning effort: {said}"}}
        return Given(status=400, body=json.dumps(body).encode())

    server = FakeOpenAI(play)

    outcome = await asked_as_one_question(server, style, effort="none", times=2)

    assert isinstance(outcome, Chosen)
    efforts = [
        one.body.get("reasoning_effort") or one.body.get("reasoning", {}).get("effort")
        for one in server.asked
    ]
    assert efforts == ["none", least, least]


@pytest.mark.parametrize(
    "said",
    [
        {"error": {"message": LONG, "code": "context_length_exceeded"}},
        {"error": {"message": "the request exceeds the available context size", "code": 400}},
        {"error": {"type": "exceed_context_size_error", "message": "5000 > 4096"}},
        {"message": "prompt is too long: 5000 tokens > 4096 maximum"},
        {"detail": "Please reduce the length of the messages."},
    ],
)
async def test_a_request_that_is_too_long_is_sent_once_more_with_fewer_statements(
    said: object,
) -> None:
    server = FakeOpenAI(
        lambda one: (
            Given(status=400, body=json.dumps(said).encode()) if len(one.units) > 1 else ANSWER
        )
    )

    outcome = await asked_as_one_question(server, times=2)

    assert isinstance(outcome, Chosen)
    assert [len(one.units) for one in server.asked] == [2, 1, 1]


async def test_a_context_that_is_too_short_for_anything_is_named_with_its_cure() -> None:
    body = json.dumps({"error": {"message": LONG}}).encode()
    server = FakeOpenAI(lambda _: Given(status=400, body=body))

    outcome = await asked_as_one_question(server)

    assert trouble(outcome) == ("context", LONG)
    assert len(server.asked) == 2
    assert "OLLAMA_CONTEXT_LENGTH" in MODEL_CURES[ModelTrouble.CONTEXT]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (200, {"message": "Provider is overloaded", "code": 502}, "down"),
        (200, {"message": "Rate limit exceeded", "code": 429}, "rate"),
        (200, {"message": "No auth credentials found", "code": 401}, "auth"),
        (200, "API key not valid", "auth"),
        (400, {"message": "API key not valid. Please pass a valid API key."}, "auth"),
        (400, {"message": "The response was filtered by our content management policy"}, "refused"),
        (400, {"message": "Blocked for safety reasons"}, "refused"),
        (403, {"message": "You exceeded your current quota"}, "rate"),
        (500, {"message": "Incorrect API key provided"}, "auth"),
    ],
)
async def test_the_words_of_an_error_say_its_kind_whatever_its_status(
    style: Style, status: int, error: object, kind: str
) -> None:
    body = json.dumps({"error": error}).encode()
    server = FakeOpenAI(lambda _: Given(status=status, body=body))

    outcome = await asked_as_one_question(server, style)

    words = error["message"] if isinstance(error, dict) else error
    assert trouble(outcome) == (kind, words)
    assert len(server.asked) == 1


async def test_a_choice_that_ends_in_an_error_has_the_words_of_that_error() -> None:
    made = json.loads(enveloped(ANSWER, Asked("/chat/completions", {})))
    made["choices"][0] |= {"finish_reason": "error", "error": {"message": "Upstream is down"}}
    server = FakeOpenAI(lambda _: Given(body=json.dumps(made).encode()))

    outcome = await asked_as_one_question(server)

    assert trouble(outcome) == ("down", "Upstream is down")


@pytest.mark.parametrize("field_name", ["reasoning", "reasoning_content"])
async def test_a_choice_that_a_server_takes_for_a_thought_is_read(field_name: str) -> None:
    made = json.loads(enveloped(Given(None), Asked("/chat/completions", {})))
    made["choices"][0]["message"][field_name] = f"Hm. {ANSWER.said}"
    server = FakeOpenAI(lambda _: Given(body=json.dumps(made).encode()))

    assert (await chosen(server, "chat")).places


@pytest.mark.parametrize("style", STYLES)
async def test_a_server_that_streams_unasked_is_read(style: Style) -> None:
    def play(asked: Asked) -> Given:
        made = json.loads(enveloped(ANSWER, asked))
        events: list[object] = [{"type": "response.created"}, {"response": made}]
        if style == "chat":
            said = str(ANSWER.said)
            deltas = [{"choices": [{"delta": {"content": part}}]} for part in (said[:9], said[9:])]
            events = [*deltas, {"choices": [{"delta": {}, "finish_reason": "stop"}]}]
            events.append({"choices": [], "usage": made["usage"]})
        lines = [f"data: {json.dumps(one)}\n\n" for one in events]
        body = "".join([*lines, "data: [DONE]\n\n"]).encode()
        return Given(body=body, content_type="text/event-stream")

    with telemetry.request("r1") as trace:
        choice = await chosen(FakeOpenAI(play), style)

    assert choice.places
    assert trace.amounts["output_tokens"] == WRITTEN


@pytest.mark.parametrize(
    "said",
    [
        str(ANSWER.said).replace("[1]", "[1,]"),
        str(ANSWER.said).replace("[]}", "[],\n}"),
        re.sub('"([^"]*)"', "“\\1”", str(ANSWER.said)),
    ],
)
@pytest.mark.parametrize("style", STYLES)
async def test_slips_in_the_json_of_a_choice_are_read_over(style: Style, said: str) -> None:
    choice = await chosen(FakeOpenAI(lambda _: Given(said)), style)

    assert choice.places == (0,)


@pytest.mark.parametrize("status", [400, 422, 500, 501])
async def test_no_question_takes_more_than_two_calls_and_what_it_learned_stays(
    status: int,
) -> None:
    needs = ("json_schema", "json_object", '"system"', "max_completion_tokens")
    server = FakeOpenAI(
        lambda one: (
            Given(status=status) if any(part in json.dumps(one.body) for part in needs) else ANSWER
        )
    )
    counts: list[int] = []

    async with chat(server, "chat") as model:
        for _ in range(4):
            before = len(server.asked)
            with of_one_question(), suppress(ModelUnavailableError):
                assert await calls_so_far().take()
                await model.choose(ASKED, UNITS)
            counts.append(len(server.asked) - before)

    assert max(counts) <= 2
