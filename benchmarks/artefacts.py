"""Measures how long an index takes from one replica to another, and how large its file is.

    python -m benchmarks.artefacts [--data FOLDER] [--sizes N ...]

The passages are made of the sample handbook's sentences, as in benchmarks.scale; making 100,000
takes half an hour, and --data saves them for the next time. Leader and follower are on this disk,
and the file goes from one to the other by a folder and, where PostgreSQL is installed, by its
table; the switch waits until the follower is warm. For comparison, the rows are also written as a
new index would be.
"""

import argparse
import asyncio
import shutil
import tempfile
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from adapters.database import Database as SharedDatabase
from adapters.records.published import SqlPublished, SqlShelf
from benchmarks import scale
from benchmarks.sets import TODAY
from bot.settings import SAMPLE
from knowledge.index.artefacts import Exporter, Follower, Importer, Published, Sharing, Shelf
from knowledge.index.storage.carried import Carried
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore
from knowledge.language.meanings.glossary import load
from knowledge.model.documents import Audience, Filters
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.snapshot import Halves
from tests.engines.postgresql import PostgresqlServer, postgresql_server, programs
from tests.engines.replicas import FakePublished, FakeShelf

SIZES = (336, 20_000, 100_000)
_MB = 1024 * 1024


def main() -> None:
    """Makes missing passages, carries each index to a second replica, and prints the times."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.artefacts")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(options.data or Path(folder), options.sizes, Path(folder) / "run"))


async def _measure(data: Path, sizes: list[int], run: Path) -> None:
    for size in sizes:
        await scale.make(data / str(size), size, [SAMPLE])
        await _carried(size, data / str(size), run)
        shutil.rmtree(run)


@dataclass
class _Times:
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def of(self, step: str) -> Generator[None]:
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start


async def _carried(size: int, data: Path, run: Path) -> None:
    took, readers, shelf = _Times(), ReaderCounts(), FakeShelf(run / "shelf")
    with (
        closing(scale.opened(data)) as leader,
        closing(Database(run / "follower" / "knowledge.db")) as database,
        closing(ChromaStore(run / "follower" / "chroma")) as store,
    ):
        generation = leader.generations.published()
        exporter = Exporter(leader.database, leader.store, (), run / "outgoing")
        with took.of("export"):
            artefact, path = await asyncio.to_thread(exporter.export, generation)
        with took.of("put"):
            await shelf.put(artefact.name, path)
        generations = Generations(database)
        importer = Importer(Carried(database), store, (), run / "incoming")
        with took.of("fetch"):
            fetched = await importer.fetch(artefact, shelf)
        with took.of("import"):
            await asyncio.to_thread(importer.take, fetched, artefact)
        with took.of("point"):
            importer.carried.switch(artefact.number, None, [])
        embedder = AnswerEncoder()
        await embedder.embed(["환불 refund"])
        search = HybridSearch(
            Halves(Library(database), store, embedder, glossary=load()), generations, readers
        )
        with took.of("first answer"):
            await search.find("환불은 며칠 안에 되나요?", Filters(TODAY, Audience.STAFF))
        await _switched(leader, run / "1", took, _Folder(run / "shelf2"))
        if (found := programs()) is not None:
            with postgresql_server(found) as server:
                await _switched(leader, run / "2", took, _Postgresql(server, run / "database"))
        database.shrink()
        _print(size, artefact.size, (run / "follower" / "knowledge.db").stat().st_size, took)


async def _switched(leader: scale.Shelf, run: Path, took: _Times, means: "_Means") -> None:
    """Measures from the leader's decision until a replica that listens answers from the index."""
    embedder = AnswerEncoder()
    with (
        means.shared() as (by_leader, by_follower),
        closing(Database(run / "other" / "knowledge.db")) as database,
        closing(ChromaStore(run / "other" / "chroma")) as store,
    ):
        published, shelf = by_leader
        own = Importer(Carried(leader.database), leader.store, (), run / "own")
        leads = Follower(published, shelf, own, leader.generations, ReaderCounts())
        exporter = Exporter(leader.database, leader.store, (), run / "outgoing")
        sharing = Sharing(published, shelf, exporter, leads, leader.generations)
        importer = Importer(Carried(database), store, (), run / "incoming")
        generations, readers = Generations(database), ReaderCounts()
        halves = Halves(Library(database), store, embedder, glossary=load())
        search = HybridSearch(halves, generations, readers)
        follower = Follower(
            *by_follower,
            importer,
            generations,
            readers,
            warm=lambda generation: search.at(generation).warm_up(),
        )
        listening = asyncio.create_task(follower.run())
        with took.of(f"publish to switch, {means.name}"):
            await sharing.catch_up()
            while importer.carried.pointer() is None:  # noqa: ASYNC110 - as a question looks
                await asyncio.sleep(0.01)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    with leader.database.writing() as db:
        db.execute("DELETE FROM artefacts")


Reached = tuple[Published, Shelf]
"""The common pointer and the common files, as one replica reaches them."""


@dataclass(frozen=True)
class _Folder:
    """A folder that both replicas mount; the pointer is in memory."""

    files: Path
    name = "by a folder"

    @contextmanager
    def shared(self) -> Generator[tuple[Reached, Reached]]:
        both = FakePublished(), FakeShelf(self.files)
        yield both, both


@dataclass(frozen=True)
class _Postgresql:
    """A real PostgreSQL without fsync, that holds the pointer and the files."""

    server: PostgresqlServer
    folder: Path
    name = "by PostgreSQL"

    @contextmanager
    def shared(self) -> Generator[tuple[Reached, Reached]]:
        with (
            self.server.database() as url,
            closing(SharedDatabase(self.folder / "leads", url)) as leads,
            closing(SharedDatabase(self.folder / "follows", url)) as follows,
        ):
            yield _reached(leads), _reached(follows)


_Means = _Folder | _Postgresql


def _reached(database: SharedDatabase) -> Reached:
    return SqlPublished(database), SqlShelf(database)


def _print(size: int, packed: int, rows: int, took: _Times) -> None:
    print(f"{size:7} passages: file {packed / _MB:.1f} MB, knowledge.db {rows / _MB:.1f} MB")
    for step, seconds in took.seconds.items():
        print(f"    {step:32} {seconds:8.2f} s")


if __name__ == "__main__":
    main()
