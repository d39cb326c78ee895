"""What every chat platform does for a person, in one vocabulary; each platform's own way below."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from adapters.chat.under_way.work import Work
from adapters.teams.sdk_choice import Name
from bot.conversation.rate_limits import Limits
from bot.model import Platform
from bot.stores import Owner, Stores
from tests.flow.slack.stand_in import bot as slack_bot
from tests.flow.slack.stand_in.api import Post, direct, mention, signed
from tests.flow.slack.stand_in.bot import FakeConversation
from tests.flow.teams.stand_in import bot as teams_bot
from tests.flow.teams.stand_in.api import Sent
from tests.flow.teams.stand_in.identity import TENANT, Body

COLLEAGUE = {"Slack": "U9", "Teams": "99999999-0000-4000-8000-000000000009"}
"""Somebody who can be asked, by their id on each platform."""
OWNERS = Stores(
    owners=[
        Owner(
            "Customer Care",
            {Platform.SLACK: ("U7",), Platform.TEAMS: ("77777777-0000-4000-8000-000000000007",)},
        )
    ]
)
_COLLEAGUE: Body = {"from": {"id": "29:jun", "name": "Jun Lee", "aadObjectId": "jun"}}
DIRECT = "direct"
"""The thread of what is said to the bot alone."""


@dataclass(frozen=True)
class Shown:
    """A message of the bot, as people see it."""

    thread: str
    """The name that the test gave to where it stands; empty for what is not in a thread."""
    text: str
    alone: bool
    """Whether one person alone sees it."""
    raw: Any = field(repr=False)


class Chat(Protocol):
    """A chat in which the bot is."""

    @property
    def conversation(self) -> FakeConversation:
        """Whom the bot asks."""
        ...

    @property
    def person(self) -> str:
        """The name under which the person's answers are kept."""
        ...

    async def say(self, text: str) -> None:
        """Write to the bot alone."""
        ...

    async def mention(self, text: str, thread: str = "a") -> None:
        """Mention the bot in a thread of a channel."""
        ...

    async def talk(self, text: str, thread: str = "a") -> None:
        """Write to somebody else in a thread of a channel."""
        ...

    async def again(self) -> None:
        """Deliver the last message once more."""
        ...

    async def delete(self) -> None:
        """Delete the last message."""
        ...

    async def taken_back(self) -> int:
        """How many messages of the bot it has deleted."""
        ...

    async def command(self, *, admin: bool = False) -> None:
        """Ask for a new index, where others read."""
        ...

    async def shown(self) -> Shown:
        """The next message of the bot, or the next state of one."""
        ...

    async def all_shown(self) -> list[Shown]:
        """What else the bot shows until all work is done; the bot is stopped."""
        ...

    async def suggest(self, answer: Shown, number: int) -> None:
        """Click a suggestion under an answer."""
        ...

    async def choose(self, answer: Shown, number: int, *, colleague: bool = False) -> None:
        """Tap a reply to the question back under an answer."""
        ...

    def offers(self, answer: Shown) -> list[str]:
        """The labels of the buttons under an answer."""
        ...

    async def tell_owner(self, answer: Shown, *, named: bool, colleague: bool = False) -> str:
        """Tap "Tell the owner" and send the form; return all that the window shows."""
        ...

    async def ask_person(self, answer: Shown, note: str) -> str:
        """Pass an answer on to a colleague; return all that the window shows."""
        ...

    async def rate(self, answer: Shown, comment: str) -> None:
        """Say that an answer was not good, and why."""
        ...

    async def ask_about(self, text: str, question: str) -> str:
        """Ask about a message of somebody; return what the window shows."""
        ...


Start = Callable[..., AbstractAsyncContextManager[Chat]]
"""Starts the bot in a chat, with a conversation and with so much work at once."""


@dataclass
class OnSlack:
    """The bot in a Slack workspace."""

    bot: slack_bot.Running
    person: str = "slack:T1:U1"
    _threads: dict[str, str] = field(default_factory=lambda: {DIRECT: "0.5"})
    _last: dict[str, Any] = field(default_factory=dict)
    _sent: int = 0

    @property
    def conversation(self) -> FakeConversation:
        return self.bot.conversation

    async def say(self, text: str) -> None:
        await self._send(direct(text, ts=self._ts(), thread_ts=self._threads[DIRECT]))

    async def mention(self, text: str, thread: str = "a") -> None:
        root = self._threads.setdefault(thread, f"{len(self._threads)}.0")
        await self._send(mention(text, ts=self._ts(), thread_ts=root))

    async def talk(self, text: str, thread: str = "a") -> None:
        ts, root = self._ts(), self._threads[thread]
        kind = {"type": "message", "channel_type": "channel", "channel": "C1", "user": "U1"}
        await self._send(kind | {"text": text, "ts": ts, "thread_ts": root})

    async def again(self) -> None:
        await self.bot.send(signed(self._last, event_id=f"Ev{self._sent}"))

    async def delete(self) -> None:
        kind = {"type": "message", "subtype": "message_deleted", "ts": "9000.0"}
        of = {"channel": self._last["channel"], "deleted_ts": self._last["ts"]}
        gone = kind | of | {"previous_message": self._last}
        await self.bot.send(signed(gone, event_id="EvGone"))

    async def taken_back(self) -> int:
        return self.bot.slack.calls.count("chat.delete")

    async def command(self, *, admin: bool = False) -> None:
        await self.bot.command("UADMIN" if admin else "U1")

    async def shown(self) -> Shown:
        return self._seen(await self.bot.slack.post())

    async def all_shown(self) -> list[Shown]:
        await self.bot.settle()
        posted = self.bot.slack.posted
        return [self._seen(posted.get_nowait()) for _ in range(posted.qsize())]

    async def suggest(self, answer: Shown, number: int) -> None:
        await self.bot.click(answer.raw, f"follow_up:{number}")

    async def choose(self, answer: Shown, number: int, *, colleague: bool = False) -> None:
        await self.bot.click(answer.raw, f"choice:{number}", "U2" if colleague else "U1")

    def offers(self, answer: Shown) -> list[str]:
        rows = [one["elements"] for one in answer.raw.body["blocks"] if one["type"] == "actions"]
        return [one["text"]["text"] for row in rows for one in row]

    async def tell_owner(self, answer: Shown, *, named: bool, colleague: bool = False) -> str:
        user, name = "U2" if colleague else "U1", "named" if named else "nameless"
        form = await self._opened(answer, "tell_owner", user)
        if "submit" not in form:
            return json.dumps(form, ensure_ascii=False)
        said = await self._submitted(form, user, name={"selected_option": {"value": name}})
        return json.dumps([form, said], ensure_ascii=False)

    async def ask_person(self, answer: Shown, note: str) -> str:
        form = await self._opened(answer, "ask_person", "U1")
        who = {"selected_user": COLLEAGUE["Slack"]}
        said = await self._submitted(form, "U1", person=who, note={"value": note})
        return json.dumps([form, said], ensure_ascii=False)

    async def _opened(self, answer: Shown, action_id: str, user: str) -> dict[str, Any]:
        self.bot.slack.arguments.pop("views.open", None)
        await self.bot.click(answer.raw, action_id, user)
        await self.bot.slack.until(lambda: "views.open" in self.bot.slack.arguments)
        return self.bot.slack.view("views.open")

    async def _submitted(self, form: dict[str, Any], user: str, **fields: Any) -> dict[str, Any]:
        self.bot.slack.arguments.pop("views.update", None)
        await self.bot.submit(form, user, **fields)
        await self.bot.slack.until(lambda: "views.update" in self.bot.slack.arguments)
        return self.bot.slack.view("views.update")

    async def rate(self, answer: Shown, comment: str) -> None:
        await self.bot.click(answer.raw, "feedback")
        await self.bot.slack.until(lambda: "views.open" in self.bot.slack.arguments)
        form = self.bot.slack.view("views.open")
        await self.bot.submit(form, note={"value": comment})

    async def ask_about(self, text: str, question: str) -> str:
        await self.bot.shortcut(text)
        await self.bot.slack.until(lambda: "views.open" in self.bot.slack.arguments)
        form = self.bot.slack.view("views.open")
        await self.bot.submit(form, question={"value": question})
        await self.bot.slack.until(lambda: "views.update" in self.bot.slack.arguments)
        return json.dumps(self.bot.slack.view("views.update"), ensure_ascii=False)

    async def _send(self, event: dict[str, Any]) -> None:
        self._sent, self._last = self._sent + 1, event
        await self.again()

    def _ts(self) -> str:
        return f"100{self._sent}.0"

    def _seen(self, post: Post) -> Shown:
        names = {ts: name for name, ts in self._threads.items()}
        channel = str(post.body.get("channel", ""))
        hidden = post.method in ("respond", "chat.postEphemeral")
        return Shown(
            names.get(post.body.get("thread_ts", ""), ""),
            f"{post.text}\n{post.shown}",
            hidden or channel.startswith(("D", "U")),
            post,
        )


@dataclass
class OnTeams:
    """The bot in a tenant of Microsoft Teams."""

    bot: teams_bot.Running
    person: str = f"teams:{TENANT}:29:mina"
    _last: Body = field(default_factory=dict)
    _sent: int = 0
    _read: int = 0

    @property
    def conversation(self) -> FakeConversation:
        return self.bot.conversation

    async def say(self, text: str) -> None:
        await self._send(text=text, **self._in(DIRECT))

    async def mention(self, text: str, thread: str = "a") -> None:
        await self._send(**self._mentioned(text), **self._in(thread))

    async def talk(self, text: str, thread: str = "a") -> None:
        await self._send(text=text, entities=[], **self._in(thread))

    async def again(self) -> None:
        await self.bot.send(self._last)

    async def delete(self) -> None:
        await self.bot.send(self._last | {"type": "messageDelete", "text": None})

    async def taken_back(self) -> int:
        return len(self.bot.teams.removed)

    async def command(self, *, admin: bool = False) -> None:
        who = {"from": {"id": "29:boss", "aadObjectId": teams_bot.ADMIN}} if admin else {}
        await self._send(**self._mentioned("reindex"), **self._in("a"), **who)

    async def shown(self) -> Shown:
        self._read += 1
        return self._seen(await self.bot.teams.message(self._read - 1))

    async def all_shown(self) -> list[Shown]:
        await self.bot.settle()
        return [self._seen(one) for one in self.bot.teams.messages[self._read :]]

    async def suggest(self, answer: Shown, number: int) -> None:
        # A tap sends the words; where Teams shows no buttons, the person types them.
        kept = [one for one in self.bot.conversation.records.kept if one.reply.suggestions]
        asked = kept[-1].reply.suggestions[number]
        await self._send(**self._mentioned(asked), **self._in(answer.thread))

    async def choose(self, answer: Shown, number: int, *, colleague: bool = False) -> None:
        who = _COLLEAGUE if colleague else {}
        if answer.thread == DIRECT:
            tapped = answer.raw.body["suggestedActions"]["actions"][number]["value"]
            await self._send(text=tapped, **self._in(DIRECT), **who)
            return
        value = self._buttons(answer)[number]["data"]
        await self._send(text=None, value=value, **self._in(answer.thread), **who)

    def offers(self, answer: Shown) -> list[str]:
        suggested = answer.raw.body.get("suggestedActions", {}).get("actions", [])
        return [one["title"] for one in (*self._buttons(answer), *suggested)]

    async def tell_owner(self, answer: Shown, *, named: bool, colleague: bool = False) -> str:
        form, said = await self._passed_on(answer, "tell_owner", int(named), colleague=colleague)
        return json.dumps([form, said], ensure_ascii=False)

    async def ask_person(self, answer: Shown, note: str) -> str:
        form, said = await self._passed_on(
            answer, "ask_person", 0, person=COLLEAGUE["Teams"], note=note
        )
        return json.dumps([form, said], ensure_ascii=False)

    async def _passed_on(
        self, answer: Shown, verb: str, number: int, *, colleague: bool = False, **fields: str
    ) -> tuple[Body, Body]:
        """What a dialog shows, and what it shows once its form is sent; {} if it has none."""
        place = self._in(answer.thread) | (_COLLEAGUE if colleague else {})
        [opens] = [one for one in self._buttons(answer) if one["data"]["verb"] == verb]
        form = await self.bot.invoke("task/fetch", {"data": opens["data"]}, **place)
        actions = form["task"]["value"]["card"]["content"].get("actions", [])
        if not actions:
            return form, {}
        sent = {"data": actions[number]["data"] | fields}
        return form, await self.bot.invoke("task/submit", sent, **place)

    def _buttons(self, answer: Shown) -> list[Body]:
        return [one for card in answer.raw.cards for one in card.get("actions", [])]

    async def rate(self, answer: Shown, comment: str) -> None:
        said = {"reaction": "dislike", "feedback": json.dumps({"feedbackText": comment})}
        value = {"actionName": "feedback", "actionValue": said}
        sent = next(n for n, one in enumerate(self.bot.teams.sent, 1) if one is answer.raw)
        place = self._in(answer.thread)
        await self.bot.invoke("message/submitAction", value, replyToId=f"1:{sent}", **place)

    async def ask_about(self, text: str, question: str) -> str:
        message = {"id": "7", "body": {"contentType": "text", "content": text}}
        await self.bot.invoke("composeExtension/fetchTask", {"messagePayload": message})
        value = {"messagePayload": message, "data": {"question": question}}
        window = await self.bot.invoke("composeExtension/submitAction", value)
        return json.dumps(window, ensure_ascii=False)

    async def _send(self, **changes: Any) -> None:
        self._sent += 1
        self._last = self.bot.said(**({"id": str(self._sent)} | changes))
        await self.again()

    def _mentioned(self, text: str) -> Body:
        bot = self.bot.said()["recipient"]
        at = {"type": "mention", "mentioned": bot, "text": "<at>storewise</at>"}
        return {"entities": [at], "text": f"<at>storewise</at> {text}"}

    def _in(self, thread: str) -> Body:
        if thread == DIRECT:
            return {}
        place = {"id": f"19:c@thread.tacv2;messageid={thread}", "conversationType": "channel"}
        return {"conversation": place}

    def _seen(self, sent: Sent) -> Shown:
        direct_ = sent.conversation_id.startswith("a:")
        thread = sent.conversation_id.rpartition("=")[2]
        if direct_:
            thread = DIRECT if sent.conversation_id == "a:1" else ""
        text = json.dumps(sent.body, ensure_ascii=False)
        return Shown(thread, text, direct_ or sent.targeted, sent)


@asynccontextmanager
async def on_slack(
    conversation: FakeConversation | None = None,
    work: Work | None = None,
    limits: Limits | None = None,
) -> AsyncIterator[Chat]:
    async with slack_bot.running(
        conversation=conversation, work=work, limits=limits, stores=OWNERS
    ) as bot:
        yield OnSlack(bot)


def on_teams(sdk: Name) -> Start:
    @asynccontextmanager
    async def start(
        conversation: FakeConversation | None = None,
        work: Work | None = None,
        limits: Limits | None = None,
    ) -> AsyncIterator[Chat]:
        async with teams_bot.running(
            conversation, work, limits=limits, sdk=sdk, stores=OWNERS
        ) as bot:
            yield OnTeams(bot)

    return start


PLATFORMS: dict[str, Start] = {
    "Slack": on_slack,
    "Teams": on_teams("botbuilder"),
    "Teams, Agents SDK": on_teams("agents"),
}
