"""Whether what was found is likely to answer the question at all: the first ground to refuse."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Annotated, Literal, Self

from pydantic import Field

from bot.model import Evidence, Judged

Kind = Literal["with_embedder", "words_only"]
"""Which weights count: an index has vectors, or words only."""
SIGNS: Mapping[Kind, tuple[str, ...]] = {
    "with_embedder": ("meaning", "likeness", "best"),
    "words_only": ("context", "lexical"),
}
"""The signs that count; the weights of the others are 0."""
SIGNS_VERSION = 1
"""Another one when a sign is worked out in another way: weights fitted before no longer fit."""

# Fitted weights stay below 10; more is a slip in a file.
Weight = Annotated[float, Field(ge=-1000, le=1000)]


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression over the signs of `signs`, fitted by `bot.answering.calibration`."""

    meaning: Weight
    likeness: Weight
    context: Weight
    lexical: Weight
    best: Weight
    bias: Weight

    @classmethod
    def shipped(cls, kind: Kind) -> Self:
        """The product's own weights of this kind."""
        return cls(**_file()[kind])


@dataclass(frozen=True, slots=True)
class Gate:
    """Judges evidence with one set of weights, or with the other where vectors are missing."""

    with_embedder: Weights
    words_only: Weights

    @classmethod
    def shipped(cls) -> Self:
        """The gate with the weights of the product."""
        return cls(Weights.shipped("with_embedder"), Weights.shipped("words_only"))

    @classmethod
    def shipped_but(cls, kind: Kind, weights: Weights) -> Self:
        """The same with other weights of one kind."""
        return replace(cls.shipped(), **{kind: weights})

    def judged(self, evidence: Evidence) -> Judged:
        """How likely it is, 0 to 1, that the evidence answers the question, and from what."""
        seen = signs(evidence) if evidence.candidates else {}
        return Judged(self.likelihood(seen), seen)

    def likelihood(self, seen: Mapping[str, float]) -> float:
        """What the weights make of the signs, 0 to 1."""
        if not seen:
            return 0.0
        weights = self.with_embedder if kind_of(seen) == "with_embedder" else self.words_only
        total = weights.bias + sum(getattr(weights, name) * value for name, value in seen.items())
        # The logistic function, in the form that no weight can make overflow.
        return 0.5 + 0.5 * math.tanh(total / 2)


def kind_of(seen: Mapping[str, float]) -> Kind:
    """Which weights the signs need: no nearness in meaning is a search by words only."""
    return "with_embedder" if seen["meaning"] > 0 else "words_only"


def signs(evidence: Evidence) -> dict[str, float]:
    """What the decision is made from; stays with the answer for the evaluation."""
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
