"""Fixed answers: pinned by owners, known to the steps of a question, named when they break."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from bot.answering.shortcuts.fixed import said_now
from bot.model import Sentence
from bot.model.access import may_read, most_of
from bot.model.errors import RecordsError
from bot.model.kept import EntryKind, StoredAnswer, same_question
from bot.model.rules import Author, Fault, Pin, PinnedQuote, RuleError, new_pin_id
from bot.ports import Index, PinsKept
from bot.privacy import Redactor
from bot.rules.writing import Rights
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Audience, Filters, Header

logger = logging.getLogger(__name__)

MOST_ASKED = 10
"""Wordings of a question for one answer."""
_KNOWN_S = 30.0
"""Until another replica's pins are read."""


class KnownPins:
    """The fixed answers as a question needs them: read seldom, and at once after a change here."""

    def __init__(self, kept: PinsKept, clock: Callable[[], float] = time.monotonic) -> None:
        self._kept = kept
        self._clock = clock
        self._read: tuple[float, tuple[Pin, ...]] | None = None

    async def current(self) -> tuple[Pin, ...]:
        """Returns them; those known before while they cannot be read."""
        at, known = self._read or (0.0, ())
        if self._read is None or self._clock() - at >= _KNOWN_S:
            try:
                known = tuple(await self._kept.all())
            except RecordsError:
                logger.exception("fixed answers cannot be read")
            self._read = self._clock(), known
        return known

    def forget(self) -> None:
        """Has them read again."""
        self._read = None


@dataclass(frozen=True, slots=True)
class Broken:
    """A fixed answer whose documents no longer say it."""

    pin: Pin
    gone: tuple[str, ...]
    """The quotes that nothing says any more."""


@dataclass(frozen=True, slots=True)
class DraftedPin:
    """A fixed answer before it is kept."""

    pin: Pin
    shown: tuple[str, ...]
    """What its readers read of it, a sentence each."""


class Pinning:
    """Pins and unpins answers. Methods raise RuleError, RecordsError, IndexMissingError."""

    def __init__(
        self,
        kept: PinsKept,
        known: KnownPins,
        index: Index,
        today: Callable[[], date],
        rights: Rights,
        trail: Trail,
        redactor: Redactor,
    ) -> None:
        self._kept = kept
        self._known = known
        self._index = index
        self._today = today
        self._rights = rights
        self._trail = trail
        self._redactor = redactor

    def is_past(self, day: date | None) -> bool:
        """Whether a last day is over already."""
        return day is not None and day < self._today()

    async def pin(
        self,
        record: StoredAnswer,
        author: Author,
        ends_on: date | None,
        questions: Sequence[str] = (),
    ) -> Pin:
        """Pins what an answer shows to its question, or to these wordings, in place of earlier.

        Only for who may write all its documents.
        """
        if self.is_past(ends_on):
            raise RuleError(Fault.DAYS)
        drafted = (await self.drafted(record, author)).pin
        first, *also = self._clean(questions) or [drafted.question]
        pin = replace(drafted, question=first, also_asked=tuple(also), ends_on=ends_on)
        earlier = await self._kept.all()
        await self._kept.keep(pin)
        for one in earlier:
            if _is_replaced(one, pin) and await self._may_unpin(one, author):
                await self._kept.forget(one.pin_id)
        await self._noted(author, "pin", pin.pin_id)
        return pin

    async def drafted(self, record: StoredAnswer, author: Author) -> DraftedPin:
        """Returns what `pin` would keep of an answer. Raises the same errors."""
        quotes = tuple(
            PinnedQuote(one.doc_id, quote)
            for one in record.reply.sources
            if not one.past
            for quote in (one.quote, *one.more_quotes)
        )
        headers = await self._headers({one.doc_id for one in quotes})
        if not quotes or len(headers) < len({one.doc_id for one in quotes}):
            raise RuleError(Fault.UNREADABLE)
        if not all(self._may_write(author, one) for one in headers):
            raise RuleError(Fault.NOT_ALLOWED)
        pin = Pin(
            new_pin_id(),
            record.question,
            quotes,
            most_of(one.audience for one in headers),
            author.person,
            datetime.now(UTC),
            owner=next((one.owner for one in headers if one.owner), None),
        )
        said, gone = await self._said(pin)
        if gone:
            raise RuleError(Fault.STALE)
        return DraftedPin(pin, tuple(dict.fromkeys(one.text for one in said)))

    async def unpin(self, pin_id: str, author: Author) -> Pin:
        """Takes a fixed answer away."""
        pin = next((one for one in await self._kept.all() if one.pin_id == pin_id), None)
        if pin is None:
            raise RuleError(Fault.GONE)
        if not await self._may_unpin(pin, author):
            raise RuleError(Fault.NOT_ALLOWED)
        await self._kept.forget(pin_id)
        await self._noted(author, "unpin", pin_id)
        return pin

    async def all(self, role: Audience) -> list[Pin]:
        """Returns those that a role may read and that have not ended."""
        return [
            one
            for one in await self._kept.all()
            if may_read(role, one.audience) and not (one.ends_on and one.ends_on < self._today())
        ]

    async def broken(self) -> list[Broken]:
        """Returns those that are not shown any more, because their documents have changed."""
        found = [(one, (await self._said(one))[1]) for one in await self.all(Audience.ADMIN)]
        return [Broken(one, tuple(gone)) for one, gone in found if gone]

    async def broken_questions(self, owner: str | None = None) -> list[str]:
        """Returns the questions of those, of all owners or one."""
        return [
            one.pin.question
            for one in await self.broken()
            if owner is None or (one.pin.owner or "").casefold() == owner.casefold()
        ]

    async def _said(self, pin: Pin) -> tuple[list[Sentence], list[str]]:
        everything = Filters(as_of=self._today(), audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            return await said_now(pin, everything, search)

    async def _headers(self, doc_ids: set[str]) -> Sequence[Header]:
        everything = Filters(as_of=self._today(), audience=Audience.ADMIN)
        async with self._index.pinned() as search:
            found = await search.history.in_force(everything)
        return [one for one in found if one.doc_id in doc_ids]

    async def _may_unpin(self, pin: Pin, author: Author) -> bool:
        if pin.person == author.person:
            return True
        headers = await self._headers({one.doc_id for one in pin.quotes})
        of_all = all(self._may_write(author, one) for one in headers)
        return of_all and self._rights.may_write(author, pin.owner)

    def _may_write(self, author: Author, header: Header) -> bool:
        readable = may_read(author.role, header.audience) or author.is_owner(header.owner)
        return readable and self._rights.may_write(author, header.owner)

    def _clean(self, questions: Sequence[str]) -> list[str]:
        """The wordings without personal data, each once."""
        once: dict[str, str] = {}
        for line in filter(None, (" ".join(one.split()) for one in questions)):
            safe = self._redactor.safe(line)
            once.setdefault(same_question(safe), safe)
        return [*once.values()][:MOST_ASKED]

    async def _noted(self, author: Author, what: str, pin_id: str) -> None:
        self._known.forget()
        await self._trail.note(EntryKind.COMMAND, author.person, what, about={"pin": pin_id})


def _is_replaced(earlier: Pin, pin: Pin) -> bool:
    """Whether a fixed answer has no question left to itself."""
    asked = {same_question(one) for one in pin.questions}
    return earlier.audience is pin.audience and asked.issuperset(
        map(same_question, earlier.questions)
    )
