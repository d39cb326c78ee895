"""Trains the bi-encoder on questions about invented stores, and scores it on other stores.

    python -m benchmarks.ranker.bi_encoder [--kept FOLDER] [--write]

Needs PyTorch (`pip install torch`), unlike the product, and an hour and a half on two cores. Run it
after `python -m benchmarks.ranker`, whose ranker chooses wrong statements to train on (`--kept`
saves them for the next run). `--write` replaces the product's weights,
knowledge/models/e5/bi_encoder.npz. `python -m benchmarks.ranker.together` fits how much
they count.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from benchmarks.invented import HELD_OUT, LISTS, learnt_from
from benchmarks.ranker.cases import Case, cases
from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.sections import lessons
from benchmarks.ranker.text_network import TextNetwork
from knowledge.models.e5.adapted import question_pieces, statement_pieces
from knowledge.models.e5.network import Pieces, Read, model
from knowledge.models.reader import Pair
from knowledge.models.use.answers import AnswerEncoder

_ROOT = Path(__file__).parent.parent.parent
_MINED = 10
"""Nearest wrong statements of a store, by the network itself (hard negatives)."""
_OF_MINED = 0.75
"""Share of store questions with these hard negatives; the others have the ranker's."""
_OF_STORES = 3 / 8
"""Share of questions from stores; the others are from sections."""
_REST, _WARM, _AT_ONCE = 0.3, 50, 48
"""Share of the rate for weights that are not thin; warm-up steps; texts in a batch."""
_READ = 6


@dataclass(frozen=True, slots=True)
class Round:
    """The settings of a training round."""

    rate: float
    steps: int
    questions: int
    """Questions of a step; each is compared with the statements of all of them."""
    wrong: int
    """Wrong statements of a question, besides the right one."""


_ROUNDS = (Round(5e-4, 1_200, 24, 2), Round(4e-4, 1_150, 20, 3))


@dataclass(frozen=True, slots=True)
class Encoder:
    """The network with its tokeniser."""

    network: TextNetwork
    pieces: Pieces

    def questions(self, texts: Sequence[str]) -> Tensor:
        """Returns a row for each question."""
        return self._rows([question_pieces(self.pieces, one) for one in texts])

    def statements(self, pairs: Sequence[Pair]) -> Tensor:
        """Returns a row for each statement."""
        return self._rows([statement_pieces(self.pieces, *one) for one in pairs])

    def _rows(self, texts: Sequence[Read]) -> Tensor:
        """Computes rows in batches of similar length; equal texts once."""
        places = {tuple(one.pieces): place for place, one in enumerate(texts)}
        order = sorted(places.values(), key=lambda place: len(texts[place].pieces))
        parts = [order[start : start + _AT_ONCE] for start in range(0, len(order), _AT_ONCE)]
        rows = torch.cat([self.network([texts[place] for place in part]) for part in parts])
        row_of = {place: row for row, place in enumerate(order)}
        return rows[torch.tensor([row_of[places[tuple(one.pieces)]] for one in texts])]


def main() -> None:
    """Trains, scores, and writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kept", type=Path, help="where what was collected is kept")
    parser.add_argument("--write", action="store_true", help="replace the product's weights")
    arguments = parser.parse_args()
    shipped, known = model(), cases(arguments.kept)
    encoder = Encoder(TextNetwork(shipped.packed), shipped.pieces)
    _learn(encoder, {name: known[name] for name in learnt_from()})
    print("the nearest statement is right, one of the six nearest | in the other list, too")
    for name in HELD_OUT:
        print(name, " | ".join(_worth(encoder, known[name], one) for one in LISTS))
    if arguments.write:
        weights: Any = encoder.network.weights()
        np.savez_compressed(_ROOT / "knowledge/models/e5/bi_encoder.npz", **weights)


def _learn(encoder: Encoder, stores: Mapping[str, Sequence[Case]]) -> None:
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    sections = [one for one in lessons(AnswerEncoder()) if one.right.any()]
    asked = [one.lesson for some in stores.values() for one in some if one.lesson.right.any()]
    for number, one in enumerate(_ROUNDS):
        mined = _mined(encoder, stores) if number else {}
        for step, loss in enumerate(_round(encoder, one, [asked, sections], mined, chance)):
            if step % 50 == 0:
                print(f"round {number} step {step}: loss {loss:.3f}", flush=True)
    encoder.network.eval()


def _mined(encoder: Encoder, stores: Mapping[str, Sequence[Case]]) -> dict[int, list[Pair]]:
    """Finds the nearest wrong statements of the store for each lesson, by the lesson's `id()`."""
    found: dict[int, list[Pair]] = {}
    for some in stores.values():
        asked = [one.lesson for one in some]
        for one, nearest in zip(asked, _nearest(encoder, asked, _said(some)), strict=True):
            answers = _answers(one)
            wrong = (pair for pair in nearest if pair not in answers)
            found[id(one)] = list(islice(wrong, _MINED))
    return found


def _round(
    encoder: Encoder,
    how: Round,
    pools: Sequence[Sequence[Lesson]],
    mined: Mapping[int, list[Pair]],
    chance: np.random.Generator,
) -> Iterator[float]:
    network = encoder.network.train()
    groups: list[dict[str, Any]] = [
        {"params": network.thin(), "weight_decay": 0.01},
        {"params": network.rest(), "weight_decay": 0.0},
    ]
    adam = torch.optim.AdamW(groups)
    drawn, stores = [_drawn(pool, chance) for pool in pools], round(_OF_STORES * how.questions)
    for step in range(how.steps):
        now = how.rate * min(1, (step + 1) / _WARM) * (1 + np.cos(np.pi * step / how.steps)) / 2
        batch = [next(drawn[place >= stores]) for place in range(how.questions)]
        loss = _loss(encoder, batch, [_shown(one, how.wrong, mined, chance) for one in batch])
        _stepped(adam, network, loss, now)
        yield float(loss.item())


def _stepped(adam: torch.optim.AdamW, network: TextNetwork, loss: Tensor, rate: float) -> None:
    for group, share in zip(adam.param_groups, (1, _REST), strict=True):
        group["lr"] = rate * share
    adam.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    adam.step()


def _drawn(pool: Sequence[Lesson], chance: np.random.Generator) -> Iterator[Lesson]:
    """Yields all lessons in a new order each time, without end."""
    while True:
        for place in chance.permutation(len(pool)):
            yield pool[place]


def _shown(
    lesson: Lesson, most: int, mined: Mapping[int, list[Pair]], chance: np.random.Generator
) -> list[Pair]:
    """Chooses a right statement, and some wrong ones, nearer ones more often."""
    answers = _answers(lesson)
    right = answers[int(chance.integers(len(answers)))]
    wrong = mined.get(id(lesson), []) if chance.random() < _OF_MINED else []
    wrong = wrong or [one for one in lesson.pairs[:SHOWN] if one not in answers]
    if not wrong:
        return [right]
    weights = 1 / (2 + np.arange(len(wrong)))
    count = min(most, len(wrong))
    chosen = chance.choice(len(wrong), count, replace=False, p=weights / weights.sum())
    return [right, *(wrong[place] for place in chosen)]


def _loss(encoder: Encoder, batch: Sequence[Lesson], shown: Sequence[Sequence[Pair]]) -> Tensor:
    """Returns the loss: how unlikely the right statements are among those of all questions."""
    said = [pair for some in shown for pair in some]
    near = encoder.questions([one.question for one in batch]) @ encoder.statements(said).T
    odds = torch.log_softmax(near * encoder.network.sharpness.exp(), 1)
    answers = [set(_answers(one)) for one in batch]
    right = torch.tensor([[pair in some for pair in said] for some in answers])
    return -torch.logsumexp(odds.masked_fill(~right, -torch.inf), 1).mean()


def _answers(lesson: Lesson) -> list[Pair]:
    return [pair for pair, right in zip(lesson.pairs, lesson.right, strict=True) if right]


def _worth(encoder: Encoder, asked: Sequence[Case], name: str) -> str:
    """Returns how often the nearest statement of the store is right, and one of the six nearest."""
    known = [one for one in asked if one.asked.list == name and one.asked.golden.answerable]
    nearest = _nearest(encoder, [one.lesson for one in known], _said(asked))
    right = np.array(
        [
            [pair in _answers(one.lesson) for pair in some[:_READ]]
            for one, some in zip(known, nearest, strict=True)
        ]
    )
    return f"{right[:, 0].mean():.3f} {right.any(axis=1).mean():.3f}"


def _said(asked: Sequence[Case]) -> list[Pair]:
    """Returns all statements found for the questions of a store."""
    return list({pair: None for one in asked for pair in one.lesson.pairs})


def _nearest(
    encoder: Encoder, asked: Sequence[Lesson], said: Sequence[Pair]
) -> Iterator[list[Pair]]:
    """Yields for each question all statements, the nearest first."""
    encoder.network.eval()
    with torch.no_grad():
        near = encoder.questions([one.question for one in asked]) @ encoder.statements(said).T
    for order in near.argsort(dim=1, descending=True).tolist():
        yield [said[place] for place in order]


if __name__ == "__main__":
    main()
