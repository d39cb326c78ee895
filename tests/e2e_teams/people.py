"""People in the Playground: what they write and click, and what they see of the bot."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp.test_utils import TestServer
from yarl import URL

from adapters.chat.bot import Bot
from adapters.database import Database
from adapters.teams.api.tokens import FixedToken
from adapters.teams.app import build_teams
from adapters.web.server import WebServer
from bot.conversation.finder import Finder
from bot.conversation.owners import Telling
from bot.main.app import App
from knowledge.model.documents import Language
from tests.e2e.emulator import until
from tests.e2e_teams.gateway import Gateway
from tests.e2e_teams.playground import BOT, MINA, PERSONAL, Playground
from tests.flow.teams.stand_in.api import Sent, faults
from tests.flow.teams.stand_in.bot import settings
from tests.flow.teams.stand_in.identity import METADATA, Body, Identity

_MENTION = f"<at>{BOT['name']}</at>"


class People:
    """Lets a person use Teams, and reads what the bot shows them."""

    def __init__(
        self, playground: Playground, gateway: Gateway, session: aiohttp.ClientSession
    ) -> None:
        self.gateway = gateway
        self.language: Language = playground.language
        self._playground = playground
        self._session = session
        self._url = URL(playground.url)
        self._before = len(playground.events())

    async def write(self, text: str, where: str = PERSONAL) -> str:
        """Write a message, with a mention where others read; return the thread it is in."""
        body: Body = {"type": "text", "text": text, "textFormat": "plain", "from": {"id": MINA}}
        if where != PERSONAL:
            body["text"] = f"{_MENTION} {text}"
            body["mentions"] = [{"mentioned": BOT, "text": _MENTION}]
        path = self._url / "_conversation" / "v1" / "conversations" / where / "messages"
        written = await self._post(path, body)
        return str(written.get("postConversationId", where))

    async def invoke(self, name: str, value: Body, where: str = PERSONAL, **more: Any) -> Body:
        """Return what the bot answers to an invoke."""
        about = {"name": name, "value": value, "conversation": {"id": where}, "from": {"id": MINA}}
        return await self._post(self._url / "_conversation" / "v1" / "invoke", about | more)

    async def click(self, shown: Sent, title: str) -> None:
        """Click a button of a card, the first of its title, one that opens no window."""
        action = next(one for one in actions(shown) if one["title"] == title)
        await self._post(
            self._url / "_conversation" / "v1" / "submit",
            {
                "conversation": {"id": shown.conversation_id},
                "from": {"id": MINA},
                "replyToId": shown.activity_id,
                "value": action["data"],
            },
        )

    async def send(self, kind: str = "", where: str = PERSONAL, **more: Any) -> None:
        """Send an activity of a kind that the Playground knows, or any other."""
        internal = self._url / "_internal" / "v1" / "customActivities"
        query = {"conversationId": where} | ({"type": kind} if kind else {})
        async with self._session.get(internal / "template", params=query) as response:
            body = await response.json()
        await self._post(internal, body | more)

    async def delivered(self, status: int) -> None:
        """Wait until the bot answered a delivery like this."""

        async def has() -> bool | None:
            return any(one.status == status for one in self.gateway.deliveries) or None

        await until(has, f"nothing was answered {status}")

    async def told(self, words: str = "", where: str = "") -> Sent:
        """Return what the bot wrote, as soon as it has these words."""
        return await self.seen(
            lambda one: (
                words in json.dumps(one.body, ensure_ascii=False)
                and one.conversation_id.startswith(where)
            ),
            f"no message with “{words}”",
        )

    async def seen(self, is_it: Callable[[Sent], bool], else_say: str) -> Sent:
        """Return a message of the bot, as soon as there is one like this."""

        async def written() -> Sent | None:
            return next((one for one in self.messages() if is_it(one)), None)

        return await until(written, else_say)

    def messages(self) -> list[Sent]:
        """What the bot wrote, without signs of work."""
        return [one for one in self._sent() if one.body["type"] == "message"]

    def refused(self) -> list[str]:
        """What the Playground did not take, and what Teams would not, by our own idea of it."""
        statuses = [
            f"{one['response']['statusCode']} to the bot"
            for one in self._of_bot()
            if one["response"]["statusCode"] not in (200, 201, 202)
        ]
        return statuses + [fault for one in self._sent() for fault in faults(one)]

    def _sent(self) -> list[Sent]:
        # A chat that the bot opens is in none yet.
        return [_as_sent(one) for one in self._of_bot() if "conversationId" in one]

    def _of_bot(self) -> list[Body]:
        events = self._playground.events()[self._before :]
        return [one for one in events if one["direction"].startswith("User Application")]

    async def _post(self, url: URL, body: Body) -> Body:
        async with self._session.post(url, json=body) as response:
            raw = await response.text()
            assert response.status == 200, raw
            answer: Body = json.loads(raw) if raw else {}
            return answer


@asynccontextmanager
async def people(
    playground: Playground, app: App, data: Path, database: Database | None = None, **more: Any
) -> AsyncIterator[People]:
    """Run the bot for people; further arguments are settings of it.

    The settings of chats are in the app's database, or in another one.

    At the end, all that the bot has sent is within Teams' limits.
    """
    identity = Identity()
    async with TestServer(identity.application) as provider, aiohttp.ClientSession() as session:
        chosen = settings(
            str(provider.make_url(METADATA)), service_hosts=frozenset({"localhost"}), **more
        )
        find = Finder(app.search, app.given.today).find
        handle = app.conversation.handle
        known = Bot(
            handle,
            app.kept.records,
            app.overviews,
            data,
            database or app.kept.database,
            app.kept.inbox,
            app.kept.short_lived,
            app.upkeep.trail,
            stores=app.given.stores,
            telling=Telling(
                app.given.stores, app.kept.told_owners, app.given.today, app.upkeep.trail
            ),
        )
        part = build_teams(chosen, known, find, tokens=FixedToken("outbound"))
        async with TestServer(WebServer([part]).application) as bot:
            gateway = Gateway(identity, session, bot.make_url("/api/messages"), playground.language)
            port = playground.gateway_port
            async with TestServer(gateway.application, port=port):
                shown = People(playground, gateway, session)
                yield shown
        assert shown.refused() == []


def actions(shown: Sent) -> list[Body]:
    """The buttons of a message's cards, as they stand there."""
    return list(_actions(shown.cards))


def _actions(node: Any) -> Iterator[Body]:
    if isinstance(node, dict) and str(node.get("type")).startswith("Action."):
        yield node
        return
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for one in inner:
        yield from _actions(one)


def citations(shown: Sent) -> list[Body]:
    """What a message cites."""
    roots = [one for one in shown.entities if one["type"] == "https://schema.org/Message"]
    return [one["appearance"] for root in roots for one in root.get("citation", [])]


def _as_sent(event: Body) -> Sent:
    request = event["request"]
    targeted = "isTargetedActivity=true" in request["url"]
    return Sent(
        request["method"],
        event["conversationId"],
        event.get("messageId"),
        request["body"],
        targeted,
    )
