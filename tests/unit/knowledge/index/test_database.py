"""knowledge.db: many read while one writes, errors say what cures them."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from filelock import FileLock

from knowledge.index.storage.database import Database
from knowledge.model.documents import Filters, Generation
from knowledge.model.errors import KnowledgeError
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import passage

_ANYONE = Filters(as_of=date(2026, 11, 21))


def test_a_generation_that_is_deleted_gives_its_room_back(tmp_path: Path) -> None:
    path = tmp_path / "data" / "knowledge.db"

    with closing(Shelf(path)) as shelf:
        shelf.publish([passage(f"{n}번 문단입니다. " * 50) for n in range(500)])
        shelf.publish([passage("둘째")])
        large = path.stat().st_size
        shelf.publish([passage("셋째")])
        small = path.stat().st_size

    assert small < large / 10


def test_many_may_open_the_file_for_the_first_time_at_once(tmp_path: Path) -> None:
    path = tmp_path / "data" / "knowledge.db"
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
