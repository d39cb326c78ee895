"""This version and the next one, as real servers on one PostgreSQL, while people ask."""

import asyncio
import json
import random
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psycopg
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from aiohttp.typedefs import Handler

from adapters.database.tables import REVISION
from benchmarks.under_load.counting import Said
from benchmarks.under_load.faults import Faults
from benchmarks.under_load.server import Server
from benchmarks.under_load.slack import Workspace
from tests.engines.next_version import NEXT
from tests.engines.postgresql import PostgresqlServer
from tests.flow.slack.stand_in.api import (
    SECRET,
    TOKEN,
    VIEW,
    Signed,
    mention,
    signed,
    signed_command,
    submitted,
)

pytestmark = [pytest.mark.postgres, pytest.mark.long]

_ROOT = Path(__file__).parents[4]
_DOCUMENTS = {
    "returns.md": "# Returns\n\nUnopened headphones can be returned within 14 days.\n",
    "환불.md": "# 환불\n\n미개봉 헤드폰은 14일 안에 환불할 수 있습니다.\n",
}
_ASKED = (
    ("How long can unopened headphones be returned?", "14 days"),
    ("미개봉 헤드폰은 며칠 안에 환불되나요?", "14일"),
)
_PRIVATE = "C1"
"""The channel whose settings this version stores."""
_ADMIN = "UADMIN"
_ANSWERED_S = 60.0
_BETWEEN_S = 1.0
_REVISION = "SELECT version_num FROM alembic_version"


class _NextVersion(Server):
    """A server of the next version."""

    async def start(self) -> None:
        with (self.folder / "serve.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.engines.next_version", "serve"),
                cwd=self.folder,
                env={"PYTHONPATH": str(_ROOT), "PYTHONUTF8": "1", **self.settings},
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
            )


@dataclass
class _Slack:
    """A workspace in which posts can be stopped on their way."""

    workspace: Workspace
    form: dict[str, Any] = field(default_factory=dict)
    """The form that was opened last."""
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    """A post was stopped."""
    lost: asyncio.Event | None = None
    """While there is one, posts wait for it, and are never stored."""

    def application(self) -> web.Application:
        made = self.workspace.application()
        made.middlewares.append(self._seen)
        return made

    @web.middleware
    async def _seen(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.endswith("/views.open"):
            is_json = request.content_type == "application/json"
            view: Any = (await request.json() if is_json else await request.post())["view"]
            self.form = json.loads(view) if isinstance(view, str) else view
            return web.json_response({"ok": True, "view": {"id": VIEW}})
        if request.path.endswith("/chat.postMessage") and self.lost is not None:
            self.stopped.set()
            await self.lost.wait()
            return web.Response(status=500)
        return await handler(request)

    @asynccontextmanager
    async def holding(self) -> AsyncIterator[None]:
        """Within the block no post arrives; it goes on once the first one has begun."""
        self.lost = asyncio.Event()
        self.stopped.clear()
        yield
        self.lost.set()
        self.lost = None


@dataclass
class _People:
    """Ask in threads of their own, and count what they get."""

    slack: _Slack
    session: aiohttp.ClientSession
    said: dict[str, "asyncio.Future[Said]"] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)

    async def ask(self, *servers: Server, channel: str = "C2") -> "asyncio.Future[Said]":
        """Sends one question to each of these servers at once; returns its reply to come."""
        number = len(self.marks)
        text, mark = _ASKED[number % 2]
        person, ts = f"U{number:05}", f"1795781204.{number:06}"
        event = mention(f"{text} ({number})", ts=ts, user=person)
        event |= {"channel": channel, "event_ts": ts, "team": "T1"}
        self.slack.workspace.written(event)
        thread = f"{channel}:{ts}"
        self.marks[thread] = mark
        self.said[thread] = self.slack.workspace.coming(thread, person)
        request = signed(event, event_id=f"Ev{number:07}")
        await asyncio.gather(*(self.send("/slack/events", request, one) for one in servers))
        return self.said[thread]

    async def send(self, path: str, request: Signed, server: Server) -> None:
        """Sends a request of Slack's."""
        body, headers = request
        async with self.session.post(server.url + path, data=body, headers=headers) as answer:
            assert answer.status == 200, await answer.text()

    async def make_private(self, server: Server) -> None:
        """Sets a channel, as its administrator does."""
        command = signed_command("/storewise-channel", _ADMIN, f"{server.url}/nowhere")
        await self.send("/slack/events", command, server)
        async with asyncio.timeout(_ANSWERED_S):
            while not self.slack.form:  # noqa: ASYNC110 - as a person looks
                await asyncio.sleep(0.05)
        fields = {"private": {"selected_options": [{"value": "on"}]}}
        await self.send("/slack/events", submitted(self.slack.form, _ADMIN, fields), server)

    async def keep_asking(self, server: Server, until: Callable[[], Awaitable[None]]) -> None:
        """Asks one question after another until something is done."""
        done = asyncio.ensure_future(until())
        while not done.done():
            await self.ask(server)
            await asyncio.sleep(_BETWEEN_S)
        await done

    async def all_answered(self) -> None:
        """Waits until each question has its answer."""
        async with asyncio.timeout(_ANSWERED_S):
            await asyncio.gather(*self.said.values())

    def unlike_one_answer(self) -> list[Said | str]:
        """The threads without exactly one answer, and answers to something else."""
        counts = Counter(one.thread for one in self.slack.workspace.said() if not one.whispered)
        wrong: list[Said | str] = [
            thread
            for thread in self.marks
            if counts.pop(thread, 0) != (0 if thread.startswith(_PRIVATE) else 1)
        ]
        answers = [(self.said[thread].result(), mark) for thread, mark in self.marks.items()]
        wrong += [one for one, mark in answers if mark not in one.text.replace("*", "")]
        return wrong + list(counts)


def _settings(folder: Path, url: str, slack: str) -> Mapping[str, str]:
    documents = folder / "documents"
    documents.mkdir()
    for name, written in _DOCUMENTS.items():
        (documents / name).write_text(written, encoding="utf-8")
    return {
        "DATABASE_URL": url,
        "STOREWISE_SOURCE": str(documents),
        "SLACK_BOT_TOKEN": TOKEN,
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_URL": slack,
        "SLACK_ADMIN_USER_IDS": _ADMIN,
    }


async def test_servers_are_upgraded_one_after_another_and_back_while_people_ask(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    chance = random.Random(42)  # noqa: S311 - no secret depends on it
    slack = _Slack(Workspace(chance, Faults(0.0, chance, [])))
    with postgresql.database() as url:
        async with TestServer(slack.application()) as api, aiohttp.ClientSession() as session:
            settings = _settings(tmp_path, url, str(api.make_url("/api/")))
            people = _People(slack, session)
            killed = Server(tmp_path / "killed", None, settings)
            old = Server(tmp_path / "old", None, settings)
            new = _NextVersion(tmp_path / "new", None, settings)
            anew = Server(tmp_path / "anew", None, settings)
            servers = (killed, old, new, anew)
            try:
                await _this_version_works_until_one_is_killed(people, killed, old)
                revisions = [_stored(url, _REVISION)]
                await _the_next_one_starts_and_takes_over(people, old, new)
                revisions.append(_stored(url, _REVISION))
                whispered = await people.ask(new, channel=_PRIVATE)
                await people.all_answered()
                await _this_version_comes_back(people, new, anew)
                revisions.append(_stored(url, _REVISION))
            finally:
                for server in servers:
                    await server.close()
        answers = _stored(url, "SELECT count(*) FROM answers")
        left = _stored(url, "SELECT count(*) FROM questions WHERE settled_at IS NULL")

    assert revisions == [REVISION, NEXT, NEXT]
    assert [one for server in servers for one in _wrong(server)] == []
    assert people.unlike_one_answer() == []
    assert whispered.result().whispered
    assert slack.workspace.refused == []
    assert (answers, left) == (len(people.marks), 0)


async def _this_version_works_until_one_is_killed(
    people: _People, killed: Server, old: Server
) -> None:
    await killed.start()
    await old.start()
    await asyncio.gather(killed.until_ready(), old.until_ready())
    await people.ask(killed, old)
    await people.ask(old, killed)
    await people.make_private(killed)
    await people.all_answered()
    async with people.slack.holding():
        await people.ask(killed)
        await people.slack.stopped.wait()
        await killed.stop(signal.SIGKILL)


async def _the_next_one_starts_and_takes_over(people: _People, old: Server, new: Server) -> None:
    await new.start()
    await people.keep_asking(old, new.until_ready)
    for _ in range(4):
        await people.ask(old, new)
    await people.all_answered()
    async with people.slack.holding():
        await people.ask(old)
        await people.slack.stopped.wait()
        await old.stop(signal.SIGTERM)
    await people.all_answered()


async def _this_version_comes_back(people: _People, new: Server, anew: Server) -> None:
    await anew.start()
    await people.keep_asking(new, anew.until_ready)
    for _ in range(4):
        await people.ask(new, anew)
    await people.all_answered()
    await new.stop(signal.SIGTERM)
    await people.ask(anew)
    await people.ask(anew)
    await people.all_answered()
    await anew.stop(signal.SIGTERM)


def _stored(url: str, statement: str) -> object:
    with psycopg.connect(url.replace("+psycopg", "")) as db:
        row = db.execute(statement.encode()).fetchone()
    assert row is not None
    return row[0]


def _wrong(server: Server) -> list[str]:
    """The lines of a server's log that say that something failed."""
    signs = ('"ERROR"', '"CRITICAL"', "Traceback")
    return [line for line in server.log().splitlines() if any(one in line for one in signs)]
