"""Answers that end a stream, and which answer it is that somebody rates."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.asking.test_questions import CHANNEL, KOREAN, mentioned
from tests.flow.teams.stand_in.api import Refusal
from tests.flow.teams.stand_in.bot import Running, running

LIKED = {"actionName": "feedback", "actionValue": {"reaction": "like", "feedback": ""}}


def over(said: str) -> Refusal:
    """What Teams says about a stream."""
    return Refusal(403, "ContentStreamNotAllowed", said)


def unreadable(_: str) -> web.Response:
    """An answer that does not arrive whole."""
    return web.Response(status=201, body=b"neither", headers={"Content-Encoding": "gzip"})


@asynccontextmanager
async def streaming() -> AsyncIterator[tuple[Running, Callable[[], None]]]:
    """Yield the bot while it works on a question, with what lets the answer come."""
    gate = asyncio.Event()
    async with running(FakeConversation(gate=gate)) as bot:
        await bot.send(bot.said())
        await bot.teams.until(lambda: len(bot.teams.sent) == 1)
        yield bot, gate.set


async def test_an_answer_that_its_person_stopped_is_not_sent_another_way() -> None:
    async with streaming() as (bot, answer):
        bot.teams.refuse(over("Content stream was canceled by user."))
        answer()
        await bot.settle()

    assert bot.teams.messages == []
    assert len(bot.teams.tried) == 2


async def test_an_answer_that_comes_too_late_for_its_stream_is_a_message() -> None:
    async with streaming() as (bot, answer):
        bot.teams.refuse(over("Message exceeded streaming time."))
        answer()
        await bot.settle()

    [sent] = bot.teams.messages
    assert "14 days" in sent.text
    assert [one["type"] for one in sent.entities] == ["https://schema.org/Message"]


async def test_an_answer_that_may_have_arrived_is_not_sent_twice() -> None:
    async with streaming() as (bot, answer):
        bot.teams.answer = unreadable
        answer()
        await bot.settle()

    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize("says_id", [True, False])
async def test_an_answer_that_ended_a_stream_is_rated_by_the_streams_id(says_id: bool) -> None:
    async with streaming() as (bot, answer):
        said = {"id": "1:1"} if says_id else {}
        bot.teams.answer = lambda _: web.json_response(said, status=202)
        answer()
        await bot.teams.message()
        bot.conversation.gate = None
        bot.teams.answer = None
        await bot.send(bot.said(KOREAN, id="2"))
        await bot.teams.message(1)
        await bot.invoke("message/submitAction", LIKED, replyToId="1:1")

    [rated] = bot.conversation.records.rated.values()
    assert rated.answer_id == bot.conversation.asked[0].trace_id


async def rated(bot: Running, **place: Any) -> list[str]:
    """The answers that somebody rates by the id of the first message."""
    await bot.invoke("message/submitAction", LIKED, **place)
    return [one.answer_id for one in bot.conversation.records.rated.values()]


async def test_a_thumb_under_a_message_that_nobody_remembers_is_not_given_to_another() -> None:
    async with running() as bot:
        await bot.send(bot.said())
        await bot.teams.message()

        assert await rated(bot, replyToId="9:9") == []


async def test_a_message_is_rated_in_its_own_chat() -> None:
    async with running() as bot:
        bot.teams.answer = lambda _: web.json_response({"id": "same"}, status=201)
        await bot.send(bot.said())
        await bot.teams.message()
        await bot.send(bot.said(**mentioned(KOREAN), id="2"))
        await bot.teams.message(1)

        assert await rated(bot, replyToId="same") == [bot.conversation.asked[0].trace_id]
        there = await rated(bot, replyToId="same", conversation=CHANNEL)
        assert there[1:] == [bot.conversation.asked[1].trace_id]
