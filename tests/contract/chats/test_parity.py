"""What a person may do beside asking, the same on each platform."""

import asyncio
import re
from dataclasses import dataclass, replace

import pytest

from bot.model import Message, Reply
from bot.ports import Notify
from knowledge.model.documents import Audience
from knowledge.model.report import Show
from tests.contract.chats.parity import PLATFORMS, Start
from tests.contract.chats.platforms import Shown
from tests.contract.chats.test_later_wordings import Rewording, in_place_of
from tests.flow.slack.stand_in.bot import FakeConversation

QUESTION, KOREAN = "how long for headphones?", "헤드폰 환불 기간은?"
BOTH = [(QUESTION, "14 days"), (KOREAN, "14일")]
WORDED = [
    (QUESTION, r"as of 22 Nov 2026 · worded by AI", "worded by AI"),
    (KOREAN, r"2026년 11월 22일 기준 · AI가 정리한 답변", "AI가 정리한 답변"),
]


@dataclass
class Answering(FakeConversation):
    """Answers as usual, in a model's words or from documents for some."""

    model_worded: bool = False
    audience: Audience = Audience.STAFF

    async def _kept(self, message: Message, reply: Reply) -> Reply:
        changed = replace(reply, model_worded=self.model_worded, audience=self.audience)
        return await super()._kept(message, changed)


@dataclass
class BetterWorded(Rewording):
    """Replaces each answer by one in a model's words."""

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        reply = await super().handle(message, notify, show)
        later = reply.later
        assert later is not None

        async def worded(shown: Reply, put: object) -> None:
            assert callable(put)

            async def by_model(better: Reply) -> bool:
                return bool(await put(replace(better, model_worded=True)))

            await later(shown, by_model)

        return replace(reply, later=worded)


@pytest.fixture(params=PLATFORMS)
def chatting(request: pytest.FixtureRequest) -> Start:
    """Starts the bot, on each platform in turn."""
    return PLATFORMS[request.param]


@pytest.mark.parametrize(("question", "answer"), BOTH)
async def test_a_private_answer_is_shared_once_with_who_asked_and_what(
    chatting: Start, question: str, answer: str
) -> None:
    async with chatting() as chat:
        await chat.ask_alone(question)
        alone = await chat.shown()
        await chat.share(alone)
        await chat.share(alone)
        first, *rest = [await chat.shown(), *await chat.all_shown()]

    assert alone.alone
    assert not first.alone
    assert answer in first.text
    assert question in first.text
    assert _names_its_person(first)
    assert len(rest) == 1
    assert rest[0].alone
    assert re.search("Shared|공유했습니다", rest[0].text)


async def test_an_answer_that_not_all_may_read_is_not_shared(chatting: Start) -> None:
    async with chatting(Answering(audience=Audience.MANAGER)) as chat:
        await chat.ask_alone(QUESTION, lead=True)
        await chat.share(await chat.shown(), lead=True)
        shown = [await chat.shown(), *await chat.all_shown()]

    [told] = shown
    assert told.alone
    assert "Not everyone may read" in told.text
    assert "14 days" not in told.text


@pytest.mark.parametrize(("question", "answer"), BOTH)
async def test_people_look_back_at_their_own_questions_and_at_nobody_elses(
    chatting: Start, question: str, answer: str
) -> None:
    async with chatting() as chat:
        await chat.mention(question)
        await chat.shown()
        own, others = await chat.recent(), await chat.recent(lead=True)

    assert question in own
    assert question not in others
    assert answer not in own


@pytest.mark.parametrize(("question", "answer"), BOTH)
async def test_where_the_channel_says_so_only_the_asker_sees_the_answer(
    chatting: Start, question: str, answer: str
) -> None:
    async with chatting() as chat:
        await chat.set_channel(private="on")
        await chat.mention(question)
        shown = [await chat.shown(), *await chat.all_shown()]

    [said] = shown
    assert said.alone
    assert answer in said.text


async def test_a_private_answer_is_no_part_of_what_others_asked_there(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.mention(QUESTION)
        await chat.shown()
        await chat.ask_alone(QUESTION)
        await chat.shown()

    public, private = (one.conversation_id for one in chat.conversation.asked)
    assert public != private


async def test_what_is_set_for_a_channel_holds_for_its_next_question(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.set_channel(language="ko", store_type="cafe", audience="manager")
        await chat.mention(QUESTION)
        await chat.shown()

    [asked] = chat.conversation.asked
    assert (asked.scope.language, asked.scope.store_type) == ("ko", "cafe")
    # Whoever asks is staff: the channel widens nobody's rights.
    assert asked.scope.audience is Audience.STAFF


async def test_a_group_of_the_directory_makes_managers(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.say(QUESTION)
        await chat.say_as_lead(QUESTION)
        await chat.all_shown()

    roles = {one.sender_id: one.scope.audience for one in chat.conversation.asked}
    assert sorted(roles.values()) == [Audience.MANAGER, Audience.STAFF]


@pytest.mark.parametrize(("question", "line", "words"), WORDED)
async def test_words_of_a_model_are_named_at_the_end_of_the_grey_line(
    chatting: Start, question: str, line: str, words: str
) -> None:
    async with chatting(Answering(model_worded=True)) as chat:
        await chat.mention(question)
        worded = await chat.shown()
    async with chatting(Answering()) as chat:
        await chat.mention(question)
        quoted = await chat.shown()

    assert re.search(line, worded.text, re.IGNORECASE)
    assert words not in quoted.text


async def test_a_better_wording_that_comes_later_is_named_in_the_same_place(
    chatting: Start,
) -> None:
    conversation = BetterWorded(ready=asyncio.Event())

    async with chatting(conversation) as chat:
        await chat.mention(QUESTION)
        shown = await chat.shown()
        conversation.ready.set()
        assert await conversation.ended() == [True]
        [edited] = await chat.all_shown()

    _, line, words = WORDED[0]
    assert words not in shown.text
    assert re.search(line, edited.text, re.IGNORECASE)
    assert in_place_of(edited.raw, shown.raw)


def _names_its_person(shown: Shown) -> bool:
    """Whether people read who asked: by a mention in Slack, by their name in Teams."""
    return bool(re.search("<@U1>|Mina|A colleague|동료 직원", shown.text))
