"""Whatever a language model chooses, a reply comes in time and has only statements of documents."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.openai.chat import build_chat
from bot import texts
from bot.answering.choose.by_model import ModelChooser
from bot.answering.choose.calls import MOST_CALLS
from bot.answering.choose.choosing import SURE
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.main.app import App, build
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
    choice_of,
    chooses,
    in_field,
    openai_api,
)
from tests.unit import given

REFUSED: dict[Language, str] = {
    "en": "This information is not available in the store documents.",
    "ko": "매장 문서에서 확인할 수 없는 내용입니다.",
}

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
PATIENT_S, SHORT_S = 60.0, 1.0
"""Budgets: one that no machine is too slow for, and one that a silent server uses up."""


@dataclass(frozen=True)
class Truth:
    """A question, and statements of a document that are on offer."""

    asked: Question
    best: str
    """The statement that ranks first."""
    other: str
    """Another one about the same, which the model chooses."""
    unrelated: str


ENGLISH = Truth(
    asked=given.question(DISCOUNT),
    best="The staff discount is 20% off regular prices in all three store types.",
    other="Purchases with the staff discount are limited to ₩300,000 a month per employee, "
    "counted before the discount.",
    unrelated="The staff discount ends on the last working day.",
)
KOREAN = Truth(
    asked=given.question(PARCELS),
    best="택배는 18:00까지 접수하면 당일에 발송됩니다.",
    other="18:00 이후에 접수한 택배는 다음 영업일에 발송됩니다.",
    unrelated="현금, 상품권, 귀금속은 택배로 접수하지 않습니다.",
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


def choosing(url: str, budget_s: float = PATIENT_S, **more: Any) -> TimedModel:
    """The product's model at this address."""
    settings = OpenAISettings(
        api_key=SecretStr("sk-1"), base_url=url, chat_budget_s=PATIENT_S, **more
    )
    count = TokenCounter().count
    return TimedModel(ModelChooser(build_chat(settings, count), count), budget_s)


async def answered(app: App, asked: Question, racer: TimedModel | None = None) -> Answer:
    answering = Answering(app.search, Extractive(), CORPUS, racer=racer)
    async with asyncio.timeout(PATIENT_S):  # a reply that never comes fails the test
        return await answering.answer(asked)


async def answered_once_learned(
    app: App, api: OpenAIApi, asked: Question, model: TimedModel
) -> Answer:
    """The answer once the model has learned what its server refuses, two calls a question."""
    while True:
        before = len(api.asked)
        # Without the failures of the last round, after which it would rest.
        answer = await answered(app, asked, TimedModel(model.chooser, PATIENT_S))
        assert len(api.asked) - before <= MOST_CALLS
        if answer.model != "extractive" or len(api.asked) > 4 * MOST_CALLS:
            return answer


def sentences(answer: Answer) -> list[str]:
    return [one.text for one in answer.sentences]


def says(said: str | None, **more: Any) -> Play:
    return lambda _: Given(said, **more)


def sends(body: str, content_type: str = "application/json", status: int = 200) -> Play:
    return lambda _: Given(status=status, body=body.encode(), content_type=content_type)


def said_as(form: Callable[[str], str], then: Play) -> Play:
    """A model with its choice in another form."""

    def play(asked: Asked) -> Given:
        given_out = then(asked)
        return replace(given_out, said=form(str(given_out.said)))

    return play


def around(then: Play, before: str, after: str) -> Play:
    """A model with something around its choice."""
    return said_as(lambda one: before + one + after, then)


def changed(then: Play, change: Callable[[dict[str, Any]], object]) -> Play:
    """A model with something about its choice changed."""

    def form(said: str) -> str:
        wire = json.loads(said)
        change(wire)
        return json.dumps(wire, ensure_ascii=False)

    return said_as(form, then)


def the_other(truth: Truth, **more: Any) -> Play:
    """A model that chooses as it should."""
    return chooses(truth.other, **more)


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


def with_numbers(truth: Truth, form: Callable[[int], object]) -> Play:
    """A model that puts its numbers in another form."""
    return changed(
        the_other(truth), lambda wire: wire.update(units=[form(one) for one in wire["units"]])
    )


def changed_text(truth: Truth, form: Callable[[str], str], **more: Any) -> Play:
    """A model with its choice in another form, and the server's end of it."""
    play = said_as(form, the_other(truth))
    return lambda asked: replace(play(asked), **more)


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
"""No choice comes back."""

CHOOSES_BADLY: dict[str, Fault] = {
    "truncated": lambda t: changed_text(t, lambda one: one[:-20], finish="length"),
    "malformed": lambda _: says('{"verdict": "answered", "units": [}'),
    "prose": lambda t: says(t.other),
    "empty": lambda _: says(""),
    "no content": lambda _: says(None),
    "nested without end": lambda _: says('{"a":' * 4000),
    "megabytes": lambda t: the_other(t, understood="why " * 200_000),
    "units are a text": lambda _: says('{"verdict": "answered", "units": "yes"}'),
    "null units": lambda _: says('{"verdict": "answered", "units": null}'),
    "unknown verdict": lambda t: the_other(t, verdict="sure"),
    "no units": lambda _: chooses(),
    "refusal": lambda _: says(None, refusal="I cannot help with that."),
    "content filter": lambda _: says(None, finish="content_filter"),
    "insufficient, with units": lambda t: the_other(t, verdict="insufficient"),
    "off topic, with units": lambda t: the_other(t, verdict="off_topic"),
    "unknown number": lambda _: says(choice_of(99)),
    "number zero": lambda _: says(choice_of(0)),
    "number below zero": lambda _: says(choice_of(-1)),
    "half a number": lambda t: changed(the_other(t), lambda wire: wire.update(units=[1.5])),
    "words of a statement": lambda t: changed(
        the_other(t), lambda wire: wire.update(units=[t.other])
    ),
    "id of a passage": lambda t: changed(
        the_other(t), lambda wire: wire.update(units=["staff-discount@2#1"])
    ),
    "unrelated": lambda t: chooses(t.unrelated),
    "denies in thoughts alone": lambda _: says(f"Maybe {THOUGHT}</think>"),
    "denies in thoughts, then chats": lambda _: says(f"Maybe {THOUGHT}</think>I am not sure."),
    "denies in thoughts that never end": lambda _: says(f"<think>Maybe {THOUGHT}"),
    "denies in thoughts that are cut off": lambda _: says(f"Maybe {THOUGHT} Or", finish="length"),
    "denies, then starts a choice": lambda t: said_as(
        lambda one: f"{THOUGHT} No: {one[:-9]}", the_other(t)
    ),
    "denies in prose": lambda _: says("The verdict is insufficient: no statement says so."),
    "words an answer": lambda t: says(json.dumps({"answer": t.other, "verdict": t.other})),
}
"""A choice comes back that must not go out."""

CHOOSES_WELL: dict[str, Fault] = {
    "as asked": the_other,
    "in prose": lambda t: around(the_other(t), "Here you are:\n```json\n", "\n```\nAnything else?"),
    "after thoughts": lambda t: around(the_other(t), '<think>{"verdict": no}</think>', ""),
    "number as a text": lambda t: with_numbers(t, str),
    "more fields": lambda t: changed(
        the_other(t), lambda wire: wire.update(confidence=1, text="Call 5555-1212.")
    ),
    "fields missing": lambda t: changed(
        the_other(t), lambda wire: [wire.pop(one) for one in ("understood", "search_again")]
    ),
    "twice the same": lambda t: chooses(t.other, t.other),
    "with an unknown number": lambda t: changed(
        the_other(t), lambda wire: wire.update(units=[99, *wire["units"], -3])
    ),
    "as a conflict that there is not": lambda t: the_other(t, verdict="conflict"),
    "after thoughts without a beginning": lambda t: around(
        the_other(t), f"Maybe {THOUGHT} No.</think>", ""
    ),
    "after thoughts of another name": lambda t: around(
        the_other(t), f"[THINK]{THOUGHT}[/THINK]", ""
    ),
    "after two thoughts": lambda t: around(the_other(t), f"<think>a</think>{THOUGHT}</think>", ""),
    "after a denial that it takes back": lambda t: around(
        the_other(t), f"{THOUGHT} No, wait: ", ""
    ),
    "after prose with a brace": lambda t: around(
        the_other(t), "The form {verdict, units}: ", " {done}"
    ),
    "after an object of its own": lambda t: around(the_other(t), '{"step": 1} ', ' {"done": true}'),
    "in a wrapper": lambda t: said_as(
        lambda one: f'{{"choice": {one}, "note": "{{}}"}}', the_other(t)
    ),
    "in a list": lambda t: said_as(lambda one: f'[{{"answer": [{one}]}}]', the_other(t)),
    "as a text of JSON": lambda t: said_as(json.dumps, the_other(t)),
    "as a text of JSON in JSON": lambda t: said_as(
        lambda one: json.dumps({"out": one}), the_other(t)
    ),
    "in the second of two fences": lambda t: around(
        the_other(t), f"```json\n{THOUGHT}\n```\nor\n```json\n", "\n```"
    ),
    "with a capital": lambda t: the_other(t, verdict="Answered"),
    "in capitals": lambda t: the_other(t, verdict=" ANSWERED. "),
    "one number, no list": lambda t: changed(
        the_other(t), lambda wire: wire.update(units=wire["units"][0])
    ),
    "with a mark as the number": lambda t: with_numbers(t, "[{}]".format),
    "with a word before the number": lambda t: with_numbers(t, "statement {}".format),
    "with lists as the numbers": lambda t: with_numbers(t, lambda one: [one]),
    "in parts": lambda t: in_field("parts", the_other(t)),
    "as the arguments of a tool": lambda t: in_field("call", the_other(t)),
    "without a schema": lambda t: drops("json_schema", the_other(t)),
    "without what else a server refuses": lambda t: picky(
        400, "'{part}' is not supported", the_other(t)
    ),
    "without what else a server refuses and does not name": lambda t: picky(
        422, "Bad request", the_other(t)
    ),
    "without any form": lambda t: drops(
        "json_schema", drops("json_object", around(the_other(t), "Sure! ", ""))
    ),
    "with links and calls in its fields": lambda t: the_other(
        t, understood="<!channel> https://evil.example", search_again=["<@U012AB3CD> [x](y)"]
    ),
}
"""What it chose goes out in the document's words."""


WAYS = {"en": ("responses", ENGLISH), "ko": ("chat", KOREAN)}
either = pytest.mark.parametrize(("style", "truth"), WAYS.values(), ids=WAYS.keys())


def cases(faults: dict[str, Fault]) -> pytest.MarkDecorator:
    """Each in one language, by turns; `make long` has them in the other, too."""
    turns = [
        pytest.param(*way, fault, id=f"{name}-{language}", marks=[pytest.mark.long] * (turn % 2))
        for number, (name, fault) in enumerate(faults.items())
        for turn, (language, way) in enumerate(WAYS.items(), start=number)
    ]
    return pytest.mark.parametrize(("style", "truth", "fault"), turns)


both_languages = pytest.mark.parametrize("truth", [ENGLISH, KOREAN], ids=["en", "ko"])


@cases(FAILS | CHOOSES_BADLY)
async def test_without_a_choice_that_holds_the_best_statements_go_out(
    app: App, api: OpenAIApi, style: str, truth: Truth, fault: Fault
) -> None:
    api.play = fault(truth)

    answer = await answered(app, truth.asked, choosing(api.url, api_style=style))

    assert api.asked
    assert answer.model == "extractive"
    assert (answer.text, answer.citations) == await by_rank(app, truth)


_BY_RANK: dict[str, tuple[object, object]] = {}


async def by_rank(app: App, truth: Truth) -> tuple[object, object]:
    """The answer without a model, made once."""
    if truth.best not in _BY_RANK:
        plain = await answered(app, truth.asked)
        assert truth.best in plain.text
        _BY_RANK[truth.best] = plain.text, plain.citations
    return _BY_RANK[truth.best]


@cases(CHOOSES_WELL)
async def test_what_the_model_chose_goes_out_word_for_word_with_its_source(
    app: App, api: OpenAIApi, style: str, truth: Truth, fault: Fault
) -> None:
    api.play = fault(truth)

    answer = await answered_once_learned(app, api, truth.asked, choosing(api.url, api_style=style))

    assert (sentences(answer), answer.model) == ([truth.other], "gpt-5.4-mini")
    assert [one.quote for one in answer.citations] == [truth.other]
    assert truth.other in answer.citations[0].passage.text


@both_languages
async def test_chosen_statements_of_one_passage_go_out_in_its_order(
    app: App, api: OpenAIApi, truth: Truth
) -> None:
    api.play = chooses(truth.other, truth.best)

    answer = await answered(app, truth.asked, choosing(api.url))

    assert answer.model == "gpt-5.4-mini"
    assert sentences(answer) == [truth.best, truth.other]


@pytest.mark.parametrize("verdict", ["insufficient", "off_topic"])
@either
async def test_a_model_that_finds_no_answer_leaves_none_or_one_that_is_not_sure(
    app: App, api: OpenAIApi, style: str, truth: Truth, verdict: str
) -> None:
    api.play = chooses(verdict=verdict)

    answer = await answered(app, truth.asked, choosing(api.url, api_style=style))

    if answer.judged.likelihood < SURE:
        # What is closest may be shown, as what it is.
        language = truth.asked.language
        assert answer.verdict is Verdict.INSUFFICIENT
        said = (REFUSED[language], texts.CLOSEST[language], texts.CLOSEST_ONE[language])
        assert any(one in answer.text for one in said)
        assert [issue.code for issue in answer.issues] == ["model_found_none"]
    else:
        assert (answer.text, answer.citations) == await by_rank(app, truth)
        assert answer.confidence is Confidence.LOW


@pytest.mark.parametrize("stalls", ["before", "in the middle"])
@either
async def test_a_server_that_falls_silent_is_not_waited_for(
    app: App, api: OpenAIApi, style: str, truth: Truth, stalls: str
) -> None:
    api.play = lambda _: Given("{}" * 500, stalls=stalls)
    answer = await answered(app, truth.asked, choosing(api.url, SHORT_S, api_style=style))

    assert answer.model == "extractive"
    assert (answer.text, answer.citations) == await by_rank(app, truth)


@both_languages
async def test_a_server_that_is_not_there_is_done_without(app: App, truth: Truth) -> None:
    answer = await answered(app, truth.asked, choosing(f"http://127.0.0.1:{free_port()}/v1"))

    assert answer.model == "extractive"
    assert (answer.text, answer.citations) == await by_rank(app, truth)


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
    app: App, api: OpenAIApi, style: str, set_to: str | None, sent: str | None
) -> None:
    api.play = the_other(ENGLISH)

    await answered(app, ENGLISH.asked, choosing(api.url, api_style=style, reasoning_effort=set_to))

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
    api.play = the_other(KOREAN)

    models, status = [], ""
    for _ in range(2):
        with closing(build(settings)) as again:  # each question after a restart
            models.append((await again.ways.past_cache.answer(KOREAN.asked)).model)
            status = (await again.desk.done(Call("status", {}), lambda _: None)).text

    assert models == ["gpt-5.4-mini", "extractive"]
    assert len([one for one in api.asked if one.units]) == 1
    assert status.endswith("Language model: 1 of 1 calls used today.")
