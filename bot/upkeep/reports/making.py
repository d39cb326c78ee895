"""Makes the reports from the stored answers and the published index."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial

from bot.model.kept import Corrected, StoredAnswer, same_question
from bot.model.rules import State
from bot.model.said import WaitingQuestion
from bot.ports import Index, Indexer, Records, Search
from bot.privacy.harmless import harmless
from bot.stores import Stores
from bot.upkeep.reports.asked import Documents, Wanted, feedback, is_same, usage
from bot.upkeep.reports.damage import Damage, Told, contradictions, damage, told
from bot.upkeep.reports.gaps import Gap, gaps, open_gaps
from bot.upkeep.reports.queue import waiting
from bot.upkeep.reports.receipts import Readings, receipts
from bot.upkeep.reports.table import Report
from knowledge.model.documents import Audience, Filters, Header, Language


class Reports:
    """Makes reports on a period."""

    def __init__(
        self,
        records: Records,
        index: Index,
        indexer: Indexer,
        today: Callable[[], date],
        zone: tzinfo = UTC,
        readings: Readings | None = None,
        stores: Stores | None = None,
    ) -> None:
        """`zone` is the store's time zone; `readings` says who has read which rule."""
        self._readings = readings
        self._stores = stores or Stores()
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
            if kind == "receipts":
                told_by = self._readings
                tables = await receipts(told_by, answers, self._zone) if told_by else ()
                return Report(kind, f"As of {self._today()}.", tables)
            about = f"{count} questions since {since.astimezone(self._zone):%Y-%m-%d %H:%M}."
            if kind == "gaps":
                settled = {one.answer_id for one in corrected}
                written = await self._written()
                found_gaps = await open_gaps(answers, settled, search, written=written)
                gap_tables, stubs = gaps(found_gaps, self._zone)
                shown = partial(self.waiting, found_gaps)
                return Report(kind, about, gap_tables, stubs, count, shown)
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

    async def gaps(
        self,
        period: timedelta,
        wanted: Wanted | None = None,
        reader: Audience = Audience.ADMIN,
    ) -> list[Gap]:
        """Returns the questions that wait for a rule. Raises RecordsError, KnowledgeError.

        Those of an owner are told by the nearest passage: a refused question cites nothing.
        """
        wanted = wanted or Wanted()
        everything = Filters(as_of=self._today(), audience=Audience.ADMIN)
        corrected = await self._records.corrected()
        asked = _asked_by_people(await self._records.given(datetime.now(UTC) - period), corrected)
        async with self._index.pinned() as search:
            documents = _newest(await search.history.starting(date.min, everything))
            by_anybody = replace(wanted, owner=None)
            answers = [one for one in asked if by_anybody.takes(one, documents)]
            settled = {one.answer_id for one in corrected}
            written = await self._written()
            found = await open_gaps(answers, settled, search, reader, written)
        if wanted.owner is None:
            return found
        return [one for one in found if one.header and is_same(one.header.owner, wanted.owner)]

    def waiting(self, found: Sequence[Gap], language: Language) -> tuple[WaitingQuestion, ...]:
        """Returns gaps as people read of them in a chat."""
        about = language, self._today(), self._zone, self._stores
        return tuple(waiting(one, *about) for one in found)

    async def _written(self) -> dict[str, datetime]:
        """Since when a rule for everybody answers a question: not everybody can be told of it."""
        rules = await self._readings.rules.counting() if self._readings else ()
        return {
            same_question(one.rule.question): one.indexed_at
            for one in rules
            if one.rule.question and one.indexed_at and one.state is State.IN_FORCE
            if one.rule.is_for_all
        }

    async def settled(self, since: datetime) -> int:
        """Returns how many different questions got a rule since a time, after they had none."""
        told = {one.answer_id: one.at for one in await self._records.corrected()}
        given = await self._records.given(datetime.min.replace(tzinfo=UTC))
        found = {
            same_question(one.question)
            for one in given
            if one.reply.outcome in ("refusal", "closest")
            and one.answer_id in told
            and told[one.answer_id] >= since
        }
        return len(found)

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
