"""A question that its author deletes before its answer gets none."""

import asyncio
from typing import Any

import pytest

from tests.flow.slack.stand_in.api import SlackApi, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running

QUESTION = "how long for headphones?"
KOREAN = "헤드폰 환불 기간은?"


def deletion(of: dict[str, Any]) -> dict[str, Any]:
    """The event of a deleted message."""
    kind = {"type": "message", "subtype": "message_deleted", "channel": of["channel"]}
    return kind | {"deleted_ts": of["ts"], "previous_message": of, "ts": "90.0"}


def emptied(of: dict[str, Any]) -> dict[str, Any]:
    """The event of a deleted message to which others have replied."""
    gone = {"type": "message", "subtype": "tombstone", "ts": of["ts"], "text": "It was deleted."}
    kind = {"type": "message", "subtype": "message_changed", "channel": of["channel"]}
    return kind | {"message": gone, "previous_message": of, "ts": "90.0"}


async def open_gate(bot: Running) -> None:
    assert bot.conversation.gate is not None
    bot.conversation.gate.set()
    await bot.settle()


@pytest.mark.parametrize("gone", [deletion, emptied])
@pytest.mark.parametrize("event", [mention(QUESTION), direct(KOREAN)])
async def test_what_is_deleted_while_it_is_answered_gets_no_answer(gone: Any, event: Any) -> None:
    async with running(conversation=FakeConversation(gate=asyncio.Event())) as bot:
        await bot.send(signed(event))
        await bot.send(signed(gone(event), event_id="EvGone"))
        await open_gate(bot)

    assert bot.slack.posted.empty()


async def test_what_is_deleted_while_it_waits_is_not_asked_and_the_others_are() -> None:
    first, second = mention(KOREAN), mention(QUESTION, ts="2.0", thread_ts="1.0")
    async with running(conversation=FakeConversation(gate=asyncio.Event())) as bot:
        await bot.send(signed(first))
        await bot.send(signed(second, event_id="Ev2"))
        await bot.send(signed(deletion(second), event_id="EvGone"))
        await open_gate(bot)

    assert [one.text for one in bot.conversation.asked] == [KOREAN]
    assert bot.slack.posted.qsize() == 1


async def test_what_is_deleted_before_it_arrives_is_not_asked() -> None:
    async with running() as bot:
        await bot.send(signed(deletion(mention(QUESTION)), event_id="EvGone"))
        await bot.send(signed(mention(QUESTION)))
        await bot.settle()

    assert bot.conversation.asked == []


async def test_an_answer_that_is_on_its_way_then_is_taken_back() -> None:
    slack = SlackApi()
    slack.gates["chat.postMessage"] = asyncio.Event()
    async with running(slack) as bot:
        await bot.send(signed(mention(QUESTION)))
        await slack.until(lambda: "chat.postMessage" in slack.calls)
        await bot.send(signed(deletion(mention(QUESTION)), event_id="EvGone"))
        slack.gates["chat.postMessage"].set()
        await slack.until(lambda: "chat.delete" in slack.calls)

    assert (slack.arguments["chat.delete"]["channel"], slack.arguments["chat.delete"]["ts"]) == (
        "C1",
        "2.0",
    )


async def test_an_answer_that_lands_in_the_channel_without_its_question_is_taken_back() -> None:
    slack = SlackApi()
    slack.deleted.add("1.0")
    async with running(slack) as bot:
        await bot.send(signed(mention(KOREAN)))
        await slack.until(lambda: "chat.delete" in slack.calls)
        await bot.settle()

    assert slack.arguments["chat.delete"]["ts"] == "2.0"


async def test_what_is_deleted_after_its_answer_keeps_it() -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.post()
        await bot.inbox.emptied()
        await bot.send(signed(deletion(mention(QUESTION)), event_id="EvGone"))
        await bot.settle()

    assert "chat.delete" not in bot.slack.calls
