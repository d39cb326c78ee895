"""Slack's Socket Mode on loopback: it opens sockets, sends envelopes, keeps acknowledgements."""

import asyncio
import itertools
import json
import random
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web
from pydantic import SecretStr

from adapters.slack.sockets import Pace
from bot.settings import SlackSettings
from tests.flow.slack.stand_in.api import SECRET, TOKEN, Refusal, SlackApi, _refused

APP_TOKEN = "xapp-1"
TICKET = "secret-ticket"
QUICK = Pace(look_s=0.02, silent_s=0.1, open_s=1.0, ping_s=0.2, close_s=0.2, first_pause_s=0.01)
"""As slow as a real Slack, a hundred times faster."""


class SlackSocket(SlackApi):
    """A Slack that speaks by sockets, too."""

    def __init__(self) -> None:
        super().__init__()
        self.application.router.add_get("/socket", self._socket)
        self.sockets: list[web.WebSocketResponse] = []
        """Every socket that was opened, the newest last."""
        self.acks: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.greets = True
        self.shut = 0
        """How many sockets are refused, although Slack gave an address."""
        self.most = 10
        """Sockets at a time; Slack takes no more of an app."""
        self.deaf: set[int] = set()
        """Sockets, by their place in the list, whose acknowledgements do not arrive."""
        self.stalled: set[int] = set()
        """Sockets, by their place in the list, on which nothing is read or said any more."""
        self._transports: list[asyncio.Transport | None] = []
        self._chance = random.Random(1)  # noqa: S311 - the same in every run
        self._opened = asyncio.Condition()
        self._numbers = itertools.count(1)

    async def opened(self, count: int) -> None:
        """Wait until so many sockets were opened since the start."""
        async with asyncio.timeout(10), self._opened:
            await self._opened.wait_for(lambda: len(self.sockets) >= count)

    @property
    def open(self) -> list[int]:
        """The sockets that are open, by their place in the list."""
        return [number for number, one in enumerate(self.sockets) if not one.closed]

    async def deliver(
        self, payload: object, first: int | None = None, ack_s: float = 0.5
    ) -> list[int]:
        """Send an envelope to one socket, and again to another, until it is acknowledged.

        Return the sockets it went to, by their place in the list.
        """
        went: list[int] = []
        while True:
            others = [one for one in self.open if one not in went[-1:]] or self.open
            went.append(self._chance.choice(others) if first is None or went else first)
            retry: dict[str, Any] = {
                "retry_attempt": len(went) - 1,
                "retry_reason": "timeout" if went[1:] else "",
            }
            envelope = await self.send(payload, to=went[-1], **retry)
            with suppress(TimeoutError):
                async with asyncio.timeout(ack_s):
                    while (await self.acks.get())["envelope_id"] != envelope:
                        pass
                    return went

    async def send(
        self, payload: object, kind: str = "events_api", to: int = -1, **more: object
    ) -> str:
        """Send an envelope on a socket, the newest if none is named; return its id."""
        envelope = f"E{next(self._numbers)}"
        said = {"envelope_id": envelope, "type": kind, "payload": payload, **more}
        self.asked()
        with suppress(ConnectionError):  # it was lost a moment ago
            await self.sockets[to].send_str(json.dumps(said))
        return envelope

    async def say(self, kind: str, to: int = -1, **more: object) -> None:
        """Say something on a socket that wants no acknowledgement."""
        await self.sockets[to].send_str(json.dumps({"type": kind, **more}))

    def abort(self, number: int) -> None:
        """Lose the connection of a socket, without a goodbye."""
        transport = self._transports[number]
        if transport is not None:
            transport.abort()

    async def acknowledged(self) -> dict[str, Any]:
        """Return the next acknowledgement."""
        return await asyncio.wait_for(self.acks.get(), timeout=10)

    async def _call(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        if method != "apps.connections.open" or self.refusals.get(method):
            return await super()._call(request)
        self.calls.append(method)
        self.sessions.add(request.transport)
        if request.headers.get("Authorization") != f"Bearer {APP_TOKEN}":
            return _refused(Refusal("not_allowed_token_type"), method)
        return web.json_response({"ok": True, "url": f"ws://{request.host}/socket?ticket={TICKET}"})

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if self.shut:
            self.shut -= 1
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        if len(self.open) >= self.most:
            await socket.send_str(
                json.dumps({"type": "disconnect", "reason": "too_many_websockets"})
            )
            await socket.close()
            return socket
        if self.greets:
            await socket.send_str(
                json.dumps({"type": "hello", "num_connections": len(self.open) + 1})
            )
        async with self._opened:
            number = len(self.sockets)
            self.sockets.append(socket)
            self._transports.append(request.transport)
            self._opened.notify_all()
        async for message in socket:
            if number in self.stalled:
                await asyncio.sleep(0)
            elif message.type == WSMsgType.PING:
                await socket.pong(message.data)
            elif message.type == WSMsgType.TEXT and number not in self.deaf:
                self.acks.put_nowait(json.loads(message.data))
        return socket


def event(inner: dict[str, Any], event_id: str = "Ev1") -> dict[str, Any]:
    """Return the payload of an event."""
    return {"type": "event_callback", "team_id": "T1", "event_id": event_id, "event": inner}


def by_socket(url: str) -> SlackSettings:
    """The settings of a first run: no public address, no signing secret."""
    return SlackSettings(
        bot_token=SecretStr(TOKEN),
        app_token=SecretStr(APP_TOKEN),
        signing_secret=None,
        api_url=f"{url}api/",
    )


def both_ways(url: str) -> SlackSettings:
    """Requests may come by HTTP as well."""
    return by_socket(url).model_copy(update={"signing_secret": SecretStr(SECRET)})
