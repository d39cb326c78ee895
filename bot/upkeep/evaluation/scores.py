"""Computes figures from outcomes: for a set, for each step, for the whole report."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.answering.find.gate import weights_file
from bot.answering.find.gate.calibration import Calibration, Labelled, calibrated, demand_enough
from bot.answering.understand import talk_of
from bot.upkeep.evaluation.golden import Came, Golden, Outcome


def scores(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Computes the figures of a set; a share of nothing is 1."""
    answerable = [one for one in outcomes if one.golden.answerable]
    others = [one for one in outcomes if not one.golden.answerable]
    answered = [one for one in outcomes if one.answered]
    refused = [one for one in outcomes if not one.answered]
    return {
        "questions": len(outcomes),
        "hit@1": _share(one.rank == 1 for one in answerable),
        "hit@5": _share(one.found for one in answerable),
        "mrr@10": _mean(1 / one.rank if one.rank else 0.0 for one in answerable),
        "answered_rate": _share(one.answered for one in answerable),
        "right_rate": _share(one.right for one in answerable),
        "helped_rate": _share(one.helped for one in answerable),
        "wrong_answer_rate": _share(one.answered and not one.right for one in answerable),
        "refusal_precision": _share(not one.golden.answerable for one in refused),
        "refusal_recall": _share(not one.answered for one in others),
        "plain_refusal_rate": _share(not one.answered and not one.answer.closest for one in others),
        "citation_rate": _share(bool(one.answer.citations) for one in answered),
        "quote_validity": _share(one.quotes_valid for one in answered),
        **_latency([one.ms for one in outcomes]),
    }


def step_times(outcomes: Sequence[Outcome]) -> dict[str, list[float]]:
    """Collects the milliseconds of each step, in the order of the steps."""
    longest = max((one.steps for one in outcomes), key=len, default={})
    names = dict.fromkeys([*longest, *(name for one in outcomes for name in one.steps)])
    return {name: [one.steps[name] for one in outcomes if name in one.steps] for name in names}


def grouped(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, list[Outcome]]:
    """Groups outcomes by a key, such as their language; sorted by name."""
    groups: dict[str, list[Outcome]] = {}
    for one in outcomes:
        groups.setdefault(key(one), []).append(one)
    return dict(sorted(groups.items()))


def by_language(outcome: Outcome) -> str:
    """Returns the language of its question."""
    return outcome.golden.language


def by_kind(outcome: Outcome) -> str:
    """Returns the kind of its question, in the golden file's words."""
    return outcome.golden.kind


def by_category(outcome: Outcome) -> str:
    """Returns the category of its question."""
    return outcome.category


def report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Makes the whole report of `storewise eval --json`."""
    return {
        "overall": scores(outcomes),
        "sets": _scored(outcomes, by_language) | _scored(outcomes, by_kind),
        "categories": _scored(outcomes, by_category),
        "steps": {name: _latency(times) for name, times in step_times(outcomes).items()},
        "questions": [_line(one) for one in outcomes],
    }


def _scored(outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> dict[str, Any]:
    return {name: scores(group) for name, group in grouped(outcomes, key).items()}


def _line(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.golden.id,
        "category": outcome.category,
        "retrieved": outcome.retrieved,
        "verdict": outcome.answer.verdict,
        "right": outcome.right,
        "helped": outcome.helped,
        "closest": [one.citations[0].passage.passage_id for one in outcome.answer.closest],
        "likelihood": round(outcome.answer.judged.likelihood, 4),
        "answer": outcome.answer.text,
        "citations": [
            {
                "doc_id": citation.passage.header.doc_id,
                "passage_id": citation.passage.passage_id,
                "quote": citation.quote,
            }
            for citation in outcome.answer.citations
        ],
        "ms": round(outcome.ms, 1),
        "ms_by_step": {name: round(ms, 1) for name, ms in outcome.steps.items()},
    }


def _latency(times: Sequence[float]) -> dict[str, float]:
    return {"p50_ms": percentile(times, 0.5), "p95_ms": percentile(times, 0.95)}


def percentile(times: Sequence[float], share: float) -> float:
    """Returns the time that this share of the times is below."""
    known = sorted(times)
    return round(known[int(len(known) * share)], 1) if known else 0.0


def _share(truths: Iterable[bool]) -> float:
    return _mean(1.0 if truth else 0.0 for truth in truths)


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return round(statistics.fmean(known), 4) if known else 1.0


# Fits the gate to golden questions, and saves the weights if they are no worse.


def calibrate(
    outcomes: Sequence[Outcome], path: Path, embedder: str | None, golden: str
) -> Calibration:
    """Fits weights and writes them if they are no worse. Raises GoldenFileError."""
    found = calibrated(labelled(outcomes))
    if found.no_worse:
        fitted_to = f"{found.answerable} answerable and {found.others} other questions of {golden}"
        weights_file.write(path, found.kind, found.weights, embedder, fitted_to)
    return found


def demand_enough_for_calibration(goldens: Iterable[Golden]) -> None:
    """Checks, before anything is asked, that there are enough questions. Raises GoldenFileError."""
    demand_enough(one.answerable for one in goldens if talk_of(one.question) is None)


def labelled(outcomes: Iterable[Outcome]) -> list[Labelled]:
    """Labels the questions that were searched; a wrong answer counts as one to refuse."""
    return [
        Labelled(
            one.answer.judged,
            one.golden.answerable and one.came is not Came.WRONG,
            one.golden.language,
        )
        for one in outcomes
        if one.answer.attempts
    ]


def calibration_lines(found: Calibration, path: Path) -> list[str]:
    """Returns the result as lines for a terminal."""
    shipped, fitted = asdict(found.shipped), asdict(found.fitted)
    figures = [f"{name:20} {shipped[name]:<10} {fitted[name]}" for name in shipped]
    return [
        "",
        f"{'held-out questions':20} {'shipped':10} fitted",
        *figures,
        "",
        _done(found, path),
    ]


def calibration_record(found: Calibration) -> dict[str, Any]:
    """Returns the result for `--json`."""
    return {**asdict(found), "written": found.no_worse}


def _done(found: Calibration, path: Path) -> str:
    if found.no_worse:
        return f"The fitted weights are in {path} and apply from the next start."
    earlier = f"; the earlier fitted weights stay in {path}" if path.exists() else ""
    return f"The fitted weights are worse than the shipped ones, so nothing was written{earlier}."
