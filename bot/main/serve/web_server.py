"""Builds what `storewise serve` runs: the web server, its platforms and the index's upkeep.

Like bot.main.app, it imports a platform's SDK only if the platform is on.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING

from bot.conversation.finder import Finder
from bot.conversation.rate_limits import Limits
from bot.main.app import App, corpus_of
from bot.main.platforms import platforms
from bot.main.serve.digests import claiming, clock, shift_messages, to_administrators, weekly
from bot.main.serve.health import (
    database_check,
    disk_check,
    folder_check,
    inbox_check,
    index_check,
    model_check,
    replica_check,
    sources_check,
    vectors_check,
)
from bot.main.serve.look import look
from bot.model import Platform
from bot.model.errors import InboxError
from bot.model.health import Check
from bot.ports import Counts
from bot.settings import Settings
from bot.upkeep.desk import Call, CommandResult
from bot.upkeep.indexing.clock import by_the_clock, on_change
from bot.upkeep.memory import give_back
from bot.upkeep.reports.digests.daily import Notices
from knowledge.index.storage.lock import announce
from knowledge.model.documents import Audience
from knowledge.model.places import Places
from knowledge.model.release import VERSION
from knowledge.model.report import Show
from knowledge.read.sources.watching import changes

if TYPE_CHECKING:
    from adapters.chat.bot import Bot
    from adapters.http.app import Api
    from adapters.mcp.tools import Behind
    from adapters.playground.app import Playground
    from adapters.web.bounded import Bounded
    from adapters.web.callers import Callers
    from adapters.web.server import Beside, Part, WebServer

_KEPT_S = 2.0
"""A probe every second costs a look at the files every other second."""


def build_server(
    settings: Settings, app: App, checks: Mapping[str, Check] | None = None
) -> "WebServer":
    """Builds the web server with the platforms that are on; `checks` are further ones."""
    from adapters.chat.under_way.work import Work
    from adapters.control import Control
    from adapters.metrics.app import Metrics
    from adapters.web.bounded import Bounded
    from adapters.web.page import build_page
    from adapters.web.server import WebServer
    from adapters.web.watching.watchdog import Watchdog

    parts: list[Part] = []
    # One queue for all chats: they share this machine.
    limits, work, watchdog = _limits(settings, app), Work(), Watchdog()
    bot = _behind_chats(settings, app, limits)
    chats: dict[Platform, Notices] = {}
    for one in platforms():
        if one.is_on(settings):
            search = Finder(app.search, app.today).find
            connected = one.build(settings, bot, work, search)
            app.corrections.add(one.name, connected.corrections)
            parts.append(connected.part)
            chats[Platform(one.name)] = connected.notices
    callers, bounded = _callers(settings, app, limits), Bounded()
    api = _api(settings, app, callers, bounded)
    middlewares = api.middlewares(settings.api.cors_origins) if settings.api.on else []
    if settings.api.on:
        parts += [api, _mcp(app, callers, bounded)]
    parts.append(
        Control(
            app.desk.done,
            lambda address, token: announce(settings.store.data, address, token),
        )
    )
    page = build_page(app.conversation.handle, corpus_of(settings), app.overviews.first_example)
    shown = list(page) if settings.server.is_local else []
    if settings.has_playground:
        playground = _playground(settings, app, callers)
        # The form still answers programs such as curl, and browsers without scripts.
        shown = [*(one for one in shown if one.method != "GET"), *playground.routes]
    server = WebServer(
        parts,
        shown,
        beside=[watchdog.run, *_upkeep(settings, app)],
        middlewares=middlewares,
        checks={**_checks(settings, app), **(checks or {})},
        limits=_less_well(settings, app) | {"replies": bot.given_up.trouble},
        kept_s=_KEPT_S,
        stopping=work.stop_taking,
        around=app.replica.follower.following if app.replica else nullcontext,
    )
    seen = partial(look, app, work, watchdog.blocks, server.troubles)
    metrics = Metrics(callers, seen, VERSION, bot.given_up.counts)
    app.observers.add(metrics.questions)
    if settings.server.traces:
        from adapters.metrics.traces import Traces

        traces = Traces(settings.server.traces, VERSION)
        app.observers.add(traces)
        server.application.on_cleanup.append(traces.close)
    server.application.add_routes(metrics.routes)
    server.application.on_cleanup.append(lambda _: _left(app))
    _write_first(settings, app, server, chats)
    return server


def _playground(settings: Settings, app: App, callers: "Callers") -> "Playground":
    from adapters.playground.app import Behind as BehindPage
    from adapters.playground.app import Playground

    behind = BehindPage(
        handle=app.conversation.handle,
        index=app.search,
        desk=app.desk,
        overviews=app.overviews,
        today=app.today,
        corpus=corpus_of(settings),
        stores=app.stores,
        version=VERSION,
        indexing=lambda: app.indexer.running,
    )
    previews = {one.name: one.preview for one in platforms()}
    return Playground(behind, previews, callers, local=settings.server.is_local)


def _write_first(
    settings: Settings, app: App, server: "WebServer", chats: "Mapping[Platform, Notices]"
) -> None:
    """Adds the tasks that write what nobody asked for: troubles, the week, the day of a store."""
    from adapters.web.watching.notices import keep_told, tell_weekly
    from adapters.web.watching.replicas import AmongReplicas

    if admins := to_administrators(settings, chats):
        replicas = AmongReplicas(app.short_lived) if app.short_lived.shared else None
        server.beside(partial(keep_told, server.troubles, admins, replicas=replicas))
    if when := settings.digest.weekly:
        for number, (made, tells) in enumerate(weekly(settings, app, chats)):
            is_ours = claiming(app.short_lived, f"week {number}")
            telling = partial(tell_weekly, when, made, tells, clock(settings), is_ours=is_ours)
            server.beside(telling)
    if shifts := shift_messages(settings, app, chats):
        server.beside(_by_one(app, shifts))


def _checks(settings: Settings, app: App) -> dict[str, Check]:
    """Returns the checks of parts without which nobody gets an answer."""
    return {"index": index_check(app), "data_folder": folder_check(settings.store.data)}


def _less_well(settings: Settings, app: App) -> dict[str, Check]:
    """Returns the checks of parts without which it still answers, though less well."""
    follower = app.replica.follower if app.replica else None
    less = {"replica": replica_check(lambda: follower.trouble)} if follower else {}
    return less | {
        "language_model": model_check(app),
        "vectors": vectors_check(app),
        "database": database_check(app),
        "inbox": inbox_check(app.inbox),
        "disk": disk_check(settings.store.data),
        "sources": sources_check(app),
    }


async def _left(app: App) -> None:
    """Leaves what is open to other replicas, once nothing is answered here any more."""
    with suppress(InboxError):
        await app.inbox.leave()


def _limits(settings: Settings, app: App) -> Limits:
    limits = settings.limits
    return Limits(
        limits.per_person,
        limits.per_channel,
        limits.searches,
        programs=limits.per_program,
        counts=_shared_counts(app),
    )


def _shared_counts(app: App) -> Counts | None:
    if not app.database.shared:
        return None
    from adapters.records.counts import SqlCounts

    return SqlCounts(app.database)


def _behind_chats(settings: Settings, app: App, limits: Limits) -> "Bot":
    from adapters.chat.bot import Bot
    from bot.conversation.documents.linked import LinkedDocuments

    return Bot(
        app.conversation.handle,
        app.records,
        app.overviews,
        settings.store.data,
        app.database,
        app.inbox,
        app.short_lived,
        app.trail,
        limits,
        app.redactor,
        app.stores,
        app.kept_shifts,
        LinkedDocuments(app.search, app.today),
        app.telling,
    )


def _api(settings: Settings, app: App, callers: "Callers", bounded: "Bounded") -> "Api":
    from adapters.http.app import Api
    from adapters.http.app import Behind as BehindApi

    behind = BehindApi(
        handle=app.conversation.handle,
        index=app.search,
        retrieval=app.retrieval,
        records=app.records,
        replays=app.replays,
        redactor=app.redactor,
        desk=app.desk,
        indexer=app.indexer,
        today=app.today,
        corpus=corpus_of(settings),
        overview=settings.store.catalogue_overview,
        version=VERSION,
        stores=app.stores,
    )
    return Api(callers, bounded, behind)


def _mcp(app: App, callers: "Callers", bounded: "Bounded") -> "Part":
    from adapters.mcp.app import Mcp

    return Mcp(callers, bounded, _behind_mcp(app), VERSION)


def _behind_mcp(app: App) -> "Behind":
    from adapters.mcp.tools import Behind

    return Behind(
        handle=app.conversation.handle,
        index=app.search,
        indexer=app.indexer,
        redactor=app.redactor,
        today=app.today,
        corpus=app.overviews.corpus["en"],
        stores=app.stores,
    )


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


def _callers(settings: Settings, app: App, limits: Limits) -> "Callers":
    from adapters.web.callers import Callers

    return Callers(
        app.keys,
        limits,
        app.today,
        app.trail,
        daily=settings.limits.daily,
        local=settings.server.is_local,
    )


def _upkeep(settings: Settings, app: App) -> "list[Beside]":
    """Returns the tasks beside the server: for its memory and the index."""
    keeping: list[Beside] = [give_back, app.suggest_meanwhile]
    if app.trial is not None:
        keeping.append(app.trial.run)
    if app.replica is not None:
        keeping.append(app.replica.leadership.run)
    if settings.reindex.every:
        keeping.append(_by_one(app, partial(by_the_clock, app.indexer, settings.reindex.every)))
    if settings.reindex.watch:
        watched = partial(_local, app)
        keeping.append(_by_one(app, lambda: on_change(app.indexer, changes(watched))))
    return keeping


def _by_one(app: App, work: "Beside") -> "Beside":
    """Returns a task as one of all replicas does it."""
    return partial(app.replica.leadership.while_leading, work) if app.replica else work


def _local(app: App) -> Places:
    """The documents whose changes this machine sees."""
    return Places.of(*(path for path in app.source().paths if not app.copies.is_copy(path)))


async def order_of(address: str, token: str, call: Call, show: Show) -> CommandResult | None:
    """Sends a command to a running server; None if there is none at this address."""
    from adapters.control import send

    return await send(address, token, call, show)
