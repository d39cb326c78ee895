"""Measures a mention in our Slack adapter against a bare Bolt app that posts a text.

python -m benchmarks.slack [--events 1000]

Each bot runs in its own process, with an answer ready. A stand-in for Slack sends signed mentions
and receives the posts. Prints a bot's CPU time an event, the time until an event is acknowledged,
and the Web API calls an event. `text` is our adapter without citations and buttons, which posts the
same as the bare app.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer
from pydantic import SecretStr
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp, AsyncSay
from slack_sdk.web.async_client import AsyncWebClient

from adapters.database import Database
from adapters.records.inbox import SqlInbox
from adapters.slack.app import build_slack
from adapters.web.server import WebServer
from benchmarks import bots
from bot.model import Message, Reply
from bot.ports import Notify
from bot.settings import SlackSettings
from knowledge.model.report import Show
from tests.flow.slack.stand_in.api import SECRET, TOKEN, mention, signed
from tests.flow.slack.stand_in.bot import ANSWERS, FakeConversation, bot

AT_ONCE = 8
ROUNDS = 5
BOTS = ("bare", "text", "ours")
QUESTION = "how long for headphones?"
ANSWER = ANSWERS[QUESTION]


@dataclass
class Slack:
    """Receives a bot's posts."""

    calls: Counter[str] = field(default_factory=Counter)
    posted: asyncio.Queue[None] = field(default_factory=asyncio.Queue)

    async def call(self, request: web.Request) -> web.Response:
        """Answers any method of the Web API."""
        method = request.match_info["method"]
        await request.read()
        self.calls[method] += 1
        if method == "chat.postMessage":
            self.posted.put_nowait(None)
        who = {"user_id": "UBOT", "bot_id": "BBOT", "team_id": "T1", "user": "bot"}
        return web.json_response({"ok": True, "ts": "2.0", "channel": "C1", **who})


@dataclass(frozen=True, slots=True)
class Round:
    """One run of all events against one bot."""

    cpu_ms: float
    """The bot's CPU time an event."""
    acks_ms: tuple[float, ...]
    calls: float
    """Web API calls an event."""


def main() -> None:
    """Measures the bots in turns, and prints medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--bot", choices=BOTS)
    parser.add_argument("--api")
    arguments = parser.parse_args()
    if arguments.bot:
        asyncio.run(_serve(arguments.bot, arguments.api))
        return
    asyncio.run(_measure(arguments.events))


async def _measure(events: int) -> None:
    rounds: dict[str, list[Round]] = {name: [] for name in BOTS}
    for _ in range(ROUNDS):
        for name in BOTS:
            rounds[name].append(await _round(name, events))
    print(f"{ROUNDS} rounds of {events} mentions, {AT_ONCE} at once; medians of the rounds")
    for name in BOTS:
        acks = [statistics.quantiles(one.acks_ms, n=100) for one in rounds[name]]
        cpu = statistics.median(one.cpu_ms for one in rounds[name])
        p50, p95 = (statistics.median(each[n] for each in acks) for n in (49, 94))
        calls = statistics.median(one.calls for one in rounds[name])
        print(
            f"{name:5} CPU {cpu:5.2f} ms an event   ack p50 {p50:5.2f} p95 {p95:5.2f} ms"
            f"   Web API calls {calls:.2f}"
        )
    for name in BOTS[1:]:
        pairs = zip(rounds["bare"], rounds[name], strict=True)
        ratio = statistics.median(one.cpu_ms / bare.cpu_ms for bare, one in pairs)
        print(f"{name} / bare: CPU {ratio:.2f}")


async def _round(name: str, events: int) -> Round:
    slack = Slack()
    application = web.Application()
    application.router.add_post("/api/{method}", slack.call)
    async with (
        TestServer(application) as api,
        aiohttp.ClientSession() as session,
        bots.process("benchmarks.slack", "--bot", name, "--api", str(api.make_url("/api/"))) as url,
    ):
        await _sent(session, url, slack, range(100))  # warm
        before, slack.calls = await bots.cpu_s(session, url), Counter()
        acks = await _sent(session, url, slack, range(100, 100 + events))
        after = await bots.cpu_s(session, url)
    return Round((after - before) * 1000 / events, tuple(acks), slack.calls.total() / events)


async def _sent(
    session: aiohttp.ClientSession, url: str, slack: Slack, numbers: range
) -> list[float]:
    """Sends mentions and waits for replies; returns milliseconds until each was acknowledged."""
    waiting = iter(numbers)
    acks = []

    async def sender(person: str) -> None:
        for number in waiting:
            # A person of its own: one person has few places in the queue.
            event = mention(QUESTION, ts=f"{number}.0", user=person)
            body, headers = signed(event, event_id=f"Ev{number}")
            start = time.perf_counter()
            async with session.post(f"{url}slack/events", data=body, headers=headers) as response:
                await response.read()
            acks.append((time.perf_counter() - start) * 1000)
            await slack.posted.get()

    await asyncio.gather(*(sender(f"U{number}") for number in range(AT_ONCE)))
    return acks


async def _serve(name: str, api_url: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        full = replace(ANSWER, kept=True)
        application = {
            "bare": lambda: _bare(api_url),
            "text": lambda: _ours(api_url, Path(data), Reply(ANSWER.text)),
            "ours": lambda: _ours(api_url, Path(data), full),
        }[name]()
        await bots.serve(application)


def _bare(api_url: str) -> web.Application:
    """Builds the smallest Bolt app, on one session, that answers a mention in its thread."""
    client = AsyncWebClient(token=TOKEN, base_url=api_url)
    app = AsyncApp(client=client, signing_secret=SECRET)

    @app.event("app_mention")
    async def answer(event: dict[str, str], say: AsyncSay) -> None:
        await say(text=ANSWER.text, thread_ts=event["ts"])

    async def receive(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))

    async def session(application: web.Application) -> AsyncIterator[None]:
        async with aiohttp.ClientSession() as client.session:
            yield

    application = web.Application()
    application.router.add_post("/slack/events", receive)
    application.cleanup_ctx.append(session)
    return application


def _ours(api_url: str, data: Path, reply: Reply) -> web.Application:
    """Builds the product's adapter, with a conversation that answers at once."""

    async def handle(
        message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        return replace(reply, trace_id=message.trace_id)

    settings = SlackSettings(
        bot_token=SecretStr(TOKEN), signing_secret=SecretStr(SECRET), api_url=api_url
    )
    at_once = replace(bot(FakeConversation(), data, SqlInbox(Database(data))), handle=handle)
    return WebServer([build_slack(settings, at_once)]).application


if __name__ == "__main__":
    main()
