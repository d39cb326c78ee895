"""Slack as a part of the web server, over HTTP or Socket Mode: routes, start and shutdown."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from http import HTTPStatus

import aiohttp
from aiohttp import web
from pydantic import SecretStr
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp, AsyncBoltContext
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.logger.messages import warning_client_prioritized_and_token_skipped
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.bot import Bot
from adapters.chat.under_way.work import Work
from adapters.slack.api.clients import quiet_logger, web_client
from adapters.slack.api.trouble import cure
from adapters.slack.listening import Listening, listen
from adapters.slack.post.working_sign import WorkingSigns
from adapters.slack.receive.acknowledged import expected
from adapters.slack.receive.events import is_readable
from adapters.slack.sockets import Pace, Sockets, socket_cure
from adapters.slack.workspace.identity import Identity, ManyWorkspaces, OneWorkspace
from adapters.slack.workspace.oauth import Install
from adapters.web.edge import whole_values
from adapters.web.problems import Refusals
from bot.model.health import Trouble
from bot.settings import SlackSettings

_CALL_TIMEOUT = aiohttp.ClientTimeout(total=10)
_SIGNS_S = 1.0
"""Seconds for working signs that still stand when the server stops."""
_OLDEST_S = 300  # Slack's signatures hold for so long
_NO_SIGNATURE = "Not from Slack: a scanner, or a proxy that drops the X-Slack headers."
_WRONG_TIME = "Sync this machine's clock (timedatectl set-ntp true), or it is an old request again."
_WRONG_SIGNATURE = (
    "Set SLACK_SIGNING_SECRET to the Signing Secret from api.slack.com/apps > your app > Basic"
    " Information and restart; a proxy must not change the body."
)


def build_slack(
    settings: SlackSettings, bot: Bot, work: Work | None = None, pace: Pace | None = None
) -> "Slack":
    """Return Slack as a part of the web server. Nothing is sent before the server starts.

    Raises ChannelsError.
    """
    if not settings.on:
        raise ValueError(f"Slack needs {' and '.join(settings.missing)}")
    secret, work, signs = _word(settings.signing_secret), work or Work(), WorkingSigns()
    # Each request gets a copy of this client, with the token of its workspace.
    client = web_client(settings.api_url)
    bots = web_client(settings.api_url, _word(settings.bot_token))
    apps = web_client(settings.api_url, _word(settings.app_token))
    install = _install(settings, client, bot) if settings.installs else None
    identity = _many(install, client) if install else OneWorkspace(bots)
    bolt = _bolt(client, secret, identity)
    if install:
        bolt.use(install.forget)
    listening = listen(bolt, settings, bot, work, signs, identity)
    return Slack(
        bolt,
        (client, bots, apps),
        identity,
        listening,
        work,
        signs,
        Sockets(bolt, apps, pace) if settings.app_token else None,
        install,
        by_http=bool(secret),
    )


class Slack:
    """Slack as a part of the web server: one address for everything, a socket, or both."""

    name = "slack"

    def __init__(
        self,
        bolt: AsyncApp,
        clients: Sequence[AsyncWebClient],
        identity: Identity,
        listening: Listening,
        work: Work,
        signs: WorkingSigns,
        sockets: Sockets | None,
        install: Install | None,
        *,
        by_http: bool,
    ) -> None:
        self._bolt = bolt
        self._clients = clients
        self._identity = identity
        self._resuming = listening.resuming
        self.notices = listening.notices
        """Writes first, to people and in channels."""
        self.corrections = listening.corrections
        """Posts corrections of answers."""
        self._work = work
        self._signs = signs
        self._sockets = sockets
        self._install = install
        self._by_http = by_http
        self._refusals = Refusals("/slack/events")

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The addresses for Slack's requests and for installing the bot."""
        # Without a signing secret, Slack's requests cannot be verified.
        receive = [web.post("/slack/events", self._receive)] if self._by_http else []
        return [*receive, *(self._install.routes if self._install else ())]

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Keeps one HTTP session while the server runs; waits for replies before it closes."""
        async with aiohttp.ClientSession(timeout=_CALL_TIMEOUT) as session:
            for client in self._clients:
                client.session = session
            await self._identity.trouble()
            watching = asyncio.create_task(self._identity.watch())
            if self._sockets:
                self._sockets.start()
            async with self._resuming():
                yield
                watching.cancel()
                if self._sockets:
                    self._sockets.take_no_more()
                await self._work.drain()
            await self._signs.drain(_SIGNS_S)
            if self._sockets:
                await self._sockets.close()
            await asyncio.gather(watching, return_exceptions=True)

    async def trouble(self) -> Trouble | None:
        """Returns why the bot cannot answer in Slack now; None if it can."""
        if word := await self._identity.trouble():
            return Trouble(str(word), cure(word))
        by_socket = await self._sockets.trouble() if self._sockets else None
        return Trouble(str(by_socket), socket_cure(by_socket)) if by_socket else None

    async def _receive(self, request: web.Request) -> web.Response:
        # Bolt turns these kinds of bad input into 500, which Slack counts against the app.
        if not _plausible(request.headers):
            self._refusals.count("no_signature", _NO_SIGNATURE, logging.INFO)
            return web.Response(status=401)
        try:
            bolt_request = await to_bolt_request(request)
            bolt_request.body = whole_values(bolt_request.body)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return web.Response(status=400)
        if not is_readable(bolt_request.body):
            return web.Response(status=400)
        left = expected(bolt_request.context)
        response = await to_aiohttp_response(await self._bolt.async_dispatch(bolt_request))
        if response.status == HTTPStatus.UNAUTHORIZED:
            self._refusals.count(*_refused(request.headers))
        await response.prepare(request)
        await response.write_eof()
        left.set_result(time.monotonic())
        return response


def _refused(headers: Mapping[str, str]) -> tuple[str, str]:
    """Returns why Bolt refuses a signature, with what an operator can do."""
    if "X-Slack-Signature" not in headers:
        return "no_signature", _NO_SIGNATURE
    apart_s = abs(time.time() - int(headers.get("X-Slack-Request-Timestamp") or 0))
    if apart_s > _OLDEST_S:
        return "wrong_time", _WRONG_TIME
    return "wrong_signature", _WRONG_SIGNATURE


def _plausible(headers: Mapping[str, str]) -> bool:
    """Whether the signature headers look valid enough to check."""
    stamp = headers.get("X-Slack-Request-Timestamp", "0")
    short = stamp.isascii() and stamp.isdigit() and len(stamp) <= 12  # noqa: PLR2004
    return short and headers.get("X-Slack-Signature", "").isascii()


def _bolt(client: AsyncWebClient, signing_secret: str | None, identity: Identity) -> AsyncApp:
    """Returns a Bolt app: each request gets a client for its workspace, on one shared session."""

    async def authorize(context: AsyncBoltContext) -> AuthorizeResult | None:
        return await identity.known(context)

    logger = quiet_logger()
    # Bolt finds SLACK_BOT_TOKEN by itself, and would warn at each start that it does not use it.
    logger.addFilter(_is_news)
    app = AsyncApp(
        name="storewise",
        logger=logger,
        client=client,
        signing_secret=signing_secret or "",
        authorize=authorize,  # type: ignore[arg-type]  # None is welcome: Bolt asks for it
        attaching_conversation_kwargs_enabled=False,
    )
    # Bolt would log an unknown workspace once more, as an error.
    logging.getLogger("slack_bolt.AsyncMultiTeamsAuthorization").setLevel(logging.CRITICAL)
    return app


def _is_news(record: logging.LogRecord) -> bool:
    return record.msg != warning_client_prioritized_and_token_skipped()


def _many(install: Install, client: AsyncWebClient) -> ManyWorkspaces:
    return ManyWorkspaces(install.installations, install.rotation, client)


def _install(settings: SlackSettings, client: AsyncWebClient, bot: Bot) -> Install:
    return Install(
        client,
        settings.client_id or "",
        _word(settings.client_secret) or "",
        bot.database,
        settings.team_ids,
        bot.trail,
        unfurls=bool(settings.unfurl_domains),
    )


def _word(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None
