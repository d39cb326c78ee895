"""What Slack asks of every app: few rights are enough, and no request waits for anything."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import ClientResponse

from adapters.slack.setup.manifest import scopes
from tests.flow.slack.stand_in.api import Post, SlackApi, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running
from tests.flow.slack.stand_in.rules import NEEDED

QUESTION = "how long for headphones?"
IN_KOREAN = "헤드폰 환불 기간은?"
HOME = {"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home"}
SUGGESTIONS = HOME | {"tab": "messages"}


def with_least_rights() -> SlackApi:
    slack = SlackApi()
    slack.scopes = frozenset(scopes(least=True))
    return slack


@pytest.mark.parametrize(("question", "words"), [(QUESTION, "14 days"), (IN_KOREAN, "14일")])
@pytest.mark.parametrize("event", [mention, direct])
async def test_with_the_least_rights_questions_are_answered(
    event: Callable[[str], dict[str, Any]], question: str, words: str
) -> None:
    async with running(with_least_rights()) as bot:
        await bot.send(signed(event(question)))

        assert words in (await bot.slack.post()).text


async def test_with_the_least_rights_a_slow_answer_comes_without_a_working_sign() -> None:
    slack, conversation = with_least_rights(), FakeConversation(gate=asyncio.Event())

    async with running(slack, conversation) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.until(lambda: "assistant.threads.setStatus" in bot.slack.calls)
        assert conversation.gate is not None
        conversation.gate.set()

        assert "14 days" in (await bot.slack.post()).text


async def test_with_the_least_rights_everything_under_a_private_answer_can_be_clicked() -> None:
    async with running(with_least_rights()) as bot:
        await bot.command("U1", "/ask", QUESTION)
        private = await bot.slack.post()
        await bot.click(private, "follow_up:0")
        followed = await bot.slack.post()
        await bot.click(private, "sources")
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        await bot.click(private, "ask_person")
        await bot.submit(await form(bot, "ask_person"), person={"selected_user": "U9"})
        asked = await bot.slack.post()
        await bot.click(private, "share")
        shared = await bot.slack.post()

    assert "14 days" in private.text
    assert followed.method == "respond"
    assert (asked.body["channel"], shared.body["channel"]) == ("U9", "C1")


async def test_with_the_least_rights_a_thumb_down_and_a_messages_question_open_a_window() -> None:
    async with running(with_least_rights()) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.click(await bot.slack.post(), "feedback")
        await bot.submit(await form(bot, "feedback"), note={"value": "it is 30 days"})
        await bot.shortcut("The van comes at 06:30.")
        await bot.submit(await form(bot, "question"), question={"value": "when?"})
        await bot.slack.until(lambda: "06:30" in json.dumps(bot.slack.arguments))
        await bot.settle()

    [feedback] = bot.conversation.records.rated.values()
    assert str(feedback.comment) == "it is 30 days"


@pytest.mark.parametrize(("language", "words"), [("en", "documents"), ("ko", "문서")])
async def test_with_the_least_rights_the_home_tab_is_filled_and_the_index_made_anew(
    language: str, words: str
) -> None:
    async with running(with_least_rights(), default_language=language) as bot:
        await bot.send(signed(HOME))
        await bot.slack.until(lambda: "views.publish" in bot.slack.arguments)
        await bot.send(signed(SUGGESTIONS, event_id="Ev2"))
        await bot.command("UADMIN", "/reindex")
        posts = [await bot.slack.post() for _ in range(3)]

    assert words in json.dumps(bot.slack.view("views.publish"), ensure_ascii=False)
    assert posts[-1].text == "Indexed 3 documents."


async def form(bot: Running, name: str) -> dict[str, Any]:
    """The form of this name, as soon as it is open."""

    def is_open() -> bool:
        opened = bot.slack.arguments.get("views.open")
        return opened is not None and bot.slack.view("views.open")["callback_id"] == name

    await bot.slack.until(is_open)
    return bot.slack.view("views.open")


async def test_when_slack_wants_fewer_messages_each_answer_comes_a_little_later() -> None:
    slack = SlackApi()
    slack.is_strict = True

    async with running(slack) as bot:
        await bot.send(signed(mention(QUESTION, ts="1.0"), event_id="Ev1"))
        await bot.send(signed(mention(IN_KOREAN, ts="2.0"), event_id="Ev2"))
        threads = {(await bot.slack.post()).body["thread_ts"] for _ in range(2)}

    assert threads == {"1.0", "2.0"}
    assert slack.calls.count("chat.postMessage") > 2


Request = Callable[[Running, Post], Awaitable[ClientResponse]]

REQUESTS: dict[str, Request] = {
    "mention": lambda bot, _: bot.send(signed(mention(QUESTION, ts="9.0"), event_id="Ev9")),
    "direct message": lambda bot, _: bot.send(signed(direct(QUESTION), event_id="Ev9")),
    "thread": lambda bot, _: bot.send(
        signed(direct(QUESTION, channel="C1", channel_type="channel", thread_ts="1.0"))
    ),
    "/ask": lambda bot, _: bot.command("U1", "/ask", QUESTION),
    "/reindex": lambda bot, _: bot.command("U1", "/reindex"),
    "/storewise-channel": lambda bot, _: bot.command("U1", "/storewise-channel"),
    "follow-up": lambda bot, post: bot.click(post, "follow_up:0"),
    "sources": lambda bot, post: bot.click(post, "sources"),
    "thumb": lambda bot, post: bot.click(post, "feedback"),
    "share": lambda bot, post: bot.click(post, "share"),
    "ask a person": lambda bot, post: bot.click(post, "ask_person"),
    "shortcut": lambda bot, _: bot.shortcut("The van comes at 06:30."),
    "home": lambda bot, _: bot.send(signed(HOME, event_id="Ev9")),
    "suggestions": lambda bot, _: bot.send(signed(SUGGESTIONS, event_id="Ev9")),
    "what was wrong": lambda bot, _: bot.submit(sent("feedback"), note={"value": "late"}),
    "whom to ask": lambda bot, _: bot.submit(sent("ask_person"), person={"selected_user": "U9"}),
    "a channel's settings": lambda bot, _: bot.submit(sent("channel")),
    "question": lambda bot, _: bot.submit(sent("question"), question={"value": "when?"}),
}


def sent(name: str) -> dict[str, Any]:
    """A form about something that is not known any more."""
    return {"type": "modal", "callback_id": name, "private_metadata": "gone"}


@pytest.mark.parametrize("name", REQUESTS)
async def test_no_request_waits_for_a_slack_that_does_not_answer(name: str) -> None:
    slack, gate = SlackApi(), asyncio.Event()

    async with running(slack, admin_group_ids=frozenset({"S1"})) as bot:
        if name == "thumb":
            await bot.send(signed(mention(QUESTION)))
        else:
            await bot.command("U1", "/ask", QUESTION)
        post = await bot.slack.post()
        slack.gates = dict.fromkeys([*set(NEEDED) - {"auth.test"}, "respond"], gate)
        response = await REQUESTS[name](bot, post)
        gate.set()
        # A listener that asks Slack who a person is has no job yet that the server would wait for.
        await asyncio.sleep(0.1)

    assert response.status == 200
