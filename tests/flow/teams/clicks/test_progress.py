"""A run in Teams, from its first word to its report, in one message that is changed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from aiohttp.test_utils import TestServer

from adapters.chat.under_way.commands import Commands
from adapters.chat.under_way.work import Work
from adapters.teams.api.connector import Connector
from adapters.teams.api.hosts import ServiceHosts
from adapters.teams.api.tokens import FixedToken
from adapters.teams.post.outbox import Outbox
from adapters.teams.post.run import CommandRun
from adapters.teams.receive.activities import chat_of
from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform, Reply
from bot.ports import Notify
from knowledge.model.report import Progress, Show
from tests.flow.teams.stand_in.api import TOKEN, Sent, TeamsApi
from tests.flow.teams.stand_in.identity import activity


@dataclass
class Run:
    """A run that is half done until it is let go on."""

    teams: TeamsApi
    half: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    pauses: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    """One for each time that the bot looks how far the run is."""

    async def handle(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        assert notify is not None
        assert show is not None
        await notify(Reply("Indexing…", private=True))
        show(Progress("passages", 1, 2))
        self.half.set()
        await self.done.wait()
        return Reply("Indexed 3 documents.", private=True)

    async def pause(self, seconds: float) -> None:
        await self.pauses.acquire()

    async def tried(self, number: int) -> Sent:
        """What was sent, whether Teams has answered it or not."""
        await self.teams.until(lambda: len(self.teams.tried) >= number)
        return self.teams.tried[number - 1]


@asynccontextmanager
async def running() -> AsyncIterator[Run]:
    run, work = Run(TeamsApi()), Work()
    async with TestServer(run.teams.application) as server, aiohttp.ClientSession() as session:
        connector = Connector(session, FixedToken(TOKEN), ServiceHosts(["127.0.0.1"]))
        commands = Commands(run.handle, Limits(), work, sleep=run.pause)
        chat = chat_of(activity("reindex", serviceUrl=str(server.make_url("/"))))
        message = Message(Platform.TEAMS, "a:1", "29:mina", "", command="reindex", admin=True)
        shown = CommandRun(Outbox(lambda: connector), chat, message.admin)
        await commands.run(message, shown)
        await run.half.wait()
        yield run
        await work.drain()
    assert run.teams.faults == []


async def test_how_far_it_is_and_its_report_are_put_in_the_place_of_its_first_word() -> None:
    async with running() as run:
        run.pauses.release()
        await run.tried(2)
        run.done.set()
        await run.teams.until(lambda: len(run.teams.sent) == 3)

    begun, half, report = run.teams.sent
    assert [one.method for one in run.teams.sent] == ["POST", "PUT", "PUT"]
    assert half.activity_id == report.activity_id == "1:1"
    assert "Indexing…" in str(begun.cards)
    assert "50%" in str(half.cards)
    assert "Indexed 3 documents." in str(report.cards)


async def test_a_bar_that_is_on_its_way_does_not_come_after_the_report() -> None:
    async with running() as run:
        run.teams.gate = asyncio.Event()
        run.pauses.release()
        await run.tried(2)
        run.done.set()
        await asyncio.sleep(0.05)  # the report is ready, and has to wait
        run.teams.gate.set()
        await run.teams.until(lambda: len(run.teams.sent) == 3)

    assert "50%" in str(run.teams.sent[1].cards)
    assert "Indexed 3 documents." in str(run.teams.sent[2].cards)
