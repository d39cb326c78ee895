"""Trains the cross-encoder.

Among some statements and "none" of a question, the right one shall be the likeliest; and each
statement alone shall be above "none" only if it answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.ranker.lesson import SHOWN, Lesson
from benchmarks.ranker.pair_network import PairNetwork
from knowledge.models.e5.adapted import together
from knowledge.models.e5.network import Pieces
from knowledge.models.reader import Pair

_WRONG, _RIGHT = 5, 2
"""Wrong and right statements of a question in a step, chosen anew each time."""
_WITHOUT = 0.15
"""Share of questions trained without their answers, so that "none" is right."""
_BATCH, _REST, _WARM = 8, 0.3, 100
"""Questions of a step; share of the rate for weights that are not thin; warm-up steps."""
_VARIED = 0.45
"""Share of questions typed differently: people leave out "?" and capital letters."""
_AT_ONCE = 12
"""Texts in a batch, of similar length; larger batches would need more padding."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The network with its tokeniser."""

    network: PairNetwork
    pieces: Pieces

    def __call__(self, asked: Sequence[tuple[str, Pair]]) -> Tensor:
        """Returns the network's number for each pair; batches texts of similar length."""
        texts = [together(self.pieces, question, pair) for question, pair in asked]
        order = sorted(range(len(texts)), key=lambda place: len(texts[place].pieces))
        parts = [order[start : start + _AT_ONCE] for start in range(0, len(order), _AT_ONCE)]
        numbers = torch.cat([self.network([texts[place] for place in part]) for part in parts])
        return numbers[torch.tensor(np.argsort(order))]


def learn(reader: Reader, rounds: Sequence[tuple[float, Sequence[Lesson]]]) -> None:
    """Trains on all lessons of each round, at its rate, which falls to 0."""
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    for number, (rate, lessons) in enumerate(rounds):
        for step, loss in enumerate(_round(reader, rate, lessons, chance)):
            if step % 50 == 0:
                print(f"round {number} step {step}: loss {loss:.3f}", flush=True)
    reader.network.eval()


def unlikely(numbers: Tensor, right: Tensor) -> Tensor:
    """Returns the loss: minus the log-probability of the right ones, or of "none"."""
    odds = torch.log_softmax(torch.cat([torch.zeros(1), numbers]), 0)
    return -(torch.logsumexp(odds[1:][right], 0) if right.any() else odds[0])


def _round(
    reader: Reader, rate: float, lessons: Sequence[Lesson], chance: np.random.Generator
) -> Iterator[float]:
    network = reader.network.train()
    groups: list[dict[str, Any]] = [{"params": network.thin()}, {"params": network.rest()}]
    adam = torch.optim.AdamW(groups, weight_decay=0.01)
    order = chance.permutation(len(lessons))
    batches = [order[start : start + _BATCH] for start in range(0, len(lessons), _BATCH)]
    for step, batch in enumerate(batches):
        now = rate * min(1, (step + 1) / _WARM) * (1 + np.cos(np.pi * step / len(batches))) / 2
        for group, share in zip(adam.param_groups, (1, _REST), strict=True):
            group["lr"] = now * share
        loss = _loss(reader, [lessons[place] for place in batch], chance)
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        adam.step()
        yield float(loss.item())


def _loss(reader: Reader, lessons: Sequence[Lesson], chance: np.random.Generator) -> Tensor:
    chosen = [_chosen(one, chance) for one in lessons]
    questions = [_varied(one.question, chance) for one in lessons]
    asked = [
        (question, one.pairs[place])
        for question, one, places in zip(questions, lessons, chosen, strict=True)
        for place in places
    ]
    numbers = reader(asked).split([len(places) for places in chosen])
    labels = [torch.tensor(one.right[places]) for one, places in zip(lessons, chosen, strict=True)]
    together = torch.stack([unlikely(*one) for one in zip(numbers, labels, strict=True)]).mean()
    alone = functional.binary_cross_entropy_with_logits(
        torch.cat(numbers), torch.cat(labels).float()
    )
    return together + alone


def _chosen(lesson: Lesson, chance: np.random.Generator) -> list[int]:
    """Chooses some right statements, and some of the first wrong ones, better ones more often.

    One for a case that the question rules out is always among them.
    """
    answers, others = np.flatnonzero(lesson.right), np.flatnonzero(~lesson.right[:SHOWN])
    shown = 0 if len(others) > 0 and chance.random() < _WITHOUT else _RIGHT
    right = list(chance.permutation(answers)[:shown])
    if len(others) == 0:
        return right
    weights, wanted = 1 / (2 + np.arange(len(others))), min(_WRONG, len(others))
    some = chance.choice(others, wanted, replace=False, p=weights / weights.sum())
    against = [place for place in chance.permutation(lesson.against)[:1] if place not in some]
    return [*right, *against, *some[: wanted - len(against)]]


def _varied(question: str, chance: np.random.Generator) -> str:
    if chance.random() >= _VARIED:
        return question
    bare = question.rstrip(" ?.!")
    turned = bare if question.endswith("?") else f"{bare}?"
    ways = (turned, question.lower(), turned.lower())
    return ways[int(chance.integers(len(ways)))]
