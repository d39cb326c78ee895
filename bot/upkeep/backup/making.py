"""Makes a backup."""

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.model.errors import BackupError
from bot.settings import SAMPLE
from bot.upkeep.backup import archive, manifest
from bot.upkeep.backup.manifest import (
    AUDIT,
    AUDIT_DAYS,
    DATABASES,
    GATES,
    Manifest,
    Member,
    is_held,
)
from bot.upkeep.whereabouts import gate_path, name_in_backup, present
from knowledge.index.copying import DATABASE, IndexCopy, copy_index
from knowledge.index.storage.lock import UNFINISHED
from knowledge.index.storage.sqlite_copy import copy_database
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
