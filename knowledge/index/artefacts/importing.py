"""Takes a generation that another replica made into the index of this one."""

import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.index.artefacts.companions import Companion, place
from knowledge.index.artefacts.exporting import COMPANIONS, ROWS, VECTORS
from knowledge.index.artefacts.packing import check, expand, unpack
from knowledge.index.artefacts.protocols import Artefact, OwnVectors, Shelf
from knowledge.index.artefacts.room import ensure_room, usable
from knowledge.index.artefacts.rows import copy_in
from knowledge.index.storage.carried import Carried
from knowledge.index.vector_store.folders import folder_of
from knowledge.model.errors import ArtefactError
from knowledge.model.places import Places

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
