"""Says what to do where a replica's disk is full or its folder cannot be used."""

import errno
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from knowledge.model.errors import ArtefactError

_MB = 1024 * 1024


@contextmanager
def usable(folder: Path) -> Generator[None]:
    """Raises ArtefactError in place of the system's errors about a folder."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ArtefactError(f"the disk of {folder} is full; make room") from error
        raise ArtefactError(f"{folder} cannot be written; let this user write to it") from error


def ensure_room(folder: Path, size: int) -> None:
    """Raises ArtefactError if the disk of a folder has less than `size` bytes left."""
    left = shutil.disk_usage(folder).free
    if left < size:
        raise ArtefactError(
            f"the disk of {folder} has {left // _MB} MB left; make room for {size // _MB + 1} MB"
        )
