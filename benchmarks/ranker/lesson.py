"""The training examples of the encoders: a question with statements."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knowledge.models.reader import Pair

SHOWN = 12
"""Statements of a question to train on, besides those that answer."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question, its statements, best first, and labels of those that answer."""

    question: str
    pairs: Sequence[Pair]
    right: NDArray[np.bool_]
    against: Sequence[int] = ()
    """Places of statements for a case that the question rules out, where somebody has looked."""

    @property
    def across_languages(self) -> bool:
        """Whether all its answers are in the other language."""
        answers = [
            pair.statement for pair, right in zip(self.pairs, self.right, strict=True) if right
        ]
        asked = _korean(self.question)
        return bool(answers) and all(_korean(answer) != asked for answer in answers)


def _korean(text: str) -> bool:
    return any("가" <= letter <= "힣" for letter in text)
