"""Measures each step of an answer among 1,000, 10,000 and 100,000 passages.

    python -m benchmarks.steps [--data FOLDER] [--from SOURCE ...] [--sizes 1000,10000,100000]

The passages are those of `benchmarks.scale`; both can use the same folder. Asks every golden
question several times, one after the other, without a language model. Among the most passages, asks
some questions with an answer once more, with a language model that takes a second and chooses the
statements that rank best. No question reuses vectors or answers of an earlier one: all passages are
made of the same sentences, so a few questions would fill the cache for nearly all. Only the stems
of words stay cached. A step has the times of the questions that reach it. The memory is that of the
process: for one size, choose it alone. Goals (p95): .25 s among 100,000 passages, and 2 s with the
language model.
"""

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.figures import Times, median, times
from benchmarks.memory import held_mb
from benchmarks.scale import Shelf, make, opened
from benchmarks.sets import TODAY
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.pipeline import Answering
from bot.model import Candidate, Chosen, Question
from bot.model.said import Corpus
from bot.settings import SAMPLE, OpenAISettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden, Outcome
from knowledge.language.meanings.glossary import load
from knowledge.models.e5.adapted import AdaptedE5, BiEncoder
from knowledge.models.reader import Remembering
from knowledge.models.use.answers import AnswerEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.snapshot import Halves

SIZES = (1_000, 10_000, 100_000)
GOLDENS = [
    Path(__file__).parent.parent / "tests/quality" / f"{name}.jsonl"
    for name in ("golden", "held_out")
]
ROUNDS = 5
WITH_MODEL = 40
"""Questions asked with the language model; each takes a second."""
GOAL_MS, GOAL_WITH_MODEL_MS = 250, 2_000

_REST = "(no step)"
_WHOLE = "whole"
_WHOLE_DRAFTED = "drafted"
"""The whole time of questions whose best statements were chosen; others are refused earlier."""
_DRAFTED = "generate"
_CORPUS: Corpus = {"en": "store documents", "ko": "매장 문서"}


@dataclass(frozen=True, slots=True)
class SlowModel:
    """A slow language model that chooses what ranks best."""

    seconds: float = 1.0
    name = "slow"

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        """Returns the choice by rank after the delay."""
        await asyncio.sleep(self.seconds)
        return await Extractive().choose(question, units)


@dataclass(frozen=True, slots=True)
class Step:
    """A step, the number of questions that reached it, and their times."""

    name: str
    questions: int
    times: Times


def main() -> None:
    """Makes missing passages, asks, and prints a table for each size."""
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        data, sources = options.data or Path(folder), options.sources or [SAMPLE]
        asyncio.run(_measure(sorted(options.sizes), data, sources))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.steps")
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--from", type=Path, action="append", dest="sources", metavar="SOURCE")
    parser.add_argument("--sizes", type=_sizes, default=SIZES, metavar="1000,10000,...")
    return parser.parse_args()


def _sizes(written: str) -> list[int]:
    return [int(size) for size in written.split(",")]


async def _measure(sizes: Sequence[int], data: Path, sources: Sequence[Path]) -> None:
    goldens = [golden for path in GOLDENS for golden in evaluation.load(path)]
    for size in sizes:
        await make(data / str(size), size, sources)
        with closing(opened(data / str(size))) as shelf:
            halves = searched(shelf)
            rounds = [await asked(shelf, halves, goldens) for _ in range(ROUNDS)]
            print(f"\n{size} passages, {len(goldens)} questions, {ROUNDS} rounds, ms")
            _print(steps(rounds), f"p95 {GOAL_MS} among 100,000")
            print(f"  memory {await held_mb():.0f} MB")
            if size == sizes[-1]:
                print(f"\n{size} passages, with a language model, ms")
                drafted = [one.golden for one in rounds[0] if _DRAFTED in one.steps]
                await _measure_with_model(shelf, halves, drafted)


async def _measure_with_model(shelf: Shelf, halves: Halves, drafted: Sequence[Golden]) -> None:
    """Measures with the language model, only questions with a draft: others never reach it."""
    some = random.Random(7).sample(drafted, min(WITH_MODEL, len(drafted)))  # noqa: S311
    racer = TimedModel(SlowModel(), OpenAISettings(api_key=None).chat_budget_s)
    outcomes = await asked(shelf, halves, some, racer)
    _print(steps([outcomes]), f"p95 {GOAL_WITH_MODEL_MS}")
    written = Counter(one.answer.model or "nobody" for one in outcomes)
    troubles = Counter(str(kind) for one in outcomes for kind in one.answer.troubles)
    print(f"  chosen by {dict(written)}; model's trouble {dict(troubles) or 'none'}", end="")
    print(f", its budget {racer.budget_s} s")


def searched(shelf: Shelf) -> Halves:
    """Builds the product's search over the shelf, with the embedded default model."""
    embedded, library = AnswerEncoder(), Library(shelf.database)
    return Halves(library, shelf.store, embedded, embedded, glossary=load(), bi_encoder=BiEncoder())


async def asked(
    shelf: Shelf, halves: Halves, goldens: Sequence[Golden], racer: TimedModel | None = None
) -> list[Outcome]:
    """Asks the questions one after the other, each with a new search without caches."""
    read = replace(halves, cross_encoder=AdaptedE5())
    await HybridSearch(read, shelf.generations).warm_up()
    outcomes: list[Outcome] = []
    for golden in goldens:
        forgetful = replace(halves, cross_encoder=Remembering(AdaptedE5()))
        search = HybridSearch(forgetful, shelf.generations)
        answering = Answering(search, Extractive(), _CORPUS, racer=racer)
        outcomes += await evaluation.run(answering, [golden], TODAY)
    return outcomes


def steps(rounds: Sequence[Sequence[Outcome]]) -> list[Step]:
    """Returns each step, the rest, and the whole: medians over the rounds."""
    parts = [[_parts(one) for one in outcomes] for outcomes in rounds]
    found = []
    for name in _in_order(part for each in parts for part in each):
        took = [[part[name] for part in each if name in part] for each in parts]
        came = [each for each in took if each]
        found.append(Step(name, len(came[0]), median([times(each) for each in came])))
    return found


def _parts(outcome: Outcome) -> dict[str, float]:
    # Several questions in one message are answered at the same time, so their steps overlap.
    rest = max(0.0, outcome.ms - sum(outcome.steps.values()))
    drafted = {_WHOLE_DRAFTED: outcome.ms} if _DRAFTED in outcome.steps else {}
    return {**outcome.steps, _REST: rest, _WHOLE: outcome.ms, **drafted}


def _in_order(parts: Iterable[dict[str, float]]) -> list[str]:
    """Returns the names in the order of the question with the most steps, then any others."""
    ordered = sorted(parts, key=len, reverse=True)
    names = dict.fromkeys(name for part in ordered for name in part)
    last = [name for name in (_REST, _WHOLE, _WHOLE_DRAFTED) if name in names]
    return [*(name for name in names if name not in last), *last]


def _print(found: Sequence[Step], goal: str) -> None:
    for one in found:
        p50, p95, p99 = one.times.p50, one.times.p95, one.times.p99
        line = f"  {one.name:10} p50 {p50:7.1f}   p95 {p95:7.1f}   p99 {p99:7.1f}"
        print(f"{line}   of {one.questions}")
    print(f"  goal: {goal}")


if __name__ == "__main__":
    main()
