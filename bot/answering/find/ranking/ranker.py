"""A small network over the signs of each statement, fitted by `python -m benchmarks.ranker`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, Self

import numpy as np

from bot.answering.find.ranking.signs import NAMES, Matrix, signs
from bot.model import Question
from bot.model.found import Seen

SignsKind = Literal["with_embedder", "words_only"]
"""Which weights apply: statements were compared by vectors, or by words only."""
CLIPPED = 4.0
"""Standard deviations at which a sign is cut off."""
OF_ALL = ("meaning", "near", "context", "lexical")
"""Signs whose largest value over all statements shows whether any of them answers."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """Scores each statement in comparison with the others that were found."""

    mean: Matrix
    scale: Matrix
    """Mean and standard deviation of each sign."""
    linear: Matrix
    hidden: Matrix
    hidden_bias: Matrix
    out: Matrix
    none: Matrix
    """Weights of `OF_ALL` for the case that no statement answers."""
    none_bias: float

    @classmethod
    @cache
    def shipped(cls, kind: SignsKind) -> Self:
        """The product's own weights of this kind."""
        return cls.of(_file()[kind])

    @classmethod
    def of(cls, weights: Mapping[str, Any]) -> Self:
        """Builds a ranker from the weights in the file."""
        numbers: dict[str, Any] = {
            name: value if isinstance(value, float) else np.array(value, dtype=np.float32)
            for name, value in weights.items()
        }
        return cls(**numbers)

    def log_odds(self, question: Question, terms: int, seen: Sequence[Seen]) -> list[float]:
        """The log odds of each statement to be the answer, against no answer at all.

        Natural logarithm: 0 is as likely as not. `terms` is the question's number of terms.
        """
        if not seen:
            return []
        table = signs(question, terms, seen)
        return [float(one) for one in self.scores(table)]

    def scores(self, table: Matrix) -> Matrix:
        """The log odds for the rows of a table of signs."""
        usual = np.clip((table - self.mean) / self.scale, -CLIPPED, CLIPPED)
        inner = np.maximum(usual @ self.hidden + self.hidden_bias, 0.0)
        worth: Matrix = usual @ self.linear + inner @ self.out
        return worth - (of_all(table) @ self.none + self.none_bias)


def of_all(table: Matrix) -> Matrix:
    """The largest value of each sign of `OF_ALL`."""
    return np.array([table[:, NAMES.index(name)].max() for name in OF_ALL], dtype=np.float32)


@cache
def _file() -> dict[SignsKind, dict[str, Any]]:
    text = (resources.files("bot.answering.find.ranking") / "ranker.json").read_text(
        encoding="utf-8"
    )
    weights: dict[SignsKind, dict[str, Any]] = json.loads(text)
    return weights
