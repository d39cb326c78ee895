"""A question, whichever way it came in: answered in its chat, with a sign when it takes long."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from adapters.edge import apology
from adapters.teams.outbox import Chat, Outbox
from adapters.teams.posted import Posted
from adapters.texts import SEARCHING
from adapters.work import Work
from bot import texts
from bot.model import Message, Reply
from bot.ports import Handle
from knowledge.lexical import language_of
from knowledge.model import Language

logger = logging.getLogger(__name__)

_ANSWER_LIMIT_S = 60.0
_SIGN_AFTER_S = 0.4
"""Most answers are there earlier: a sign for them would only flicker, and keep them waiting."""
_SIGN_AGAIN_S = 3.5
"""Teams shows that somebody types for about so long."""


@dataclass
class _Sign:
    """A sign of work, and the stream that it began."""

    stream_id: str = ""


class Asking:
    """Answers questions, a bounded number at once, those of a chat in turn."""

    def __init__(self, handle: Handle, work: Work, outbox: Outbox, posted: Posted) -> None:
        self._handle = handle
        self._work = work
        self._outbox = outbox
        self._posted = posted

    async def ask(self, message: Message, chat: Chat, shown: str = "") -> None:
        """Take a question on; what nobody wrote, as on a button, is shown above its answer."""
        key = chat.place.tenant_id, chat.place.conversation_id
        if not self._work.start(lambda: self._answer(message, chat, shown), key):
            busy = Reply(texts.BUSY[language_of(message.text)], language_of(message.text))
            await self._outbox.post(chat, replace(busy, private=True))

    async def reply(self, message: Message) -> Reply:
        """Return what the conversation says; an apology where it meets a bug."""
        try:
            async with asyncio.timeout(_ANSWER_LIMIT_S):
                return await self._handle(message)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return apology(message, error)

    async def _answer(self, message: Message, chat: Chat, shown: str) -> None:
        async with self._sign(chat, language_of(message.text)) as sign:
            reply = await self.reply(message)
        if shown:
            notice = " ".join(filter(None, (f"“{shown}”", reply.notice)))
            reply = replace(reply, notice=notice)
        message_id = await self._outbox.post(chat, reply, sign.stream_id)
        if message_id and reply.kept:
            self._posted.keep(message_id, reply.trace_id)

    @asynccontextmanager
    async def _sign(self, chat: Chat, language: Language) -> AsyncIterator[_Sign]:
        sign = _Sign()
        showing = asyncio.create_task(self._show(sign, chat, language))
        try:
            yield sign
        finally:
            showing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await showing

    async def _show(self, sign: _Sign, chat: Chat, language: Language) -> None:
        await asyncio.sleep(_SIGN_AFTER_S)
        while True:
            # What is on its way arrives: the answer has to know which stream it ends.
            shown = asyncio.ensure_future(self._outbox.sign(chat, SEARCHING[language]))
            try:
                sign.stream_id = await asyncio.shield(shown)
            except asyncio.CancelledError:
                sign.stream_id = await shown
                raise
            if chat.place.direct:
                return
            await asyncio.sleep(_SIGN_AGAIN_S)
