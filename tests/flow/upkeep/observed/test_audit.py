"""The audit log on disk: what is in it, who may read it, what a change of it shows."""

import asyncio
import json
import multiprocessing
import resource
import signal
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from filelock import FileLock

from adapters.records.audit_files import AuditFiles
from bot.model.errors import AuditError
from bot.model.kept import Entry, EntryKind, Outcome

_NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
_ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)
_ENOUGH = 200
"""Lines that a process keeps before it is killed."""
_ROOM = 2000
"""Bytes that a file may have on a disk that is full."""


def entry(what: str = "reindex", at: datetime = _NOW) -> Entry:
    return Entry(at, EntryKind.COMMAND, "slack:T1:U1", what, Outcome.DONE, {"published": True})


def opened(folder: Path, now: Callable[[], datetime] = lambda: _NOW, days: int = 365) -> AuditFiles:
    return AuditFiles(folder, days, now)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "audit"


async def kept(folder: Path, *whats: str) -> None:
    audit = opened(folder)
    for what in whats:
        await audit.keep(entry(what))


async def test_nobody_else_may_read_it(folder: Path) -> None:
    await kept(folder, "reindex")

    assert _modes(folder) == {
        "2026-11-21.jsonl": 0o600,
        "lock": 0o600,
    }
    assert _mode(folder) == 0o700


async def test_a_line_names_the_hash_of_the_line_before_over_the_days(folder: Path) -> None:
    time = _NOW
    audit = opened(folder, lambda: time)
    await audit.keep(entry("status"))
    time = _NOW + timedelta(days=1)
    await audit.keep(entry("diff", time))
    await opened(folder, lambda: time).keep(entry("rollback", time))

    log = await audit.read(_ALWAYS)

    assert _days(folder) == ["2026-11-21", "2026-11-22"]
    assert [one.what for one in log.entries] == ["status", "diff", "rollback"]
    assert (log.lines, log.broken, len(log.head)) == (3, (), 64)


def _edited(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b"rollback", b"statuses"), lines[2]]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_edited, "2026-11-21.jsonl:3"),
        (lambda lines: [lines[0], lines[2]], "2026-11-21.jsonl:2"),
        (lambda lines: [lines[1], lines[0], lines[2]], "2026-11-21.jsonl:2"),
        (lambda lines: [lines[0], b'{"half', *lines[1:]], "2026-11-21.jsonl:3"),
        (lambda lines: [lines[0], lines[1][:-9], lines[2]], "2026-11-21.jsonl:3"),
    ],
    ids=["changed", "taken out", "moved", "put in", "made unreadable"],
)
async def test_what_is_changed_by_hand_is_told(
    folder: Path, change: Callable[[list[bytes]], list[bytes]], told: str
) -> None:
    await kept(folder, "status", "rollback", "diff")
    _rewrite(folder, change)

    log = await opened(folder).read(_ALWAYS)

    assert told in log.broken


async def test_a_day_that_is_taken_out_of_the_middle_is_told(folder: Path) -> None:
    time = _NOW
    audit = opened(folder, lambda: time)
    for day in range(3):
        time = _NOW + timedelta(days=day)
        await audit.keep(entry("status", time))
    _delete(folder / "2026-11-22.jsonl")

    log = await opened(folder).read(_ALWAYS)

    assert log.broken == ("2026-11-23.jsonl:1",)


async def test_a_half_written_line_is_no_error_and_no_later_line_is_lost(folder: Path) -> None:
    await kept(folder, "status", "rollback")
    _rewrite(folder, lambda lines: [*lines[:-1], lines[-1][:-20]], end=b"")

    before = await opened(folder).read(_ALWAYS)
    await kept(folder, "diff", "reindex")
    after = await opened(folder).read(_ALWAYS)

    assert (before.unfinished, before.broken) == (1, ())
    assert (after.lines, after.unfinished, after.broken) == (4, 1, ())
    assert [one.what for one in after.entries] == ["status", "diff", "reindex"]


async def test_nothing_that_was_written_is_ever_written_anew(folder: Path) -> None:
    await kept(folder, "status")
    before = _bytes(folder)

    await kept(folder, "rollback", "diff")

    assert _bytes(folder).startswith(before)


async def test_days_that_are_too_old_are_deleted_and_the_rest_is_whole(folder: Path) -> None:
    time = _NOW
    audit = opened(folder, lambda: time, days=2)
    for day in range(5):
        time = _NOW + timedelta(days=day)
        await audit.keep(entry(f"day {day}", time))

    log = await audit.read(_ALWAYS)

    assert _days(folder) == ["2026-11-23", "2026-11-24", "2026-11-25"]
    assert ([one.what for one in log.entries], log.broken) == (["day 2", "day 3", "day 4"], ())


async def test_a_clock_that_goes_back_breaks_no_chain(folder: Path) -> None:
    later = _NOW + timedelta(days=3)
    await opened(folder, lambda: later).keep(entry("first", later))
    await kept(folder, "second")

    log = await opened(folder).read(_ALWAYS)

    assert ([one.what for one in log.entries], log.broken) == (["first", "second"], ())


async def test_for_no_days_nothing_is_written_and_what_was_stays(folder: Path) -> None:
    await kept(folder, "status")
    off = opened(folder, days=0)

    await off.keep(entry("rollback"))

    assert [one.what for one in (await off.read(_ALWAYS)).entries] == ["status"]


async def test_a_folder_that_is_none_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "audit").touch()

    with pytest.raises(AuditError, match="cannot be read or written; make room"):
        await opened(tmp_path / "audit").keep(entry())


async def test_another_process_that_holds_it_is_not_waited_for_long(folder: Path) -> None:
    await kept(folder, "status")

    with FileLock(folder / "lock"), pytest.raises(AuditError, match="is busy; try again"):
        await opened(folder).keep(entry())


async def test_who_reads_waits_for_nobody_and_makes_nothing(folder: Path, tmp_path: Path) -> None:
    await kept(folder, "status")

    with FileLock(folder / "lock"):
        log = await opened(folder).read(_ALWAYS)
    empty = await opened(tmp_path / "none").read(_ALWAYS)

    assert (log.lines, empty.lines) == (1, 0)
    assert not _exists(tmp_path / "none")


async def test_a_value_that_json_does_not_have_is_no_trouble(folder: Path) -> None:
    about = {"day": _NOW.date(), "half": "\ud83d"}

    await opened(folder).keep(Entry(_NOW, EntryKind.COMMAND, "console::me", "diff", "done", about))

    [entry] = (await opened(folder).read(_ALWAYS)).entries
    assert entry.about == {"day": "2026-11-21", "half": "?"}


async def test_several_processes_write_one_chain(folder: Path) -> None:
    forking = multiprocessing.get_context("forkserver")
    processes = [forking.Process(target=keep_many, args=(folder, str(n))) for n in range(3)]
    for one in processes:
        one.start()
    for one in processes:
        one.join()

    log = await opened(folder).read(_ALWAYS)

    assert (log.lines, log.broken, log.unfinished) == (3 * 30, (), 0)
    assert {one.what for one in log.entries} == {f"{n}-{m}" for n in range(3) for m in range(30)}


async def test_a_process_that_is_killed_loses_nothing_that_it_has_kept(folder: Path) -> None:
    forking = multiprocessing.get_context("forkserver")
    here, there = forking.Pipe(duplex=False)
    process = forking.Process(target=keep_forever, args=(folder, there))
    process.start()
    there.close()
    told = [here.recv() for _ in range(_ENOUGH)]

    process.kill()
    process.join()

    await kept(folder, "after")
    log = await opened(folder).read(_ALWAYS)
    assert {*told, "after"} <= {one.what for one in log.entries}
    assert log.broken == ()


async def test_on_a_full_disk_a_line_fails_and_the_chain_goes_on_when_there_is_room(
    folder: Path,
) -> None:
    forking = multiprocessing.get_context("forkserver")
    here, there = forking.Pipe(duplex=False)
    process = forking.Process(target=keep_until_full, args=(folder, there))
    process.start()
    written, said = here.recv()
    process.join()

    await kept(folder, "after")
    log = await opened(folder).read(_ALWAYS)

    assert "make room on its disk" in said
    assert [one.what for one in log.entries] == [*written, "after"]
    assert (log.unfinished, log.broken) == (1, ())


def keep_many(folder: Path, name: str) -> None:
    async def all_of_them() -> None:
        audit = opened(folder)
        for number in range(30):
            await audit.keep(entry(f"{name}-{number}"))

    asyncio.run(all_of_them())


def keep_forever(folder: Path, told: Connection) -> None:
    """Keep one line after the other, telling of each that is kept."""

    async def forever() -> None:
        audit, number = opened(folder), 0
        while True:
            await audit.keep(entry(f"a{number}"))
            told.send(f"a{number}")
            number += 1

    asyncio.run(forever())


def keep_until_full(folder: Path, told: Connection) -> None:
    """Keep lines until the system lets no file grow any more, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_ROOM, _ROOM))

    async def until_full() -> None:
        audit, written = opened(folder), list[str]()
        try:
            while True:
                await audit.keep(entry(f"a{len(written)}"))
                written.append(f"a{len(written)}")
        except AuditError as error:
            told.send((written, str(error)))

    asyncio.run(until_full())


def _rewrite(
    folder: Path, change: Callable[[list[bytes]], list[bytes]], end: bytes = b"\n"
) -> None:
    [path] = folder.glob("*.jsonl")
    lines = path.read_bytes().splitlines()
    assert all(json.loads(line)["before"] is not None for line in lines)
    path.write_bytes(b"\n".join(change(lines)) + end)


def _bytes(folder: Path) -> bytes:
    [path] = folder.glob("*.jsonl")
    return path.read_bytes()


def _exists(path: Path) -> bool:
    return path.exists()


def _delete(path: Path) -> None:
    path.unlink()


def _days(folder: Path) -> list[str]:
    return sorted(one.stem for one in folder.glob("*.jsonl"))


def _modes(folder: Path) -> dict[str, int]:
    return {one.name: _mode(one) for one in folder.iterdir()}


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)
