"""Measures the cost of `POST /api/v1/ask` on top of its handler.

    python -m benchmarks.http [--requests 1000]

Makes a real reply once, which the handler then returns at once. Another process sends the requests
one after the other, with a key that has a quota. Prints this process's CPU time a request, with and
without HTTP, and the difference; medians of five rounds in turns.
"""

import argparse
import asyncio
import http.client
import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import web

from bot.main.app import App, build
from bot.model import Message, Platform, Reply
from bot.model.kept import Key, new_key_id, new_secret
from bot.ports import Notify
from bot.settings import OpenAISettings, Settings, StoreSettings
from knowledge.model.documents import Audience
from knowledge.model.report import Show
from tests.flow.api.server import web_server

_ROUNDS = 5
_QUESTION = "How long do customers have to return headphones?"


@dataclass
class _Ready:
    """A conversation that returns the same reply."""

    reply: Reply

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        return self.reply


def main() -> None:
    """Measures, or sends requests in the other process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--send", nargs=3, metavar=("HOST", "PORT", "KEY"))
    arguments = parser.parse_args()
    if arguments.send:
        host, port, key = arguments.send
        _send(host, port, key, arguments.requests)
        return
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(_measured(Path(data), arguments.requests))


def _send(host: str, port: str, key: str, count: int) -> None:
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    body = json.dumps({"question": _QUESTION})
    for _ in range(count):
        connection.request("POST", "/api/v1/ask", body, headers)
        response = connection.getresponse()
        response.read()
        assert response.status == 200, response.status


async def _measured(data: Path, count: int) -> None:
    settings = Settings(openai=OpenAISettings(api_key=None), store=StoreSettings(data=data))
    app = build(settings)
    await app.indexer.rebuild()
    handle = _Ready(await app.conversation.handle(Message(Platform.HTTP, "", "k1", _QUESTION)))
    rounds = [await _round(app, handle, count) for _ in range(_ROUNDS)]
    alone, over = (statistics.median(each) for each in zip(*rounds, strict=True))
    print(f"handler alone  {alone:.3f} ms CPU a question")
    print(f"over HTTP      {over:.3f} ms CPU a question")
    print(f"HTTP's share   {over - alone:.3f} ms")
    app.close()


async def _round(app: App, handle: _Ready, count: int) -> tuple[float, float]:
    begun = time.process_time()
    for _ in range(count):
        await handle(Message(Platform.HTTP, "", "k1", _QUESTION))
    alone = time.process_time() - begun
    return 1000 * alone / count, 1000 * await _by_http(app, handle, count) / count


async def _by_http(app: App, handle: _Ready, count: int) -> float:
    secret, name = new_secret(), new_key_id()
    await app.kept.keys.add(Key(name, name, Audience.STAFF, datetime.now(UTC)), secret)
    server = web_server(app, local=False, handle=handle, daily=10 * count, per_minute=10 * count)
    runner = web.AppRunner(server.application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    command = ["-m", "benchmarks.http", "--requests", str(count), "--send", host, str(port), secret]
    begun = time.process_time()
    sender = await asyncio.create_subprocess_exec(sys.executable, *command)
    assert await sender.wait() == 0
    spent = time.process_time() - begun
    await runner.cleanup()
    return spent


if __name__ == "__main__":
    main()
