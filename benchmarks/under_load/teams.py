"""Teams on loopback: signs activities, hands out the bot's tokens, keeps what the bot sends."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.test_utils import TestServer
from aiohttp.typedefs import Handler

from benchmarks.under_load.counting import Said
from benchmarks.under_load.faults import Faults
from tests.flow.teams.stand_in.api import TOKEN, Sent, TeamsApi
from tests.flow.teams.stand_in.identity import APP_ID, METADATA, TENANT, Identity

_BEFORE_S = (0.02, 0.12)  # until an activity is stored; Teams itself takes longer
_AFTER_S = (0.0, 0.005)
"""Until the answer: a bot that is killed in between must post twice, as it cannot read the chat."""


@dataclass
class Tenant:
    """The stand-ins for the connector, for the keys of requests and for the bot's tokens."""

    moments: random.Random
    trouble: Faults
    api: TeamsApi = field(default_factory=TeamsApi)
    identity: Identity = field(default_factory=Identity)
    service: str = ""
    """The connector's address, as activities name it."""
    settings: dict[str, str] = field(default_factory=dict)
    """The server's settings for this tenant."""

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Serves the stand-ins on loopback; fills in `service` and `settings`."""
        self.api.application.middlewares.append(self._slowly)
        self.api.application.middlewares.append(self.trouble.around(_is_message))
        self.identity.application.router.add_get("/identity", _token)
        application, provider = self.api.application, self.identity.application
        async with TestServer(application) as api, TestServer(provider) as identity:
            self.service = str(api.make_url("/"))
            self.settings |= {
                "TEAMS_APP_ID": APP_ID,
                "TEAMS_TENANT_ID": TENANT,
                "TEAMS_SERVICE_HOSTS": "127.0.0.1",
                "TEAMS_OPENID_METADATA_URL": str(identity.make_url(METADATA)),
                # A managed identity gets its tokens from an address on its own machine.
                "TEAMS_MANAGED_IDENTITY": "true",
                "IDENTITY_ENDPOINT": str(identity.make_url("/identity")),
                "IDENTITY_HEADER": "secret",
            }
            yield

    def said(self) -> list[Said]:
        """Returns the bot's messages as they read now."""
        said: dict[str | None, Said] = {}
        for number, one in enumerate(self.api.sent, start=1):
            if one.method == "PUT" and one.activity_id in said:
                said[one.activity_id] = _said(one)
            elif one.method == "POST" and _is_read(one):
                said[f"1:{number}"] = _said(one)  # the id that the stand-in gave it
        return list(said.values())

    @web.middleware
    async def _slowly(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        await asyncio.sleep(self.moments.uniform(*_BEFORE_S))
        response = await handler(request)
        await asyncio.sleep(self.moments.uniform(*_AFTER_S))
        return response


def _is_read(sent: Sent) -> bool:
    """Whether it is more than a sign of work or the buttons below an answer."""
    are_buttons = sent.cards and not any(one["body"] for one in sent.cards)
    return sent.body.get("type") != "typing" and not are_buttons


def _said(sent: Sent) -> Said:
    to = str(sent.body.get("recipient", {}).get("id", "")) if sent.targeted else ""
    return Said(sent.conversation_id, sent.text, to, whispered=sent.targeted)


async def _is_message(request: web.Request) -> bool:
    return request.method == "POST" and (await request.json()).get("type") == "message"


async def _token(request: web.Request) -> web.Response:
    """Answers as the endpoint for managed identities on a machine in Azure."""
    expires = str(int(time.time()) + 24 * 3600)
    token = {"access_token": TOKEN, "expires_on": expires, "token_type": "Bearer"}
    return web.json_response(token | {"resource": request.query.get("resource", "")})
