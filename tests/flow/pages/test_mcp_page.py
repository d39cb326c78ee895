"""The example of docs/MCP.md, as the SDK's own client has it."""

import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.main.app import App, build
from bot.settings import SAMPLE
from tests.contract.chats.access.mcp import served_mcp
from tests.flow.api.mcp_clients import over_http
from tests.flow.stand_in.editions import settings
from tests.flow.stand_in.example_pages import OnThatDay, examples, is_shown


@pytest.fixture
async def app(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[App]:
    shutil.copytree(sample, tmp_path / "data")
    monkeypatch.setattr("bot.main.app.kept.datetime", OnThatDay)
    app = build(settings(SAMPLE, tmp_path / "data"))
    yield app
    app.close()


async def test_every_call_gives_what_the_page_shows(app: App) -> None:
    calls = examples("docs/MCP.md", "> ")

    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        for call, printed in calls:
            tool, _, arguments = call.partition(" ")
            said = await assistant.text(tool, **json.loads(arguments))

            assert is_shown(printed, said), said
    assert len(calls) >= 3
