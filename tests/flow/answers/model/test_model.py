"""Whatever a language model does, a reply comes in time and says only what the documents say."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.openai.chat import OpenAIChat, build_chat
from bot import texts
from bot.answering.choose.calls import MOST_CALLS
from bot.answering.choose.choosing import SURE
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.app import App, build
from bot.model import Answer, Confidence, Question, Verdict
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep.desk import Call
from knowledge.model.documents import Language
from knowledge.split.token_count import TokenCounter
from tests.engines.chroma_server import free_port
from tests.flow.conftest import Handbook
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.openai_api import (
    THOUGHT,
    Asked,
    Given,
    OpenAIApi,
    Play,
    draft_of,
    in_field,
    openai_api,
    sentence_of,
    writes,
)
from tests.unit import given

REFUSED: dict[Language, str] = {
    "en": "This information is not available in the store documents.",
    "ko": "매장 문서에서 확인할 수 없는 내용입니다.",
}

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
PATIENT_S, SHORT_S = 60.0, 1.0
"""Budgets: one that no machine is too slow for, and one that a silent server uses up."""
STYLES = ("responses", "chat")


@dataclass(frozen=True)
class Truth:
    """What a document says, put into other words, and what a bad model would make of it."""

    asked: Question
    quote: str
    said: str
    """The same in the model's words."""
    more: tuple[str, str]
    """Another sentence of a document, as a quote and in the model's words."""
    number: str
    unit: str
    name: str
    invented: str
    elsewhere: str
    """Words of another language about the same."""


ENGLISH = Truth(
    asked=given.question(DISCOUNT),
    quote="The staff discount is 20% off regular prices in all three store types.",
    said="Staff get 20% off regular prices in all three store types.",
    more=(
        "Unused monthly allowance does not carry over to the next month.",
        "Unused allowance does not carry over to the next month.",
    ),
    number="Staff get 30% off regular prices in all three store types.",
    unit="Staff get 20 dollars off.",
    name="Staff of Emart Seongsu get 20% off.",
    invented="The staff discount is paid out in cash at the end of each year.",
    elsewhere="직원 할인은 정상 가격의 20%입니다.",
)
KOREAN = Truth(
    asked=given.question(PARCELS),
    quote="택배는 18:00까지 접수하면 당일에 발송됩니다.",
    said="18:00까지 접수하면 택배는 당일에 발송됩니다.",
    more=(
        "18:00 이후에 접수한 택배는 다음 영업일에 발송됩니다.",
        "18:00 이후에 접수하면 다음 영업일에 발송됩니다.",
    ),
    number="19:00까지 접수하면 택배는 당일에 발송됩니다.",
    unit="택배는 18킬로그램 이하만 가능합니다.",
    name="이마트 성수점에서는 18:00까지 받습니다.",
    invented="택배 요금은 연말에 현금으로 모두 돌려 드립니다.",
    elsewhere="Parcels handed in by 18:00 are sent on the same day.",
)


@pytest.fixture(scope="module")
def app(handbook: Handbook) -> Iterator[App]:
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=handbook.source, data=handbook.data),
    )
    with closing(build(settings)) as app:
        yield app


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@pytest.fixture(autouse=True)
def _nothing_asked_yet(api: OpenAIApi) -> None:
    api.asked.clear()


def chat(handbook: Handbook, url: str, **more: Any) -> OpenAIChat:
    settings = OpenAISettings(
        api_key=SecretStr("sk-1"), base_url=url, chat_budget_s=PATIENT_S, **more
    )
    return build_chat(settings, TokenCounter().count)


async def answered(app: App, asked: Question, racer: TimedModel | None = None) -> Answer:
    answering = Answering(app.search, Extractive(), CORPUS, racer=racer)
    async with asyncio.timeout(PATIENT_S):  # a reply that never comes fails the test
        return await answering.answer(asked)


async def answered_once_learned(
    app: App, api: OpenAIApi, asked: Question, model: OpenAIChat
) -> Answer:
    """The answer once the model has learned what its server refuses, two calls a question."""
    while True:
        before = len(api.asked)
        answer = await answered(app, asked, TimedModel(model, PATIENT_S))
        assert len(api.asked) - before <= MOST_CALLS
        if answer.model != "extractive" or len(api.asked) > 4 * MOST_CALLS:
            return answer


def sentences(answer: Answer) -> list[str]:
    return [one.text for one in answer.sentences]


def says(said: str | None, **more: Any) -> Play:
    return lambda _: Given(said, **more)


def sends(body: str, content_type: str = "application/json", status: int = 200) -> Play:
    return lambda _: Given(status=status, body=body.encode(), content_type=content_type)


def around(truth: Truth, before: str, after: str) -> Play:
    """A model that answers, with something around its answer."""

    def play(asked: Asked) -> Given:
        wire = sentence_of(truth.said, asked.holding(truth.quote), truth.quote)
        return Given(before + draft_of(wire) + after)

    return play


def said_as(truth: Truth, form: Callable[[str], str], verdict: str = "answered") -> Play:
    """A model that answers, with its answer in another form."""

    def play(asked: Asked) -> Given:
        wire = sentence_of(truth.said, asked.holding(truth.quote), truth.quote)
        return Given(form(draft_of(wire, verdict=verdict)))

    return play


def changed(truth: Truth, change: Callable[[dict[str, Any], Asked], object]) -> Play:
    """A model that answers, with something about its sentence changed."""

    def play(asked: Asked) -> Given:
        wire = sentence_of(truth.said, asked.holding(truth.quote), truth.quote)
        change(wire, asked)
        return Given(draft_of(wire))

    return play


def drops(form: str, then: Play) -> Play:
    """A server that does not know a form of answers."""

    def play(asked: Asked) -> Given:
        return Given(status=400) if asked.form == form else then(asked)

    return play


def picky(status: int, message: str, then: Play) -> Play:
    """A server that takes the model and the messages of a user, and nothing else."""

    def play(asked: Asked) -> Given:
        refused = [one for one in _REFUSED_BY_SOME if one in json.dumps(asked.body)]
        if not refused:
            return then(asked)
        words = {"error": {"message": message.format(part=refused[0].strip('"'))}}
        return Given(status=status, body=json.dumps(words).encode())

    return play


_REFUSED_BY_SOME = (
    "max_completion_tokens",
    "max_output_tokens",
    "response_format",
    "json_schema",
    "json_object",
    '"system"',
    '"instructions"',
)
Fault = Callable[[Truth], Play]

FAILS: dict[str, Fault] = {
    "too many requests": lambda _: says(None, status=429),
    "broken": lambda _: says(None, status=500),
    "overloaded": lambda _: says(None, status=503),
    "bad gateway, as a page": lambda _: sends("<html>502</html>", "text/html", 502),
    "wrong key": lambda _: says(None, status=401),
    "forbidden": lambda _: says(None, status=403),
    "unknown model": lambda _: says(None, status=404),
    "every request refused": lambda _: says(None, status=400),
    "conflict": lambda _: says(None, status=409),
    "cut in the middle": lambda _: says("{}" * 500, cut=True),
    "empty body": lambda _: sends(""),
    "page instead of an answer": lambda _: sends("<html>sign in</html>", "text/html"),
    "half an envelope": lambda _: sends('{"id": "resp_1", "output": [{"type": "mess'),
    "another envelope": lambda _: sends('{"ok": true}'),
    "nothing in the envelope": lambda _: sends('{"output": [], "choices": []}'),
    "null": lambda _: sends("null"),
    "a list": lambda _: sends("[]"),
    "error with status 200": lambda _: sends('{"error": {"message": "no"}}'),
}
"""No draft comes back."""

WRITES_BADLY: dict[str, Fault] = {
    "truncated": lambda t: says(draft_of(sentence_of(t.said, 1, t.quote))[:-20], finish="length"),
    "malformed": lambda t: says('{"verdict": "answered", "sentences": [{"text": }]}'),
    "prose": lambda t: says(t.said),
    "empty": lambda t: says(""),
    "no content": lambda t: says(None),
    "nested without end": lambda t: says('{"a":' * 4000),
    "megabytes": lambda t: says(draft_of(sentence_of(t.said * 20_000, 1, t.quote))),
    "sentences are a text": lambda t: says('{"verdict": "answered", "sentences": "yes"}'),
    "null sentences": lambda t: says('{"verdict": "answered", "sentences": null}'),
    "unknown verdict": lambda t: writes((t.said, t.quote), verdict="sure"),
    "no sentences": lambda t: writes(),
    "refusal": lambda t: says(None, refusal="I cannot help with that."),
    "content filter": lambda t: says(None, finish="content_filter"),
    "insufficient, with sentences": lambda t: writes((t.said, t.quote), verdict="insufficient"),
    "off topic, with sentences": lambda t: writes((t.said, t.quote), verdict="off_topic"),
    "unknown passage": lambda t: changed(t, lambda wire, _: wire.update(passage=99)),
    "passage below zero": lambda t: changed(t, lambda wire, _: wire.update(passage=-1)),
    "real id of a passage": lambda t: changed(t, lambda wire, _: wire.update(passage="a@2#1")),
    "null fields": lambda t: changed(t, lambda wire, _: wire.update(text=None, quote=None)),
    "no quote": lambda t: changed(t, lambda wire, _: wire.pop("quote")),
    "empty quote": lambda t: changed(t, lambda wire, _: wire.update(quote="")),
    "empty text": lambda t: changed(t, lambda wire, _: wire.update(text="")),
    "fields of other kinds": lambda t: changed(t, lambda wire, _: wire.update(text=[], quote=3)),
    "quote of another passage": lambda t: changed(
        t, lambda wire, asked: wire.update(passage=max(asked.passages) + 1 - wire["passage"])
    ),
    "invented quote": lambda t: changed(t, lambda wire, _: wire.update(quote=t.invented)),
    "invented sentence": lambda t: writes((t.invented, t.quote)),
    "invented altogether": lambda t: changed(
        t, lambda wire, _: wire.update(text=t.invented, quote=t.invented)
    ),
    "changed number": lambda t: writes((t.number, t.quote)),
    "changed unit": lambda t: writes((t.unit, t.quote)),
    "another name": lambda t: writes((t.name, t.quote)),
    "another language": lambda t: writes((t.elsewhere, t.quote)),
    "link": lambda t: writes((f"{t.said} https://evil.example/a", t.quote)),
    "bare link": lambda t: writes((f"{t.said} www.evil.example", t.quote)),
    "Markdown link": lambda t: writes((f"[{t.said}](https://evil.example)", t.quote)),
    "image inside": lambda t: writes((f"{t.said[:-1]} ![x](https://evil.example/p.png)", t.quote)),
    "mention of a person": lambda t: writes((f"{t.said[:-1]} <@U012AB3CD>.", t.quote)),
    "mention of everyone": lambda t: writes((f"<!channel> {t.said}", t.quote)),
    "mention in words": lambda t: writes((f"@here {t.said}", t.quote)),
    "HTML": lambda t: writes((f"<b>{t.said}</b>", t.quote)),
    "over-long": lambda t: writes((" ".join([t.said] * 40), t.quote)),
    "denies in thoughts alone": lambda t: says(f"Maybe {THOUGHT}</think>"),
    "denies in thoughts, then chats": lambda t: says(f"Maybe {THOUGHT}</think>I am not sure."),
    "denies in thoughts that never end": lambda t: says(f"<think>Maybe {THOUGHT}"),
    "denies in thoughts that are cut off": lambda t: says(f"Maybe {THOUGHT} Or", finish="length"),
    "denies, then starts an answer": lambda t: said_as(t, lambda one: f"{THOUGHT} No: {one[:-9]}"),
    "denies in prose": lambda t: says("The verdict is insufficient: no passage says so."),
    "denies without a list": lambda t: says('{"verdict": "insufficient"}'),
    "the answer is wrong and the rest is true": lambda t: writes((t.number, t.quote), t.more[::-1]),
}
"""A draft comes back that must not go out."""

WRITES_WELL: dict[str, Fault] = {
    "as asked": lambda t: writes((t.said, t.quote)),
    "in prose": lambda t: around(t, "Here you are:\n```json\n", "\n```\nAnything else?"),
    "after thoughts": lambda t: around(t, '<think>{"verdict": no}</think>', ""),
    "number as a text": lambda t: changed(
        t, lambda wire, _: wire.update(passage=str(wire["passage"]))
    ),
    "more fields": lambda t: changed(t, lambda wire, _: wire.update(confidence=1, url="x")),
    "a mark of its own": lambda t: changed(t, lambda wire, _: wire.update(text=f"{t.said} [7]")),
    "twice the same": lambda t: writes((t.said, t.quote), (t.said, t.quote)),
    "six times the same": lambda t: writes(*[(t.said, t.quote)] * 6),
    "with an invented sentence": lambda t: writes((t.said, t.quote), (t.invented, t.quote)),
    "with a wrong number": lambda t: writes((t.said, t.quote), (t.number, t.quote)),
    "with an unknown passage": lambda t: writes((t.said, t.quote), (t.more[1], "nowhere")),
    "with a Markdown image": lambda t: writes(
        (f"{t.said} ![x](https://evil.example/p.png)", t.quote)
    ),
    "with a mention": lambda t: writes((f"{t.said} <@U012AB3CD>", t.quote)),
    "as a conflict that there is not": lambda t: writes((t.said, t.quote), verdict="conflict"),
    "after thoughts without a beginning": lambda t: around(t, f"Maybe {THOUGHT} No.</think>", ""),
    "after thoughts of another name": lambda t: around(t, f"[THINK]{THOUGHT}[/THINK]", ""),
    "after two thoughts": lambda t: around(t, f"<think>a</think>{THOUGHT}</think>", ""),
    "after a denial that it takes back": lambda t: around(t, f"{THOUGHT} No, wait: ", ""),
    "after prose with a brace": lambda t: around(t, "The form {verdict, sentences}: ", " {done}"),
    "after an object of its own": lambda t: around(t, '{"step": 1} ', ' {"done": true}'),
    "in a wrapper": lambda t: said_as(t, lambda one: f'{{"draft": {one}, "note": "{{}}"}}'),
    "in a list": lambda t: said_as(t, lambda one: f'[{{"answer": [{one}]}}]'),
    "as a text of JSON": lambda t: said_as(t, json.dumps),
    "as a text of JSON in JSON": lambda t: said_as(t, lambda one: json.dumps({"out": one})),
    "in the second of two fences": lambda t: around(
        t, f"```json\n{THOUGHT}\n```\nor\n```json\n", "\n```"
    ),
    "with a capital": lambda t: said_as(t, str, verdict="Answered"),
    "in capitals": lambda t: said_as(t, str, verdict=" ANSWERED. "),
    "with a mark as the passage": lambda t: changed(
        t, lambda wire, _: wire.update(passage=f"[{wire['passage']}]")
    ),
    "with a word before the passage": lambda t: changed(
        t, lambda wire, _: wire.update(passage=f"passage {wire['passage']}")
    ),
    "with a list as the passage": lambda t: changed(
        t, lambda wire, _: wire.update(passage=[wire["passage"]])
    ),
    "in parts": lambda t: in_field("parts", writes((t.said, t.quote))),
    "as the arguments of a tool": lambda t: in_field("call", writes((t.said, t.quote))),
    "without a schema": lambda t: drops("json_schema", writes((t.said, t.quote))),
    "without what else a server refuses": lambda t: picky(
        400, "'{part}' is not supported", writes((t.said, t.quote))
    ),
    "without what else a server refuses and does not name": lambda t: picky(
        422, "Bad request", writes((t.said, t.quote))
    ),
    "without any form": lambda t: drops(
        "json_schema", drops("json_object", around(t, "Sure! ", ""))
    ),
}
"""What is right of it goes out in the model's words."""


def cases(faults: dict[str, Fault]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("fault", faults.values(), ids=faults.keys())


both_languages = pytest.mark.parametrize("truth", [ENGLISH, KOREAN], ids=["en", "ko"])
both_styles = pytest.mark.parametrize("style", STYLES)


@cases(FAILS | WRITES_BADLY)
@both_languages
@both_styles
async def test_a_draft_that_is_not_there_or_not_true_leaves_the_words_of_the_documents(
    app: App, handbook: Handbook, api: OpenAIApi, style: str, truth: Truth, fault: Fault
) -> None:
    api.play = fault(truth)
    model = chat(handbook, api.url, api_style=style)

    answer = await answered(app, truth.asked, TimedModel(model, PATIENT_S))

    assert api.asked
    assert answer.model == "extractive"
    assert (answer.text, answer.citations) == await in_its_own_words(app, truth)


async def in_its_own_words(app: App, truth: Truth) -> tuple[object, object]:
    plain = await answered(app, truth.asked)
    assert plain.verdict is Verdict.PASS
    return plain.text, plain.citations


@cases(WRITES_WELL)
@both_languages
@both_styles
async def test_what_is_true_goes_out_as_the_model_wrote_it(
    app: App, handbook: Handbook, api: OpenAIApi, style: str, truth: Truth, fault: Fault
) -> None:
    api.play = fault(truth)
    model = chat(handbook, api.url, api_style=style)

    answer = await answered_once_learned(app, api, truth.asked, model)

    assert (sentences(answer), answer.model) == ([truth.said], "gpt-5.4-mini")
    assert [one.quote for one in answer.citations] == [truth.quote]
    assert truth.quote in answer.citations[0].passage.text


@pytest.mark.parametrize("verdict", ["insufficient", "off_topic"])
@both_languages
@both_styles
async def test_a_model_that_finds_no_answer_leaves_none_or_one_that_is_not_sure(
    app: App, handbook: Handbook, api: OpenAIApi, style: str, truth: Truth, verdict: str
) -> None:
    api.play = writes(verdict=verdict)
    model = chat(handbook, api.url, api_style=style)

    answer = await answered(app, truth.asked, TimedModel(model, PATIENT_S))

    if answer.judged.likelihood < SURE:
        # What is closest may be shown, as what it is.
        language = truth.asked.language
        assert answer.verdict is Verdict.INSUFFICIENT
        said = (REFUSED[language], texts.CLOSEST[language], texts.CLOSEST_ONE[language])
        assert any(one in answer.text for one in said)
        assert [issue.code for issue in answer.issues] == ["model_found_none"]
    else:
        assert (answer.text, answer.citations) == await in_its_own_words(app, truth)
        assert answer.confidence is Confidence.LOW


@pytest.mark.parametrize("stalls", ["before", "in the middle"])
@both_languages
@both_styles
async def test_a_server_that_falls_silent_is_not_waited_for(
    app: App, handbook: Handbook, api: OpenAIApi, style: str, truth: Truth, stalls: str
) -> None:
    api.play = lambda _: Given("{}" * 500, stalls=stalls)
    model = chat(handbook, api.url, api_style=style)

    answer = await answered(app, truth.asked, TimedModel(model, SHORT_S))

    assert answer.model == "extractive"
    assert (answer.text, answer.citations) == await in_its_own_words(app, truth)


@both_languages
async def test_a_server_that_is_not_there_is_done_without(
    app: App, handbook: Handbook, truth: Truth
) -> None:
    model = chat(handbook, f"http://127.0.0.1:{free_port()}/v1")

    answer = await answered(app, truth.asked, TimedModel(model, PATIENT_S))

    assert answer.model == "extractive"
    assert (answer.text, answer.citations) == await in_its_own_words(app, truth)


@pytest.mark.parametrize(
    ("style", "set_to", "sent"),
    [
        ("responses", None, "none"),
        ("responses", "low", "low"),
        ("chat", None, None),
        ("chat", "low", "low"),
    ],
)
async def test_only_openai_s_models_are_told_not_to_think_unasked(
    app: App, handbook: Handbook, api: OpenAIApi, style: str, set_to: str | None, sent: str | None
) -> None:
    api.play = WRITES_WELL["as asked"](ENGLISH)
    model = chat(handbook, api.url, api_style=style, reasoning_effort=set_to)

    await answered(app, ENGLISH.asked, TimedModel(model, PATIENT_S))

    [asked] = api.asked
    told = asked.body.get("reasoning", {}).get("effort") or asked.body.get("reasoning_effort")
    assert told == sent


async def test_when_the_calls_of_a_day_are_used_up_answers_come_as_without_a_key(
    app: App, handbook: Handbook, api: OpenAIApi, tmp_path: Path
) -> None:
    shutil.copytree(handbook.data, tmp_path / "data")
    settings = Settings(
        openai=OpenAISettings(
            api_key=SecretStr("sk-1"), base_url=api.url, chat_budget_s=PATIENT_S, daily_calls=1
        ),
        store=StoreSettings(source=handbook.source, data=tmp_path / "data"),
    )
    api.play = writes((KOREAN.said, KOREAN.quote))

    models, status = [], ""
    for _ in range(2):
        with closing(build(settings)) as again:  # each question after a restart
            models.append((await again.answering.answer(KOREAN.asked)).model)
            status = (await again.desk.done(Call("status", {}), lambda _: None)).text

    assert models == ["gpt-5.4-mini", "extractive"]
    assert len([one for one in api.asked if one.passages]) == 1
    assert status.endswith("Language model: 1 of 1 calls used today.")
