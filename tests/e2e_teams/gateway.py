"""Stands between the Playground, which signs nothing, and the bot, which believes no such thing."""

from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import web
from yarl import URL

from knowledge.model.documents import Language
from tests.flow.teams.stand_in.identity import Body, Identity


@dataclass(frozen=True)
class Delivery:
    """What the bot was sent, and what it answered at once."""

    activity: Body
    status: int
    answer: Any


class Gateway:
    """Signs what the Playground sends as Teams does, and hands it on.

    To the Playground everybody's Teams speaks English: their own language is put in its place.
    """

    def __init__(
        self, identity: Identity, session: aiohttp.ClientSession, bot: URL, language: Language
    ) -> None:
        self.signs = True
        self.deliveries: list[Delivery] = []
        self._identity = identity
        self._session = session
        self._bot = bot
        self._locale = {"en": "en-US", "ko": "ko-KR"}[language]
        self.application = web.Application()
        self.application.router.add_post("/api/messages", self._deliver)

    async def _deliver(self, request: web.Request) -> web.Response:
        body = await request.json() | {"locale": self._locale}
        headers = {"Authorization": self._identity.bearer(body)} if self.signs else {}
        async with self._session.post(self._bot, json=body, headers=headers) as response:
            raw = await response.read()
            answer = await response.json() if raw else None
        self.deliveries.append(Delivery(body, response.status, answer))
        return web.Response(body=raw, status=response.status, content_type=response.content_type)
