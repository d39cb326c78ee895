"""Who may click what: a private answer is its person's own, and stays it when it is shared."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest

from knowledge.model.documents import Audience
from tests.flow.slack.stand_in.api import Post, Signed, mention, sign, signed, signed_json
from tests.flow.slack.stand_in.bot import Running, running

QUESTION = "how long for headphones?"


async def privately(bot: Running) -> Post:
    """What U1 alone saw after /ask in channel C1."""
    await bot.command("U1", "/ask", QUESTION)
    return await bot.slack.post()


def click(
    bot: Running,
    action_id: str,
    *,
    user: str = "U1",
    team: str = "T1",
    their_team: str = "",
    **more: Any,
) -> Signed:
    """A click on a button of the last answer, wherever it stands."""
    answer_id = bot.conversation.asked[-1].trace_id
    values = {"follow_up:0": f"{answer_id}:0", "feedback": f"{answer_id}:good"}
    body = {
        "type": "block_actions",
        "user": {"id": user} | ({"team_id": their_team} if their_team else {}),
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

    assert "I no longer have this answer" in said.text
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


async def test_what_not_everybody_may_read_is_shared_only_where_all_may() -> None:
    own: dict[str, Any] = {"user": "UM", "container": {"type": "message", "is_ephemeral": True}}
    async with running(manager_user_ids=frozenset({"UM"})) as bot:
        await managers_answer(bot)
        await bot.send(click(bot, "share", **own))
        refused = await bot.slack.post()
        await set_channel(bot, audience={"selected_option": {"value": "manager"}})
        await bot.send(click(bot, "share", **own | {"message": {"ts": "9.1", "text": "14 days"}}))
        shared = await bot.slack.post()

    assert "Not everyone may read" in refused.text
    assert shared.method == "chat.postMessage"
    assert "14 days" in shared.text


@pytest.mark.parametrize(("asked", "passed_on"), [("UM2", True), ("U9", False)])
async def test_it_is_passed_on_to_who_may_read_it_only(asked: str, passed_on: bool) -> None:
    own: dict[str, Any] = {"user": "UM", "container": {"type": "message", "is_ephemeral": True}}
    async with running(manager_user_ids=frozenset({"UM", "UM2"})) as bot:
        await managers_answer(bot)
        await bot.send(click(bot, "ask_person", **own))
        await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
        form = bot.slack.view("views.open")
        await bot.submit(form, "UM", person={"selected_user": asked})
        await bot.slack.until(lambda: "views.update" in bot.slack.arguments)
        posted = not bot.slack.posted.empty()

    told = json.dumps(bot.slack.view("views.update"))
    assert posted is passed_on
    assert ("Not everyone may read" in told) is not passed_on


async def managers_answer(bot: Running) -> None:
    """What a manager alone saw, from documents for managers."""
    await bot.command("UM", "/ask", QUESTION)
    await bot.slack.post()
    [record] = bot.conversation.records.kept
    reply = replace(record.reply, audience=Audience.MANAGER)
    bot.conversation.records.kept[:] = [replace(record, reply=reply)]


async def set_channel(bot: Running, **fields: Any) -> None:
    """Let an administrator set channel C1."""
    await bot.command("UADMIN", "/storewise-channel")
    await bot.slack.until(lambda: "views.open" in bot.slack.arguments)
    await bot.submit(bot.slack.view("views.open"), "UADMIN", **fields)


def shared_with(team: str, **more: Any) -> Signed:
    """A mention in a channel that two companies share, written by somebody of one of them."""
    body = {"type": "event_callback", "team_id": team, "event_id": "Ev5"}
    ours = [{"team_id": "T1", "enterprise_id": None, "user_id": "UBOT", "is_bot": True}]
    event = mention(QUESTION, user="U5", user_team=team)
    more = {"is_ext_shared_channel": True} | more
    return signed_json(body | more | {"authorizations": ours, "event": event})


async def test_who_is_of_another_company_is_told_that_they_are_not_answered() -> None:
    async with running() as bot:
        await bot.send(shared_with("T5"))
        reply = await bot.slack.post()

    assert bot.conversation.asked == []
    assert reply.method == "chat.postEphemeral"
    assert "people from the company" in reply.text


async def test_where_another_company_reads_along_only_who_asks_sees_the_answer() -> None:
    async with running() as bot:
        await bot.send(shared_with("T1"))
        reply = await bot.slack.post()

    [asked] = bot.conversation.asked
    assert (asked.workspace_id, asked.conversation_id) == ("T1", "T1:C1:1.0")
    assert reply.method == "chat.postEphemeral"


async def test_who_is_of_another_workspace_of_the_company_is_answered_like_anybody() -> None:
    async with running() as bot:
        await bot.send(shared_with("T5", is_ext_shared_channel=False))
        reply = await bot.slack.post()

    assert [one.workspace_id for one in bot.conversation.asked] == ["T1"]
    assert reply.method == "chat.postMessage"


@pytest.mark.parametrize("action_id", ["follow_up:0", "sources", "feedback"])
@pytest.mark.parametrize(("organisation", "shown"), [(None, False), ({"id": "E1"}, True)])
async def test_a_button_under_an_earlier_answer_shows_strangers_nothing(
    action_id: str, organisation: dict[str, str] | None, shown: bool
) -> None:
    async with running() as bot:
        await bot.send(signed(mention(QUESTION)))
        await bot.slack.post()
        stranger: dict[str, Any] = {"user": "U5", "their_team": "T5", "enterprise": organisation}
        await bot.send(click(bot, action_id, **stranger))
        await bot.settle()
        told = [bot.slack.posted.get_nowait().text for _ in range(bot.slack.posted.qsize())]
        window = json.dumps(bot.slack.arguments.get("views.update", {}))

    strangers = [one for one in (*told, window) if "people from the company" in one]
    assert bool(strangers) is not shown
    assert bool(bot.conversation.records.rated) is (shown and action_id == "feedback")
    assert len(bot.conversation.asked) == (2 if shown and action_id == "follow_up:0" else 1)
