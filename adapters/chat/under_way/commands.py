"""Administrators' commands of any chat; one message shows the progress of a run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from adapters.chat.texts import RUN_STOPPED
from adapters.chat.under_way.waiting import turned_away
from adapters.chat.under_way.work import Work
from adapters.web.edge import apology, wordless
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply
from bot.ports import Handle
from knowledge.language.terms import language_of
from knowledge.model.report import Progress

logger = logging.getLogger(__name__)

_PAUSE_S = 2.0
"""Seconds between two edits of a message: Slack allows about fifty a minute for the whole bot."""
_LAST_WORD_S = 1.0
"""Seconds to report a stopped run before the server ends."""


class Run(Protocol):
    """A command on its platform: where it was given, and the message about it."""

    async def known(self, message: Message) -> Message:
        """Returns the command with what its sender may do, and their language."""
        ...

    async def tell(self, reply: Reply) -> object:
        """Posts a reply, privately."""
        ...

    async def begin(self, note: Reply) -> bool:
        """Posts that a run begins; True if that message can show its progress."""
        ...

    async def edit(self, progress: Progress) -> bool:
        """Shows the progress; False if another edit would not help."""
        ...

    async def end(self, reply: Reply, *, begun: bool, is_report: bool) -> None:
        """Shows the end in place of the progress, if a run has begun; a report may be secret."""
        ...


class Commands:
    """Runs commands; whoever may not gets a refusal."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._handle = handle
        self._limits = limits
        self._work = work
        self._sleep = sleep

    async def run(self, message: Message, run: Run) -> None:
        """Starts a command."""
        if await self._limits.is_too_much(message, "", run.tell):
            return
        known = await run.known(message)
        start = self._work.start(lambda: self._run(known, run))
        if not start:
            await run.tell(turned_away(start, language_of(message.text)))

    async def _run(self, message: Message, run: Run) -> None:
        shown = RunMessage(run, self._sleep)
        try:
            reply, is_report = await self._handle(message, shown.begin, shown.show), True
        except asyncio.CancelledError:
            language = message.scope.language or language_of(message.text)
            try:
                async with asyncio.timeout(_LAST_WORD_S):
                    await shown.end(Reply(RUN_STOPPED[language], language, private=True))
            except TimeoutError:
                await shown.stop()
            raise
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            reply, is_report = apology(message, error), False
        await shown.end(reply, is_report=is_report)


class RunMessage:
    """The one message about a run."""

    def __init__(self, run: Run, sleep: Callable[[float], Awaitable[object]]) -> None:
        self._run = run
        self._sleep = sleep
        self._latest: Progress | None = None
        self._in_flight = asyncio.Lock()
        self._editing: asyncio.Task[None] | None = None

    async def begin(self, note: Reply) -> None:
        """Posts that a run begins."""
        if await self._run.begin(note):
            self._editing = asyncio.create_task(self._edit_now_and_then())

    def show(self, progress: Progress) -> None:
        """Records the progress; safe to call from any thread."""
        self._latest = progress

    async def end(self, reply: Reply, *, is_report: bool = False) -> None:
        """Shows the end, after an edit in flight: that one cannot come last."""
        async with self._in_flight:
            await self.stop()
        await self._run.end(reply, begun=self._editing is not None, is_report=is_report)

    async def stop(self) -> None:
        """Stops the edits at once."""
        if self._editing is not None:
            self._editing.cancel()
            await asyncio.gather(self._editing, return_exceptions=True)

    async def _edit_now_and_then(self) -> None:
        shown: Progress | None = None
        while True:
            await self._sleep(_PAUSE_S)
            latest = self._latest
            if latest is not None and latest != shown:
                shown = latest
                async with self._in_flight:
                    if not await self._edited(latest):
                        return

    async def _edited(self, progress: Progress) -> bool:
        try:
            return await self._run.edit(progress)
        except Exception as error:  # the run goes on without its bar
            logger.exception("a bug stopped an edit", exc_info=wordless(error))
            return False
