"""A person lists their own recent questions in their chat with the bot, and asks one again."""

import json
from typing import Any

import pytest

from tests.flow.teams.asking.test_questions import CHANNEL, KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.bot import Running, running

KIM: dict[str, Any] = {"from": {"id": "29:kim"}, "conversation": {"id": "a:kim"}}
WORDS = [
    ("recent", QUESTION, "Your recent questions", "Ask"),
    ("최근 질문", KOREAN, "최근에 질문한 내용", "질문하기"),
]


async def listed(bot: Running, word: str = "recent", **changes: Any) -> Sent:
    before = len(bot.teams.messages)
    await bot.send(bot.said(word, id=f"list{before}", **changes))
    return await bot.teams.message(before)


def shown(sent: Sent) -> str:
    return json.dumps(sent.cards, ensure_ascii=False)


def buttons(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [one for item in node for one in buttons(item)]
    if not isinstance(node, dict):
        return []
    own = [node] if node.get("type") == "Action.Submit" else []
    return own + buttons(list(node.values()))


@pytest.mark.parametrize(("word", "question", "title", "again"), WORDS)
async def test_own_questions_are_listed_and_asked_again_by_a_tap(
    word: str, question: str, title: str, again: str
) -> None:
    async with running() as bot:
        await bot.send(bot.said(**mentioned(question)))
        await bot.teams.message()
        sent = await listed(bot, word)
        [button] = buttons(sent.cards)
        await bot.send(bot.said("", id="tap", value=button["data"]))
        answer = await bot.teams.message(2)

    assert title in shown(sent)
    assert question in shown(sent)
    assert button["title"] == again
    # Only an id: a person's words stay in the store.
    assert question not in json.dumps(button, ensure_ascii=False)
    assert [one.text for one in bot.conversation.asked] == [question, question]
    assert answer.conversation_id == "a:1"
    assert question in answer.text


async def test_nobody_lists_or_asks_what_others_asked() -> None:
    async with running() as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        await bot.teams.message()
        [button] = buttons((await listed(bot)).cards)
        others = await listed(bot, **KIM)
        await bot.send(bot.said("", id="tap", value=button["data"], **KIM))
        gone = await bot.teams.message(3)
        await bot.settle()

    assert QUESTION not in shown(others)
    assert "Nothing yet." in shown(others)
    assert "no longer works" in gone.text
    assert len(bot.conversation.asked) == 1


@pytest.mark.parametrize(
    ("word", "said"), [("recent", "for you alone"), ("최근 질문", "본인만 볼 수 있습니다")]
)
async def test_where_others_read_it_says_where_the_list_is(word: str, said: str) -> None:
    async with running() as bot:
        await bot.send(bot.said(**mentioned(QUESTION)))
        await bot.teams.message()
        await bot.send(bot.said(**(mentioned(word) | {"id": "2", "conversation": CHANNEL})))
        told = await bot.teams.message(1)

    assert said in told.text
    assert QUESTION not in told.text
    assert told.targeted


@pytest.mark.parametrize("text", ["recent changes?", "최근 질문이 뭐였지?"])
async def test_a_question_that_begins_like_the_word_is_a_question(text: str) -> None:
    async with running() as bot:
        await bot.send(bot.said(text))
        await bot.settle()

    assert [one.text for one in bot.conversation.asked] == [text]
