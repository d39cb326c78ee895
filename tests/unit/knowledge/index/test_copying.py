"""A copy of an index has the vectors of its generations, whatever is published meanwhile."""

import shutil
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from knowledge.index.copying import copy_index
from knowledge.model.errors import KnowledgeError

_PUBLISHED = """
CREATE TABLE generations (generation INTEGER PRIMARY KEY, source TEXT NOT NULL);
CREATE TABLE published (one INTEGER, generation INTEGER NOT NULL, previous INTEGER);
INSERT INTO published VALUES (1, 0, NULL);
PRAGMA journal_mode = WAL;
"""
_TIMES = 60
_PAUSE_S = 0.01


def test_vectors_and_database_of_a_copy_belong_together(tmp_path: Path) -> None:
    data, stop = tmp_path / "data", threading.Event()
    publishing = threading.Thread(target=_publish, args=(data, stop, ready := threading.Event()))
    publishing.start()
    ready.wait()
    copied = []

    try:
        for number in range(_TIMES):
            if (one := _copied(data, tmp_path / f"copy-{number}")) is not None:
                copied.append(one)
    finally:
        stop.set()
        publishing.join()

    assert copied
    assert [one for one in copied if len(one[0]) != 2 or one[1] != {*one[0]}] == []


def test_a_generation_without_vectors_is_copied_with_its_words(tmp_path: Path) -> None:
    data, stop = tmp_path / "data", threading.Event()
    stop.set()
    _publish(data, stop, threading.Event())
    shutil.rmtree(data / "chroma")

    index = copy_index(data, tmp_path / "copy")

    assert index.generations == (0,)
    assert _vectors(tmp_path / "copy") == set()


def _copied(data: Path, target: Path) -> tuple[tuple[int, ...], set[int]] | None:
    """The generations of a copy and those of its vectors; None where it gave up."""
    try:
        index = copy_index(data, target)
    except KnowledgeError as error:
        assert "again and again" in str(error)  # noqa: PT017 - the other copies count
        return None
    return index.generations, _vectors(target)


def _publish(data: Path, stop: threading.Event, ready: threading.Event) -> None:
    """Publishes one generation after the other, and deletes those that are not kept."""
    _write_vectors(data, 0)
    with closing(sqlite3.connect(data / "knowledge.db", isolation_level=None)) as db:
        db.executescript(_PUBLISHED)
        number = 0
        while not stop.is_set():
            number += 1
            _write_vectors(data, number)
            db.execute("INSERT INTO generations VALUES (?, '/documents')", [number])
            db.execute("UPDATE published SET generation = ?, previous = ?", [number, number - 1])
            shutil.rmtree(data / "chroma" / f"kb_{number - 2}", ignore_errors=True)
            if number > 1:
                ready.set()
            time.sleep(_PAUSE_S)


def _write_vectors(data: Path, number: int) -> None:
    folder = data / "chroma" / f"kb_{number}"
    (folder / "graph").mkdir(parents=True)
    (folder / "graph" / "header.bin").write_text(str(number), encoding="utf-8")
    with closing(sqlite3.connect(folder / "chroma.sqlite3")) as db, db:
        db.execute("CREATE TABLE vectors (generation INTEGER)")
        db.execute("INSERT INTO vectors VALUES (?)", [number])


def _vectors(copy: Path) -> set[int]:
    """The generations whose vectors are whole."""
    found = set()
    for folder in (copy / "chroma").glob("kb_*"):
        with closing(sqlite3.connect(folder / "chroma.sqlite3")) as db:
            [[number]] = db.execute("SELECT generation FROM vectors").fetchall()
        assert (folder / "graph" / "header.bin").read_text(encoding="utf-8") == str(number)
        found.add(number)
    return found
