"""Runs chat bots in their own processes, to measure their cost alone."""

import asyncio
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer


@asynccontextmanager
async def process(module: str, *arguments: str) -> AsyncIterator[str]:
    """Runs a benchmark's module that serves a bot; yields the bot's address."""
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert bot.stdout is not None
        yield (await bot.stdout.readline()).decode().strip()
    finally:
        bot.terminate()
        await bot.wait()


async def serve(application: web.Application) -> None:
    """Prints a bot's address and serves it until the process ends."""
    application.router.add_get("/cpu", _spent)
    async with TestServer(application) as server:
        print(server.make_url("/"), flush=True)
        await asyncio.Event().wait()


async def cpu_s(session: aiohttp.ClientSession, url: str) -> float:
    """Returns the CPU seconds that a bot has taken so far."""
    async with session.get(f"{url}cpu") as response:
        return float(await response.text())


async def _spent(request: web.Request) -> web.Response:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return web.Response(text=str(used.ru_utime + used.ru_stime))
