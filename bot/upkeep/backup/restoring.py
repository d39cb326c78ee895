"""Restores a backup: unpacks it beside the present files, checks it, then replaces them."""

import shutil
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from bot.model.errors import BackupError
from bot.upkeep.backup import archive
from bot.upkeep.backup.contents import DATABASES, entry_of
from bot.upkeep.backup.manifest import DAMAGED, Manifest
from bot.upkeep.backup.swapping import finish, swap
from knowledge.index.copying import check_index
from knowledge.index.storage.lock import RESTORE, held
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
