"""Documents elsewhere from end to end: the command line, the index, /readyz and the doctor."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.__main__ import main
from bot.main.app import App, build
from bot.main.serve.web_server import build_server
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Places
from knowledge.model.report import Run
from tests.flow.sources.copied import Store
from tests.flow.sources.servers import Repository

Capsys = pytest.CaptureFixture[str]

_REFUND = b"---\ntitle: Refunds\n---\nUnopened headphones can be returned within 14 days.\n"
_KOREAN = "---\ntitle: 주차\n---\n직원 주차 요금은 한 달에 3만원입니다.\n".encode()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    root = tmp_path / "elsewhere"
    root.mkdir()
    made = Repository(root)
    made.put("refunds.md", _REFUND)
    made.put("주차.md", _KOREAN)
    return made


@pytest.fixture
async def app(repository: Repository, tmp_path: Path) -> AsyncIterator[tuple[App, Settings]]:
    """The app, with a folder of this machine beside the repository."""
    here = tmp_path / "documents"
    here.mkdir()
    (here / "hours.md").write_text("The shop is open from nine to nine.", encoding="utf-8")
    data = tmp_path / "data"
    store = StoreSettings(source=Places.written(f"{here}:{repository.address}", data), data=data)
    slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
    settings = Settings(slack=slack, openai=openai, store=store)
    app = build(settings)
    yield app, settings
    app.close()


@pytest.mark.usefixtures("unset", "process_as_it_was")
def test_an_address_is_indexed_asked_followed_and_named(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))

    assert main(["reindex", repository.address]) == 0
    capsys.readouterr()
    assert main(["ask", "how long can unopened headphones be returned?"]) == 0
    answered = capsys.readouterr().out
    # No setting names it: the address is that of the index.
    repository.put("refunds.md", _REFUND.replace(b"14", b"30"))
    assert main(["reindex"]) == 0
    assert main(["status"]) == 0
    status = capsys.readouterr().out
    assert main(["ask", "how long can unopened headphones be returned?"]) == 0
    followed = capsys.readouterr().out

    assert "14 days" in answered
    assert f"Documents from {repository.address}." in status
    assert "30 days" in followed


@pytest.mark.usefixtures("unset", "process_as_it_was")
def test_a_wrong_address_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))

    code = main(["reindex", "s3://bucket/rules?audiense=manager"])

    assert code == 2
    assert "no option `audiense`" in capsys.readouterr().out


@pytest.mark.usefixtures("unset", "process_as_it_was")
def test_the_doctor_tries_the_rights_and_says_what_is_missing(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "data"))
    address = f"{repository.address}:notion://shared"
    monkeypatch.setenv("STOREWISE_SOURCE", address)

    main(["doctor"])

    said = capsys.readouterr().out
    assert f"✓ source: {repository.address} can be read" in said
    assert "✗ source: notion://shared: not set up" in said
    assert "Set NOTION_TOKEN" in said


async def test_a_source_that_is_away_keeps_its_copy_and_is_named(
    app: tuple[App, Settings], repository: Repository, tmp_path: Path
) -> None:
    built, settings = app
    await built.indexer.rebuild()
    shutil.move(tmp_path / "elsewhere", tmp_path / "away")

    report = await built.indexer.rebuild()

    assert report.published
    assert report.documents == 3
    [skipped] = report.skipped
    assert skipped.source == repository.address
    assert "its copy of" in skipped.reason
    async with TestClient(TestServer(build_server(settings, built).application)) as client:
        response = await client.get("/readyz")
        said = await response.text()
    assert response.status == 200
    assert "sources" in said
    assert "not found" in said
    assert built.indexer.status().skipped == (skipped.reason,)


async def test_nothing_is_embedded_again_where_nothing_has_changed(
    app: tuple[App, Settings],
) -> None:
    built, _ = app
    await built.indexer.rebuild()

    report = await built.indexer.rebuild()

    assert (report.documents, report.embedded, bool(report.changes)) == (3, 0, False)


async def test_a_change_of_a_file_here_asks_nobody_elsewhere(
    app: tuple[App, Settings], repository: Repository
) -> None:
    built, _ = app
    await built.indexer.rebuild()
    repository.put("new.md", b"A rule that is new there.")

    here = await built.indexer.rebuild(Run(unasked=True, fetch=False))
    everywhere = await built.indexer.rebuild(Run(unasked=True))

    assert (here.documents, everywhere.documents) == (3, 4)


async def test_a_copy_that_nobody_uses_any_more_is_removed(
    app: tuple[App, Settings], tmp_path: Path
) -> None:
    built, settings = app
    await built.indexer.rebuild()
    copies = settings.store.data / "sources"
    [state] = copies.glob("*/state.json")
    here = Run(source=Places.of(tmp_path / "documents"))

    await built.indexer.rebuild(here)
    within = state.exists()
    os.utime(state, (0, 0))
    await built.indexer.rebuild(here)

    assert within
    assert list(copies.rglob("*")) == []


async def test_one_source_that_was_never_copied_keeps_no_other_from_being_copied(
    repository: Repository, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    away = f"git+file://{tmp_path}/nowhere.git"
    store = Store(data, f"{away}:{repository.address}")

    with pytest.raises(KnowledgeError, match="nowhere"):
        await store.fetch()

    assert (store.source.paths[1] / "refunds.md").exists()


async def test_an_index_whose_address_had_a_password_asks_for_the_setting(
    repository: Repository, tmp_path: Path
) -> None:
    store = Store(tmp_path / "data", repository.address)
    await store.fetch()
    state = store.folder.parent / "state.json"
    secret = state.read_text(encoding="utf-8").replace("git+file://", "git+https://***@host", 1)
    state.write_text(secret, encoding="utf-8")
    store.source = Places.kept(store.source.lines)

    [said] = await store.fetch()

    assert "STOREWISE_SOURCE" in said.reason
