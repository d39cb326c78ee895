"""A report as lines for a phone: the headline figures and the first rows of each table."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches

from bot.model.kept import REPORTS
from bot.texts import LANGUAGE_NAMES, STORE_TYPES, Section, Text
from bot.upkeep.indexing.review_report import more_lines
from bot.upkeep.reports.table import Cell, Report, Table
from knowledge.model.documents import Language

_TEXTS = Section("reports")

_MOST = 5
"""Rows of a table."""
_MOST_IN_LINE = 3
"""Rows of a table that is one line."""
_LEAD = 140
_CELL = 60
_HOUR = timedelta(hours=1)
_CHANGED = "changed in version "

KINDS = _TEXTS.table("KINDS")
"""The names of the reports."""
_TABLES = _TEXTS.table("TABLES")
_IN_LINE = _TEXTS.table("IN_LINE")
"""Tables that are one line: their first rows by the number of questions."""
_SHOWN: Mapping[str, Sequence[str]] = {
    "most asked": ("question", "times", "last outcome"),
    "most shown documents": ("document", "answers", "owner"),
    "gaps": ("question", "people", "times", "nearest", "owner"),
    "by document": ("document", "good", "bad", "owner"),
    "rated bad": ("question", "reason", "documents", "owner"),
    "open contradictions": ("values", "one says", "the other says", "owner"),
    "receipts": ("rule", "store", "role", "read", "people", "understood"),
    "readers": ("rule", "store", "person", "day"),
    "rules that no longer hold": ("rule", "section", "now", "times told"),
    "who was told": ("was told", "day", "platform", "now", "corrected on", "answer"),
}
"""The columns that a phone has room for; the first begins the line."""
_COLUMNS = _TEXTS.table("COLUMNS")
_VALUES = _TEXTS.table("VALUES")
_OUR_WORDS = ("last outcome", "reason", "now", "platform", "language", "role", "store")
"""Columns whose values are our own words, not those of people or documents."""


def chat_lines(report: Report, period: timedelta, language: Language) -> list[str]:
    """Returns the lines of a report, in the reader's language."""
    kind = KINDS[report.kind][language]
    about = _TEXTS.NOW[language].format(kind=kind)
    if report.questions is not None:
        said = _in_words(period, language)
        text = _TEXTS.ABOUT_ONE if report.questions == 1 else _TEXTS.ABOUT
        about = text[language].format(kind=kind, period=said, count=report.questions)
    lines = [about]
    for table in report.tables:
        lines += _lines(table, language)
    how = _TEXTS.HOW[language].format(kind=report.kind, since=_written(period))
    return [*lines, "", how]


def _lines(table: Table, language: Language) -> list[str]:
    if table.name == "in all":
        return [" · ".join(_named(table.columns, row, language)) for row in table.rows]
    if table.name in _IN_LINE:
        return _in_line(table, language)
    shown = [table.columns.index(one) for one in _SHOWN[table.name]]
    rows = [_bullet(table, row, shown, language) for row in table.rows[:_MOST]]
    more = more_lines(len(table.rows) - _MOST, language)
    return ["", f"{_TABLES[table.name][language]}:", *(rows or [_TEXTS.NONE[language]]), *more]


def _in_line(table: Table, language: Language) -> list[str]:
    place = table.columns.index("questions")
    first = sorted(table.rows, key=lambda row: -int(row[place] or 0))[:_MOST_IN_LINE]
    if not first:
        return []
    listed = [f"{_value(table.columns[0], row[0], language)} {row[place]:,}" for row in first]
    return [f"{_IN_LINE[table.name][language]}: {' · '.join(listed)}"]


def _bullet(table: Table, row: Sequence[Cell], shown: Sequence[int], language: Language) -> str:
    lead, *rest = shown
    said = _named([table.columns[one] for one in rest], [row[one] for one in rest], language)
    line = f"- {_cut(str(row[lead]), _LEAD)}"
    return f"{line} ({' · '.join(said)})" if said else line


def _named(columns: Iterable[str], row: Iterable[Cell], language: Language) -> list[str]:
    """Returns the cells of a row below the names of their columns; empty ones are left out."""
    return [
        f"{_COLUMNS[column][language]} {_value(column, cell, language)}"
        for column, cell in zip(columns, row, strict=True)
        if cell not in (None, "")
    ]


def _value(column: str, cell: Cell, language: Language) -> str:
    if isinstance(cell, float):
        return f"{cell:.0%}"
    if isinstance(cell, int):
        return f"{cell:,}"
    said = cell or ""
    if column not in _OUR_WORDS:
        return _cut(said, _CELL)
    if said.startswith(_CHANGED):
        return _TEXTS.CHANGED_IN[language].format(version=said.removeprefix(_CHANGED))
    known = _VALUES.get(said) or STORE_TYPES.get(said) or LANGUAGE_NAMES.get(said)
    return known[language] if known else _cut(said, _CELL)


def _cut(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _in_words(period: timedelta, language: Language) -> str:
    if period.seconds:
        hours = period // _HOUR
        return (_TEXTS.HOURS if hours > 1 else _TEXTS.ONE_HOUR)[language].format(count=hours)
    return (_TEXTS.DAYS if period.days > 1 else _TEXTS.DAY)[language].format(count=period.days)


def _written(period: timedelta) -> str:
    return f"{period // _HOUR}h" if period.seconds else f"{period.days}d"


# Reads which report a person asks for in a chat: "gaps 30d", "빠진 규정 30일".

REPORT_WORDS = ("report", "보고", "보고서", "리포트")
"""The words that ask for a report."""
WHICH = _TEXTS.WHICH
WHICH_PERIOD = _TEXTS.WHICH_PERIOD
EXAMPLE = _TEXTS.EXAMPLE
_USUAL = timedelta(days=30)
_SLIP = 0.75
"""Likeness of two words from which one may be a slip for the other."""
_KOREAN: Mapping[str, str] = {
    **dict.fromkeys(("사용량", "사용", "사용현황", "이용", "이용현황", "현황"), "usage"),
    **dict.fromkeys(
        ("빠진규정", "빠진것", "공백", "누락", "미답변", "답없는질문", "답못한질문"), "gaps"
    ),
    **dict.fromkeys(("평가", "피드백", "의견"), "feedback"),
    **dict.fromkeys(("불일치", "모순", "충돌"), "contradictions"),
    **dict.fromkeys(("읽음확인", "읽음", "수신확인"), "receipts"),
    **dict.fromkeys(("잘못된안내", "잘못안내된답변", "잘못안내", "바뀐안내", "정정대상"), "damage"),
}
"""Korean names of the reports, without spaces."""
_KINDS: Mapping[str, str] = {**{kind: kind for kind in REPORTS}, **_KOREAN}
_PERIOD = re.compile(r"([1-9]\d{0,3})(h|d|w|시간|일|주|개월|달)")
_HOURS = {"h": 1, "시간": 1, "d": 24, "일": 24, "w": 168, "주": 168, "개월": 720, "달": 720}
_FILLERS = ("--since", "since", "last", "지난", "최근", "동안", *REPORT_WORDS)


@dataclass(frozen=True, slots=True)
class Asked:
    """A report that is asked for."""

    kind: str
    period: timedelta = _USUAL


def asked_for(text: str) -> Asked | Text:
    """Returns the report that a text asks for, or what to write instead."""
    name, periods = _parted(text)
    kind = _KINDS.get(name)
    if kind is None:
        return WHICH
    if not periods:
        return Asked(kind)
    found = [_PERIOD.fullmatch(one) for one in periods]
    if len(found) > 1 or found[0] is None:
        return WHICH_PERIOD
    return Asked(kind, timedelta(hours=int(found[0][1]) * _HOURS[found[0][2]]))


def is_meant(text: str) -> bool:
    """Whether the words after "report" ask for one: staff may ask how to report a theft."""
    name, _ = _parted(text)
    return not name or bool(get_close_matches(name, _KINDS, 1, _SLIP))


def _parted(text: str) -> tuple[str, list[str]]:
    """The name of a report without spaces, and the words that look like a period."""
    words = [one for one in text.casefold().split() if one not in _FILLERS]
    periods = [one for one in words if one[0].isdigit()]
    return "".join(one for one in words if one not in periods), periods
