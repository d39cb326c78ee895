"""The API in a thread of its own, for programs outside of this process."""

import asyncio
import shutil
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import requests
from aiohttp import web

from bot.main.app import App, build
from bot.model.kept import Key, Secret, new_key_id, new_secret
from bot.settings import SAMPLE, OpenAISettings, Settings, StoreSettings
from knowledge.model.documents import Audience
from tests.flow.api.server import web_server


@dataclass(frozen=True)
class Running:
    """A server that listens on loopback."""

    app: App
    address: str

    def key(self, role: Audience) -> Secret:
        """Make a key."""
        secret, key_id = new_secret(), new_key_id()
        asyncio.run(self.app.kept.keys.add(Key(key_id, key_id, role, datetime.now(UTC)), secret))
        return secret

    def document(self) -> dict[str, Any]:
        """The OpenAPI document, as a program gets it."""
        described = requests.get(f"{self.address}/api/v1/openapi.json", timeout=10).json()
        assert isinstance(described, dict)
        return described


@contextmanager
def running(folder: Path, files: Sequence[str], *, local: bool) -> Generator[Running]:
    """The API in front of some documents of the sample handbook."""
    for name in files:
        (folder / "documents" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLE / name, folder / "documents" / name)
    store = StoreSettings(source=folder / "documents", data=folder / "data")
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    asyncio.run(app.indexer.rebuild())
    with _listening(app, local=local) as address:
        yield Running(app, address)
    app.close()


@contextmanager
def _listening(app: App, *, local: bool) -> Generator[str]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    runner = web.AppRunner(web_server(app, local=local).application)

    async def started() -> str:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return "http://{}:{}".format(*runner.addresses[0][:2])

    try:
        yield asyncio.run_coroutine_threadsafe(started(), loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
