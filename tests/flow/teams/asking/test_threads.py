"""What is said in channels where Teams delivers everything: most of it is not for the bot."""

from typing import Any

import pytest

from bot.model.errors import RecordsError
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.asking.test_questions import CHANNEL, GROUP, KOREAN, QUESTION, mentioned
from tests.flow.teams.stand_in.bot import Running, running

OTHER = CHANNEL | {"id": "19:chan@thread.tacv2;messageid=18"}
COLLEAGUE = {
    "type": "mention",
    "mentioned": {"id": "29:kim", "name": "Kim"},
    "text": "<at>Kim</at>",
}


def overheard(text: str, **changes: Any) -> dict[str, Any]:
    """A message in the channel that mentions nobody."""
    return {"text": text, "conversation": CHANNEL} | changes


async def heard(bot: Running, *messages: dict[str, Any]) -> list[str]:
    """What the bot was asked after it was mentioned in thread 17 and people wrote on."""
    await bot.send(bot.said(**mentioned(QUESTION)))
    await bot.teams.message()
    for number, message in enumerate(messages):
        await bot.send(bot.said(**({"id": f"next{number}"} | message)))
    await bot.settle()
    return [message.text for message in bot.conversation.asked[1:]]


@pytest.mark.parametrize("question", [QUESTION, KOREAN])
async def test_a_reply_in_a_thread_of_the_bot_needs_no_mention(question: str) -> None:
    async with running() as bot:
        asked = await heard(bot, overheard(question))

    assert asked == [question]
    assert bot.teams.messages[1].conversation_id == CHANNEL["id"]


@pytest.mark.parametrize(
    "message",
    [
        overheard("and coats?", conversation=OTHER),
        overheard("and coats?", conversation=CHANNEL | {"id": "19:chan@thread.tacv2"}),
        overheard("and coats?", conversation=GROUP),
        overheard("<at>Kim</at> and coats?", entities=[COLLEAGUE]),
        overheard("<at>Kim</at> and coats?"),
        overheard("thanks"),
        overheard("고마워요"),
        overheard("help"),
        overheard("reindex"),
    ],
)
async def test_what_is_not_for_the_bot_is_left_alone(message: dict[str, Any]) -> None:
    async with running() as bot:
        asked = await heard(bot, message)

    assert asked == []
    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize("chosen", ["2", "the second one", "두 번째요"])
async def test_a_chosen_rule_needs_no_mention(chosen: str) -> None:
    async with running() as bot:
        assert await heard(bot, overheard(chosen)) == [chosen]


@pytest.mark.parametrize(
    "talk", ["customer has no receipt", "can you cover my shift on friday Kim?", "점심 먹었어요?"]
)
async def test_what_people_say_in_its_thread_gets_an_answer_or_nothing(talk: str) -> None:
    async with running() as bot:
        asked = await heard(bot, overheard(talk))

    assert asked == [talk]
    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize("words", ["are you sure?", "왜요?"])
async def test_words_about_the_answer_are_for_the_bot_from_who_got_it(words: str) -> None:
    other = {"from": {"id": "29:other"}}

    async with running() as bot:
        asked = await heard(bot, overheard(words), overheard(words) | other)

    assert asked == [words]
    assert len(bot.teams.messages) == 2


async def test_closest_rules_are_for_those_alone_who_address_the_bot() -> None:
    other = {"from": {"id": "29:other"}}

    async with running() as bot:
        await heard(bot, *[overheard("any coats?")] * 3, overheard("any coats?") | other)

    assert not any(message.addressed for message in bot.conversation.asked[1:])
    assert len(bot.teams.messages) == 1


@pytest.mark.parametrize("said_back", ["yes", "No.", "네", "아니요"])
async def test_a_yes_or_no_to_its_question_needs_no_mention_and_always_gets_a_reply(
    said_back: str,
) -> None:
    async with running() as bot:
        bot.conversation.asks_back.add(said_back)
        asked = await heard(bot, overheard(said_back))

    [_, reply] = bot.teams.messages
    assert asked == [said_back]
    assert "not in the store documents" in reply.text


@pytest.mark.parametrize("said_back", ["yes", "네"])
async def test_a_yes_among_people_gets_no_reply(said_back: str) -> None:
    async with running() as bot:
        await heard(bot, overheard(said_back))

    assert len(bot.teams.messages) == 1


async def test_where_nobody_knows_whether_it_has_answered_it_keeps_quiet() -> None:
    conversation = FakeConversation()

    async with running(conversation) as bot:
        conversation.records.error = RecordsError("records.db is damaged")
        await bot.send(bot.said(**overheard("and coats?")))
        await bot.settle()

    assert bot.conversation.asked == []
    assert bot.teams.messages == []


@pytest.mark.parametrize("bot_id", ["28:x", "x"])
async def test_a_mention_is_known_by_the_bots_id_with_and_without_its_kind(bot_id: str) -> None:
    body = mentioned(QUESTION)
    body["entities"][0]["mentioned"] = {"id": bot_id, "name": "storewise"}

    async with running() as bot:
        await bot.send(bot.said(**body))
        await bot.teams.message()

    assert [one.text for one in bot.conversation.asked] == [QUESTION]
