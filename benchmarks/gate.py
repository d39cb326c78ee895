"""Fits the gate's weights to labelled questions; a held-out half says what they are worth.

    python -m benchmarks.gate GOLDEN.jsonl:CORPUS [GOLDEN.jsonl:CORPUS ...]

CORPUS is a folder or a JSONL file; without one the sample handbook is meant. Each set counts the
same, whatever its size. Prints the weights for bot/answering/gate.json and the share of answerable
questions kept and of the others refused.
"""

import asyncio
import json
import sys
import tempfile
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot import evaluation
from bot.answering.evidence import weigh
from bot.answering.gate import signs
from bot.app import build
from bot.settings import SAMPLE, OpenAISettings, Settings, SlackSettings, StoreSettings

SIGNS = {"with_embedder": ("meaning", "likeness", "best"), "words_only": ("context", "lexical")}
TODAY = date(2026, 11, 21)
STEPS, RATE, SMOOTHING = 4000, 2.0, 0.001

Table = NDArray[np.float64]
Labelled = tuple[list[dict[str, float]], list[bool]]


def main(names: list[str]) -> None:
    """Gather the signs of every question, fit on one half, score on the other."""
    sets = [asyncio.run(_gathered(name)) for name in names]
    for kind, chosen in SIGNS.items():
        tables = [_table(one, chosen) for one in sets]
        for half in (0, 1):
            weights = _fitted([(x[half::2], y[half::2]) for x, y in tables])
            for name, (x, y) in zip(names, tables, strict=True):
                kept, refused = _worth(weights, x[1 - half :: 2], y[1 - half :: 2])
                print(f"{kind} half {half} {name}: kept {kept:.3f} refused {refused:.3f}")
        weights = _fitted(tables)
        print(
            kind, json.dumps(dict(zip((*chosen, "bias"), weights.round(2).tolist(), strict=True)))
        )


async def _gathered(name: str) -> Labelled:
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
        seen: list[dict[str, float]] = []
        labels: list[bool] = []
        for one in evaluation.load(Path(golden)):
            question = evaluation.asked(one, TODAY)
            async with app.search.pinned() as search:
                found = await search.find(question.text, question.filters)
                seen.append(signs(await weigh(question, found, search)))
            labels.append(one.answerable)
        app.close()
    return seen, labels


def _table(labelled: Labelled, chosen: tuple[str, ...]) -> tuple[Table, Table]:
    seen, labels = labelled
    rows = [[*(one[name] for name in chosen), 1.0] for one in seen]
    return np.array(rows), np.array(labels, dtype=float)


def _fitted(tables: list[tuple[Table, Table]]) -> Table:
    """Logistic regression; answerable and other questions of every set weigh the same."""
    weights: Table = np.zeros(tables[0][0].shape[1])
    for _ in range(STEPS):
        slope = np.zeros_like(weights)
        for x, y in tables:
            wrong = y - 1 / (1 + np.exp(-x @ weights))
            for label in (0, 1):
                slope += x[y == label].T @ wrong[y == label] / max(1, (y == label).sum())
        weights = weights + RATE * (slope / len(tables) - SMOOTHING * weights)
    return weights


def _worth(weights: Table, x: Table, y: Table) -> tuple[float, float]:
    answered = x @ weights >= 0
    return float(answered[y == 1].mean()), float((~answered[y == 0]).mean())


if __name__ == "__main__":
    main(sys.argv[1:])
