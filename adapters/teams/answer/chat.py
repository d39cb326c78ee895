"""Teams as a chat: a question with its place, and what Teams does for its reply."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from adapters.chat.about import with_question
from adapters.chat.chat import Outcome
from adapters.chat.texts import SEARCHING
from adapters.chat.unread import Unread
from adapters.teams.answer.kept_answers import keep_message, message_of
from adapters.teams.post.outbox import Outbox
from adapters.teams.post.run import CHATS, KeptChat
from adapters.teams.receive.activities import Chat
from adapters.web.edge import wordless
from bot.model import Message, Reply, Wait
from bot.model.said import Replace
from bot.ports import Records
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
    unread: Unread | None = None
    shown: str = field(default="", repr=False)
    """A question that nobody typed, such as a button's: shown above its answer."""

    @property
    def thread(self) -> tuple[str, str]:
        """The key of its queue: questions in one chat are answered in order."""
        return thread_of(self.chat)

    @property
    def key(self) -> str:
        """The key of its message."""
        return self.chat.place.key

    @property
    def channel(self) -> str:
        """The channel or chat whose messages are counted."""
        return self.chat.place.channel


def thread_of(chat: Chat) -> tuple[str, str]:
    """The key of the queue of a chat's questions."""
    return chat.place.tenant_id, chat.place.conversation_id


class TeamsChat:
    """Teams: one outbox for every chat."""

    def __init__(self, outbox: Outbox, records: Records) -> None:
        self._outbox = outbox
        self._records = records

    async def of(self, asked: Ask) -> "TeamsChat":
        """Returns itself: a question names its chat."""
        return self

    async def known(self, asked: Ask) -> Ask | Reply:
        """Notes how long the chat waits, and where the answer will stand."""
        wait = Wait.PATIENT if asked.chat.alone else Wait.EDITABLE
        # Nothing is posted by the person's Entra id: it is not stored.
        bare = replace(asked.chat, place=replace(asked.chat.place, aad_object_id=""))
        place = CHATS.written(KeptChat(bare, unsure=not asked.message.addressed))
        return replace(asked, message=replace(asked.message, wait=wait, place=place))

    @asynccontextmanager
    async def sign(self, asked: Ask, *, quiet: bool) -> AsyncIterator["Sign"]:
        """Shows that the bot is at work; not where a note stands."""
        sign = Sign(self._outbox, asked.chat, language_of(asked.message.text), quiet=quiet)
        try:
            yield sign
        finally:
            await sign.ready()

    async def post(self, asked: Ask, reply: Reply, stream: str = "") -> Outcome:
        """Posts a reply in its chat, as the end of a stream if one was started."""
        told = with_question(reply, asked.shown)
        return await self._outbox.post(asked.chat, told, stream)

    async def note(self, asked: Ask, note: Reply) -> Outcome | None:
        """Shows the asker how long it takes; in a personal chat the reply replaces it."""
        outcome = await self._outbox.post(asked.chat, note)
        return outcome if asked.chat.place.direct else None

    async def is_posted(self, asked: Ask) -> bool | None:
        """Returns None: Teams cannot be asked what stands in a chat."""
        return None

    async def reply_to(self, asked: Ask, before: Sequence[str]) -> Replace | None:
        """Returns what replaces an earlier answer in the chat."""
        if asked.chat.alone:
            return None
        held_in = await message_of(self._records, before)
        message_id = asked.chat.place.message_in(held_in)
        return partial(self._outbox.reword, asked.chat, message_id) if message_id else None

    async def answered(self, asked: Ask, reply: Reply, outcome: Outcome) -> None:
        """Notes which message holds an answer, for ratings of it."""
        if reply.kept and outcome.message:
            await keep_message(self._records, outcome.message, reply.trace_id)


class Sign:
    """A working sign, from a short delay until it is told that the answer is ready."""

    def __init__(self, outbox: Outbox, chat: Chat, language: Language, *, quiet: bool) -> None:
        self._outbox = outbox
        self._chat = chat
        self.stream = ""
        """The stream that it started, which the answer ends."""
        self._showing = None if quiet else asyncio.create_task(self._show(SEARCHING[language]))

    async def ready(self) -> None:
        """Ends the sign; waits for one in flight, as the answer must know which stream it ends."""
        if self._showing is None:
            return
        showing, self._showing = self._showing, None
        showing.cancel()
        [ended] = await asyncio.gather(showing, return_exceptions=True)
        if isinstance(ended, Exception):
            logger.error("a bug stopped a sign of work", exc_info=wordless(ended))

    def answered(self, reply: Reply) -> None:
        """Does nothing: Teams takes its sign away by itself."""

    async def _show(self, text: str) -> None:
        await asyncio.sleep(_SIGN_AFTER_S)
        while True:
            shown = asyncio.ensure_future(self._outbox.sign(self._chat, text))
            try:
                self.stream = await asyncio.shield(shown)
            except asyncio.CancelledError:
                self.stream = await shown
                raise
            if self._chat.place.direct:
                return
            await asyncio.sleep(_SIGN_AGAIN_S)
