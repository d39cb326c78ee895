"""Socket Mode: from an envelope on the socket to the posted reply, and what keeps it alive."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from tests.flow.slack.stand_in.api import Refusal, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation, Running, running
from tests.flow.slack.stand_in.socket import (
    APP_TOKEN,
    QUICK,
    TICKET,
    SlackSocket,
    both_ways,
    by_socket,
    event,
)


@asynccontextmanager
async def connected(
    slack: SlackSocket, conversation: FakeConversation | None = None, **more: Any
) -> AsyncIterator[Running]:
    chosen = {"settings_of": by_socket, "pace": QUICK, **more}
    async with running(slack, conversation, **chosen) as bot:
        yield bot


async def trouble(bot: Running) -> str | None:
    """Return what /readyz says about Slack."""
    said = await (await bot.client.get("/readyz")).json()
    return str(said["reasons"]["slack"]["reason"]) if "reasons" in said else None


async def ready(bot: Running) -> None:
    """Wait until the bot says that it works."""
    async with asyncio.timeout(10):
        while await trouble(bot) is not None:  # noqa: ASYNC110 - over HTTP
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("question", "words"),
    [("how long for headphones?", "14 days"), ("헤드폰 환불 기간은?", "14일")],
)
async def test_a_mention_by_socket_is_acknowledged_and_answered_in_its_thread(
    question: str, words: str
) -> None:
    slack = SlackSocket()

    async with connected(slack) as bot:
        await slack.opened(1)
        envelope = await slack.send(event(mention(question)))
        ack = await slack.acknowledged()
        post = await slack.post()

    assert ack == {"envelope_id": envelope}
    assert (post.body["channel"], post.body["thread_ts"]) == ("C1", "1.0")
    assert words in post.text
    assert len(bot.conversation.asked) == 1


async def test_without_a_signing_secret_nobody_can_send_by_http() -> None:
    async with connected(SlackSocket()) as bot:
        response = await bot.send(signed(mention("hello"), secret=""))
        await bot.settle()

    assert response.status == 404
    assert bot.conversation.asked == []


async def test_with_a_signing_secret_both_ways_lead_to_one_answer() -> None:
    slack = SlackSocket()

    async with connected(slack, settings_of=both_ways) as bot:
        await slack.opened(1)
        await bot.send(signed(mention("how long for headphones?")))
        await slack.send(event(mention("how long for headphones?")))
        await slack.acknowledged()
        await bot.settle()

    assert slack.calls.count("chat.postMessage") == 1


async def test_an_envelope_that_comes_again_is_acknowledged_and_answered_once() -> None:
    slack = SlackSocket()

    async with connected(slack) as bot:
        await slack.opened(1)
        await slack.send(event(mention("hello")))
        await slack.send(event(mention("hello")), retry_attempt=1, retry_reason="timeout")
        acks = [await slack.acknowledged(), await slack.acknowledged()]
        await bot.settle()

    assert {ack["envelope_id"] for ack in acks} == {"E1", "E2"}
    assert slack.calls.count("chat.postMessage") == 1


async def test_a_command_by_socket_is_answered_to_its_caller() -> None:
    slack = SlackSocket()
    command = {"command": "/ask", "team_id": "T1", "channel_id": "C1", "user_id": "U1"}

    async with connected(slack) as bot:
        await slack.opened(1)
        where = {"response_url": f"{bot.api_url}respond/1", "trigger_id": "1.1"}
        where["text"] = "how long for headphones?"
        await slack.send(command | where, "slash_commands", accepts_response_payload=True)
        ack = await slack.acknowledged()
        post = await slack.post()

    assert ack == {"envelope_id": "E1"}
    assert (post.method, post.body["response_type"]) == ("respond", "ephemeral")
    assert "14 days" in post.text


async def test_all_calls_share_one_session() -> None:
    slack = SlackSocket()

    async with connected(slack) as bot:
        await slack.opened(1)
        await ready(bot)
        await slack.send(event(mention("hello")))
        await slack.post()

    assert len(slack.sessions) == 1


async def test_a_socket_that_slack_drops_is_built_anew() -> None:
    slack = SlackSocket()

    async with connected(slack) as bot:
        await slack.opened(1)
        await ready(bot)
        slack.refuse("apps.connections.open", *[Refusal("internal_error", 500)] * 3)
        await slack.sockets[0].close()
        word = await trouble(bot)
        await slack.opened(2)
        await ready(bot)
        await slack.send(event(mention("how long for headphones?")))
        post = await slack.post()

    assert word in {"socket_disconnected", "internal_error"}
    assert "14 days" in post.text


async def test_a_socket_that_falls_silent_without_closing_is_built_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack = SlackSocket()

    async with connected(slack) as bot:
        await slack.opened(1)
        await ready(bot)
        slack.stalled.add(0)
        await slack.opened(2)
        await ready(bot)
        await slack.send(event(mention("how long for headphones?")))
        post = await slack.post()

    assert "14 days" in post.text
    assert "socket_disconnected" in [r.__dict__.get("reason") for r in caplog.records]


async def test_a_socket_on_which_slack_never_greets_is_given_up() -> None:
    slack = SlackSocket()
    slack.greets = False

    async with connected(slack) as bot:
        await slack.opened(1)
        word = await trouble(bot)
        slack.greets = True
        await slack.opened(2)
        await ready(bot)

    assert word == "starting"


async def test_when_slack_asks_to_move_the_bot_moves() -> None:
    slack = SlackSocket()

    async with connected(slack) as bot:
        await slack.opened(1)
        await ready(bot)
        await slack.say("disconnect", reason="refresh_requested")
        await slack.opened(2)
        await ready(bot)
        await slack.send(event(mention("how long for headphones?")))

        assert "14 days" in (await slack.post()).text


@pytest.mark.parametrize("greeted", [False, True])
async def test_a_socket_beyond_the_ten_that_slack_takes_waits_and_says_what_to_do(
    greeted: bool, caplog: pytest.LogCaptureFixture
) -> None:
    slack = SlackSocket()
    slack.most = 1 if greeted else 0

    async with connected(slack, pace=replace(QUICK, first_pause_s=0.2)) as bot:
        if greeted:
            await slack.opened(1)
            await ready(bot)
            slack.most = 0
            await slack.say("disconnect", reason="too_many_websockets")
        await asyncio.sleep(0.5)
        word, opened = await trouble(bot), slack.calls.count("apps.connections.open")
        slack.most = 10
        await ready(bot)
        await slack.send(event(mention("how long for headphones?")))
        post = await slack.post()

    cures = [str(r.__dict__["cure"]) for r in caplog.records if "cure" in r.__dict__]
    assert word == "too_many_websockets"
    assert ["SLACK_SIGNING_SECRET" in cure for cure in cures] == [True]
    assert opened <= 4
    assert "14 days" in post.text


async def test_a_token_that_slack_refuses_is_told_once_with_its_cure_and_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack = SlackSocket()
    slack.refuse("apps.connections.open", *[Refusal("invalid_auth")] * 4)

    async with connected(slack) as bot:
        word = await trouble(bot)
        await slack.opened(1)
        await ready(bot)

    cures = [str(r.__dict__["cure"]) for r in caplog.records if "cure" in r.__dict__]
    assert word in {"starting", "invalid_auth"}
    assert ["SLACK_APP_TOKEN" in cure for cure in cures] == [True]
    assert slack.calls.count("apps.connections.open") == 5


async def test_a_shutdown_ends_what_was_taken_on_and_takes_nothing_more() -> None:
    slack, conversation = SlackSocket(), FakeConversation(gate=asyncio.Event())

    async with connected(slack, conversation) as bot:
        await slack.opened(1)
        await slack.send(event(mention("how long for headphones?")))
        await slack.acknowledged()
        closing = asyncio.create_task(bot.client.close())
        await asyncio.sleep(0.1)
        await slack.send(event(mention("hello", ts="2.0"), "Ev2"))
        assert conversation.gate is not None
        asyncio.get_running_loop().call_later(0.1, conversation.gate.set)
        await closing

    assert "14 days" in (await slack.post()).text
    assert len(conversation.asked) == 1
    assert slack.acks.empty()


async def test_while_slack_does_not_know_the_bot_an_event_is_left_to_slack() -> None:
    slack = SlackSocket()
    slack.refuse("auth.test", Refusal("invalid_auth"))

    async with connected(slack) as bot:
        await slack.opened(1)
        await slack.send(event(mention("hello")))
        await slack.send({"type": "event_callback", "event": "text"})
        ack = await slack.acknowledged()
        await bot.settle()

    assert ack == {"envelope_id": "E2"}
    assert bot.conversation.asked == []


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "event_callback", "event": None, "event_id": []},
        {"type": "event_callback", "event": {"type": ["app_mention"]}},
        {"type": "block_actions", "actions": "x"},
        {"type": "unheard_of"},
        "text",
        {},
    ],
)
async def test_garbage_does_not_stop_the_socket(payload: object) -> None:
    slack = SlackSocket()

    async with connected(slack):
        await slack.opened(1)
        await slack.send(payload)
        await slack.say("unheard_of")
        await slack.send(event(mention("how long for headphones?")))

        assert "14 days" in (await slack.post()).text


async def test_no_token_and_no_address_of_a_socket_is_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "adapters")
    caplog.set_level(logging.DEBUG, "slack_sdk")
    slack = SlackSocket()
    slack.refuse("apps.connections.open", Refusal("invalid_auth"), Refusal("", 500))
    slack.shut = 1

    async with connected(slack) as bot:
        await slack.opened(1)
        await ready(bot)
        await slack.sockets[0].close()
        await slack.opened(2)
        await slack.send(event(mention("call Kim Minji")))
        await slack.post()

    # The server that runs the test writes addresses down; Slack keeps its own to itself.
    records = [record for record in caplog.records if record.name != "aiohttp.access"]
    logged = str([(record.getMessage(), record.__dict__) for record in records])
    assert "the socket to Slack is open" in logged
    assert not any(secret in logged for secret in (APP_TOKEN, TICKET, "Minji"))
