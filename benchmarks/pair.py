"""Compares two commits on this machine, in one go and in turns: load, start, idle, indexing.

    python -m benchmarks.pair COMMIT [COMMIT] [--rounds 3] [--seconds 20] [--idle 120]
                              [--only commands indexing start load idle]

Without a second commit, the first is compared with this folder as it is. Each commit is set up in a
folder of its own with its own packages (`make .venv/run.ready`). Then both are measured by the same
questions, A B A B, each with an index that it made itself; a row has the median of the rounds and
the second's share of the first's. Seconds of the processor compare better than others: whatever
else this machine does changes the time on the clock more. Idle begins a minute after the server is
ready and takes `--idle` seconds.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.under_load.in_flight import Level, serving
from benchmarks.under_load.server import THIS, Program, Server

_ROOT = Path(__file__).parents[1]
_SETTLED_S = 60.0
_QUESTION = "how long do customers have to return headphones?"
_ASKED = 16

Figures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two, with the index that it made."""

    name: str
    program: Program
    index: Path


Measure = Callable[[Side, Path, argparse.Namespace], Coroutine[Any, Any, Figures]]


def main() -> None:
    """Sets both up, measures them in turns and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pair")
    parser.add_argument("commits", nargs="+", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each level of load")
    parser.add_argument("--idle", type=float, default=120.0)
    parser.add_argument("--only", nargs="+", choices=MEASURES, default=list(MEASURES))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storewise-pair-") as named:
        folder = Path(named)
        with _set_up(chosen.commits[:2], folder) as sides:
            for name in chosen.only:
                rounds = [
                    _round(MEASURES[name], sides, folder, chosen) for _ in range(chosen.rounds)
                ]
                _print(name, sides, rounds)


@contextmanager
def _set_up(commits: list[str], folder: Path) -> Iterator[tuple[Side, Side]]:
    """Checks the commits out and indexes the sample handbook with each."""
    made: list[Path] = []
    try:
        sides = []
        for number, commit in enumerate(commits):
            root = folder / f"{number}"
            _git("worktree", "add", "--detach", str(root), commit)
            made.append(root)
            subprocess.run(["make", ".venv/run.ready"], cwd=root, check=True, capture_output=True)  # noqa: S607
            sides.append(
                (_git("log", "-1", "--format=%h", commit), Program(root, root / ".venv/bin/python"))
            )
        if len(sides) == 1:
            sides.append(("here", THIS))
        first, second = (_side(name, program, folder) for name, program in sides)
        yield first, second
    finally:
        for root in made:
            _git("worktree", "remove", "--force", str(root))


def _git(*words: str) -> str:
    said = subprocess.run(["git", *words], cwd=_ROOT, check=True, capture_output=True, text=True)  # noqa: S603, S607
    return said.stdout.strip()


def _side(name: str, program: Program, folder: Path) -> Side:
    index = folder / f"index of {name}"
    _run(program, folder, {"STOREWISE_DATA": str(index)}, "reindex")
    return Side(name, program, index)


def _round(
    measure: Measure, sides: tuple[Side, Side], folder: Path, chosen: argparse.Namespace
) -> tuple[Figures, Figures]:
    first, second = (_once(measure, side, folder, chosen) for side in sides)
    return first, second


def _once(measure: Measure, side: Side, folder: Path, chosen: argparse.Namespace) -> Figures:
    with tempfile.TemporaryDirectory(dir=folder) as named:
        return asyncio.run(measure(side, Path(named), chosen))


def _run(
    program: Program, folder: Path, settings: Mapping[str, str], *words: str
) -> tuple[float, float]:
    """Runs a command to its end; returns its seconds on the clock and of the processor."""
    start = time.perf_counter()
    with (folder / "command.log").open("ab") as log:
        process = subprocess.Popen(  # noqa: S603
            program.words(*words),
            cwd=folder,
            env=program.environment(settings),
            stdout=log,
            stderr=log,
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError((folder / "command.log").read_text(encoding="utf-8")[-2000:])
    return time.perf_counter() - start, used.ru_utime + used.ru_stime


async def _commands(side: Side, folder: Path, chosen: argparse.Namespace) -> Figures:
    kept = {"STOREWISE_DATA": str(shutil.copytree(side.index, folder / "data"))}
    figures: dict[str, float] = {}
    for name, words in (
        ("--version", ("--version",)),
        ("--help", ("--help",)),
        ("ask", ("ask", _QUESTION)),
    ):
        took_s, cpu_s = _run(side.program, folder, kept, *words)
        figures |= {f"{name}, s": took_s, f"{name}, CPU s": cpu_s}
    return figures


async def _indexing(side: Side, folder: Path, chosen: argparse.Namespace) -> Figures:
    took_s, cpu_s = _run(side.program, folder, {"STOREWISE_DATA": str(folder / "new")}, "reindex")
    return {"sample, s": took_s, "sample, CPU s": cpu_s}


async def _start(side: Side, folder: Path, chosen: argparse.Namespace) -> Figures:
    server = Server(folder / "server", side.index, {}, side.program)
    start = time.perf_counter()
    try:
        await server.start()
        await server.until_ready()
        return {"ready, s": time.perf_counter() - start, "ready, CPU s": server.cpu_s()}
    finally:
        await server.close()


async def _load(side: Side, folder: Path, chosen: argparse.Namespace) -> Figures:
    figures: dict[str, float] = {}
    async with serving(folder / "server", side.index, side.program) as people:
        await people.level(1, 3.0)
        for what, in_flight, repeated in (
            ("fresh", 1, False),
            ("fresh", _ASKED, False),
            ("repeated", _ASKED, True),
        ):
            level = await people.level(in_flight, chosen.seconds, repeated=repeated)
            figures |= {f"{what}, {in_flight} in flight, {name}": one for name, one in _of(level)}
        figures["memory, MB"] = people.server.rss_mb()
        figures["longest block of the event loop, ms"] = await people.server.longest_block_ms()
    return figures


def _of(level: Level) -> Iterator[tuple[str, float]]:
    replies = sorted(level.replies_s)
    yield "CPU ms an answer", level.cpu_s / len(replies) * 1000
    yield "answers/s", len(replies) / level.took_s
    yield "p50 ms", median(replies) * 1000
    yield "p95 ms", replies[int(len(replies) * 0.95)] * 1000


async def _idle(side: Side, folder: Path, chosen: argparse.Namespace) -> Figures:
    server = Server(folder / "server", side.index, {}, side.program)
    try:
        await server.start()
        await server.until_ready()
        await asyncio.sleep(_SETTLED_S)
        before_s = server.cpu_s()
        await asyncio.sleep(chosen.idle)
        return {"% of a core": (server.cpu_s() - before_s) / chosen.idle * 100}
    finally:
        await server.close()


MEASURES: Mapping[str, Measure] = {
    "commands": _commands,
    "indexing": _indexing,
    "start": _start,
    "load": _load,
    "idle": _idle,
}


def _print(name: str, sides: tuple[Side, Side], rounds: list[tuple[Figures, Figures]]) -> None:
    print(f"{name:42}{sides[0].name:>12}{sides[1].name:>12}{'share':>8}")
    for row in rounds[0][0]:
        first, second = (median(one[which][row] for one in rounds) for which in (0, 1))
        share = second / first if first else float("nan")
        print(f"  {row:40}{first:12.3f}{second:12.3f}{share:8.2f}", flush=True)


if __name__ == "__main__":
    main()
