"""These tests need an emulator of Slack: `make e2e` installs one and says where it is."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.emulator import Emulator
from tests.e2e.local_slack import LocalSlack
from tests.e2e.storewise import Storewise, people
from tests.sample_bot import OWNERS, sample_bot, sample_settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--local-slack", type=Path, help="the program local-slack")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("local_slack", None) is None else None


@pytest.fixture(autouse=True)
def _tried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be asked next, from the start."""
    monkeypatch.setattr("bot.answering.reply.next_questions.meanwhile.BEGIN_S", 0.0)


@pytest.fixture(scope="session")
def storewise(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storewise]:
    """The bot without a key, with its sample handbook."""
    owners = tmp_path_factory.mktemp("owners") / "stores.yaml"
    owners.write_text(OWNERS, encoding="utf-8")
    settings = sample_settings(tmp_path_factory.mktemp("data"), owners)
    with sample_bot(settings) as app:
        yield Storewise(app, settings)


@pytest.fixture(scope="session", params=["events", "socket"])
def slack(
    request: pytest.FixtureRequest,
    pytestconfig: pytest.Config,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[LocalSlack]:
    """Slack, by HTTP and in Socket Mode."""
    program = pytestconfig.getoption("local_slack")
    with LocalSlack(program, tmp_path_factory.mktemp("slack"), request.param) as slack:
        yield slack


@pytest_asyncio.fixture
async def emulator(slack: LocalSlack, storewise: Storewise) -> AsyncIterator[Emulator]:
    """People in Slack, with the bot beside them."""
    async with people(slack, storewise.server(slack)) as emulator:
        yield emulator
