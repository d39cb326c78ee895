"""Makes a backup of the data directory while others write, and restores one."""

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.model.errors import BackupError
from bot.settings import SAMPLE
from bot.upkeep.backup import archive, manifest
from bot.upkeep.backup.manifest import (
    AUDIT,
    AUDIT_DAYS,
    DAMAGED,
    DATABASES,
    GATES,
    Manifest,
    Member,
    entry_of,
    is_held,
    replaced,
)
from bot.upkeep.whereabouts import gate_path, name_in_backup, present
from knowledge.index.copying import DATABASE, IndexCopy, check_index, copy_index
from knowledge.index.storage.lock import RESTORE, UNFINISHED, held
from knowledge.index.storage.sqlite_copy import check_database, copy_database, fold_in
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Places
from knowledge.model.release import VERSION
from knowledge.model.report import Progress, Show


def back_up(
    data: Path,
    out: IO[bytes],
    beside: Path,
    source: Places | None = None,
    show: Show = lambda _: None,
    *,
    with_database: bool = True,
) -> Manifest:
    """Writes a backup of the data directory; the copies are made in a folder in `beside`.

    `source` are the configured documents, whose fitted weights are kept. Where the database is not
    in the data directory, the backup is to be without one. Raises BackupError,
    KnowledgeError and OSError.
    """
    if not data.is_dir():
        raise BackupError(f"there is no data directory {data}; name it in STOREWISE_DATA")
    with tempfile.TemporaryDirectory(prefix="storewise-backup-", dir=beside) as name:
        copy = Path(name)
        index = take(data, copy, source, with_database=with_database)
        if (data / UNFINISHED).exists():
            raise BackupError(f"a restore into {data} is under way; try again after it")
        members = tuple(members_of(copy))
        if not members:
            raise BackupError(f"there is nothing to back up in {data}; is STOREWISE_DATA right?")
        made = Manifest(
            storewise=VERSION,
            made_at=datetime.now(UTC).replace(microsecond=0),
            generations=index.generations,
            members=members,
        )
        manifest.write(made, copy / manifest.NAME)
        done = 0

        def seen(_: object) -> None:
            nonlocal done
            done += 1
            show(Progress("files", done, len(members)))

        archive.write(out, copy, made, seen)
    return made


# Copies all that a backup holds into a folder, consistent while others write.


def take(data: Path, copy: Path, source: Places | None, *, with_database: bool = True) -> IndexCopy:
    """Copies index, database, audit log and the gate's weights fitted to the documents.

    A data directory of an earlier version has several databases. Without a source, the documents
    are those of the index. Raises KnowledgeError and OSError.
    """
    index = copy_index(data, copy)
    others = [path for path in sorted(data.glob(DATABASES)) if path.name != DATABASE]
    for path in others:
        if with_database and is_held(path.name):
            copy_database(path, copy / path.name)
    for path in sorted((data / AUDIT).glob(AUDIT_DAYS)):
        with suppress(FileNotFoundError):  # deleted as too old
            _copy_lines(path, copy / AUDIT / path.name)
    indexed = present(index.source) if index.source else None
    _copy_gates(data, copy, gate_path(source or indexed or Places.of(SAMPLE), data))
    return index


def members_of(copy: Path) -> Iterator[Member]:
    """Describes the copied files."""
    for path in sorted(one for one in copy.rglob("*") if one.is_file()):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        name = path.relative_to(copy).as_posix()
        yield Member(name=name, size=path.stat().st_size, sha256=digest)


def _copy_lines(path: Path, target: Path) -> None:
    """Copies the whole lines of a file that somebody appends to."""
    target.parent.mkdir(exist_ok=True)
    written = path.read_bytes()
    target.write_bytes(written[: written.rfind(b"\n") + 1])


def _copy_gates(data: Path, copy: Path, fitted: Path) -> None:
    for path in data.glob(GATES):
        if is_held(path.name):
            shutil.copyfile(path, copy / path.name)
    if fitted.parent.resolve() != data.resolve() and fitted.is_file():
        shutil.copyfile(fitted, copy / name_in_backup(fitted))


# Restores a backup: unpacks it beside the present files, checks it, then replaces them.


_PART = "restore.part"
_SPARE = 16 << 20
"""Bytes that stay free, for the first writes after a restore."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did."""

    manifest: Manifest
    before: Path | None
    """The folder with the files of before; None if there were none."""


def restore(data: Path, file: IO[bytes], show: Show = lambda _: None) -> Restored:
    """Replaces the data directory's files by those of a backup, all or none.

    Raises BackupError, DataInUseError while a server runs, KnowledgeError and OSError.
    """
    with held(data, RESTORE):
        finish(data)
        part = data / _PART
        shutil.rmtree(part, ignore_errors=True)
        try:
            manifest = _unpacked(file, part, show)
            _check_databases(part)
            _check_unused(data)
            before = f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
            entries = sorted({entry_of(one.name) for one in manifest.members})
            swap(data, part, entries, before)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    aside = data / before
    return Restored(manifest, aside if aside.exists() else None)


def _unpacked(file: IO[bytes], part: Path, show: Show) -> Manifest:
    with archive.opened(file) as (manifest, files):
        _check_room(manifest, part.parent)
        part.mkdir(mode=0o700)
        for done, (member, content) in enumerate(files, start=1):
            archive.unpack(content, member, part / member.name)
            show(Progress("files", done, len(manifest.members)))
    return manifest


def _check_room(manifest: Manifest, folder: Path) -> None:
    free, needed = shutil.disk_usage(folder).free, manifest.size + _SPARE
    if needed > free:
        raise BackupError(
            f"the disk of {folder} has {megabytes(free)} free, this backup needs "
            f"{megabytes(needed)}; make room. Nothing was changed"
        )


def megabytes(size: int) -> str:
    """A size for people."""
    return f"{size / 1e6:,.1f} MB"


def _check_databases(part: Path) -> None:
    for path in sorted(part.glob(DATABASES)):
        try:
            check_database(path)
        except sqlite3.DatabaseError as error:
            raise BackupError(DAMAGED.format(why=f"{path.name} cannot be read")) from error
    try:
        check_index(part)
    except KnowledgeError as error:
        raise BackupError(
            f"the index of this backup cannot be used by this storewise ({error}); restore it "
            "with the version that made it. Nothing was changed"
        ) from error


def _check_unused(data: Path) -> None:
    """Looks for processes without the directory's lock, such as `storewise mcp`."""
    for path in sorted(data.glob(DATABASES)):
        if not fold_in(path):
            raise BackupError(
                f"another process uses {path}; stop `storewise mcp` and other commands, then "
                "restore again. Nothing was changed"
            )


# Replaces the files of a data directory in steps that can be finished after a crash.

_PLAN = "plan.json"


@dataclass(frozen=True, slots=True)
class _Plan:
    """The moves of a swap; written before the first one."""

    entries: list[str]
    """The files and folders that come in."""
    before: str
    """The folder that receives those that they replace."""


def swap(data: Path, part: Path, entries: list[str], before: str) -> None:
    """Puts the present files aside and moves those of `part` in. Raises OSError.

    Nothing leaves the data directory: it may be the only folder that can be written.
    """
    plan = json.dumps(asdict(_Plan(entries, before)))
    with (part / _PLAN).open("w", encoding="utf-8") as file:
        file.write(plan)
        file.flush()
        os.fsync(file.fileno())
    part.rename(data / UNFINISHED)
    finish(data)


def finish(data: Path) -> None:
    """Ends a swap that was begun, also by a process that was killed. Raises OSError."""
    ready = data / UNFINISHED
    if not ready.exists():
        return
    if not (ready / _PLAN).exists():  # all files are in; only the empty folder is left
        shutil.rmtree(ready)
        return
    plan = _Plan(**json.loads((ready / _PLAN).read_text(encoding="utf-8")))
    for entry in list(replaced(data)):
        is_in = entry in plan.entries and not (ready / entry).exists()
        if not is_in:
            _move(data / entry, data / plan.before / entry)
    for entry in plan.entries:
        if (ready / entry).exists():
            _move(ready / entry, data / entry)
    (ready / _PLAN).unlink()
    shutil.rmtree(ready)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source.rename(target)
