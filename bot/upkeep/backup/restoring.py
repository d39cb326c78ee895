"""Restores a backup: unpacks it beside the present files, checks it, then replaces them."""

import json
import os
import shutil
import sqlite3
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.model.errors import BackupError
from bot.upkeep.backup import archive
from bot.upkeep.backup.manifest import DAMAGED, DATABASES, Manifest, entry_of, replaced
from knowledge.index.copying import check_index
from knowledge.index.storage.lock import RESTORE, UNFINISHED, held
from knowledge.index.storage.sqlite_copy import check_database, fold_in
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import Progress, Show

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
