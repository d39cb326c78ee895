"""People in local-slack: what they write and click, and what they see of the bot."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import aiohttp
from yarl import URL

from tests.flow.slack.stand_in.api import BOT, faults, view_faults

Shown = dict[str, Any]
"""A message, a window or a Home tab as Slack has it."""
Found = TypeVar("Found")
_PATIENCE_S = 30.0


class Emulator:
    """Lets people use Slack, and reads what the bot shows them."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._control = URL(url) / "_control"
        self._ui = URL(url) / "ui"

    async def forget(self) -> None:
        """Forget every message, window and call."""
        await self._post("reset", {})

    async def write(
        self, user: str, text: str, channel: str = "C1", thread_ts: str | None = None
    ) -> Shown:
        """Let a person write a message; a channel that is a user means a direct message."""
        body = {"channel": channel, "user": user, "text": text, "thread_ts": thread_ts}
        message: Shown = (await self._post("message", body))["message"]
        return message

    async def command(self, user: str, command: str, text: str = "", channel: str = "C1") -> None:
        """Let a person run a slash command."""
        body = {"channel": channel, "user": user, "command": command, "text": text}
        await self._post("command", body)

    async def click(self, message: Shown, action_id: str, user: str = "U1") -> None:
        """Click a button under a message; thumbs are `feedback:good` and `feedback:bad`."""
        where = {"channel": message["channel"], "messageTs": message["ts"], "user": user}
        await self._post("interact", {**where, "action": _action(message, action_id)})

    async def click_home(self, home: Shown, action_id: str, user: str = "U1") -> None:
        """Click a button of a Home tab."""
        await self._do("block_action", user=user, appId="A1", action=_action(home, action_id))

    async def open_home(self, user: str) -> Shown:
        """Open the bot's Home tab and return it, as soon as it is filled."""
        await self._post("open-home", {"user": user})

        async def filled() -> Shown | None:
            tabs: dict[str, Shown] = (await self._seen())["homeViews"].get(user, {})
            return tabs.get("A1")

        return await until(filled, f"no Home tab for {user}")

    async def submit(self, user: str, **fields: Shown) -> None:
        """Send the form of the open window: fields by their names."""
        await self._do(
            "view_submit", user=user, values={name: {name: one} for name, one in fields.items()}
        )

    async def window(self, words: str) -> Shown:
        """Return the window that is open, as soon as it has these words."""

        async def opened() -> Shown | None:
            stack: list[Shown] = (await self._seen())["modalStack"]
            return stack[-1] if stack and words in str(stack[-1]) else None

        return await until(opened, f"no window with “{words}”")

    async def replies(self, channel: str = "C1", at_least: int = 1) -> list[Shown]:
        """Return what the bot wrote in a channel, as soon as there is enough."""

        async def enough() -> list[Shown] | None:
            found = await self._written(channel)
            return found if len(found) >= at_least else None

        return await until(enough, f"no {at_least} replies in {channel}")

    async def reply(self, words: str, channel: str = "C1") -> Shown:
        """Return what the bot wrote in a channel, as soon as it has these words."""

        async def written() -> Shown | None:
            return _first_with(words, await self._written(channel))

        return await until(written, f"no reply with “{words}” in {channel}")

    async def told(self, user: str, words: str = "", patience_s: float = _PATIENCE_S) -> Shown:
        """Return what the bot wrote to a person directly, as soon as it has these words."""

        async def written() -> Shown | None:
            channels: list[Shown] = (await self._seen())["channels"]
            for one in channels:
                if one["is_im"] and user in one["members"]:
                    return _first_with(words, await self._written(one["id"]))
            return None

        return await until(written, f"{user} was not told “{words}”", patience_s)

    async def connected(self) -> None:
        """Wait until the bot has a socket to Slack."""

        async def has() -> bool | None:
            [app] = (await self._seen())["apps"]
            return app["connected"] or None

        await until(has, "the bot did not come back")

    async def calls(self, method: str) -> list[Shown]:
        """Return what the bot called a method of the Web API with, the first call first."""
        log: list[Shown] = (await self._seen())["log"]
        return [one["detail"] for one in log if one["summary"] == method]

    async def refused(self) -> list[str]:
        """Return what Slack would refuse, by our own idea of Block Kit: the emulator takes all."""
        seen = await self._seen()
        said = [one for messages in seen["messages"].values() for one in messages]
        views = [
            *seen["modalStack"],
            *(v for tabs in seen["homeViews"].values() for v in tabs.values()),
        ]
        wrong = [fault for one in said if one.get("user") == BOT for fault in faults(one)]
        return wrong + [fault for view in views for fault in view_faults(view)]

    async def _written(self, channel: str) -> list[Shown]:
        async with self._session.get(self._control / "messages" / channel) as response:
            messages: list[Shown] = (await response.json())["messages"]
        return [message for message in messages if message.get("user") == BOT]

    async def _seen(self) -> Shown:
        """Everything that the emulator's own page is told when it opens."""
        async with self._session.ws_connect(self._ui) as page:
            state: Shown = (await page.receive_json())["state"]
            return state

    async def _do(self, what: str, **body: object) -> None:
        async with self._session.ws_connect(self._ui) as page:
            await page.receive_json()
            await page.send_json({"t": what, **body})

    async def _post(self, what: str, body: dict[str, Any]) -> Shown:
        async with self._session.post(self._control / what, json=body) as response:
            answer: Shown = await response.json()
            assert answer["ok"], answer
            return answer


async def until(
    look: Callable[[], Awaitable[Found | None]], else_say: str, patience_s: float = _PATIENCE_S
) -> Found:
    """Look until there is something to see."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        found = await look()
        if found is not None:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(else_say)


def texts(shown: Shown) -> str:
    """Every text in the blocks of something, top to bottom."""
    return "\n".join(_texts(shown.get("blocks", [])))


def clickables(shown: Shown) -> dict[str, Shown]:
    """Everything that can be clicked or filled in, by the id of its action."""
    return {one["action_id"]: one for one in _elements(shown.get("blocks", []))}


def _first_with(words: str, messages: list[Shown]) -> Shown | None:
    return next((one for one in messages if words in one["text"]), None)


def _action(shown: Shown, action_id: str) -> Shown:
    name, _, thumb = action_id.partition(":")
    if name != "feedback":
        value = clickables(shown)[action_id]["value"]
        return {"type": "button", "action_id": action_id, "block_id": "b", "value": value}
    key = {"good": "positive_button", "bad": "negative_button"}[thumb]
    value = clickables(shown)[name][key]["value"]
    return {"type": "feedback_buttons", "action_id": name, "block_id": "b", "value": value}


def _elements(node: object) -> Iterator[Shown]:
    if isinstance(node, list):
        for item in node:
            yield from _elements(item)
    elif isinstance(node, dict):
        if "action_id" in node:
            yield node
        for item in node.values():
            yield from _elements(item)


def _texts(node: object) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _texts(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "text" and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
