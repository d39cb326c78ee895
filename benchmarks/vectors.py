"""Measures the vectors of many statements: storing them, and finding the nearest ones.

    python -m benchmarks.vectors [--sizes 60000,300000] [--from SOURCE ...]

The vectors are those of the SOURCEs' sentences (by default the sample handbook's) by the
bi-encoder, each with a little noise, so that as many as wanted are made of few. Prints, once
compared in memory and once by Chroma's graph, seconds of storing, milliseconds of a search (600
rows, as for a question), the share of the 50 nearest that is found, and the process's memory. Each
is measured in a process of its own. Storing 300,000 takes three minutes, 1.5 GB of memory and .6 GB
in the temporary folder.
"""

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import times
from benchmarks.filler import sentences
from benchmarks.memory import held_mb
from bot.settings import SAMPLE
from knowledge.index.vector_store import ChromaStore
from knowledge.models.e5.adapted import BiEncoder

_SIZES = (60_000, 300_000)
_NOISE = 0.35
"""Length of the noise added to a vector of length 1."""
_QUESTIONS, _ROWS, _NEAREST = 50, 600, 50
_BATCH = 256

Matrix = NDArray[np.float32]


def main() -> None:
    """Measures each size, in memory and by the graph."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vectors")
    parser.add_argument("--sizes", type=_sizes, default=_SIZES, metavar="60000,...")
    parser.add_argument("--from", type=Path, action="append", dest="sources", metavar="SOURCE")
    chosen = parser.parse_args()
    known = asyncio.run(_embedded(chosen.sources or [SAMPLE]))
    print(f"{len(known)} sentences\n{_HEAD}", flush=True)
    apart = multiprocessing.get_context("spawn")
    for size in chosen.sizes:
        for by_graph in (False, True):
            with tempfile.TemporaryDirectory(prefix="storewise-vectors-") as folder:
                given = (Path(folder), known, size, by_graph)
                process = apart.Process(target=_measured, args=given)
                process.start()
                process.join()


def _sizes(written: str) -> list[int]:
    return [int(size) for size in written.split(",")]


async def _embedded(sources: Sequence[Path]) -> Matrix:
    encoder, texts = BiEncoder(), [one.text for one in sentences(sources)]
    starts = range(0, len(texts), _BATCH)
    return np.array([row for at in starts for row in await encoder.embed(texts[at : at + _BATCH])])


def _measured(folder: Path, known: Matrix, size: int, by_graph: bool) -> None:
    print(asyncio.run(_row(folder, known, size, by_graph)), flush=True)


async def _row(folder: Path, known: Matrix, size: int, by_graph: bool) -> str:
    exact_up_to = 0 if by_graph else size
    chance = np.random.default_rng(7)
    vectors = _many(known, size, chance)
    asked = known[chance.integers(0, len(known), _QUESTIONS)]
    wanted = [set(np.argpartition(-(vectors @ one), _NEAREST)[:_NEAREST].tolist()) for one in asked]
    store = ChromaStore(folder, exact_up_to)
    start = time.perf_counter()
    await store.add(1, [str(number) for number in range(size)], list(vectors))
    stored_s = time.perf_counter() - start
    store.close()
    del vectors
    store = ChromaStore(folder, exact_up_to)  # as after a restart
    await store.nearest(1, asked[0], _ROWS)
    took, found = [], 0
    for one, best in zip(asked, wanted, strict=True):
        start = time.perf_counter()
        near = await store.nearest(1, one, _ROWS)
        took.append((time.perf_counter() - start) * 1000)
        found += len(best & {int(row) for row, _ in near})
    far = times(took)
    way = "graph" if by_graph else "memory"
    share = found / (_NEAREST * len(asked))
    mb = await held_mb()
    store.close()
    return f"{size:9}{way:>8}{stored_s:10.0f}{far.p50:10.1f}{far.p95:8.1f}{share:8.3f}{mb:9.0f}"


def _many(known: Matrix, size: int, chance: np.random.Generator) -> Matrix:
    noise = _NOISE / np.sqrt(known.shape[1])
    made = known[chance.integers(0, len(known), size)]
    made += noise * chance.standard_normal(made.shape, np.float32)
    rows: Matrix = made / np.linalg.norm(made, axis=1, keepdims=True)
    return rows


_HEAD = f"{'vectors':>9}{'':8}{'stored s':>10}{'p50 ms':>10}{'p95':>8}{'found':>8}{'MB':>9}"


if __name__ == "__main__":
    main()
