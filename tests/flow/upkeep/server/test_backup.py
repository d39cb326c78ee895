"""`storewise backup` and `restore`: all that is stored, in one file, while others write."""

import asyncio
import json
import multiprocessing
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.answering.find.gate import weights_file
from bot.answering.find.gate.gate import Weights
from bot.main.app import build
from bot.model import Question, SafeText
from bot.settings import SAMPLE
from bot.upkeep.whereabouts import fitted_gate
from knowledge.model.documents import Filters, Language
from knowledge.model.places import Places
from tests.engines.chroma_server import free_port
from tests.engines.postgresql import PostgresqlServer
from tests.flow.conftest import Handbook
from tests.flow.stand_in.backups import BEFORE, files
from tests.flow.stand_in.crashing import index_forever
from tests.flow.stand_in.editions import QUESTIONS, answered, settings, write
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.processes import TIMEOUT_S, begun, run, until
from tests.flow.stand_in.served import served

pytestmark = pytest.mark.usefixtures("source", "process_as_it_was")

ROOT = SAMPLE.parents[1]
TIMES = 4
DYING = """
import os, pathlib, sys
from bot.__main__ import main

left, moved = int(sys.argv[1]), pathlib.Path.rename

def rename(path, target):
    global left
    if left == 0:
        os._exit(9)
    left -= 1
    return moved(path, target)

pathlib.Path.rename = rename
sys.exit(main(sys.argv[2:]))
"""
"""Dies at the given move of a file, as a process that is killed."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "storewise.backup"


@pytest.fixture
def backup(indexed: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A backup of the index, of a key and of the audit log."""
    assert main(["keys", "add", "till", "--role", "staff"]) == 0
    assert main(["backup", str(file)]) == 0
    capsys.readouterr()
    return file


@pytest.fixture
def other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """Another data directory, with a key of its own; its documents are gone."""
    data = tmp_path / "other"
    monkeypatch.setenv("STOREWISE_DATA", str(data))
    assert main(["keys", "add", "old", "--role", "staff"]) == 0
    capsys.readouterr()
    return data


@pytest.fixture
def server(indexed: Path, monkeypatch: pytest.MonkeyPatch) -> "Iterator[subprocess.Popen[str]]":
    """`storewise serve`, once it listens."""
    monkeypatch.setenv("SERVER_PORT", str(free_port()))
    with begun("serve") as process:
        until(process, "http://127.0.0.1")
        yield process
        process.terminate()


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints, which works."""
    code = main([*arguments])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    return printed.out


@pytest.mark.usefixtures("server")
def test_what_a_running_server_stored_answers_elsewhere_without_its_documents(
    file: Path,
    handbook: Handbook,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["keys", "add", "till", "--role", "staff"])
    main(["backup", str(file)])
    printed = capsys.readouterr().out
    monkeypatch.delenv("STOREWISE_SOURCE")
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "elsewhere"))
    moved = handbook.source.rename(tmp_path / "documents that nobody finds")
    try:
        restored = said(capsys, "restore", str(file))
        answers = [json.loads(said(capsys, "ask", "--json", one)) for one in (DISCOUNT, PARCELS)]
    finally:
        moved.rename(handbook.source)

    assert "keep it as safe as the data directory" in printed
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert f"into {tmp_path / 'elsewhere'}" in restored
    assert "20% off" in answers[0]["answer"]
    assert "18:00" in answers[1]["answer"]
    assert "till" in said(capsys, "keys", "list")
    log = said(capsys, "audit")
    assert all(what in log for what in ("serve", "keys add", "restore"))


def test_a_restore_waits_until_the_server_is_stopped(
    source: Path, indexed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(indexed / "chroma")

    with served(source, indexed):
        code = main(["restore", str(BEFORE)])

    assert code == 1
    assert "in use by `storewise serve`" in capsys.readouterr().err
    assert files(indexed / "chroma") == before


def test_while_one_index_after_the_other_is_published_a_backup_holds_one_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, data = tmp_path / "editions", tmp_path / "data"
    write(source, 1001)
    with closing(build(settings(source, data))) as app:
        asyncio.run(app.indexer.rebuild())
    forking = multiprocessing.get_context("forkserver")
    here, there = forking.Pipe(duplex=False)
    process = forking.Process(target=index_forever, args=(source, data, 1002, there))
    process.start()
    there.close()
    try:
        for number in range(TIMES):
            here.recv()
            said(capsys, "backup", str(tmp_path / f"{number}.backup"))
    finally:
        process.kill()
        process.join()

    for number in range(TIMES):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("STOREWISE_DATA", str(tmp_path / f"restored-{number}"))
            said(capsys, "restore", str(tmp_path / f"{number}.backup"))
        with closing(build(settings(source, tmp_path / f"restored-{number}"))) as app:
            [english, korean] = [asyncio.run(answered(app, one)) for one in QUESTIONS]
            kept = app.generations.kept()
            counts = [app.generations.size(one)[1] for one in kept]
            vectors = [asyncio.run(app.finding.store.size(one)) for one in kept]
        assert len(english) == 1
        assert english == korean
        assert all(have >= need for have, need in zip(vectors, counts, strict=True))


@pytest.mark.parametrize(
    ("question", "language", "answer"),
    [
        ("How long can unopened headphones be returned?", "en", "within 14 days"),
        ("미개봉 헤드폰은 며칠 안에 환불되나요?", "ko", "14일 이내"),
    ],
)
def test_a_backup_of_an_earlier_version_answers(
    question: str, language: Language, answer: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    said(capsys, "restore", str(BEFORE))

    with closing(build(settings(tmp_path / "documents", tmp_path / "data"))) as app:
        filters = Filters(as_of=date(2026, 11, 21))
        asked = app.ways.past_cache.answer(Question(SafeText(question), language, filters))
        assert answer in asyncio.run(asked).text


def test_the_files_of_before_are_put_aside_and_those_of_others_stay(
    backup: Path, other: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (other / "chroma" / "mine").mkdir(parents=True)
    (other / "chroma" / "mine" / "chroma.sqlite3").write_text("somebody's own", encoding="utf-8")
    (other / "chroma.owner").write_text("0123456789ab\n", encoding="utf-8")

    report = json.loads(said(capsys, "restore", str(backup), "--json"))

    before = Path(report["before"])
    assert before.parent == other
    assert {one.name for one in before.iterdir()} == {"storewise.db", "audit", "chroma.owner"}
    assert (other / "chroma" / "mine" / "chroma.sqlite3").read_text("utf-8") == "somebody's own"
    assert "till" in said(capsys, "keys", "list")
    shutil.copy(before / "storewise.db", other / "storewise.db")
    assert "old" in said(capsys, "keys", "list")


@pytest.mark.parametrize(
    "moves", [0, 4, *(pytest.param(one, marks=pytest.mark.long) for one in (1, 2, 6))]
)
def test_a_restore_that_is_killed_loses_nothing_and_can_be_repeated(
    moves: int, backup: Path, other: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    died = run(DYING, str(moves), "restore", str(backup))
    first = main(["reindex"])
    refused = capsys.readouterr().err
    said(capsys, "restore", str(backup))

    assert died.returncode == 9, died.stderr
    assert moves == 0 or (first == 1 and "restore FILE` again" in refused)
    assert "till" in said(capsys, "keys", "list")
    assert "20% off" in said(capsys, "ask", DISCOUNT)
    aside = [
        one
        for one in other.glob("before-restore-*/storewise.db")
        if b"oldstaff" in one.read_bytes()
    ]
    assert len(aside) == 1
    assert [one.name for one in other.glob("restore.*")] == []


def test_a_backup_goes_through_a_pipe(indexed: Path, tmp_path: Path) -> None:
    storewise = f"{sys.executable} -m bot"
    there = tmp_path / "there"
    line = f"{storewise} backup - | STOREWISE_DATA={there} {storewise} restore - --json"

    ended = subprocess.run(  # noqa: S602 - the line is ours
        line, shell=True, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=TIMEOUT_S,
        check=False,
    )  # fmt: skip

    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["format"] == 1
    assert files(there / "chroma").keys() == files(indexed / "chroma").keys()
    assert "backed up" in ended.stderr


def test_a_backup_replaces_no_file_unasked_and_leaves_none_half_written(
    backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = backup.read_bytes()

    first = main(["backup", str(backup)])
    told = capsys.readouterr().err
    nowhere = main(["backup", str(backup.parent / "no folder" / "storewise.backup")])
    why = capsys.readouterr().err
    unchanged = backup.read_bytes() == whole
    second = main(["backup", str(backup), "--force"])

    assert (first, nowhere, second) == (1, 1, 0)
    assert "use --force" in told
    assert "No such file or directory" in why
    assert unchanged
    assert [one.name for one in backup.parent.glob("*backup*")] == [backup.name]


def test_without_data_a_backup_says_which_setting_is_wrong(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["backup", str(file)])

    assert code == 1
    assert "STOREWISE_DATA" in capsys.readouterr().err
    assert not file.exists()


def test_a_damaged_database_is_named_and_no_backup_is_made(
    indexed: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (indexed / "storewise.db").write_bytes(b"no database" * 1000)

    code = main(["backup", str(file)])

    assert code == 1
    assert f"{indexed / 'storewise.db'} is damaged" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.postgres
def test_with_postgresql_a_backup_has_the_rest_and_says_what_to_back_up_beside_it(
    indexed: Path, file: Path, postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    with postgresql.database() as url:
        monkeypatch.setenv("DATABASE_URL", url)
        said(capsys, "keys", "add", "till", "--role", "staff")
        main(["backup", str(file), "--json"])
        backed_up = capsys.readouterr()
        main(["restore", str(file)])
        restored = capsys.readouterr()
        keys = said(capsys, "keys", "list")

    assert json.loads(backed_up.out)["with_database"] is False
    assert "pg_dump" in backed_up.err
    assert "pg_restore" in restored.err
    assert "till" in keys
    assert "20% off" in said(capsys, "ask", DISCOUNT)
    assert not (indexed / "storewise.db").exists()


def test_weights_that_were_fitted_beside_the_documents_are_used_where_these_are_gone(
    indexed: Path, source: Path, file: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("STOREWISE_SOURCE", str(source))
    fitted = weights_file.beside(source)
    weights_file.write(fitted, "words_only", Weights.shipped("words_only"), None, "40 questions")
    written = fitted.read_bytes()
    said(capsys, "backup", str(file))
    monkeypatch.setenv("STOREWISE_DATA", str(tmp_path / "there"))

    said(capsys, "restore", str(file))
    shutil.rmtree(source)

    used = fitted_gate(Places.of(source), tmp_path / "there")
    assert used.read_bytes() == written
    assert used.parent == tmp_path / "there"
