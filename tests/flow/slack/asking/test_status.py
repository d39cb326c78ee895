"""The sign that the bot is at work: the best that there is, always cleared, never waited for."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.post.working_sign import WorkingSigns
from adapters.slack.receive.events import Place
from bot.model import Reply
from knowledge.model.documents import Language
from tests.flow.slack.stand_in.api import DOWN, RATE_LIMITED, Post, Refusal, SlackApi

SESSION = "agents.sessions.setStatus"
STATUS = "assistant.threads.setStatus"
UNKNOWN = Refusal("unknown_method")
PLACE = Place("C1", "U1", "1.0", ts="1.5")


class Client(AsyncWebClient):
    """A client that tells when calls have come back."""

    def __init__(self, token: str, base_url: str, session: aiohttp.ClientSession) -> None:
        super().__init__(token=token, base_url=base_url, session=session)
        self._back = asyncio.Semaphore(0)

    async def api_call(self, api_method: str, **arguments: Any) -> AsyncSlackResponse:
        try:
            return await super().api_call(api_method, **arguments)
        finally:
            self._back.release()

    async def returned(self, calls: int) -> None:
        """Wait until so many more calls have come back."""
        async with asyncio.timeout(10):
            for _ in range(calls):
                await self._back.acquire()


@pytest.fixture
async def slack() -> SlackApi:
    return SlackApi()


@pytest.fixture
async def client(slack: SlackApi) -> AsyncIterator[Client]:
    async with TestServer(slack.application) as api, aiohttp.ClientSession() as session:
        yield Client("xoxb-1", str(api.make_url("/api/")), session)


async def test_a_session_is_processing_while_work_goes_on_and_active_after_it(
    slack: SlackApi, client: Client
) -> None:
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en"):
        await seen(slack, 1)
    await signs.drain()

    assert [(one.method, one.body["status"]) for one in slack.unseen] == [
        (SESSION, "processing"),
        (SESSION, "active"),
    ]
    assert {(one.body["channel_id"], one.body["thread_ts"]) for one in slack.unseen} == {
        ("C1", "1.0")
    }


async def test_quick_work_shows_no_sign(slack: SlackApi, client: Client) -> None:
    signs = WorkingSigns()

    async with signs.shown(client, PLACE, "en"):
        await client.chat_postMessage(channel="C1", text="14 days")
    await signs.drain()

    assert slack.calls == ["chat.postMessage"]


async def test_once_the_answer_is_there_no_sign_is_begun(slack: SlackApi, client: Client) -> None:
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en") as sign:
        await sign.ready()
        await client.chat_postMessage(channel="C1", text="14 days")
        await signs.drain()

    assert slack.calls == ["chat.postMessage"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "is searching the documents"), ("ko", "문서에서")]
)
async def test_without_sessions_the_thread_has_a_status_in_the_language_of_the_question(
    language: Language, words: str, slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, UNKNOWN)
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, language):
        await seen(slack, 1)
    await signs.drain()

    [shown, cleared] = slack.unseen
    assert words in shown.body["status"]
    assert shown.body["loading_messages"]
    assert (cleared.method, cleared.body["status"]) == (STATUS, "")


async def test_a_status_that_the_answer_clears_is_not_cleared_again(
    slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, UNKNOWN)
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en") as sign:
        await client.returned(2)
        await sign.ready()
        await client.chat_postMessage(channel="C1", text="14 days")
        sign.answered(Reply("30 days."))
    await signs.drain()

    assert slack.calls == [SESSION, STATUS, "chat.postMessage"]


async def test_an_answer_does_not_wait_for_a_sign_and_a_late_sign_is_cleared_after_it(
    slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, UNKNOWN)
    gate = slack.gates[STATUS] = asyncio.Event()
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en") as sign:
        await called(slack, STATUS)
        await sign.ready()
        await client.chat_postMessage(channel="C1", text="14 days")
        sign.answered(Reply("30 days."))
    before = list(slack.calls)
    gate.set()
    await signs.drain()

    assert before == [SESSION, STATUS, "chat.postMessage"]
    assert [one.body["status"] == "" for one in slack.unseen] == [False, True]


async def test_a_sign_that_came_while_the_answer_was_posted_is_cleared(
    slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, UNKNOWN)
    gate = slack.gates[STATUS] = asyncio.Event()
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en") as sign:
        await called(slack, STATUS)
        await sign.ready()
        gate.set()
        await client.returned(2)
        sign.answered(Reply("30 days."))
    await signs.drain()

    assert [one.body["status"] == "" for one in slack.unseen] == [False, True]


async def test_once_the_answer_is_there_no_other_sign_is_tried(
    slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, UNKNOWN)
    gate = slack.gates[SESSION] = asyncio.Event()
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en") as sign:
        await called(slack, SESSION)
        await sign.ready()
        gate.set()
    await signs.drain()

    assert slack.calls == [SESSION]


async def test_the_third_sign_is_a_reaction_on_the_question(
    slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, Refusal("missing_scope"))
    slack.refuse(STATUS, Refusal("not_allowed_token_type"))
    signs = WorkingSigns(delay_s=0)
    await one_question(signs, client, 2)

    async with signs.shown(client, PLACE, "en"):
        await seen(slack, 1)
    await signs.drain()

    assert [reaction(one) for one in slack.unseen] == [
        ("reactions.add", "C1", "1.5", "eyes"),
        ("reactions.remove", "C1", "1.5", "eyes"),
    ]


async def test_where_slack_offers_nothing_it_is_asked_no_more_and_said_once(
    slack: SlackApi, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    slack.refuse(SESSION, UNKNOWN)
    slack.refuse(STATUS, Refusal("an_error_of_tomorrow"))
    slack.refuse("reactions.add", Refusal("missing_scope"))
    signs = WorkingSigns(delay_s=0)

    for calls in (2, 1, 0, 0):
        await one_question(signs, client, calls)

    assert slack.calls == [SESSION, STATUS, "reactions.add"]
    assert [record.__dict__["sign"] for record in caplog.records] == slack.calls


async def test_each_workspace_has_a_ladder_of_its_own(slack: SlackApi, client: Client) -> None:
    slack.refuse(SESSION, UNKNOWN)
    signs = WorkingSigns(delay_s=0)
    assert client.session is not None
    other = Client("xoxb-2", client.base_url, client.session)
    async with signs.shown(client, PLACE, "en"):
        await seen(slack, 1)
    await signs.drain()

    async with signs.shown(other, PLACE, "en"):
        await seen(slack, 3)
    await signs.drain()

    assert [one.method for one in slack.unseen] == [STATUS, STATUS, SESSION, SESSION]


@pytest.mark.parametrize(
    ("broken", "signs_on"),
    [
        ((), (1, 1, 1)),
        ((SESSION,), (2, 1, 1)),
        ((SESSION, STATUS), (2, 1, 1)),
        ((SESSION, STATUS, "reactions.add"), (2, 1, 0)),
    ],
)
async def test_a_question_costs_at_most_three_calls_however_little_slack_offers(
    broken: tuple[str, ...], signs_on: tuple[int, ...], slack: SlackApi, client: Client
) -> None:
    for method in broken:
        slack.refuse(method, UNKNOWN)
    signs = WorkingSigns(delay_s=0)

    for calls in signs_on:
        slack.calls.clear()
        async with signs.shown(client, PLACE, "en") as sign:
            await client.returned(calls)
            await sign.ready()
            await client.chat_postMessage(channel="C1", text="14 days")
            await client.returned(1)
            sign.answered(Reply("30 days."))
        await signs.drain()
        await client.returned(len(slack.calls) - calls - 1)

        assert len(slack.calls) <= 3


@pytest.mark.parametrize("refusal", [RATE_LIMITED, Refusal("channel_not_found"), DOWN])
async def test_trouble_of_the_moment_does_not_lead_down_the_ladder(
    refusal: Refusal, slack: SlackApi, client: Client
) -> None:
    slack.refuse(SESSION, refusal)
    signs = WorkingSigns(delay_s=0)
    async with signs.shown(client, PLACE, "en"):
        await called(slack, SESSION)
    await signs.drain()
    slack.unseen.clear()

    async with signs.shown(client, PLACE, "en"):
        await seen(slack, 1)
    await signs.drain()

    assert {one.method for one in slack.unseen} == {SESSION}


async def test_a_sign_that_may_be_there_is_cleared_and_the_clear_is_tried_again(
    slack: SlackApi, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    slack.refuse(SESSION, DOWN, DOWN, DOWN)
    signs = WorkingSigns(delay_s=0, pauses_s=(0, 0))

    async with signs.shown(client, PLACE, "en"):
        await called(slack, SESSION)
    await signs.drain()

    assert [one.body["status"] for one in slack.unseen] == ["active"]
    assert caplog.records == []


@pytest.mark.parametrize("end", ["error", "cancelled"])
async def test_a_sign_is_cleared_however_the_work_ends(
    end: str, slack: SlackApi, client: Client
) -> None:
    signs = WorkingSigns(delay_s=0)

    async def work() -> None:
        async with signs.shown(client, PLACE, "en"):
            await seen(slack, 1)
            if end == "error":
                raise ValueError
            await asyncio.Event().wait()

    working = asyncio.create_task(work())
    await seen(slack, 1)
    if end == "cancelled":
        working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    await signs.drain()

    assert [one.body["status"] for one in slack.unseen] == ["processing", "active"]


async def test_in_one_thread_the_next_sign_waits_until_the_one_before_is_cleared(
    slack: SlackApi, client: Client
) -> None:
    signs = WorkingSigns(delay_s=0)
    async with signs.shown(client, PLACE, "en"):
        await seen(slack, 1)
        gate = slack.gates[SESSION] = asyncio.Event()

    async with signs.shown(client, PLACE, "en"):
        await slack.until(lambda: len(slack.calls) >= 2)
        await asyncio.sleep(0.02)
        before = len(slack.calls)
        gate.set()
        await seen(slack, 3)
    await signs.drain()

    assert before == 2
    statuses = [one.body["status"] for one in slack.unseen]
    assert statuses == ["processing", "active", "processing", "active"]


async def test_a_bug_in_a_sign_is_logged_without_words_and_costs_no_answer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked = asyncio.Event()

    class Broken(AsyncWebClient):
        async def api_call(self, api_method: str, **arguments: Any) -> AsyncSlackResponse:
            asked.set()
            raise ValueError("Kim Minji".upper())

    signs = WorkingSigns(delay_s=0)

    async with signs.shown(Broken(token="xoxb-1"), PLACE, "en"):
        await asked.wait()
    await signs.drain()

    assert caplog.text.count("a bug stopped a working sign") == 1
    assert "MINJI" not in caplog.text


async def test_what_cannot_be_cleared_at_a_shutdown_is_counted(
    slack: SlackApi, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    slack.gates[SESSION] = asyncio.Event()
    signs = WorkingSigns(delay_s=0)

    async with signs.shown(client, PLACE, "en"):
        await called(slack, SESSION)
    await signs.drain(timeout_s=0)
    slack.gates[SESSION].set()

    assert [record.__dict__["count"] for record in caplog.records] == [1]


async def one_question(signs: WorkingSigns, client: Client, calls: int) -> None:
    async with signs.shown(client, PLACE, "en"):
        await client.returned(calls)
    await signs.drain()


async def called(slack: SlackApi, method: str) -> None:
    await slack.until(lambda: method in slack.calls)


async def seen(slack: SlackApi, count: int) -> None:
    await slack.until(lambda: len(slack.unseen) >= count)


def reaction(post: Post) -> tuple[object, ...]:
    return (post.method, post.body["channel"], post.body["timestamp"], post.body["name"])
