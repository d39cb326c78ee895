"""A question that Teams was told is here gets its reply, whatever stops in between."""

import asyncio
from dataclasses import replace

import pytest
from aiohttp.test_utils import unused_port

from adapters.chat.under_way.intake import LATE
from adapters.chat.under_way.work import Work
from bot.model import Platform
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in.api import Refusal
from tests.flow.teams.stand_in.bot import running

QUESTIONS = [("how long for headphones?", "14 days"), ("헤드폰 환불 기간은?", "14일")]
QUESTION = QUESTIONS[0][0]


async def left(question: str = QUESTION, port: int | None = None) -> FakeInbox:
    """The inbox of a server that was stopped before it could answer."""
    inbox = FakeInbox()
    stopped = FakeConversation(gate=asyncio.Event())
    async with running(stopped, Work(stop_s=0), inbox=inbox, port=port) as bot:
        await bot.send(bot.said(question))
    return inbox


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
async def test_the_next_server_answers_what_a_stop_left(question: str, answer: str) -> None:
    port = unused_port()
    before = await left(question, port)

    async with running(inbox=FakeInbox(earlier=before), port=port) as bot:
        reply = await bot.teams.message()
        await bot.settle()

    assert answer in reply.text
    assert len(bot.teams.messages) == 1
    assert bot.inbox.open == set()


async def test_a_delivery_that_teams_repeats_after_a_restart_is_no_second_question() -> None:
    inbox = FakeInbox()
    async with running(inbox=inbox) as bot:
        await bot.send(bot.said())
        await bot.teams.message()
        await bot.settle()

    async with running(inbox=FakeInbox(earlier=inbox)) as bot:
        await bot.send(bot.said())
        await bot.settle()

    assert bot.teams.messages == []


@pytest.mark.parametrize("status", [500, 503])
async def test_one_trouble_of_teams_loses_no_reply(status: int) -> None:
    async with running() as bot:
        bot.teams.refuse(Refusal(status, retry_after="0"))
        await bot.send(bot.said())
        reply = await bot.teams.message()
        await bot.settle()

    assert "14 days" in reply.text
    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize(
    ("question", "sorry"), [(QUESTION, "wasn't running"), ("환불 되나요", "멈춰")]
)
async def test_a_question_that_is_too_old_gets_one_apology(question: str, sorry: str) -> None:
    port = unused_port()
    before = await left(question, port)
    [old] = before.known.values()
    before.known[old.answer_id] = replace(old, received_at=old.received_at - LATE)

    async with running(inbox=FakeInbox(earlier=before), port=port) as bot:
        reply = await bot.teams.message()
        await bot.settle()

    assert sorry in reply.text
    assert (bot.inbox.open, bot.conversation.asked) == (set(), [])


async def test_what_is_written_down_has_no_personal_data_and_no_name() -> None:
    inbox = await left("can Kim return it? call 010-1234-5678")

    [question] = inbox.known.values()

    assert question.platform is Platform.TEAMS
    assert "010-1234" not in question.body


async def test_a_reply_that_can_never_be_posted_is_in_the_audit_log() -> None:
    async with running() as bot:
        bot.teams.refuse(Refusal(403, "ConversationBlockedByUser"))
        await bot.send(bot.said())
        await bot.teams.until(lambda: len(bot.teams.tried) == 1)
        await bot.settle()

    [line] = [one for one in bot.conversation.audit.kept if one.kind == "delivery"]
    assert line.about["reason"] == "ConversationBlockedByUser"
    assert bot.inbox.open == set()
