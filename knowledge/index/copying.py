"""Copies the index while questions are answered from it and while a new one is built."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from knowledge.index.storage.database import Database
from knowledge.index.storage.sqlite_copy import copy_database, published_in
from knowledge.index.vector_store.folders import copy_vectors
from knowledge.model.errors import KnowledgeError
from knowledge.model.places import Places

DATABASE = "knowledge.db"
VECTORS = "chroma"
_ATTEMPTS = 5
"""Two indexes have to be published during one copy to spoil it."""


@dataclass(frozen=True, slots=True)
class IndexCopy:
    """A copied index."""

    generations: tuple[int, ...]
    """The published generation and the one before it; empty where nothing is indexed."""
    source: Places | None
    """The documents that it was made of."""


def copy_index(data: Path, target: Path) -> IndexCopy:
    """Copies knowledge.db and the vectors that belong to it. Raises KnowledgeError."""
    if not (data / DATABASE).exists():
        return IndexCopy((), None)
    for _ in range(_ATTEMPTS):
        shutil.rmtree(target / VECTORS, ignore_errors=True)
        (target / DATABASE).unlink(missing_ok=True)
        copy_database(data / DATABASE, target / DATABASE)
        numbers, source = published_in(target / DATABASE)
        trouble = _copied(data / VECTORS, numbers, target / VECTORS)
        # Files are deleted only after the database has stopped keeping their generation.
        if set(numbers) <= set(published_in(data / DATABASE)[0]):
            if trouble is not None:
                raise KnowledgeError(f"{data / VECTORS} cannot be copied: {trouble}") from trouble
            return IndexCopy(numbers, Places.kept(source) if source else None)
    raise KnowledgeError(f"the index in {data} is replaced again and again; try again in a minute")


def check_index(copy: Path) -> None:
    """Brings a copied knowledge.db up to date. Raises KnowledgeError if it is of no use."""
    path = copy / DATABASE
    if path.exists():
        Database(path).close()
        path.with_name(f"{DATABASE}.opening").unlink(missing_ok=True)


def _copied(
    chroma: Path, numbers: tuple[int, ...], target: Path
) -> OSError | KnowledgeError | None:
    """Copies the generations' vectors; returns the error that stopped it."""
    try:
        for number in numbers:
            copy_vectors(chroma, number, target)
    except (OSError, KnowledgeError) as error:
        return error
    return None
