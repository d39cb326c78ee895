"""Fits the ranker to the questions of invented stores; others say what it is worth.

    python -m benchmarks.ranker [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), which the product does not. Collects what is found for every
question of benchmarks/stores (some minutes; `--kept` remembers it), fits the last layers of the
embedded model and the network over the signs to all stores but those held out, and prints how
often the statement that comes first is right. `--write` puts the weights where the product has
them: knowledge/answer_encoder.npz and bot/answering/ranking/ranker.json.
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

from benchmarks.ranker.collecting import LISTS, Asked, collected, names
from benchmarks.ranker.fitting import Case, fitted
from benchmarks.ranker.towers import Shelf, Towers, nearness, shelf, trained
from bot.answering.ranking import Ranker
from bot.answering.ranking.signs import with_nearness

HELD_OUT = ("convenience", "department_store", "market", "outlet")
_FOLDS = 2
_ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    """Collect, fit, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="where what was collected is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    stores = [name for name in names() if name not in HELD_OUT]
    shelves = {one: shelf(asked) for one, asked in _all(arguments.kept, by_meaning=True).items()}
    by_words = _all(arguments.kept, by_meaning=False)

    apart = [trained([shelves[one] for one in _but(stores, fold)]) for fold in range(_FOLDS)]
    folds = [(apart[fold], shelves[one]) for fold in range(_FOLDS) for one in stores[fold::_FOLDS]]
    towers = trained([shelves[one] for one in stores])
    above = float(towers.above.detach())
    weights = {
        "with_embedder": fitted([case for one in folds for case in _near(*one, above)], above),
        "words_only": fitted([case for one in stores for case in map(_case, by_words[one])], 0.0),
    }
    ranker, plain = (Ranker.of(weights[kind]) for kind in ("with_embedder", "words_only"))
    print("first right, in the first three: golden with the embedder, words only | plain, so, too")
    for name in HELD_OUT:
        one, words = shelves[name], by_words[name]
        near = list(zip(one.asked, _near(towers, one, above), strict=True))
        alone = list(zip(words, map(_case, words), strict=True))
        told = [f"{_right(ranker, near, kind)}, {_right(plain, alone, kind)}" for kind in LISTS]
        print(f"{name}: {' | '.join(told)}")
    if arguments.write:
        layers: Mapping[str, Any] = towers.layers()
        np.savez_compressed(_ROOT / "knowledge/answer_encoder.npz", **layers)
        text = json.dumps(weights, separators=(",", ":"))
        (_ROOT / "bot/answering/ranking/ranker.json").write_text(text + "\n", encoding="utf-8")


def _all(kept: Path | None, *, by_meaning: bool) -> Mapping[str, list[Asked]]:
    file = kept / f"{'meaning' if by_meaning else 'words'}.pickle" if kept else None
    if file and file.exists():
        asked: Mapping[str, list[Asked]] = pickle.loads(file.read_bytes())  # noqa: S301 - our own
        return asked
    with ProcessPoolExecutor(2) as beside:
        found = dict(zip(names(), beside.map(_one, names(), repeat(by_meaning)), strict=True))
    if file:
        file.write_bytes(pickle.dumps(found))
    return found


def _one(name: str, by_meaning: bool) -> list[Asked]:
    return collected(name, by_meaning=by_meaning)


def _but(stores: Sequence[str], fold: int) -> list[str]:
    """All stores but those of a fold: what is judged was not learnt."""
    return [one for number, one in enumerate(stores) if number % _FOLDS != fold]


def _near(towers: Towers, one: Shelf, above: float) -> list[Case]:
    pairs = zip(one.asked, nearness(towers, one), strict=True)
    return [
        Case(with_nearness(asked.table, own, over, above), asked.right)
        for asked, (own, over) in pairs
    ]


def _case(asked: Asked) -> Case:
    return Case(asked.table, asked.right)


def _right(ranker: Ranker, cases: Sequence[tuple[Asked, Case]], name: str) -> str:
    """Of a list's questions with an answer: how often it is first, or among the first three."""
    ranked = [
        case.right[np.argsort(-ranker.scores(case.table))]
        for asked, case in cases
        if asked.golden.answerable and asked.list == name
    ]
    return " ".join(f"{np.mean([one[:most].any() for one in ranked]):.3f}" for most in (1, 3))


if __name__ == "__main__":
    main()
