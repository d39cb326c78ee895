"""Writes an index to a file for other replicas, and reads one."""

import shutil
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from knowledge.index.artefacts.packing import (
    Companion,
    Manifest,
    check,
    compress,
    ensure_room,
    expand,
    gather,
    pack,
    place,
    size_of,
    unpack,
    usable,
)
from knowledge.index.artefacts.protocols import Artefact, OwnVectors, Shelf
from knowledge.index.storage import schema
from knowledge.index.storage.carried import Carried
from knowledge.index.storage.database import Database
from knowledge.index.vector_store.folders import copy_vectors, folder_of
from knowledge.model.documents import Generation
from knowledge.model.errors import ArtefactError
from knowledge.model.places import Places

# Writes a generation of this replica into one file for the others.

ROWS, VECTORS, COMPANIONS = "knowledge.db", "vectors", "beside"
"""The entries of an artefact."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """Makes artefacts from the index of one replica."""

    database: Database
    vectors: OwnVectors | None
    """None where the vectors are on a server that all replicas read."""
    companions: Sequence[Companion]
    work: Path
    """A folder of its own for files on their way."""

    def export(self, generation: Generation) -> tuple[Artefact, Path]:
        """Writes the file; whoever stores it deletes it. Raises KnowledgeError."""
        with usable(self.work):
            shutil.rmtree(self.work, ignore_errors=True)
            folder = self.work / "contents"
            folder.mkdir(parents=True)
            copy_out(self.database.path, generation.number, folder / ROWS)
            has_vectors = self._copy_vectors(generation, folder / VECTORS)
            gather(self.companions, folder / COMPANIONS)
            manifest = Manifest.of(generation, size_of(folder), has_vectors=has_vectors)
            compress(folder / ROWS)
            packed = self.work / "packed"
            artefact = pack(manifest, folder, packed)
            shutil.rmtree(folder)
            return artefact, packed.rename(self.work / artefact.name)

    def _copy_vectors(self, generation: Generation, target: Path) -> bool:
        if self.vectors is None or generation.embedder is None:
            return False
        copy_vectors(self.vectors.folder, generation.number, target)
        if not folder_of(target, generation.number).exists():
            raise ArtefactError("its vectors are missing; run `storewise reindex`")
        return True


# Takes a generation that another replica made into the index of this one.

_TWICE = 2
"""The rows are in the unpacked file and in knowledge.db for a moment."""


@dataclass(frozen=True, slots=True)
class Importer:
    """Imports artefacts into the data directory of one replica.

    An import may be killed at any moment: it leaves the published index as it is, and the next one
    begins again with the file that was fetched.
    """

    carried: Carried
    vectors: OwnVectors | None
    """None where the vectors are on a server that all replicas read."""
    companions: Sequence[Companion]
    work: Path
    """A folder of its own for files on their way."""

    def has(self, artefact: Artefact) -> bool:
        """Whether the generation of an artefact is here, with its vectors."""
        if self.carried.sha256(artefact.number) != artefact.sha256:
            return False
        if self.vectors is None or not self.carried.has_embedder(artefact.number):
            return True
        return folder_of(self.vectors.folder, artefact.number).exists()

    async def fetch(self, artefact: Artefact, shelf: Shelf) -> Path:
        """Fetches the file of an artefact, unless it was fetched before. Raises KnowledgeError."""
        with usable(self.work):
            fetched = self.work / artefact.name
            if fetched.exists():
                return fetched
            shutil.rmtree(self.work, ignore_errors=True)
            self.work.mkdir(parents=True)
            ensure_room(self.work, artefact.size)
            part = fetched.with_suffix(".part")
            await shelf.get(artefact.name, part)
            return part.rename(fetched)

    def take(self, fetched: Path, artefact: Artefact) -> None:
        """Imports a fetched file; nothing is published yet. Raises KnowledgeError."""
        with usable(self.work):
            try:
                check(fetched, artefact)
            except ArtefactError:
                fetched.unlink()  # it has to be fetched again
                raise
            self._take(fetched, artefact)
            shutil.rmtree(self.work, ignore_errors=True)

    def older(self) -> Collection[int]:
        """Returns replaced generations, also those of which only vectors are left."""
        kept = {number for number in self.carried.pointer() or () if number is not None}
        own = self.vectors.folder.glob("kb_*") if self.vectors else ()
        names = [one.name.removeprefix("kb_") for one in own]
        known = {*self.carried.numbers(), *(int(one) for one in names if one.isdecimal())}
        # One that is being built has a greater number than all others.
        return sorted(one for one in known - kept if one < max(kept, default=0))

    def _take(self, fetched: Path, artefact: Artefact) -> None:
        folder = self.work / "contents"
        shutil.rmtree(folder, ignore_errors=True)  # of an import that was killed
        manifest = unpack(
            fetched, artefact, folder, lambda size: ensure_room(self.work, _TWICE * size)
        )
        number = artefact.number
        if self.carried.sha256(number) != artefact.sha256:
            self._make_way(number)
        if manifest.has_vectors and self.vectors is not None:
            target = folder_of(self.vectors.folder, number)
            shutil.rmtree(target, ignore_errors=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            folder_of(folder / VECTORS, number).rename(target)
        place(self.companions, folder / COMPANIONS, Places.kept(manifest.source))
        if self.carried.sha256(number) != artefact.sha256:
            copy_in(self.carried.database, expand(folder / ROWS), number, artefact.sha256)

    def _make_way(self, number: int) -> None:
        """Makes sure that this replica answers from no other index of the same number."""
        if number in (self.carried.pointer() or ()):
            raise ArtefactError(
                f"this replica has an index {number} of its own; stop it, delete knowledge.db and"
                " the folder chroma in its data folder, and start it again"
            )


# Copies the rows of one generation from a knowledge.db into a file of their own, and back.

_TABLES = {
    # The generation's own row comes last: without it the others are not seen.
    "documents": (
        "generation, key, header, text, digest, category, store_types, audience, valid_from,"
        " valid_until, stores, regions, brands",
        "key",
    ),
    "passages": (
        "row, generation, passage_id, key, fingerprint, section, text, start, end, page, record",
        "row",
    ),
    "sounds": ("generation, sound, word", "sound, word"),
    "generations": (
        "generation, embedder, rules, source, made_at, contents, passages, report",
        "generation",
    ),
}
"""The columns of each table by name, as a migrated file has them in another order; and the order
of its rows."""
_FULL_TEXT = {
    "data": ("id, block", "id"),
    "idx": ("segid, term, pgno", "segid, term"),
    "docsize": ("id, sz", "id"),
    "config": ("k, v", "k"),
}
"""The tables in which FTS5 keeps an index without contents. Copying them takes a fifth of the time
of making the index again (docs/decisions/0131)."""
_VOCABULARY = ("term, doc", "term")


def copy_out(database: Path, number: int, target: Path) -> None:
    """Writes the rows of a generation into a new file, as of one moment."""
    with closing(sqlite3.connect(target, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = OFF").fetchall()
        db.execute("PRAGMA synchronous = OFF")
        db.execute("ATTACH ? AS other", [str(database)])
        db.execute("BEGIN")
        for table, (columns, order) in _TABLES.items():
            db.execute(
                f"CREATE TABLE {table} AS SELECT {columns} FROM other.{table} "
                "WHERE generation = ? ORDER BY " + order,
                [number],
            )
        for part, (columns, order) in _FULL_TEXT.items():
            _copied(db, f"fts_{part}", f"fts_{number}_{part}", columns, order)
        _copied(db, "vocabulary", f"vocabulary_{number}", *_VOCABULARY)
        db.execute("COMMIT")


def copy_in(database: Database, rows: Path, number: int, sha256: str) -> None:
    """Copies the rows of a file that `copy_out` wrote, in one transaction; nobody sees them yet."""
    with database.copying(rows) as db:
        schema.forget(db, number)
        schema.make_full_text(db, number)
        for part, (columns, order) in _FULL_TEXT.items():
            table = f"fts_{number}_{part}"
            db.execute(f"DELETE FROM {table}")
            _filled(db, table, f"fts_{part}", columns, order)
        schema.make_vocabulary(db, number)
        _filled(db, f"vocabulary_{number}", "vocabulary", *_VOCABULARY)
        for name, (columns, order) in _TABLES.items():
            _filled(db, name, name, columns, order)
        db.execute("INSERT INTO artefacts VALUES (?, ?)", [number, sha256])


def _copied(db: sqlite3.Connection, target: str, source: str, columns: str, order: str) -> None:
    db.execute(f"CREATE TABLE {target} AS SELECT {columns} FROM other.{source} ORDER BY {order}")


def _filled(db: sqlite3.Connection, target: str, source: str, columns: str, order: str) -> None:
    db.execute(
        f"INSERT INTO main.{target} ({columns}) SELECT {columns} FROM other.{source} "
        f"ORDER BY {order}"
    )
