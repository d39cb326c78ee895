"""Finds the table rows in an answer, and writes tables as Markdown or in a few words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.model import Answer, Citation, Reply, Table
from knowledge.split.statements import in_words, statements

_MARKS = re.compile(r" ((?:\[\d{1,3}\])+)$")
_MOST_COLUMNS = 4  # more, and a phone of 375 px shows a word or two a line
_LEAST_COLUMNS = 3
"""Columns from which a single row is easier to read as a table."""
_LONGEST_CELL = 80
"""Characters of a cell; a longer one is a sentence, which reads better as one."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A line of an answer that reads out a row of a document's table."""

    line: str
    marks: str
    row: tuple[tuple[str, str], ...]
    table: tuple[str, ...]
    """Its document and its columns."""


def tables_of(answer: Answer) -> tuple[Table, ...]:
    """Returns an answer's own tables and the rows of documents' tables in it, in its order."""
    said = [_said(line, answer.citations) for line in answer.text.split("\n")]
    groups = groupby(said, key=lambda one: one and one.table)
    found = (_table([one for one in some if one]) for key, some in groups if key)
    tables = [*answer.tables, *(one for one in found if one)]
    return tuple(sorted(tables, key=lambda one: answer.text.find(one.lines)))


def parts_of(reply: Reply) -> list[str | Table]:
    """Returns a reply's text with each table in place of its lines."""
    parts: list[str | Table] = []
    rest = f"\n{reply.text.strip()}\n"
    for table in reply.tables:
        before, found, after = rest.partition(f"\n{table.lines}\n")
        if found:
            parts += [before.strip("\n"), table]
            rest = f"\n{after}"
    return [one for one in (*parts, rest.strip("\n")) if one]


def with_markdown_tables(reply: Reply) -> str:
    """Returns a reply's text with its tables in Markdown."""
    return "\n\n".join(_in_markdown(one) for one in parts_of(reply))


def with_lists(reply: Reply) -> str:
    """Returns a reply's text with shortened tables as lists, for messages without tables."""
    return "\n\n".join(_in_list(one) for one in parts_of(reply))


def _said(line: str, citations: Sequence[Citation]) -> _Said | None:
    """Returns the table row that a line reads out word for word; None if it says anything else."""
    marks = _MARKS.search(line)
    if marks is None:
        return None
    words, number = line[: marks.start()], int(marks[1][1:].partition("]")[0])
    for citation in citations[number - 1 : number]:
        for one in statements(citation.passage):
            if one.row and one.text == words == in_words(one.row):
                names = (name for name, _ in one.row)
                table = (citation.passage.header.key, *names)
                return _Said(line, marks[1], one.row, table)
    return None


def _table(said: Sequence[_Said]) -> Table | None:
    """Makes a table of rows side by side; None where their lines are easier to read."""
    filled = [
        column
        for column in zip(*(one.row for one in said), strict=True)
        if any(cell for _, cell in column)
    ]
    least = 2 if len(said) > 1 else _LEAST_COLUMNS
    longest = max(len(cell) for column in filled for _, cell in column)
    if not least <= len(filled) <= _MOST_COLUMNS or longest > _LONGEST_CELL:
        return None
    cells = zip(*([cell for _, cell in column] for column in filled), strict=True)
    ends = [one.marks for one in said]
    # A mark in each row takes a second line of a phone's narrow columns.
    marks = [*[""] * (len(ends) - 1), ends[-1]] if len(set(ends)) == 1 else ends
    rows = (
        (*first, f"{last} {mark}".strip())
        for mark, (*first, last) in zip(marks, cells, strict=True)
    )
    columns = tuple(column[0][0] for column in filled)
    return Table(columns, tuple(rows), "\n".join(one.line for one in said))


def _in_markdown(part: str | Table) -> str:
    if isinstance(part, str):
        return part
    rule = ["---"] * len(part.columns)
    return "\n".join(map(_row, (part.columns, rule, *part.rows)))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(text: str) -> str:
    # A bar would begin another cell, a line end another row.
    return " ".join(text.split()).replace("|", "\\|")


def _in_list(part: str | Table) -> str:
    """Writes a table as a list, each row behind what names it; any other part as it is."""
    if isinstance(part, str):
        return part
    if part.shortened:
        return "\n".join(f"- **{what}**: {_arrow(cells)}" for what, *cells in part.rows)
    if len(part.rows) == 1 or not all(row[0] for row in part.rows):
        return part.lines
    rows = ((key, _named(part.columns[1:], cells)) for key, *cells in part.rows)
    return "\n".join(f"- **{key}**: {said}" for key, said in rows)


def _named(columns: Sequence[str], cells: Sequence[str]) -> str:
    return "; ".join(f"{name} {cell}" for name, cell in zip(columns, cells, strict=True) if cell)


def _arrow(cells: Sequence[str]) -> str:
    return " → ".join(cell or "–" for cell in cells)
