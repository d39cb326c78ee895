"""A store's day in a message to its channels: rules that are new, coming or ending, corrections."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from bot.model.days import in_words, shifted
from bot.model.kept.records import Corrected
from bot.ports import Index, Search
from bot.privacy.harmless import harmless
from bot.stores import Store
from bot.texts import Section
from knowledge.language.sentences import plain
from knowledge.model.documents import Audience, Filters, Header, Language

_TEXTS = Section("shift")

_AHEAD = timedelta(days=7)
_MOST = 5
"""Rules of each kind."""
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


def words_of(shift: Shift, language: Language) -> str:
    """Returns the message in Markdown; parts without anything are left out."""
    store, day = shift.store.name(language), in_words(shift.day, language)
    parts = (
        (_TEXTS.NEW, [_line(one) for one in shift.new]),
        (_TEXTS.COMING, [_dated(one, _TEXTS.SINCE[language], language) for one in shift.coming]),
        (_TEXTS.ENDING, [_dated(one, _TEXTS.UNTIL[language], language) for one in shift.ending]),
        (_TEXTS.CORRECTED, [_line(one) for one in shift.corrected]),
    )
    lines = [_TEXTS.TITLE[language].format(store=_safe(store), day=day)]
    for heading, listed in parts:
        if listed:
            lines += ["", f"**{heading[language]}**", *listed[:_MOST]]
        if (more := len(listed) - _MOST) > 0:
            lines.append(_TEXTS.MORE[language].format(count=more))
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


def _dated(rule: Rule, said: str, language: Language) -> str:
    day = in_words(rule.day, language) if rule.day else ""
    return f"- {_safe(rule.title)}, {said.format(day=day)}"


def _safe(text: str) -> str:
    """A document's words, with nothing to click and no bold of their own."""
    return harmless(text).replace("*", "").strip()
