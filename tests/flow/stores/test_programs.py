"""Programs and assistants ask for a store by its id."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.main.app import App
from tests.contract.chats.access.mcp import served_mcp
from tests.flow.api.mcp_clients import over_http
from tests.flow.api.server import serving
from tests.flow.stores.chain import chain

QUESTION = "How much is a lost locker key?"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    with chain(tmp_path) as made:
        await made.indexer.rebuild()
        yield made


async def test_a_program_is_answered_for_the_store_it_names(app: App) -> None:
    async with serving(app) as client:
        secret = await client.key()
        told = [
            await client.post("/api/v1/ask", {"question": QUESTION, "store": store}, secret=secret)
            for store in ("gangnam", "Haeundae", "gangnm")
        ]

    assert [status for status, _ in told] == [200, 200, 422]
    assert "9 dollars" in told[0][1]["answer"]
    assert "5 dollars" in told[1][1]["answer"]
    assert "did you mean gangnam?" in told[2][1]["detail"]


async def test_an_assistant_is_answered_for_the_store_it_names(app: App) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        own = await assistant.values("ask_store", question=QUESTION, store="gangnam")
        wrong = await assistant.refusal("ask_store", question=QUESTION, store="gangnm")

    assert "9 dollars" in own["answer"]
    assert "did you mean gangnam?" in wrong
