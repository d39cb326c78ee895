"""Whether what was found is likely to answer the question at all: the first ground to refuse."""

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Self

from bot.model import Evidence


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression over the signs of `signs`, fitted by `benchmarks/gate.py`."""

    meaning: float
    likeness: float
    context: float
    lexical: float
    best: float
    bias: float

    @classmethod
    def shipped(cls, *, with_embedder: bool) -> Self:
        """The weights for an index with vectors, or for one of words only."""
        return cls(**_file()["with_embedder" if with_embedder else "words_only"])


def likelihood(evidence: Evidence) -> float:
    """How likely it is, 0 to 1, that the evidence answers the question."""
    if not evidence.candidates:
        return 0.0
    seen = signs(evidence)
    weights = Weights.shipped(with_embedder=seen["meaning"] > 0)
    total = weights.bias + sum(getattr(weights, name) * value for name, value in seen.items())
    return 1 / (1 + math.exp(-total))


def signs(evidence: Evidence) -> dict[str, float]:
    """What the decision is made from; also logged with it."""
    hits, candidates = evidence.found.hits, evidence.candidates
    return {
        "meaning": max((hit.meaning for hit in hits), default=0.0),
        "likeness": max((one.likeness for one in candidates), default=0.0),
        "context": max((one.context for one in candidates), default=0.0),
        "lexical": max((hit.lexical for hit in hits), default=0.0),
        "best": candidates[0].score if candidates else 0.0,
    }


@cache
def _file() -> dict[str, dict[str, float]]:
    text = (resources.files("bot.answering") / "gate.json").read_text(encoding="utf-8")
    weights: dict[str, dict[str, float]] = json.loads(text)
    return weights
