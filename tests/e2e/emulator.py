"""local-slack, a third-party stand-in for Slack, by its control interface."""

import asyncio
from typing import Any

import aiohttp
from yarl import URL


class Emulator:
    """Lets people write to the bot and reads what the bot wrote."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._control = URL(url) / "_control"

    async def start(self) -> None:
        """Wait until it listens, and forget what earlier tests did."""
        for _ in range(600):
            try:
                await self._post("reset", {})
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.1)
                continue
            return
        raise AssertionError("local-slack does not listen")

    async def write(self, user: str, text: str, channel: str = "C1") -> dict[str, Any]:
        """Let a person write a message; a channel that is a user means a direct message."""
        body = {"channel": channel, "user": user, "text": text}
        message: dict[str, Any] = (await self._post("message", body))["message"]
        return message

    async def command(self, user: str, command: str) -> None:
        """Let a person run a slash command in C1."""
        await self._post("command", {"channel": "C1", "user": user, "command": command, "text": ""})

    async def replies(self, channel: str, at_least: int = 1) -> list[dict[str, Any]]:
        """Return what the bot wrote in a channel, as soon as there is enough."""
        for _ in range(600):
            async with self._session.get(self._control / "messages" / channel) as response:
                messages = (await response.json())["messages"]
            found = [message for message in messages if message.get("user") == "UBOT"]
            if len(found) >= at_least:
                return found
            await asyncio.sleep(0.1)
        raise AssertionError(f"no reply in {channel}")

    async def log(self) -> str:
        """Return everything that went to and from the bot."""
        async with self._session.get(self._control / "log") as response:
            return await response.text()

    async def _post(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        async with self._session.post(self._control / what, json=body) as response:
            answer: dict[str, Any] = await response.json()
            return answer
