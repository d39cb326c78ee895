"""Administrators' commands; one edited message shows the progress of a run."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from adapters.chat.texts import RUN_STOPPED
from adapters.chat.under_way.waiting import turned_away
from adapters.chat.under_way.work import Work
from adapters.teams.post.outbox import Chat, Outbox
from adapters.teams.render.cards import progress_card, report_card
from adapters.teams.texts import ASK_ALONE, INDEXING_TITLE, REPORT_TITLE
from adapters.web.edge import apology
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply
from bot.ports import Handle
from knowledge.language.terms import language_of
from knowledge.model.report import Progress

_PAUSE_S = 2.0
"""Seconds between two edits of a message."""
_LAST_WORD_S = 1.0
"""Seconds to report a stopped run before the server ends."""


class AdminCommands:
    """Runs commands and reports privately."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        outbox: Outbox,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._handle = handle
        self._limits = limits
        self._work = work
        self._outbox = outbox
        self._sleep = sleep

    async def run(self, message: Message, chat: Chat) -> None:
        """Starts a command."""
        if await self._limits.is_too_much(message, "", partial(self._outbox.post, chat)):
            return
        start = self._work.start(lambda: self._run(message, chat))
        if not start:
            await self._outbox.post(chat, turned_away(start, language_of(message.text)))

    async def _run(self, message: Message, chat: Chat) -> None:
        shown = _Shown(chat, self._outbox, self._sleep)
        language = language_of(message.text)
        try:
            reply = await self._handle(message, shown.begin, shown.show)
        except asyncio.CancelledError:
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_WORD_S):
                    await self._end(shown, chat, Reply(RUN_STOPPED[language], language))
            raise
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            await self._end(shown, chat, apology(message, error))
            return
        # A report quotes documents that not everybody here may read.
        await self._end(shown, chat, reply, secret=message.admin and not chat.place.direct)

    async def _end(
        self, shown: "_Shown", chat: Chat, reply: Reply, *, secret: bool = False
    ) -> None:
        if secret:
            if await shown.end(reply, secret=True) or await self._outbox.whisper(chat, reply):
                return
            reply = Reply(ASK_ALONE[reply.language], reply.language, trace_id=reply.trace_id)
        if not await shown.end(reply):
            await self._outbox.post(chat, replace(reply, private=True))


class _Shown:
    """The one message about a run."""

    def __init__(
        self, chat: Chat, outbox: Outbox, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        self._chat = chat
        self._outbox = outbox
        self._sleep = sleep
        self._language = language_of("")
        self._message_id = ""
        self._latest: Progress | None = None
        self._changing: asyncio.Task[None] | None = None
        self._on_its_way: asyncio.Task[bool] | None = None

    async def begin(self, reply: Reply) -> None:
        """Posts that a run begins."""
        self._language = reply.language
        card = report_card(reply)
        title = INDEXING_TITLE[self._language]
        sent = await self._outbox.show(self._chat, card, title, self._language)
        if sent:
            self._message_id = sent
            self._changing = asyncio.create_task(self._change_now_and_then())

    def show(self, progress: Progress) -> None:
        """Records the progress; safe to call from any thread."""
        self._latest = progress

    async def end(self, reply: Reply, *, secret: bool = False) -> bool:
        """Replaces the message with the report; False if it must be posted instead."""
        if self._changing is None:
            return False
        self._changing.cancel()
        await asyncio.gather(self._changing, return_exceptions=True)
        title = REPORT_TITLE[reply.language]
        return await self._outbox.change(
            self._chat,
            self._message_id,
            report_card(reply),
            title,
            reply.language,
            secret=secret,
        )

    async def _change_now_and_then(self) -> None:
        shown: Progress | None = None
        while True:
            await self._sleep(_PAUSE_S)
            latest = self._latest
            if latest is None or latest == shown:
                continue
            shown = latest
            card = progress_card(latest, self._language)
            title = INDEXING_TITLE[self._language]
            change = self._outbox.change(self._chat, self._message_id, card, title, self._language)
            # Teams may have accepted the cancelled edit: the report then queues behind it.
            self._on_its_way = asyncio.create_task(change)
            await asyncio.shield(self._on_its_way)
