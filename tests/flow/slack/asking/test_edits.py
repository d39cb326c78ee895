"""Who corrects a question reads one answer, the right one, where the first one stood."""

import asyncio
from typing import Any

import pytest

from tests.flow.slack.stand_in.api import BOT, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, running

QUESTION = "how long for headphones?"


def edit(before: str, now: str, *, ts: str = "1.0", at: str = "1.5", **more: str) -> dict[str, Any]:
    """An edit of the message that `mention` or `direct` sends."""
    message = {"type": "message", "user": "U1", "text": now, "ts": ts, "edited": {"ts": at}}
    where = {"channel": "C1", "channel_type": "channel"} | more
    kind = {"type": "message", "subtype": "message_changed", "message": message}
    return kind | where | {"previous_message": {"text": before, "ts": ts, "user": "U1"}}


@pytest.mark.parametrize(
    ("now", "shown"),
    [("헤드폰 환불 기간은?", "14일"), ("flying cars?", "not in the store")],
)
async def test_an_edited_question_is_answered_anew_in_place_of_the_old_reply(
    now: str, shown: str
) -> None:
    async with running() as bot:
        await bot.send(signed(direct(QUESTION)))
        await bot.slack.post()
        where = {"channel": "D1", "channel_type": "im"}
        await bot.send(signed(edit(QUESTION, now, **where), event_id="Ev2"))
        reply = await bot.slack.post()
        await bot.settle()

    assert (reply.method, reply.body["ts"]) == ("chat.update", "2.0")
    assert shown in reply.text
    assert bot.slack.posted.empty()


async def test_an_edit_while_the_question_is_being_answered_comes_after_it() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation=conversation) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.send(signed(edit(f"<@{BOT}> {QUESTION}", "헤드폰 환불 기간은?"), event_id="Ev2"))
        assert conversation.gate is not None
        conversation.gate.set()
        replies = [await bot.slack.post(), await bot.slack.post()]
        await bot.settle()

    assert [one.method for one in replies] == ["chat.postMessage", "chat.update"]
    assert "14일" in replies[1].text


async def test_a_message_that_mentions_the_bot_only_after_its_edit_is_asked_then() -> None:
    async with running() as bot:
        await bot.send(signed(edit(QUESTION, f"<@{BOT}> {QUESTION}"), event_id="Ev2"))
        reply = await bot.slack.post()

    assert (reply.method, reply.body["thread_ts"]) == ("chat.postMessage", "1.0")


async def test_an_edit_of_what_was_no_question_and_one_by_slack_itself_are_left_alone() -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.post()
        same = f"<@{BOT}> {QUESTION}"
        await bot.send(signed(edit(same, same), event_id="Ev2"))
        await bot.send(signed(edit("lunch?", "lunch at 1?", ts="7.0"), event_id="Ev3"))
        await bot.settle()

    assert len(bot.conversation.asked) == 1
    assert bot.slack.posted.empty()
