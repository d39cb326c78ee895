"""Answers a question from any entry point of any chat, or tells the person why not."""

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from dataclasses import dataclass
from typing import Generic

from adapters.chat.about import with_question
from adapters.chat.chat import A, Chat, Outcome, Sign
from adapters.chat.under_way.intake import EDIT_S, Intake
from adapters.chat.under_way.queue import Start, Turn
from adapters.chat.under_way.waiting import long_wait, too_late, turned_away
from adapters.chat.under_way.work import Work
from adapters.chat.unread import noted
from adapters.web.edge import ANSWER_LIMIT_S, apology, replied
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply
from bot.model.said import Replace
from bot.ports import Handle
from knowledge.language.terms import language_of

logger = logging.getLogger(__name__)

_MOST_EDITS = 5_000
_MOST_LATEST = 2_000
"""People in threads whose latest message is remembered; those longest silent are dropped first."""


class Asking(Generic[A]):
    """Answers all questions of a chat: a bounded number at once, one at a time in a thread."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        intake: Intake[A],
        chat_of: Callable[[A], Awaitable[Chat[A] | None]],
        limit_s: float | None = ANSWER_LIMIT_S,
    ) -> None:
        """`chat_of` opens the chat of an earlier question; None if the bot has left it."""
        self._limit_s = limit_s
        self._handle = handle
        self._limits = limits
        self._work = work
        self._intake = intake
        self._chat_of = chat_of
        self._later = LaterWordings(work)
        self._edits = Edits()
        self._notes: dict[str, Outcome] = {}
        """Notes of a long wait that the reply replaces, by the id of the answer."""

    def heard(self, thread: Hashable, message: Message) -> None:
        """Notes a message that may be for somebody else."""
        self._later.written(thread, message)

    async def accept(self, key: str, asked: A, *, comes_again: bool = False) -> bool:
        """Writes a question down, before its platform is told that it arrived; False if it was.

        `comes_again`: its platform brings it again if it is not told. Raises InboxError then.
        """
        return await self._intake.accept(key, asked, comes_again=comes_again)

    async def was_asked(self, key: str) -> bool:
        """Whether a message is a question of the last minutes, whichever replica took it."""
        return self._edits.was_asked(key) or bool(await self._intake.asked_before(key))

    async def ask(self, asked: A, chat: Chat[A]) -> None:
        """Starts an answer, or says that asking is not allowed here or too many questions wait."""
        try:
            await self._ask(asked, chat)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            await self._turn_away(asked, chat, apology(asked.message, error))

    async def again(self, asked: A, *, maybe_posted: bool) -> None:
        """Answers a question that was left open, unless its reply is there already.

        Where nobody knows, a person would rather read an answer twice than wait for none.
        """
        chat = await self._chat_of(asked)
        if chat is None:
            logger.info("the bot is not installed there any more")
            await self._intake.settle(asked)
            return
        is_posted = maybe_posted and await chat.is_posted(asked)
        if is_posted is None:
            about = {"trace_id": asked.message.trace_id}
            logger.warning("a reply may come twice after a crash", extra=about)
        if is_posted:
            await self._intake.settle(asked)
        else:
            await self._begin(asked, chat, again=True)

    async def too_late(self, asked: A) -> None:
        """Apologises for a question that nobody needs answered any more."""
        chat = await self._chat_of(asked)
        if chat and asked.message.addressed and not await chat.is_posted(asked):
            await chat.post(asked, too_late(asked.message))

    async def withdraw(self, key: str) -> None:
        """Answers a message no more that its author deleted."""
        self._later.forget(await self._intake.withdraw(key))

    async def stopped(self, thread: Hashable) -> bool:
        """Stops the work on a thread; False if nothing went on there."""
        count = self.stop(thread)
        return await self._intake.stopped(thread) + count > 0

    def stop(self, thread: Hashable) -> int:
        """Stops the work on a thread here; returns the number of its questions."""
        return self._work.stop(thread)

    async def _ask(self, asked: A, chat: Chat[A]) -> None:
        message = asked.message
        self.heard(asked.thread, message)
        self._edits.asked(asked.key)
        overheard = not message.addressed
        away = await self._limits.turned_away(message, asked.channel, overheard=overheard)
        if away is not None:
            await self._turn_away(asked, chat, away.reply)
        else:
            await self._begin(asked, chat)

    async def _begin(self, asked: A, chat: Chat[A], *, again: bool = False) -> None:
        message = asked.message
        about, language = {"trace_id": message.trace_id}, language_of(message.text)
        known = await chat.known(asked)
        if isinstance(known, Reply):
            logger.info("not allowed here", extra=about)
            await self._turn_away(asked, chat, known)
            return
        await self._intake.turn(asked)

        async def lose(start: Start) -> None:
            logger.warning("too many questions wait", extra=about)
            await self._turn_away(known, chat, turned_away(start, language))

        start = self._work.start(
            lambda: self._intake.surely(known, self._answer(known, chat)),
            asked.thread,
            (message.workspace_id, message.sender_id),
            lose=None if again else lose,
        )
        if start.turn is Turn.CLOSING:
            return  # the next start finds it in the inbox
        if not start:
            await lose(start)
        elif start.is_long and not again and message.addressed:
            note = await chat.note(known, long_wait(start, language))
            if note is not None:
                self._notes[message.trace_id] = note

    async def _answer(self, asked: A, chat: Chat[A]) -> None:
        is_noted = asked.message.trace_id in self._notes
        if self._intake.is_withdrawn(asked):
            self._notes.pop(asked.message.trace_id, None)
            return
        async with chat.sign(asked, quiet=is_noted) as sign:
            reply = await replied(self._handle, asked.message, self._limit_s)
            await sign.ready()
            if not await self._intake.posting(asked, reply):
                return
            reply = noted(reply, asked.unread)
            self._work.computed()
            outcome = await self._in_place(asked, chat, reply)
            outcome = outcome or await self._posted(asked, chat, reply, sign)
            sign.answered(reply)
        if (word := outcome.word) is not None:
            cure, may_pass = outcome.cure, outcome.may_pass
            await self._intake.undelivered(asked, word, cure, may_pass=may_pass)
            return
        if not await self._intake.posted(asked, outcome.remove):
            return
        await chat.answered(asked, reply, outcome)
        put = _better(asked, outcome.put)
        self._edits.posted(asked.key, put)
        self._later.follow(asked.thread, asked.message, reply, put)

    async def _in_place(self, asked: A, chat: Chat[A], reply: Reply) -> Outcome | None:
        """Puts a reply in place of a note, or of the reply that it corrects."""
        outcome = self._notes.pop(asked.message.trace_id, None)
        if outcome is None and asked.edited:
            outcome = Outcome(self._edits.reply_to(asked.key) or await self._reply_to(asked, chat))
        if outcome is None or outcome.put is None:
            return None
        return outcome if await outcome.put(with_question(reply, asked.shown)) else None

    async def _reply_to(self, asked: A, chat: Chat[A]) -> Replace | None:
        """Returns a way to replace the reply that another replica gave, if any did."""
        before = await self._intake.asked_before(asked.key)
        others = [one for one in before if one != asked.message.trace_id]
        return await chat.reply_to(asked, others) if others else None

    async def _posted(
        self, asked: A, chat: Chat[A], reply: Reply, sign: Sign | None = None
    ) -> Outcome:
        stream = sign.stream if sign else ""
        try:
            return await chat.post(asked, reply, stream)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return await chat.post(asked, apology(asked.message, error), stream)

    async def _turn_away(self, asked: A, chat: Chat[A], reply: Reply | None) -> None:
        """Posts why a question is not answered, unless it was only overheard."""
        if reply is not None and asked.message.addressed:
            await self._posted(asked, chat, reply)
        await self._intake.settle(asked)


def _better(asked: A, put: Replace | None) -> Replace | None:
    """Returns a way to put a better choice in place of a posted reply, if there is one."""
    return (lambda better: put(with_question(better, asked.shown))) if put else None


@dataclass(slots=True)
class _Asked:
    at: float
    put: Replace | None = None


class Edits:
    """The questions of the last minutes, by their message, with where their replies stand."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: OrderedDict[str, _Asked] = OrderedDict()

    def asked(self, key: str) -> None:
        """Notes a question; an edited one keeps its first time and its reply."""
        self._asked.setdefault(key, _Asked(self._clock()))
        if len(self._asked) > _MOST_EDITS:
            self._asked.popitem(last=False)

    def posted(self, key: str, put: Replace | None) -> None:
        """Notes what shows another reply in place of the one to a question."""
        if key in self._asked:
            self._asked[key].put = put

    def was_asked(self, key: str) -> bool:
        """Whether a message is a question of the last minutes."""
        known = self._asked.get(key)
        return known is not None and self._clock() - known.at < EDIT_S

    def reply_to(self, key: str) -> Replace | None:
        """Returns what shows another reply in place of the one to a question, if anything can."""
        known = self._asked.get(key)
        return known.put if known else None


class LaterWordings:
    """Replaces a posted answer by a better choice: once, unless its asker has written again."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._latest: OrderedDict[tuple[Hashable, str], str] = OrderedDict()
        """The latest message of a person in a thread."""

    def written(self, thread: Hashable, message: Message) -> None:
        """Notes a person's message, for the bot or not: their earlier answers stay as they are."""
        self._latest[thread, message.sender_id] = message.trace_id
        self._latest.move_to_end((thread, message.sender_id))
        if len(self._latest) > _MOST_LATEST:
            self._latest.popitem(last=False)

    def forget(self, answer_ids: Collection[str]) -> None:
        """Has nothing shown in place of these answers."""
        for key in [key for key, trace_id in self._latest.items() if trace_id in answer_ids]:
            del self._latest[key]

    def follow(self, thread: Hashable, message: Message, reply: Reply, put: Replace | None) -> None:
        """Has a better choice than a posted reply put in its place, if one comes in time."""
        later = reply.later
        if later is None or put is None:
            return

        async def once(better: Reply) -> bool:
            key = thread, message.sender_id
            if self._latest.get(key) != message.trace_id:
                return False
            del self._latest[key]
            return await put(better)

        self._work.aside(lambda: later(reply, once))
