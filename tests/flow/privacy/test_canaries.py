"""Personal data that people write and documents hold is in nothing that the bot writes or says.

The same values go in by every way, in the forms in which Slack and Teams send them; afterwards all
that left the bot, and every byte that it keeps, is searched for them.
"""

import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pydantic import SecretStr

from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.records import SqlRecords
from bot.conversation.finder import Finder
from bot.main.app import App, build
from bot.main.console.stderr import configure
from bot.model.errors import RecordsError
from bot.model.kept import StoredAnswer
from bot.settings import OpenAISettings, Settings, StoreSettings
from knowledge.model.documents import Language
from tests.contract.chats.access.cases import Whole
from tests.contract.chats.access.mcp import served_mcp
from tests.flow.api.mcp_clients import over_http
from tests.flow.api.server import serving
from tests.flow.slack.stand_in import bot as slack_bot
from tests.flow.slack.stand_in.api import Post, direct, mention, signed
from tests.flow.stand_in.openai_api import (
    Asked,
    Given,
    OpenAIApi,
    choice_of,
    openai_api,
)
from tests.flow.teams.asking.test_questions import CHANNEL, mentioned
from tests.flow.teams.stand_in import bot as teams_bot

_EMAIL, _PHONE, _RRN = "jiyoung.kim@canary.example", "010-9876-5432", "900101-1234568"
_SSN, _CARD = "539-60-7141", "5555-5555-5555-4444"
CANARIES = (
    "jiyoung.kim",
    "canary.example",
    *(_PHONE, "9876-5432", "01098765432"),
    *(_RRN, "9001011234568"),
    *(_SSN, "539607141"),
    *(_CARD, "5555555555554444", "5555 5555 5555 4444"),
)
"""What may be left of a value anywhere."""
PERSON = f"{_EMAIL} {_PHONE} {_RRN} {_SSN} {_CARD}"
WIRED = (
    f"<mailto:{_EMAIL}|{_EMAIL}> <tel:{_PHONE}|{_PHONE}> <@U7|jiyoung.kim> "
    f"{_RRN.replace('-', '')} 5555 5555 5555 4444 {_SSN}"
)
QUESTION: dict[Language, str] = {
    "en": "how long may a customer keep a rented umbrella?",
    "ko": "빌린 우산은 며칠 안에 반납해야 하나요?",
}
QUOTE: dict[Language, str] = {
    "en": "A rented umbrella may be kept for 3 days.",
    "ko": "빌린 우산은 5일 안에 반납해야 합니다.",
}
FILES = {
    f"umbrellas {_PHONE}.md": (
        f"---\ntitle: Umbrellas {_EMAIL}\nowner: Jiyoung {_PHONE}\ntags: [{_RRN}]\n---\n"
        f"# Umbrellas of {_EMAIL}\n\n{QUOTE['en']} Questions go to {PERSON}.\n\n"
        f"| shop | call |\n|---|---|\n| Mapo | {_PHONE} |\n"
    ),
    "우산.md": f"# 우산 {_PHONE}\n\n{QUOTE['ko']} 문의는 {PERSON}으로 합니다.\n",
    "list.csv": f"name,contact\nJiyoung,{_EMAIL}\n지영,{_RRN}\n",
    f"broken {_PHONE}.docx": f"no document at all {PERSON}",
}


class Failing(SqlRecords):
    """Records with a bug that quotes a person."""

    async def recent(self, person: str, limit: int) -> list[StoredAnswer]:
        raise RecordsError(PERSON) from ValueError(PERSON)


@dataclass
class World:
    """The whole bot with a model that says personal data, and what is known of it."""

    app: App
    model: OpenAIApi
    data: Path
    logged: io.StringIO

    def left(self) -> str:
        """All that left the bot but its replies: logs, and what the model was sent."""
        sent = json.dumps([one.body for one in self.model.asked], ensure_ascii=False)
        return "\n".join([self.logged.getvalue(), sent, *self.model.embedded])

    def kept(self) -> dict[str, bytes]:
        """Every file that the bot keeps."""
        files = [one for one in self.data.rglob("*") if one.is_file()]
        return {str(one.relative_to(self.data)): one.read_bytes() for one in files}


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        api.play = _says_personal_data
        yield api


@pytest_asyncio.fixture
async def world(
    model: OpenAIApi,
    tmp_path: Path,
    process_as_it_was: None,
) -> AsyncIterator[World]:
    (tmp_path / "documents").mkdir()
    for name, text in FILES.items():
        (tmp_path / "documents" / name).write_text(text, encoding="utf-8")
    model.asked.clear()
    model.embedded.clear()
    logged = io.StringIO()
    configure(logging.DEBUG)
    for handler in logging.getLogger().handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(logged)
    data = tmp_path / "data"
    settings = Settings(
        openai=OpenAISettings(
            api_key=SecretStr("sk-1"),
            base_url=model.url,
            chat_budget_s=20,
            embedding_model="text-embedding-3-small",
        ),
        store=StoreSettings(source=tmp_path / "documents", data=data),
    )
    with closing(build(settings)) as app:
        await app.indexer.rebuild()
        yield World(app, model, data, logged)


def found_in(text: str | bytes) -> list[str]:
    raw = text.encode() if isinstance(text, str) else text
    escaped = [json.dumps(one).strip('"') for one in CANARIES]
    return [one for one in {*CANARIES, *escaped} if one.encode() in raw]


def check(world: World, replies: str) -> None:
    """Nothing of a value is anywhere."""
    choices = [one for one in world.model.asked if one.units]
    assert "[REDACTED_" in choices[-1].message
    assert found_in(replies) == []
    assert found_in(world.left()) == []
    leaks = {name: found_in(raw) for name, raw in world.kept().items()}
    assert {name: found for name, found in leaks.items() if found} == {}


async def test_what_people_write_in_slack_is_kept_nowhere(world: World) -> None:
    data = world.data
    channels = Channels(world.app.kept.database, ChannelSettings())
    await channels.set("T1", "C2", ChannelSettings())
    answers: list[Post] = []
    async with slack_bot.running(
        conversation=Whole(world.app), data=data, database=world.app.kept.database
    ) as bot:
        for number, language in enumerate(QUESTION):
            asked = f"{WIRED} {QUESTION[language]}"
            await bot.send(signed(mention(asked, ts=f"1{number}.0"), event_id=f"A{number}"))
            answers.append(await bot.slack.post())
            await bot.send(signed(direct(asked, ts=f"2{number}.0"), event_id=f"B{number}"))
            answers.append(await bot.slack.post())
            await bot.command("U1", "/ask", asked)
            answers.append(await bot.slack.post())
            await bot.click(answers[-2], "feedback")
            await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
            await bot.submit(bot.slack.view("views.open"), note={"value": PERSON})
            await bot.click(answers[-1], "share")
            answers += [await bot.slack.post(), await bot.slack.post()]
        await bot.click(answers[-3], "ask_person")
        await bot.slack.until(lambda: "ask_person" in str(bot.slack.arguments["views.open"]))
        form = bot.slack.view("views.open")
        await bot.submit(form, person={"selected_user": "U9"}, note={"value": PERSON})
        answers.append(await bot.slack.post())
        await _ask_about_a_message(bot)
        await bot.command("U1", "/reindex", PERSON)
        await bot.settle()

    shown = [one.body for one in (*answers, *_posted(bot), *bot.slack.unseen)]
    check(world, json.dumps(shown, ensure_ascii=False))


async def test_what_people_write_in_teams_is_kept_nowhere(world: World) -> None:
    search = Finder(world.app.search, world.app.given.today).find
    async with teams_bot.running(Whole(world.app), search=search) as bot:
        for number, language in enumerate(QUESTION):
            asked = f"<at>jiyoung.kim</at> {PERSON} {QUESTION[language]}"
            await bot.send(bot.said(asked, id=f"a{number}"))
            answer = await bot.teams.message(2 * number)
            await bot.send(bot.said(**mentioned(asked), id=f"b{number}"))
            await bot.teams.message(2 * number + 1)
            rated = {"reaction": "dislike", "feedback": json.dumps({"feedbackText": PERSON})}
            value = {"actionName": "feedback", "actionValue": rated}
            await bot.invoke("message/submitAction", value, replyToId=_id_of(bot, answer))
        windows = [await _searched(bot), await _asked_about(bot)]
        await bot.send(bot.said(f"reindex {PERSON}", id="c"))
        await bot.teams.message(4)
        await bot.settle()

    shown = [one.body for one in bot.teams.tried] + windows
    check(world, json.dumps(shown, ensure_ascii=False))


async def test_what_programs_send_is_kept_nowhere(world: World) -> None:
    told: list[Any] = []
    async with serving(world.app) as client:
        secret = await client.key()
        for question in QUESTION.values():
            asked = f"{PERSON} {question}"
            thread = {"question": asked, "conversation_id": _PHONE}
            _, answer = await client.post("/api/v1/ask", thread, secret=secret)
            bodies = {
                "/api/v1/search": {"query": asked},
                "/api/v1/retrieve": {"segment": {"use_case": asked, "reasons": [PERSON]}},
                "/api/v1/policy/ask": {"query": asked},
                "/ask": {"question": asked, "selected_text": f"The van comes at 6. {PERSON}"},
                "/chat": {"question": asked},
                "/api/v1/feedback": {
                    "answer_id": answer["meta"]["answer_id"],
                    "rating": "bad",
                    "comment": PERSON,
                },
            }
            told += [answer]
            told += [await client.post(path, one, secret=secret) for path, one in bodies.items()]
            kept = f"/api/v1/answers/{answer['meta']['answer_id']}"
            told.append(await client.get(kept, secret=secret))

    assert [one for one in told if isinstance(one, tuple) and one[0] != 200] == []
    check(world, json.dumps(told, ensure_ascii=False))


async def test_what_assistants_send_is_kept_nowhere(world: World) -> None:
    async with served_mcp(world.app, local=True) as url, over_http(url) as assistant:
        for question in QUESTION.values():
            asked = f"{PERSON} {question}"
            await assistant.text("ask_store", question=asked, conversation_id=_PHONE)
            await assistant.text("search_documents", query=asked)
        await assistant.text("what_changed")
        for uri in await assistant.listed():
            await assistant.read(uri)

    check(world, "\n".join(assistant.shown))


@pytest.mark.parametrize("chat", ["Slack", "Teams"])
async def test_an_error_that_quotes_people_is_logged_without_their_words(
    world: World, chat: str
) -> None:
    whole = Whole(world.app)
    failing: Any = Failing(world.app.kept.database)
    whole.records = failing
    if chat == "Slack":
        async with slack_bot.running(conversation=whole, data=world.data) as bot:
            opened = {"type": "app_home_opened", "user": "U1", "tab": "home", "channel": "D1"}
            await bot.send(signed(opened))
            await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)
    else:
        value = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": PERSON}}
        async with teams_bot.running(whole) as teams:
            await teams.invoke("message/submitAction", value, conversation=CHANNEL)

    logged = world.left()
    assert "front page incomplete" in logged or "could not be saved" in logged
    assert found_in(logged) == []


async def test_what_a_model_invents_is_in_no_reply(world: World) -> None:
    conversation = Whole(world.app)
    async with slack_bot.running(conversation=conversation, data=world.data) as bot:
        await bot.send(signed(mention(QUESTION["en"])))
        answer = await bot.slack.post()

    assert "3 days" in answer.text
    check(world, json.dumps(answer.body, ensure_ascii=False))


def _says_personal_data(asked: Asked) -> Given:
    """A model that says a person's data wherever it may write words."""
    units = filter(None, map(asked.holding, QUOTE.values()))
    said = choice_of(*units, understood=PERSON, search_again=[PERSON])
    return Given(f"{PERSON} {said}")


async def _ask_about_a_message(bot: slack_bot.Running) -> None:
    await bot.shortcut(f"The van comes at 06:30. Call {WIRED}")
    await bot.slack.until(lambda: bot.slack.arguments["views.open"]["trigger_id"] != "")
    form = bot.slack.view("views.open")
    await bot.submit(form, question={"value": f"{PERSON} when does the van come?"})


async def _searched(bot: teams_bot.Running) -> Any:
    words = {"name": "words", "value": f"{PERSON} umbrella"}
    value = {"commandId": "search_documents", "parameters": [words]}
    return await bot.invoke("composeExtension/query", value)


async def _asked_about(bot: teams_bot.Running) -> Any:
    content = f"<p>The van comes at 06:30. <at id='0'>jiyoung.kim</at> {PERSON}</p>"
    message = {"id": "7", "body": {"contentType": "html", "content": content}}
    value = {"messagePayload": message, "data": {"question": f"when? {PERSON}"}}
    return await bot.invoke("composeExtension/submitAction", value)


def _posted(bot: slack_bot.Running) -> list[Any]:
    return [bot.slack.posted.get_nowait() for _ in range(bot.slack.posted.qsize())]


def _id_of(bot: teams_bot.Running, message: Any) -> str:
    return f"1:{next(n for n, one in enumerate(bot.teams.sent, 1) if one is message)}"
