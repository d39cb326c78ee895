"""Microsoft Teams as a part of the web server: route, start and shutdown."""

import json
import logging
from collections.abc import AsyncIterator, Sequence
from functools import partial

import aiohttp
from aiohttp import web

from adapters.chat.bot import Bot
from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.chat.rules.correcting import Correcting
from adapters.chat.rules.deciding import Decisions
from adapters.chat.rules.owning import Owning
from adapters.chat.rules.writing import Sheets
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.commands import Commands
from adapters.chat.under_way.intake import Intake
from adapters.chat.under_way.work import Work
from adapters.teams.answer.channel_form import ChannelForm
from adapters.teams.answer.chat import Ask, TeamsChat
from adapters.teams.answer.invokes import Invokes, Search
from adapters.teams.answer.kept_answers import RecentQuestions
from adapters.teams.answer.messages import BotListeners
from adapters.teams.answer.notices import Notices
from adapters.teams.answer.passing_on import AskPerson, PassingOn, TellOwner
from adapters.teams.answer.rules import Approving, WritingRules
from adapters.teams.answer.sharing import DialogAnswers, Sharing
from adapters.teams.api.connector import Connector
from adapters.teams.api.graph import Graph, Members
from adapters.teams.api.tokens import Tokens, build_tokens
from adapters.teams.api.trouble import NotAllowedError, NotAuthenticatedError, cure
from adapters.teams.people import build_people
from adapters.teams.post.known_chats import SqlChats
from adapters.teams.post.outbox import Outbox
from adapters.teams.post.run import build_corrections
from adapters.teams.receive.activities import is_readable
from adapters.teams.receive.auth import Door, build_door, build_hosts
from adapters.teams.sdk import UnreadableActivityError
from adapters.teams.sdk_choice import build_turns
from adapters.web.edge import whole_values, wordless
from bot.model import Platform
from bot.model.health import Trouble
from bot.settings import TeamsSettings

logger = logging.getLogger(__name__)

_CALL_TIMEOUT = aiohttp.ClientTimeout(total=30)


def build_teams(
    settings: TeamsSettings,
    bot: Bot,
    search: Search,
    work: Work | None = None,
    tokens: Tokens | None = None,
) -> "Teams":
    """Return Teams as a part of the web server. Nothing is sent before the server starts.

    Raises ChannelsError, PackageMissingError.
    """
    if not settings.on:
        raise ValueError(f"Teams needs {' and '.join(settings.missing)}")
    return Teams(settings, bot, search, work or Work(), tokens or build_tokens(settings))


class Teams:
    """Teams as a part of the web server: one address for everything."""

    name = "teams"

    def __init__(
        self, settings: TeamsSettings, bot: Bot, search: Search, work: Work, tokens: Tokens
    ) -> None:
        self._settings = settings
        self._tokens = tokens
        self._work = work
        self._connector: Connector | None = None
        self._graph: Graph | None = None
        self._door: Door | None = None
        outbox = Outbox(self._connected)
        members = Members(self._connected_graph, settings.group_ids)
        people = build_people(settings, members.groups_of)
        intake = Intake(Platform.TEAMS, Ask, bot.inbox, bot.trail, bot.redactor, bot.given_up)
        chat = TeamsChat(outbox, bot.records)
        asking = Asking(bot.handle, bot.limits, work, intake, chat.of)
        self._resuming = partial(intake.resuming, asking)
        owners = {one for owner in bot.stores.owners for one in owner.people[Platform.TEAMS]}
        notices = Notices(
            SqlChats(bot.database), settings.admin_object_ids, outbox, bot.shifts, owners
        )
        self.notices = notices
        """Writes first, to people and in channels."""
        channels = Channels(bot.database, ChannelSettings(), Platform.TEAMS, bot.stores)
        form = ChannelForm(channels, people, outbox, bot.trail)
        sheets = Sheets(bot.rules, bot.stores, Platform.TEAMS) if bot.rules else None
        ask_person = AskPerson(bot.records, people, outbox, bot.redactor, bot.limits, sheets)
        tell_owner = TellOwner(
            bot.records, people, channels, outbox, notices, bot.telling, bot.limits, sheets
        )
        rules = None
        if bot.rules and sheets:
            decisions = Decisions(bot.rules, sheets, Platform.TEAMS)
            approving = Approving(decisions, channels, notices)
            correcting = Correcting(bot.rules, sheets, bot.trail)
            rules = WritingRules(
                sheets,
                decisions,
                bot.records,
                people,
                bot.limits,
                outbox,
                approving,
                correcting,
                Owning(bot.rules, sheets, decisions),
                work,
            )
        steps = rules.steps if rules else {}
        passing_on = PassingOn(tell_owner, ask_person, bot.records, outbox, work, steps)
        invokes = Invokes(
            bot.handle,
            bot.limits,
            bot.records,
            people,
            search,
            bot.redactor,
            form,
            passing_on,
            DialogAnswers(bot.short_lived),
            work,
            rules,
        )
        self.corrections = build_corrections(outbox)
        """Posts corrections of answers."""
        self._turns = build_turns(
            settings.sdk,
            BotListeners(
                asking,
                chat,
                bot.limits,
                Commands(bot.handle, bot.limits, work),
                outbox,
                bot.records,
                bot.overviews,
                invokes,
                work,
                people,
                notices,
                channels,
                form,
                passing_on,
                RecentQuestions(bot.overviews, outbox),
                Sharing(bot.records, people, channels, outbox),
                bot.short_lived,
                rules,
            ),
        )

        channels.check()

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The address for all requests from Teams."""
        return [web.post("/api/messages", self._receive)]

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Keeps one HTTP session while the server runs; waits for replies before it closes."""
        # trust_env: HTTPS_PROXY may name a proxy. No cookies: they must not leak between companies.
        async with aiohttp.ClientSession(
            timeout=_CALL_TIMEOUT, trust_env=True, cookie_jar=aiohttp.DummyCookieJar()
        ) as session:
            hosts = build_hosts(self._settings)
            self._connector = Connector(session, self._tokens, hosts)
            self._graph = Graph(session, self._tokens, self._settings.graph_url)
            self._door = build_door(self._settings, session, hosts)
            self._door.start()
            await self.notices.read_known()
            async with self._resuming():
                yield
                await self._work.drain()
            await self._door.close()

    async def trouble(self) -> Trouble | None:
        """Returns why the bot cannot answer in Teams now; None if it can."""
        if self._door is None:
            return Trouble("starting", "Wait: the server is starting.")
        word = await self._door.trouble() or await self._tokens.trouble()
        return Trouble(word, cure(word)) if word else None

    def _connected(self) -> Connector:
        if self._connector is None:
            raise RuntimeError("the server is not running")
        return self._connector

    def _connected_graph(self) -> Graph:
        if self._graph is None:
            raise RuntimeError("the server is not running")
        return self._graph

    async def _receive(self, request: web.Request) -> web.Response:
        # Teams counts every 5xx against the bot and may stop delivering.
        try:
            body = whole_values(await request.json())
        except (ValueError, LookupError, RecursionError):
            return web.Response(status=400)
        if self._door is None:
            return web.Response(status=503)
        try:
            authorization = request.headers.get("Authorization", "")
            claims = await self._door.check(authorization, body if isinstance(body, dict) else {})
        except NotAuthenticatedError:
            return web.Response(status=401)
        except NotAllowedError:
            return web.Response(status=403)
        if not is_readable(body):
            return web.Response(status=400)
        return await self._answered(body, dict(claims))

    async def _answered(self, body: dict[str, object], claims: dict[str, object]) -> web.Response:
        try:
            status, answer = await self._turns.run(body, claims)
        except UnreadableActivityError:
            return web.Response(status=400)
        except Exception as error:  # the adapter's edge
            logger.exception("a bug stopped an activity", exc_info=wordless(error))
            return web.Response(status=200)
        return web.json_response(answer, status=status, dumps=_readable)


def _readable(value: object) -> str:
    # Without this, half a surrogate pair in a message would be a 5xx.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()
