"""Documents that are due for review, and their owners' word that they are still true."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from bot.model.access import may_read
from bot.model.kept import EntryKind
from bot.model.rules import Author, Fault, RuleError
from bot.ports import Index, ReviewsKept
from bot.rules.writing import Rights
from bot.upkeep.history.trail import Trail
from bot.upkeep.reports.week import NEAR
from knowledge.model.documents import Audience, Filters, Header

_NEXT = timedelta(days=180)


class Reviewing:
    """Lists what is due, and takes owners' word. Raises RuleError, RecordsError."""

    def __init__(
        self,
        kept: ReviewsKept,
        index: Index,
        today: Callable[[], date],
        rights: Rights,
        trail: Trail,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`changed` is called once a review was noted."""
        self._kept = kept
        self._index = index
        self._today = today
        self._rights = rights
        self._trail = trail
        self._changed = changed

    async def due(self, author: Author | None = None) -> list[Header]:
        """Returns the documents in force that are due, the latest overdue first.

        For an author, those that they may call still true.
        """
        last = self._today() + NEAR
        found = [one for one in await self._in_force() if one.review_by and one.review_by <= last]
        if author is not None:
            found = [one for one in found if self._may(author, one)]
        return sorted(found, key=lambda one: (one.review_by or last, one.doc_id))

    async def still_true(self, doc_id: str, author: Author, until: date | None = None) -> Header:
        """Notes that a document was looked at, and returns it with its next review.

        That is half a year away, or `until`.
        """
        header = next((one for one in await self._in_force() if one.doc_id == doc_id), None)
        if header is None or not may_read(author.role, header.audience):
            raise RuleError(Fault.UNKNOWN_DOCUMENT, doc_id)
        if not self._may(author, header):
            raise RuleError(Fault.NOT_ALLOWED)
        until = until or self._today() + _NEXT
        if until < self._today():
            raise RuleError(Fault.DAYS)
        await self._kept.note(doc_id, header.version, until, author.person)
        about = {"document": header.key, "review_by": until.isoformat()}
        await self._trail.note(EntryKind.COMMAND, author.person, "still_true", about=about)
        self._changed()
        return replace(header, review_by=until)

    async def _in_force(self) -> Sequence[Header]:
        everything = Filters(as_of=self._today(), audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            found = await search.history.in_force(everything)
        noted = await self._kept.all()  # of the last seconds: the index may not have it yet
        return [replace(one, review_by=noted.get(one.key, one.review_by)) for one in found]

    def _may(self, author: Author, header: Header) -> bool:
        readable = may_read(author.role, header.audience) or author.is_owner(header.owner)
        return readable and self._rights.may_write(author, header.owner)
