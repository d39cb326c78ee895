"""Estimates how likely the evidence answers the question; below a limit the bot refuses."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Annotated, Literal, Self

from pydantic import Field

from bot.answering.find.translations import about_the_same
from bot.model import Candidate, Evidence, Judged

ATTEMPTS = 2
LIMIT = 8
"""Passages searched for; two more on the second attempt."""
ENOUGH = 0.55
"""Least likelihood of the best statement for an answer."""
BY_NAME = 0.6
"""Least likelihood if the question only names a section or document: it wants its beginning."""
ABOUT_THE_STORE = 0.05
"""Below this likelihood a question is off topic: not about the store at all."""


WeightsKind = Literal["with_cross_encoder", "with_embedder", "words_only"]
"""Which weights apply: statements were read by a cross-encoder, compared by vectors, or compared
by words only."""
SIGNS: Mapping[WeightsKind, tuple[str, ...]] = {
    "with_cross_encoder": (
        *("meaning", "likeness", "lead", "context", "share", "best", "relevance", "mentioned"),
    ),
    "with_embedder": ("meaning", "likeness", "lead", "context", "share", "best"),
    "words_only": ("context", "lead", "share", "best"),
}
"""The signs used by each kind; the weights of the others are 0."""
SIGNS_VERSION = 7
"""Raise it when a sign is computed differently: weights fitted before no longer apply."""

_FAR = 3.0
"""Largest lead in log odds; more adds no certainty."""
_WEIGHED = 12
"""Statements considered; the odds of later ones are negligible."""
_LEAST_SHARE = -10.0
"""Smallest share, as a logarithm."""
_ALONE = 1.5
"""The lead of a statement without a rival: an average one."""

# Fitted weights stay below 10. A larger one is a mistake in the file.
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
    def shipped(cls, kind: WeightsKind) -> Self:
        """The product's own weights of this kind."""
        return cls(**_file()[kind])


@dataclass(frozen=True, slots=True)
class Gate:
    """Judges evidence with the weights that fit it: with cross-encoder, vectors, or words only."""

    with_cross_encoder: Weights
    with_embedder: Weights
    words_only: Weights

    @classmethod
    def shipped(cls) -> Self:
        """The gate with the product's own weights."""
        return cls(**{kind: Weights.shipped(kind) for kind in SIGNS})

    @classmethod
    def shipped_but(cls, kind: WeightsKind, weights: Weights) -> Self:
        """The shipped gate with other weights of one kind."""
        return replace(cls.shipped(), **{kind: weights})

    def judged(self, evidence: Evidence) -> Judged:
        """The likelihood (0 to 1) that the evidence answers the question, with its signs."""
        seen = signs(evidence) if evidence.candidates else {}
        return Judged(self.likelihood(seen), seen, evidence.moved)

    def likelihood(self, seen: Mapping[str, float]) -> float:
        """The likelihood (0 to 1) for these signs; 0 without any."""
        if not seen:
            return 0.0
        weights: Weights = getattr(self, kind_of(seen))
        total = weights.bias + sum(getattr(weights, name) * value for name, value in seen.items())
        return likelihood_of(total)


def likelihood_of(log_odds: float) -> float:
    """The logistic function, in a form that cannot overflow."""
    return 0.5 + 0.5 * math.tanh(log_odds / 2)


def kind_of(seen: Mapping[str, float]) -> WeightsKind:
    """The kind of weights for these signs. Without likeness in meaning it is `words_only`."""
    if "relevance" in seen:
        return "with_cross_encoder"
    return "with_embedder" if seen["meaning"] > 0 else "words_only"


def signs(evidence: Evidence) -> dict[str, float]:
    """The figures that the gate decides by, mostly of the best statement; stored in the answer."""
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
    """Log odds from the best statement to the next one on another subject, at most `_FAR`."""
    return min(_FAR, best.score - rivals[0].score) if rivals else _ALONE


def _share(best: Candidate, rivals: Sequence[Candidate]) -> float:
    """The log of the best one's share of all odds: its own, its rivals', and no answer's."""
    scores = [best.score, *(one.score for one in rivals), 0.0]
    most = max(scores)
    every = most + math.log(sum(math.exp(one - most) for one in scores))
    return max(_LEAST_SHARE, best.score - every)


def _rivals(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Statements on another subject than the best one, best first."""
    best, *others = candidates[:_WEIGHED]
    return [one for one in others if not _same(best, one)]


def _same(best: Candidate, other: Candidate) -> bool:
    """Whether two statements are no rivals: of one passage, or on the same subject."""
    if other.is_translation or best.hit.passage.passage_id == other.hit.passage.passage_id:
        return True
    return about_the_same(best.statement, other.statement)


@cache
def _file() -> dict[str, dict[str, float]]:
    text = (resources.files("bot.answering.find.gate") / "gate.json").read_text(encoding="utf-8")
    weights: dict[str, dict[str, float]] = json.loads(text)
    return weights
