"""Slash commands: acknowledged at once, answered for their caller's eyes."""

import asyncio
import json

import pytest

from bot.model import Platform
from bot.stores import Store, Stores
from tests.flow.slack.stand_in.api import Refusal, SlackApi
from tests.flow.slack.stand_in.bot import FakeConversation, running


async def test_ask_is_answered_to_its_caller_alone_with_buttons_to_go_on() -> None:
    async with running() as bot:
        response = await bot.command("U1", "/ask", "how long for headphones?")
        acknowledged = await response.text()
        post = await bot.slack.post()

    assert (response.status, acknowledged) == (200, "")
    assert (post.method, post.body["response_type"]) == ("respond", "ephemeral")
    assert "14 days" in post.text
    assert "“how long for headphones?”" in post.shown
    assert "Share in channel" in post.shown
    assert "Ask a person" in post.shown
    assert "context_actions" not in json.dumps(post.blocks)
    assert bot.conversation.asked[0].command is None


async def test_what_is_asked_privately_leans_on_no_thread_and_on_nobody_else() -> None:
    async with running() as bot:
        for user in ("U1", "U2"):
            await bot.command(user, "/ask", "how long for headphones?")
            await bot.slack.post()

    threads = [message.conversation_id for message in bot.conversation.asked]
    assert threads == ["T1:C1:ask:U1", "T1:C1:ask:U2"]


async def test_reindex_shows_how_far_it_is_and_its_report_in_one_direct_message() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation=conversation) as bot:
        response = await bot.command("UADMIN")
        waiting = bot.slack.posted.empty()
        assert conversation.gate is not None
        conversation.gate.set()
        posts = [await bot.slack.post() for _ in range(3)]

    assert (response.status, waiting) == (200, True)
    begun, note, report = posts
    assert (begun.method, begun.body["channel"]) == ("chat.postMessage", "UADMIN")
    assert (note.method, note.body["response_type"]) == ("respond", "ephemeral")
    assert "direct message" in note.text
    assert (report.method, report.text) == ("chat.update", "Indexed 3 documents.")


async def test_where_no_direct_message_passes_the_report_comes_to_the_command() -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal("messages_tab_disabled"))

    async with running(slack) as bot:
        await bot.command("UADMIN")
        posts = [await bot.slack.post(), await bot.slack.post()]

    assert [(post.method, post.text) for post in posts] == [
        ("respond", "Indexing…"),
        ("respond", "Indexed 3 documents."),
    ]


@pytest.mark.parametrize("text", ["report gaps 30d", "보고 빠진 규정 30일", ""])
async def test_a_report_comes_to_its_caller_alone_in_one_message(text: str) -> None:
    async with running() as bot:
        await bot.command("UADMIN", "/storewise", text)
        post = await bot.slack.post()

    assert (post.method, post.body["response_type"]) == ("respond", "ephemeral")
    assert post.text == "Missing rules: none."
    [asked] = bot.conversation.asked
    assert (asked.command, asked.text, asked.admin) == ("storewise", text, True)
    assert bot.slack.posted.empty()


async def test_nobody_else_gets_a_report() -> None:
    async with running() as bot:
        await bot.command("U1", "/storewise", "report gaps")
        post = await bot.slack.post()

    assert (post.method, post.body["response_type"]) == ("respond", "ephemeral")
    assert "administrators" in post.text


async def test_nobody_else_may_index_and_only_they_are_told() -> None:
    async with running() as bot:
        await bot.command("U1")
        post = await bot.slack.post()

    assert (post.method, post.body["response_type"]) == ("respond", "ephemeral")
    assert "administrators" in post.text
    assert bot.conversation.asked[0].admin is False


@pytest.mark.parametrize(
    ("text", "locale", "language"),
    [
        ("", "ko-KR", "ko"),
        ("", "en-GB", "en"),
        ("full", "ko-KR", "ko"),
        ("status", "en-GB", "en"),
        ("전체", "en-GB", "ko"),
        ("full", "", "ko"),
    ],
)
async def test_a_command_is_answered_in_the_language_of_its_words_or_of_the_persons_slack(
    text: str, locale: str, language: str
) -> None:
    slack = SlackApi()
    slack.answers["users.info"] = {"user": {"id": "U1", "team_id": "T1", "locale": locale}}

    async with running(slack, default_language="ko") as bot:
        await bot.command("U1", text=text)
        await bot.slack.post()

    assert bot.conversation.asked[0].scope.language == language


async def test_an_administrator_sets_a_channel_and_the_next_question_is_asked_so() -> None:
    async with running() as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        view = bot.slack.view("views.open")
        sent = await bot.submit(
            view,
            "UADMIN",
            store_type={"selected_option": {"value": "cafe"}},
            language={"selected_option": {"value": "ko"}},
            answer_mode={"selected_option": {"value": "mention"}},
            private={"selected_options": [{"value": "on"}]},
        )
        said = await sent.json()
        await bot.command("U1", "/ask", "how long for headphones?")
        await bot.slack.post()

    assert view["private_metadata"] == "C1"
    assert said["response_action"] == "update"
    scope = bot.conversation.asked[0].scope
    assert (scope.store_type, scope.language) == ("cafe", "ko")


_STORES = Stores(
    [
        Store("gangnam", {"ko": "강남점", "en": "Gangnam"}, channels={Platform.SLACK: ("C1",)}),
        Store("haeundae", {"ko": "해운대점"}),
    ]
)


async def test_a_channel_is_of_the_store_of_the_file_until_it_is_set_to_another() -> None:
    async with running(stores=_STORES) as bot:
        await bot.command("U1", "/ask", "how long for headphones?")
        await bot.slack.post()
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        view = bot.slack.view("views.open")
        await bot.submit(view, "UADMIN", store={"selected_option": {"value": "haeundae"}})
        await bot.command("U1", "/ask", "how long for headphones?")
        await bot.settle()

    assert view["blocks"][0]["element"]["initial_option"]["value"] == "gangnam"
    assert [one.scope.store for one in bot.conversation.asked] == ["gangnam", "haeundae"]


async def test_what_is_wrong_in_a_channels_form_is_said_at_its_field() -> None:
    async with running() as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        view = bot.slack.view("views.open")
        sent = await bot.submit(view, "UADMIN", allowed_groups={"value": "managers"})
        said = await sent.json()

    assert said["response_action"] == "errors"
    assert "S012AB3CD" in said["errors"]["allowed_groups"]


async def test_nobody_else_opens_or_sends_a_channels_form() -> None:
    async with running() as bot:
        await bot.command("U1", "/storewise-channel")
        refused = await bot.slack.post()
        form = {"type": "modal", "callback_id": "channel", "private_metadata": "C1"}
        sent = await bot.submit(form, "U1", private={"selected_options": [{"value": "on"}]})
        said = await sent.text()
        await bot.command("U1", "/ask", "how long for headphones?")
        await bot.slack.post()

    assert "administrators" in refused.text
    assert "administrators" in said
    assert "views.open" not in bot.slack.calls


async def test_who_sets_a_channel_and_who_may_not_is_in_the_audit_log() -> None:
    async with running() as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        view = bot.slack.view("views.open")
        await bot.submit(
            view,
            "UADMIN",
            private={"selected_options": [{"value": "on"}]},
            category={"value": "010-1234-5678"},
            allowed_groups={"value": "S012AB3CD"},
            audience={"selected_option": {"value": "manager"}},
        )
        await bot.command("U1", "/storewise-channel")
        await bot.slack.post()
        await bot.submit(view, "U1")
        await bot.settle()

    lines = [(one.who, one.what, one.outcome) for one in bot.conversation.audit.kept]
    refused = ("slack:T1:U1", "storewise-channel", "refused")
    assert lines == [("slack:T1:UADMIN", "storewise-channel", "done"), refused, refused]
    about = bot.conversation.audit.kept[0].about
    assert (about["channel"], about["private"]) == ("C1", True)
    assert about["allowed_groups"] == ["S012AB3CD"]
    assert about["audience"] == "manager"
    assert "010-1234-5678" not in repr(about)
    assert "answer_mode" not in about  # was not changed
