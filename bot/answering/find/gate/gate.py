"""Whether what was found is likely to answer the question at all: the first ground to refuse."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Annotated, Literal, Self

from pydantic import Field

from bot.answering.find.twins import about_the_same
from bot.model import Candidate, Evidence, Judged

ATTEMPTS = 2
LIMIT = 8
"""Passages that an answer is made from; two more on the second attempt."""
ENOUGH = 0.55
"""Likelihood, that the first statement is right, from which on it is answered from."""
BY_NAME = 0.6
"""Likelihood at least of the first statements of a section or a document that a question names."""
ABOUT_THE_STORE = 0.05
"""Below this likelihood a question is not about the store at all."""


Kind = Literal["with_cross_encoder", "with_embedder", "words_only"]
"""Which weights count: statements were read together with the question, or compared by their
vectors, or by words only."""
SIGNS: Mapping[Kind, tuple[str, ...]] = {
    "with_cross_encoder": (
        *("meaning", "likeness", "lead", "context", "share", "best", "relevance", "mentioned"),
    ),
    "with_embedder": ("meaning", "likeness", "lead", "context", "share", "best"),
    "words_only": ("context", "lead", "share", "best"),
}
"""The signs that count; the weights of the others are 0."""
SIGNS_VERSION = 7
"""Another one when a sign is worked out in another way: weights fitted before no longer fit."""

_FAR = 3.0
"""A lead from which on more says nothing more."""
_WEIGHED = 12
"""Statements that are looked at; those behind them have no odds to speak of."""
_LEAST_SHARE = -10.0
"""A smaller share, as a logarithm, says nothing more."""
_ALONE = 1.5
"""The lead of a statement beside which there is no other: a usual one."""

# Fitted weights stay below 10; more is a slip in a file.
Weight = Annotated[float, Field(ge=-1000, le=1000)]


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression over the signs of `signs`, fitted by `calibration`."""

    meaning: Weight
    likeness: Weight
    lead: Weight
    context: Weight
    share: Weight
    best: Weight
    relevance: Weight
    bias: Weight
    mentioned: Weight = 0.0

    @classmethod
    def shipped(cls, kind: Kind) -> Self:
        """The product's own weights of this kind."""
        return cls(**_file()[kind])


@dataclass(frozen=True, slots=True)
class Gate:
    """Judges evidence with one set of weights, or with the other where vectors are missing."""

    with_cross_encoder: Weights
    with_embedder: Weights
    words_only: Weights

    @classmethod
    def shipped(cls) -> Self:
        """The gate with the weights of the product."""
        return cls(**{kind: Weights.shipped(kind) for kind in SIGNS})

    @classmethod
    def shipped_but(cls, kind: Kind, weights: Weights) -> Self:
        """The same with other weights of one kind."""
        return replace(cls.shipped(), **{kind: weights})

    def judged(self, evidence: Evidence) -> Judged:
        """How likely it is, 0 to 1, that the evidence answers the question, and from what."""
        seen = signs(evidence) if evidence.candidates else {}
        return Judged(self.likelihood(seen), seen, evidence.moved)

    def likelihood(self, seen: Mapping[str, float]) -> float:
        """What the weights make of the signs, 0 to 1."""
        if not seen:
            return 0.0
        weights: Weights = getattr(self, kind_of(seen))
        total = weights.bias + sum(getattr(weights, name) * value for name, value in seen.items())
        return likelihood_of(total)


def likelihood_of(log_odds: float) -> float:
    """The logistic function, in the form that no weight can make overflow."""
    return 0.5 + 0.5 * math.tanh(log_odds / 2)


def kind_of(seen: Mapping[str, float]) -> Kind:
    """Which weights the signs need: no nearness in meaning is a search by words only."""
    if "relevance" in seen:
        return "with_cross_encoder"
    return "with_embedder" if seen["meaning"] > 0 else "words_only"


def signs(evidence: Evidence) -> dict[str, float]:
    """What the decision is made from, mostly the best statement: it stays with the answer."""
    best = next(iter(evidence.candidates), None)
    rivals = _rivals(evidence.candidates) if best else []
    read = {}
    if best and best.relevance is not None:
        read = {"relevance": best.relevance, "mentioned": -float(evidence.unmentioned)}
    return {
        "meaning": max((one.likeness for one in evidence.candidates), default=0.0),
        "likeness": best.likeness if best else 0.0,
        "lead": _lead(best, rivals) if best else 0.0,
        "context": max((one.context for one in evidence.candidates), default=0.0),
        "share": _share(best, rivals) if best else 0.0,
        "best": best.score if best else 0.0,
        **read,
    }


def _lead(best: Candidate, rivals: Sequence[Candidate]) -> float:
    """How far the best statement is before the next one that is about something else."""
    return min(_FAR, best.score - rivals[0].score) if rivals else _ALONE


def _share(best: Candidate, rivals: Sequence[Candidate]) -> float:
    """The logarithm of its share of the odds: its own, its rivals', and that there is none."""
    scores = [best.score, *(one.score for one in rivals), 0.0]
    most = max(scores)
    every = most + math.log(sum(math.exp(one - most) for one in scores))
    return max(_LEAST_SHARE, best.score - every)


def _rivals(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Statements beside the best one that are about something else, best first."""
    best, *others = candidates[:_WEIGHED]
    return [one for one in others if not _same(best, one)]


def _same(best: Candidate, other: Candidate) -> bool:
    """Whether they may be shown together, or say the same."""
    if other.is_twin or best.hit.passage.passage_id == other.hit.passage.passage_id:
        return True
    return about_the_same(best.statement, other.statement)


@cache
def _file() -> dict[str, dict[str, float]]:
    text = (resources.files("bot.answering.find.gate") / "gate.json").read_text(encoding="utf-8")
    weights: dict[str, dict[str, float]] = json.loads(text)
    return weights
