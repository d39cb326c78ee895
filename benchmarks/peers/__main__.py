"""Asks storewise, LangChain and LlamaIndex the same questions about the same documents.

    benchmarks/peers/run.sh [--json OUT] [--from SOURCE] GOLDEN:CORPUS[+FILLERS] ...

CORPUS is a folder or a JSONL file. +10000 adds as many documents, generated from sentences of the
SOURCEs (default: the sample handbook).
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.figures import Asked, Scores, asked, scores
from benchmarks.peers.langchain import LangChain
from benchmarks.peers.llama_index import LlamaIndex
from benchmarks.peers.storewise import Storewise
from benchmarks.peers.system import System
from benchmarks.sets import TODAY, golden_set
from bot.model import Question
from bot.settings import SAMPLE
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden

ROUNDS = 3
MOST_QUESTIONS = 400


@dataclass(frozen=True, slots=True)
class Indexed:
    """The result of indexing, and the time it took."""

    passages: int
    seconds: float
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """The figures of one system on one set."""

    indexing: Indexed
    found: Scores


def main() -> None:
    """Indexes and asks each set with every system; prints a table, and writes JSON if asked to."""
    options = _options()
    systems: list[System] = [Storewise(), LangChain(), LlamaIndex()]
    with tempfile.TemporaryDirectory() as folder:
        # The first index of a process also pays for imports, so it does not count.
        asyncio.run(_indexed(systems, SAMPLE, Path(folder)))
    results: dict[str, dict[str, Result]] = {}
    for number, name in enumerate(options.sets):
        one = golden_set(name)
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as laid_out:
            corpus = one.laid_out(Path(laid_out), options.sources or [SAMPLE])
            turned = [*systems[number % 3 :], *systems[: number % 3]]
            compared = _compared(turned, one.questions()[:MOST_QUESTIONS], corpus, Path(folder))
            results[one.name] = asyncio.run(compared)
    _print(results)
    if options.json:
        options.json.write_text(json.dumps(_plain(results), indent=2), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/peers/run.sh")
    parser.add_argument("sets", nargs="+", metavar="GOLDEN:CORPUS[+FILLERS]")
    parser.add_argument("--json", type=Path, metavar="OUT")
    parser.add_argument("--from", type=Path, action="append", dest="sources", metavar="SOURCE")
    return parser.parse_args()


async def _compared(
    systems: Sequence[System], goldens: Sequence[Golden], corpus: Path, folder: Path
) -> dict[str, Result]:
    indexing = await _indexed(systems, corpus, folder)
    questions = [evaluation.asked(golden, TODAY) for golden in goldens]
    rounds = [await _round(systems, questions) for _ in range(ROUNDS)]
    for system in systems:
        system.close()
    return {
        system.name: Result(
            indexing[system.name], scores(goldens, [each[system.name] for each in rounds])
        )
        for system in systems
    }


async def _indexed(systems: Sequence[System], corpus: Path, folder: Path) -> dict[str, Indexed]:
    found = {}
    for system in systems:
        start, cpu = time.perf_counter(), time.process_time()
        passages = await system.index(corpus, folder / system.name)
        took, used = time.perf_counter() - start, time.process_time() - cpu
        found[system.name] = Indexed(passages, took, used)
    return found


async def _round(
    systems: Sequence[System], questions: Sequence[Question]
) -> dict[str, list[Asked]]:
    """Asks each question of all systems in turn, so that a busy machine slows all of them alike."""
    for system in systems:
        await system.forget()
    answers: dict[str, list[Asked]] = {system.name: [] for system in systems}
    for number, question in enumerate(questions):
        first = number % len(systems)
        for system in (*systems[first:], *systems[:first]):
            answers[system.name].append(await _answer(system, question))
    return answers


async def _answer(system: System, question: Question) -> Asked:
    start = time.perf_counter()
    documents = await system.find(question)
    return asked(documents, time.perf_counter() - start)


def _print(results: dict[str, dict[str, Result]]) -> None:
    """Prints a table with a row for each measure and system, and a column for each set."""
    rows: dict[str, dict[str, dict[str, float]]] = {}
    for name, by_system in _plain(results).items():
        for system in sorted(by_system):
            for measure, value in by_system[system].items():
                rows.setdefault(measure, {}).setdefault(system, {})[name] = value
    print(f"\n{'':16} {'':12}" + "".join(f"{name:>16}" for name in results))
    for measure, by_name in rows.items():
        for system, values in by_name.items():
            print(f"{measure:16} {system:12}" + "".join(f"{one:16.3f}" for one in values.values()))


def _plain(results: dict[str, dict[str, Result]]) -> dict[str, dict[str, dict[str, float]]]:
    return {
        name: {
            system: {**asdict(result.found), **_prefixed(result.indexing)}
            for system, result in by_system.items()
        }
        for name, by_system in results.items()
    }


def _prefixed(indexing: Indexed) -> dict[str, float]:
    return {
        "passages": indexing.passages,
        "indexing_s": indexing.seconds,
        "indexing_cpu_s": indexing.cpu_seconds,
    }


if __name__ == "__main__":
    main()
