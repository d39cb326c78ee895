"""The API on loopback, in front of a real app or of a conversation that we wrote."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from aiohttp.test_utils import TestClient, TestServer

from adapters.http.app import Api, Behind
from adapters.web.bounded import Bounded
from adapters.web.callers import Callers
from adapters.web.server import WebServer
from bot.conversation.rate_limits import Limits
from bot.main.app import App
from bot.model.kept import Key, Secret, new_key_id, new_secret
from bot.ports import Handle
from knowledge.model.documents import Audience

Json = dict[str, Any]


@dataclass
class Client:
    """A program that asks."""

    http: TestClient[Any, Any]
    app: App

    async def post(
        self, path: str, body: object, *, secret: str | None = None, **headers: str
    ) -> tuple[int, Json]:
        """Send JSON; the status and the JSON that comes back."""
        response = await self.http.post(path, json=body, headers=_headers(secret, headers))
        return response.status, await response.json()

    async def get(self, path: str, *, secret: str | None = None) -> tuple[int, Json]:
        """Ask for something; the status and the JSON that comes back."""
        response = await self.http.get(path, headers=_headers(secret, {}))
        return response.status, await response.json()

    async def send(
        self, method: str, path: str, body: object = None, *, secret: str | None = None
    ) -> tuple[int, Json]:
        """Send JSON, or nothing, by any method."""
        response = await self.http.request(method, path, json=body, headers=_headers(secret, {}))
        return response.status, await response.json()

    async def key(self, role: Audience = Audience.STAFF, **about: Any) -> Secret:
        """Make a key."""
        secret, key_id = new_secret(), new_key_id()
        made = Key(key_id, key_id, role, datetime.now(UTC), **about)
        await self.app.kept.keys.add(made, secret)
        return secret


def _headers(secret: str | None, headers: dict[str, str]) -> dict[str, str]:
    known = {name.replace("_", "-"): value for name, value in headers.items()}
    return known | ({"Authorization": f"Bearer {secret}"} if secret else {})


def web_server(
    app: App,
    *,
    local: bool = True,
    handle: Handle | None = None,
    per_minute: int = 0,
    per_user: int = 0,
    daily: int = 0,
    today: date | None = None,
    bounded: Bounded | None = None,
    cors_origins: Collection[str] = (),
    corpus: str = "store documents",
) -> WebServer:
    """The API of an app; `local` lets this machine in without a key."""
    day = app.given.today if today is None else lambda: today
    callers = Callers(
        app.kept.keys,
        Limits(per_user, programs=per_minute),
        day,
        app.upkeep.trail,
        daily=daily,
        local=local,
    )
    behind = Behind(
        handle=handle or app.conversation.handle,
        index=app.search,
        retrieval=app.retrieval,
        records=app.kept.records,
        replays=app.replays,
        redactor=app.given.redactor,
        desk=app.desk,
        indexer=app.indexer,
        today=day,
        corpus={"en": corpus, "ko": corpus},
        overview="We offer a curated catalogue of productivity gadgets.",
        version="0",
        rules=app.rules,
        reports=app.reports,
        zone=app.given.zone,
        stores=app.given.stores,
    )
    api = Api(callers, bounded or Bounded(), behind)
    return WebServer([api], middlewares=api.middlewares(cors_origins))


@asynccontextmanager
async def serving(app: App, **about: Any) -> AsyncIterator[Client]:
    """A program that asks the API of an app, as `web_server` makes it."""
    async with TestClient(TestServer(web_server(app, **about).application)) as http:
        yield Client(http, app)
