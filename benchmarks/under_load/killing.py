"""One run of a server that is killed again and again while people ask in Slack and Teams.

Why it is counted so: docs/decisions/0102.
"""

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from aiohttp.test_utils import TestServer

from benchmarks.under_load.counting import Asked, Said, Tally, tally
from benchmarks.under_load.faults import Fault, Faults
from benchmarks.under_load.posed import SlackPeople, TeamsPeople
from benchmarks.under_load.sending import Sending, attempts, sent, unheard
from benchmarks.under_load.server import Server
from benchmarks.under_load.slack import Workspace
from benchmarks.under_load.teams import Tenant
from tests.flow.slack.stand_in.api import SECRET, TOKEN

PLATFORMS = ("slack", "teams")
_UP_S = (0.5, 6.0)  # how long the server works between two stops
_STARTING_S = (1.0, 8.0)
_STOPPED_STARTING = 0.1
"""Share of the stops that come while the server starts."""
_LESS_WHILE_DOWN = 10
"""So many times fewer questions come while the server is down: else none would meet its work."""
_UNHEARD = 0.05
"""Share of the questions that come four times, as no 200 for them reaches Slack or Teams."""
_QUIET_S = 35.0  # the server waits 30 s for an answer to a post
_UNANSWERED_S = 90.0  # so long a silence, and a question is lost
_QUIET_LIMIT_S = 300.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of everything is in a run."""

    events: int
    activities: int
    kills: int
    terms: int
    seed: int
    faults: float
    faster: float
    """How many times shorter the pauses before retries are than Slack's."""

    @property
    def stops(self) -> list[signal.Signals]:
        """The signals, in their order."""
        stops = [signal.SIGKILL] * self.kills + [signal.SIGTERM] * self.terms
        self.moments("order of stops").shuffle(stops)
        return stops

    def moments(self, of: str) -> random.Random:
        """Returns chance of its own for one part of a run: parts do not take turns at it."""
        return random.Random(f"{self.seed} {of}")  # noqa: S311 - no secret depends on it

    @property
    def gap_s(self) -> float:
        """The mean time between two questions while the server is up."""
        working_s = (len(self.stops) + 1) * sum(_UP_S) / 2
        return working_s / max(1, self.events + self.activities)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was sent and said on one platform."""

    sendings: Sequence[Sending]
    said: Sequence[Said]
    faults: Mapping[Fault, int]
    refused: Sequence[str]
    """What was wrong with the bot's calls."""

    @property
    def counted(self) -> Tally:
        """What became of the questions."""
        asked = [
            Asked(
                one.posed.key,
                one.posed.person,
                one.posed.thread,
                one.posed.mark,
                one.accepted,
                one.began_at,
                one.ended_at,
            )
            for one in self.sendings
        ]
        return tally(asked, self.said)


class Run:
    """One server with its platforms, its people and its stops."""

    def __init__(self, plan: Plan, folder: Path, index: Path) -> None:
        self._plan = plan
        self._folder = folder
        self._index = index
        # A bot cannot read a chat of Teams: it never knows whether a failed post is there.
        kinds = {"slack": list(Fault), "teams": [Fault.REFUSED, Fault.TOO_MANY]}
        self._faults = {
            name: Faults(plan.faults, plan.moments(f"faults of {name}"), kinds[name])
            for name in PLATFORMS
        }
        self._workspace = Workspace(plan.moments("slack"), self._faults["slack"])
        self._tenant = Tenant(plan.moments("teams"), self._faults["teams"])
        self._sendings: dict[str, list[Sending]] = {name: [] for name in PLATFORMS}
        self.late_ends = 0
        """Servers that had to be killed after a SIGTERM."""

    async def outcomes(self) -> Mapping[str, Outcome]:
        """Runs all of it; returns what came out, by platform."""
        async with TestServer(self._workspace.application()) as api, self._tenant.served():
            settings = {
                "SLACK_BOT_TOKEN": TOKEN,
                "SLACK_SIGNING_SECRET": SECRET,
                "SLACK_API_URL": str(api.make_url("/api/")),
                **self._tenant.settings,
            }
            server = Server(self._folder, self._index, settings)
            try:
                await server.start()
                await server.until_up()
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(self._stop_and_start(server))
                    tasks.create_task(self._ask(server))
                await until_quiet(lambda: [self._outcome(name) for name in PLATFORMS], _QUIET_S)
            finally:
                await server.close()
        return {name: self._outcome(name) for name in PLATFORMS}

    async def _stop_and_start(self, server: Server) -> None:
        moments = self._plan.moments("stops")
        for sign in self._plan.stops:
            if moments.random() < _STOPPED_STARTING:
                await asyncio.sleep(moments.uniform(*_STARTING_S))
            else:
                await server.until_up()
                await asyncio.sleep(moments.uniform(*_UP_S))
            self.late_ends += not await server.stop(sign)
            await server.start()
        await server.until_up()

    async def _ask(self, server: Server) -> None:
        """Sends all questions at random moments, and each again until it is accepted."""
        moments = self._plan.moments("people")
        slack, teams = SlackPeople(self._workspace, moments), TeamsPeople(self._tenant, moments)
        order = ["slack"] * self._plan.events + ["teams"] * self._plan.activities
        moments.shuffle(order)
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as tasks:
            for number, name in enumerate(order):
                await self._pause(server, moments.expovariate(1 / self._plan.gap_s))
                people = slack if name == "slack" else teams
                attempt = attempts(session, server.url, people.patience_s)
                if moments.random() < _UNHEARD:
                    attempt = unheard(attempt)
                call = sent(people.pose(number), attempt, self._plan.faster)
                tasks.create_task(self._noted(name, call))

    async def _noted(self, name: str, call: Awaitable[Sending]) -> None:
        self._sendings[name].append(await call)

    async def _pause(self, server: Server, left_s: float) -> None:
        """Waits for the moment of the next question; while the server is down, for longer."""
        step_s = 0.02
        while left_s > 0:
            await asyncio.sleep(step_s)
            left_s -= step_s if server.is_up.is_set() else step_s / _LESS_WHILE_DOWN

    def _outcome(self, name: str) -> Outcome:
        """Returns how it stands on a platform."""
        of_slack = name == "slack"
        return Outcome(
            self._sendings[name],
            self._workspace.said() if of_slack else self._tenant.said(),
            self._faults[name].counts,
            self._workspace.refused if of_slack else self._tenant.api.faults,
        )


async def until_quiet(outcomes: Callable[[], Sequence[Outcome]], quiet_s: float) -> None:
    """Waits until the bot has said nothing for a while; longer, if a question has no reply."""
    ends_at = time.monotonic() + _QUIET_LIMIT_S
    count, since, silence_s = -1, time.monotonic(), _UNANSWERED_S
    while time.monotonic() < min(ends_at, since + silence_s):
        now = outcomes()
        said = sum(len(one.said) for one in now)
        if said != count:
            count, since = said, time.monotonic()
            silence_s = _UNANSWERED_S if any(one.counted.lost for one in now) else quiet_s
        await asyncio.sleep(0.5)
