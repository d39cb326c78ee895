"""Measures the memory of a real Chroma server by the number of vectors that it answers from.

    python -m benchmarks.chroma_memory [--sizes 20000,100000] [--width 384]

Made vectors of length 1 are stored as the product does, in a `chroma run` of their own, which is
started again and asked before its memory is read: as it is while replicas ask. Prints seconds of
storing, memory before and after, bytes on disk, and MB for a million vectors beyond the first size.
"""

import argparse
import asyncio
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.memory import rss_mb
from knowledge.index.vector_store.server import ChromaServerStore
from tests.engines.chroma_server import chroma_server

_QUESTIONS, _ROWS = 50, 600
_MILLION, _MB = 1_000_000, 1024 * 1024

Matrix = NDArray[np.float32]


def main() -> None:
    """Measures each size with a server of its own."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chroma_memory")
    parser.add_argument("--sizes", type=_sizes, default=[20_000, 100_000], metavar="20000,…")
    parser.add_argument("--width", type=int, default=384)
    chosen = parser.parse_args()
    heads = ("vectors", "stored s", "empty MB", "asked MB", "disk MB", "p50 ms")
    print("".join(f"{one:>10}" for one in heads))
    held = {}
    for size in chosen.sizes:
        with tempfile.TemporaryDirectory(prefix="storewise-chroma-") as folder:
            held[size] = _measured(Path(folder), size, chosen.width)
    first, last = min(held), max(held)
    if first != last:
        each = (held[last] - held[first]) / (last - first)
        print(f"{each * _MILLION:.0f} MB for a million vectors of {chosen.width} numbers")


def _sizes(written: str) -> list[int]:
    return [int(size) for size in written.split(",")]


def _measured(folder: Path, size: int, width: int) -> float:
    chance = np.random.default_rng(7)
    vectors = chance.standard_normal((size, width), np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    with chroma_server(folder / "data") as url:
        empty_mb = _server_mb(folder)
        start = time.perf_counter()
        asyncio.run(_store(url, folder).add(1, [str(one) for one in range(size)], list(vectors)))
        stored_s = time.perf_counter() - start
    with chroma_server(folder / "data") as url:
        took = asyncio.run(_asked(_store(url, folder), vectors[:_QUESTIONS]))
        asked_mb = _server_mb(folder)
    disk = sum(one.stat().st_size for one in (folder / "data").rglob("*") if one.is_file()) / _MB
    print(
        f"{size:10}{stored_s:10.0f}{empty_mb:10.0f}{asked_mb:10.0f}{disk:10.0f}{took:10.1f}",
        flush=True,
    )
    return asked_mb


def _store(url: str, folder: Path) -> ChromaServerStore:
    return ChromaServerStore(url, folder / "owner", patience_s=60.0, exact_up_to=0)


async def _asked(store: ChromaServerStore, questions: Matrix) -> float:
    took = []
    for one in questions:
        start = time.perf_counter()
        await store.nearest(1, one, _ROWS)
        took.append((time.perf_counter() - start) * 1000)
    return float(np.median(took))


def _server_mb(folder: Path) -> float:
    """The memory of the process that serves the folder."""
    found = subprocess.run(  # noqa: S603 - a name of ours
        ["pgrep", "--full", f"chroma run --path {folder / 'data'}"],  # noqa: S607
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return max(rss_mb(int(one)) for one in found.stdout.split())


if __name__ == "__main__":
    main()
