"""Fits the gate's weights to labelled questions; a held-out half says what they are worth.

    python -m benchmarks.gate GOLDEN.jsonl:CORPUS [GOLDEN.jsonl:CORPUS ...]

CORPUS is a folder or a JSONL file; without one the sample handbook is meant. Each set counts the
same, whatever its size. Prints the weights for bot/answering/gate.json and the share of answerable
questions kept and of the others refused. `storewise eval --calibrate` fits to one set only.
"""

import asyncio
import json
import sys
import tempfile
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

from bot import evaluation
from bot.answering.calibration import Labelled, fitted, halved, worth
from bot.answering.gate import SIGNS, Gate
from bot.app import build
from bot.evaluation.calibrating import labelled
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings

TODAY = date(2026, 11, 21)


def main(names: list[str]) -> None:
    """Ask every question, fit on one half, score on the other."""
    asked = [asyncio.run(_gathered(name)) for name in names]
    for kind in SIGNS:
        sets = asked if kind == "with_embedder" else [_words_only(one) for one in asked]
        halves = [halved(one) for one in sets]
        for half in (0, 1):
            gate = Gate.shipped_but(kind, fitted([one[half] for one in halves], kind))
            for name, one in zip(names, halves, strict=True):
                told = worth(gate, one[1 - half])
                print(
                    f"{kind} half {half} {name}: auc {told.auc:.3f} "
                    f"kept {told.kept:.3f} refused {told.refused:.3f}"
                )
        print(kind, json.dumps(asdict(fitted(sets, kind))))


def _words_only(questions: list[Labelled]) -> list[Labelled]:
    """The same questions as if there were no vectors."""
    without = {"meaning": 0.0, "likeness": 0.0}
    return [
        replace(one, judged=replace(one.judged, signs={**one.judged.signs, **without}))
        for one in questions
        if one.judged.signs
    ]


async def _gathered(name: str) -> list[Labelled]:
    golden, _, corpus = name.partition(":")
    with tempfile.TemporaryDirectory() as data:
        store = StoreSettings(source=Path(corpus) if corpus else SAMPLE, data=Path(data))
        app = build(
            Settings(
                slack=SlackSettings(bot_token=None),
                openai=OpenAISettings(api_key=None),
                store=store,
            )
        )
        await app.indexer.rebuild()
        outcomes = await evaluation.run(app.answering, evaluation.load(Path(golden)), TODAY)
        app.close()
    return labelled(outcomes)


if __name__ == "__main__":
    main(sys.argv[1:])
