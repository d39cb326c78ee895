"""These tests need the Agents Playground: `make e2e-teams` installs it and says where it is."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.main.app import App
from tests.e2e_teams.people import People, people
from tests.e2e_teams.playground import Playground
from tests.sample_bot import OWNERS, sample_bot, sample_settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--playground", type=Path, help="the program agentsplayground")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("playground", None) is None else None


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the bot keeps its index and its records."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def app(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The bot without a key, with its sample handbook and its owners."""
    owners = tmp_path_factory.mktemp("owners") / "stores.yaml"
    owners.write_text(OWNERS, encoding="utf-8")
    with sample_bot(sample_settings(data, owners)) as app:
        yield app


@pytest.fixture(scope="session", params=["en", "ko"])
def playground(
    request: pytest.FixtureRequest,
    pytestconfig: pytest.Config,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Playground]:
    """Teams as somebody sees it whose Teams speaks one of our languages."""
    program = pytestconfig.getoption("playground")
    with Playground(program, tmp_path_factory.mktemp("teams"), request.param) as playground:
        yield playground


@pytest_asyncio.fixture
async def mina(playground: Playground, app: App, data: Path) -> AsyncIterator[People]:
    """Somebody in Teams, with the bot beside them."""
    async with people(playground, app, data) as mina:
        yield mina
