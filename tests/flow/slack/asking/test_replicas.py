"""What a person begins with one replica goes on with another, and nothing is done twice."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import select

from adapters.database import Database
from adapters.database.tables import short_lived
from bot.model.errors import RecordsError
from tests.fakes import FakeInbox
from tests.flow.slack.agent_view.test_beside import STORES, changed
from tests.flow.slack.asking.test_edits import edit
from tests.flow.slack.clicks.test_buttons import IN_KOREAN, QUESTION, answered
from tests.flow.slack.clicks.test_workflows import by_workflow, shown
from tests.flow.slack.stand_in.api import BOT, VIEW, clicked_in, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running

pytestmark = pytest.mark.postgres

QUESTIONS = (QUESTION, IN_KOREAN)


@pytest.fixture
async def replicas(
    databases: tuple[Database, Database],
) -> AsyncIterator[tuple[Running, Running]]:
    """Two of them, each with its own view of Slack."""
    inbox = FakeInbox()
    inbox.shared = True
    first = FakeConversation()
    second = FakeConversation(records=first.records)
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(
                running(conversation=conversation, inbox=inbox, database=database, stores=STORES)
            )
            for conversation, database in zip((first, second), databases, strict=True)
        ]
        yield one, other


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_window_that_one_opened_is_answered_and_shared_by_others(
    replicas: tuple[Running, Running], databases: tuple[Database, Database], question: str
) -> None:
    one, other = replicas
    await one.shortcut("The van comes at 06:30. Call 010-1234-5678.")
    await one.slack.until(lambda: "views.open" in one.slack.arguments)
    await noted(databases[0], "slack modal")
    form = one.slack.view("views.open")
    await other.submit(form, question={"value": question})
    await other.slack.until(lambda: "views.update" in other.slack.arguments)
    window = other.slack.view("views.update")
    await one.send(clicked_in(window, VIEW, "share_selected"))
    shared = await one.slack.post()

    [asked] = other.conversation.asked
    assert asked.selected_text == "The van comes at 06:30. Call [REDACTED_PHONE]."
    assert "The van comes at 06:30." in json.dumps(window)
    assert question in shared.shown


async def test_two_fast_clicks_on_a_button_come_to_two_replicas_and_ask_once(
    replicas: tuple[Running, Running],
) -> None:
    one, other = replicas
    post = await answered(one)
    await one.click(post, "follow_up:0")
    await other.click(post, "follow_up:0")
    await one.settle()
    await other.settle()

    assert len(one.conversation.asked) + len(other.conversation.asked) == 2


@pytest.mark.parametrize("now", QUESTIONS)
async def test_an_edit_of_a_question_that_another_one_answered_stands_in_place_of_its_reply(
    replicas: tuple[Running, Running], now: str
) -> None:
    one, other = replicas
    await one.send(signed(mention("how long for headphones")))
    first = await one.slack.post()
    await one.inbox.emptied()
    other.slack.messages = one.slack.messages
    await other.send(
        signed(edit(f"<@{BOT}> how long for headphones", f"<@{BOT}> {now}"), event_id="Ev2")
    )
    second = await other.slack.post()

    assert (first.method, second.method) == ("chat.postMessage", "chat.update")
    assert other.conversation.asked[0].text == now


async def test_an_edit_of_what_nobody_asked_is_left_alone_by_all(
    replicas: tuple[Running, Running],
) -> None:
    one, other = replicas
    await one.send(signed(direct("how long for headphones?")))
    await one.slack.post()
    await other.send(signed(edit("lunch?", "lunch at 1?", ts="7.0"), event_id="Ev3"))
    await other.settle()

    assert other.conversation.asked == []


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_question_is_for_the_channel_that_was_opened_last_whoever_was_told(
    replicas: tuple[Running, Running], databases: tuple[Database, Database], question: str
) -> None:
    one, other = replicas
    await one.send(signed(changed("C1"), event_id="Ev1"))
    await noted(databases[0], "open channel", "C1")
    await other.send(signed(changed("C2"), event_id="Ev2"))
    await noted(databases[0], "open channel", "C2")
    await one.send(signed(direct(question), event_id="Ev3"))
    await one.slack.post()
    await other.send(signed(changed(""), event_id="Ev4"))
    await noted(databases[0], "open channel", "")
    await one.send(signed(direct(question, ts="9.0"), event_id="Ev5"))
    await one.slack.post()

    assert [asked.scope.store for asked in one.conversation.asked] == ["haeundae", None]


async def noted(database: Database, kind: str, value: str | None = None) -> None:
    """Wait until the database has a value of a kind, or any: Slack waits for none."""
    rows = select(short_lived.c.value).where(short_lived.c.key.startswith(kind))
    results = database.raising(RecordsError)
    async with asyncio.timeout(10):
        while True:
            found = await results.read(lambda db: db.scalar(rows))
            if found is not None and value in (None, found):
                return
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("question", QUESTIONS)
async def test_an_app_gets_three_replies_in_a_row_from_all_of_them_together(
    replicas: tuple[Running, Running], question: str
) -> None:
    one, other = replicas
    for number in range(1, 11):
        event = by_workflow(question) | {"ts": f"{number}.0", "thread_ts": "0.5"}
        await (one, other)[number % 2].send(signed(event, event_id=f"Ev{number}"))
    await one.inbox.emptied()
    looped = len(shown(one)) + len(shown(other))
    person = mention("thanks", ts="40.0", thread_ts="0.5") | {"type": "message"}
    await one.send(signed(person, event_id="EvPerson"))
    again = by_workflow(question) | {"ts": "41.0", "thread_ts": "0.5"}
    await other.send(signed(again, event_id="Ev41"))
    await other.slack.post()

    assert looped == 3
