"""What somebody asks for their own eyes where others read: a slash command in a channel."""

import json
from typing import Any

import pytest

from tests.flow.teams.asking.test_questions import CHANNEL, GROUP, KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.api import Refusal, TeamsApi
from tests.flow.teams.stand_in.bot import ADMIN, Running, running

FOR_ONE = {"recipient": {"id": "28:x", "name": "storewise", "isTargeted": True}}
KIM = {"from": {"id": "29:kim"}}


async def asked_alone(bot: Running, text: str = f"/ask {QUESTION}", **changes: Any) -> str:
    """The id of the answer, after it was shown."""
    await bot.send(bot.said(**({"text": text, "conversation": CHANNEL} | FOR_ONE | changes)))
    await bot.teams.message()
    return bot.conversation.asked[0].trace_id


@pytest.mark.parametrize(
    ("command", "conversation", "answer"),
    [
        (f"/ask {QUESTION}", CHANNEL, "14 days"),
        (f"질문 {KOREAN}", CHANNEL, "14일"),
        (f"ask {QUESTION}", GROUP, "14 days"),
    ],
)
async def test_what_is_asked_by_a_command_is_answered_to_its_person_alone(
    command: str, conversation: dict[str, Any], answer: str
) -> None:
    async with running() as bot:
        await asked_alone(bot, command, conversation=conversation)

    [sent] = bot.teams.messages
    assert sent.targeted
    assert answer in sent.text
    assert sent.conversation_id == conversation["id"]


async def test_it_leans_on_nothing_that_others_asked_nor_they_on_it() -> None:
    async with running() as bot:
        await asked_alone(bot)
        await bot.send(bot.said(**mentioned(QUESTION), id="2"))
        await bot.teams.message(1)
        await bot.send(bot.said(QUESTION, id="3", conversation=CHANNEL, **FOR_ONE, **KIM))
        await bot.teams.message(2)

    threads = {one.conversation_id for one in bot.conversation.asked}
    assert len(threads) == 3


async def test_a_suggestion_under_it_is_answered_to_its_person_alone() -> None:
    async with running() as bot:
        answer_id = await asked_alone(bot)
        value = {"verb": "follow_up", "about": answer_id, "number": 1}
        await bot.send(bot.said("", id="2", value=value, conversation=CHANNEL))
        sent = await bot.teams.message(1)

    first, asked = bot.conversation.asked
    assert asked.text == "Refund policy: Faulty goods"
    assert asked.conversation_id == first.conversation_id
    assert sent.targeted


async def test_its_sources_open_for_its_person_only() -> None:
    async with running() as bot:
        value = {"data": {"verb": "sources", "about": await asked_alone(bot), "number": 0}}
        own = await bot.invoke("task/fetch", value, conversation=CHANNEL)
        others = await bot.invoke("task/fetch", value, conversation=CHANNEL, **KIM)

    assert "Opened headphones can be returned" in json.dumps(own)
    assert "Opened headphones" not in json.dumps(others)


@pytest.mark.parametrize(
    "text", ["reindex", "reindex status", "다시 색인", "report gaps", "보고 평가"]
)
async def test_what_comes_of_a_command_is_shown_to_nobody_else(text: str) -> None:
    teams = TeamsApi()
    teams.refused_targeted = Refusal(400, "BadArgument")
    boss = {"from": {"id": "29:boss", "aadObjectId": ADMIN}}

    async with running(teams=teams) as bot:
        await bot.send(bot.said(**(mentioned(text) | {"conversation": GROUP} | boss)))
        await bot.settle()

    shown = json.dumps([one.body for one in bot.teams.messages], ensure_ascii=False)
    assert "a chat with me" in shown
    assert "3 documents" not in shown
    assert "Missing rules" not in shown


@pytest.mark.parametrize("text", ["report gaps 30d", "보고 빠진 규정"])
async def test_a_report_is_shown_in_a_personal_chat_to_administrators(text: str) -> None:
    boss = {"from": {"id": "29:boss", "aadObjectId": ADMIN}}

    async with running() as bot:
        await bot.send(bot.said(text, **boss))
        sent = await bot.teams.message()
        await bot.send(bot.said(text, id="2"))
        refused = await bot.teams.message(1)

    first, second = bot.conversation.asked
    assert sent.text == "Missing rules: none."
    assert (first.command, first.admin) == ("report", True)
    assert (second.command, second.text) == (None, text)
    assert "not in the store documents" in refused.text
