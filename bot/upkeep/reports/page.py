"""Writes a report as one page for screen and paper, without scripts or external files."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.shown.page import styled

Row = Mapping[str, Any]

_MOST_PARTS = 60


def page(report: Mapping[str, Any]) -> str:
    """Returns the whole page of a report's JSON (`Report.to_json`)."""
    tables = {
        name: rows for name, rows in report.items() if isinstance(rows, list) and name != "stubs"
    }
    return styled(
        "bot.upkeep.reports",
        kind=report["report"],
        about=report["about"],
        tables=tables,
        counted={name: _counted(rows) for name, rows in tables.items() if rows},
        most_parts=_MOST_PARTS,
    )


def _counted(rows: Sequence[Row]) -> tuple[str, float] | None:
    """The first column of numbers, with its largest: bars show the shares of it."""
    numbers = [name for name, value in rows[0].items() if isinstance(value, int)]
    if not numbers or len(rows) == 1:
        return None
    return numbers[0], max(float(row[numbers[0]] or 0) for row in rows)
