"""What the bot refuses, drops or survives."""

import logging
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.web.server import WebServer
from tests.flow.slack.stand_in.api import Signed, direct, mention, sign, signed, signed_json
from tests.flow.slack.stand_in.bot import running


@pytest.mark.parametrize(
    "event",
    [
        mention("hello", user="UBOT"),
        mention("hello", subtype="bot_message"),
        direct("hello", subtype="message_changed"),
        direct("hello", channel="C1", channel_type="channel"),
        direct("hello", user=""),
        {"type": "reaction_added", "user": "U1"},
        {"type": "app_mention"},
        {"type": "message", "channel_type": "im", "text": ["?"], "user": {}, "ts": 1},
    ],
)
async def test_what_is_no_question_for_the_bot_is_acknowledged_and_dropped(
    event: dict[str, Any],
) -> None:
    async with running() as bot:
        response = await bot.send(signed(event))
        await bot.settle()

    assert response.status == 200
    assert bot.conversation.asked == []


@pytest.mark.parametrize(
    "request_",
    [
        signed(mention("hello"), secret="another"),
        signed(mention("hello"), age_s=301),
        signed(mention("hello"), age_s=-3600),
        (signed(mention("hello"))[0], {"Content-Type": "application/json"}),
        (b"{}", {"X-Slack-Request-Timestamp": "abc"}),
        (b"{}", {"X-Slack-Request-Timestamp": "9" * 40}),
        (b"{}", {"X-Slack-Request-Timestamp": "1", "X-Slack-Signature": "v0=é"}),
    ],
)
async def test_a_request_that_slack_did_not_sign_now_is_refused(request_: Signed) -> None:
    async with running() as bot:
        response = await bot.send(request_)
        await bot.settle()

    assert response.status == 401
    assert bot.conversation.asked == []


@pytest.mark.parametrize(
    "body",
    [b"{", b"[1]", b'"text"', b"null", b'{"a":' * 3000, b"\xff\xfe{", b"[" * 100_000],
)
async def test_bad_json_is_400(body: bytes) -> None:
    async with running() as bot:
        response = await bot.send(signed_json(body))

    assert response.status == 400


@pytest.mark.parametrize(
    "body",
    [
        {"type": "event_callback", "event": "text"},
        {"type": "event_callback", "event": None, "event_id": []},
        {"type": "event_callback", "event": {"type": ["app_mention"]}},
        {"type": "event_callback", "event": {"type": "message"}, "authorizations": "x"},
        {"type": "event_callback"},
        {"type": "block_actions", "actions": "x"},
        {"type": "view_submission", "view": []},
        {"type": "view_submission", "view": {}},
        {"type": "unheard_of"},
        {"command": 1},
        {},
    ],
)
async def test_signed_garbage_is_never_a_server_error(body: dict[str, Any]) -> None:
    async with running() as bot:
        response = await bot.send(signed_json(body))

    assert response.status < 500


@pytest.mark.parametrize("body", [b"", b"payload=", b"payload=%7B", b"payload=[]", b"a=1&a=2"])
async def test_a_garbage_form_is_never_a_server_error(body: bytes) -> None:
    async with running() as bot:
        response = await bot.send(sign(body, "application/x-www-form-urlencoded"))

    assert response.status < 500


async def test_a_huge_body_is_refused() -> None:
    async with running() as bot:
        response = await bot.send(signed_json(b" " * 2_000_000))

    assert response.status == 413


async def test_slack_may_check_the_certificate_without_a_signature() -> None:
    async with running() as bot:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        response = await bot.send((b"ssl_check=1&token=x", kind))

    assert response.status == 200


async def test_slack_may_verify_the_address() -> None:
    async with running() as bot:
        response = await bot.send(signed_json({"type": "url_verification", "challenge": "abc"}))

        assert await response.json() == {"challenge": "abc"}


async def test_a_request_with_a_wrong_signature_leaves_no_words_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)

    async with running() as bot:
        await bot.send(signed(mention("call Kim Minji"), secret="another"))

    assert "Minji" not in caplog.text


async def test_without_slack_there_is_no_address_for_it() -> None:
    async with TestClient(TestServer(WebServer().application)) as client:
        response = await client.post("/slack/events", data=b"{}")

    assert response.status == 404
