"""Names and copies the folders of Chroma's files, one for each generation."""

import shutil
from pathlib import Path

from knowledge.index.storage.sqlite_copy import copy_database

SQLITE = "chroma.sqlite3"


def folder_of(chroma: Path, generation: int) -> Path:
    """The folder with the vectors of a generation."""
    return chroma / f"kb_{generation}"


def copy_vectors(chroma: Path, generation: int, target: Path) -> None:
    """Copies a published generation's vectors; nothing if they are lost. Raises OSError."""
    source = folder_of(chroma, generation)
    if not source.exists():
        return
    for path in sorted(one for one in source.rglob("*") if one.is_file()):
        copied = folder_of(target, generation) / path.relative_to(source)
        copied.parent.mkdir(parents=True, exist_ok=True)
        if path.name == SQLITE:
            copy_database(path, copied)
        elif not path.name.startswith(SQLITE):  # its journal is in the copy
            shutil.copyfile(path, copied)
