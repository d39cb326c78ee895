"""Makes the reports from the stored answers and the published index."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from bot.model.kept import Corrected, StoredAnswer, same_question
from bot.ports import Index, Indexer, Records, Search
from bot.privacy.harmless import harmless
from bot.texts import Section
from bot.upkeep.reports.asked import Documents, Wanted, feedback, usage
from bot.upkeep.reports.damage import Damage, Told, contradictions, damage, told
from bot.upkeep.reports.table import Report, Table
from knowledge.model.documents import Audience, Filters, Header, Hit


class Reports:
    """Makes reports on a period."""

    def __init__(
        self,
        records: Records,
        index: Index,
        indexer: Indexer,
        today: Callable[[], date],
        zone: tzinfo = UTC,
    ) -> None:
        """`zone` is the store's time zone."""
        self._records = records
        self._index = index
        self._indexer = indexer
        self._today = today
        self._zone = zone

    async def made(self, kind: str, period: timedelta, wanted: Wanted) -> Report:
        """Makes the report of a kind. Raises RecordsError, KnowledgeError."""
        since = datetime.now(UTC) - period
        everything = Filters(as_of=self._today(), audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            documents = _newest(await search.history.starting(date.min, everything))
            if kind == "contradictions":
                status = await asyncio.to_thread(self._indexer.status)
                tables = contradictions(status.review.clashes, documents, wanted)
                return Report(kind, f"As of {self._today()}.", tables)
            corrected = await self._records.corrected()
            answers = [
                one for one in await self._records.given(since) if wanted.takes(one, documents)
            ]
            if kind != "damage":
                answers = _asked_by_people(answers, corrected)
            count = len(answers)
            about = f"{count} questions since {since.astimezone(self._zone):%Y-%m-%d %H:%M}."
            if kind == "gaps":
                gap_tables, stubs = await gaps(answers, search, documents, self._zone)
                return Report(kind, about, gap_tables, stubs, count)
            if kind == "damage":
                found = await self._told(answers, corrected, search)
                return Report(kind, about, damage(found, self._zone), questions=count)
            ids = {one.answer_id for one in answers}
            ratings = [
                one for one in await self._records.opinions_since(since) if one.answer_id in ids
            ]
            make = usage if kind == "usage" else feedback
            tables = make(answers, ratings, documents, self._zone)
            return Report(kind, about, tables, questions=count)

    async def damage(self, period: timedelta) -> Damage:
        """Returns who was told what no longer holds. Raises RecordsError, KnowledgeError."""
        everything = Filters(as_of=self._today(), audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            documents = _newest(await search.history.starting(date.min, everything))
            answers = await self._records.given(datetime.now(UTC) - period)
            corrected = await self._records.corrected()
            found = await self._told(answers, corrected, search)
            cited = {source.doc_id for one in answers for source in one.reply.sources}
            return Damage(found, documents, frozenset(cited), search.generation.number)

    async def _told(
        self, answers: list[StoredAnswer], corrected: list[Corrected], search: Search
    ) -> list[Told]:
        days: dict[date, dict[str, list[Header]]] = {}

        async def in_force(day: date) -> dict[str, list[Header]]:
            if day not in days:
                days[day] = {}
                everything = Filters(as_of=day, audience=Audience.ADMIN)
                for header in await search.history.in_force(everything):
                    days[day].setdefault(header.doc_id, []).append(header)
            return days[day]

        async def text_of(header: Header) -> str:
            # Of the passages: a row of a table has its column headings there, as in a quote.
            passages = await search.history.passages(header)
            return "\n".join(harmless(one.text) for one in passages)

        return await told(answers, corrected, in_force, text_of, self._today(), self._zone)


def _asked_by_people(answers: list[StoredAnswer], corrected: list[Corrected]) -> list[StoredAnswer]:
    """Leaves out corrections: nobody asked for them."""
    ids = {one.correction_id for one in corrected}
    return [one for one in answers if one.answer_id not in ids]


def _newest(headers: list[Header]) -> Documents:
    """The version of each document that began last."""
    found: dict[str, Header] = {}
    for header in headers:  # the latest first
        found.setdefault(header.doc_id, header)
    return found


# What people asked and the documents did not answer, like questions together, with a stub each.


_TEXTS = Section("reports")

ALIKE = 0.62
"""The cosine of the small model from which two questions count as one gap. Of different questions
that staff ask, one pair in a thousand is nearer (docs/decisions/0113-reports.md)."""
_MOST = 300
"""Different questions that are compared with each other, the most frequent."""
_MOST_STUBS = 20
_VARIANTS = 5
_UNSAFE = re.compile(r"[^\w가-힣]+")


@dataclass(slots=True)
class _Question:
    """A question in all its wordings that differ only in case, spaces and ending."""

    answers: list[StoredAnswer]

    @property
    def text(self) -> str:
        return self.answers[-1].question


@dataclass(frozen=True, slots=True)
class _Gap:
    """Like questions, the most frequent first, with the nearest passage."""

    questions: tuple[_Question, ...]
    nearest: Hit | None

    @property
    def answers(self) -> list[StoredAnswer]:
        return [answer for one in self.questions for answer in one.answers]

    @property
    def people(self) -> int:
        return len({answer.person for answer in self.answers})

    @property
    def header(self) -> Header | None:
        return self.nearest.passage.header if self.nearest else None


async def gaps(
    answers: Sequence[StoredAnswer], search: Search, documents: Documents, zone: tzinfo
) -> tuple[tuple[Table, ...], list[dict[str, Any]]]:
    """Returns the table of the gaps, the most frequent first, and stubs of the missing rules."""
    found = [
        _Gap(like, await _nearest(like[0], search)) for like in await _alike(_open(answers), search)
    ]
    # What many people miss comes first; a joke is asked by one.
    found.sort(key=lambda one: (-one.people, -len(one.answers), one.questions[0].text))
    names = "people, times, question, wordings, asked as, shown, nearest, owner, last"
    rows = [
        (
            one.people,
            len(one.answers),
            one.questions[0].text,
            len(one.questions),
            ", ".join(sorted({_role(answer) for answer in one.answers})),
            Counter(str(answer.reply.outcome) for answer in one.answers).most_common(1)[0][0],
            _place(one.nearest),
            one.header.owner if one.header else None,
            max(answer.given_at for answer in one.answers).astimezone(zone).date().isoformat(),
        )
        for one in found
    ]
    stubs = [_stub(number, one) for number, one in enumerate(found[:_MOST_STUBS], 1)]
    return (Table("gaps", tuple(names.split(", ")), rows),), stubs


def _open(answers: Sequence[StoredAnswer]) -> list[_Question]:
    """The different questions that were refused or answered by the closest rules."""
    found: dict[str, _Question] = {}
    for answer in answers:
        if answer.reply.outcome in ("refusal", "closest"):
            found.setdefault(same_question(answer.question), _Question([])).answers.append(answer)
    return sorted(found.values(), key=lambda one: -len(one.answers))


async def _alike(questions: Sequence[_Question], search: Search) -> list[tuple[_Question, ...]]:
    """Puts each question to the most frequent one that it is like."""
    left, rest = list(questions[:_MOST]), list(questions[_MOST:])
    groups: list[tuple[_Question, ...]] = []
    while left:
        first, *others = left
        cosines = await search.likeness(first.text, [one.text for one in others])
        near = [cosine >= ALIKE for cosine in cosines]
        groups.append((first, *(one for one, is_near in zip(others, near, strict=True) if is_near)))
        left = [one for one, is_near in zip(others, near, strict=True) if not is_near]
    return [*groups, *((one,) for one in rest)]


async def _nearest(question: _Question, search: Search) -> Hit | None:
    scope = question.answers[-1].reply.scope
    if scope is None or scope.as_of is None:
        return None
    filters = Filters(scope.as_of, Audience.ADMIN, scope.store_type)
    found = await search.find(question.text, filters, 1)
    return next(iter(found.hits), None)


def _role(answer: StoredAnswer) -> str:
    return str(answer.reply.scope.audience if answer.reply.scope else Audience.STAFF)


def _place(hit: Hit | None) -> str | None:
    if hit is None:
        return None
    passage = hit.passage
    return " › ".join((passage.header.title, *passage.section))


def _stub(number: int, gap: _Gap) -> dict[str, Any]:
    """A document to be filled in, and golden questions that it has to answer."""
    last, header = gap.questions[0].answers[-1], gap.header
    language, title = last.reply.language, last.question.rstrip(" ?.!？。")
    doc_id = f"gap-{number:02}-{_UNSAFE.sub('-', title.casefold())[:40].strip('-')}"
    fields = {
        "doc_id": doc_id,
        "title": title,
        "language": language,
        "category": header.category if header else None,
        "owner": header.owner if header else None,
    }
    matter = "\n".join(f"{name}: {_yaml(value)}" for name, value in fields.items() if value)
    asked = "\n".join(f"- {one.text}" for one in gap.questions[:_VARIANTS])
    return {
        "name": f"{doc_id}.md",
        "text": (
            f"---\n{matter}\n---\n\n## {title}\n\n{_TEXTS.WRITE_HERE[language]}\n\n"
            f"<!--\n{len(gap.answers)} ×\n{asked}\n-->\n"
        ),
        "golden": [
            {
                "id": f"{doc_id}-{place}",
                "question": one.text,
                "language": one.answers[-1].reply.language,
                "answerable": True,
                "gold_docs": [doc_id],
                "answers": [],
            }
            for place, one in enumerate(gap.questions[:_VARIANTS], 1)
        ],
    }


def _yaml(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
