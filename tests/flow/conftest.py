"""A small handbook in both languages, indexed once, and a process that stays as it was."""

import asyncio
import gc
import pickle
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.main.app import build
from bot.settings import SAMPLE, OpenAISettings, Settings, StoreSettings
from bot.settings.page import names
from knowledge.models.kinds import message_kinds
from tests.flow.stand_in.handbook import FILES
from tests.flow.stand_in.replies import Case, cases
from tests.loggers import loggers_as_they_were
from tests.made_once import made_once


@dataclass(frozen=True)
class Handbook:
    """A folder of documents and its index, to be copied."""

    source: Path
    data: Path


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    """Loads the encoder of messages, as a server does before it takes the first one."""
    message_kinds("hello")


@pytest.fixture(scope="session")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Handbook:
    """Three files of the sample, indexed once."""
    folder = tmp_path_factory.mktemp("handbook")
    made = Handbook(folder / "documents", folder / "data")
    for name in FILES:
        (made.source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLE / name, made.source / name)
    store = StoreSettings(source=made.source, data=made.data)
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    asyncio.run(app.indexer.rebuild())
    app.close()
    return made


@pytest.fixture(scope="session")
def replies(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """Replies of every kind; both platforms show the same ones."""

    def made(file: Path) -> None:
        data = shutil.copytree(sample, tmp_path_factory.mktemp("replies") / "data")
        file.write_bytes(pickle.dumps(asyncio.run(cases(data))))

    file = made_once(tmp_path_factory, "replies", made)
    replies: list[Case] = pickle.loads(file.read_bytes())  # noqa: S301 - written above
    return replies


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine's own."""
    for name in names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "1")


@pytest.fixture
def source(
    handbook: Handbook, unset: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The documents, no index yet, and no setting of the machine's own."""
    source = tmp_path / "documents"
    shutil.copytree(handbook.source, source)
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return source


@pytest.fixture
def indexed(
    handbook: Handbook, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The same, indexed already; the data directory."""
    assert source.exists()  # its settings come first
    monkeypatch.setenv("STOREWISE_SOURCE", str(handbook.source))
    return shutil.copytree(handbook.data, tmp_path / "data")


@pytest.fixture
def own_handbook(handbook: Handbook, tmp_path: Path) -> Handbook:
    """The handbook with a copy of its index, for those who write beside it."""
    return Handbook(handbook.source, shutil.copytree(handbook.data, tmp_path / "own"))


@pytest.fixture
def process_as_it_was() -> Iterator[None]:
    """Nothing that a command changes in its process stays."""
    with loggers_as_they_were():
        yield
    gc.enable()
