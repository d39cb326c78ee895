"""Fitting the gate's weights to labelled questions; those held out say what they are worth."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from bot.answering.find.gate.gate import ENOUGH, SIGNS, Gate, Kind, Weights, kind_of
from bot.model import Judged
from bot.model.errors import GoldenFileError

LEAST_ANSWERABLE, LEAST_OTHERS = 30, 10
"""With fewer questions a half is too small to judge by."""
_STEPS, _LONGEST_STEP, _SMOOTHING = 100, 2.0, 0.001

Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question that came to the gate."""

    judged: Judged
    answerable: bool
    """Whether it should be let through: the documents answer it, and so does what was found."""
    group: str = ""
    """Questions of one group, such as a language, are spread evenly over both halves."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What weights do to questions that they were not fitted on."""

    auc: float
    """How often an answerable question is the likelier one of a pair with another."""
    accuracy: float
    """Share that is decided rightly; answerable and other questions count the same."""
    kept: float
    """Share of the answerable questions that the gate lets through."""
    refused: float
    """Share of the others that it stops."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights for the documents at hand, and what they are worth beside the shipped ones."""

    kind: Kind
    weights: Weights
    """Fitted on all questions."""
    shipped: Worth
    fitted: Worth
    """Each half judged by weights that were fitted on the other."""
    answerable: int
    others: int

    @property
    def no_worse(self) -> bool:
        """Whether the fitted weights decide at least as well as the shipped ones."""
        return (self.fitted.accuracy, self.fitted.auc) >= (self.shipped.accuracy, self.shipped.auc)


def demand_enough(labels: Iterable[bool]) -> None:
    """Raises GoldenFileError when too few questions are answerable, or too few are not."""
    counts = Counter(labels)
    if counts[True] < LEAST_ANSWERABLE or counts[False] < LEAST_OTHERS:
        raise GoldenFileError(
            f"calibration needs at least {LEAST_ANSWERABLE} answerable questions and "
            f"{LEAST_OTHERS} unanswerable ones that something is found for (small talk and general "
            f"knowledge do not count); there are {counts[True]} and {counts[False]}"
        )


def calibrated(questions: Sequence[Labelled]) -> Calibration:
    """Fit weights of the kind that most questions need. Raises GoldenFileError for too few."""
    kinds = Counter(kind_of(one.judged.signs) for one in questions if one.judged.signs)
    kind = max(SIGNS, key=lambda one: kinds[one])
    demand_enough(one.answerable for one in _usable(questions, kind))
    halves = halved(questions)
    gates = [Gate.shipped_but(kind, fitted([half], kind)) for half in reversed(halves)]
    return Calibration(
        kind,
        fitted([questions], kind),
        _mean([worth(Gate.shipped(), half) for half in halves]),
        _mean([worth(gate, half) for gate, half in zip(gates, halves, strict=True)]),
        answerable=sum(one.answerable for one in questions),
        others=sum(not one.answerable for one in questions),
    )


def halved(questions: Sequence[Labelled]) -> tuple[list[Labelled], list[Labelled]]:
    """Two halves with the same share of each label and of each group."""
    halves: tuple[list[Labelled], list[Labelled]] = ([], [])
    for _, alike in groupby(sorted(questions, key=_label), key=_label):
        for one in alike:
            halves[len(halves[0]) > len(halves[1])].append(one)
    return halves


def fitted(sets: Sequence[Sequence[Labelled]], kind: Kind, *, balanced: bool = True) -> Weights:
    """Logistic regression; answerable and other questions of every set weigh the same.

    Unbalanced each question of a set does, and a likelihood is how often it comes true.
    """
    tables = [_table(one, kind) for one in sets]
    weights = _explaining(tables, balanced)
    # Few questions may seem to say so, but more agreement never makes an answer less likely.
    while weights[least := int(weights[:-1].argmin())] < 0:
        for x, _ in tables:
            x[:, least] = 0.0
        weights = _explaining(tables, balanced)
    known = dict(zip((*SIGNS[kind], "bias"), weights.round(3).tolist(), strict=True))
    return Weights(**{name: known.get(name, 0.0) for name in Weights.__slots__})


def worth(gate: Gate, questions: Sequence[Labelled]) -> Worth:
    """What a gate does to the questions."""
    told = [(gate.likelihood(one.judged.signs), one.answerable) for one in questions]
    answerable = np.array([likely for likely, label in told if label])
    others = np.array([likely for likely, label in told if not label])
    kept, refused = float((answerable >= ENOUGH).mean()), float((others < ENOUGH).mean())
    pairs = answerable[:, None] - others[None, :]
    auc = float((pairs > 0).mean() + (pairs == 0).mean() / 2)
    return Worth(auc, (kept + refused) / 2, kept, refused)


def _label(one: Labelled) -> tuple[bool, str, str]:
    kind = kind_of(one.judged.signs) if one.judged.signs else ""
    return one.answerable, kind, one.group


def _explaining(tables: Sequence[tuple[Table, Table]], balanced: bool) -> Table:
    """The weights that explain the labels best, by Newton's method."""
    weights: Table = np.zeros(tables[0][0].shape[1])
    for _ in range(_STEPS):
        slope, bend = -_SMOOTHING * weights, _SMOOTHING * np.eye(len(weights))
        for x, y in tables:
            likely = 0.5 + 0.5 * np.tanh(x @ weights / 2)
            share = _share(y) if balanced else np.full(len(y), 1 / len(y))
            share = share / len(tables)
            slope += x.T @ (share * (y - likely))
            bend += (x.T * (share * likely * (1 - likely))) @ x
        step = np.linalg.solve(bend, slope)
        # Where the labels are told apart easily, a whole step would go much too far.
        weights = weights + step / max(1.0, float(np.linalg.norm(step)) / _LONGEST_STEP)
    return weights


def _share(labels: Table) -> Table:
    share: Table = np.where(labels == 1, 1 / labels.sum(), 1 / (1 - labels).sum())
    return share


def _table(questions: Sequence[Labelled], kind: Kind) -> tuple[Table, Table]:
    """The signs, with 1 for the bias, and the labels."""
    usable = _usable(questions, kind)
    rows = [[*(one.judged.signs[name] for name in SIGNS[kind]), 1.0] for one in usable]
    labels = [one.answerable for one in usable]
    return np.array(rows), np.array(labels, dtype=float)


def _usable(questions: Sequence[Labelled], kind: Kind) -> list[Labelled]:
    """The questions that weights of this kind judge."""
    return [one for one in questions if one.judged.signs and kind_of(one.judged.signs) == kind]


def _mean(worths: Sequence[Worth]) -> Worth:
    return Worth(
        *(round(fmean(getattr(one, name) for one in worths), 4) for name in Worth.__slots__)
    )
