"""These tests need the MCP Inspector: `make e2e-mcp` installs it and says where it is."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestServer

from bot.main.app import App
from bot.main.serve.web_server import build_server
from bot.settings import Settings
from tests.e2e_mcp.inspector import Inspector
from tests.sample_bot import sample_bot, sample_settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--inspector", type=Path, help="the program mcp-inspector")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("inspector", None) is None else None


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The sample handbook, without a key of any vendor."""
    return sample_settings(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def app(settings: Settings) -> Iterator[App]:
    """The bot, with its documents indexed."""
    with sample_bot(settings) as app:
        yield app


@pytest.fixture
def inspector(
    app: App, settings: Settings, pytestconfig: pytest.Config, tmp_path: Path
) -> Inspector:
    """The Inspector's command line."""
    return Inspector(pytestconfig.getoption("inspector"), settings.store.data, tmp_path)


@pytest_asyncio.fixture
async def url(app: App, settings: Settings) -> AsyncIterator[str]:
    """Where the server of this process answers assistants."""
    async with TestServer(build_server(settings, app).application) as server:
        yield str(server.make_url("/mcp"))
