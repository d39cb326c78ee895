"""Measures a message in our Teams adapter against the SDKs' own adapters, which send a text.

python -m benchmarks.teams [--messages 400]

Each bot runs in its own process, with an answer ready. A stand-in for Teams sends signed messages
of personal chats, each chat's next one after the last reply. All bots check the token of every
request, and get their own token in advance, so that none waits for a login. Prints turns a second,
from message to reply, the bot's CPU time a turn, and the time until the reply, for each SDK of
Microsoft (TEAMS_SDK): `sdk` is its own adapter, `text` ours without citations and buttons, which
sends the same, `ours` the whole reply: an answer, and a card in a second message.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.database import Database
from adapters.records.inbox import SqlInbox
from adapters.teams.api.tokens import FixedToken
from adapters.teams.app import build_teams
from adapters.teams.sdk_choice import Name
from adapters.web.server import WebServer
from benchmarks import bots
from benchmarks.teams_sdks import agents, botbuilder
from bot.model import Message, Reply
from bot.ports import Notify
from knowledge.model.report import Show
from tests.flow.slack.stand_in.bot import ANSWERS, FakeConversation, bot
from tests.flow.teams.stand_in.api import TOKEN
from tests.flow.teams.stand_in.bot import found, settings
from tests.flow.teams.stand_in.identity import METADATA, Body, Identity, activity

AT_ONCE = 16
ROUNDS = 5
WARM = 64
SDKS: tuple[Name, ...] = ("botbuilder", "agents")
KINDS = ("sdk", "text", "ours")
BOTS = [f"{sdk}-{kind}" for sdk in SDKS for kind in KINDS]
QUESTION = "how long for headphones?"
ANSWER = ANSWERS[QUESTION]


@dataclass
class Teams:
    """Receives the bot's activities, and notes which chat has its answer."""

    replied: dict[str, asyncio.Event] = field(default_factory=dict)
    taken: int = 0

    async def take(self, request: web.Request) -> web.Response:
        """Receives an activity of the bot."""
        body = await request.json()
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            return web.Response(status=401)
        self.taken += 1
        # Neither the card under an answer nor a refusal to answer is a reply.
        if ANSWER.text in body.get("text", ""):
            self.replied[request.match_info["chat"]].set()
        return web.json_response({"id": str(self.taken)}, status=201)


@dataclass(frozen=True, slots=True)
class Round:
    """One run of all messages against one bot."""

    turns: float
    """Turns a second."""
    cpu_ms: float
    """The bot's CPU time a turn."""
    replies_ms: tuple[float, ...]


def main() -> None:
    """Measures all bots in turns, and prints medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=400)
    parser.add_argument("--bot", choices=BOTS)
    parser.add_argument("--keys")
    arguments = parser.parse_args()
    if arguments.bot:
        asyncio.run(_serve(arguments.bot, arguments.keys))
        return
    asyncio.run(_measure(arguments.messages))


async def _measure(messages: int) -> None:
    rounds: dict[str, list[Round]] = {name: [] for name in BOTS}
    for _ in range(ROUNDS):
        for name in BOTS:
            rounds[name].append(await _round(name, messages))
    print(f"{ROUNDS} rounds of {messages} messages, {AT_ONCE} at once; medians of the rounds")
    for name in BOTS:
        times = [statistics.quantiles(one.replies_ms, n=100) for one in rounds[name]]
        turns = statistics.median(one.turns for one in rounds[name])
        cpu = statistics.median(one.cpu_ms for one in rounds[name])
        p50, p95 = (statistics.median(each[n] for each in times) for n in (49, 94))
        print(
            f"{name:15} {turns:6.0f} turns a second   CPU {cpu:5.2f} ms a turn"
            f"   reply p50 {p50:6.1f} p95 {p95:6.1f} ms"
        )
    for sdk in SDKS:
        for kind in KINDS[1:]:
            name = f"{sdk}-{kind}"
            pairs = list(zip(rounds[f"{sdk}-sdk"], rounds[name], strict=True))
            turns = statistics.median(one.turns / own.turns for own, one in pairs)
            cpu = statistics.median(one.cpu_ms / own.cpu_ms for own, one in pairs)
            print(f"{name} / {sdk}-sdk: turns {turns:.1f}, CPU {cpu:.2f}")


async def _round(name: str, messages: int) -> Round:
    teams, identity = Teams(), Identity()
    application = web.Application()
    application.router.add_post("/v3/conversations/{chat}/activities", teams.take)
    application.router.add_post("/v3/conversations/{chat}/activities/{id}", teams.take)
    async with (
        TestServer(application) as api,
        TestServer(identity.application) as provider,
        aiohttp.ClientSession() as session,
        bots.process(
            "benchmarks.teams", "--bot", name, "--keys", str(provider.make_url(METADATA))
        ) as url,
    ):
        sender = _Sender(session, url, teams, identity, str(api.make_url("/")))
        await sender.send(range(WARM))
        before, start = await bots.cpu_s(session, url), time.perf_counter()
        replies = await sender.send(range(WARM, WARM + messages))
        took_s = time.perf_counter() - start
        after = await bots.cpu_s(session, url)
    return Round(messages / took_s, (after - before) * 1000 / messages, tuple(replies))


@dataclass(frozen=True)
class _Sender:
    """Sends signed messages as Teams does, in several chats at once."""

    session: aiohttp.ClientSession
    url: str
    teams: Teams
    identity: Identity
    service: str

    async def send(self, numbers: range) -> list[float]:
        """Sends messages; returns the milliseconds until each reply."""
        waiting = iter(numbers)
        # Teams also signs many requests with one token.
        head = {"Authorization": self.identity.bearer(activity(serviceUrl=self.service))}
        times: list[float] = []

        async def chat(name: str) -> None:
            replied = self.teams.replied[name] = asyncio.Event()
            for number in waiting:
                replied.clear()
                start = time.perf_counter()
                body = self._message(name, number)
                async with self.session.post(
                    f"{self.url}api/messages", json=body, headers=head
                ) as answer:
                    assert answer.status in (200, 201, 202), answer.status
                    await answer.read()
                await asyncio.wait_for(replied.wait(), 30)
                times.append((time.perf_counter() - start) * 1000)

        await asyncio.gather(*(chat(f"chat{number}") for number in range(AT_ONCE)))
        return times

    def _message(self, chat: str, number: int) -> Body:
        body = activity(QUESTION, id=str(number), serviceUrl=self.service)
        # A person of its own: one person has few places in the queue.
        who = {"from": body["from"] | {"id": f"29:{chat}"}}
        return body | who | {"conversation": body["conversation"] | {"id": chat}}


async def _serve(name: str, keys: str) -> None:
    sdk: Name = "agents" if name.startswith("agents") else "botbuilder"
    own = {"agents": agents.application, "botbuilder": botbuilder.application}[sdk]
    with tempfile.TemporaryDirectory() as scratch:
        application = {
            "sdk": lambda: own(keys, ANSWER.text),
            "text": lambda: _ours(sdk, keys, Reply(ANSWER.text), Path(scratch)),
            "ours": lambda: _ours(sdk, keys, replace(ANSWER, kept=True), Path(scratch)),
        }[name.removeprefix(f"{sdk}-")]()
        await bots.serve(application)


def _ours(sdk: Name, keys: str, reply: Reply, data: Path) -> web.Application:
    """Builds the product's adapter, with a conversation that answers at once."""

    async def handle(
        message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        return replace(reply, trace_id=message.trace_id)

    known = replace(bot(FakeConversation(), data, SqlInbox(Database(data))), handle=handle)
    part = build_teams(settings(keys, sdk=sdk), known, found, tokens=FixedToken(TOKEN))
    return WebServer([part]).application


if __name__ == "__main__":
    main()
