"""Every way to ask in Teams, and who reads what comes of it."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp.test_utils import TestServer

from adapters.chat.under_way.work import Work
from bot.conversation.finder import Finder
from bot.main.app import App
from bot.model import Platform
from knowledge.model.documents import Audience
from tests.contract.chats.access.cases import (
    QUESTIONS,
    Whole,
    answered_to_admin,
    going_on,
    suggested,
    why,
)
from tests.flow.teams.stand_in import bot as teams_bot
from tests.flow.teams.stand_in.graph import GraphApi
from tests.flow.teams.stand_in.identity import TENANT, Body

_OBJECTS = {
    Audience.STAFF: "bbbbbbbb-0000-4000-8000-000000000001",
    Audience.MANAGER: "bbbbbbbb-0000-4000-8000-000000000002",
    Audience.ADMIN: teams_bot.ADMIN,
}
_GROUP = "dddddddd-0000-4000-8000-000000000002"
_ALL, _MANAGERS = "19:all@thread.tacv2", "19:managers@thread.tacv2"
_THREAD = f"{_ALL};messageid=9"


@dataclass
class OnTeams:
    """People of every role in a tenant."""

    bot: teams_bot.Running
    app: App
    _sent: int = 0
    _told: Audience | None = None
    """Whom all is shown to that counts; None for anybody."""
    _windows: list[Body] = field(default_factory=list)

    async def shown(self) -> str:
        """All that the bot has shown; it is stopped."""
        await self.bot.settle()
        told = {_from(role)["from"]["id"] for role in Audience if self._told in (None, role)}
        bodies = [one.body for one in self.bot.teams.sent]
        sent = [one for one in bodies if one["recipient"]["id"] in told]
        return json.dumps([*sent, *self._windows], ensure_ascii=False)

    async def direct(self, role: Audience, question: str) -> None:
        own = {"id": f"a:{role}", "conversationType": "personal", "tenantId": TENANT}
        await self._send(role, text=question, conversation=own)

    async def mention(self, role: Audience, question: str) -> None:
        await self._send(role, **_mentioned(question), **self._new_thread(_ALL))

    async def mention_in_group(self, role: Audience, question: str) -> None:
        group = {"id": "19:g@thread.v2", "conversationType": "groupChat", "isGroup": True}
        await self._send(role, **_mentioned(question), conversation=group)

    async def mention_among_managers(self, role: Audience, question: str) -> None:
        await self._send(role, **_mentioned(question), **self._new_thread(_MANAGERS))

    async def goes_on(self, role: Audience, question: str) -> None:
        """Write in a thread of the channel for all, without a mention."""
        place = self._new_thread(_ALL)
        await self._asked_before(QUESTIONS[Audience.STAFF]["en"], place)
        await self._send(role, text=question, **place)

    async def takes_over(self, role: Audience, question: str) -> None:
        """Go on in threads of the managers in which an administrator asked this very thing.

        Once with a question to nobody, once with words to the bot about its answer.
        """
        self._told = role
        for said in ({"text": going_on(question)}, _mentioned(why(question))):
            place = self._new_thread(_MANAGERS)
            await self._asked_before(question, place)
            await self._send(role, **said, **place)

    async def command(self, role: Audience, question: str) -> None:
        """Ask for one's own eyes in the channel for all."""
        aimed = {"recipient": {"id": "28:x", "name": "storewise", "isTargeted": True}}
        await self._send(role, text=f"/ask {question}", **_in(_THREAD), **aimed)

    async def suggestion(self, role: Audience, question: str) -> None:
        """Click a question under an answer to all."""
        answer_id = await suggested(self.app, question, _THREAD, Platform.TEAMS)
        await self._click(role, "follow_up", answer_id)

    async def sources(self, role: Audience, question: str) -> None:
        """Open the sources of an administrator's answer in a window."""
        answer_id = await answered_to_admin(self.app, question, _THREAD, Platform.TEAMS)
        value = {"data": {"verb": "sources", "about": answer_id, "number": 0}}
        await self._invoke(role, "task/fetch", value, **_in(_THREAD))

    async def sources_as_a_message(self, role: Audience, question: str) -> None:
        """The same in a client that opens no windows: others may come to read it."""
        answer_id = await answered_to_admin(self.app, question, _THREAD, Platform.TEAMS)
        await self._click(role, "sources", answer_id)

    async def shared(self, role: Audience, question: str) -> None:
        """An administrator shares with all what they asked for their own eyes."""
        answer_id = await answered_to_admin(self.app, question, _THREAD, Platform.TEAMS)
        await self._click(Audience.ADMIN, "share", answer_id)

    async def recent(self, role: Audience, question: str) -> None:
        """Look back at one's own questions after an administrator's."""
        await answered_to_admin(self.app, question, _THREAD, Platform.TEAMS)
        await self.direct(role, "recent" if question.isascii() else "최근 질문")

    async def search(self, role: Audience, question: str) -> None:
        """Look it up beside the message box: what is found goes into any chat."""
        value = {
            "commandId": "search_documents",
            "parameters": [{"name": "words", "value": question}],
            "queryOptions": {"skip": 0, "count": 5},
        }
        await self._invoke(role, "composeExtension/query", value)

    async def about_message(self, role: Audience, question: str) -> None:
        """Ask the same about a message that says nothing of it."""
        message = {"id": "7", "body": {"contentType": "text", "content": "The van comes at 6."}}
        value = {"messagePayload": message, "data": {"question": question}}
        await self._invoke(role, "composeExtension/submitAction", value)

    async def _asked_before(self, question: str, place: Body) -> None:
        """Let an administrator ask, and wait for the answer."""
        await self._send(Audience.ADMIN, **_mentioned(question), **place)
        thread = place["conversation"]["id"]
        teams = self.bot.teams
        await teams.until(lambda: thread in {one.conversation_id for one in teams.messages})

    async def _click(self, role: Audience, verb: str, answer_id: str) -> None:
        value = {"verb": verb, "about": answer_id, "number": 0}
        await self._send(role, text=None, value=value, **_in(_THREAD))

    async def _send(self, role: Audience, **changes: Any) -> None:
        self._sent += 1
        body = self.bot.said(**({"id": f"m{self._sent}"} | _from(role) | changes))
        await self.bot.send(body)

    async def _invoke(self, role: Audience, name: str, value: Body, **place: Any) -> None:
        self._windows.append(await self.bot.invoke(name, value, **_from(role), **place))

    def _new_thread(self, channel: str) -> Body:
        self._sent += 1
        return _in(f"{channel};messageid={self._sent}")


WAYS: Mapping[str, tuple[Callable[[OnTeams, Audience, str], Awaitable[None]], Audience | None]] = {
    "mention": (OnTeams.mention, Audience.STAFF),
    "mention in a group": (OnTeams.mention_in_group, Audience.STAFF),
    "mention among managers": (OnTeams.mention_among_managers, Audience.MANAGER),
    "thread": (OnTeams.goes_on, Audience.STAFF),
    "personal chat": (OnTeams.direct, Audience.ADMIN),
    "command": (OnTeams.command, Audience.STAFF),
    "suggestion": (OnTeams.suggestion, Audience.STAFF),
    "sources": (OnTeams.sources, Audience.ADMIN),
    "sources as a message": (OnTeams.sources_as_a_message, Audience.STAFF),
    "sharing": (OnTeams.shared, Audience.STAFF),
    "own questions": (OnTeams.recent, None),
    "search": (OnTeams.search, Audience.STAFF),
    "about a message": (OnTeams.about_message, None),
}
"""Each way in, and the most that it may show to anybody; None where no document answers there."""


@asynccontextmanager
async def on_teams(app: App) -> AsyncIterator[OnTeams]:
    """The bot in a tenant where one channel and one group are for managers."""
    people = dict.fromkeys(_OBJECTS.values(), "Member")
    graph = GraphApi(people, {_GROUP: [_OBJECTS[Audience.MANAGER]]})
    async with (
        TestServer(graph.application) as server,
        teams_bot.running(
            Whole(app),
            Work(places=100),
            search=Finder(app.search, app.given.today).find,
            manager_group_ids=frozenset({_GROUP}),
            manager_chats=frozenset({_MANAGERS}),
            graph_url=str(server.make_url("")),
        ) as bot,
    ):
        yield OnTeams(bot, app)


def _from(role: Audience) -> Body:
    return {"from": {"id": f"29:{role}", "aadObjectId": _OBJECTS[role]}}


def _in(thread: str) -> Body:
    return {"conversation": {"id": thread, "conversationType": "channel", "tenantId": TENANT}}


def _mentioned(text: str) -> Body:
    bot = {"id": "28:x", "name": "storewise"}
    at = {"type": "mention", "mentioned": bot, "text": "<at>storewise</at>"}
    return {"recipient": bot, "entities": [at], "text": f"<at>storewise</at> {text}"}
