"""A workflow that mentions the bot is answered like staff, or told aloud that it is not."""

from typing import Any

import pytest

from tests.flow.slack.stand_in.api import mention, signed
from tests.flow.slack.stand_in.bot import running

QUESTIONS = [("how long for headphones?", "14 days"), ("헤드폰 환불 기간은?", "14일")]


def by_workflow(text: str) -> dict[str, Any]:
    event = mention(text, bot_id="BFLOW", subtype="bot_message")
    del event["user"]
    return event


@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
async def test_it_is_answered_in_its_thread_for_all(question: str, answer: str) -> None:
    async with running() as bot:
        await bot.send(signed(by_workflow(question)))
        reply = await bot.slack.post()
        await bot.settle()

    assert answer in reply.text
    assert (reply.method, reply.body["thread_ts"]) == ("chat.postMessage", "1.0")
    assert bot.conversation.asked[0].scope.audience == "staff"


async def test_an_apology_is_told_aloud_where_nobody_can_be_told_alone() -> None:
    async with running() as bot:
        await bot.send(signed(by_workflow("crash")))
        reply = await bot.slack.post()

    assert reply.method == "chat.postMessage"


async def test_a_setting_refuses_it_aloud_and_once() -> None:
    async with running(answer_workflows=False) as bot:
        for delivery in ("Ev1", "Ev2"):
            await bot.send(signed(by_workflow(QUESTIONS[0][0]), event_id=delivery))
        reply = await bot.slack.post()
        await bot.settle()

    assert "Please ask me yourself" in reply.text
    assert reply.method == "chat.postMessage"
    assert bot.slack.posted.empty()
    assert bot.conversation.asked == []


async def test_its_messages_without_a_mention_are_left_alone() -> None:
    event = by_workflow(QUESTIONS[0][0]) | {"type": "message", "channel_type": "channel"}

    async with running(answer_mode="every") as bot:
        await bot.send(signed(event))
        await bot.settle()

    assert bot.conversation.asked == []
