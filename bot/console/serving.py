"""Commands that run until stopped: the server, and `mcp` for an assistant on this machine."""

import argparse
import asyncio
import errno
import os
import socket
import sys

from bot.app import App
from bot.console.remote_commands import brought_up, opened, shown
from bot.console.serve.startup import address_of, banner, promised
from bot.console.serve.web_server import answer_assistant, build_server
from bot.model.audit import CONSOLE, EntryKind
from bot.settings import Settings
from knowledge.index.storage.lock import SERVE, held
from knowledge.model.documents import Audience
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import IndexReport, Run


def serve(settings: Settings, arguments: argparse.Namespace) -> int:
    """Runs the server until it is stopped; returns 1 if it cannot listen."""
    with held(settings.store.data, SERVE), opened(settings) as app:
        reports: list[IndexReport] = []

        async def prepare() -> None:
            reports.extend(await _indexed_at_start(app))
            await app.warm_up()
            await app.trail.note(EntryKind.START, CONSOLE, "serve", about=promised(settings))

        def started() -> None:
            print("\n".join(banner(settings, app, reports)), file=sys.stderr, flush=True)

        server = build_server(settings, app)
        try:
            server.run(settings.server.host, settings.server.port, prepare, started)
        except OSError as error:
            wrong = _wrong_address(error)
            if wrong is None:
                raise
            reason = os.strerror(error.errno or 0) if wrong == "SERVER_PORT" else "no such address"
            print(
                f"storewise: cannot listen on {address_of(settings)}: {reason}. Set {wrong}.",
                file=sys.stderr,
            )
            return 1
    return 0


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
        await app.warm_up()
    except KnowledgeError as error:
        print(f"storewise: {error}", file=sys.stderr, flush=True)
        raise


async def _indexed_at_start(app: App) -> list[IndexReport]:
    """Updates the index; if that fails, the old index answers."""
    try:
        return [await _indexed(app)]
    except KnowledgeError as error:
        if app.indexer.is_missing():
            raise
        print(f"storewise: {error}; answering from the earlier index", file=sys.stderr)
        return []


async def _indexed(app: App) -> IndexReport:
    with shown() as show:
        return await app.indexer.rebuild(Run(unasked=True), show)


def _wrong_address(error: OSError) -> str | None:
    """Returns the setting that keeps the server from listening; None for any other error."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "SERVER_HOST"
    return "SERVER_PORT" if error.errno in (errno.EADDRINUSE, errno.EACCES) else None
