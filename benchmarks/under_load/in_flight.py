"""People who keep questions in flight at one server."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from aiohttp.test_utils import TestServer

from benchmarks.under_load.counting import is_turned_away
from benchmarks.under_load.faults import Faults
from benchmarks.under_load.posed import Posed, SlackPeople
from benchmarks.under_load.sending import attempts, sent
from benchmarks.under_load.server import THIS, Program, Server
from benchmarks.under_load.slack import Workspace
from tests.flow.slack.stand_in.api import SECRET, TOKEN

_PATIENCE_S = 30.0  # longer than Slack's 3 s: how late a 200 comes is measured
_REPLY_LIMIT_S = 120.0
_TURNED_AWAY_S = 1.0  # the pause before somebody who was turned away asks again
_QUIET_S = 15.0


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who was answered when many people and a few who ask much came at once."""

    answered: int
    """Of the people with one question each."""
    turned_away: int
    """Of the same."""
    of_flooders: Sequence[int]
    """How many of their first questions were answered, of their second ones, and so on."""
    took_s: float


@dataclass
class Level:
    """What was measured with so many questions in flight."""

    acks_s: list[float] = field(default_factory=list)
    replies_s: list[float] = field(default_factory=list)
    """From the sending to the reply."""
    turned_away: int = 0
    refused: int = 0
    """Requests that got no 200."""
    missing: int = 0
    """Accepted questions without a reply within two minutes."""
    took_s: float = 0.0
    cpu_s: float = 0.0
    """Of the server's process."""


class People:
    """Everybody who asks one server."""

    def __init__(self, server: Server, workspace: Workspace, first: int = 0) -> None:
        """Their questions are numbered from `first`; no two people of a run share numbers."""
        self.server = server
        self.workspace = workspace
        self._chance = random.Random(1)  # noqa: S311 - no secret depends on it
        self._people = SlackPeople(workspace, self._chance, everywhere=False)
        self._number = first

    def pose(self, person: str = "") -> Posed:
        """Returns a question that nobody has asked yet."""
        self._number += 1
        return self._people.pose(self._number, person)

    async def level(self, in_flight: int, seconds: float, *, repeated: bool = False) -> Level:
        """Keeps so many questions in flight for a while."""
        self._people.are_repeated = repeated
        level, start, before_s = Level(), time.perf_counter(), self.server.cpu_s()
        async with _session() as session, asyncio.TaskGroup() as tasks:
            for _ in range(in_flight):
                tasks.create_task(self._ask_again(session, level, start + seconds))
        level.took_s = time.perf_counter() - start
        level.cpu_s = self.server.cpu_s() - before_s
        return level

    async def _ask_again(
        self, session: aiohttp.ClientSession, level: Level, ends_at: float
    ) -> None:
        while time.perf_counter() < ends_at:
            posed = self.pose()
            coming = self.workspace.coming(posed.thread, posed.person)
            start = time.perf_counter()
            reason = await attempts(session, self.server.url, _PATIENCE_S)(posed.request())
            if reason:
                level.refused += 1
                continue
            level.acks_s.append(time.perf_counter() - start)
            try:
                said = await asyncio.wait_for(coming, _REPLY_LIMIT_S)
            except TimeoutError:
                level.missing += 1
                continue
            if is_turned_away(said.text):
                level.turned_away += 1
                await asyncio.sleep(_TURNED_AWAY_S)
            else:
                level.replies_s.append(time.perf_counter() - start)

    async def crowd(self, people: int, flooders: int, each: int) -> Crowd:
        """Sends the questions of all of them at once."""
        alone = [self.pose() for _ in range(people)]
        floods = [[self.pose(f"F{one:04}") for _ in range(each)] for one in range(flooders)]
        together = alone + [posed for flood in floods for posed in flood]
        self._chance.shuffle(together)
        start = time.perf_counter()
        async with _session() as session:
            attempt = attempts(session, self.server.url, _PATIENCE_S)
            await asyncio.gather(*(sent(posed, attempt, faster=10) for posed in together))
            await self._quiet()
        took_s = time.perf_counter() - start - _QUIET_S
        said = self.workspace.said()
        answered = {one.thread for one in said if not one.whispered}
        away = {one.person for one in said if is_turned_away(one.text)}
        return Crowd(
            sum(one.thread in answered for one in alone),
            sum(one.person in away for one in alone),
            [sum(flood[nth].thread in answered for flood in floods) for nth in range(each)],
            took_s,
        )

    async def _quiet(self) -> None:
        """Waits until the bot has said nothing for a while."""
        count, since = -1, time.monotonic()
        while time.monotonic() < since + _QUIET_S:
            if len(self.workspace.kept) != count:
                count, since = len(self.workspace.kept), time.monotonic()
            await asyncio.sleep(0.2)


@asynccontextmanager
async def serving(
    folder: Path,
    index: Path,
    program: Program = THIS,
) -> AsyncIterator[People]:
    """Serves the documents in Slack, to people who ask."""
    chance = random.Random(1)  # noqa: S311 - no secret depends on it
    workspace = Workspace(chance, Faults(0.0, chance, ()))
    async with TestServer(workspace.application()) as api:
        settings = {
            "SLACK_BOT_TOKEN": TOKEN,
            "SLACK_SIGNING_SECRET": SECRET,
            "SLACK_API_URL": str(api.make_url("/api/")),
        }
        server = Server(folder, index, settings, program)
        try:
            await server.start()
            await server.until_up()
            yield People(server, workspace)
        finally:
            await server.close()


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
