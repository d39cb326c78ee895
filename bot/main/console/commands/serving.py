"""Commands that run until stopped: the server, and `mcp` for an assistant on this machine."""

import argparse
import asyncio
import sys
from collections.abc import Generator
from contextlib import contextmanager

from bot.main.app import App
from bot.main.console.remote_commands import brought_up, opened, shown
from bot.main.console.starting import Start
from bot.main.serve.behind import answer_assistant
from bot.main.serve.startup import listening
from bot.main.serve.web_server import build_server
from bot.settings import Settings
from bot.upkeep.indexing.index_guard import IndexGuard
from knowledge.index.storage.lock import SERVE, held
from knowledge.index.storage.sqlite_copy import is_damaged, set_aside
from knowledge.model.documents import Audience
from knowledge.model.errors import KnowledgeError


def serve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Runs the server until it is stopped. Raises ListeningError and KnowledgeError."""
    address = settings.server
    with (
        held(settings.store.data, SERVE),
        listening(address.host, address.port) as taken,
        _served(settings) as app,
    ):
        start, guard = Start(settings, app), _guard(settings, app)

        async def work() -> None:
            await asyncio.gather(start.prepare(), guard.watch())

        build_server(settings, app, {"models": start.models}).run(taken, work, start.listens)
    return 0


def _guard(settings: Settings, app: App) -> IndexGuard:
    return IndexGuard(
        app.finding.file.fault,
        app.finding.file.renew,
        app.indexer,
        app.finding.source,
        settings.store.data,
        fetch=app.upkeep.replica.follower.follow if app.upkeep.replica else None,
    )


@contextmanager
def _served(settings: Settings) -> Generator[App]:
    """Opens the app; a damaged index is set aside if it can be made again from the documents."""
    index, source = settings.store.data / "knowledge.db", settings.store.source
    known = source is not None and not source.local.missing()
    if known and index.exists() and is_damaged(index):
        print(f"storewise: {index} is damaged; it is made again", file=sys.stderr, flush=True)
        set_aside(index)
    with opened(settings) as app:
        yield app


def mcp(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answers an assistant over standard input and output until it closes them."""
    with opened(settings) as app:
        asyncio.run(_assisted(settings, app, Audience(arguments.audience)))
    return 0


async def _assisted(settings: Settings, app: App, audience: Audience) -> None:
    # An assistant gives up after a minute without a reply, so indexing and loading the models run
    # in the background while it lists the tools.
    preparing = asyncio.create_task(_prepared(settings, app))

    async def ready() -> None:
        await asyncio.shield(preparing)

    await answer_assistant(app, audience, ready)
    preparing.cancel()
    await asyncio.gather(preparing, return_exceptions=True)


async def _prepared(settings: Settings, app: App) -> None:
    try:
        if app.indexer.is_missing():
            print("storewise: indexing the documents (first run only)", file=sys.stderr, flush=True)
        if app.indexer.is_stale():
            with shown() as show:
                await brought_up(settings, app, "mcp", show)
        await app.ways.warm_up()
    except KnowledgeError as error:
        print(f"storewise: {error}", file=sys.stderr, flush=True)
        raise
