"""Every way to ask in Slack, and who reads what comes of it."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.chat.under_way.work import Work
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
from tests.flow.slack.stand_in import bot as slack_bot
from tests.flow.slack.stand_in.api import Post, direct, mention, signed

_USERS = {Audience.STAFF: "U1", Audience.MANAGER: "UMANAGER", Audience.ADMIN: "UADMIN"}
_ALL, _MANAGERS, _ALONE = "C1", "C2", "C3"
"""A channel for all, one for managers, and one in which only who asks sees the answer."""
_THREAD = f"T1:{_ALL}:9.0"


@dataclass
class OnSlack:
    """People of every role in a workspace."""

    bot: slack_bot.Running
    app: App
    seen: list[Post] = field(default_factory=list)
    _sent: int = 0

    async def shown(self) -> str:
        """All that the bot has shown; it is stopped."""
        await self.bot.settle()
        posted = self.bot.slack.posted
        self.seen += [posted.get_nowait() for _ in range(posted.qsize())]
        bodies = [one.body for one in (*self.seen, *self.bot.slack.unseen)]
        return json.dumps([_unfolded(one) for one in bodies], ensure_ascii=False)

    async def mention(self, role: Audience, question: str) -> None:
        await self._mention(role, question, _ALL)

    async def mention_among_managers(self, role: Audience, question: str) -> None:
        await self._mention(role, question, _MANAGERS)

    async def mention_for_own_eyes(self, role: Audience, question: str) -> None:
        await self._mention(role, question, _ALONE)

    async def goes_on(self, role: Audience, question: str) -> None:
        """Write in a thread of the channel for all, without a mention."""
        ts = await self._asked_before(QUESTIONS[Audience.STAFF]["en"], _ALL)
        await self._reply(role, question, _ALL, ts)

    async def takes_over(self, role: Audience, question: str) -> None:
        """Go on in threads of the managers in which an administrator asked this very thing.

        Once with a question to nobody, once with words to the bot about its answer.
        """
        ts = await self._asked_before(question, _MANAGERS)
        self.seen.pop()  # the administrator's own
        await self._reply(role, going_on(question), _MANAGERS, ts)
        ts = await self._asked_before(question, _MANAGERS)
        self.seen.pop()
        about = {"user": _USERS[role], "ts": self._ts(), "thread_ts": ts, "channel": _MANAGERS}
        await self._send(mention(why(question), **about))

    async def direct(self, role: Audience, question: str) -> None:
        user = _USERS[role]
        await self._send(direct(question, ts=self._ts(), user=user, channel=f"D{user}"))

    async def command(self, role: Audience, question: str) -> None:
        await self.bot.command(_USERS[role], "/ask", question)

    async def suggestion(self, role: Audience, question: str) -> None:
        """Click a question under an answer to all."""
        answer_id = await suggested(self.app, question, _THREAD, Platform.SLACK)
        await self._click(role, "follow_up:0", f"{answer_id}:0")

    async def sources(self, role: Audience, question: str) -> None:
        """Open the sources of an administrator's answer."""
        answer_id = await answered_to_admin(self.app, question, _THREAD, Platform.SLACK)
        await self._click(role, "sources", answer_id)

    async def rating(self, role: Audience, question: str) -> None:
        """Say that an administrator's answer is not good: its words are in the form's title."""
        answer_id = await answered_to_admin(self.app, question, _THREAD, Platform.SLACK)
        await self._click(role, "feedback", f"{answer_id}:bad")

    async def shared(self, role: Audience, question: str) -> None:
        """An administrator shares with all what they asked for their own eyes."""
        answer_id = await answered_to_admin(self.app, question, _THREAD, Platform.SLACK)
        await self._click(Audience.ADMIN, "share", answer_id)

    async def about_message(self, role: Audience, question: str) -> None:
        """Ask the same about a message that says nothing of it."""
        await self.bot.shortcut("The van comes at 06:30.", _USERS[role])
        await self.bot.slack.until(lambda: "views.open" in self.bot.slack.arguments)
        form = self.bot.slack.view("views.open")
        filled = self.bot.slack.calls.count("views.update")
        await self.bot.submit(form, _USERS[role], question={"value": question})
        # The next form is not sent before this one is answered: it is the same window here.
        await self.bot.slack.until(lambda: self.bot.slack.calls.count("views.update") > filled)

    async def home(self, role: Audience, question: str) -> None:
        """Open the Home tab after an administrator's questions."""
        await answered_to_admin(self.app, question, _THREAD, Platform.SLACK)
        opened = {"type": "app_home_opened", "user": _USERS[role], "tab": "home", "channel": "D1"}
        await self._send(opened)

    async def _mention(self, role: Audience, question: str, channel: str) -> str:
        ts = self._ts()
        await self._send(mention(question, ts=ts, user=_USERS[role], channel=channel))
        return ts

    async def _asked_before(self, question: str, channel: str) -> str:
        """Let an administrator ask, and wait for the answer: what was seen last."""
        ts = await self._mention(Audience.ADMIN, question, channel)
        thread_ts = ""
        while thread_ts != ts:  # those of earlier threads may come first
            self.seen.append(await self.bot.slack.post())
            thread_ts = self.seen[-1].body["thread_ts"]
        return ts

    async def _reply(self, role: Audience, text: str, channel: str, thread_ts: str) -> None:
        kind = {"type": "message", "channel_type": "channel", "channel": channel, "text": text}
        await self._send(kind | {"user": _USERS[role], "ts": self._ts(), "thread_ts": thread_ts})

    async def _click(self, role: Audience, action_id: str, value: str) -> None:
        button = {"type": "button", "action_id": action_id, "value": value}
        blocks = [{"type": "actions", "elements": [button]}]
        post = Post("chat.postMessage", {"channel": _ALL, "thread_ts": "9.0", "blocks": blocks})
        await self.bot.click(post, action_id, _USERS[role])

    async def _send(self, event: dict[str, Any]) -> None:
        self._sent += 1
        await self.bot.send(signed(event, event_id=f"Ev{self._sent}"))

    def _ts(self) -> str:
        return f"10{self._sent:03}.0"


WAYS: Mapping[str, tuple[Callable[[OnSlack, Audience, str], Awaitable[None]], Audience | None]] = {
    "mention": (OnSlack.mention, Audience.STAFF),
    "mention among managers": (OnSlack.mention_among_managers, Audience.MANAGER),
    "mention for own eyes": (OnSlack.mention_for_own_eyes, Audience.ADMIN),
    "thread": (OnSlack.goes_on, Audience.STAFF),
    "direct message": (OnSlack.direct, Audience.ADMIN),
    "command": (OnSlack.command, Audience.ADMIN),
    "suggestion": (OnSlack.suggestion, Audience.STAFF),
    "sources": (OnSlack.sources, Audience.ADMIN),
    "sharing": (OnSlack.shared, Audience.STAFF),
    "feedback": (OnSlack.rating, None),
    "about a message": (OnSlack.about_message, None),
    "Home tab": (OnSlack.home, None),
}
"""Each way in, and the most that it may show to anybody; None where no document answers there."""


@asynccontextmanager
async def on_slack(app: App, data: Path) -> AsyncIterator[OnSlack]:
    """The bot in a workspace whose channels are set."""
    channels = Channels(app.kept.database, ChannelSettings())
    await channels.set("T1", _MANAGERS, ChannelSettings(audience=Audience.MANAGER))
    await channels.set("T1", _ALONE, ChannelSettings(private=True))
    managers = frozenset({_USERS[Audience.MANAGER]})
    async with slack_bot.running(
        conversation=Whole(app),
        work=Work(places=100),
        data=data,
        database=app.kept.database,
        manager_user_ids=managers,
    ) as bot:
        yield OnSlack(bot, app)


def _unfolded(body: dict[str, Any]) -> dict[str, Any]:
    """A call with its JSON as it is read."""
    return {
        key: json.loads(value) if isinstance(value, str) and value[:1] in ("{", "[") else value
        for key, value in body.items()
    }
