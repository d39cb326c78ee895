"""What a person begins with one replica goes on with another, and nothing is done twice."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from adapters.database import Database
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.asking.test_edits import edited
from tests.flow.teams.clicks.test_sharing import VAN
from tests.flow.teams.stand_in.bot import Running, running

pytestmark = pytest.mark.postgres

QUESTIONS = ("how long for headphones?", "헤드폰 환불 기간은?")


@pytest.fixture
async def replicas(
    databases: tuple[Database, Database],
) -> AsyncIterator[tuple[Running, Running]]:
    """Two of them, each with its own view of Teams."""
    inbox = FakeInbox()
    inbox.shared = True
    first = FakeConversation()
    second = FakeConversation(records=first.records)
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(running(conversation, inbox=inbox, database=database))
            for conversation, database in zip((first, second), databases, strict=True)
        ]
        yield one, other


@pytest.mark.parametrize("question", QUESTIONS)
async def test_the_answer_of_a_dialog_goes_into_a_message_by_another(
    replicas: tuple[Running, Running], question: str
) -> None:
    one, other = replicas
    value = {"messagePayload": VAN, "data": {"question": question}}
    dialog = await one.invoke("composeExtension/submitAction", value)
    [action] = dialog["task"]["value"]["card"]["content"]["actions"]
    value = {"messagePayload": VAN, "data": action["data"]}
    message = await other.invoke("composeExtension/submitAction", value)

    [inserted] = message["composeExtension"]["attachments"]
    shown = json.dumps(inserted["content"], ensure_ascii=False)
    assert "The van comes at 06:30." in shown
    assert question in shown


@pytest.mark.parametrize("text", ["help", "도움말"])
async def test_a_command_that_comes_to_two_is_followed_once(
    replicas: tuple[Running, Running], text: str
) -> None:
    one, other = replicas
    await asyncio.gather(*(bot.send(bot.said(text)) for bot in replicas))
    await asyncio.gather(*(bot.settle() for bot in replicas))

    assert len(one.teams.messages) + len(other.teams.messages) == 1


@pytest.mark.parametrize("now", QUESTIONS)
async def test_an_edit_of_a_question_that_another_one_answered_stands_in_place_of_its_reply(
    replicas: tuple[Running, Running], now: str
) -> None:
    one, other = replicas
    await one.send(one.said("how long for headphones"))
    first = await one.teams.message()
    await one.inbox.emptied()
    await other.send(edited(other, now))
    second = await other.teams.message()
    await asyncio.gather(*(bot.settle() for bot in replicas))

    assert (first.method, second.method) == ("POST", "PUT")
    assert other.conversation.asked[0].text == now
