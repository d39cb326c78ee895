"""Fits the weights of ranker, bi-encoder and cross-encoder in a statement's score.

    python -m benchmarks.ranker.together [--without-vectors] [--kept FOLDER]

Asks the questions of the stores that no model was trained on, as the product does, and fits the
numbers of bot/answering/find/ranking/reranking.py so that the right statement, or none, is the
likeliest. Then prints for the held-out stores how often the first statement is right, and how often
one of those read is. `--without-vectors` uses indexes of the embedded model, as large ones are.
Needs PyTorch (`pip install torch`), and ten minutes on two cores. Run it after
`python -m benchmarks.ranker.cross_encoder` and `python -m benchmarks.ranker.bi_encoder`.
"""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.invented import FOR_THE_GATE, HELD_OUT, LISTS
from benchmarks.ranker.found import Found, Table, found
from benchmarks.ranker.learning import unlikely
from bot.answering.find.gate.gate import LIMIT
from bot.upkeep.evaluation import Golden
from knowledge.models.e5.adapted import AdaptedE5

_READ = 6
"""Statements that the cross-encoder reads, as many as in the product without vectors."""
_COLUMNS = ("ranker", "bi-encoder", "cross-encoder", "none")


@dataclass(frozen=True, slots=True)
class Told:
    """The three models' scores of a question's statements, best first by the first two."""

    golden: Golden
    list: str
    table: Table
    """A row for each statement: the ranker's log-odds, a cosine, the cross-encoder's number, 1.

    The cosine is 0 without vectors.
    """
    right: NDArray[np.bool_]


def main() -> None:
    """Asks, fits, and scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-vectors", action="store_true", help="as in a large index")
    parser.add_argument("--kept", type=Path, help="where what was found is kept")
    arguments = parser.parse_args()
    known = found(
        (*FOR_THE_GATE, *HELD_OUT),
        arguments.kept,
        passages=LIMIT,
        without_vectors=arguments.without_vectors,
    )
    told = {name: asyncio.run(_told(some)) for name, some in known.items()}
    weights = _fitted([one for name in FOR_THE_GATE for one in told[name]])
    print(", ".join(f"{name} {one:.3f}" for name, one in zip(_COLUMNS, weights, strict=True)))
    print("first right | right among those that are read, in each list")
    for name in HELD_OUT:
        print(name, " | ".join(_worth(told[name], one, weights) for one in LISTS))


async def _told(some: Sequence[Found]) -> list[Told]:
    encoder = AdaptedE5()
    return [await _read(encoder, one) for one in some]


async def _read(encoder: AdaptedE5, one: Found) -> Told:
    told = await encoder.relevance(one.text, one.pairs[:_READ])
    assert told
    table = np.column_stack([one.table[: len(told)], told, np.ones(len(told))])
    return Told(one.golden, one.list, table, one.right[: len(told)])


def _fitted(told: Sequence[Told]) -> Table:
    weights = torch.tensor([0.4, 9.0, 0.4, 0.0], requires_grad=True)
    known = [
        (torch.tensor(one.table, dtype=torch.float32), torch.tensor(one.right)) for one in told
    ]
    fit = torch.optim.LBFGS([weights], max_iter=100)

    def lost() -> Tensor:
        fit.zero_grad()
        loss = torch.stack([unlikely(table @ weights, label) for table, label in known]).mean()
        loss.backward()
        return loss

    fit.step(lost)
    return weights.detach().numpy().astype(np.float64)


def _worth(told: Sequence[Told], name: str, weights: Table) -> str:
    known = [one for one in told if one.list == name and one.golden.answerable]
    first = np.mean([one.right[np.argmax(one.table @ weights)] for one in known])
    return f"{first:.3f} {np.mean([one.right.any() for one in known]):.3f}"


if __name__ == "__main__":
    main()
