"""From a signed request of Slack to the posted reply."""

import asyncio
import json
from typing import Any

import pytest

from tests.flow.slack.stand_in.api import direct, mention, signed
from tests.flow.slack.stand_in.bot import running


@pytest.mark.parametrize(
    ("question", "bold", "citation"),
    [
        (
            "how long for headphones?",
            "**14 days** with",
            "[1] <https://kb.example/refunds?a=1&amp;b=2|Refund policy>"
            " · p. 3 · v2 · from 1 Jan 2026\n“Opened headphones can be",
        ),
        (
            "헤드폰 환불 기간은?",
            "**14일(개봉 시)\u200b**까지",
            "[1] 환불 규정 · v2 · 2026년 1월 1일 시행\n“개봉한 상품은 14일",
        ),
    ],
)
async def test_a_mention_is_answered_once_in_its_thread_with_citations(
    question: str, bold: str, citation: str
) -> None:
    async with running() as bot:
        response = await bot.send(signed(mention(question)))
        post = await bot.slack.post()
        await bot.settle()

    assert response.status == 200
    assert (post.method, post.body["channel"], post.body["thread_ts"]) == (
        "chat.postMessage",
        "C1",
        "1.0",
    )
    kinds = [block["type"] for block in post.blocks]
    assert kinds == ["markdown", "context", "actions", "context_actions"]
    assert bold in post.blocks[0]["text"]
    assert citation in post.blocks[1]["elements"][0]["text"]
    assert bot.slack.posted.empty()
    assert bot.slack.refused == []


async def test_a_post_unfurls_nothing_and_tells_other_apps_only_the_trace_id() -> None:
    async with running() as bot:
        await bot.send(signed(mention("how long for headphones?")))
        post = await bot.slack.post()

    assert (post.body["unfurl_links"], post.body["unfurl_media"]) == (False, False)
    assert post.body["metadata"] == {
        "event_type": "storewise_reply",
        "event_payload": {"trace_id": bot.conversation.asked[0].trace_id},
    }
    assert post.text == "14 days with a receipt [1].\n\nSources: Refund policy"


async def test_a_mention_inside_a_thread_is_answered_there() -> None:
    async with running() as bot:
        await bot.send(signed(mention("how long for headphones?", ts="5.0", thread_ts="1.0")))
        post = await bot.slack.post()

    assert post.body["thread_ts"] == "1.0"
    assert bot.conversation.asked[0].conversation_id == "T1:C1:1.0"


@pytest.mark.parametrize("text", ["how long for headphones?", "<@UBOT> how long for headphones?"])
async def test_a_direct_message_is_answered(text: str) -> None:
    async with running() as bot:
        await bot.send(signed(direct(text)))
        post = await bot.slack.post()

    assert (post.body["channel"], post.body["thread_ts"]) == ("D1", "1.0")
    assert bot.conversation.asked[0].text == "how long for headphones?"


async def test_an_event_that_slack_delivers_again_is_answered_once() -> None:
    async with running() as bot:
        first = await bot.send(signed(mention("hello")))
        again = await bot.send(signed(mention("hello")), **{"x-slack-retry-num": "1"})
        await bot.settle()

    assert (first.status, again.status) == (200, 200)
    assert bot.slack.calls.count("chat.postMessage") == 1


async def test_a_retry_that_is_the_only_copy_is_answered() -> None:
    async with running() as bot:
        headers = {"x-slack-retry-num": "1", "x-slack-retry-reason": "connection_failed"}
        await bot.send(signed(mention("hello")), **headers)

        assert (await bot.slack.post()).text


@pytest.mark.parametrize(
    "message",
    [direct("hello", channel="C1", channel_type="channel"), direct("hello", channel="D1")],
)
async def test_a_mention_that_also_comes_as_a_message_is_answered_once(
    message: dict[str, Any],
) -> None:
    both = message, mention("hello", channel=message["channel"])

    async with running() as bot:
        for number, event in enumerate(both):
            await bot.send(signed(event, event_id=f"Ev{number}"))
        await bot.settle()

    assert len(bot.conversation.asked) == 1
    assert bot.slack.calls.count("chat.postMessage") == 1


async def test_two_deliveries_at_the_same_instant_give_one_reply() -> None:
    async with running() as bot:
        await asyncio.gather(*(bot.send(signed(mention("hello"))) for _ in range(5)))
        await bot.settle()

    assert bot.slack.calls.count("chat.postMessage") == 1


async def test_two_questions_at_once_are_both_answered() -> None:
    async with running() as bot:
        await asyncio.gather(
            bot.send(signed(mention("how long for headphones?", ts="1.0"), event_id="Ev1")),
            bot.send(signed(mention("헤드폰 환불 기간은?", ts="2.0"), event_id="Ev2")),
        )
        posts = [await bot.slack.post(), await bot.slack.post()]

    threads = {post.body["thread_ts"]: post.text for post in posts}
    assert "14 days" in threads["1.0"]
    assert "14일" in threads["2.0"]


async def test_any_other_command_is_answered_too() -> None:
    async with running() as bot:
        await bot.command("U1", "/unheard-of")
        post = await bot.slack.post()

    assert (post.method, bot.conversation.asked[0].command) == ("respond", "unheard-of")


@pytest.mark.parametrize(
    ("event", "method", "thread"),
    [
        (mention("secret"), "chat.postEphemeral", None),
        (mention("secret", ts="5.0", thread_ts="1.0"), "chat.postEphemeral", "1.0"),
        (direct("secret"), "chat.postMessage", "1.0"),
    ],
)
async def test_a_private_reply_is_for_its_sender_alone(
    event: dict[str, Any], method: str, thread: str | None
) -> None:
    async with running() as bot:
        await bot.send(signed(event))
        post = await bot.slack.post()

    assert (post.method, post.body.get("thread_ts")) == (method, thread)
    assert method == "chat.postMessage" or post.body["user"] == "U1"


async def test_a_very_long_reply_keeps_slacks_limits_and_calls_nobody() -> None:
    async with running() as bot:
        await bot.send(signed(mention("long")))
        post = await bot.slack.post()

    assert bot.slack.refused == []
    assert "<!channel>" not in json.dumps(post.body)
    assert len(post.blocks) <= 4


async def test_all_calls_share_one_session() -> None:
    async with running() as bot:
        for number in range(3):
            await bot.send(signed(mention("hello", ts=f"{number}.0"), event_id=f"Ev{number}"))
            await bot.slack.post()

    assert len(bot.slack.sessions) == 1


async def test_health_and_readiness_are_told() -> None:
    async with running() as bot:
        health = await bot.client.get("/healthz")
        ready = await bot.client.get("/readyz")

        assert (health.status, await health.json()) == (200, {"status": "ok"})
        assert (ready.status, await ready.json()) == (200, {"status": "ready"})
