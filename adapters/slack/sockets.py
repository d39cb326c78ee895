"""Socket Mode: keeps one socket to Slack open and reconnects when it stalls."""

import asyncio
import contextlib
import json
import logging
import random
import time
from dataclasses import dataclass

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.api.clients import silent_logger
from adapters.slack.api.trouble import CALL_ERRORS, FINAL, reason
from adapters.slack.receive.events import is_readable
from adapters.web.edge import whole_values, wordless

logger = logging.getLogger(__name__)

DISCONNECTED = "socket_disconnected"
CROWDED = "too_many_websockets"
"""Slack's word for an app that has ten sockets already; it greets no other one."""
_CURE = (
    "Set SLACK_APP_TOKEN to an App-Level Token (xapp-...) with the scope "
    "connections:write, from api.slack.com > Basic Information."
)
_CURES = {
    **dict.fromkeys(FINAL, _CURE),
    "unreachable": "Check the network, the proxy and SLACK_API_URL.",
    "starting": "Wait: the socket is being opened.",
    DISCONNECTED: "Wait a minute; if it lasts longer, check the network and the proxy.",
    CROWDED: (
        "Slack gives an app 10 sockets, and each replica takes one: run at most 10 replicas, or"
        " receive by HTTP (SLACK_SIGNING_SECRET instead of SLACK_APP_TOKEN)."
    ),
}


class _CrowdedError(Exception):
    """Slack takes no further socket of this app."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the socket is checked, and how long it may be silent."""

    look_s: float = 1.0
    silent_s: float = 5.0
    """How long the socket may be down: the SDK reconnects by itself when Slack asks."""
    open_s: float = 15.0
    """How long Slack may take to greet a new socket."""
    ping_s: float = 10.0
    close_s: float = 2.0
    """How long to wait for Slack's goodbye; a stalled socket sends none."""
    first_pause_s: float = 1.0
    longest_pause_s: float = 60.0


class Sockets:
    """Keeps one socket open, for requests and their acknowledgements."""

    def __init__(self, bolt: AsyncApp, client: AsyncWebClient, pace: Pace | None = None) -> None:
        """The client has the app-level token; it asks Slack for the socket's address."""
        self._bolt = bolt
        self._client = client
        self._pace = pace or Pace()
        self._handler: AsyncSocketModeHandler | None = None
        self._greeted = False
        self._crowded = False
        self._keeping: asyncio.Task[None] | None = None
        self._taking = True
        self._failures = 0
        self._reason = "starting"
        self._told: str | None = None

    def start(self) -> None:
        """Starts keeping a socket open."""
        self._keeping = asyncio.create_task(self._keep())

    def take_no_more(self) -> None:
        """Stops taking requests: Slack sends unacknowledged ones again."""
        self._taking = False

    async def close(self) -> None:
        """Closes the socket for good."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    async def trouble(self) -> str | None:
        """Returns one word for why nothing comes in; None if the socket is open."""
        return None if await self._works() else self._reason

    async def _keep(self) -> None:
        while True:
            try:
                await self._open()
                await self._watch()
            except _CrowdedError:
                self._tell(CROWDED)
                self._failures += 1
            except CALL_ERRORS as error:
                self._tell(reason(error))
                self._failures += 1
            except Exception as error:  # the edge: a bug must not end the watch
                logger.exception("a bug stopped the socket", exc_info=wordless(error))
                self._failures += 1
            finally:
                await self._shut()
            await asyncio.sleep(pause_s(self._failures, self._pace))

    async def _open(self) -> None:
        """Opens a socket. Raises one of CALL_ERRORS."""
        async with asyncio.timeout(self._pace.longest_pause_s):
            answer = await self._client.apps_connections_open(app_token=self._client.token or "")
        answered = asyncio.Event()
        handler = self._made(str(answer["url"]), answered)
        async with asyncio.timeout(self._pace.open_s):
            await handler.connect_async()  # type: ignore[no-untyped-call]  # the SDK's
            await answered.wait()
        if self._crowded:
            raise _CrowdedError
        self._greeted = True
        self._reason = DISCONNECTED

    def _made(self, url: str, answered: asyncio.Event) -> AsyncSocketModeHandler:
        """Makes a handler for an address; sets the event once Slack greets or refuses it."""
        handler = AsyncSocketModeHandler(
            self._bolt,
            self._client.token,
            # The address contains a secret ticket, and the SDK's errors quote it.
            logger=silent_logger(),
            web_client=self._client,
            ping_interval=self._pace.ping_s,
        )
        self._handler, self._crowded = handler, False
        client = handler.client
        client.wss_uri = url
        # The SDK would retry a refused token every ten seconds, and one address forever.
        client.default_auto_reconnect_enabled = client.auto_reconnect_enabled = False

        async def listen(_: object, message: dict[str, object], raw: str | None) -> None:
            if message.get("type") == "hello":
                about = {"connections": message.get("num_connections")}
                logger.info("the socket to Slack is open", extra=about)
                answered.set()

        async def look(message: aiohttp.WSMessage) -> None:
            if _is_crowded(message):
                self._crowded = True
                # The SDK would open another socket at once, and the next one for as long as
                # there are too many.
                client.message_processor.cancel()
                answered.set()

        client.message_listeners.append(listen)
        client.on_message_listeners.append(look)

        async def take(_: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
            await self._take(handler, request)

        client.socket_mode_request_listeners[:] = [take]
        return handler

    async def _watch(self) -> None:
        """Returns when the socket has been down for too long. Raises _CrowdedError."""
        seen = time.monotonic()
        while time.monotonic() - seen < self._pace.silent_s:
            await asyncio.sleep(self._pace.look_s)
            if self._crowded:
                raise _CrowdedError
            if await self._works():
                seen = time.monotonic()
                self._failures, self._told = 0, None
        self._tell(DISCONNECTED, logging.WARNING)

    async def _works(self) -> bool:
        if self._handler is None or not self._greeted:
            return False
        client = self._handler.client
        # If these tasks have ended, the socket looks open but nothing is read.
        reading = client.message_receiver is not None and not client.message_receiver.done()
        return reading and not client.message_processor.done() and await client.is_connected()

    async def _take(self, handler: AsyncSocketModeHandler, request: SocketModeRequest) -> None:
        if not self._taking:
            return
        try:
            request.payload = whole_values(request.payload)
            if is_readable(request.payload):
                await handler.handle(handler.client, request)
            else:
                done = SocketModeResponse(request.envelope_id)
                await handler.client.send_socket_mode_response(done)
        except (aiohttp.ClientError, ConnectionError):
            logger.info("a socket closed before a request was acknowledged; Slack sends it again")
        except Exception as error:  # the adapter's edge
            logger.exception("a bug stopped a request by socket", exc_info=wordless(error))

    async def _shut(self) -> None:
        handler, self._handler, self._greeted = self._handler, None, False
        if handler is None:
            return
        # The first, cut-short close gives up the socket; the second cleans up the rest.
        for _ in range(2):
            with contextlib.suppress(TimeoutError, aiohttp.ClientError, ConnectionError):
                async with asyncio.timeout(self._pace.close_s):
                    await handler.close_async()  # type: ignore[no-untyped-call]  # the SDK's
                    return

    def _tell(self, word: str, level: int = logging.ERROR) -> None:
        """Logs a new kind of error once, with its cure."""
        self._reason = word
        if word != self._told:
            self._told = word
            about = {"reason": word, "cure": socket_cure(word)}
            logger.log(level, "no socket to Slack", extra=about)


def _is_crowded(message: aiohttp.WSMessage) -> bool:
    if message.type is not aiohttp.WSMsgType.TEXT or CROWDED not in message.data:
        return False
    try:
        said = json.loads(message.data)
    except ValueError:
        return False
    return (said.get("type"), said.get("reason")) == ("disconnect", CROWDED)


def pause_s(failures: int, pace: Pace) -> float:
    """Returns the pause before the next try: it doubles after each failure."""
    if not failures:
        return 0.0
    doubled = pace.first_pause_s * 2.0 ** min(failures - 1, 20)
    # Jitter: not all bots at the same instant after Slack was down.
    return min(doubled, pace.longest_pause_s) * random.uniform(0.8, 1.0)  # noqa: S311


def socket_cure(word: str) -> str:
    """Returns what an operator can do about a socket that does not open."""
    return _CURES.get(word, f"See {word} on https://docs.slack.dev/reference/methods.")
