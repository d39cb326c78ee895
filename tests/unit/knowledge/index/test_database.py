"""knowledge.db: many read while one writes, an older file goes on, errors say what cures them."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from filelock import FileLock

from knowledge.index.storage.database import Database
from knowledge.model.documents import Filters, Generation, StorePlace
from knowledge.model.errors import KnowledgeError
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_ANYONE = Filters(as_of=date(2026, 11, 21))
_VERSION_1 = """
CREATE TABLE generations (
    generation INTEGER PRIMARY KEY, embedder TEXT, rules TEXT NOT NULL, source TEXT NOT NULL,
    made_at TEXT NOT NULL
);
CREATE TABLE published (one INTEGER PRIMARY KEY CHECK (one = 1), generation INTEGER NOT NULL);
CREATE TABLE documents (
    generation INTEGER NOT NULL, key TEXT NOT NULL, header TEXT NOT NULL, text TEXT NOT NULL,
    category TEXT NOT NULL, store_types TEXT NOT NULL, audience TEXT NOT NULL,
    valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
    PRIMARY KEY (generation, key)
);
CREATE TABLE passages (
    row INTEGER PRIMARY KEY, generation INTEGER NOT NULL, passage_id TEXT NOT NULL,
    key TEXT NOT NULL, fingerprint TEXT NOT NULL, section TEXT NOT NULL, text TEXT NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, page INTEGER, record INTEGER NOT NULL,
    UNIQUE (generation, passage_id)
);
PRAGMA user_version = 1;
"""
_HEADER = """
{"doc_id": "hours", "title": "Hours", "source": "hours.md", "version": "1", "language": "ko",
 "category": "general", "store_types": [], "audience": "staff", "effective_from": null,
 "effective_until": null, "supersedes": null, "owner": null, "review_by": null, "url": null,
 "published_date": null, "tags": []}
"""


def _version_1(path: Path) -> None:
    """A file of the first release: generation 4 is published, 3 is the one before."""
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(_VERSION_1)
        for number, text in ((3, "9시에 엽니다."), (4, "10시에 엽니다.")):
            db.execute(
                "INSERT INTO generations VALUES (?, NULL, '1.1.1', '/srv/handbook', '2026-10-01')",
                [number],
            )
            db.execute(
                "INSERT INTO documents VALUES "
                "(?, 'hours@1', ?, ?, 'general', '', 'staff', 10101, 99991231)",
                [number, _HEADER, text],
            )
            db.execute(
                "INSERT INTO passages VALUES (NULL, ?, 'hours@1#1', 'hours@1', 'f', '[]', ?, "
                "0, 10, NULL, 0)",
                [number, text],
            )
            db.execute(f"CREATE VIRTUAL TABLE fts_{number} USING fts5(title, body)")
            db.execute(
                f"CREATE VIRTUAL TABLE vocabulary_{number} USING fts5vocab(fts_{number}, row)"
            )
        db.execute("INSERT INTO published VALUES (1, 4)")
        db.commit()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "knowledge.db"
    _version_1(path)
    return path


def _opened(path: Path) -> Shelf:
    return Shelf(path)


def test_the_index_of_an_earlier_release_goes_on_answering(old: Path) -> None:
    with closing(_opened(old)) as shelf:
        published = shelf.published()
        found = shelf.library.passages(published, ["hours@1#1"])
        visible = shelf.library.visible(published, _ANYONE)
        before = shelf.generations.previous()
        size = shelf.generations.size(4)

    assert [one.text for one in found.values()] == ["10시에 엽니다."]
    assert list(visible.languages) == ["hours@1"]
    assert (published.number, published.source) == (4, "/srv/handbook")
    assert before is not None
    assert (before.number, size) == (3, (1, 1))


def test_an_index_from_before_there_were_stores_is_for_all_of_them(tmp_path: Path) -> None:
    path, text = tmp_path / "knowledge.db", passage("10시에 엽니다.")
    with closing(_opened(path)) as shelf:
        shelf.publish([text])
    with closing(sqlite3.connect(path)) as db:
        for column in ("stores", "regions", "brands"):
            db.execute(f"ALTER TABLE documents DROP COLUMN {column}")
        db.execute("PRAGMA user_version = 2")

    with closing(_opened(path)) as shelf:
        here = replace(_ANYONE, place=StorePlace("gangnam"))
        visible = shelf.library.visible(shelf.published(), here)

    assert list(visible.languages) == [text.header.key]


def test_an_earlier_release_s_file_takes_new_generations(old: Path) -> None:
    new = passage("환불은 14일입니다.")

    with closing(_opened(old)) as shelf:
        number = shelf.publish([new])
        found = shelf.library.passages(shelf.published(), [new.passage_id])
        digests = shelf.generations.digests(number)
        kept = shelf.generations.kept()

    assert list(found.values()) == [new]
    assert digests == {"refund-en@1": "['환불은 14일입니다.']"}
    assert kept == (4, 5)


def test_an_earlier_release_s_file_is_brought_up_once(old: Path) -> None:
    with closing(_opened(old)) as shelf:
        shelf.generations.note(4, {"skipped": []})

    with closing(_opened(old)) as shelf:
        assert shelf.generations.noted(4) == {"skipped": []}
        assert shelf.published().number == 4


@pytest.mark.parametrize("made", ["new", "old"])
def test_a_generation_that_is_deleted_gives_its_room_back(made: str, tmp_path: Path) -> None:
    path = tmp_path / "data" / "knowledge.db"
    if made == "old":
        _version_1(path)

    with closing(_opened(path)) as shelf:
        shelf.publish([passage(f"{n}번 문단입니다. " * 50) for n in range(500)])
        shelf.publish([passage("둘째")])
        large = path.stat().st_size
        shelf.publish([passage("셋째")])
        small = path.stat().st_size

    assert small < large / 10


@pytest.mark.parametrize("made", ["new", "old"])
def test_many_may_open_the_file_for_the_first_time_at_once(made: str, tmp_path: Path) -> None:
    path = tmp_path / "data" / "knowledge.db"
    if made == "old":
        _version_1(path)
    together = threading.Barrier(4)

    def opened(_: int) -> None:
        together.wait()
        Database(path).close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(opened, range(4))) == [None] * 4


def test_who_cannot_wait_any_longer_for_another_to_open_the_file_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "knowledge.db"
    monkeypatch.setattr("knowledge.index.storage.database._BUSY_S", 0.0)

    with FileLock(f"{path}.opening"), pytest.raises(KnowledgeError, match="try again in a minute"):
        Database(path)


def test_who_reads_never_waits_for_who_writes_and_sees_nothing_half_done(shelf: Shelf) -> None:
    shelf.publish([passage("14일.")])

    with shelf.database.writing() as db:
        db.execute("DELETE FROM passages")
        seen = shelf.database.rows("SELECT text FROM passages")

    assert [row["text"] for row in seen] == ["14일."]
    assert shelf.database.rows("SELECT text FROM passages") == []


def test_what_fails_half_way_is_not_written(shelf: Shelf) -> None:
    shelf.publish([passage("14일.")])

    def fail() -> None:
        with shelf.database.writing() as db:
            db.execute("DELETE FROM passages")
            raise ValueError("무너짐")

    with pytest.raises(ValueError, match="무너짐"):
        fail()

    assert len(shelf.database.rows("SELECT text FROM passages")) == 1


def test_every_thread_reads_by_itself(shelf: Shelf) -> None:
    shelf.publish([passage(f"{n}일.") for n in range(50)])

    with ThreadPoolExecutor(8) as threads:
        counts = threads.map(
            lambda _: len(shelf.database.rows("SELECT * FROM passages")), range(200)
        )

    assert set(counts) == {50}


def test_a_generation_that_is_gone_asks_for_another_try(shelf: Shelf) -> None:
    with pytest.raises(KnowledgeError, match="ask again"):
        shelf.database.rows("SELECT * FROM fts_99")


def test_trouble_with_the_file_is_said_without_sqlite_s_own_words(shelf: Shelf) -> None:
    with pytest.raises(KnowledgeError, match=r"knowledge\.db cannot be read or written now; "):
        shelf.database.rows("SELECT no_such_column FROM passages")


def test_a_full_disk_is_said_so_and_the_earlier_index_stays(shelf: Shelf) -> None:
    shelf.publish([passage("14일.")])
    with shelf.database.writing() as db:
        db.execute("PRAGMA max_page_count = 40")  # as if the disk had no more

    with pytest.raises(KnowledgeError, match="its disk is full; make room"):
        shelf.publish([passage(f"{n}번 문단입니다. " * 50) for n in range(500)])

    assert shelf.published().number == 1
    assert len(shelf.database.rows("SELECT text FROM passages WHERE generation = 1")) == 1


def test_the_tables_know_a_generation_by_its_number_only(shelf: Shelf) -> None:
    """So that no name of a document or a folder can ever be part of a statement."""
    generation = Generation(7, None, rules="1", source="'; DROP TABLE passages; --")

    shelf.generations.add(generation, [], [])

    assert shelf.generations.size(7) == (0, 0)
