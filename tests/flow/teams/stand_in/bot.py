"""The Teams adapter on loopback, between our Teams and a conversation that we wrote."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from adapters.chat.bot import GivenUp
from adapters.chat.under_way.work import Work
from adapters.database import Database
from adapters.teams.answer.invokes import Search
from adapters.teams.api.tokens import FixedToken
from adapters.teams.app import build_teams
from adapters.teams.sdk_choice import Name
from adapters.web.server import WebServer
from adapters.web.watching.notices import Tell
from bot.conversation.owners import Telling
from bot.conversation.rate_limits import Limits
from bot.model import Source
from bot.ports import PostCorrection, ToldOwners
from bot.privacy import Redactor
from bot.rules.rules import Rules
from bot.settings import TeamsSettings
from bot.stores import Stores
from bot.upkeep.history.trail import Trail
from bot.upkeep.reports.daily import KeptShifts, NoShifts, Notices
from knowledge.model.documents import Language
from tests.fakes import FakeInbox, FakeToldOwners
from tests.flow.slack.stand_in.bot import ENGLISH, FakeConversation
from tests.flow.slack.stand_in.bot import bot as build_bot
from tests.flow.teams.stand_in.api import TOKEN, TeamsApi
from tests.flow.teams.stand_in.identity import APP_ID, METADATA, TENANT, Body, Identity, activity

ADMIN = "cccccccc-0000-4000-8000-000000000009"

each_sdk = pytest.mark.parametrize("sdk", get_args(Name))
"""For what rests on Microsoft's SDK: `running(sdk=sdk)`."""


@dataclass
class Running:
    """The bot on loopback, with its Teams."""

    teams: TeamsApi
    identity: Identity
    conversation: FakeConversation
    client: TestClient[Any, Any]
    service: str
    inbox: FakeInbox
    tell: Tell
    corrections: PostCorrection
    notices: Notices

    def said(self, said: str = "how long for headphones?", **changes: Any) -> Body:
        """A message to the bot, from here."""
        return activity(**({"text": said, "serviceUrl": self.service} | changes))

    async def send(self, body: Body, authorization: str | None = None) -> ClientResponse:
        """Send an activity, signed as Teams does where nothing else is given."""
        bearer = self.identity.bearer(body) if authorization is None else authorization
        headers = {"Authorization": bearer} if bearer else {}
        return await self.client.post("/api/messages", json=body, headers=headers)

    async def invoke(self, name: str, value: Body, **changes: Any) -> Body:
        """Return what the bot answers to an invoke."""
        changes |= {"type": "invoke", "name": name, "value": value, "text": None}
        response = await self.send(self.said("", **changes))
        assert response.status == 200, response.status
        answer: Body = await response.json()
        return answer

    async def settle(self) -> None:
        """Let everything that was taken on end, then stop the server."""
        await self.inbox.emptied()
        await self.client.close()


@asynccontextmanager
async def running(
    conversation: FakeConversation | None = None,
    work: Work | None = None,
    teams: TeamsApi | None = None,
    search: Search | None = None,
    limits: Limits | None = None,
    redactor: Redactor | None = None,
    inbox: FakeInbox | None = None,
    port: int | None = None,
    database: Database | None = None,
    data: Path | None = None,
    stores: Stores | None = None,
    shifts: KeptShifts | None = None,
    told: ToldOwners | None = None,
    given_up: GivenUp | None = None,
    rules: Rules | None = None,
    **more: Any,
) -> AsyncIterator[Running]:
    """Run the bot, with its Teams at a port; further arguments are settings."""
    teams, conversation = teams or TeamsApi(), conversation or FakeConversation()
    identity, inbox = Identity(), inbox or FakeInbox()
    async with (
        TestServer(identity.application) as provider,
        TestServer(teams.application, port=port) as api,
    ):
        url = str(provider.make_url(METADATA))
        with (
            tempfile.TemporaryDirectory() as scratch,
            closing(Database(data or Path(scratch))) as own,
        ):
            known = replace(
                build_bot(conversation, data or Path(scratch), inbox, database=database or own),
                limits=limits or Limits(),
                redactor=redactor or Redactor(),
                given_up=given_up or GivenUp(),
                stores=Stores() if stores is None else stores,
                shifts=shifts or NoShifts(),
                telling=Telling(stores, told or FakeToldOwners(), trail=Trail(conversation.audit)),
                rules=rules,
            )
            chosen, token = settings(url, **more), FixedToken(TOKEN)
            part = build_teams(chosen, known, search or found, work, token)
            async with TestClient(TestServer(WebServer([part]).application)) as client:
                yield Running(
                    teams,
                    identity,
                    conversation,
                    client,
                    str(api.make_url("/")),
                    inbox,
                    part.notices.tell,
                    part.corrections,
                    part.notices,
                )
    assert teams.faults == []


def settings(metadata_url: str, **more: Any) -> TeamsSettings:
    """The settings of one tenant, whose keys are named on loopback."""
    usual: dict[str, Any] = {
        "app_id": APP_ID,
        "app_password": SecretStr("secret"),
        "tenant_id": TENANT,
        "openid_metadata_url": metadata_url,
        "admin_object_ids": frozenset({ADMIN}),
        "service_hosts": frozenset({"127.0.0.1"}),
    }
    return TeamsSettings(**(usual | more))


async def found(text: str, language: Language, limit: int) -> Sequence[Source]:
    return [ENGLISH][:limit] if "headphones" in text else []
