"""Answers a question from any entry point, with a working sign if it takes long."""

import asyncio
import logging
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from adapters.chat.about import with_question
from adapters.chat.texts import SEARCHING
from adapters.chat.under_way.edits import Edits
from adapters.chat.under_way.intake import Intake
from adapters.chat.under_way.later import LaterWordings
from adapters.chat.under_way.queue import Start, Turn
from adapters.chat.under_way.waiting import long_wait, too_late, turned_away
from adapters.chat.under_way.work import Work
from adapters.chat.unread import Unread, noted
from adapters.teams.answer.kept_answers import keep_message, message_of
from adapters.teams.api.trouble import cure
from adapters.teams.post.kept_chat import KeptChat, written
from adapters.teams.post.outbox import Chat, Outbox, Outcome
from adapters.web.edge import apology, replied, wordless
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply, Wait
from bot.model.said import Replace
from bot.ports import Handle, Records
from knowledge.language.terms import language_of
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_SIGN_AFTER_S = 0.4
"""Seconds; most answers come earlier: a sign would only flicker and delay them."""
_SIGN_AGAIN_S = 3.5
"""Seconds; Teams shows the typing indicator for about this long."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as it came in: data alone, so that the inbox can hold it."""

    message: Message
    chat: Chat
    edited: bool = False
    """Whether its message was edited: the reply takes the place of the one before."""
    unread: Unread | None = None
    """What came with the words of the message."""
    shown: str = field(default="", repr=False)
    """A question that nobody typed, such as a button's: shown above its answer."""

    @property
    def overheard(self) -> bool:
        """Whether it is not addressed to the bot: only a sure answer is posted, never a refusal."""
        return not self.message.addressed

    @property
    def thread(self) -> tuple[str, str]:
        """The key of its queue: questions in one chat are answered in order."""
        return _key_of(self.chat)


@dataclass
class _Sign:
    """A working sign and the stream that it started."""

    stream_id: str = ""


class Asking:
    """Answers questions: a bounded number at once, one at a time in a chat."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        outbox: Outbox,
        records: Records,
        intake: Intake[Ask],
    ) -> None:
        self._handle = handle
        self._limits = limits
        self._work = work
        self._outbox = outbox
        self._records = records
        self._intake = intake
        self._later = LaterWordings(work)
        self._edits = Edits()
        self._notes: dict[str, str] = {}
        """Messages about a long wait that the reply replaces, by the id of the answer."""

    def heard(self, message: Message, chat: Chat) -> None:
        """Notes a message that may be for somebody else."""
        self._later.written(_key_of(chat), message)

    async def accept(self, key: str, asked: Ask) -> bool:
        """Writes a question down, before Teams is told that it arrived; False if it was before."""
        return await self._intake.accept(key, asked)

    async def was_asked(self, chat: Chat) -> bool:
        """Whether a message is a question of the last minutes, whichever replica took it."""
        if self._edits.was_asked(_message_of(chat)):
            return True
        return bool(await self._intake.asked_before(chat.place.key))

    async def ask(self, asked: Ask) -> None:
        """Starts an answer, or says that too many questions wait."""
        message = asked.message
        self.heard(message, asked.chat)
        self._edits.asked(_message_of(asked.chat))
        if await self.is_too_much(message, asked.chat, overheard=asked.overheard):
            await self._intake.settle(asked)
        else:
            await self._begin(asked)

    async def again(self, asked: Ask, *, maybe_posted: bool) -> None:
        """Answers a question that was left open.

        Teams cannot be asked what stands in a chat. Where nobody knows, a person would rather read
        the same answer twice than wait for one that never comes.
        """
        if maybe_posted:
            about = {"trace_id": asked.message.trace_id}
            logger.warning("a reply may come twice after a crash", extra=about)
        await self._begin(asked, again=True)

    async def too_late(self, asked: Ask) -> None:
        """Apologises for a question that nobody needs answered any more."""
        if not asked.overheard:
            await self._outbox.post(asked.chat, too_late(asked.message))

    async def withdraw(self, key: str) -> None:
        """Answers a message no more that its author deleted."""
        self._later.forget(await self._intake.withdraw(key))

    def stop(self, thread: Hashable) -> int:
        """Stops the work on a chat; returns the number of its questions."""
        return self._work.stop(thread)

    async def is_too_much(self, message: Message, chat: Chat, *, overheard: bool = False) -> bool:
        """Counts a message. True if over the limit; the person is told once a minute."""
        tell = partial(self._outbox.post, chat)
        return await self._limits.is_too_much(
            message, chat.place.channel, tell, overheard=overheard
        )

    async def reply(self, message: Message, channel: str) -> Reply:
        """Returns the answer, an apology or a "too many" reply; posts nothing."""
        away = await self._limits.turned_away(message, channel)
        return (away and away.reply) or await replied(self._handle, message)

    async def _begin(self, asked: Ask, *, again: bool = False) -> None:
        message, chat = asked.message, asked.chat
        wait = Wait.PATIENT if chat.alone else Wait.EDITABLE
        place = written(KeptChat(chat, unsure=asked.overheard))
        waiting = replace(asked, message=replace(message, wait=wait, place=place))
        language = language_of(message.text)
        await self._intake.turn(asked)

        async def lose(start: Start) -> None:
            logger.warning("too many questions wait", extra={"trace_id": message.trace_id})
            if not asked.overheard:
                await self._outbox.post(chat, turned_away(start, language))
            await self._intake.settle(asked)

        start = self._work.start(
            lambda: self._intake.surely(waiting, self._answer(waiting)),
            asked.thread,
            (chat.place.tenant_id, chat.place.user),
            lose=None if again else lose,
        )
        if start.turn is Turn.CLOSING:
            return  # the next start finds it in the inbox
        if not start:
            await lose(start)
        elif start.is_long and not again and not asked.overheard:
            await self._note(waiting, long_wait(start, language))

    async def _note(self, asked: Ask, note: Reply) -> None:
        """Shows the asker how long it takes; in a personal chat the reply replaces it."""
        outcome = await self._outbox.post(asked.chat, note)
        if outcome.message_id and asked.chat.place.direct:
            self._notes[asked.message.trace_id] = outcome.message_id

    async def _answer(self, asked: Ask) -> None:
        chat, note = asked.chat, self._notes.pop(asked.message.trace_id, "")
        if self._intake.is_withdrawn(asked):
            return
        async with self._sign(chat, language_of(asked.message.text), quiet=bool(note)) as sign:
            reply = await replied(self._handle, asked.message)
        if not await self._intake.posting(asked, reply):
            return
        reply = noted(reply, asked.unread)
        self._work.computed()
        outcome = await self._posted(asked, with_question(reply, asked.shown), sign.stream_id, note)
        if outcome.word is not None:
            word, may_pass = outcome.word, outcome.may_pass
            await self._intake.undelivered(asked, word, cure(word), may_pass=may_pass)
            return
        chat = outcome.chat or chat
        # The last message of a stream has the stream's id, even if Teams returns none.
        message_id = outcome.message_id or sign.stream_id
        remove = partial(self._outbox.remove, chat, message_id) if message_id else None
        is_there = await self._intake.posted(asked, remove)
        if not is_there or outcome.stopped or outcome.replaced:
            return
        if reply.kept:
            held_in = chat.place.message(message_id)
            await keep_message(self._records, held_in, reply.trace_id)

        async def put(better: Reply) -> bool:
            return await self._outbox.reword(chat, message_id, with_question(better, asked.shown))

        can_change = put if message_id and not reply.private else None
        self._edits.posted(_message_of(asked.chat), can_change)
        self._later.follow(asked.thread, asked.message, reply, can_change)

    async def _posted(self, asked: Ask, reply: Reply, stream_id: str, note: str) -> Outcome:
        if note and await self._outbox.reword(asked.chat, note, reply):
            return Outcome(note)
        before = await self._reply_to(asked) if asked.edited else None
        if before is not None and await before(reply):
            return Outcome(replaced=True)
        try:
            return await self._outbox.post(asked.chat, reply, stream_id)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return await self._outbox.post(asked.chat, apology(asked.message, error), stream_id)

    async def _reply_to(self, asked: Ask) -> Replace | None:
        """What shows another reply in place of an earlier one, if any can."""
        put = self._edits.reply_to(_message_of(asked.chat))
        if put is not None or asked.chat.alone:
            return put
        before = await self._intake.asked_before(asked.chat.place.key)
        held_in = await message_of(self._records, before)
        message_id = asked.chat.place.message_in(held_in)
        return partial(self._outbox.reword, asked.chat, message_id) if message_id else None

    @asynccontextmanager
    async def _sign(self, chat: Chat, language: Language, *, quiet: bool) -> AsyncIterator[_Sign]:
        """Shows a working sign; a `quiet` one is none, as a note stands there."""
        sign = _Sign()
        showing = asyncio.create_task(_nothing() if quiet else self._show(sign, chat, language))
        try:
            yield sign
        finally:
            showing.cancel()
            [ended] = await asyncio.gather(showing, return_exceptions=True)
            if isinstance(ended, Exception):
                logger.error("a bug stopped a sign of work", exc_info=wordless(ended))

    async def _show(self, sign: _Sign, chat: Chat, language: Language) -> None:
        await asyncio.sleep(_SIGN_AFTER_S)
        while True:
            # Waits for a sign in flight: the answer must know which stream it ends.
            shown = asyncio.ensure_future(self._outbox.sign(chat, SEARCHING[language]))
            try:
                sign.stream_id = await asyncio.shield(shown)
            except asyncio.CancelledError:
                sign.stream_id = await shown
                raise
            if chat.place.direct:
                return
            await asyncio.sleep(_SIGN_AGAIN_S)


async def _nothing() -> None:
    return


def _message_of(chat: Chat) -> tuple[str, str]:
    return chat.place.conversation_id, chat.place.activity_id


def _key_of(chat: Chat) -> tuple[str, str]:
    return chat.place.tenant_id, chat.place.conversation_id
