"""Writes an evaluation as one page for screen and paper, without scripts or external files."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.answering.find.gate.calibration import Calibration
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ENOUGH
from bot.shown.rendering import shown_quote, styled
from bot.shown.reply import to_reply
from bot.upkeep.evaluation.golden import Came, Outcome
from bot.upkeep.evaluation.scores import (
    by_category,
    by_kind,
    by_language,
    grouped,
    percentile,
    scores,
    step_times,
)
from knowledge.language.terms import language_of
from knowledge.model.documents import as_place

_ORDER = (Came.RIGHT, Came.REFUSED, Came.MISSED, Came.OVERSTRETCHED, Came.WRONG)
"""Outcomes from best to worst, the order of the bars."""
_PLACES = 5
_BINS = 60
_SHORTEST_MS, _LONGEST_MS = 0.01, 10_000.0


@dataclass(frozen=True, slots=True)
class About:
    """The title and facts at the head of the page."""

    title: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Gate:
    """The gate's likelihoods for answerable questions, and for the others."""

    answerable: Sequence[float]
    others: Sequence[float]
    off_topic: float = ABOUT_THE_STORE
    enough: float = ENOUGH

    def kept(self, threshold: float) -> float:
        """The share of answerable questions that a threshold lets through."""
        return sum(one >= threshold for one in self.answerable) / max(1, len(self.answerable))

    def refused(self, threshold: float) -> float:
        """The share of other questions that a threshold refuses."""
        return sum(one < threshold for one in self.others) / max(1, len(self.others))

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        thresholds = sorted({ABOUT_THE_STORE, ENOUGH, *(n / 10 for n in range(1, 10))})
        return [(f"{at:g}", f"{self.kept(at):.0%}", f"{self.refused(at):.0%}") for at in thresholds]


@dataclass(frozen=True, slots=True)
class _Filter:
    """A filter above the questions, which works without a script."""

    title: str
    letter: str
    """First letter of the CSS classes; the values may contain any characters, so are numbered."""
    key: Callable[[Outcome], str]
    counts: Mapping[str, int]

    @property
    def rules(self) -> list[str]:
        return [
            f".questions:has(#{self.letter}{n}:checked) .q:not(.{self.letter}{n}){{display:none}}"
            for n in range(len(self.counts))
        ]

    def class_of(self, outcome: Outcome) -> str:
        return f"{self.letter}{list(self.counts).index(self.key(outcome))}"


def page(outcomes: Sequence[Outcome], about: About, calibration: Calibration | None = None) -> str:
    """Returns the whole page for `storewise eval --html`."""
    split: dict[bool, list[float]] = {True: [], False: []}
    for one in outcomes:
        split[one.golden.answerable].append(one.answer.judged.likelihood)
    filters = _filters(outcomes)
    known = {"in all": [one.ms for one in outcomes], **step_times(outcomes)}
    worst_first = sorted(outcomes, key=lambda one: list(Came).index(one.came))
    return styled(
        "bot.upkeep.evaluation",
        "\n".join(rule for one in filters for rule in one.rules),
        about=about,
        outcomes=outcomes,
        answerable=len(split[True]),
        answered=sum(one.answered for one in outcomes),
        counts=_counts(outcomes),
        figures=scores(outcomes),
        groups={
            "language": _group(outcomes, by_language),
            "kind": _group(outcomes, by_kind),
            "category": _group(outcomes, by_category),
        },
        gate=_Gate(split[True], split[False]),
        places=_places(outcomes),
        steps={name: _step(times) for name, times in known.items()},
        on_scale=_on_scale,
        calibration=calibration,
        filters=filters,
        questions=[_question(one, filters) for one in worst_first],
    )


def _filters(outcomes: Sequence[Outcome]) -> list[_Filter]:
    came = {one: count for one, count in _counts(outcomes).items() if count}
    keys = (("Language", "l", by_language), ("Category", "c", by_category), ("Kind", "k", by_kind))
    others = [
        _Filter(title, letter, key, dict(sorted(Counter(map(key, outcomes)).items())))
        for title, letter, key in keys
    ]
    return [_Filter("Outcome", "o", lambda one: one.came, came), *others]


def _counts(outcomes: Iterable[Outcome]) -> dict[str, int]:
    found = Counter(one.came for one in outcomes)
    return {came: found[came] for came in _ORDER}


def _group(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, Any]:
    return {
        name: {
            "figures": scores(group),
            "counts": _counts(group),
            "answerable": sum(one.golden.answerable for one in group),
        }
        for name, group in grouped(outcomes, key).items()
    }


def _places(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Counts the answerable questions by the place of their first right document."""
    ranks = [one.rank for one in outcomes if one.golden.answerable and one.golden.gold_docs]
    counts = {str(place): ranks.count(place) for place in range(1, _PLACES + 1)}
    later = sum(rank is not None and rank > _PLACES for rank in ranks)
    return {**counts, "later": later, "none": ranks.count(None)}


def _step(times: Sequence[float]) -> dict[str, Any]:
    bins = Counter(min(_BINS - 1, int(_on_scale(one) / 100 * _BINS)) for one in times)
    return {
        "bins": {100 * n / _BINS: count for n, count in sorted(bins.items())},
        "wide": 100 / _BINS,
        "p50": percentile(times, 0.5),
        "p95": percentile(times, 0.95),
    }


def _on_scale(ms: float) -> float:
    """Returns the position of a time on the scale, in percent."""
    within = min(max(ms, _SHORTEST_MS), _LONGEST_MS)
    return 100 * math.log(within / _SHORTEST_MS) / math.log(_LONGEST_MS / _SHORTEST_MS)


def _question(outcome: Outcome, filters: Iterable[_Filter]) -> dict[str, Any]:
    reply = to_reply(outcome.answer)
    quotes = [(source, shown_quote(source)) for source in reply.sources]
    return {
        "outcome": outcome,
        "reply": reply,
        "classes": " ".join(one.class_of(outcome) for one in filters),
        "sources": [
            (
                source.number,
                as_place(source.title, source.section, f"v{source.version}"),
                quote,
                language_of(quote),
            )
            for source, quote in quotes
        ],
        "wanted": " or ".join(f"“{one}”" for one in outcome.golden.answers),
        "missing": sorted({*outcome.golden.gold_docs} - {*outcome.retrieved}),
        "times": ", ".join(f"{name} {ms:.1f} ms" for name, ms in outcome.steps.items()),
    }
