"""Writes a generation of this replica into one file for the others."""

import shutil
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from knowledge.index.artefacts.companions import Companion, gather
from knowledge.index.artefacts.manifest import Manifest
from knowledge.index.artefacts.packing import compress, pack, size_of
from knowledge.index.artefacts.protocols import Artefact, OwnVectors
from knowledge.index.artefacts.room import usable
from knowledge.index.artefacts.rows import are_own, copy_out
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.schema import header_of
from knowledge.index.vector_store.folders import copy_vectors, folder_of
from knowledge.model.documents import Document, Entry, Generation
from knowledge.model.errors import ArtefactError

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
            self._write_rows(generation, folder / ROWS)
            has_vectors = self._copy_vectors(generation, folder / VECTORS)
            gather(self.companions, folder / COMPANIONS)
            manifest = Manifest.of(generation, size_of(folder), has_vectors=has_vectors)
            compress(folder / ROWS)
            packed = self.work / "packed"
            artefact = pack(manifest, folder, packed)
            shutil.rmtree(folder)
            return artefact, packed.rename(self.work / artefact.name)

    def _write_rows(self, generation: Generation, target: Path) -> None:
        if are_own(self.database, generation.number):
            copy_out(self.database.path, generation.number, target)
            return
        # Of an earlier release: its rows may have the numbers of another replica's.
        with closing(Database(self.work / "renewed.db")) as scratch:
            write_again(self.database, generation, Generations(scratch))
            copy_out(scratch.path, generation.number, target)

    def _copy_vectors(self, generation: Generation, target: Path) -> bool:
        if self.vectors is None or generation.embedder is None:
            return False
        copy_vectors(self.vectors.folder, generation.number, target)
        if not folder_of(target, generation.number).exists():
            raise ArtefactError("its vectors are missing; run `storewise reindex`")
        return True


def write_again(database: Database, generation: Generation, target: Generations) -> None:
    """Writes a generation's documents and passages as this release does."""
    number, known = generation.number, Generations(database)
    rows = database.rows(
        "SELECT header, text, digest FROM documents WHERE generation = ? ORDER BY key", [number]
    )
    documents = [
        Document(header_of(row["header"]), row["text"], digest=row["digest"]) for row in rows
    ]
    prints = {
        row["passage_id"]: row["fingerprint"]
        for row in database.rows(
            "SELECT passage_id, fingerprint FROM passages WHERE generation = ?", [number]
        )
    }
    entries = [Entry(one, prints[one.passage_id]) for one in known.passages(number)]
    target.add(generation, documents, entries)
    target.note(number, known.noted(number))
