"""Fits the gate to golden questions, and saves the weights if they are no worse."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.answering.find.gate import weights_file
from bot.answering.find.gate.calibration import Calibration, Labelled, calibrated, demand_enough
from bot.answering.understand import talk_of
from bot.upkeep.evaluation.golden import Golden
from bot.upkeep.evaluation.outcome import Came, Outcome


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
        return f"The fitted weights are in {path} and count from the next start on."
    earlier = f"; those fitted earlier stay in {path}" if path.exists() else ""
    return f"The fitted weights are worse than the shipped ones: nothing was written{earlier}."
