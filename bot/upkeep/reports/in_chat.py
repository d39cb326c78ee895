"""A report as lines for a phone: the headline figures and the first rows of each table."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from bot.texts import STORE_TYPES, Text, in_both
from bot.upkeep.indexing.review_report import more_lines
from bot.upkeep.reports.table import Cell, Report, Table
from knowledge.model.documents import Language

_MOST = 5
"""Rows of a table."""
_MOST_IN_LINE = 3
"""Rows of a table that is one line."""
_LEAD = 140
_CELL = 60
_HOUR = timedelta(hours=1)
_CHANGED = "changed in version "

_ABOUT = in_both(
    "{kind}, last {period}: {count:,} questions", "{kind}, 최근 {period}: 질문 {count:,}건"
)
_ABOUT_ONE = in_both("{kind}, last {period}: 1 question", "{kind}, 최근 {period}: 질문 1건")
_NOW = in_both("{kind}, as of today", "{kind}, 오늘 기준")
_DAYS = in_both("{count} days", "{count}일")
_DAY = in_both("day", "1일")
_HOURS = in_both("{count} hours", "{count}시간")
_ONE_HOUR = in_both("hour", "1시간")
_NONE = in_both("None.", "없습니다.")
_HOW = in_both(
    "Full report: storewise report {kind} --since {since}",
    "전체 보기: storewise report {kind} --since {since}",
)
_CHANGED_IN = in_both("changed in version {version}", "버전 {version}에서 변경")
KINDS: Mapping[str, Text] = {
    "usage": in_both("Usage", "사용량"),
    "gaps": in_both("Missing rules", "빠진 규정"),
    "feedback": in_both("Feedback", "평가"),
    "contradictions": in_both("Contradictions", "불일치"),
    "damage": in_both("Outdated answers", "더 이상 맞지 않는 답변"),
}
"""The names of the reports."""
_TABLES: Mapping[str, Text] = {
    "most asked": in_both("Most asked", "많이 한 질문"),
    "most shown documents": in_both("Most shown documents", "많이 보여 준 문서"),
    "gaps": in_both("Unanswered questions", "답하지 못한 질문"),
    "by document": in_both("By document", "문서별"),
    "rated bad": in_both("Rated not helpful", "도움 안 됨으로 평가한 답변"),
    "open contradictions": in_both("Open contradictions", "남은 불일치"),
    "rules that no longer hold": in_both("Outdated rules", "더 이상 맞지 않는 규정"),
    "who was told": in_both("Answers that quoted them", "이 규정을 인용한 답변"),
}
_IN_LINE: Mapping[str, Text] = {
    "by day": in_both("Busiest days", "질문이 많은 날"),
    "by hour": in_both("Busiest hours", "질문이 많은 시간"),
    "by platform": in_both("Platforms", "플랫폼"),
    "by language": in_both("Languages", "언어"),
    "by role": in_both("Roles", "역할"),
    "by store": in_both("Stores", "매장"),
}
"""Tables that are one line: their first rows by the number of questions."""
_SHOWN: Mapping[str, Sequence[str]] = {
    "most asked": ("question", "times", "last outcome"),
    "most shown documents": ("document", "answers", "owner"),
    "gaps": ("question", "people", "times", "nearest", "owner"),
    "by document": ("document", "good", "bad", "owner"),
    "rated bad": ("question", "reason", "documents", "owner"),
    "open contradictions": ("values", "one says", "the other says", "owner"),
    "rules that no longer hold": ("rule", "section", "now", "times told"),
    "who was told": ("was told", "day", "platform", "now", "corrected on", "answer"),
}
"""The columns that a phone has room for; the first begins the line."""
_COLUMNS: Mapping[str, Text] = {
    "questions": in_both("questions", "질문"),
    "people": in_both("people", "사람"),
    "answered": in_both("answered", "답변"),
    "closest": in_both("closest rules", "비슷한 규정"),
    "refused": in_both("not answered", "답 없음"),
    "conflicts": in_both("contradictions", "불일치"),
    "rated good": in_both("helpful", "도움 됨"),
    "rated bad": in_both("not helpful", "도움 안 됨"),
    "times": in_both("times", "횟수"),
    "last outcome": in_both("last outcome", "최근 결과"),
    "answers": in_both("answers", "답변"),
    "nearest": in_both("closest document", "비슷한 문서"),
    "owner": in_both("owner", "담당"),
    "good": in_both("helpful", "도움 됨"),
    "bad": in_both("not helpful", "도움 안 됨"),
    "reason": in_both("reason", "이유"),
    "documents": in_both("documents", "문서"),
    "one says": in_both("one says", "한쪽"),
    "the other says": in_both("the other says", "다른 쪽"),
    "section": in_both("section", "항목"),
    "now": in_both("now", "현재"),
    "times told": in_both("times quoted", "안내 횟수"),
    "day": in_both("day", "날짜"),
    "corrected on": in_both("corrected on", "정정한 날"),
    "platform": in_both("platform", "플랫폼"),
    "answer": in_both("answer", "답변 번호"),
}
_VALUES: Mapping[str, Text] = {
    "answer": in_both("answered", "답변함"),
    "closest": in_both("closest rules", "비슷한 규정"),
    "refusal": in_both("not answered", "답 없음"),
    "staff": in_both("staff", "직원"),
    "manager": in_both("managers", "매니저"),
    "admin": in_both("administrators", "관리자"),
    "en": in_both("English", "영어"),
    "ko": in_both("Korean", "한국어"),
    "any": in_both("any store", "모든 매장"),
    "slack": in_both("Slack", "Slack"),
    "teams": in_both("Teams", "Teams"),
    "http": in_both("programs", "프로그램"),
    "mcp": in_both("assistants", "AI 도구"),
    "wrong": in_both("wrong", "틀림"),
    "out_of_date": in_both("out of date", "오래됨"),
    "incomplete": in_both("incomplete", "빠진 내용"),
    "not_my_question": in_both("off topic", "질문과 다름"),
    "other": in_both("something else", "기타"),
    "withdrawn": in_both("withdrawn", "폐지"),
    **STORE_TYPES,
}
_OUR_WORDS = ("last outcome", "reason", "now", "platform", "language", "role", "store")
"""Columns whose values are our own words, not those of people or documents."""


def chat_lines(report: Report, period: timedelta, language: Language) -> list[str]:
    """Returns the lines of a report, in the reader's language."""
    kind = KINDS[report.kind][language]
    about = _NOW[language].format(kind=kind)
    if report.questions is not None:
        said = _in_words(period, language)
        text = _ABOUT_ONE if report.questions == 1 else _ABOUT
        about = text[language].format(kind=kind, period=said, count=report.questions)
    lines = [about]
    for table in report.tables:
        lines += _lines(table, language)
    how = _HOW[language].format(kind=report.kind, since=_written(period))
    return [*lines, "", how]


def _lines(table: Table, language: Language) -> list[str]:
    if table.name == "in all":
        return [" · ".join(_named(table.columns, row, language)) for row in table.rows]
    if table.name in _IN_LINE:
        return _in_line(table, language)
    shown = [table.columns.index(one) for one in _SHOWN[table.name]]
    rows = [_bullet(table, row, shown, language) for row in table.rows[:_MOST]]
    more = more_lines(len(table.rows) - _MOST, language)
    return ["", f"{_TABLES[table.name][language]}:", *(rows or [_NONE[language]]), *more]


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
        return _CHANGED_IN[language].format(version=said.removeprefix(_CHANGED))
    known = _VALUES.get(said)
    return known[language] if known else _cut(said, _CELL)


def _cut(text: str, most: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _in_words(period: timedelta, language: Language) -> str:
    if period.seconds:
        hours = period // _HOUR
        return (_HOURS if hours > 1 else _ONE_HOUR)[language].format(count=hours)
    return (_DAYS if period.days > 1 else _DAY)[language].format(count=period.days)


def _written(period: timedelta) -> str:
    return f"{period // _HOUR}h" if period.seconds else f"{period.days}d"
