"""Slack over HTTP: its route on the web server, its start and its end."""

import logging
from collections.abc import AsyncIterator, Mapping, Sequence

import aiohttp
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.identity import Identity
from adapters.slack.listening import Bot, Listeners, listeners
from adapters.slack.registration import register
from adapters.slack.status import WorkingSigns
from adapters.slack.translate import is_readable
from adapters.slack.work import Work
from bot.settings import SlackSettings

_CALL_TIMEOUT = aiohttp.ClientTimeout(total=30)


def build_slack(settings: SlackSettings, bot: Bot, work: Work | None = None) -> "Slack":
    """Return Slack as a part of the web server. Nothing is sent before the server starts."""
    if settings.bot_token is None or settings.signing_secret is None:
        raise ValueError("Slack needs SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET")
    client = AsyncWebClient(
        token=settings.bot_token.get_secret_value(),
        base_url=settings.api_url,
        logger=_sdk_logger(),
    )
    client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=2))
    work = work or Work()
    signs = WorkingSigns()
    answering = listeners(settings, bot, work, signs)
    return Slack(client, settings.signing_secret.get_secret_value(), answering, work, signs)


class Slack:
    """Slack as a part of the web server: one address for events and commands."""

    name = "slack"

    def __init__(
        self,
        client: AsyncWebClient,
        signing_secret: str,
        answering: Listeners,
        work: Work,
        signs: WorkingSigns,
    ) -> None:
        self._client = client
        self._identity = Identity(client)
        self._work = work
        self._signs = signs
        self._bolt = _bolt(client, signing_secret, self._identity)
        register(self._bolt, answering)

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """Where Slack sends everything."""
        return [web.post("/slack/events", self._receive)]

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Keep one session with Slack while the server runs; let replies end before it closes."""
        async with aiohttp.ClientSession(timeout=_CALL_TIMEOUT) as session:
            self._client.session = session
            await self._identity.trouble()
            yield
            await self._work.drain()
            await self._signs.drain()

    async def trouble(self) -> str | None:
        """Return why the bot cannot answer in Slack now."""
        return await self._identity.trouble()

    async def _receive(self, request: web.Request) -> web.Response:
        # Bolt turns these kinds of bad input into 500, which Slack counts against the app.
        if not _plausible(request.headers):
            return web.Response(status=401)
        try:
            bolt_request = await to_bolt_request(request)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return web.Response(status=400)
        if not is_readable(bolt_request.body):
            return web.Response(status=400)
        return await to_aiohttp_response(await self._bolt.async_dispatch(bolt_request))


def _plausible(headers: Mapping[str, str]) -> bool:
    """Whether the signature's headers are worth a check."""
    stamp = headers.get("X-Slack-Request-Timestamp", "0")
    short = stamp.isascii() and stamp.isdigit() and len(stamp) <= 12  # noqa: PLR2004
    return short and headers.get("X-Slack-Signature", "").isascii()


def _bolt(client: AsyncWebClient, signing_secret: str, identity: Identity) -> AsyncApp:
    """Return a Bolt app that gives each request a client of its workspace, on the one session."""

    async def authorize() -> AuthorizeResult:
        return await identity.known()

    return AsyncApp(
        name="storewise",
        logger=_sdk_logger(),
        client=client,
        signing_secret=signing_secret,
        authorize=authorize,
        attaching_conversation_kwargs_enabled=False,
    )


def _sdk_logger() -> logging.Logger:
    """Return a logger for the SDK that is quiet: below WARNING it writes people's words."""
    logger = logging.getLogger("slack_sdk")
    logger.setLevel(logging.WARNING)
    return logger
