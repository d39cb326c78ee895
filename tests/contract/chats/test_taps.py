"""What a person may tap under an answer, whichever chat they ask in."""

import pytest

from bot.conversation.rate_limits import Limits
from tests.contract.chats.platforms import DIRECT, PLATFORMS, Start

ASKS_BACK = "can they bring it back?"
CONFLICT, KOREAN = "how long is lost property kept?", "분실물은 며칠 보관하나요?"
GAP = "who fixes the gate?"


@pytest.fixture(params=PLATFORMS)
def chatting(request: pytest.FixtureRequest) -> Start:
    """Starts the bot, on each platform in turn."""
    return PLATFORMS[request.param]


@pytest.mark.parametrize("colleague", [False, True])
@pytest.mark.parametrize("alone", [False, True])
async def test_a_reply_to_the_question_back_is_tapped_and_goes_on_in_its_thread(
    chatting: Start, alone: bool, colleague: bool
) -> None:
    if alone and colleague:
        pytest.skip("nobody else is in a chat with the bot alone")
    async with chatting() as chat:
        await (chat.say(ASKS_BACK) if alone else chat.mention(ASKS_BACK, "b"))
        answer = await chat.shown()
        await chat.choose(answer, 1, colleague=colleague)
        said = await chat.shown()

    first, second = chat.conversation.asked
    assert chat.offers(answer)[:2] == ["Opened", "Unopened"]
    assert second.text == "when do the coats come?"
    assert second.conversation_id == first.conversation_id
    assert "May" in said.text
    assert (said.alone, said.thread) == (alone, answer.thread) or said.raw.method == "chat.update"


@pytest.mark.parametrize("said_back", ["yes", "no", "네", "아니요"])
@pytest.mark.parametrize("alone", [False, True])
async def test_a_yes_or_no_is_typed_where_the_question_back_stands(
    chatting: Start, said_back: str, alone: bool
) -> None:
    async with chatting() as chat:
        chat.conversation.asks_back.add(said_back)
        await (chat.say(ASKS_BACK) if alone else chat.mention(ASKS_BACK))
        answer = await chat.shown()
        await (chat.say(said_back) if alone else chat.talk(said_back))
        said = await chat.shown()

    first, second = chat.conversation.asked
    assert second.text == said_back
    assert second.conversation_id == first.conversation_id
    assert said.thread == answer.thread


@pytest.mark.parametrize(
    ("question", "tell", "ask", "sent"),
    [
        (CONFLICT, "Tell the owner", "Ask a person", "Sent to Customer Care."),
        (KOREAN, "담당 부서에 알리기", "담당자에게 묻기", "Customer Care에 보냈습니다."),
        (GAP, "Tell the owner", "Ask a person", "Sent to Customer Care."),
    ],
)
async def test_the_owner_is_told_once_and_of_nobodys_name(
    chatting: Start, question: str, tell: str, ask: str, sent: str
) -> None:
    async with chatting() as chat:
        await chat.mention(question)
        answer = await chat.shown()
        first = await chat.tell_owner(answer, named=False)
        told = await chat.shown()
        second = await chat.tell_owner(answer, named=True, colleague=True)
        rest = await chat.all_shown()

    assert {tell, ask} <= set(chat.offers(answer))
    assert sent in first
    assert (told.alone, told.thread) == (True, "")
    assert question in told.text
    assert "Mina" not in told.text
    assert "<@U1>" not in told.text
    assert "Customer Care" in second
    assert sent not in second
    assert rest == []


@pytest.mark.parametrize(("question", "quote"), [(CONFLICT, "14 days"), (KOREAN, "14일")])
async def test_the_owner_reads_the_sentences_and_who_agrees_to_be_named(
    chatting: Start, question: str, quote: str
) -> None:
    async with chatting() as chat:
        await chat.mention(question)
        await chat.tell_owner(await chat.shown(), named=True, colleague=True)
        told = await chat.shown()

    assert quote in told.text
    assert "<@U2>" in told.text or "Jun Lee" in told.text


@pytest.mark.parametrize("question", ["how long for headphones?", "any coats?", "flying cars?"])
async def test_where_nobody_can_be_told_a_person_can_be_asked_if_the_answer_is_not_sure(
    chatting: Start, question: str
) -> None:
    async with chatting() as chat:
        await chat.mention(question)
        answer = await chat.shown()

    assert "Tell the owner" not in chat.offers(answer)
    assert ("Ask a person" in chat.offers(answer)) is (question == "any coats?")


async def test_a_colleague_is_asked_with_question_answer_and_note(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.mention("any coats?")
        said = await chat.ask_person(await chat.shown(), "It is for Friday, call 010-1234-5678")
        sent = await chat.shown()

    assert "Sent to" in said
    assert (sent.alone, sent.thread) == (True, "")
    assert "any coats?" in sent.text
    assert "The closest rules" in sent.text
    assert "It is for Friday" in sent.text
    assert "1234" not in sent.text


async def test_whoever_sends_too_much_passes_nothing_on(chatting: Start) -> None:
    async with chatting(limits=Limits(per_person=1)) as chat:
        await chat.mention(CONFLICT)
        answer = await chat.shown()
        told = await chat.tell_owner(answer, named=False)
        asked = await chat.ask_person(answer, "")
        rest = await chat.all_shown()

    assert "a lot of messages" in told
    assert "a lot of messages" in asked
    assert rest == []


async def test_what_was_told_is_noted_in_the_audit_log_without_words(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.say(CONFLICT)
        answer = await chat.shown()
        await chat.tell_owner(answer, named=False)
        await chat.all_shown()

    [line] = [one for one in chat.conversation.audit.kept if one.what == "tell_owner"]
    assert answer.thread == DIRECT
    assert (line.who, line.outcome, line.about["sent"]) == (chat.person, "done", 1)
    assert "lost property" not in repr(line)
