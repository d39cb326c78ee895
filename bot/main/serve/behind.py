"""Builds the parts of the server that ask the bot, each with what it needs of the app.

Like bot.main.app, it imports a platform's SDK only if the platform is on.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from adapters.platforms import PLATFORMS
from bot.conversation.documents.listing import LinkedDocuments
from bot.conversation.owners import Telling
from bot.conversation.rate_limits import Limits
from bot.main.app import App
from bot.settings import Settings
from knowledge.model.documents import Audience
from knowledge.model.release import VERSION

if TYPE_CHECKING:
    from adapters.chat.bot import Bot
    from adapters.http.app import Api
    from adapters.mcp.part import McpPart
    from adapters.mcp.tools import Behind
    from adapters.playground.app import Playground
    from adapters.web.bounded import Bounded
    from adapters.web.callers import Callers


def behind_chats(settings: Settings, app: App, limits: Limits) -> "Bot":
    """Returns what chats need of the bot."""
    from adapters.chat.bot import Bot

    given, kept = app.given, app.kept
    return Bot(
        app.conversation.handle,
        kept.records,
        app.overviews,
        settings.store.data,
        kept.database,
        kept.inbox,
        kept.short_lived,
        app.upkeep.trail,
        limits,
        given.redactor,
        given.stores,
        app.rules.receipts,
        LinkedDocuments(app.search, given.today),
        Telling(given.stores, kept.told_owners, given.today, app.upkeep.trail),
        app.rules,
    )


def api_of(settings: Settings, app: App, callers: "Callers", bounded: "Bounded") -> "Api":
    """Builds the public API."""
    from adapters.http.app import Api
    from adapters.http.app import Behind as BehindApi

    behind = BehindApi(
        handle=app.conversation.handle,
        index=app.search,
        retrieval=app.retrieval,
        records=app.kept.records,
        replays=app.replays,
        redactor=app.given.redactor,
        desk=app.desk,
        indexer=app.indexer,
        today=app.given.today,
        corpus=app.given.corpus,
        overview=settings.store.catalogue_overview,
        version=VERSION,
        rules=app.rules,
        reports=app.reports,
        zone=app.given.zone,
        stores=app.given.stores,
    )
    return Api(callers, bounded, behind)


def mcp_of(app: App, callers: "Callers", bounded: "Bounded") -> "McpPart":
    """Builds the MCP server."""
    from adapters.mcp.part import McpPart

    return McpPart(callers, bounded, _behind_mcp(app), VERSION)


def playground_of(settings: Settings, app: App, callers: "Callers") -> "Playground":
    """Builds the playground."""
    from adapters.playground.app import Behind as BehindPage
    from adapters.playground.app import Playground

    behind = BehindPage(
        handle=app.conversation.handle,
        index=app.search,
        desk=app.desk,
        overviews=app.overviews,
        today=app.given.today,
        corpus=app.given.corpus,
        stores=app.given.stores,
        version=VERSION,
        reports=app.reports,
        zone=app.given.zone,
        writes=settings.api.on,
        indexing=lambda: app.indexer.running,
    )
    previews = {one.name: one.preview for one in PLATFORMS}
    return Playground(behind, previews, callers, local=settings.server.is_local)


async def answer_assistant(
    app: App, audience: Audience, ready: Callable[[], Awaitable[None]]
) -> None:
    """Answers the assistant that started this process until it closes the input.

    Needs no key: anyone who can start a command can also read the files of this machine. Requests
    that need the index wait for `ready`.
    """
    from adapters.mcp.app import answer_one
    from adapters.web.callers import Caller

    await answer_one(_behind_mcp(app), VERSION, Caller("local", audience), ready)


def _behind_mcp(app: App) -> "Behind":
    from adapters.mcp.tools import Behind

    return Behind(
        handle=app.conversation.handle,
        index=app.search,
        indexer=app.indexer,
        redactor=app.given.redactor,
        today=app.given.today,
        corpus=app.given.corpus["en"],
        stores=app.given.stores,
    )
