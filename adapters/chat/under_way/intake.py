"""Takes questions in: each is written down before it is acknowledged, until it has its reply."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Hashable
from contextlib import asynccontextmanager
from dataclasses import Field, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from adapters.chat.under_way.dedup import SeenEvents
from adapters.web.edge import wordless
from bot.model import Message, Platform
from bot.model.audit import EntryKind, Outcome
from bot.model.errors import InboxError
from bot.model.inbox import Accepted
from bot.model.records import person_of
from bot.ports import Inbox
from bot.privacy import Redactor
from bot.upkeep.history.trail import Trail

logger = logging.getLogger(__name__)

LATE = timedelta(minutes=15)
"""A question that is older gets an apology instead of an answer."""
FORGOTTEN = timedelta(days=1)
"""A question that is older, such as one from a restored backup, gets nothing."""
_LONG_TEXT = 2_000
"""Characters; the redaction of a longer text would hold up the requests of others."""
_LOOK_S = 5.0
"""Seconds between two looks for what is due again."""
_PAUSES_S = (5.0, 15.0, 60.0, 120.0)
"""Seconds until a reply that could not be posted is tried again; the last pause repeats."""


class Asked(Protocol):
    """A question as an adapter keeps it: a dataclass of data alone, so it can be written down."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def message(self) -> Message:
        """The person's message."""
        ...

    @property
    def shown(self) -> str:
        """A question that nobody typed in the chat; "" for a message."""
        ...

    @property
    def thread(self) -> Hashable:
        """The key of its thread, by which a person stops it; None if nobody can."""
        ...


A = TypeVar("A", bound=Asked)
A_contra = TypeVar("A_contra", bound=Asked, contravariant=True)


class Answers(Protocol[A_contra]):
    """Answers questions again that were left open; each platform has one."""

    async def again(self, asked: A_contra, *, maybe_posted: bool) -> None:
        """Answers a question that was left open; its reply may be posted already."""
        ...

    async def too_late(self, asked: A_contra) -> None:
        """Apologises for a question that is too old to be answered."""
        ...


@dataclass(slots=True)
class _Open:
    thread: Hashable
    tries: int
    received_at: datetime


class Intake(Generic[A]):
    """The questions of one platform, from their acceptance to their reply.

    If the inbox cannot be written, questions are answered all the same; only a restart loses them.
    """

    def __init__(
        self, platform: Platform, form: type[A], inbox: Inbox, trail: Trail, redactor: Redactor
    ) -> None:
        self._redactor = redactor
        self._platform = platform
        self._form: TypeAdapter[A] = TypeAdapter(form)
        self._inbox = inbox
        self._trail = trail
        self._open: dict[str, _Open] = {}
        self._seen = SeenEvents()

    async def accept(self, key: str, asked: A) -> bool:
        """Writes a question down, without personal data; False if it was before."""
        if not self._seen.first(key):
            return False
        now = datetime.now(UTC)
        answer_id = asked.message.trace_id
        body = self._form.dump_json(await self._safe(asked)).decode("utf-8", "replace")
        question = Accepted(answer_id, key, self._platform, body, now)
        try:
            if not await self._inbox.accept(question):
                logger.info("a message that came before", extra={"trace_id": answer_id})
                return False
        except InboxError:
            logger.exception("a question is not written down: a restart would lose it")
        self._open[answer_id] = _Open(asked.thread, 1, now)
        return True

    async def posting(self, asked: Asked) -> None:
        """Notes that the reply is about to be posted: after a stop here nobody knows whether."""
        try:
            await self._inbox.posting(asked.message.trace_id)
        except InboxError:
            logger.exception("a reply is not noted: a restart may repeat it")

    async def settle(self, asked: Asked) -> None:
        """Notes that a question has its reply, or needs none."""
        await self._settle(asked.message.trace_id)

    async def stopped(self, thread: Hashable) -> None:
        """Notes that a person wants no replies to the open questions of a thread."""
        for answer_id in [one for one, open_ in self._open.items() if open_.thread == thread]:
            await self._settle(answer_id)

    async def undelivered(self, asked: Asked, reason: str, *, may_pass: bool) -> None:
        """Has a reply that was not posted tried again later; gives up if that cannot help."""
        message = asked.message
        known = self._open.pop(message.trace_id, None)
        if known is not None and may_pass and datetime.now(UTC) - known.received_at < LATE:
            pause_s = _PAUSES_S[min(known.tries, len(_PAUSES_S)) - 1]
            try:
                until = datetime.now(UTC) + timedelta(seconds=pause_s)
                await self._inbox.postpone(message.trace_id, until)
            except InboxError:
                logger.exception("a reply cannot be tried again")
            else:
                return
        logger.error("a reply was given up", extra={"trace_id": message.trace_id})
        who, what, about = person_of(message), message.trace_id, {"reason": str(reason)}
        await self._trail.note(EntryKind.DELIVERY, who, what, Outcome.FAILED, about)
        await self._settle(message.trace_id)

    async def surely(self, asked: Asked, answer: Awaitable[object]) -> None:
        """Awaits an answer; a bug on the way leaves the question for another try."""
        try:
            await answer
        except Exception as error:  # the adapter's edge
            logger.exception("a bug stopped a question", exc_info=wordless(error))
            await self.undelivered(asked, type(error).__name__, may_pass=True)

    @asynccontextmanager
    async def resuming(self, answers: Answers[A]) -> AsyncIterator[None]:
        """Answers what an earlier server left, and what is due again, while the block runs."""
        task = asyncio.create_task(self._resume(answers))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _resume(self, answers: Answers[A]) -> None:
        while True:
            try:
                claimed = await self._inbox.claim(self._platform)
            except InboxError:
                logger.exception("the inbox cannot be read")
                claimed = []
            for question in claimed:
                await self._again(question, answers)
            await asyncio.sleep(_LOOK_S)

    async def _again(self, question: Accepted, answers: Answers[A]) -> None:
        try:
            asked = self._form.validate_json(question.body)
        except ValidationError:
            about = {"trace_id": question.answer_id}
            logger.error("a question of another version cannot be answered", extra=about)  # noqa: TRY400 - its text quotes a person
            await self._settle(question.answer_id)
            return
        known = _Open(asked.thread, question.tries, question.received_at)
        self._open[question.answer_id] = known
        age = datetime.now(UTC) - question.received_at
        if age >= LATE:
            if age < FORGOTTEN:
                await self.surely(asked, answers.too_late(asked))
            await self.settle(asked)
            return
        logger.info("answered after a stop", extra={"trace_id": question.answer_id})
        again = answers.again(asked, maybe_posted=question.maybe_posted)
        await self.surely(asked, again)

    async def _safe(self, asked: A) -> A:
        message = asked.message
        if len(message.text) + len(message.selected_text or "") > _LONG_TEXT:
            return await asyncio.to_thread(self._redacted, asked)
        return self._redacted(asked)

    def _redacted(self, asked: A) -> A:
        message, safe = asked.message, self._redactor.safe
        selected = None if message.selected_text is None else safe(message.selected_text)
        written = replace(message, text=safe(message.text), selected_text=selected)
        return replace(asked, message=written, shown=safe(asked.shown))

    async def _settle(self, answer_id: str) -> None:
        self._open.pop(answer_id, None)
        try:
            await self._inbox.settle(answer_id)
        except InboxError:
            logger.exception("a reply is not noted: a restart may repeat it")
