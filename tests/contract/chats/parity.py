"""What else a person may do on every chat platform: share, look back, ask privately, be a manager.

A platform that lacks one of these has no method for it, so that neither mypy nor the suite passes.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from aiohttp.test_utils import TestServer

from adapters.teams.sdk_choice import Name
from tests.contract.chats import platforms
from tests.contract.chats.platforms import Shown
from tests.flow.slack.stand_in import bot as slack_bot
from tests.flow.slack.stand_in.api import SlackApi, direct, signed
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in import bot as teams_bot
from tests.flow.teams.stand_in.graph import GraphApi
from tests.flow.teams.stand_in.identity import Body

_GROUP = "dddddddd-0000-4000-8000-000000000002"
_LEAD = "bbbbbbbb-0000-4000-8000-000000000002"


class Chat(platforms.Chat, Protocol):
    """A chat in which a lead is a manager, by a group of the company's directory."""

    async def ask_alone(self, text: str, *, lead: bool = False) -> None:
        """Ask in a channel so that nobody else sees it."""
        ...

    async def share(self, answer: Shown, *, lead: bool = False) -> None:
        """Show a private answer to everybody in the channel."""
        ...

    async def recent(self, *, lead: bool = False) -> str:
        """Look at one's own recent questions."""
        ...

    async def say_as_lead(self, text: str) -> None:
        """Let the lead write to the bot alone."""
        ...

    async def set_channel(self, **fields: str) -> None:
        """Let an administrator set how the bot answers in the channel."""
        ...


Start = Callable[..., AbstractAsyncContextManager[Chat]]
"""Starts the bot in a chat, with a conversation."""


@dataclass
class OnSlack(platforms.OnSlack):
    """The bot in a Slack workspace with a user group of managers."""

    async def ask_alone(self, text: str, *, lead: bool = False) -> None:
        await self.bot.command(_user(lead=lead), "/ask", text)

    async def share(self, answer: Shown, *, lead: bool = False) -> None:
        await self.bot.click(answer.raw, "share", _user(lead=lead))

    async def recent(self, *, lead: bool = False) -> str:
        opened = {"type": "app_home_opened", "user": _user(lead=lead), "tab": "home"}
        await self._send(opened | {"channel": "D1"})
        await self.bot.slack.until(lambda: "views.publish" in self.bot.slack.arguments)
        view = self.bot.slack.view("views.publish")
        del self.bot.slack.arguments["views.publish"]
        return json.dumps(view, ensure_ascii=False)

    async def say_as_lead(self, text: str) -> None:
        sent = direct(text, ts=self._ts(), user=_user(lead=True), channel="DLEAD")
        await self.bot.send(signed(sent, event_id="EvLead"))

    async def set_channel(self, **fields: str) -> None:
        self.bot.slack.arguments.pop("views.open", None)
        await self.bot.command("UADMIN", "/storewise-channel")
        await self.bot.slack.until(lambda: "views.open" in self.bot.slack.arguments)
        form = self.bot.slack.view("views.open")
        chosen: dict[str, Any] = {
            name: {"selected_options": [{"value": value}]}
            if name == "private"
            else {"selected_option": {"value": value}}
            for name, value in fields.items()
        }
        await self.bot.submit(form, "UADMIN", **chosen)


@dataclass
class OnTeams(platforms.OnTeams):
    """The bot in a tenant of Microsoft Teams with a group of managers in Entra."""

    async def ask_alone(self, text: str, *, lead: bool = False) -> None:
        aimed = {"recipient": {"id": "28:x", "name": "storewise", "isTargeted": True}}
        await self._send(text=f"/ask {text}", **self._in("a"), **aimed, **_from(lead=lead))

    async def share(self, answer: Shown, *, lead: bool = False) -> None:
        [button] = [one for one in _buttons(answer.raw.cards) if one["data"]["verb"] == "share"]
        number = next(n for n, one in enumerate(self.bot.teams.sent, 1) if one is answer.raw)
        about = {"value": button["data"], "text": None, "replyToId": f"1:{number}"}
        await self._send(**about, **self._in("a"), **_from(lead=lead))

    async def recent(self, *, lead: bool = False) -> str:
        await self._send(text="recent", **_from(lead=lead))
        return json.dumps((await self.shown()).raw.cards, ensure_ascii=False)

    async def say_as_lead(self, text: str) -> None:
        await self._send(text=text, **_from(lead=True))

    async def set_channel(self, **fields: str) -> None:
        place: Any = self._in("a") | {"from": {"id": "29:boss", "aadObjectId": teams_bot.ADMIN}}
        data = {"verb": "channel", **fields}
        await self.bot.invoke("task/submit", {"data": data}, **place)


def _user(*, lead: bool) -> str:
    return "ULEAD" if lead else "U1"


def _from(*, lead: bool) -> Body:
    return {"from": {"id": "29:lead", "name": "Lee Lead", "aadObjectId": _LEAD}} if lead else {}


def _buttons(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, list):
        for item in node:
            yield from _buttons(item)
    elif isinstance(node, dict):
        if node.get("type") == "Action.Submit":
            yield node
        yield from _buttons(list(node.values()))


@asynccontextmanager
async def on_slack(conversation: FakeConversation | None = None) -> AsyncIterator[Chat]:
    slack = SlackApi()
    slack.answers["usergroups.users.list"] = {"users": [_user(lead=True)]}
    groups = frozenset({"S1"})
    async with slack_bot.running(slack, conversation, manager_group_ids=groups) as bot:
        yield OnSlack(bot)


def on_teams(sdk: Name) -> Start:
    @asynccontextmanager
    async def start(conversation: FakeConversation | None = None) -> AsyncIterator[Chat]:
        graph = GraphApi({_LEAD: "Member"}, {_GROUP: [_LEAD]})
        async with TestServer(graph.application) as server:
            more: dict[str, Any] = {
                "manager_group_ids": frozenset({_GROUP}),
                "graph_url": str(server.make_url("")).rstrip("/"),
            }
            async with teams_bot.running(conversation, sdk=sdk, **more) as bot:
                yield OnTeams(bot)

    return start


PLATFORMS: Mapping[str, Start] = {
    "Slack": on_slack,
    "Teams": on_teams("botbuilder"),
    "Teams, Agents SDK": on_teams("agents"),
}
