"""A server in this process, in a thread of its own, so that commands can talk to it."""

import asyncio
import logging
import threading
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from aiohttp import web

from adapters.web.watching import watchdog
from bot.main.app import App, build
from bot.main.serve.web_server import build_server
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.index.storage.lock import held


@contextmanager
def served(source: Path, data: Path) -> Generator[App]:
    """Hold the data directory and take orders meanwhile, as `storewise serve` does.

    A command prints to the same stderr here: that a slow machine held the loop up is not said.
    """
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=source, data=data),
    )
    with _quiet(), held(data, "serve"), closing(build(settings)) as app, _looping() as loop:
        runner = web.AppRunner(build_server(settings, app).application)
        asyncio.run_coroutine_threadsafe(runner.setup(), loop).result()
        try:
            yield app
        finally:
            asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()


@contextmanager
def _quiet() -> Generator[None]:
    level = watchdog.logger.level
    watchdog.logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        watchdog.logger.setLevel(level)


@contextmanager
def _looping() -> Generator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield loop
    finally:
        asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
