"""Makes a backup."""

import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO

from bot.model.errors import BackupError
from bot.upkeep.backup import archive, manifest
from bot.upkeep.backup.manifest import Manifest
from bot.upkeep.backup.snapshot import members_of, take
from knowledge.index.storage.lock import UNFINISHED
from knowledge.model.places import Places
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
            storewise=version("storewise"),
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
