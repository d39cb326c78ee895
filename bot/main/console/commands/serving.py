"""Commands that run until stopped: the server, and `mcp` for an assistant on this machine."""

import argparse
import asyncio
import sys
from collections.abc import Generator
from contextlib import contextmanager

from bot.main.app import App
from bot.main.app.replica import Replica
from bot.main.console.loading import loading
from bot.main.console.remote_commands import brought_up, opened, shown
from bot.main.serve.behind import answer_assistant
from bot.main.serve.startup import address_of, banner, listening, promised
from bot.main.serve.web_server import build_server
from bot.model.health import Trouble
from bot.model.kept import CONSOLE, EntryKind
from bot.settings import Settings
from bot.upkeep.indexing.index_guard import IndexGuard
from knowledge.index.storage.lock import SERVE, held
from knowledge.index.storage.sqlite_copy import is_damaged, set_aside
from knowledge.model.documents import Audience
from knowledge.model.errors import AlreadyIndexingError, KnowledgeError
from knowledge.model.report import IndexReport, Run
from knowledge.model.spared import Spared


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


# Prepares a server that already listens: it indexes beside the questions.


_LOADING = Trouble("starting", "Wait: the models are being loaded.")
_WAIT_S = 1.0
"""Between two tries while another run makes the index."""


class Start:
    """Brings the index and the models up while the server answers."""

    def __init__(self, settings: Settings, app: App) -> None:
        self._settings = settings
        self._app = app
        self._is_warm = False

    def listens(self) -> None:
        """Says where the server listens, and which index answers until the documents are read."""
        missing = self._app.indexer.is_missing()
        meanwhile = "nothing is indexed yet" if missing else "the published index answers meanwhile"
        _say(f"storewise: listening on {address_of(self._settings)}; reading the documents")
        _say(f"storewise: {meanwhile}")

    async def prepare(self) -> None:
        """Indexes the documents and loads the models. Raises KnowledgeError without any index."""
        app = self._app
        await app.upkeep.trail.note(
            EntryKind.START, CONSOLE, "serve", about=promised(self._settings)
        )
        had_index = not app.indexer.is_missing()
        if had_index:
            await self._warm_up()
        reports = await self._indexed()
        if not had_index:
            await self._warm_up()
        _say("\n".join(banner(self._settings, app, reports)))

    async def _is_followed(self, replica: Replica) -> bool:
        """Whether this replica answers from the index that another one made.

        Waits until that is so, or until this one leads and has to make it.
        """
        while not replica.leadership.leads:
            await asyncio.sleep(_WAIT_S)
            if not self._app.indexer.is_missing():
                return not replica.leadership.leads
        return False

    async def _warm_up(self) -> None:
        try:
            with Spared("warm-up", KnowledgeError), loading():
                await self._app.ways.warm_up()
        except KnowledgeError as error:  # the check of the index says more, and it may pass
            _say(f"storewise: {error}")
        finally:
            self._is_warm = True

    async def models(self) -> Trouble | None:
        """The check of /readyz: until the models are loaded, the first question would wait."""
        return None if self._is_warm else _LOADING

    async def _indexed(self) -> list[IndexReport]:
        """Updates the index; if that fails, the old index answers."""
        replica = self._app.upkeep.replica
        if replica is not None and await self._is_followed(replica):
            return []
        with Spared("indexing at the start", KnowledgeError):
            return await self._rebuilt()
        if self._app.indexer.is_missing():
            raise KnowledgeError("the documents could not be indexed; the log says why")
        return []

    async def _rebuilt(self) -> list[IndexReport]:
        while True:
            try:
                with shown() as show:
                    return [await self._app.indexer.rebuild(Run(unasked=True), show)]
            except AlreadyIndexingError:
                await asyncio.sleep(_WAIT_S)
            except KnowledgeError as error:
                if self._app.indexer.is_missing():
                    raise
                _say(f"storewise: {error}; answering from the earlier index")
                return []


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
