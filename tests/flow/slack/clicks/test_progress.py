"""An indexing run in one message: edited now and then, and never in the run's way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.under_way.commands import RunMessage
from adapters.slack.answer.commands import DirectRun
from adapters.slack.workspace.people import People
from bot.model import Reply
from knowledge.model.documents import Language
from knowledge.model.report import Progress
from tests.flow.slack.stand_in.api import DOWN, Post, Refusal, SlackApi

REPORT = Reply("Indexed 3 documents.\nSkipped files:\n- a.pdf: no text", private=True)


class Time:
    """A time that passes when somebody says so, for one sleeper."""

    def __init__(self) -> None:
        self.now_ms = 0
        self._wake_ms = 0
        self._sleeper: asyncio.Future[None] | None = None
        self._asleep = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self._wake_ms = self.now_ms + round(seconds * 1000)
        self._sleeper = asyncio.get_running_loop().create_future()
        self._asleep.set()
        await self._sleeper

    async def passes(self, ms: int) -> None:
        """Let time pass; what wakes up does its work and sleeps again."""
        await self._asleep.wait()
        self.now_ms += ms
        if self.now_ms >= self._wake_ms and self._sleeper is not None:
            self._asleep.clear()
            self._sleeper.set_result(None)
            await self._asleep.wait()


@pytest.fixture
def slack() -> SlackApi:
    return SlackApi()


@pytest.fixture
async def client(slack: SlackApi) -> AsyncIterator[AsyncWebClient]:
    async with TestServer(slack.application) as api, aiohttp.ClientSession() as session:
        yield AsyncWebClient("xoxb-1", base_url=str(api.make_url("/api/")), session=session)


@dataclass
class Told:
    """What the person is told where they gave the command."""

    notes: list[Reply] = field(default_factory=list)
    posts: list[Reply] = field(default_factory=list)

    async def note(self, reply: Reply) -> None:
        self.notes.append(reply)

    async def post(self, reply: Reply) -> None:
        self.posts.append(reply)


@asynccontextmanager
async def shown(
    client: AsyncWebClient,
    language: Language = "en",
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    told: Told | None = None,
) -> AsyncIterator[RunMessage]:
    """The message about a run that has begun."""
    told = told or Told()
    run = DirectRun(client, People(), None, "U1", told.note, told.post, language)
    message = RunMessage(run, sleep)
    await message.begin(Reply("Indexing…", language, private=True))
    try:
        yield message
    finally:
        await message.stop()


async def test_a_hundred_steps_in_ten_seconds_are_six_edits_at_most(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    time, told = Time(), Told()

    async with shown(client, "en", time.sleep, told) as message:
        for step in range(100):
            message.show(Progress("passages", step, 100))
            await time.passes(100)
        await message.end(REPORT)

    posts = posted(slack)
    edits = [post for post in posts if post.method == "chat.update"]
    assert len(edits) == 6
    assert told.posts == []
    assert "passages embedded 99 / 100" in edits[-2].text
    assert [post.body["channel"] for post in posts] == ["U1", *["D1"] * 6]
    assert {post.body["ts"] for post in edits} == {"2.0"}


@pytest.mark.parametrize(
    ("language", "first", "bar"),
    [
        (
            "en",
            "Indexing the documents…",
            "▓▓▓▓░░░░░░ 45%  passages embedded 1,200 / 2,650 · about 40 s left",
        ),
        (
            "ko",
            "문서를 색인하는 중입니다…",
            "▓▓▓▓░░░░░░ 45%  문단 임베딩 중 1,200 / 2,650 · 약 40초 남음",
        ),
    ],
)
async def test_the_message_is_a_bar_and_then_the_report(
    language: Language, first: str, bar: str, slack: SlackApi, client: AsyncWebClient
) -> None:
    time = Time()

    async with shown(client, language, time.sleep) as message:
        message.show(Progress("passages", 1200, 2650, 40.2))
        await time.passes(2000)
        await message.end(REPORT)

    assert [post.text for post in posted(slack)] == [first, bar, REPORT.text]


async def test_a_run_that_does_not_move_is_not_edited_again(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    time = Time()

    async with shown(client, "en", time.sleep) as message:
        await time.passes(2000)
        message.show(Progress("documents", 1, 9))
        for _ in range(5):
            await time.passes(2000)

    assert slack.calls == ["chat.postMessage", "chat.update"]


async def test_the_run_never_waits_for_an_edit_and_the_report_comes_last(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    time = Time()
    gate = asyncio.Event()

    async with shown(client, "en", time.sleep) as message:
        slack.gates["chat.update"] = gate
        message.show(Progress("documents", 1, 9))
        passing = asyncio.create_task(time.passes(2000))
        await slack.until(lambda: "chat.update" in slack.calls)
        for step in range(2, 9):
            message.show(Progress("documents", step, 9))
        ending = asyncio.create_task(message.end(REPORT))
        await asyncio.sleep(0.02)
        waiting = slack.calls.count("chat.update")
        gate.set()
        await ending
    passing.cancel()

    assert waiting == 1
    assert [post.text for post in posted(slack)][2:] == [REPORT.text]


@pytest.mark.parametrize("word", ["message_not_found", "cant_update_message"])
async def test_a_message_that_was_deleted_is_followed_by_a_new_one(
    word: str, slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.refuse("chat.update", Refusal(word))
    time = Time()

    async with shown(client, "en", time.sleep) as message:
        message.show(Progress("documents", 1, 9))
        await time.passes(2000)
        await message.end(REPORT)

    assert slack.calls == ["chat.postMessage", "chat.update", "chat.postMessage", "chat.update"]


async def test_where_the_report_cannot_be_edited_in_it_is_posted(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.refuse("chat.update", Refusal("message_not_found"))

    told = Told()

    async with shown(client, "en", Time().sleep, told) as message:
        await message.end(REPORT)

    assert told.posts == []
    assert [post.method for post in posted(slack)] == ["chat.postMessage"] * 2


async def test_an_edit_that_fails_for_a_moment_posts_nothing(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.refuse("chat.update", DOWN)
    time = Time()

    async with shown(client, "en", time.sleep) as message:
        for step in (1, 2):
            message.show(Progress("documents", step, 9))
            await time.passes(2000)

    assert [post.text for post in posted(slack)][1:] == ["▓▓░░░░░░░░ 22%  documents read 2 / 9"]


async def test_a_report_that_slack_cannot_read_is_shown_in_a_plainer_form(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    slack.refuse("chat.update", Refusal("invalid_blocks"), Refusal("invalid_blocks"))

    async with shown(client, "en", Time().sleep) as message:
        await message.end(REPORT)

    last = posted(slack)[-1]
    assert (last.method, last.body["blocks"]) == ("chat.update", [])
    assert "Indexed 3 documents." in last.text


@pytest.mark.parametrize("word", ["messages_tab_disabled", "cannot_dm_bot", "user_not_found"])
async def test_whom_the_bot_cannot_write_to_the_owner_of_the_run_is_told(
    word: str, slack: SlackApi, client: AsyncWebClient, caplog: pytest.LogCaptureFixture
) -> None:
    slack.refuse("chat.postMessage", Refusal(word))

    told = Told()

    async with shown(client, told=told) as message:
        await message.end(REPORT)

    assert told.posts == [REPORT]
    assert [one.text for one in told.notes] == ["Indexing…"]
    assert [record.__dict__["reason"] for record in caplog.records] == [word]


async def test_a_report_that_cannot_be_shown_at_all_is_said_to_the_caller(
    slack: SlackApi, client: AsyncWebClient, caplog: pytest.LogCaptureFixture
) -> None:
    told = Told()

    async with shown(client, "en", Time().sleep, told) as message:
        slack.refuse("chat.update", DOWN)
        slack.refuse("chat.postMessage", DOWN)
        await message.end(REPORT)

    assert told.posts == [REPORT]
    assert [record.__dict__["reason"] for record in caplog.records] == ["internal_error"]


async def test_a_run_that_is_broken_off_leaves_nothing_running(
    slack: SlackApi, client: AsyncWebClient
) -> None:
    before = asyncio.all_tasks()

    async def run() -> None:
        async with shown(client):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await run()

    assert not [one for one in asyncio.all_tasks() - before if "edit" in repr(one.get_coro())]


def posted(slack: SlackApi) -> list[Post]:
    return [slack.posted.get_nowait() for _ in range(slack.posted.qsize())]
