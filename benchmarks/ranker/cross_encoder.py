"""Trains the cross-encoder on questions about invented stores and trades, and scores it on others.

    python -m benchmarks.ranker.cross_encoder [--anew] [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), unlike the product, and an hour and a half on two cores. Run it
after training the bi-encoder and the ranker: it trains on the statements that these put near each
question (`--kept` saves them for the next run). It continues from the product's weights, or with
`--anew` starts over, which takes three hours. `--write` replaces the product's weights,
knowledge/models/e5/cross_encoder.npz. `python -m benchmarks.ranker.together` fits how much
they count.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from benchmarks.invented import HELD_OUT, LISTS, learnt_from
from benchmarks.ranker import pairs
from benchmarks.ranker.found import Found, found
from benchmarks.ranker.learning import Reader, learn
from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.pair_network import PairNetwork
from benchmarks.ranker.sections import lessons
from bot.answering.find.ranking.reranking import WITHOUT_VECTORS
from knowledge.models.e5.adapted import BiEncoder, added
from knowledge.models.e5.network import model

_ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    """Trains, scores, and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="begin with the model as it is")
    parser.add_argument("--kept", type=Path, help="where what was found is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    shipped = model()
    reader = Reader(PairNetwork(shipped.packed), shipped.pieces)
    if not arguments.anew:
        reader.network.go_on(added("cross_encoder"))
    known = found(learnt_from(), arguments.kept)
    stores = [lesson(one) for some in known.values() for one in some]
    learn(reader, rounds(stores, anew=arguments.anew))
    judged = found(HELD_OUT, arguments.kept)
    print("first right by ranker and bi-encoder, the cross-encoder alone | in the other list, too")
    for name in HELD_OUT:
        print(name, " | ".join(_first_right(reader, judged[name], one) for one in LISTS))
    print("trades held out: first right by the bi-encoder, the cross-encoder alone")
    for file in pairs.trades(held_out=True):
        print(file.stem, _first_of(reader, list(pairs.lessons(file, BiEncoder()))))
    if arguments.write:
        weights: Any = reader.network.weights()
        np.savez_compressed(_ROOT / "knowledge/models/e5/cross_encoder.npz", **weights)


def rounds(stores: Sequence[Lesson], *, anew: bool) -> list[tuple[float, Sequence[Lesson]]]:
    """Returns the learning rate and the lessons of each round."""
    of_trades = [
        one for file in pairs.trades(held_out=False) for one in pairs.lessons(file, BiEncoder())
    ]
    last = (7e-4, [*stores[::2], *lessons(BiEncoder()), *of_trades])
    return [(1e-3, stores), (7e-4, stores), last] if anew else [last]


def lesson(one: Found) -> Lesson:
    """Makes a lesson of the first statements found for a question, and of all that answer it."""
    kept = [place for place, right in enumerate(one.right) if place < SHOWN or right]
    return Lesson(one.text, [one.pairs[place] for place in kept], one.right[kept])


def _first_right(reader: Reader, every: Sequence[Found], name: str) -> str:
    """Returns how often the first statement is right, before and after reading, in one list."""
    known = [one for one in every if one.list == name and one.golden.answerable]
    so_far = np.mean([one.right[0] for one in known])
    read = np.mean([one.right[_first(reader, one)] for one in known])
    return f"{so_far:.3f} {read:.3f}"


def _first_of(reader: Reader, every: Sequence[Lesson]) -> str:
    """Returns how often the nearest statement is right, and the one that reads best."""
    known = [one for one in every if one.right.any()]
    with torch.no_grad():
        best = [int(reader([(one.question, pair) for pair in one.pairs]).argmax()) for one in known]
    read = np.mean([one.right[place] for one, place in zip(known, best, strict=True)])
    return f"{np.mean([one.right[0] for one in known]):.3f} {read:.3f}"


def _first(reader: Reader, one: Found) -> int:
    with torch.no_grad():
        numbers = reader([(one.text, pair) for pair in one.pairs[: WITHOUT_VECTORS.read]])
    return int(numbers.argmax())


if __name__ == "__main__":
    main()
