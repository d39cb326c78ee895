"""Trains the ranker on the questions of invented stores, and scores it on other stores.

    python -m benchmarks.ranker [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), unlike the product. Collects the statements found for every
question of benchmarks/stores (some minutes; `--kept` saves them), fits the last layers of the
embedded model and the network over the signs to the stores for training, and prints how often the
first statement is right in the held-out ones. `--write` replaces the product's weights:
knowledge/models/use/answer_encoder.npz and bot/answering/find/ranking/ranker.json.
"""

import argparse
import json
import pickle
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.invented import HELD_OUT, LISTS, learnt_from, names
from benchmarks.ranker.collecting import Asked, collected, shown
from benchmarks.ranker.fitting import Case, fitted
from benchmarks.ranker.towers import Nearness, Shelf, Towers, nearness, shelf, trained
from bot.answering.find.ranking import Ranker
from bot.answering.find.ranking.signs import beside_others

_FOLDS = 2
_ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    """Collects, fits, scores, and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="where what was collected is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    stores = learnt_from()
    by_meaning, by_words = (_listed(arguments.kept, by_meaning=way) for way in (True, False))
    shelves = {one: shelf(asked) for one, asked in by_meaning.items()}

    apart = [trained([shelves[one] for one in _but(stores, fold)]) for fold in range(_FOLDS)]
    folds = [(apart[fold], shelves[one]) for fold in range(_FOLDS) for one in stores[fold::_FOLDS]]
    towers = trained([shelves[one] for one in stores])
    weights = {
        "with_embedder": fitted([case for one in folds for case in _near(*one)]),
        "words_only": fitted([case for one in stores for case in map(_case, by_words[one])]),
    }
    ranker, plain = (Ranker.of(weights[kind]) for kind in ("with_embedder", "words_only"))
    print("first right, in the first three: golden with the embedder, words only | plain, so, too")
    for name in HELD_OUT:
        one, words = shelves[name], by_words[name]
        near = list(zip(one.asked, _near(towers, one), strict=True))
        alone = list(zip(words, map(_case, words), strict=True))
        told = [f"{_right(ranker, near, kind)}, {_right(plain, alone, kind)}" for kind in LISTS]
        print(f"{name}: {' | '.join(told)}")
    if arguments.write:
        layers: Mapping[str, Any] = towers.layers()
        np.savez_compressed(_ROOT / "knowledge/models/use/answer_encoder.npz", **layers)
        text = json.dumps(weights, separators=(",", ":"))
        (_ROOT / "bot/answering/find/ranking/ranker.json").write_text(text + "\n", encoding="utf-8")


def _listed(kept: Path | None, *, by_meaning: bool) -> Mapping[str, list[Asked]]:
    """Returns the questions to train on; near misses did not help (docs/decisions/0025)."""
    found = everything(kept, by_meaning=by_meaning)
    return {name: [one for one in asked if one.list in LISTS] for name, asked in found.items()}


def everything(kept: Path | None, *, by_meaning: bool) -> Mapping[str, list[Asked]]:
    """Collects the statements found for the questions of every store."""
    with ProcessPoolExecutor(2) as beside:
        found = beside.map(_one, names(), repeat(kept), repeat(by_meaning))
        return dict(zip(names(), found, strict=True))


def _one(name: str, kept: Path | None, by_meaning: bool) -> list[Asked]:
    file = kept / f"{name}.{'meaning' if by_meaning else 'words'}.pickle" if kept else None
    if file and file.exists():
        known: list[Asked] = pickle.loads(file.read_bytes())  # noqa: S301 - our own
        return known
    asked = collected(name, by_meaning=by_meaning)
    if file:
        file.write_bytes(pickle.dumps(asked))
    return asked


def _but(stores: Sequence[str], fold: int) -> list[str]:
    """Returns all stores but those of a fold, which are scored without having been trained on."""
    return [one for number, one in enumerate(stores) if number % _FOLDS != fold]


def _near(towers: Towers, one: Shelf) -> list[Case]:
    return [_case(*pair) for pair in zip(one.asked, nearness(towers, one), strict=True)]


def _case(asked: Asked, near: Nearness | None = None) -> Case:
    """Makes a case of the statements that would be shown; without nearness, by words only."""
    near = near or Nearness(*[np.zeros(len(asked.table), np.float32)] * 3)
    rows = shown(asked, near.both)
    table = beside_others(asked.table[rows], asked.passages[rows], near.own[rows], near.above[rows])
    return Case(table, asked.right[rows])


def _right(ranker: Ranker, cases: Sequence[tuple[Asked, Case]], name: str) -> str:
    """Returns how often a right statement is first, and among the first three, in one list."""
    ranked = [
        case.right[np.argsort(-ranker.scores(case.table))]
        for asked, case in cases
        if asked.golden.answerable and asked.list == name
    ]
    return " ".join(f"{np.mean([one[:most].any() for one in ranked]):.3f}" for most in (1, 3))


if __name__ == "__main__":
    main()
