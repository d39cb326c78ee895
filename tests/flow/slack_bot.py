"""The Slack adapter on loopback, between our Slack and a conversation that we wrote."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from adapters.slack.app import build_slack
from adapters.slack.work import Work
from adapters.web import WebServer
from bot.model import Message, Reply, Source
from bot.ports import Notify
from bot.settings import SlackSettings
from tests.flow.slack_api import (
    SECRET,
    TOKEN,
    Signed,
    SlackApi,
    signed_command,
)

ENGLISH = Source(
    number=1,
    title="Refund policy",
    section="Opened goods",
    quote="Opened headphones can be returned within 14 days.",
    doc_id="refund-policy-en",
    passage_id="refund-policy-en@2#3",
    version="2",
    page=3,
    url="https://kb.example/refunds?a=1&b=2",
    effective_from=date(2026, 1, 1),
)
KOREAN = Source(
    number=1,
    title="환불 규정",
    section="개봉 상품",
    quote="개봉한 상품은 14일 안에 환불할 수 있습니다.",
    doc_id="refund-policy-ko",
    passage_id="refund-policy-ko@2#3",
    version="2",
    effective_from=date(2026, 1, 1),
)
ANSWERS = {
    "how long for headphones?": Reply(
        "**14 days** with a receipt [1].", "en", (ENGLISH,), trace_id="r1"
    ),
    "헤드폰 환불 기간은?": Reply(
        "**14일(개봉 시)**까지입니다 [1].", "ko", (KOREAN,), trace_id="r2"
    ),
    "secret": Reply("Only administrators may ask this.", private=True),
    "long": Reply("a & b <!channel> " * 3000, sources=(ENGLISH,) * 12),
}


@dataclass
class FakeConversation:
    """Answers by the text; keeps what it was asked."""

    asked: list[Message] = field(default_factory=list)
    gate: asyncio.Event | None = None

    async def handle(self, message: Message, notify: Notify | None = None) -> Reply:
        self.asked.append(message)
        if self.gate is not None:
            await self.gate.wait()
        if message.command == "reindex" and notify is not None:
            await notify(Reply("Indexing…"))
            return Reply("Indexed 3 documents.", private=message.sender_id != "UADMIN")
        if "crash" in message.text or "고장" in message.text:
            raise ValueError(message.text)
        return ANSWERS.get(message.text, Reply("I could not find this in the store documents."))


@dataclass
class Running:
    """The bot on loopback, with its Slack."""

    slack: SlackApi
    conversation: FakeConversation
    client: TestClient[Any, Any]
    api_url: str

    async def send(self, request: Signed, **headers: str) -> ClientResponse:
        body, own = request
        return await self.client.post("/slack/events", data=io.BytesIO(body), headers=own | headers)

    async def command(self, user: str, command: str = "/reindex") -> ClientResponse:
        return await self.send(signed_command(command, user, f"{self.api_url}respond/1"))

    async def settle(self) -> None:
        """Let everything that was taken on end, by stopping the server."""
        await self.client.close()


@asynccontextmanager
async def running(
    slack: SlackApi | None = None,
    conversation: FakeConversation | None = None,
    work: Work | None = None,
) -> AsyncIterator[Running]:
    slack, conversation = slack or SlackApi(), conversation or FakeConversation()
    async with TestServer(slack.application) as api:
        url = str(api.make_url("/"))
        part = build_slack(settings(url), conversation.handle, work)
        async with TestClient(TestServer(WebServer([part]).application)) as client:
            yield Running(slack, conversation, client, url)


def settings(url: str) -> SlackSettings:
    return SlackSettings(
        bot_token=SecretStr(TOKEN), signing_secret=SecretStr(SECRET), api_url=f"{url}api/"
    )
