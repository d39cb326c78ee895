"""A knowledge.db that is lost or damaged under the running server is made again, or it stops."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.flow.conftest import Handbook
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.server_process import PATIENCE_S, served

READY = '"status": "ready"'


def overwritten(data: Path) -> None:
    for name in ("knowledge.db", "knowledge.db-wal"):
        if (data / name).exists():
            (data / name).write_bytes(os.urandom(200_000))


def deleted(data: Path) -> None:
    (data / "knowledge.db").unlink()


def replaced(data: Path) -> None:
    shutil.copy(data / "knowledge.db", data / "copy")
    (data / "copy").replace(data / "knowledge.db")


@pytest.fixture
def indexed(handbook: Handbook, tmp_path: Path) -> Path:
    """A data folder with the handbook's index."""
    return Path(shutil.copytree(handbook.data, tmp_path / "data"))


@pytest.mark.parametrize(
    "broken",
    [overwritten, *(pytest.param(one, marks=pytest.mark.long) for one in (deleted, replaced))],
)
def test_a_lost_index_is_named_and_made_again_from_the_documents(
    broken: Callable[[Path], None], handbook: Handbook, indexed: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copytree(handbook.source, tmp_path / "documents"))
    with served(source, indexed) as server:
        server.until("/readyz", 200, READY)
        server.said_until("Stop with")
        (source / "lockers.md").write_text("A locker costs 4321 won a month.")
        # Enough to embed that the state without an index lasts longer than a look at it.
        for number in range(60):
            (source / f"shelf-{number}.md").write_text(f"Shelf {number} is filled on day {number}.")
        broken(indexed)
        named = server.until("/readyz", 503, "index")
        server.until("/readyz", 200, READY)
        answers = [server.asked(one) for one in (DISCOUNT, PARCELS, "what does a locker cost?")]

    assert named["reasons"]["index"]["reason"] in ("missing", "replaced", "damaged", "indexing")
    assert named["reasons"]["index"]["cure"]
    assert "20% off regular prices" in answers[0]
    assert "18:00까지" in answers[1]
    assert "4321 won" in answers[2]


@pytest.mark.long
def test_without_its_documents_the_server_stops_with_an_error(
    handbook: Handbook, indexed: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copytree(handbook.source, tmp_path / "documents"))
    with served(source, indexed) as server:
        server.until("/readyz", 200, READY)
        server.said_until("Stop with")
        shutil.rmtree(source)
        deleted(indexed)
        code = server.process.wait(PATIENCE_S)

    assert code == 1
    assert "the documents are not there either" in server.said.read_text()


@pytest.mark.long
def test_a_deleted_data_folder_stops_the_server_and_a_restart_answers_again(
    handbook: Handbook, indexed: Path
) -> None:
    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        server.said_until("Stop with")
        shutil.rmtree(indexed)
        named = server.until("/readyz", 503)
        code = server.process.wait(PATIENCE_S)
    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        answer = server.asked(DISCOUNT)

    assert named["reasons"]["data_folder"]["reason"] == "missing"
    assert code == 1
    assert "20% off regular prices" in answer


def test_a_damaged_index_at_the_start_is_made_again(handbook: Handbook, indexed: Path) -> None:
    overwritten(indexed)

    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        answer = server.asked(PARCELS)

    assert "18:00까지" in answer
