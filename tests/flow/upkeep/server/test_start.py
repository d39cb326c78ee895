"""The server listens first, answers from the published index, and indexes beside."""

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import SAMPLE
from tests.flow.conftest import Handbook
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.server_process import PATIENCE_S, served


@pytest.fixture
def indexed(handbook: Handbook, tmp_path: Path) -> Path:
    """A data folder with the handbook's index."""
    return Path(shutil.copytree(handbook.data, tmp_path / "data"))


def many(source: Path, to: Path) -> Path:
    """These documents, with more beside them than are indexed while two questions are answered."""
    shutil.copytree(source, to)
    for number in range(1500):
        (to / f"shelf-{number}.md").write_text(f"# Shelf {number}\nTowel {number} lies here.\n")
    return to


def test_without_an_index_a_question_gets_one_honest_line(
    handbook: Handbook, tmp_path: Path
) -> None:
    source = many(handbook.source, tmp_path / "documents")

    with served(source, tmp_path / "data") as server:
        server.until("/healthz", 200)
        ready = server.until("/readyz", 503, "indexing")
        english, korean = server.asked(DISCOUNT), server.asked(PARCELS)

    assert ready["reasons"]["index"]["reason"] == "indexing"
    assert "reading the documents for the first time" in english
    assert "문서를 처음 읽고 있습니다" in korean


def test_a_taken_port_is_told_before_anything_is_loaded(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "bot", "serve"],
            env={"SERVER_PORT": port, "STOREWISE_DATA": str(tmp_path / "data")},
            cwd=SAMPLE.parent.parent,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    assert done.returncode == 1
    assert f"cannot listen on http://127.0.0.1:{port}" in done.stderr
    assert "Set SERVER_PORT" in done.stderr
    assert not (tmp_path / "data" / "knowledge.db").exists()


@pytest.mark.long
def test_a_full_disk_behind_standard_error_keeps_nothing_from_starting(
    handbook: Handbook, indexed: Path
) -> None:
    with served(handbook.source, indexed, {"SLACK_BOT_TOKN": "x"}, "/dev/full") as server:
        server.until("/readyz", 200)
        english, korean = server.asked(DISCOUNT), server.asked(PARCELS)

    assert "20% off regular prices" in english
    assert "18:00까지" in korean
    assert server.process.returncode == 0


@pytest.mark.long
def test_misspelt_settings_are_named_with_the_nearest(handbook: Handbook, indexed: Path) -> None:
    given = {"SLACK_BOT_TOKN": "xoxb-1", "STOREWISE_DATE": "x", "SLCK_APP_TOKEN": "xapp-1"}
    others = {"HOMEBREW_PREFIX": "/x", "API_KEY": "y", "OPENAI_ORG_ID": "z"}

    with served(handbook.source, indexed, given | others) as server:
        server.until("/readyz", 200)
        said = server.said.read_text()

    assert "SLACK_BOT_TOKN is no setting; did you mean SLACK_BOT_TOKEN?" in said
    assert "STOREWISE_DATE is no setting; did you mean STOREWISE_DATA?" in said
    assert "SLCK_APP_TOKEN is no setting; did you mean SLACK_APP_TOKEN?" in said
    assert not [name for name in others if f"storewise: {name} is" in said]
    assert "xoxb-1" not in said


def test_a_server_that_indexes_for_minutes_answers_meanwhile_and_stops_when_it_is_told_to(
    handbook: Handbook, indexed: Path, tmp_path: Path
) -> None:
    source = many(handbook.source, tmp_path / "documents")

    with served(source, indexed) as server:
        server.until("/healthz", 200)
        english, korean = server.asked(DISCOUNT), server.asked(PARCELS)
        server.process.terminate()
        code = server.process.wait(PATIENCE_S)
        said = server.said.read_text()

    assert "20% off regular prices" in english
    assert "18:00까지" in korean
    assert code == 0
    assert "Stop with Ctrl-C" not in said
