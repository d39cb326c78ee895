"""Takes questions in: each is written down before it is acknowledged, until it has its reply."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from adapters.chat.bot import GivenUp
from adapters.chat.chat import A, Asked
from adapters.chat.under_way.once import SeenEvents
from adapters.web.edge import wordless
from bot.conversation.threads import is_for_its_reader
from bot.model import Platform, Reply
from bot.model.errors import InboxError
from bot.model.kept import Accepted, EntryKind, Outcome, person_of
from bot.ports import Inbox
from bot.privacy import Redactor
from bot.upkeep.history.trail import Trail

logger = logging.getLogger(__name__)

EDIT_S = 5 * 60.0
"""Seconds in which an edit of a question is answered anew."""
LATE = timedelta(minutes=15)
"""A question that is older gets an apology instead of an answer."""
FORGOTTEN = timedelta(days=1)
"""A question that is older, such as one from a restored backup, gets nothing."""
_LONG_TEXT = 2_000
"""Characters; the redaction of a longer text would hold up the requests of others."""
_LOOK_S = 5.0
"""Seconds between two looks for what is due again."""
_BUG = "This is a bug: please report the log's lines with the trace id."
_PAUSES_S = (5.0, 15.0, 60.0, 120.0)
"""Seconds until a reply that could not be posted is tried again; the last pause repeats."""


A_contra = TypeVar("A_contra", bound=Asked, contravariant=True)


class Answers(Protocol[A_contra]):
    """Answers questions again that were left open; each platform has one."""

    async def again(self, asked: A_contra, *, maybe_posted: bool) -> None:
        """Answers a question that was left open; its reply may be posted already."""
        ...

    async def too_late(self, asked: A_contra) -> None:
        """Apologises for a question that is too old to be answered."""
        ...

    def stop(self, thread: Hashable) -> object:
        """Stops the work on a thread, as a person asked another replica to."""
        ...


@dataclass(slots=True)
class _Open:
    thread: str
    tries: int
    received_at: datetime
    written: bool = True
    """Whether the inbox has it."""


class Intake(Generic[A]):
    """The questions of one platform, from their acceptance to their reply.

    If the inbox cannot be written, questions are answered all the same; only a restart loses them.
    """

    def __init__(
        self,
        platform: Platform,
        form: type[A],
        inbox: Inbox,
        trail: Trail,
        redactor: Redactor,
        given_up: GivenUp | None = None,
    ) -> None:
        self._redactor = redactor
        self._platform = platform
        self._form: TypeAdapter[A] = TypeAdapter(form)
        self._inbox = inbox
        self._trail = trail
        self._given_up = given_up or GivenUp()
        self._open: dict[str, _Open] = {}
        self._seen = SeenEvents()
        self._withdrawn = SeenEvents()
        """The answer ids of questions that were deleted."""
        self._writing: dict[str, asyncio.Future[None]] = {}
        """The deliveries that are being written down, by their keys."""
        self._beginning: set[asyncio.Task[None]] = set()

    async def accept(self, key: str, asked: A, *, comes_again: bool = False) -> bool:
        """Writes a question down, without personal data; False if it was before.

        A delivery that comes again meanwhile waits: it may be acknowledged only once one of them is
        written down. Raises InboxError if that fails, its platform would bring it again, and other
        replicas might then answer it, too. Any other question is answered all the same.
        """
        while (writing := self._writing.get(key)) is not None:
            await asyncio.wait([writing])
        if not self._seen.first(key):
            return False
        self._writing[key] = writing = asyncio.get_running_loop().create_future()
        try:
            return await self._accept(key, asked, comes_again=comes_again)
        finally:
            del self._writing[key]
            writing.set_result(None)

    async def _accept(self, key: str, asked: A, *, comes_again: bool) -> bool:
        now = datetime.now(UTC)
        answer_id, thread = asked.message.trace_id, _name_of(asked.thread)
        body = self._form.dump_json(await self._safe(asked)).decode("utf-8", "replace")
        question = Accepted(answer_id, key, self._platform, body, now, thread=thread)
        written = True
        try:
            if not await self._inbox.accept(question):
                logger.info("a message that came before", extra={"trace_id": answer_id})
                return False
        except InboxError:
            if comes_again and self._inbox.shared:
                self._seen.forget(key)
                raise
            logger.exception("a question is not written down: a restart would lose it")
            written = False
        self._open[answer_id] = _Open(thread, 1, now, written)
        return True

    async def asked_before(self, key: str, within_s: float = EDIT_S) -> list[str]:
        """The answer ids of a message of the last minutes and of its edits, whoever took them."""
        try:
            return await self._inbox.asked(key, datetime.now(UTC) - timedelta(seconds=within_s))
        except InboxError:
            logger.exception("an earlier message cannot be looked up")
            return []

    async def withdraw(self, key: str) -> list[str]:
        """Settles a question that its author deleted, whoever has it; returns its answer ids."""
        self._seen.first(key)  # should it come only now
        answer_ids = await self.asked_before(key, LATE.total_seconds())
        for answer_id in answer_ids:
            self._withdrawn.first(answer_id)
            await self._settle(answer_id)
        return answer_ids

    def is_withdrawn(self, asked: Asked) -> bool:
        """Whether a question was deleted."""
        return self._withdrawn.has(asked.message.trace_id)

    async def turn(self, asked: Asked) -> None:
        """Waits until the earlier questions of its thread have their replies on other replicas."""
        try:
            await self._inbox.turn(asked.message.trace_id)
        except InboxError:
            logger.exception("the order of a thread is not known")

    async def posting(self, asked: Asked, reply: Reply) -> bool:
        """Notes that the reply is about to be posted: after a stop here nobody knows whether.

        False if it is not to be posted: it is no answer to what was only overheard, its question
        was stopped or deleted, or another replica has it.
        """
        answer_id = asked.message.trace_id
        known = self._open.get(answer_id)
        if self.is_withdrawn(asked):
            return False
        if not is_for_its_reader(asked.message, reply):
            about = {"trace_id": reply.trace_id}
            logger.info("not posted: no answer to an overheard message", extra=about)
            await self.settle(asked)
            return False
        try:
            is_ours = await self._inbox.posting(answer_id)
        except InboxError:
            logger.exception("a reply is not noted: a restart may repeat it")
            return True
        if is_ours or known is None or not known.written:
            return True
        logger.info("a reply that is another replica's now", extra={"trace_id": answer_id})
        del self._open[answer_id]
        return False

    async def settle(self, asked: Asked) -> None:
        """Notes that a question has its reply, or needs none."""
        await self._settle(asked.message.trace_id)

    async def stopped(self, thread: Hashable) -> int:
        """Notes that a person wants no replies to the open questions of a thread, on any replica.

        Returns their number.
        """
        name = _name_of(thread)
        if not name:
            return 0
        self._forget(name)
        try:
            return await self._inbox.stop(self._platform, name)
        except InboxError:
            logger.exception("a stop is not noted: a restart may answer all the same")
            return 0

    async def posted(self, asked: Asked, remove: Callable[[], Awaitable[object]] | None) -> bool:
        """Settles a question whose reply is posted; False if it was deleted meanwhile.

        Its reply is then taken back, by `remove` if that can be done.
        """
        if remove is not None and self.is_withdrawn(asked):
            await remove()
            return False
        await self.settle(asked)
        return True

    async def undelivered(
        self, asked: Asked, reason: str, cure: str = _BUG, *, may_pass: bool
    ) -> None:
        """Has a reply that was not posted tried again later; gives up if that cannot help."""
        if self.is_withdrawn(asked):
            return
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
        self._given_up.note(self._platform, str(reason), cure)
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
        self._hear_stops(answers)
        task = asyncio.create_task(self._resume(answers))
        try:
            yield
        finally:
            ending = {task, *self._beginning}
            for one in ending:
                one.cancel()
            await asyncio.gather(*ending, return_exceptions=True)

    def _hear_stops(self, answers: Answers[A]) -> None:
        """Stops work on threads that a person stopped on another replica."""
        loop = asyncio.get_running_loop()

        def stop(name: str) -> None:
            self._forget(name)
            answers.stop(_thread_of(name))

        def told(name: str) -> None:
            with suppress(RuntimeError):  # the loop has ended
                if name:
                    loop.call_soon_threadsafe(stop, name)

        self._inbox.stopped(told)

    def _forget(self, thread: str) -> None:
        for answer_id in [one for one, open_ in self._open.items() if open_.thread == thread]:
            del self._open[answer_id]

    async def _resume(self, answers: Answers[A]) -> None:
        while True:
            try:
                claimed = await self._inbox.claim(self._platform)
            except InboxError:
                logger.exception("the inbox cannot be read")
                claimed = []
            for question in claimed:
                # One may wait for another of its thread.
                beginning = asyncio.create_task(self._again(question, answers))
                self._beginning.add(beginning)
                beginning.add_done_callback(self._beginning.discard)
            await self._inbox.left(_LOOK_S)

    async def _again(self, question: Accepted, answers: Answers[A]) -> None:
        try:
            asked = self._form.validate_json(question.body)
        except ValidationError:
            await self._pass_on(question)
            return
        known = _Open(question.thread, question.tries, question.received_at)
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

    async def _pass_on(self, question: Accepted) -> None:
        """Leaves a question of another version to a replica that has it; alone, gives it up."""
        about = {"trace_id": question.answer_id}
        now = datetime.now(UTC)
        if self._inbox.shared and now - question.received_at < LATE:
            logger.info("a question of another version is left to its replicas", extra=about)
            with suppress(InboxError):
                await self._inbox.postpone(question.answer_id, now + timedelta(seconds=_LOOK_S))
            return
        logger.error("a question of another version cannot be answered", extra=about)
        await self._settle(question.answer_id)

    async def _safe(self, asked: A) -> A:
        message = asked.message
        if len(message.text) + len(message.selected_text or "") > _LONG_TEXT:
            return await asyncio.to_thread(self._redacted, asked)
        return self._redacted(asked)

    def _redacted(self, asked: A) -> A:
        message, safe = asked.message, self._redactor.safe
        selected = None if message.selected_text is None else safe(message.selected_text)
        said, quoted = safe(message.text), safe(message.quoted)
        written = replace(message, text=said, quoted=quoted, selected_text=selected)
        return replace(asked, message=written, shown=safe(asked.shown))

    async def _settle(self, answer_id: str) -> None:
        self._open.pop(answer_id, None)
        try:
            await self._inbox.settle(answer_id)
        except InboxError:
            logger.exception("a reply is not noted: a restart may repeat it")


def _name_of(thread: Hashable) -> str:
    """The name of a thread in the inbox; "" for none."""
    return json.dumps(thread, ensure_ascii=False) if thread is not None else ""


def _thread_of(name: str) -> Hashable:
    found = json.loads(name)
    return tuple(found) if isinstance(found, list) else found
