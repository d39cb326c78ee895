"""A report as tables: for the terminal, for programs and for spreadsheets."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from bot.model.said import WaitingQuestion
from knowledge.model.documents import Language
from knowledge.model.printable import visible

Cell = str | int | float | None
_WIDTH = 140


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below named columns."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    more: int = 0
    """How many rows there are besides these."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report: a sentence on its period, and its tables."""

    kind: str
    about: str
    tables: tuple[Table, ...]
    stubs: Sequence[Mapping[str, Any]] = field(default=())
    """Missing rules to be filled in: name, Markdown text and golden questions of each."""
    questions: int | None = None
    """The number of questions that it is about; None if it is about the documents alone."""
    waiting: Callable[[Language], tuple[WaitingQuestion, ...]] = field(
        default=lambda _: (), repr=False, compare=False
    )
    """Returns the rows of the report on gaps as people read of them in a chat."""

    def to_text(self) -> str:
        """Returns the report for a terminal."""
        written = io.StringIO()
        console = Console(file=written, width=_WIDTH, color_system=None, force_terminal=False)
        console.print(Text(visible(self.about)))
        for one in self.tables:
            console.print()
            console.print(_drawn(one))
            if one.more:
                console.print(Text(f"… and {one.more} more (--json or --csv has all)"))
        return written.getvalue().rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """Returns the report as JSON values: each row by the names of its columns."""
        return {
            "report": self.kind,
            "about": self.about,
            **{
                one.name: [dict(zip(one.columns, row, strict=True)) for row in one.rows]
                for one in self.tables
            },
            **({"stubs": [dict(one) for one in self.stubs]} if self.stubs else {}),
        }

    def shortened(self, most: int) -> "Report":
        """Returns it with at most so many rows in each table."""
        tables = tuple(
            Table(one.name, one.columns, one.rows[:most], max(0, len(one.rows) - most))
            for one in self.tables
        )
        return replace(self, tables=tables)


def to_csv(report: Mapping[str, Any]) -> str:
    """Returns the tables of a report's JSON for a spreadsheet, one below the other."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    for name, rows in report.items():
        if not isinstance(rows, list) or name == "stubs":
            continue
        if written.tell():
            writer.writerow([])
        writer.writerow([name])
        if rows:
            writer.writerow(rows[0])
            writer.writerows([_harmless(value) for value in row.values()] for row in rows)
    return written.getvalue()


def _harmless(value: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" else value


def _drawn(table: Table) -> Drawn:
    drawn = Drawn(title=table.name, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns:
        is_number = all(isinstance(row[table.columns.index(column)], int) for row in table.rows)
        drawn.add_column(
            column, justify="right" if is_number and table.rows else "left", overflow="fold"
        )
    for row in table.rows:
        drawn.add_row(*(Text(_written(value)) for value in row))
    return drawn


def _written(value: Cell) -> str:
    if value is None:
        return "–"
    return f"{value:.0%}" if isinstance(value, float) else visible(str(value))
