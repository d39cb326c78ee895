"""Commands that run until stopped: the server, and `mcp` for an assistant on this machine."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from bot.app import App
from bot.console.remote_commands import brought_up, opened, shown
from bot.console.serve.checkup import Finding, Mark, lines, summary
from bot.console.serve.own_checks import own_findings
from bot.console.serve.platform_setup import examined, slack_manifest, teams_package
from bot.console.serve.startup import listening
from bot.console.serve.web_server import answer_assistant, build_server
from bot.console.starting import Start
from bot.model.errors import ManifestError
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
        app.index_file.fault,
        app.index_file.renew,
        app.indexer,
        app.source,
        settings.store.data,
        fetch=app.replica.follower.follow if app.replica else None,
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
        await app.warm_up()
    except KnowledgeError as error:
        print(f"storewise: {error}", file=sys.stderr, flush=True)
        raise


# Commands that help to connect a chat platform: manifest, package, doctor.


def manifest(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the manifest of the Slack app, or writes it; overwrites a file only with --force."""
    domains = settings.slack.unfurl_domains
    text = slack_manifest(arguments.url, domains, least=arguments.least)
    if arguments.output is None:
        print(text, end="")
        return 0
    _put(arguments.output, text.encode(), over=arguments.force)
    return 0


def package(settings: Settings, arguments: argparse.Namespace) -> int:
    """Writes the package of the Teams app; overwrites a file only with --force."""
    content = teams_package(
        arguments.app_id,
        arguments.domain,
        {name: getattr(arguments, name) for name in ("name", "website", "privacy", "terms")},
        version=arguments.app_version,
        follow_threads=arguments.follow_threads,
    )
    _put(arguments.output, content, over=arguments.force)
    print(f"wrote {arguments.output}; upload it in Teams > Apps > Manage your apps")
    return 0


def _put(path: Path, content: bytes, *, over: bool) -> None:
    """Writes a file. Raises ManifestError."""
    try:
        with path.open("wb" if over else "xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise ManifestError(f"{path} exists; use --force to overwrite it") from error
    except OSError as error:
        raise ManifestError(f"{path} cannot be written") from error


def doctor(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints problems of the bot, or of a platform's setup, and their fixes; 1 if there are any."""
    url = getattr(arguments, "url", None)
    if arguments.platform is None:
        with opened(settings) as app:
            marks = asyncio.run(_everything(settings, app))
    else:
        marks = asyncio.run(_printed(examined(settings, arguments.platform, url)))
    print(summary(marks))
    return 1 if Mark.BAD in marks else 0


async def _everything(settings: Settings, app: App) -> list[Mark]:
    marks = await _printed(own_findings(settings, app))
    platforms: Mapping[Literal["slack", "teams"], bool] = {
        "slack": settings.slack.on,
        "teams": settings.teams.on,
    }
    for name, is_on in platforms.items():
        if is_on:
            print(f"\n{name}")
            marks += await _printed(examined(settings, name))
        else:
            print(f"{Mark.UNASKED} {name}: not connected; `storewise doctor {name}` says how")
    return marks


async def _printed(findings: AsyncIterator[Finding]) -> list[Mark]:
    marks = []
    async for finding in findings:
        print("\n".join(lines(finding)), flush=True)
        marks.append(finding.mark)
    return marks
