"""What is said in channels and threads: what the bot answers unasked, and where it keeps quiet."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.flow.slack.stand_in.api import BOT, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running

QUESTION = "how long for headphones?"
ASKS_BACK = "can they bring it back?"


def said(text: str, *, ts: str = "2.0", user: str = "U1", **more: str) -> dict[str, Any]:
    """A message in channel C1."""
    kind = {"type": "message", "channel_type": "channel", "channel": "C1", "user": user, "ts": ts}
    return kind | {"text": text} | more


async def heard(bot: Running, *events: dict[str, Any]) -> list[str]:
    """What the bot was asked after it was mentioned in thread 1.0 and people wrote on."""
    await bot.send(signed(mention(QUESTION)))
    await bot.slack.post()
    for number, event in enumerate(events):
        await bot.send(signed(event, event_id=f"EvNext{number}"))
    await bot.settle()
    return [message.text for message in bot.conversation.asked[1:]]


async def test_a_reply_in_a_thread_of_the_bot_needs_no_mention() -> None:
    async with running() as bot:
        asked = await heard(bot, said("헤드폰 환불 기간은?", thread_ts="1.0"))

    posts = [bot.slack.posted.get_nowait() for _ in range(bot.slack.posted.qsize())]
    assert asked == ["헤드폰 환불 기간은?"]
    assert bot.conversation.asked[1].conversation_id == "T1:C1:1.0"
    assert posts[0].body["thread_ts"] == "1.0"


@pytest.mark.parametrize(
    "event",
    [
        said("and coats?"),
        said("and coats?", thread_ts="0.5"),
        said("<@U2> and coats?", thread_ts="1.0"),
        said("<!subteam^S1> and coats?", thread_ts="1.0"),
        said("thanks", thread_ts="1.0"),
        said("고마워요", thread_ts="1.0"),
        said("and coats?", thread_ts="1.0", bot_id="B2"),
        said(f"<@{BOT}> and coats?", thread_ts="1.0"),
        said("and coats?", thread_ts="1.0", subtype="message_changed"),
    ],
)
async def test_what_is_not_for_the_bot_is_left_alone(event: dict[str, Any]) -> None:
    async with running() as bot:
        assert await heard(bot, event) == []


@pytest.mark.parametrize("chosen", ["2", "the second one", "두 번째요"])
async def test_a_chosen_rule_needs_no_mention(chosen: str) -> None:
    async with running() as bot:
        assert await heard(bot, said(chosen, thread_ts="1.0")) == [chosen]


@pytest.mark.parametrize(
    "talk", ["customer has no receipt", "can you cover my shift on friday Kim?", "점심 먹었어요?"]
)
async def test_what_people_say_in_its_thread_gets_an_answer_or_nothing(talk: str) -> None:
    again = [said(talk, ts=f"{number}.0", thread_ts="1.0") for number in (2, 3, 4)]
    async with running() as bot:
        asked = await heard(bot, *again)

    assert asked == [talk] * 3
    assert not any(message.addressed for message in bot.conversation.asked[1:])
    assert bot.slack.posted.empty()


@pytest.mark.parametrize("user", ["U1", "U2"])
async def test_closest_rules_are_for_those_alone_who_address_the_bot(user: str) -> None:
    overheard = said("any coats?", thread_ts="1.0", user=user)
    async with running() as bot:
        await heard(bot, overheard, overheard | {"ts": "3.0"})

    assert bot.slack.posted.empty()


@pytest.mark.parametrize(("user", "times"), [("U1", 1), ("U2", 0)])
@pytest.mark.parametrize("words", ["are you sure?", "why?", "짧게", "다시 말해줘"])
async def test_words_about_the_answer_are_for_the_bot_from_who_got_it(
    words: str, user: str, times: int
) -> None:
    async with running() as bot:
        asked = await heard(bot, said(words, thread_ts="1.0", user=user))

    assert asked == [words] * times
    assert bot.slack.posted.qsize() == times


@pytest.mark.parametrize("said_back", ["yes", "No.", "네", "아니요"])
async def test_a_yes_or_no_to_its_question_needs_no_mention_and_always_gets_a_reply(
    said_back: str,
) -> None:
    async with running() as bot:
        bot.conversation.asks_back.add(said_back)
        asked = await heard(bot, said(said_back, thread_ts="1.0"))

    assert asked == [said_back]
    assert "not in the store documents" in bot.slack.posted.get_nowait().text


@pytest.mark.parametrize("said_back", ["yes", "네"])
async def test_a_yes_among_people_gets_no_reply(said_back: str) -> None:
    async with running() as bot:
        await heard(bot, said(said_back, thread_ts="1.0"))

    assert bot.slack.posted.empty()


async def test_a_channel_may_be_set_to_mentions_only() -> None:
    async with running(answer_mode="mention") as bot:
        assert await heard(bot, said("and coats?", thread_ts="1.0")) == []


async def test_a_channel_may_be_set_to_every_question_and_then_nothing_is_refused() -> None:
    async with running(answer_mode="every") as bot:
        asked = await heard(
            bot,
            said(QUESTION, ts="5.0"),
            said("who drives the van?", ts="6.0"),
            said("see you tomorrow", ts="7.0"),
        )

    posts = [bot.slack.posted.get_nowait() for _ in range(bot.slack.posted.qsize())]
    assert asked == [QUESTION, "who drives the van?"]
    assert [post.body["thread_ts"] for post in posts] == ["5.0"]


async def test_the_questions_of_a_thread_are_answered_in_order() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation=conversation) as bot:
        for number, text in enumerate((QUESTION, "first", "second")):
            event = mention(text, ts=f"{number + 1}.0", thread_ts="1.0")
            await bot.send(signed(event, event_id=f"Ev{number}"))
        assert len(conversation.asked) <= 1
        assert conversation.gate is not None
        conversation.gate.set()
        await bot.slack.until(lambda: bot.slack.calls.count("chat.postMessage") == 3)
        await bot.settle()

    assert [message.text for message in conversation.asked] == [QUESTION, "first", "second"]


async def test_stop_ends_the_work_on_a_thread_and_nothing_is_posted() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation=conversation) as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.until(lambda: "agents.sessions.setStatus" in bot.slack.calls)
        stop = {"type": "agent_session_stopped", "channel": "C1", "thread_ts": "1.0", "user": "U1"}
        response = await bot.send(signed(stop, event_id="EvStop"))
        await bot.settle()

    assert response.status == 200
    assert bot.slack.posted.empty()
    assert bot.slack.arguments["agents.sessions.setStatus"]["status"] == "active"


@pytest.mark.parametrize("said", ["yes", "네"])
async def test_a_yes_at_the_bottom_of_a_direct_message_replies_to_the_question_back(
    said: str,
) -> None:
    async with running() as bot:
        await bot.send(signed(direct(ASKS_BACK)))
        await bot.slack.post()
        await bot.send(signed(direct(said, ts="7.0"), event_id="Ev2"))
        reply = await bot.slack.post()

    assert bot.conversation.asked[1].conversation_id == "T1:D1:1.0"
    assert reply.body["thread_ts"] == "7.0"


@pytest.mark.parametrize(
    ("before", "said", "user"),
    [
        (QUESTION, "yes", "U1"),  # nothing was asked back
        (ASKS_BACK, "yes, and how long for headphones?", "U1"),
        (ASKS_BACK, "yes", "U2"),
    ],
)
async def test_other_words_at_the_bottom_of_a_direct_message_begin_anew(
    before: str, said: str, user: str
) -> None:
    async with running() as bot:
        await bot.send(signed(direct(before)))
        await bot.slack.post()
        await bot.send(signed(direct(said, ts="7.0", user=user), event_id="Ev2"))
        await bot.settle()

    assert bot.conversation.asked[1].conversation_id == "T1:D1:7.0"


@pytest.mark.parametrize("words", ["are you sure?", "영어로"])
async def test_words_about_the_answer_at_the_bottom_of_a_direct_message_join_it(
    words: str,
) -> None:
    async with running() as bot:
        await bot.send(signed(direct(QUESTION)))
        await bot.slack.post()
        await bot.send(signed(direct(words, ts="7.0"), event_id="Ev2"))
        await bot.settle()

    assert bot.conversation.asked[1].conversation_id == "T1:D1:1.0"


async def test_a_yes_long_after_the_question_back_begins_anew() -> None:
    async with running() as bot:
        await bot.send(signed(direct(ASKS_BACK)))
        await bot.slack.post()
        kept = bot.conversation.records.kept
        kept[0] = replace(kept[0], given_at=kept[0].given_at - timedelta(hours=1))
        await bot.send(signed(direct("yes", ts="7.0"), event_id="Ev2"))
        await bot.settle()

    assert bot.conversation.asked[1].conversation_id == "T1:D1:7.0"
