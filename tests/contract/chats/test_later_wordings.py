"""A better wording that comes later replaces the answer in place, once, on each platform."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from bot.answering.understand import asks
from bot.model import Message, Reply, Wait
from bot.model.said import Replace
from bot.ports import Notify
from knowledge.model.report import Show
from tests.contract.chats.platforms import PLATFORMS, Start
from tests.flow.slack.stand_in.api import Post
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in.api import Sent

QUESTION, KOREAN = "how long for headphones?", "헤드폰 환불 기간은?"
WORDINGS = [
    (QUESTION, "14 days", "Headphones: 14 days [1]."),
    (KOREAN, "14일", "헤드폰은 14일입니다 [1]."),
]


@dataclass
class Rewording(FakeConversation):
    """Words each answer better when it is told to, and keeps what became of it."""

    better: str = "Headphones: 14 days [1]."
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    times: int = 1
    """How often it tries to show each wording."""
    replaced: asyncio.Queue[bool] = field(default_factory=asyncio.Queue)

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        reply = await super().handle(message, notify, show)
        return replace(reply, later=self._later)

    async def _later(self, shown: Reply, put: Replace) -> None:
        await self.ready.wait()
        for _ in range(self.times):
            done = await put(replace(shown, text=self.better, later=None))
            self.replaced.put_nowait(done)

    async def ended(self, count: int = 1) -> list[bool]:
        async with asyncio.timeout(10):
            return [await self.replaced.get() for _ in range(count)]


@pytest.fixture(params=PLATFORMS)
def chatting(request: pytest.FixtureRequest) -> Start:
    """Starts the bot, on each platform in turn."""
    asks(QUESTION)  # loads the model, as a server does before it takes messages
    return PLATFORMS[request.param]


@pytest.mark.parametrize(("question", "first", "better"), WORDINGS)
@pytest.mark.parametrize("alone", [True, False])
async def test_a_better_wording_takes_the_place_of_the_answer(
    chatting: Start, question: str, first: str, better: str, alone: bool
) -> None:
    conversation = Rewording(better=better)

    async with chatting(conversation) as chat:
        await (chat.say(question) if alone else chat.mention(question))
        shown = await chat.shown()
        conversation.ready.set()
        [replaced] = await conversation.ended()
        rest = await chat.all_shown()

    assert replaced
    assert first in shown.text
    assert better not in shown.text
    [edited] = rest
    assert better in edited.text
    assert in_place_of(edited.raw, shown.raw)


def in_place_of(edit: Post | Sent, first: Post | Sent) -> bool:
    """Whether a message of the bot is an edit of an earlier one, with its sources below."""
    if isinstance(edit, Post):
        where = edit.body["channel"], edit.body["ts"]
        below = "Refund policy" in edit.shown or "환불 규정" in edit.shown
        return edit.method == "chat.update" and where == (edit.body["channel"], "2.0") and below
    assert isinstance(first, Sent)
    same = edit.conversation_id == first.conversation_id
    return edit.method == "PUT" and same and bool(edit.activity_id) and bool(edit.entities)


async def test_an_answer_is_replaced_once(chatting: Start) -> None:
    conversation = Rewording(times=2)

    async with chatting(conversation) as chat:
        await chat.mention(QUESTION)
        await chat.shown()
        conversation.ready.set()
        replaced = await conversation.ended(2)
        rest = await chat.all_shown()

    assert replaced == [True, False]
    assert len(rest) == 1


async def test_an_answer_stays_as_it_is_once_its_asker_has_asked_again(chatting: Start) -> None:
    conversation = Rewording()

    async with chatting(conversation) as chat:
        await chat.mention(QUESTION)
        await chat.shown()
        await chat.mention(KOREAN)
        await chat.shown()
        conversation.ready.set()
        replaced = await conversation.ended(2)
        rest = await chat.all_shown()

    assert sorted(replaced) == [False, True]
    assert len(rest) == 1


async def test_an_answer_stays_as_it_is_once_its_asker_has_written_to_somebody_else(
    chatting: Start,
) -> None:
    conversation = Rewording()

    async with chatting(conversation) as chat:
        await chat.mention(QUESTION)
        await chat.shown()
        await chat.talk("thanks Kim, see you tomorrow")
        await asyncio.sleep(0.05)
        conversation.ready.set()
        replaced = await conversation.ended()
        rest = await chat.all_shown()

    assert replaced == [False]
    assert rest == []


@pytest.mark.parametrize("question", [QUESTION, KOREAN])
async def test_a_wording_that_comes_after_its_question_was_deleted_is_not_posted(
    chatting: Start, question: str
) -> None:
    conversation = Rewording()

    async with chatting(conversation) as chat:
        await chat.mention(question)
        await chat.shown()
        await chat.delete()
        conversation.ready.set()
        replaced = await conversation.ended()
        rest = await chat.all_shown()
        taken_back = await chat.taken_back()

    assert replaced == [False]
    assert rest == []
    assert taken_back == 0


async def test_a_question_in_another_thread_changes_nothing(chatting: Start) -> None:
    conversation = Rewording()

    async with chatting(conversation) as chat:
        for thread in ("a", "b"):
            await chat.mention(QUESTION, thread)
            await chat.shown()
        conversation.ready.set()
        replaced = await conversation.ended(2)
        await chat.all_shown()

    assert replaced == [True, True]


async def test_what_one_person_alone_sees_is_not_replaced(chatting: Start) -> None:
    conversation = Rewording()
    conversation.ready.set()

    async with chatting(conversation) as chat:
        await chat.mention("secret")
        shown = [await chat.shown(), *await chat.all_shown()]

    assert len(shown) == 1
    assert conversation.replaced.empty()


async def test_the_answer_to_a_suggestion_is_replaced_with_its_question_above(
    chatting: Start,
) -> None:
    conversation = Rewording()

    async with chatting(conversation) as chat:
        await chat.mention(QUESTION)
        await chat.suggest(await chat.shown(), 1)
        await chat.shown()
        conversation.ready.set()
        await conversation.ended(2)
        rest = await chat.all_shown()

    assert [conversation.better in one.text for one in rest] == [True]
    # In Teams a tap sends the question as the person's message, just above.
    assert isinstance(rest[0].raw, Sent) or "Refund policy: Faulty goods" in rest[0].text


async def test_a_question_says_whether_its_answer_can_be_replaced(chatting: Start) -> None:
    async with chatting() as chat:
        await chat.say(QUESTION)
        await chat.mention(QUESTION)
        await chat.ask_about("The van comes at 06:30.", "when?")
        await chat.all_shown()

    *in_threads, in_a_window = (one.wait for one in chat.conversation.asked)
    assert in_threads == [Wait.EDITABLE, Wait.EDITABLE]
    assert in_a_window in (Wait.PATIENT, Wait.SHORT)
