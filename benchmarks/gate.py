"""Fits the gate's weights to labelled questions, and scores them on a held-out half.

    python -m benchmarks.gate GOLDEN.jsonl[:CORPUS] [GOLDEN.jsonl[:CORPUS] ...]

CORPUS is a folder or a JSONL file, by default the sample handbook. Each set counts the same,
whatever its size. A question counts as answerable if the best statement contains one of its answers
and is from a gold document, because the gate should let through what is likely to be right. Prints
the weights for bot/answering/find/gate/gate.json, and the shares of answerable questions let
through and of others refused. `storewise eval --calibrate` fits to one set only.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import repeat
from pathlib import Path
from typing import Literal

from benchmarks.sets import Shelf, indexed, question_of
from bot.answering.find.evidence import weigh
from bot.answering.find.gate.calibration import Labelled, fitted, halved, worth
from bot.answering.find.gate.gate import LIMIT, SIGNS, Gate, WeightsKind
from bot.model import Evidence
from bot.settings import SAMPLE
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from knowledge.models.e5.adapted import AdaptedE5
from knowledge.search.hybrid import HybridSearch


def main(names: list[str]) -> None:
    """Asks every question, fits on one half and scores on the other."""
    for kind in SIGNS:
        with ProcessPoolExecutor(2) as beside:
            sets = list(beside.map(_asked, names, repeat(kind)))
        halves = [halved(one) for one in sets]
        for half in (0, 1):
            gate = Gate.shipped_but(
                kind, fitted([one[half] for one in halves], kind, balanced=False)
            )
            for name, one in zip(names, halves, strict=True):
                score = worth(gate, one[1 - half])
                print(
                    f"{kind} half {half} {name}: auc {score.auc:.3f} "
                    f"kept {score.kept:.3f} refused {score.refused:.3f}"
                )
        print(kind, json.dumps(asdict(fitted(sets, kind, balanced=False))))


def _asked(name: str, kind: WeightsKind) -> list[Labelled]:
    return asyncio.run(_gathered(name, kind))


async def _gathered(name: str, kind: WeightsKind) -> list[Labelled]:
    golden, _, corpus = name.partition(":")
    with tempfile.TemporaryDirectory() as data:
        # Without a cross-encoder there is no bi-encoder either.
        embedder: Literal["auto", "use"] = "auto" if kind == "with_cross_encoder" else "use"
        shelf = await indexed(Path(corpus) if corpus else SAMPLE, Path(data), embedder=embedder)
        found = [one async for one in _labelled(Path(golden), _search(shelf, kind))]
        shelf.close()
    return found


def _search(shelf: Shelf, kind: WeightsKind) -> HybridSearch:
    reader = AdaptedE5() if kind == "with_cross_encoder" else None
    return shelf.search(by_meaning=kind != "words_only", cross_encoder=reader)


async def _labelled(path: Path, search: HybridSearch) -> AsyncIterator[Labelled]:
    for golden in evaluation.load(path):
        question = question_of(golden)
        if golden.thread or question is None:
            continue
        async with search.pinned() as snapshot:
            text = question.to_look_up
            found = await snapshot.find(text, question.filters, LIMIT)
            evidence = await weigh(question, found, snapshot)
        judged = Gate.shipped().judged(evidence)
        yield Labelled(judged, _is_right(golden, evidence), golden.language)


def _is_right(golden: Golden, evidence: Evidence) -> bool:
    best = next(iter(evidence.candidates), None)
    if best is None or best.hit.passage.header.doc_id not in golden.gold_docs:
        return False
    return any(one in best.statement.text for one in golden.answers)


if __name__ == "__main__":
    main(sys.argv[1:])
