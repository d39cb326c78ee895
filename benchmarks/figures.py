"""Computes figures of a search or an answer: the rank of the right document, and the time."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from bot.upkeep.evaluation import Golden

_SHOWN = 5
_COUNTED = 10


@dataclass(frozen=True, slots=True)
class Times:
    """Percentiles in milliseconds: 50, 95 and 99 of 100 questions take at most this long."""

    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class Asked:
    """One question put to one search."""

    documents: tuple[str, ...]
    """The documents found, best first, each once."""
    ms: float


@dataclass(frozen=True, slots=True)
class Scores:
    """How well and how fast a search finds the documents of a set's questions."""

    hit_1: float
    hit_5: float
    mrr_10: float
    p50_ms: float
    p95_ms: float


def asked(documents: Iterable[str], seconds: float) -> Asked:
    """Makes the result of a question from its documents and seconds."""
    return Asked(tuple(dict.fromkeys(documents)), seconds * 1000)


def scores(goldens: Sequence[Golden], rounds: Sequence[Sequence[Asked]]) -> Scores:
    """Computes the figures of a set; times are medians over rounds of the same questions."""
    ranks = [_rank(golden, one) for golden, one in zip(goldens, rounds[0], strict=True)]
    took = median([times([one.ms for one in each]) for each in rounds])
    return Scores(
        hit_1=_share(rank == 1 for rank in ranks),
        hit_5=_share(rank <= _SHOWN for rank in ranks),
        mrr_10=_share(1 / rank if rank <= _COUNTED else 0.0 for rank in ranks),
        p50_ms=took.p50,
        p95_ms=took.p95,
    )


def times(ms: Sequence[float]) -> Times:
    """Computes percentiles of one or more times, none above the longest time."""
    return Times(*map(float, np.percentile(ms, (50, 95, 99), method="weibull")))


def median(rounds: Sequence[Times]) -> Times:
    """Takes medians over rounds: other work on the machine may spoil one or two."""
    return Times(
        statistics.median(one.p50 for one in rounds),
        statistics.median(one.p95 for one in rounds),
        statistics.median(one.p99 for one in rounds),
    )


def _rank(golden: Golden, one: Asked) -> float:
    places = (n for n, doc in enumerate(one.documents, 1) if doc in golden.gold_docs)
    return next(places, float("inf"))


def _share(values: Iterable[float]) -> float:
    return statistics.fmean(values)
