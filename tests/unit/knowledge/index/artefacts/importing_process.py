"""Imports an artefact in a process of its own, which a test kills.

python -m tests.unit.knowledge.index.artefacts.importing_process DATA SHELF POINTER
"""

import asyncio
import sys
from contextlib import closing
from pathlib import Path

from knowledge.index.artefacts import PublishedIndex
from knowledge.index.storage.database import Database
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore
from knowledge.model.stored import of_json
from tests.engines.replicas import FakePublished, FakeShelf, replica


async def _import(data: Path, shelf: Path, pointer: str) -> None:
    published = FakePublished([of_json(PublishedIndex, pointer)])
    with (
        closing(Database(data / "knowledge.db")) as database,
        closing(ChromaStore(data / "chroma")) as store,
    ):
        parts = replica(data, database, ReaderCounts(), published, FakeShelf(shelf), store)
        sys.stdout.write("importing\n")
        sys.stdout.flush()
        await parts.follower.follow()


if __name__ == "__main__":
    asyncio.run(_import(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
