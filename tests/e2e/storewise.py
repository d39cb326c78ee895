"""The whole bot, in the Slack of the emulator."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp.test_utils import TestClient, TestServer

from adapters.chat.bot import Bot
from adapters.slack.app import build_slack
from adapters.web.server import WebServer
from bot.main.app import App
from bot.main.serve.web_server import build_server
from bot.ports import Handle
from bot.settings import Settings, SlackSettings
from tests.e2e.emulator import Emulator, until
from tests.e2e.local_slack import LocalSlack
from tests.flow.slack.stand_in.bot import settings as by_http
from tests.flow.slack.stand_in.socket import by_socket

ENGLISH = "how long can customers return unopened headphones?"
KOREAN = "미개봉 이어폰은 며칠 안에 환불할 수 있나요?"


@dataclass(frozen=True)
class Storewise:
    """The bot with its documents indexed; every test runs a server of its own with it."""

    app: App
    settings: Settings

    @property
    def data(self) -> Path:
        return self.settings.store.data

    def server(self, slack: LocalSlack, **more: Any) -> WebServer:
        """The web server as `storewise serve` has it; further arguments are settings."""
        settings = self.settings.model_copy(update={"slack": _settings(slack, **more)})
        return build_server(settings, self.app)

    def server_with(self, handle: Handle, slack: LocalSlack) -> WebServer:
        """The web server with something in front of the conversation."""
        app = self.app
        bot = Bot(
            handle,
            app.kept.records,
            app.overviews,
            self.data,
            app.kept.database,
            app.kept.inbox,
            app.kept.short_lived,
        )
        return WebServer([build_slack(_settings(slack), bot)])


@asynccontextmanager
async def people(slack: LocalSlack, server: WebServer) -> AsyncIterator[Emulator]:
    """People in Slack; at the end, all that the bot has shown is within Slack's limits."""
    async with aiohttp.ClientSession() as session:
        emulator = Emulator(session, slack.url)
        await emulator.forget()
        async with TestClient(TestServer(server.application, port=slack.bot_port)) as client:
            await _ready(client)
            yield emulator
        assert await emulator.refused() == []


async def _ready(client: TestClient[Any, Any]) -> None:
    async def is_ready() -> bool | None:
        return (await client.get("/readyz")).status == 200 or None

    await until(is_ready, "the bot is not ready")


def _settings(slack: LocalSlack, **more: Any) -> SlackSettings:
    chosen = by_http(slack.url) if slack.transport == "events" else by_socket(slack.url)
    admins = {"admin_user_ids": frozenset({"UADMIN"})}
    return chosen.model_copy(update=admins | more)
