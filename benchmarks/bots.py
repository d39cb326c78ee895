"""Chat bots in processes of their own, so that what they cost is theirs alone."""

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
    """Run a benchmark's module, which serves a bot, and give the bot's address."""
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
    """Serve a bot until the process is ended; its address is printed first."""
    application.router.add_get("/cpu", _spent)
    async with TestServer(application) as server:
        print(server.make_url("/"), flush=True)
        await asyncio.Event().wait()


async def cpu_s(session: aiohttp.ClientSession, url: str) -> float:
    """How many seconds of processor a bot has taken so far."""
    async with session.get(f"{url}cpu") as response:
        return float(await response.text())


async def _spent(request: web.Request) -> web.Response:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return web.Response(text=str(used.ru_utime + used.ru_stime))
