"""Scores answers in the held-out stores, which were never used for tuning.

    python -m benchmarks.held_out [GOLDEN.jsonl[:CORPUS] ...]

Asks each set as the product does, offline; by default the lists of the seven held-out stores and of
the sample handbook. Prints for several thresholds of the gate the shares of answerable questions
answered rightly and wrongly, and of other questions refused. Then the right answers of each
confidence. Takes a quarter of an hour on two cores.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.invented import HELD_OUT, LISTS, NEAR, STORES
from benchmarks.sets import TODAY, GoldenSet, golden_set
from bot.answering.find.gate import gate
from bot.main.app import build
from bot.model import Confidence
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden

_SAMPLE = ("golden", "held_out", "blind")
_QUALITY = Path(__file__).parent.parent / "tests/quality"
_APART = ("audio",)
"""Stores with documents unlike those used for training; they get their own row."""
_LEAST = (0.45, 0.5, 0.55, 0.6, 0.65)


@dataclass(frozen=True, slots=True)
class Came:
    """The outcome of a question, with the lowest threshold of the gate."""

    golden: Golden
    answered: bool
    right: bool
    likelihood: float
    confidence: Confidence


def main(arguments: Sequence[str]) -> None:
    """Asks, and prints both tables."""
    rows = {one.name: [one] for one in map(golden_set, arguments)} or _all()
    sets = [one for row in rows.values() for one in row]
    with ProcessPoolExecutor(2) as beside:
        came = dict(zip(sets, beside.map(_asked, sets), strict=True))
    told = {name: [one for each in row for one in came[each]] for name, row in rows.items()}
    _print_likelihoods(told)
    _print_confidences(told)


def _all() -> Mapping[str, Sequence[GoldenSet]]:
    """Returns the sets of each row."""
    usual = [name for name in HELD_OUT if name not in _APART]
    rows = {f"stores {kind}": _sets(usual, kind) for kind in (*LISTS, NEAR)}
    rows |= {f"{name} {kind}": _sets([name], kind) for name in _APART for kind in LISTS}
    return rows | {
        f"sample {name}": [GoldenSet(_QUALITY / f"{name}.jsonl", SAMPLE)] for name in _SAMPLE
    }


def _sets(names: Iterable[str], kind: str) -> list[GoldenSet]:
    folders = [STORES / name for name in names]
    return [
        GoldenSet(folder / f"{kind}.jsonl", folder / "corpus.jsonl")
        for folder in folders
        if (folder / f"{kind}.jsonl").exists()
    ]


def _asked(one: GoldenSet) -> list[Came]:
    # Answers everything that any threshold lets through; the table shows what each would refuse.
    gate.ENOUGH = min(_LEAST)
    return asyncio.run(_outcomes(one))


async def _outcomes(one: GoldenSet) -> list[Came]:
    with tempfile.TemporaryDirectory() as data:
        store = StoreSettings(source=one.corpus, data=Path(data))
        slack, openai = SlackSettings(bot_token=None), OpenAISettings(api_key=None)
        app = build(Settings(slack=slack, openai=openai, store=store))
        await app.indexer.rebuild()
        outcomes = await evaluation.run(app.ways.past_cache, evaluation.load(one.golden), TODAY)
        app.close()
    return [
        Came(
            each.golden,
            each.answered,
            each.answered and each.right,
            each.answer.judged.likelihood,
            each.answer.confidence,
        )
        for each in outcomes
    ]


def _print_likelihoods(told: Mapping[str, Sequence[Came]]) -> None:
    print(f"{'right wrong / refused, from':28}", "".join(f"{at:>17}" for at in _LEAST))
    for name, came in told.items():
        own, others = (_of(came, answerable=one) for one in (True, False))
        cells = "".join(f"{_cell(own, others, at):>17}" for at in _LEAST)
        print(f"{f'{name} ({len(own)} + {len(others)})':28}", cells)


def _cell(own: Sequence[Came], others: Sequence[Came], at: float) -> str:
    answers = [one for one in own if _given(one, at)]
    right = _share(sum(one.right for one in answers), len(own))
    wrong = _share(sum(not one.right for one in answers), len(own))
    return f"{right} {wrong} / {_share(sum(not _given(one, at) for one in others), len(others))}"


def _print_confidences(told: Mapping[str, Sequence[Came]]) -> None:
    print(f"{'right of the answers':28}", "".join(f"{one:>17}" for one in Confidence))
    for name, came in told.items():
        cells = "".join(f"{_of_confidence(came, one):>17}" for one in Confidence)
        print(f"{name:28}", cells)


def _of_confidence(came: Sequence[Came], confidence: Confidence) -> str:
    own = _of(came, answerable=True)
    some = [c for c in own if _given(c, gate.ENOUGH) and c.confidence is confidence]
    return f"{_share(sum(one.right for one in some), len(some))} of {len(some)}"


def _of(came: Sequence[Came], *, answerable: bool) -> list[Came]:
    return [one for one in came if one.golden.answerable == answerable]


def _given(one: Came, at: float) -> bool:
    return one.answered and one.likelihood >= at


def _share(some: int, of: int) -> str:
    return f"{some / of:.3f}".removeprefix("0") if of else "-"


if __name__ == "__main__":
    main(sys.argv[1:])
