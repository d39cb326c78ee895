"""Who may click what: a private answer is its person's own, and stays it when it is shared."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest

from knowledge.model import Audience
from tests.flow.slack_api import Post, Signed, mention, sign, signed_json
from tests.flow.slack_bot import SCOPE, Running, running

QUESTION = "how long for headphones?"


async def privately(bot: Running) -> Post:
    """What U1 alone saw after /ask in channel C1."""
    await bot.command("U1", "/ask", QUESTION)
    return await bot.slack.post()


def click(
    bot: Running, action_id: str, *, user: str = "U1", team: str = "T1", **more: Any
) -> Signed:
    """A click on a button of the last answer, wherever it stands."""
    answer_id = bot.conversation.asked[-1].trace_id
    values = {"follow_up:0": f"{answer_id}:0", "feedback": f"{answer_id}:good"}
    body = {
        "type": "block_actions",
        "user": {"id": user},
        "team": {"id": team},
        "trigger_id": "1.1",
        "channel": {"id": "C1"},
        "container": {"type": "message", "message_ts": "9.0"},
        "message": {"ts": "9.0", "text": "14 days"},
        "actions": [{"action_id": action_id, "value": values.get(action_id, answer_id)}],
        "response_url": f"{bot.api_url}respond/9",
    }
    fields = {"payload": json.dumps(body | more)}
    return sign(urlencode(fields).encode(), "application/x-www-form-urlencoded")


async def test_a_suggestion_under_a_shared_answer_leans_on_nothing_that_was_asked_privately() -> (
    None
):
    async with running() as bot:
        await privately(bot)
        await bot.send(click(bot, "follow_up:0", user="U2"))
        reply = await bot.slack.post()

    assert bot.conversation.asked[1].conversation_id == "T1:C1:9.0"
    assert (reply.body["channel"], reply.body["thread_ts"]) == ("C1", "9.0")


async def test_who_was_asked_for_help_goes_on_in_their_own_messages() -> None:
    async with running() as bot:
        await privately(bot)
        await bot.send(click(bot, "follow_up:0", user="U9", channel={"id": "D9"}))
        reply = await bot.slack.post()

    assert bot.conversation.asked[1].conversation_id == "T1:D9:9.0"
    assert reply.body["channel"] == "D9"


@pytest.mark.parametrize(
    "where",
    [
        {"user": "U2", "container": {"type": "message", "is_ephemeral": True}},
        {"user": "U2", "channel": {"id": "C2"}},
        {"user": "U1", "team": "T2"},
        {"user": "U2", "team": "T2", "channel": {"id": "D2"}},
    ],
    ids=["what another alone sees", "another channel", "another workspace", "messages there"],
)
@pytest.mark.parametrize("action_id", ["follow_up:0", "share", "ask_person", "feedback"])
async def test_an_answer_is_found_from_its_own_place_only(
    where: dict[str, Any], action_id: str
) -> None:
    async with running() as bot:
        await privately(bot)
        await bot.send(click(bot, action_id, **where))
        said = await bot.slack.post()

    assert "not kept any more" in said.text
    assert "14 days" not in said.text
    assert len(bot.conversation.asked) == 1
    assert bot.conversation.records.rated == {}
    assert "views.open" not in bot.slack.calls


@pytest.mark.parametrize("team", [None, {"id": "T5"}])
async def test_a_form_that_was_opened_in_another_workspace_is_known_by_where_the_bot_is(
    team: dict[str, str] | None,
) -> None:
    # Slack Connect: the window is of the person's workspace, the bot is installed in ours.
    view = {"type": "modal", "callback_id": "feedback", "app_installed_team_id": "T1"}
    async with running() as bot:
        await privately(bot)
        view["private_metadata"] = bot.conversation.asked[0].trace_id
        body = {"type": "view_submission", "user": {"id": "U5", "team_id": "T5"}}
        sent = body | {"team": team, "view": view | {"id": "V1"}}
        fields = {"payload": json.dumps(sent)}
        await bot.send(sign(urlencode(fields).encode(), "application/x-www-form-urlencoded"))
        await bot.settle()

    [feedback] = bot.conversation.records.rated.values()
    assert feedback.person == "slack:T1:U5"


async def test_what_not_everybody_may_read_is_neither_shared_nor_passed_on() -> None:
    async with running() as bot:
        await privately(bot)
        [record] = bot.conversation.records.kept
        scope = replace(SCOPE, audience=Audience.MANAGER)
        bot.conversation.records.kept[:] = [
            replace(record, reply=replace(record.reply, scope=scope))
        ]
        own: dict[str, Any] = {"container": {"type": "message", "is_ephemeral": True}}
        said = []
        for action_id in ("share", "ask_person"):
            await bot.send(click(bot, action_id, **own))
            said.append((await bot.slack.post()).text)

    assert all("not everybody may read" in text for text in said)
    assert "views.open" not in bot.slack.calls


async def test_who_is_of_another_company_is_answered_as_the_shared_channel_is_set() -> None:
    # Slack Connect: the event names the workspace of its sender, and ours as the authorized one.
    async with running() as bot:
        await bot.command("UADMIN", "/storewise-channel")
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        form = bot.slack.view("views.open")
        await bot.submit(form, "UADMIN", private={"selected_options": [{"value": "on"}]})
        body = {"type": "event_callback", "team_id": "T5", "event_id": "Ev5"}
        ours = [{"team_id": "T1", "enterprise_id": None, "user_id": "UBOT", "is_bot": True}]
        event = mention(QUESTION, user="U5", user_team="T5")
        await bot.send(signed_json(body | {"authorizations": ours, "event": event}))
        reply = await bot.slack.post()

    [asked] = bot.conversation.asked
    assert (asked.workspace_id, asked.conversation_id) == ("T1", "T1:C1:1.0")
    assert reply.method == "chat.postEphemeral"
