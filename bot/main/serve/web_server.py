"""Builds what `storewise serve` runs: the web server, its platforms and the index's upkeep.

Like bot.main.app, it imports a platform's SDK only if the platform is on.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING

from adapters.platforms import PLATFORMS
from bot.conversation.finder import Finder
from bot.conversation.rate_limits import Limits
from bot.main.app import App
from bot.main.serve.behind import api_of, behind_chats, mcp_of, playground_of
from bot.main.serve.digests import claiming, clock, shift_messages, to_administrators, weekly
from bot.main.serve.health import (
    database_check,
    disk_check,
    folder_check,
    inbox_check,
    index_check,
    look,
    model_check,
    replica_check,
    rules_check,
    sources_check,
    vectors_check,
)
from bot.model import Platform
from bot.model.errors import InboxError
from bot.model.health import Check, State
from bot.ports import Counts
from bot.settings import Settings
from bot.upkeep.desk import Call, CommandResult
from bot.upkeep.indexing.index_guard import by_the_clock, on_change
from bot.upkeep.memory import give_back
from bot.upkeep.reports.daily import Notices
from knowledge.index.storage.lock import announce
from knowledge.model.places import Places
from knowledge.model.release import VERSION
from knowledge.model.report import Show
from knowledge.read.watching import changes

if TYPE_CHECKING:
    from adapters.chat.bot import Bot
    from adapters.chat.platform import Connected
    from adapters.chat.under_way.work import Work
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
    from adapters.web.bounded import Bounded
    from adapters.web.callers import Callers
    from adapters.web.page import build_page
    from adapters.web.server import WebServer
    from adapters.web.watching.watchdog import Watchdog

    # One queue for all chats: they share this machine.
    limits, work, watchdog = _limits(settings, app), Work(), Watchdog()
    given, local, data = app.given, settings.server.is_local, settings.store.data
    bot, bounded = behind_chats(settings, app, limits), Bounded()
    chats = _connected(settings, app, bot, work)
    daily, trail = settings.limits.daily, app.upkeep.trail
    callers = Callers(app.kept.keys, limits, given.today, trail, daily=daily, local=local)
    api = api_of(settings, app, callers, bounded) if settings.api.on else None
    programs: list[Part] = [api, mcp_of(app, callers, bounded)] if api else []
    control = Control(app.desk.done, lambda address, token: announce(data, address, token))
    page = build_page(app.conversation.handle, given.corpus, app.overviews.first_example)
    shown = [one for one in page if local]
    if settings.has_playground:
        # The form still answers programs such as curl, and browsers without scripts.
        posted = [one for one in shown if one.method != "GET"]
        shown = [*posted, *playground_of(settings, app, callers).routes]
    replica = app.upkeep.replica
    server = WebServer(
        [*(one.part for one in chats.values()), *programs, control],
        shown,
        beside=[watchdog.run, *_upkeep(settings, app)],
        middlewares=api.middlewares(settings.api.cors_origins) if api else [],
        checks={"index": index_check(app), "data_folder": folder_check(data), **(checks or {})},
        limits=_less_well(settings, app) | {"replies": bot.given_up.trouble},
        kept_s=_KEPT_S,
        stopping=work.stop_taking,
        around=replica.follower.following if replica else nullcontext,
        new_loop=watchdog.new_loop,
    )
    seen = partial(look, app, work, watchdog.blocks, server.troubles)
    _measure(settings, app, server, callers, bot, seen)
    server.application.on_cleanup.append(lambda _: _left(app))
    _write_first(settings, app, server, {name: one.notices for name, one in chats.items()})
    return server


def _connected(
    settings: Settings, app: App, bot: "Bot", work: "Work"
) -> "dict[Platform, Connected]":
    """Connects the chat platforms that are on."""
    search, chats = Finder(app.search, app.given.today).find, {}
    for one in PLATFORMS:
        if one.is_on(settings):
            connected = one.build(settings, bot, work, search)
            app.posts.add(one.name, connected.corrections)
            app.rules.receipts.add(Platform(one.name), connected.notices)
            app.rules.publishing.add(connected.notices.tell)
            chats[Platform(one.name)] = connected
    return chats


def _measure(
    settings: Settings,
    app: App,
    server: "WebServer",
    callers: "Callers",
    bot: "Bot",
    seen: Callable[[], Awaitable[State]],
) -> None:
    """Adds the figures of the server, and its traces if they are on."""
    from adapters.metrics.app import Metrics

    metrics = Metrics(callers, seen, VERSION, bot.given_up.counts)
    app.observers.add(metrics.questions)
    server.application.add_routes(metrics.routes)
    if address := settings.server.traces:
        from adapters.metrics.traces import Traces

        traces = Traces(address, VERSION)
        app.observers.add(traces)
        server.application.on_cleanup.append(traces.close)


def _write_first(
    settings: Settings, app: App, server: "WebServer", chats: "Mapping[Platform, Notices]"
) -> None:
    """Adds the tasks that write what nobody asked for: troubles, the week, the day of a store."""
    from adapters.web.watching.notices import keep_told, tell_weekly
    from adapters.web.watching.replicas import AmongReplicas

    if admins := to_administrators(settings, chats):
        replicas = AmongReplicas(app.kept.short_lived) if app.kept.short_lived.shared else None
        server.beside(partial(keep_told, server.troubles, admins, replicas=replicas))
    if when := settings.digest.weekly:
        for number, (made, tells) in enumerate(weekly(settings, app, chats)):
            is_ours = claiming(app.kept.short_lived, f"week {number}")
            telling = partial(tell_weekly, when, made, tells, clock(settings), is_ours=is_ours)
            server.beside(telling)
    if shifts := shift_messages(settings, app, chats):
        server.beside(_by_one(app, shifts))


def _less_well(settings: Settings, app: App) -> dict[str, Check]:
    """Returns the checks of parts without which it still answers, though less well."""
    follower = app.upkeep.replica.follower if app.upkeep.replica else None
    less = {"replica": replica_check(lambda: follower.trouble)} if follower else {}
    return less | {
        "language_model": model_check(app),
        "vectors": vectors_check(app),
        "database": database_check(app),
        "inbox": inbox_check(app.kept.inbox),
        "disk": disk_check(settings.store.data),
        "sources": sources_check(app),
        "rules": rules_check(app),
    }


async def _left(app: App) -> None:
    """Leaves what is open to other replicas, once nothing is answered here any more."""
    with suppress(InboxError):
        await app.kept.inbox.leave()


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
    if not app.kept.database.shared:
        return None
    from adapters.records.counts import SqlCounts

    return SqlCounts(app.kept.database)


def _upkeep(settings: Settings, app: App) -> "list[Beside]":
    """Returns the tasks beside the server: for its memory and the index."""
    keeping: list[Beside] = [give_back]
    if settings.suggestions.ahead:
        keeping.append(partial(app.ways.suggest_meanwhile, lambda: app.upkeep.leads))
    keeping.append(partial(app.rules.publishing.run, lambda: app.upkeep.leads))
    if app.ways.trial is not None:
        keeping.append(app.ways.trial.run)
    if app.upkeep.replica is not None:
        keeping.append(app.upkeep.replica.leadership.run)
    if settings.reindex.every:
        keeping.append(_by_one(app, partial(by_the_clock, app.indexer, settings.reindex.every)))
    if settings.reindex.watch:
        watched = partial(_local, app)
        keeping.append(_by_one(app, lambda: on_change(app.indexer, changes(watched))))
    return keeping


def _by_one(app: App, work: "Beside") -> "Beside":
    """Returns a task as one of all replicas does it."""
    return (
        partial(app.upkeep.replica.leadership.while_leading, work) if app.upkeep.replica else work
    )


def _local(app: App) -> Places:
    """The documents whose changes this machine sees."""
    return Places.of(
        *(path for path in app.finding.source().paths if not app.upkeep.copies.is_copy(path))
    )


async def order_of(address: str, token: str, call: Call, show: Show) -> CommandResult | None:
    """Sends a command to a running server; None if there is none at this address."""
    from adapters.control import send

    return await send(address, token, call, show)
