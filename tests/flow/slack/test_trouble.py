"""When the bot, Slack or the moment is in trouble, somebody is told."""

import asyncio
import logging
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from adapters.chat.bot import GivenUp
from adapters.chat.under_way.work import Work
from adapters.database import Database
from adapters.slack.app import build_slack
from tests.fakes import FakeInbox
from tests.flow.slack.stand_in.api import (
    DOWN,
    RATE_LIMITED,
    Refusal,
    SlackApi,
    direct,
    mention,
    signed,
)
from tests.flow.slack.stand_in.bot import FakeConversation, bot, running, settings


async def test_a_command_whose_response_url_fails_leaves_a_reason(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack = SlackApi()
    slack.refuse("respond", Refusal("expired_url", 404))

    async with running(slack) as bot:
        await bot.command("UADMIN", text="status")
        await bot.settle()

    assert reasons(caplog) == ["expired_url"]


@pytest.mark.parametrize(
    ("text", "sorry"), [("crash for Kim Minji", "Sorry"), ("고장 Kim Minji", "죄송합니다")]
)
async def test_a_bug_becomes_an_apology_and_the_log_keeps_no_words(
    text: str, sorry: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async with running() as bot:
        await bot.send(signed(mention(text)))
        post = await bot.slack.post()

    [record] = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert sorry in post.text
    assert record.__dict__["trace_id"] in post.text
    assert "ValueError" in caplog.text
    assert "Minji" not in caplog.text + str([r.__dict__ for r in caplog.records])


async def test_a_rate_limit_is_waited_out() -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", RATE_LIMITED)

    async with running(slack) as bot:
        await bot.send(signed(mention("how long for headphones?")))

        assert "14 days" in (await bot.slack.post()).text


@pytest.mark.parametrize(
    "written", ["0.05", "1e-2", "", None, "-5", "soon", "nan", "Thu, 01 Jan 1970 00:00:00 GMT"]
)
@pytest.mark.parametrize("method", ["chat.postMessage", "users.info"])
async def test_a_rate_limit_is_waited_out_however_slack_writes_its_end(
    written: str | None, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.api.clients._USUAL_PAUSE_S", 0.01)
    monkeypatch.setattr("random.uniform", lambda least, _: least)
    slack = SlackApi()
    headers = {} if written is None else {"Retry-After": written}
    slack.refuse(method, Refusal("ratelimited", 429, headers))

    async with running(slack) as bot:
        await bot.send(signed(mention("헤드폰 환불 기간은?")))
        post = await bot.slack.post()

    assert "14일" in post.text
    assert post.body["channel"] == "C1"


async def test_who_would_wait_too_long_for_a_channel_is_answered_directly() -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal("ratelimited", 429, {"Retry-After": "900"}))

    async with running(slack) as bot:
        await bot.send(signed(mention("how long for headphones?")))
        post = await bot.slack.post()

    assert post.body["channel"] == "U1"
    assert "answering here" in post.shown


UNFORESEEN = [
    "invalid_arguments",
    "invalid_metadata_format",
    "metadata_too_large",
    "invalid_attachments",
    "no_text",
    "ekm_access_denied",
    "team_access_not_granted",
    "accesslimited",
    "a_word_of_next_year",
]


@pytest.mark.parametrize("word", UNFORESEEN)
@pytest.mark.parametrize("event", [mention("how long for headphones?"), direct("any coats?")])
async def test_what_slack_refuses_for_whatever_reason_is_sent_as_words_alone(
    word: str, event: dict[str, Any]
) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal(word))

    async with running(slack) as bot:
        await bot.send(signed(event))
        post = await bot.slack.post()

    assert post.body["channel"] == event["channel"]
    assert post.text
    assert not {"blocks", "metadata"} & {name for name, value in post.body.items() if value}


@pytest.mark.parametrize("word", UNFORESEEN)
async def test_what_slack_refuses_in_every_form_comes_as_a_direct_message(word: str) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", *[Refusal(word)] * 2)

    async with running(slack) as bot:
        await bot.send(signed(mention("헤드폰 환불 기간은?")))
        post = await bot.slack.post()

    assert post.body["channel"] == "U1"
    assert "14일" in post.text
    assert "여기에서 답합니다" in post.shown


async def test_what_slack_takes_nowhere_is_given_up_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack, given_up = SlackApi(), GivenUp()
    slack.refuse("chat.postMessage", *[Refusal("ekm_access_denied")] * 4)

    async with running(slack, given_up=given_up) as bot:
        await bot.send(signed(mention("how long for headphones?")))
        await bot.settle()

    assert slack.calls.count("chat.postMessage") == 4
    assert [one.message for one in caplog.records][-1] == "a reply was given up"
    [line] = [one for one in bot.conversation.audit.kept if one.kind == "delivery"]
    assert (line.outcome, line.about) == ("failed", {"reason": "ekm_access_denied"})
    assert given_up.counts == {"slack": 1}
    assert (trouble := await given_up.trouble()) is not None
    assert trouble.reason == "ekm_access_denied"
    assert "ekm_access_denied" in trouble.cure


@pytest.mark.parametrize("word", ["token_revoked", "missing_scope"])
async def test_where_slack_refuses_the_bot_itself_nothing_else_is_tried(word: str) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal(word))

    async with running(slack) as bot:
        await bot.send(signed(mention("how long for headphones?")))
        await bot.settle()

    assert slack.calls.count("chat.postMessage") == 1


@pytest.mark.parametrize("drawing", ["to_blocks", "to_line", "to_text"])
async def test_a_bug_in_drawing_a_reply_costs_no_answer(
    drawing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError

    for name in {drawing, "to_blocks"}:
        monkeypatch.setattr(f"adapters.slack.render.reply.{name}", broken)

    async with running() as bot:
        await bot.send(signed(mention("헤드폰 환불 기간은?")))
        post = await bot.slack.post()

    assert "14일" in post.text
    assert not post.blocks
    assert "a bug in a form" in caplog.text


def test_the_sdk_has_nothing_to_warn_of_at_a_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")

    with closing(Database(tmp_path)) as database:
        known = bot(FakeConversation(), tmp_path, FakeInbox(), database=database)
        build_slack(settings("http://127.0.0.1:9/"), known)

    assert caplog.records == []


async def test_a_reply_that_slack_cannot_take_leaves_a_reason_and_a_cure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", *[DOWN] * 4, Refusal("missing_scope", needed="chat:write"))

    async with running(slack) as bot:
        await bot.send(signed(mention("hello", ts="1.0"), event_id="Ev1"))
        await bot.slack.until(lambda: slack.calls.count("chat.postMessage") == 4)
        await bot.send(signed(mention("hello", ts="2.0"), event_id="Ev2"))
        await bot.settle()

    assert sorted(reasons(caplog)) == ["internal_error", "missing_scope"]
    cures = str([record.__dict__.get("cure") for record in caplog.records])
    assert "Add the scope chat:write" in cures
    assert "reinstall" in cures


@pytest.mark.parametrize(
    ("refusals", "kinds"),
    [
        (1, ["section", "context", "actions"]),
        (2, []),
    ],
)
async def test_blocks_that_slack_refuses_are_sent_in_a_plainer_form(
    refusals: int, kinds: list[str]
) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", *[Refusal("invalid_blocks")] * refusals)

    async with running(slack) as bot:
        await bot.send(signed(mention("how long for headphones?")))
        post = await bot.slack.post()

    assert [block["type"] for block in post.blocks] == kinds
    assert "Refund policy" in post.text + post.shown


@pytest.mark.parametrize("word", ["not_in_channel", "channel_not_found"])
async def test_where_the_bot_cannot_write_the_person_is_told_how_to_invite_it(word: str) -> None:
    slack = SlackApi()
    slack.refuse("chat.postMessage", Refusal(word))

    async with running(slack) as bot:
        await bot.send(signed(mention("how long for headphones?")))
        post = await bot.slack.post()

    assert post.body["channel"] == "U1"
    assert "/invite" in post.shown


async def test_when_too_many_questions_wait_the_person_is_told() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation=conversation, work=Work(at_once=1, longest_wait_s=0.3)) as bot:
        for number in range(3):
            event = mention("지금 몇 시까지 해요?", ts=f"{number}.0")
            await bot.send(signed(event, event_id=f"Ev{number}"))
        busy = await bot.slack.post()
        assert conversation.gate is not None
        conversation.gate.set()
        await bot.slack.until(lambda: bot.slack.calls.count("chat.postMessage") == 2)
        await bot.settle()

    assert (busy.method, busy.body["user"]) == ("chat.postEphemeral", "U1")
    assert "밀려" in busy.text
    assert bot.slack.calls.count("chat.postMessage") == 2


async def test_a_shutdown_lets_replies_end() -> None:
    conversation = FakeConversation(gate=asyncio.Event())

    async with running(conversation=conversation) as bot:
        await bot.send(signed(mention("how long for headphones?")))
        closing = asyncio.create_task(bot.client.close())
        assert conversation.gate is not None
        asyncio.get_running_loop().call_later(0.05, conversation.gate.set)
        await closing

    assert bot.slack.posted.qsize() == 1


async def test_while_slack_does_not_know_the_bot_the_server_is_up_but_not_ready(
    caplog: pytest.LogCaptureFixture,
) -> None:
    slack = SlackApi()
    slack.refuse("auth.test", Refusal("invalid_auth"))

    async with running(slack) as bot:
        ready = await bot.client.get("/readyz")
        event = await bot.send(signed(mention("hello")))
        forged = await bot.send(signed(mention("hello"), secret="another"))

        assert ready.status == 503
        told = (await ready.json())["reasons"]["slack"]
        assert told["reason"] == "invalid_auth"
        assert "Set SLACK_BOT_TOKEN" in told["cure"]
    assert (event.status, forged.status) == (503, 401)
    assert "SLACK_BOT_TOKEN" in str([record.__dict__.get("cure") for record in caplog.records])


async def test_a_token_that_is_revoked_under_the_running_server_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.slack.workspace.identity.RECHECK_S", 0.02)
    slack = SlackApi()

    async with running(slack) as bot:
        before = await bot.client.get("/readyz")
        slack.refuse("auth.test", *[Refusal("token_revoked")] * 1000)
        async with asyncio.timeout(10):
            while (  # noqa: ASYNC110 - over HTTP
                ready := await bot.client.get("/readyz")
            ).status == before.status:
                await asyncio.sleep(0.02)
        told = (await ready.json())["reasons"]["slack"]

    assert before.status == 200
    assert told["reason"] == "token_revoked"
    assert "Set SLACK_BOT_TOKEN" in told["cure"]


async def test_requests_with_a_wrong_signature_are_counted_with_a_hint_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running(SlackApi()) as bot:
        statuses = [
            (await bot.send(signed(mention(words), secret="another"))).status
            for words in ("hello", "안녕하세요", "hello")
        ]

    [line] = [one for one in caplog.records if one.message == "requests were refused"]
    assert statuses == [401] * 3
    assert line.__dict__["reason"] == "wrong_signature"
    assert "SLACK_SIGNING_SECRET" in line.__dict__["cure"]


async def test_requests_of_another_time_are_refused_with_a_hint_at_the_clock(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with running(SlackApi()) as bot:
        response = await bot.send(signed(mention("hello"), age_s=3_600))

    [line] = [one for one in caplog.records if one.message == "requests were refused"]
    assert response.status == 401
    assert "clock" in line.__dict__["cure"]


def reasons(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.__dict__["reason"] for record in caplog.records if "reason" in record.__dict__]
