"""What a person may rely on, whichever chat they ask in."""

import asyncio
import logging

import pytest

from adapters.chat.under_way.work import Work
from bot.conversation.rate_limits import Limits
from tests.contract.chats.platforms import DIRECT, PLATFORMS, Chat, Shown, Start
from tests.flow.slack.stand_in.bot import FakeConversation

QUESTION, KOREAN = "how long for headphones?", "헤드폰 환불 기간은?"
ANSWERS = [(QUESTION, "14 days", "Refund policy"), (KOREAN, "14일", "환불 규정")]


@pytest.fixture(params=PLATFORMS)
def chatting(request: pytest.FixtureRequest) -> Start:
    """Starts the bot, on each platform in turn."""
    return PLATFORMS[request.param]


@pytest.mark.parametrize(("question", "answer", "title"), ANSWERS)
async def test_a_question_is_answered_once_in_its_place_with_its_document(
    chatting: Start, question: str, answer: str, title: str
) -> None:
    async with chatting() as chat:
        await chat.say(question)
        shown = [await chat.shown(), *await chat.all_shown()]

    [said] = shown
    assert (said.thread, said.alone) == (DIRECT, True)
    assert answer in said.text
    assert "[1]" in said.text
    assert title in said.text


@pytest.mark.parametrize(("question", "answer", "title"), ANSWERS)
async def test_a_mention_is_answered_once_in_its_thread_for_everybody(
    chatting: Start, question: str, answer: str, title: str
) -> None:
    async with chatting() as chat:
        await chat.mention(question, "b")
        shown = [await chat.shown(), *await chat.all_shown()]

    [said] = shown
    assert (said.thread, said.alone) == ("b", False)
    assert answer in said.text
    assert title in said.text
    assert chat.conversation.asked[0].text == question


async def test_what_is_delivered_twice_is_answered_once(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.mention(QUESTION)
        await chat.again()
        shown = await chat.all_shown()

    assert len(shown) == len(chat.conversation.asked) == 1


async def test_a_thread_is_one_conversation_and_another_thread_another(chatting: Start) -> None:
    async with chatting() as chat:
        for thread in ("a", "b", "a"):
            await chat.mention(QUESTION, thread)
            assert (await chat.shown()).thread == thread

    first, other, same = (one.conversation_id for one in chat.conversation.asked)
    assert first == same != other


async def test_a_command_is_refused_for_its_persons_eyes_only(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.command()
        shown = [await chat.shown(), *await chat.all_shown()]

    [said] = shown
    assert said.alone
    assert "Only administrators" in said.text
    assert not chat.conversation.asked[0].admin


async def test_an_administrators_command_is_reported_to_them_alone(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.command(admin=True)
        shown = await chat.all_shown()

    assert chat.conversation.asked[0].admin
    assert all(one.alone for one in shown)
    assert "Indexed 3 documents." in shown[-1].text


async def test_a_private_reply_is_for_its_persons_eyes_only(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.mention("secret")
        said = await chat.shown()

    assert said.alone
    assert "Only administrators" in said.text


@pytest.mark.parametrize(
    ("text", "question"),
    [("The van comes at 06:30.", "when?"), ("배송차는 06:30에 옵니다.", "언제 와요?")],
)
async def test_a_selected_text_is_answered_from_that_text_alone(
    chatting: Start, text: str, question: str
) -> None:
    async with chatting() as chat:
        window = await chat.ask_about(text, question)
        shown = await chat.all_shown()

    [asked] = chat.conversation.asked
    assert (asked.text, asked.selected_text) == (question, text)
    assert asked.conversation_id == ""
    assert f"The message says: {text}" in window
    assert shown == []


async def test_what_was_wrong_is_kept_with_its_answer_without_personal_data(
    chatting: Start,
) -> None:
    async with chatting() as chat:
        await chat.mention(QUESTION)
        await chat.rate(await chat.shown(), "it is 30 days, call 010-1234-5678")
        await chat.all_shown()

    [kept] = chat.conversation.records.rated.values()
    assert kept.answer_id == chat.conversation.asked[0].trace_id
    assert (kept.person, kept.good) == (chat.person, False)
    assert "30 days" in str(kept.comment)
    assert "1234" not in str(kept.comment)


@pytest.mark.parametrize("alone", [True, False])
async def test_a_suggestion_is_asked_where_it_stands(chatting: Start, alone: bool) -> None:
    async with chatting() as chat:
        await (chat.say(QUESTION) if alone else chat.mention(QUESTION))
        answer = await chat.shown()
        await chat.suggest(answer, 1)
        said = await chat.shown()

    first, asked = chat.conversation.asked
    assert asked.text == "Refund policy: Faulty goods"
    assert asked.conversation_id == first.conversation_id
    assert (said.thread, said.alone) == (answer.thread, alone)


@pytest.mark.parametrize(("text", "sorry"), [("crash for Kim", "Sorry"), ("고장 Kim", "죄송")])
async def test_a_bug_is_an_apology_with_a_reference_and_the_log_keeps_no_words(
    chatting: Start, text: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with chatting() as chat:
        await chat.mention(text)
        said = await chat.shown()

    [bug] = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert said.alone
    assert sorry in said.text
    assert bug.__dict__["trace_id"] in said.text
    assert "Kim" not in caplog.text


@pytest.mark.parametrize(
    ("question", "words"), [(QUESTION, "a lot of questions"), (KOREAN, "밀려")]
)
async def test_who_asks_when_too_many_wait_is_told_alone(
    chatting: Start, question: str, words: str
) -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with chatting(conversation, Work(at_once=1, longest_wait_s=0)) as chat:
        await chat.mention(question, "a")
        await chat.mention(question, "b")
        busy = await chat.shown()
        assert conversation.gate is not None
        conversation.gate.set()
        [answer] = await chat.all_shown()

    assert busy.alone
    assert words in busy.text
    assert (answer.thread, answer.alone) == ("a", False)


WAYS_IN = ["say", "mention", "command", "suggest", "ask_about"]
MANY = [(QUESTION, "a lot of messages"), (KOREAN, "메시지를 많이 보내셨습니다")]


async def _comes_in(chat: Chat, way: str, answer: Shown) -> str:
    """Come in once more, and return what a window shows of it."""
    if way == "suggest":
        await chat.suggest(answer, 1)
    elif way == "command":
        await chat.command()
    elif way == "ask_about":
        return await chat.ask_about("The van comes at 06:30.", "when?")
    else:
        await (chat.say(QUESTION) if way == "say" else chat.mention(QUESTION, "b"))
    return ""


@pytest.mark.parametrize("way", WAYS_IN)
async def test_who_sends_too_much_is_told_alone_by_whichever_way_in(
    chatting: Start, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with chatting(limits=Limits(per_person=1)) as chat:
        await chat.mention(QUESTION)
        answer = await chat.shown()
        window = await _comes_in(chat, way, answer)
        shown = await chat.all_shown()

    told = [window] if window else [one.text for one in shown]
    assert len(told) == 1
    assert "a lot of messages" in told[0]
    assert all(one.alone for one in shown)
    assert len(chat.conversation.asked) == 1
    [logged] = [one for one in caplog.records if "turned away" in one.message]
    assert logged.__dict__["limit"] == "person"


@pytest.mark.parametrize(("question", "words"), MANY)
async def test_who_goes_on_is_told_once_and_each_message_is_a_line_of_the_log(
    chatting: Start, question: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with chatting(limits=Limits(per_person=1)) as chat:
        for _ in range(4):
            await chat.mention(question)
        shown = await chat.all_shown()

    assert sum(words in one.text for one in shown) == 1
    assert len(shown) == 2
    assert len([one for one in caplog.records if "turned away" in one.message]) == 3


async def test_a_channel_has_a_limit_of_its_own_and_a_direct_message_is_none_of_it(
    chatting: Start,
) -> None:
    async with chatting(limits=Limits(per_channel=1)) as chat:
        await chat.mention(QUESTION, "a")
        await chat.shown()
        await chat.mention(KOREAN, "b")
        told = await chat.shown()
        await chat.say(QUESTION)
        answer = await chat.shown()

    assert told.alone
    assert "이곳에 메시지가 많이 올라왔습니다" in told.text
    assert "14 days" in answer.text


async def test_who_sends_too_much_takes_no_place_from_others(chatting: Start) -> None:
    conversation = FakeConversation(gate=asyncio.Event())
    limits = Limits(per_person=2)

    async with chatting(conversation, Work(at_once=3), limits) as chat:
        for _ in range(8):
            await chat.mention(QUESTION)
        await chat.shown()
        await chat.command(admin=True)
        assert conversation.gate is not None
        conversation.gate.set()
        shown = await chat.all_shown()

    assert any("Indexed 3 documents." in one.text for one in shown)
