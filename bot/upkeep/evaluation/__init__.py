"""Evaluates the bot: golden questions -> outcomes -> figures, as JSON and as a page."""

from bot.upkeep.evaluation.golden import (
    Came,
    Golden,
    Outcome,
    asked,
    golden,
    lines_of,
    load,
    readable,
    run,
)
from bot.upkeep.evaluation.report_page import About, page
from bot.upkeep.evaluation.scores import (
    calibrate,
    calibration_lines,
    calibration_record,
    demand_enough_for_calibration,
    report,
    scores,
)

__all__ = [
    "About",
    "Came",
    "Golden",
    "Outcome",
    "asked",
    "calibrate",
    "calibration_lines",
    "calibration_record",
    "demand_enough_for_calibration",
    "golden",
    "lines_of",
    "load",
    "page",
    "readable",
    "report",
    "run",
    "scores",
]
