"""Gathers the week for administrators and owners, and the day of a store."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from bot.model.days import in_words, shifted
from bot.model.kept import Corrected
from bot.ports import Index, Search
from bot.privacy.harmless import harmless
from bot.stores import Store
from bot.texts import Section
from bot.upkeep.reports.asked import Wanted, is_same
from bot.upkeep.reports.making import Reports
from bot.upkeep.reports.table import Table
from knowledge.language.sentences import plain
from knowledge.model.documents import Audience, Filters, Header, Language

_TEXTS = Section("week")

_WEEK = timedelta(days=7)
_KEPT = timedelta(days=3650)
"""Longer than answers are kept (RECORDS_DAYS)."""
NEAR = timedelta(days=14)
"""How long before its day a review is due."""
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
    answered: int = 0
    """Questions that got a rule this week, after they had none."""
    again: int = 0
    """Questions without an answer that were asked before this week, too."""
    waiting: int = 0
    """Questions that wait for a rule, of all that are kept."""
    due: Sequence[Header] = ()
    """Documents that are due for review, or overdue."""
    broken: Sequence[str] = ()
    """The questions of pinned answers whose documents no longer say them."""
    owner: str | None = None
    """Whose documents it is about; None for all."""

    def __bool__(self) -> bool:
        return any(
            (self.gaps, self.bad, self.clashes, self.begins, self.ends, self.due, self.broken)
        )


Broken = Callable[[str | None], Awaitable[Sequence[str]]]
"""Returns the questions of pinned answers that are not shown any more; None for all owners'."""


class Digest:
    """Gathers a week."""

    def __init__(
        self,
        reports: Reports,
        index: Index,
        today: Callable[[], date],
        broken: Broken | None = None,
    ) -> None:
        """`broken` gives the questions of pinned answers that an owner's documents broke."""
        self._broken = broken
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
        gaps, since = await self._reports.gaps(_KEPT, wanted), datetime.now(UTC) - _WEEK
        latest = [one for one in gaps if one.answers[-1].given_at >= since]
        begins, ends, due = await self._dated(owner)
        return Week(
            owner=owner,
            answered=await self._reports.settled(since),
            again=sum(one.asked_again(since) for one in gaps),
            waiting=len(gaps),
            questions=int(_column(usage[0], "questions")[0]),
            gaps=[(one.question, one.people) for one in latest],
            bad=_column(feedback[1], "question"),
            clashes=_pairs(clashes[0], "values", "owner"),
            begins=begins,
            ends=ends,
            due=due,
            broken=await self._broken(owner) if self._broken else (),
        )

    async def _dated(self, owner: str | None) -> tuple[list[Header], list[Header], list[Header]]:
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
        near = today + NEAR
        due = [one for one in now if one.review_by and one.review_by <= near]
        return (
            begins,
            sorted(ends, key=lambda one: one.effective_until or last),
            sorted(due, key=lambda one: one.review_by or near),
        )


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
        (_TEXTS.BROKEN, [f"- {one}" for one in week.broken]),
        (_TEXTS.CLASH, clashes),
        (_TEXTS.BEGINS, [_dated(one, one.effective_from, language) for one in week.begins]),
        (_TEXTS.ENDS, [_dated(one, one.effective_until, language) for one in week.ends]),
        (_TEXTS.DUE, [_dated(one, one.review_by, language) for one in week.due]),
    )
    lines = [_TEXTS.QUESTIONS[language].format(count=week.questions)]
    if week.answered or week.waiting:
        lines[0] += " " + _TEXTS.QUEUE[language].format(
            answered=week.answered, again=week.again, waiting=week.waiting
        )
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


# A store's day in a message to its channels: rules that are new, coming or ending, corrections.


_SHIFT_TEXTS = Section("shift")

_AHEAD = timedelta(days=7)
_LONGEST = 160
"""Characters of a sentence."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that is told of, with what it says now where that has changed."""

    title: str
    day: date | None = None
    says: str = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """What the staff of a store should know of a day."""

    store: Store
    day: date
    new: Sequence[Rule] = ()
    coming: Sequence[Rule] = ()
    ending: Sequence[Rule] = ()
    corrected: Sequence[Rule] = ()

    def __bool__(self) -> bool:
        return any((self.new, self.coming, self.ending, self.corrected))


class Shifts:
    """Gathers the days of stores, from what all their staff may read."""

    def __init__(
        self, index: Index, corrected: Callable[[], Awaitable[Sequence[Corrected]]]
    ) -> None:
        """`corrected` returns the corrections that were posted."""
        self._index = index
        self._corrected = corrected

    async def of(self, store: Store, day: date) -> Shift:
        """Returns a store's day. Raises KnowledgeError, RecordsError."""
        filters = Filters(day, Audience.STAFF, store.store_type, place=store.place)
        async with self._index.pinned() as search:
            later = await search.history.starting(day, filters)
            now = await search.history.in_force(filters)
            begun = [one for one in now if one.effective_from == day]
            coming = [one for one in reversed(later) if _within(one.effective_from, day)]
            ending = [one for one in now if one.effective_until and _ends(one, day)]
            return Shift(
                store,
                day,
                [await _changed(one, search, filters) for one in begun],
                [Rule(one.title, one.effective_from) for one in coming],
                [Rule(one.title, one.effective_until) for one in ending],
                [Rule(one.title) for one in await self._told_anew(now)],
            )

    async def _told_anew(self, now: Sequence[Header]) -> list[Header]:
        since = datetime.now(UTC) - timedelta(days=1)
        ids = {one.doc_id for one in await self._corrected() if one.at >= since}
        return [one for one in now if one.doc_id in ids]


def shift_words(shift: Shift, language: Language) -> str:
    """Returns the message in Markdown; parts without anything are left out."""
    store, day = shift.store.name(language), in_words(shift.day, language)
    parts = (
        (_SHIFT_TEXTS.NEW, [_line(one) for one in shift.new]),
        (
            _SHIFT_TEXTS.COMING,
            [_dated_today(one, _SHIFT_TEXTS.SINCE[language], language) for one in shift.coming],
        ),
        (
            _SHIFT_TEXTS.ENDING,
            [_dated_today(one, _SHIFT_TEXTS.UNTIL[language], language) for one in shift.ending],
        ),
        (_SHIFT_TEXTS.CORRECTED, [_line(one) for one in shift.corrected]),
    )
    lines = [_SHIFT_TEXTS.TITLE[language].format(store=_safe(store), day=day)]
    for heading, listed in parts:
        if listed:
            lines += ["", f"**{heading[language]}**", *listed[:_MOST]]
        if (more := len(listed) - _MOST) > 0:
            lines.append(_SHIFT_TEXTS.MORE[language].format(count=more))
    return "\n".join(lines)


def _within(start: date | None, day: date) -> bool:
    return start is not None and day < start <= day + _AHEAD


def _ends(header: Header, day: date) -> bool:
    return header.effective_until is not None and header.effective_until <= day + _AHEAD


async def _changed(header: Header, search: Search, filters: Filters) -> Rule:
    """A rule with its first sentence that the version before did not have."""
    yesterday = Filters(
        shifted(filters.as_of, -1), filters.audience, filters.store_type, place=filters.place
    )
    before = [
        one
        for one in await search.history.versions(header, yesterday)
        if (one.effective_from or date.min) < (header.effective_from or date.min)
    ]
    if not before:
        return Rule(header.title, header.effective_from)
    difference = await search.history.difference(before[-1], header)
    told = next((one.new for one in difference.changes if one.new), "")
    return Rule(header.title, header.effective_from, plain(told)[:_LONGEST])


def _line(rule: Rule) -> str:
    said = f": {_safe(rule.says)}" if rule.says else ""
    return f"- {_safe(rule.title)}{said}"


def _dated_today(rule: Rule, said: str, language: Language) -> str:
    day = in_words(rule.day, language) if rule.day else ""
    return f"- {_safe(rule.title)}, {said.format(day=day)}"


def _safe(text: str) -> str:
    """A document's words, with nothing to click and no bold of their own."""
    return harmless(text).replace("*", "").strip()
