"""Fits the gate's weights to labelled questions and measures them on held-out ones."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from bot.answering.find.gate.gate import ENOUGH, SIGNS, Gate, Weights, WeightsKind, kind_of
from bot.model import Judged
from bot.model.errors import GoldenFileError

LEAST_ANSWERABLE, LEAST_OTHERS = 30, 10
"""Questions needed; with fewer, a half is too small to measure."""
_STEPS, _LONGEST_STEP, _SMOOTHING = 100, 2.0, 0.001
"""Newton's method: iterations, largest step, and L2 regularisation."""

Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question as the gate judged it, with the right decision."""

    judged: Judged
    answerable: bool
    """Whether the gate should let it through: the found statements answer it."""
    group: str = ""
    """Such as a language. Each group is spread evenly over both halves."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How well weights decide questions that they were not fitted on."""

    auc: float
    """Share of pairs in which the answerable question gets the higher likelihood."""
    accuracy: float
    """Share of right decisions; answerable and other questions count the same."""
    kept: float
    """Share of the answerable questions that the gate lets through."""
    refused: float
    """Share of the others that it stops."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights fitted to a store's documents, compared with the shipped ones."""

    kind: WeightsKind
    weights: Weights
    """Fitted on all questions."""
    shipped: Worth
    fitted: Worth
    """Each half is judged by weights fitted on the other half."""
    answerable: int
    others: int

    @property
    def no_worse(self) -> bool:
        """Whether the fitted weights decide at least as well as the shipped ones."""
        return (self.fitted.accuracy, self.fitted.auc) >= (self.shipped.accuracy, self.shipped.auc)


def demand_enough(labels: Iterable[bool]) -> None:
    """Raises GoldenFileError if there are too few answerable or unanswerable questions."""
    counts = Counter(labels)
    if counts[True] < LEAST_ANSWERABLE or counts[False] < LEAST_OTHERS:
        raise GoldenFileError(
            f"calibration needs at least {LEAST_ANSWERABLE} answerable questions and "
            f"{LEAST_OTHERS} unanswerable ones that something is found for (small talk and general "
            f"knowledge do not count); there are {counts[True]} and {counts[False]}"
        )


def calibrated(questions: Sequence[Labelled]) -> Calibration:
    """Fits weights of the kind that most questions need. Raises GoldenFileError for too few."""
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
    """Splits questions into halves with equal shares of each label and group."""
    halves: tuple[list[Labelled], list[Labelled]] = ([], [])
    for _, alike in groupby(sorted(questions, key=_label), key=_label):
        for one in alike:
            halves[len(halves[0]) > len(halves[1])].append(one)
    return halves


def fitted(
    sets: Sequence[Sequence[Labelled]], kind: WeightsKind, *, balanced: bool = True
) -> Weights:
    """Fits a logistic regression to several sets of questions, which weigh the same.

    If balanced, answerable and other questions weigh the same, too. Unbalanced, each question of a
    set does, and the likelihoods are true frequencies.
    """
    tables = [_table(one, kind) for one in sets]
    weights = explained(tables, balanced=balanced)
    # No weight may be negative: more agreement never makes an answer less likely.
    while weights[least := int(weights[:-1].argmin())] < 0:
        for x, _ in tables:
            x[:, least] = 0.0
        weights = explained(tables, balanced=balanced)
    known = dict(zip((*SIGNS[kind], "bias"), weights.round(3).tolist(), strict=True))
    return Weights(**{name: known.get(name, 0.0) for name in Weights.__slots__})


def explained(tables: Sequence[tuple[Table, Table]], *, balanced: bool = True) -> Table:
    """The weights that explain the labels of several sets best, by Newton's method.

    A set is the signs, a question a row with 1 for the bias at its end, and the labels, 0 or 1.
    Sets weigh the same; if balanced, both labels do, too.
    """
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
        # If the labels are easy to separate, a whole step overshoots.
        weights = weights + step / max(1.0, float(np.linalg.norm(step)) / _LONGEST_STEP)
    return weights


def worth(gate: Gate, questions: Sequence[Labelled]) -> Worth:
    """Measures a gate on labelled questions."""
    judged = [(gate.likelihood(one.judged.signs), one.answerable) for one in questions]
    answerable = np.array([likely for likely, label in judged if label])
    others = np.array([likely for likely, label in judged if not label])
    kept, refused = float((answerable >= ENOUGH).mean()), float((others < ENOUGH).mean())
    pairs = answerable[:, None] - others[None, :]
    auc = float((pairs > 0).mean() + (pairs == 0).mean() / 2)
    return Worth(auc, (kept + refused) / 2, kept, refused)


def _label(one: Labelled) -> tuple[bool, str, str]:
    kind = kind_of(one.judged.signs) if one.judged.signs else ""
    return one.answerable, kind, one.group


def _share(labels: Table) -> Table:
    share: Table = np.where(labels == 1, 1 / labels.sum(), 1 / (1 - labels).sum())
    return share


def _table(questions: Sequence[Labelled], kind: WeightsKind) -> tuple[Table, Table]:
    """The signs, with 1 for the bias, and the labels."""
    usable = _usable(questions, kind)
    rows = [[*(one.judged.signs[name] for name in SIGNS[kind]), 1.0] for one in usable]
    labels = [one.answerable for one in usable]
    return np.array(rows), np.array(labels, dtype=float)


def _usable(questions: Sequence[Labelled], kind: WeightsKind) -> list[Labelled]:
    """The questions that are judged by weights of this kind."""
    return [one for one in questions if one.judged.signs and kind_of(one.judged.signs) == kind]


def _mean(worths: Sequence[Worth]) -> Worth:
    return Worth(
        *(round(fmean(getattr(one, name) for one in worths), 4) for name in Worth.__slots__)
    )
