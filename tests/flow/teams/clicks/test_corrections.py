"""Where a correction stands in Teams: in its answer's thread or chat, or with its asker alone."""

from dataclasses import replace
from typing import Any

import pytest

from bot.model import Reply
from bot.model.kept import Posting, StoredAnswer
from tests.flow.slack.stand_in.bot import ENGLISH, KOREAN, answer
from tests.flow.teams.asking.test_questions import CHANNEL, GROUP, QUESTION, mentioned
from tests.flow.teams.asking.test_questions import KOREAN as IN_KOREAN
from tests.flow.teams.clicks.test_private import FOR_ONE
from tests.flow.teams.stand_in.api import BUSY, NOT_HERE, Refusal
from tests.flow.teams.stand_in.bot import ADMIN, Running, running

CORRECTION = replace(
    answer("Correction: … Today's answer: **30 days** [1].", ENGLISH, "en"),
    trace_id="r0000000c0de",
    kept=True,
)
KOREAN_CORRECTION = replace(
    answer("정정합니다. … 현재 기준 답변: 30일 [1].", KOREAN, "ko"),
    trace_id="r0000000c0de",
    kept=True,
)


async def told(bot: Running, body: dict[str, Any]) -> StoredAnswer:
    """The answer that the bot gives to a message."""
    await bot.send(bot.said(**body))
    await bot.teams.message()
    await bot.inbox.emptied()
    return bot.conversation.records.kept[-1]


@pytest.mark.parametrize(
    ("question", "reply", "shown"),
    [(QUESTION, CORRECTION, "30 days"), (IN_KOREAN, KOREAN_CORRECTION, "30일")],
)
async def test_a_correction_stands_in_the_thread_of_the_channel(
    question: str, reply: Reply, shown: str
) -> None:
    async with running() as bot:
        answer = await told(bot, mentioned(question))
        where = bot.corrections.where(answer)
        posting = await bot.corrections.post(answer, reply)
        sent = bot.teams.messages[-1]

    assert where == CHANNEL["id"]
    assert posting.word is None
    assert (sent.conversation_id, sent.targeted) == (CHANNEL["id"], False)
    assert shown in sent.text
    assert sent.entities[0]["citation"]
    assert posting.message.startswith("teams:")


@pytest.mark.parametrize("conversation", [None, GROUP])
async def test_in_a_chat_without_threads_it_names_the_question(
    conversation: dict[str, Any] | None,
) -> None:
    body = mentioned(QUESTION) | {"conversation": conversation} if conversation else {}

    async with running() as bot:
        answer = await told(bot, body)
        await bot.corrections.post(answer, CORRECTION)
        sent = bot.teams.messages[-1]

    assert sent.text.startswith(f"“{QUESTION}”")
    assert "30 days" in sent.text


async def test_a_private_answer_is_corrected_to_its_person_alone() -> None:
    async with running() as bot:
        body = {"text": f"/ask {QUESTION}", "conversation": CHANNEL}
        answer = await told(bot, body | FOR_ONE)
        where = bot.corrections.where(answer)
        posting = await bot.corrections.post(answer, CORRECTION)
        sent = bot.teams.messages[-1]

    assert posting.word is None
    assert sent.targeted
    assert where == f"{answer.thread} {answer.person}"


async def test_where_teams_cannot_target_a_private_one_nobody_reads_it() -> None:
    async with running() as bot:
        body = {"text": f"/ask {QUESTION}", "conversation": CHANNEL}
        answer = await told(bot, body | FOR_ONE)
        bot.teams.refused_targeted = Refusal(400, "BadArgument")
        posting = await bot.corrections.post(answer, CORRECTION)

    assert (posting.word, posting.unsure) == ("BadArgument", False)
    assert len(bot.teams.messages) == 1


async def test_where_the_bot_was_removed_it_is_named() -> None:
    async with running() as bot:
        answer = await told(bot, mentioned(QUESTION))
        bot.teams.refuse(NOT_HERE)
        posting = await bot.corrections.post(answer, CORRECTION)

    assert posting.word == "BotNotInConversationRoster"
    assert posting.cure


async def test_busy_teams_is_waited_for() -> None:
    async with running() as bot:
        answer = await told(bot, mentioned(QUESTION))
        bot.teams.refuse(BUSY)
        posting = await bot.corrections.post(answer, CORRECTION)

    assert posting.word is None


async def test_an_answer_of_before_chats_were_stored_is_named() -> None:
    async with running() as bot:
        old = replace(await told(bot, mentioned(QUESTION)), place="")
        posting = await bot.corrections.post(old, CORRECTION)

    assert posting == Posting("no_place", posting.cure)
    assert len(bot.teams.messages) == 1


async def test_the_entra_id_of_the_asker_is_not_stored() -> None:
    async with running() as bot:
        boss = {"from": {"id": "29:boss", "aadObjectId": ADMIN}}
        answer = await told(bot, mentioned(QUESTION) | boss)

    assert CHANNEL["id"] in answer.place
    assert ADMIN not in answer.place
