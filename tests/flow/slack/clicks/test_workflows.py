"""A workflow that mentions the bot is answered like staff, or told aloud that it is not."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from adapters.database import Database
from tests.flow.slack.stand_in.api import Post, mention, signed
from tests.flow.slack.stand_in.bot import Running, running

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


async def test_apps_that_talk_to_each_other_get_three_replies_until_a_person_writes(
    tmp_path: Path,
) -> None:
    async def mentioned(bot: Running, times: int, first: int) -> int:
        """How many replies an app gets that mentions the bot in one thread."""
        for number in range(first, first + times):
            event = by_workflow(QUESTIONS[0][0]) | {"ts": f"{number}.0", "thread_ts": "0.5"}
            await bot.send(signed(event, event_id=f"Ev{number}"))
        await bot.inbox.emptied()
        return sum(one.method == "chat.postMessage" for one in shown(bot))

    with closing(Database(tmp_path)) as database:
        async with running(database=database) as bot:
            looped = await mentioned(bot, 30, 1)
        async with running(database=database) as bot:
            after_restart = await mentioned(bot, 5, 31)
            person = mention("thanks", ts="40.0", thread_ts="0.5") | {"type": "message"}
            await bot.send(signed(person, event_id="EvPerson"))
            after_person = await mentioned(bot, 5, 41)

    assert (looped, after_restart, after_person) == (3, 0, 3)


def shown(bot: Running) -> list[Post]:
    return [bot.slack.posted.get_nowait() for _ in range(bot.slack.posted.qsize())]


async def test_its_messages_without_a_mention_are_left_alone() -> None:
    event = by_workflow(QUESTIONS[0][0]) | {"type": "message", "channel_type": "channel"}

    async with running(answer_mode="every") as bot:
        await bot.send(signed(event))
        await bot.settle()

    assert bot.conversation.asked == []
