"""What is slow to start, once for all tests."""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from adapters.database import Database
from knowledge.model.spared import failures
from tests.engines.chroma_server import chroma_server
from tests.engines.databases import ENGINES, database_of
from tests.engines.postgresql import PostgresqlServer, postgresql_server, programs
from tests.made_once import made_once
from tests.remembered import RememberedRows, file_of, remembered_rows
from tests.sample_bot import sample_bot, sample_settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgres", choices=("auto", "required"), default="auto",
        help="required: a machine without PostgreSQL fails the tests that need one",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before `-m` chooses: who uses the server carries its marker."""
    for item in items:
        if isinstance(item, pytest.Function) and "postgresql" in item.fixturenames:
            item.add_marker(pytest.mark.postgres)


@pytest.fixture(scope="session", autouse=True)
def remembered(pytestconfig: pytest.Config) -> Iterator[RememberedRows]:
    """What a model makes of a text is computed once for all tests."""
    with remembered_rows(file_of(pytestconfig.cache.mkdir("rows"))) as rows:
        yield rows


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the whole sample handbook, to be copied or read."""

    def made(data: Path) -> None:
        with sample_bot(sample_settings(data)):
            pass

    return made_once(tmp_path_factory, "sample", made)


@pytest.fixture(scope="module")
def own_sample(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it, for a bot that stores what it is asked."""
    return shutil.copytree(sample, tmp_path_factory.mktemp("own") / "sample")


@pytest.fixture(autouse=True)
def nothing_fails_unseen(request: pytest.FixtureRequest) -> Iterator[None]:
    """No bug hides behind the step that an answer goes on without (`-m spares` excepted)."""
    before = Counter(failures)
    yield
    if request.node.get_closest_marker("spares") is None:
        assert Counter(failures) - before == Counter(), (
            "a step failed and was passed over: see the log"
        )


@pytest.fixture
def models_afresh(remembered: RememberedRows) -> Iterator[None]:
    """The models compute each text again, as long as it takes them."""
    remembered.paused = True
    yield
    remembered.paused = False


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server that all tests share."""
    with chroma_server(tmp_path_factory.mktemp("chroma") / "server") as url:
        yield url


@pytest.fixture(scope="session")
def postgresql(pytestconfig: pytest.Config) -> Iterator[PostgresqlServer]:
    """A PostgreSQL server that all tests share."""
    found = programs()
    if found is None:
        told = "PostgreSQL is not installed; `make test-postgres` installs Debian's"
        if pytestconfig.getoption("--postgres") == "required":
            pytest.fail(told, pytrace=False)
        pytest.skip(told)
    with postgresql_server(found) as server:
        yield server


@pytest.fixture
def databases(postgresql: PostgresqlServer, tmp_path: Path) -> Iterator[tuple[Database, Database]]:
    """One database on PostgreSQL, as two replicas open it."""
    with (
        postgresql.tables() as url,
        closing(Database(tmp_path / "one", url)) as one,
        closing(Database(tmp_path / "other", url)) as other,
    ):
        yield one, other


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each engine in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'storewise.db'}"
        return
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    with server.database() as url:
        yield url


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of each engine in turn."""
    with database_of(request, tmp_path / "기록 data") as opened:
        yield opened
