"""The week in a message: what was missing or wrong, begins or ends; of all, or of one owner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from bot.model.days import in_words
from bot.ports import Index
from bot.texts import Section
from bot.upkeep.reports.asked import Wanted, is_same
from bot.upkeep.reports.making import Reports
from bot.upkeep.reports.table import Table
from knowledge.model.documents import Audience, Filters, Header, Language

_TEXTS = Section("week")

_WEEK = timedelta(days=7)
_MOST = 5
"""Lines of each kind."""


@dataclass(frozen=True, slots=True)
class Week:
    """What administrators and owners want to know of a week."""

    questions: int = 0
    gaps: Sequence[tuple[str, int]] = ()
    """Questions without an answer, each with the number of people; most people first."""
    bad: Sequence[str] = ()
    """The questions of answers that were rated bad, the latest first."""
    clashes: Sequence[tuple[str, str | None]] = ()
    """The two values of each contradiction, and its owners."""
    begins: Sequence[Header] = ()
    """Versions whose first day is within a week."""
    ends: Sequence[Header] = ()
    """Versions in force whose last day is within a week."""
    owner: str | None = None
    """Whose documents it is about; None for all."""

    def __bool__(self) -> bool:
        return any((self.gaps, self.bad, self.clashes, self.begins, self.ends))


class Digest:
    """Gathers a week."""

    def __init__(self, reports: Reports, index: Index, today: Callable[[], date]) -> None:
        self._reports = reports
        self._index = index
        self._today = today

    async def week(self, owner: str | None = None) -> Week:
        """Returns the last seven days and the next. Raises RecordsError, KnowledgeError."""
        wanted = Wanted(owner=owner)
        usage, feedback, clashes = [
            (await self._reports.made(kind, _WEEK, wanted)).tables
            for kind in ("usage", "feedback", "contradictions")
        ]
        # Of a refused question only the nearest passage says whose it is.
        gaps = (await self._reports.made("gaps", _WEEK, Wanted())).tables[0]
        if owner:
            place = gaps.columns.index("owner")
            own = [row for row in gaps.rows if is_same(str(row[place] or ""), owner)]
            gaps = replace(gaps, rows=own)
        begins, ends = await self._dated(owner)
        return Week(
            owner=owner,
            questions=int(_column(usage[0], "questions")[0]),
            gaps=_pairs(gaps, "question", "people"),
            bad=_column(feedback[1], "question"),
            clashes=_pairs(clashes[0], "values", "owner"),
            begins=begins,
            ends=ends,
        )

    async def _dated(self, owner: str | None) -> tuple[list[Header], list[Header]]:
        today = self._today()
        last, everything = today + _WEEK, Filters(as_of=today, audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            later = await search.history.starting(today + timedelta(days=1), everything)
            now = await search.history.in_force(everything)
        if owner:
            later = [one for one in later if is_same(one.owner, owner)]
            now = [one for one in now if is_same(one.owner, owner)]
        begins = [
            one for one in reversed(later) if one.effective_from and one.effective_from <= last
        ]
        ends = [one for one in now if one.effective_until and one.effective_until <= last]
        return begins, sorted(ends, key=lambda one: one.effective_until or last)


def words_of(week: Week, language: Language) -> str:
    """Returns the message; parts without anything are left out."""
    gaps = [_TEXTS.GAP[language].format(question=one, people=people) for one, people in week.gaps]
    clashes = [
        _TEXTS.OWNED[language].format(values=values, owner=owner or _TEXTS.NOBODY[language])
        for values, owner in week.clashes
    ]
    parts = (
        (_TEXTS.GAPS, gaps),
        (_TEXTS.BAD, [f"- {one}" for one in week.bad]),
        (_TEXTS.CLASH, clashes),
        (_TEXTS.BEGINS, [_dated(one, one.effective_from, language) for one in week.begins]),
        (_TEXTS.ENDS, [_dated(one, one.effective_until, language) for one in week.ends]),
    )
    lines = [_TEXTS.QUESTIONS[language].format(count=week.questions)]
    if week.owner:
        lines = [_TEXTS.OF_OWNER[language].format(owner=week.owner)]
    for heading, listed in parts:
        if listed:
            lines += ["", heading[language], *listed[:_MOST]]
        if (more := len(listed) - _MOST) > 0:
            lines.append(_TEXTS.MORE[language].format(count=more))
    how = [] if week.owner else ["", _TEXTS.HOW[language]]
    return "\n".join([*lines, *how])


def _dated(header: Header, day: date | None, language: Language) -> str:
    said = in_words(day, language) if day else ""
    return _TEXTS.DATED[language].format(title=header.title, version=header.version, day=said)


def _column(table: Table, name: str) -> list[Any]:
    place = table.columns.index(name)
    return [row[place] for row in table.rows]


def _pairs(table: Table, one: str, other: str) -> list[Any]:
    return list(zip(_column(table, one), _column(table, other), strict=True))
