"""What Chroma in this process leaves on disk, and how it comes through trouble."""

import asyncio
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from knowledge.index.vector_store import ChromaStore
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.models.embedder import Vector

_ROOT = Path(__file__).parents[3]
_ONE = np.asarray([0.6, 0.8], dtype=np.float32)
_KILLED = """
import asyncio, os, sys
from pathlib import Path
import numpy as np
from knowledge.index.vector_store import ChromaStore

class Deadly(np.ndarray):
    def __getattribute__(self, name):
        os._exit(9)

vectors = list(np.ones((2000, 8), dtype=np.float32))
vectors[1500] = vectors[1500].view(Deadly)
asyncio.run(ChromaStore(Path(sys.argv[1])).add(5, [str(n) for n in range(2000)], vectors))
"""
"""Ends without any clearing up, as by `kill -9`, when the first of two batches is written."""


_READING = """
import asyncio, sys
from pathlib import Path
import numpy as np
from knowledge.index.vector_store import ChromaStore

async def read(store):
    found = await store.nearest(1, np.asarray([0.6, 0.8], np.float32), 2)
    print(*(one for one, _ in found), await store.size(1), "chromadb" in sys.modules)

asyncio.run(read(ChromaStore(Path(sys.argv[1]))))
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChromaStore]:
    opened = ChromaStore(tmp_path / "chroma")
    yield opened
    opened.close()


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _many(count: int) -> tuple[list[str], list[Vector]]:
    numbers = np.random.default_rng(7).normal(size=(count, 64)).astype(np.float32)
    return [f"환불@1#{n}" for n in range(count)], list(numbers)


async def test_a_small_generation_is_read_without_importing_chroma(
    store: ChromaStore, tmp_path: Path
) -> None:
    await store.add(1, ["환불@1#a", "b"], [_ONE, -_ONE])

    reading = (sys.executable, "-c", _READING, str(tmp_path / "chroma"))
    ended = await asyncio.create_subprocess_exec(
        *reading, cwd=_ROOT, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await ended.communicate()

    assert printed.decode().split() == ["환불@1#a", "b", "2", "False"]


async def test_a_damaged_file_of_vectors_is_read_from_chroma(
    store: ChromaStore, tmp_path: Path
) -> None:
    await store.add(1, ["환불@1#a"], [_ONE])
    store.close()
    [file] = (tmp_path / "chroma").rglob("*.npz")
    file.write_bytes(file.read_bytes()[:-30])

    later = ChromaStore(tmp_path / "chroma")

    assert (await later.nearest(1, _ONE, 1))[0][0] == "환불@1#a"
    later.close()


async def test_what_is_kept_is_there_after_a_restart(store: ChromaStore, tmp_path: Path) -> None:
    await store.add(1, ["환불@1#a"], [_ONE])
    store.close()

    later = ChromaStore(tmp_path / "chroma")

    assert (await later.nearest(1, _ONE, 1))[0][0] == "환불@1#a"
    later.close()


async def test_ten_generations_take_no_more_disk_than_the_two_that_are_kept(
    store: ChromaStore, tmp_path: Path
) -> None:
    ids, vectors = _many(1500)
    await store.add(1, ids, vectors)
    one = _bytes(tmp_path)

    for generation in range(2, 12):
        await store.add(generation, ids, vectors)
        await store.keep_only([generation - 1, generation])

    assert _bytes(tmp_path) <= 2.1 * one
    assert len(list((tmp_path / "chroma").iterdir())) == 2


async def test_a_run_that_was_killed_leaves_nothing(store: ChromaStore, tmp_path: Path) -> None:
    await store.add(4, ["a"], [_ONE])
    killed = [sys.executable, "-c", _KILLED, str(tmp_path / "chroma")]
    ended = await asyncio.create_subprocess_exec(*killed, cwd=_ROOT)
    code = await ended.wait()
    half_made = await store.size(5)

    await store.keep_only([3, 4])

    assert (code, half_made) == (9, 1000)
    assert [one.name for one in (tmp_path / "chroma").iterdir()] == ["kb_4"]
    assert await store.size(5) == 0


async def test_what_somebody_else_keeps_beside_it_stays(store: ChromaStore, tmp_path: Path) -> None:
    theirs = tmp_path / "chroma" / "f1003507-c256-4c01-a308-e3203226c5c9" / "header.bin"
    theirs.parent.mkdir(parents=True)
    theirs.write_bytes(b"theirs")
    await store.add(1, ["a"], [_ONE])

    await store.keep_only([])

    assert theirs.read_bytes() == b"theirs"


async def test_who_reads_while_a_generation_goes_finishes_or_is_told(store: ChromaStore) -> None:
    ids, vectors = _many(3000)
    await store.add(1, ids, vectors)

    async def read() -> int:
        try:
            return len(await store.vectors(1, ids))
        except KnowledgeError:
            return 0

    reading = [asyncio.create_task(read()) for _ in range(3)]
    await asyncio.sleep(0.02)
    await store.keep_only([])

    assert set(await asyncio.gather(*reading)) <= {0, 3000}
    with pytest.raises(IndexMissingError):
        await store.nearest(1, vectors[0], 1)


async def test_a_closed_store_has_let_go_of_its_files(store: ChromaStore, tmp_path: Path) -> None:
    await store.add(1, ["a"], [_ONE])
    store.close()
    shutil.rmtree(tmp_path / "chroma")

    await store.add(1, ["b"], [_ONE])

    assert [found for found, _ in await store.nearest(1, _ONE, 5)] == ["b"]


async def test_damaged_files_are_said_so_each_time_until_they_are_gone(
    store: ChromaStore, tmp_path: Path
) -> None:
    folder = tmp_path / "chroma" / "kb_1"
    folder.mkdir(parents=True)
    (folder / "chroma.sqlite3").write_bytes("환불".encode() * 1000)

    for _ in range(3):
        with pytest.raises(KnowledgeError, match=r"kb_1 .* run `storewise reindex`"):
            await store.nearest(1, _ONE, 1)
    await store.add(1, ["a"], [_ONE])

    assert await store.size(1) == 1


async def test_a_small_generation_and_a_large_one_find_the_same(
    store: ChromaStore, tmp_path: Path
) -> None:
    ids, vectors = _many(400)
    await store.add(1, ids, vectors)
    by_graph = ChromaStore(tmp_path / "graph", exact_up_to=399)
    await by_graph.add(1, ids, vectors)

    for vector in vectors[:20]:
        exact = await store.nearest(1, vector, 10)
        near = await by_graph.nearest(1, vector, 10)
        assert [found for found, _ in near] == [found for found, _ in exact]
        assert [cosine for _, cosine in near] == pytest.approx([c for _, c in exact], abs=1e-5)
    by_graph.close()


async def test_vectors_that_were_lost_are_not_found_from_memory(
    store: ChromaStore, tmp_path: Path
) -> None:
    await store.add(1, ["a"], [_ONE])
    await store.nearest(1, _ONE, 1)
    shutil.rmtree(tmp_path / "chroma" / "kb_1")

    with pytest.raises(IndexMissingError):
        await store.nearest(1, _ONE, 1)


async def test_what_another_process_has_dropped_is_not_found_in_memory_when_it_is_made_again(
    store: ChromaStore, tmp_path: Path
) -> None:
    await store.add(1, ["a"], [_ONE])
    await store.nearest(1, _ONE, 1)
    other = ChromaStore(tmp_path / "chroma")
    await other.keep_only([])

    await store.keep_only([])
    await other.add(1, ["b"], [_ONE])

    assert [found for found, _ in await store.nearest(1, _ONE, 5)] == ["b"]
    other.close()
