"""Where Teams is slow, says things twice, or meets a bug: nobody is left without a word."""

import asyncio
import json
from datetime import datetime
from typing import Any, cast

import pytest

from adapters.chat.under_way.work import Work
from adapters.teams.sdk_choice import Name
from bot.model import Message, Reply, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import StoredAnswer
from bot.ports import Notify
from knowledge.model.documents import Language
from knowledge.model.report import Show
from tests.fakes import FakeRecords
from tests.flow.slack.stand_in.bot import ANSWERS, FakeConversation
from tests.flow.teams.asking.test_questions import CHANNEL, GROUP, QUESTION, mentioned
from tests.flow.teams.stand_in.api import TeamsApi
from tests.flow.teams.stand_in.bot import ADMIN, each_sdk, running

PHONE = "010-1234-5678"


class Broken(FakeRecords):
    """Has a bug that quotes a person."""

    async def find(self, answer_id: str) -> StoredAnswer | None:
        raise ValueError(PHONE)

    async def answered(self, thread: str, since: datetime) -> bool:
        raise ValueError(PHONE)


class Endless(FakeConversation):
    """Indexes, and never gets done."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        assert notify is not None
        await notify(Reply("Indexing…", private=True))
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError


@each_sdk
@pytest.mark.parametrize(
    "changes",
    [
        {"text": "help"},
        {"type": "installationUpdate", "action": "add", "conversation": GROUP},
        {"text": "", "type": "installationUpdate", "action": "add", "conversation": GROUP},
    ],
)
async def test_teams_is_answered_before_it_takes_what_the_bot_sends(
    sdk: Name, changes: dict[str, Any]
) -> None:
    teams = TeamsApi()
    teams.gate = asyncio.Event()

    async with running(teams=teams, sdk=sdk) as bot:
        async with asyncio.timeout(5):
            response = await bot.send(bot.said(**changes))
        teams.gate.set()
        await bot.settle()

    [sent] = bot.teams.messages
    assert response.status == 200
    assert sent.cards


@each_sdk
@pytest.mark.parametrize(("locale", "sorry"), [("en-US", "Sorry"), ("ko-KR", "죄송")])
async def test_a_bug_behind_a_click_is_told_to_its_person_with_a_reference(
    sdk: Name, locale: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    click: dict[str, Any] = {
        "text": None,
        "value": {"verb": "follow_up", "about": "r1", "number": 0},
    }

    async with running(FakeConversation(records=Broken()), sdk=sdk) as bot:
        await bot.send(bot.said(locale=locale, conversation=CHANNEL, **click))
        await bot.settle()

    [sent], [bug] = bot.teams.messages, [o for o in caplog.records if o.levelname == "ERROR"]
    assert sent.targeted
    assert sorry in sent.text
    assert bug.__dict__["trace_id"] in sent.text
    assert PHONE not in sent.text + caplog.text


async def test_a_bug_about_what_nobody_said_to_the_bot_is_only_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running(FakeConversation(records=Broken())) as bot:
        await bot.send(bot.said("is it cold?", conversation=CHANNEL))
        await bot.settle()

    assert bot.teams.messages == []
    assert "bug" in caplog.text
    assert PHONE not in caplog.text


async def test_a_bug_while_an_answer_is_shown_leaves_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = Reply("Très bien", cast(Language, "fr"), verdict=Verdict.PASS)
    monkeypatch.setitem(ANSWERS, "in French?", odd)

    async with running() as bot:
        await bot.send(bot.said(**mentioned("in French?")))
        await bot.settle()

    [sent] = bot.teams.messages
    assert sent.conversation_id == CHANNEL["id"]
    assert "bien" in sent.text


async def test_a_run_that_is_stopped_with_the_server_leaves_no_bar_that_stands_still() -> None:
    conversation, work = Endless(), Work()
    boss = {"from": {"id": "29:boss", "aadObjectId": ADMIN}}

    async with running(conversation, work) as bot:
        await bot.send(bot.said("reindex", **boss))
        await conversation.begun.wait()
        work.stop(None)
        await bot.settle()

    begun, said = bot.teams.messages
    assert (begun.method, said.method) == ("POST", "PUT")
    assert said.activity_id == "1:1"
    assert "stopped before indexing finished" in json.dumps(said.cards)


async def test_a_double_click_asks_once() -> None:
    async with running() as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        await bot.teams.message()
        value = {
            "verb": "follow_up",
            "about": bot.conversation.asked[0].trace_id,
            "number": 0,
        }
        clicks = [bot.said("", id=f"c{n}", value=value, conversation=CHANNEL) for n in range(2)]
        await asyncio.gather(*map(bot.send, clicks))
        await bot.settle()

    assert len(bot.conversation.asked) == 2


async def test_messages_without_an_id_are_all_answered() -> None:
    async with running() as bot:
        for _ in range(2):
            await bot.send(bot.said(id=None))
        await bot.settle()

    assert len(bot.teams.messages) == 2


async def test_half_a_letter_in_a_message_is_no_fault_of_the_server() -> None:
    message = {"id": "7", "body": {"contentType": "text", "content": "half a letter: \ud83d"}}

    async with running() as bot:
        form = await bot.invoke("composeExtension/fetchTask", {"messagePayload": message})

    assert "half a letter:" in json.dumps(form)
    assert "ud83d" not in json.dumps(form)


async def test_a_thumb_that_cannot_be_kept_opens_no_window(
    caplog: pytest.LogCaptureFixture,
) -> None:
    value = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": ""}}

    async with running() as bot:
        await bot.send(bot.said())
        await bot.teams.message()
        bot.conversation.records.error = RecordsError("records.db is damaged")
        answer = await bot.invoke("message/submitAction", value, replyToId="1:1")

    assert answer == {}
    assert "a rating could not be saved" in caplog.text


@each_sdk
async def test_a_new_version_of_the_app_greets_nobody_again(sdk: Name) -> None:
    async with running(sdk=sdk) as bot:
        await bot.send(bot.said("", type="installationUpdate", action="add-upgrade"))
        await bot.settle()

    assert bot.teams.messages == []


@each_sdk
async def test_an_invoke_is_answered_however_replies_are_to_be_delivered(sdk: Name) -> None:
    message = {"id": "7", "body": {"contentType": "text", "content": "The van: 06:30."}}

    async with running(sdk=sdk) as bot:
        value = {"messagePayload": message}
        form = await bot.invoke("composeExtension/fetchTask", value, deliveryMode="expectReplies")

    assert form["task"]["type"] == "continue"


@pytest.mark.parametrize(
    "conversation", [{"id": "19:group@thread.v2"}, {"id": "19:c@thread.tacv2"}]
)
async def test_a_place_of_unknown_kind_is_not_taken_for_a_personal_chat(
    conversation: dict[str, Any],
) -> None:
    async with running() as bot:
        await bot.send(bot.said(**(mentioned("secret") | {"conversation": conversation})))
        await bot.settle()

    [sent] = bot.teams.messages
    assert sent.targeted


async def test_a_form_without_a_question_is_shown_again() -> None:
    message = {"id": "7", "body": {"contentType": "text", "content": "The van: 06:30."}}

    async with running() as bot:
        value = {"messagePayload": message, "data": {"question": "  "}}
        form = await bot.invoke("composeExtension/submitAction", value)

    assert bot.conversation.asked == []
    assert "Input.Text" in json.dumps(form)


@each_sdk
@pytest.mark.parametrize(
    ("question", "told"),
    [("how long \ud83dfor headphones?", "14 days"), ("헤드폰 \udc00환불 기간은?", "14일")],
)
async def test_half_a_letter_takes_no_answer_away(
    sdk: Name, question: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(sdk=sdk) as bot:
        await bot.send(bot.said(question, id="7\ud83d", locale="ko-KR\ud83d"))
        await bot.settle()

    assert told in json.dumps(bot.teams.messages, ensure_ascii=False, default=str)
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []
