"""The channel beside the agent view: questions asked there are asked as in that channel."""

import asyncio
from typing import Any

import pytest

from adapters.chat.under_way.work import Work
from bot.model import Platform
from bot.stores import Store, Stores
from knowledge.model.documents import Audience
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.api import beside, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running

QUESTION = "how long for headphones?"
QUESTIONS = [QUESTION, "헤드폰 환불 기간은?"]
STORES = Stores(
    [
        Store("gangnam", {"ko": "강남점", "en": "Gangnam"}, channels={Platform.SLACK: ("C1",)}),
        Store("haeundae", {"ko": "해운대점"}, channels={Platform.SLACK: ("C2",)}),
    ]
)


def changed(channel: str, user: str = "U1") -> dict[str, Any]:
    """What Slack says when a person opens a channel beside the agent view."""
    return {"type": "app_context_changed", "user": user, "context": beside(channel)}


def opened(channel: str) -> dict[str, Any]:
    return {
        "type": "app_home_opened",
        "user": "U1",
        "channel": "D1",
        "tab": "messages",
        "context": beside(channel),
    }


async def asked(bot: Running, event: dict[str, Any], event_id: str = "Ev9") -> str | None:
    """Ask a question; return the store that it is asked for."""
    await bot.send(signed(event, event_id=event_id))
    await bot.slack.post()
    return bot.conversation.asked[-1].scope.store


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_question_says_itself_which_channel_is_open(question: str) -> None:
    async with running(stores=STORES) as bot:
        store = await asked(bot, direct(question, app_context=beside("C1")))

    assert store == "gangnam"


@pytest.mark.parametrize("told", [changed, opened])
async def test_a_question_that_does_not_say_it_is_for_the_channel_opened_last(told: Any) -> None:
    async with running(stores=STORES) as bot:
        await bot.send(signed(told("C1"), event_id="Ev1"))
        await bot.send(signed(told("C2"), event_id="Ev2"))
        store = await asked(bot, direct(QUESTION))

    assert store == "haeundae"


@pytest.mark.parametrize("told", [changed, opened])
async def test_a_channel_that_was_closed_counts_no_more(told: Any) -> None:
    async with running(stores=STORES) as bot:
        await bot.send(signed(told("C1"), event_id="Ev1"))
        await bot.send(signed(told(""), event_id="Ev2"))
        store = await asked(bot, direct(QUESTION))

    assert store is None


async def test_a_question_knows_better_than_what_was_opened_before() -> None:
    async with running(stores=STORES) as bot:
        await bot.send(signed(changed("C1"), event_id="Ev1"))
        store = await asked(bot, direct(QUESTION, app_context={}))

    assert store is None


async def test_in_an_older_app_the_channel_beside_an_assistant_thread_counts() -> None:
    thread = {"user_id": "U1", "channel_id": "D1", "thread_ts": "1.0"}
    started = {"type": "assistant_thread_started", "assistant_thread": thread | {"context": {}}}
    moved = {
        "type": "assistant_thread_context_changed",
        "assistant_thread": thread | {"context": {"channel_id": "C2", "team_id": "T1"}},
    }

    async with running(stores=STORES) as bot:
        await bot.send(signed(started, event_id="Ev1"))
        await bot.send(signed(moved, event_id="Ev2"))
        store = await asked(bot, direct(QUESTION))

    assert store == "haeundae"


async def test_a_suggested_question_is_for_the_open_channel_too() -> None:
    async with running(stores=STORES) as bot:
        await bot.send(signed(changed("C1"), event_id="Ev1"))
        await bot.send(signed(direct(QUESTION), event_id="Ev2"))
        await bot.click(await bot.slack.post(), "follow_up:0")
        await bot.slack.post()

    assert [one.scope.store for one in bot.conversation.asked] == ["gangnam", "gangnam"]


async def test_what_one_person_has_open_changes_nothing_for_others_or_in_channels() -> None:
    async with running(stores=STORES) as bot:
        await bot.send(signed(changed("C1"), event_id="Ev1"))
        of_another = await asked(bot, direct(QUESTION, user="U2", channel="D2"), "Ev2")
        in_channel = await asked(bot, mention(QUESTION, channel="C3"), "Ev3")

    assert (of_another, in_channel) == (None, None)


async def test_category_and_language_come_from_the_open_channel_and_rights_do_not() -> None:
    async with running(manager_user_ids=frozenset({"UBOSS"})) as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        await bot.submit(
            bot.slack.view("views.open"),
            "UADMIN",
            category={"value": "returns"},
            language={"selected_option": {"value": "ko"}},
            audience={"selected_option": {"value": "manager"}},
            private={"selected_options": [{"value": "on"}]},
            allowed_groups={"value": "S012AB3CD"},
        )
        for number, user in enumerate(("U1", "UBOSS")):
            event = direct(QUESTION, user=user, app_context=beside("C1"))
            await asked(bot, event, f"Ev{number}")

    scopes = [one.scope for one in bot.conversation.asked]
    assert [(one.category, one.language) for one in scopes] == [("returns", "ko")] * 2
    assert [one.audience for one in scopes] == [Audience.STAFF, Audience.MANAGER]


@pytest.mark.parametrize(
    "context",
    [
        {"entities": "C1"},
        {"entities": [None, {"type": "slack#/types/canvas_id", "value": "C1"}]},
        {"entities": [{"type": "slack#/types/channel_id", "value": {"id": "C1"}}]},
        {"entities": [{"type": "slack#/types/channel_id", "value": "D7"}]},
    ],
)
async def test_a_context_without_a_channel_changes_nothing(context: dict[str, Any]) -> None:
    async with running(stores=STORES) as bot:
        store = await asked(bot, direct(QUESTION, app_context=context))

    assert store is None


async def test_the_channel_of_a_message_that_is_open_counts() -> None:
    seen = {"channel_id": "C2", "message_ts": "1.0"}
    context = {"entities": [{"type": "slack#/types/message_context", "value": seen}]}

    async with running(stores=STORES) as bot:
        store = await asked(bot, direct(QUESTION, app_context=context))

    assert store == "haeundae"


async def test_what_a_restart_left_is_still_for_the_open_channel() -> None:
    stopped, before = FakeConversation(gate=asyncio.Event()), FakeInbox()
    async with running(conversation=stopped, work=Work(stop_s=0), inbox=before) as bot:
        await bot.send(signed(direct(QUESTION, app_context=beside("C1"))))

    async with running(inbox=FakeInbox(earlier=before), stores=STORES) as bot:
        await bot.slack.post()

    assert [one.scope.store for one in bot.conversation.asked] == ["gangnam"]
