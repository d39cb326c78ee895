"""Several servers on one PostgreSQL and one Chroma, all of which break while people ask."""

import asyncio
import random
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from aiohttp.test_utils import TestServer

from benchmarks.under_load.answered_from import Answered, Move, answered_from, on_their_way, watch
from benchmarks.under_load.counting import Said
from benchmarks.under_load.faults import Faults
from benchmarks.under_load.killing import PLATFORMS, Outcome, until_quiet
from benchmarks.under_load.posed import Request, SlackPeople, TeamsPeople
from benchmarks.under_load.sending import Attempt, Sending, attempts, sent, unheard
from benchmarks.under_load.server import Server, command
from benchmarks.under_load.slack import Workspace
from benchmarks.under_load.teams import Tenant
from bot.settings import SAMPLE
from tests.engines.chroma_server import free_port
from tests.engines.postgresql import PostgresqlServer, postgresql_server, programs
from tests.flow.slack.stand_in.api import SECRET, TOKEN

_UNHEARD = 0.1
"""Share of the questions that come four times, as no 200 for them reaches Slack or Teams."""
_TWICE = 0.1
"""Share of the questions that two replicas get at the same time."""
_DOWN_S = (0.0, 3.0)
"""How long a killed replica is away before it is started again."""
_SHARE_OF_CHROMA = 0.3
"""The part of the run after which Chroma stops."""
_QUIET_S = 20.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of everything is in a run, which takes about `seconds`."""

    replicas: int
    events: int
    activities: int
    kills: int
    restarts: int
    """Of PostgreSQL."""
    chroma_s: float
    """How long Chroma is stopped, once."""
    indexings: int
    seconds: float
    seed: int
    faster: float

    def moments(self, of: str) -> random.Random:
        """Returns chance of its own for one part of a run: parts do not take turns at it."""
        return random.Random(f"{self.seed} {of}")  # noqa: S311 - no secret depends on it


class Fleet:
    """Replicas, their engines, their platforms and their people."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = plan
        self._folder = folder
        none = {name: Faults(0.0, plan.moments(name), []) for name in PLATFORMS}
        self._workspace = Workspace(plan.moments("slack"), none["slack"])
        self._tenant = Tenant(plan.moments("teams"), none["teams"])
        self._sendings: dict[str, list[Sending]] = {name: [] for name in PLATFORMS}
        self._servers: list[Server] = []
        self._resting: set[Server] = set()
        """Those that a kill leaves down for a moment."""
        self.done: dict[str, int] = dict.fromkeys(("kills", "restarts", "indexings"), 0)
        """What was really done."""
        self.from_index = Answered()
        self._moves: list[Move] = []
        self._on_their_way: frozenset[str] = frozenset()

    async def outcomes(self) -> Mapping[str, Outcome]:
        """Runs all of it; returns what came out, by platform."""
        found = programs()
        if found is None:
            raise RuntimeError("PostgreSQL is not installed; `make test-postgres` installs it")
        with postgresql_server(found) as postgresql, postgresql.database() as url:
            async with (
                _chroma(self._folder / "vectors") as chroma,
                TestServer(self._workspace.application()) as api,
                self._tenant.served(),
            ):
                settings = {
                    "DATABASE_URL": url,
                    "CHROMA_URL": chroma.url,
                    "STOREWISE_SOURCE": str(shutil.copytree(SAMPLE, self._folder / "documents")),
                    "SLACK_BOT_TOKEN": TOKEN,
                    "SLACK_SIGNING_SECRET": SECRET,
                    "SLACK_API_URL": str(api.make_url("/api/")),
                    **self._tenant.settings,
                }
                self._servers = [
                    Server(self._folder / f"replica-{number}", None, settings)
                    for number in range(1, self._plan.replicas + 1)
                ]
                try:
                    await self._run(postgresql, chroma, settings)
                finally:
                    for server in self._servers:
                        await server.close()
                self.from_index = await asyncio.to_thread(answered_from, url, self._moves)
                logs = [one.folder / "serve.log" for one in self._servers]
                self._on_their_way = await asyncio.to_thread(on_their_way, url, logs)
        return {name: self._outcome(name) for name in PLATFORMS}

    def is_unsure(self, key: str) -> bool:
        """Whether the reply to a question was on its way to Teams when its replica was killed."""
        return any(one.endswith(f":{key}") for one in self._on_their_way)

    async def _run(
        self, postgresql: PostgresqlServer, chroma: "_Chroma", settings: Mapping[str, str]
    ) -> None:
        for server in self._servers:
            await server.start()
        for server in self._servers:
            await server.until_ready()
        beside = [
            asyncio.create_task(watch(settings["DATABASE_URL"], self._moves)),
            asyncio.create_task(self._supervise()),
        ]
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._ask())
            tasks.create_task(self._kill())
            tasks.create_task(self._restart(postgresql))
            tasks.create_task(self._stop_for_a_while(chroma))
            tasks.create_task(self._index(settings))
        for server in self._servers:
            await server.until_ready()
        await until_quiet(lambda: [self._outcome(name) for name in PLATFORMS], _QUIET_S)
        for one in beside:
            one.cancel()

    async def _kill(self) -> None:
        moments = self._plan.moments("kills")
        for pause_s in _pauses(moments, self._plan.kills, self._plan.seconds):
            await asyncio.sleep(pause_s)
            server = moments.choice(self._servers)
            self._resting.add(server)
            await server.stop(signal.SIGKILL)
            self.done["kills"] += 1
            await asyncio.sleep(moments.uniform(*_DOWN_S))
            await server.start()
            self._resting.discard(server)

    async def _supervise(self) -> None:
        """Starts again what ended by itself: a command that indexes may hold its data folder."""
        while True:
            await asyncio.sleep(0.5)
            for server in self._servers:
                if server.has_ended and server not in self._resting:
                    await server.start()

    async def _restart(self, postgresql: PostgresqlServer) -> None:
        moments = self._plan.moments("restarts")
        for pause_s in _pauses(moments, self._plan.restarts, self._plan.seconds):
            await asyncio.sleep(pause_s)
            await asyncio.to_thread(postgresql.stop, immediate=moments.random() < 0.5)
            await asyncio.to_thread(postgresql.start)
            self.done["restarts"] += 1

    async def _stop_for_a_while(self, chroma: "_Chroma") -> None:
        await asyncio.sleep(self._plan.seconds * _SHARE_OF_CHROMA)
        await chroma.stop()
        await asyncio.sleep(self._plan.chroma_s)
        await chroma.start()

    async def _index(self, settings: Mapping[str, str]) -> None:
        """Changes a document and has it indexed, by whichever replica takes the command."""
        moments = self._plan.moments("indexings")
        for number in range(1, self._plan.indexings + 1):
            await asyncio.sleep(self._plan.seconds / (self._plan.indexings + 1))
            _write_edition(Path(settings["STOREWISE_SOURCE"]), number)
            while not await self._indexed(moments.choice(self._servers)):  # noqa: ASYNC110
                await asyncio.sleep(1.0)
            self.done["indexings"] += 1

    async def _indexed(self, server: Server) -> bool:
        process = await command(server.folder, server.settings, "reindex")
        return await process.wait() == 0

    async def _ask(self) -> None:
        """Sends all questions at random moments to random replicas, and each until accepted."""
        moments = self._plan.moments("people")
        slack, teams = SlackPeople(self._workspace, moments), TeamsPeople(self._tenant, moments)
        order = ["slack"] * self._plan.events + ["teams"] * self._plan.activities
        moments.shuffle(order)
        gap_s = self._plan.seconds / max(1, len(order))
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as tasks:
            for number, name in enumerate(order):
                await asyncio.sleep(moments.expovariate(1 / gap_s))
                people = slack if name == "slack" else teams
                attempt = self._anywhere(session, people.patience_s, moments)
                if moments.random() < _UNHEARD:
                    attempt = unheard(attempt)
                elif moments.random() < _TWICE:
                    attempt = _at_once(attempt)
                call = sent(people.pose(number), attempt, self._plan.faster)
                tasks.create_task(self._noted(name, call))

    def _anywhere(
        self, session: aiohttp.ClientSession, patience_s: float, moments: random.Random
    ) -> Attempt:
        tries = [attempts(session, server.url, patience_s) for server in self._servers]

        async def attempt(request: Request) -> str:
            return await moments.choice(tries)(request)

        return attempt

    async def _noted(self, name: str, call: object) -> None:
        self._sendings[name].append(await call)  # type: ignore[misc]

    def _outcome(self, name: str) -> Outcome:
        of_slack = name == "slack"
        said: Sequence[Said] = self._workspace.said() if of_slack else self._tenant.said()
        refused = self._workspace.refused if of_slack else self._tenant.api.faults
        return Outcome(self._sendings[name], said, {}, refused)


def _write_edition(documents: Path, number: int) -> None:
    said = f"# Edition {number}\n\nThe handbook's edition of this run is {number}.\n"
    (documents / "edition.md").write_text(said, encoding="utf-8")


def _pauses(moments: random.Random, count: int, seconds: float) -> list[float]:
    """Pauses between so many moments, spread over a run."""
    at = sorted(moments.uniform(0, seconds) for _ in range(count))
    return [now - before for before, now in zip([0.0, *at], at, strict=False)]


def _at_once(attempt: Attempt) -> Attempt:
    """Returns what sends each request twice at the same moment."""

    async def twice(request: Request) -> str:
        reasons = await asyncio.gather(attempt(request), attempt(request))
        return min(reasons, key=len)

    return twice


class _Chroma:
    """A `chroma run` that can be stopped and started again at its address."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Returns once it answers."""
        program = Path(sysconfig.get_path("scripts")) / "chroma"
        where = ["--path", str(self._data), "--host", "127.0.0.1", "--port", str(self._port)]
        with self._data.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - our own program
                [str(program), "run", *where], stdout=log, stderr=log
            )
        async with aiohttp.ClientSession() as session, asyncio.timeout(60):
            while True:
                try:
                    async with session.get(f"{self.url}/api/v2/heartbeat") as response:
                        if response.ok:
                            return
                except aiohttp.ClientError:
                    await asyncio.sleep(0.1)

    async def stop(self) -> None:
        """Ends it."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait)


@asynccontextmanager
async def _chroma(data: Path) -> AsyncIterator[_Chroma]:
    server = _Chroma(data)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
