"""The terminal as a chat: one person in one thread, a line at a time."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime

from adapters.chat.about import with_question
from adapters.chat.chat import NoSign, Outcome, Sign
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.intake import Intake
from adapters.chat.under_way.work import Work
from adapters.chat.unread import Unread
from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform, Reply
from bot.model.kept import Accepted, Depth
from bot.model.said import Replace
from bot.ports import Handle
from bot.privacy import Redactor
from bot.upkeep.history.trail import Trail

PROMPT = "> "

Write = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Ask:
    """A line that was typed."""

    message: Message
    edited: bool = False
    unread: Unread | None = None
    shown: str = field(default="", repr=False)
    channel: str = ""

    @property
    def thread(self) -> str:
        """The one thread."""
        return self.message.conversation_id

    @property
    def key(self) -> str:
        """Its own: no line comes twice."""
        return self.message.trace_id


async def converse(
    handle: Handle, lines: Iterable[str], write: Write, thread: str, *, echo: bool
) -> None:
    """Answers each line before the next is read; `echo` repeats a line that nobody sees typed."""
    work, terminal = Work(), Terminal(write)
    intake = Intake(Platform.CONSOLE, Ask, _Here(), Trail(), Redactor())
    asking = Asking(handle, Limits(), work, intake, terminal.of, limit_s=None)
    for line in lines:
        asked = Ask(Message(Platform.CONSOLE, thread, "me", terminal.meant(line)))
        if echo:
            write(f"{PROMPT}{asked.message.text}")
        if await asking.accept(asked.key, asked):
            await asking.ask(asked, terminal)
            await terminal.answer()
    await work.drain()


class Terminal:
    """Prints replies with their suggestions, which a number asks."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._offered: Sequence[str] = ()
        self._posted = asyncio.Event()
        self._failed: OSError | None = None
        """Why nothing more can be printed."""

    def meant(self, line: str) -> str:
        """Returns the question of a line: its own words, or the one of a number."""
        is_number = line.isdecimal() and 1 <= int(line) <= len(self._offered)
        return self._offered[int(line) - 1] if is_number else line

    async def answer(self) -> None:
        """Waits until the line has its reply. Raises OSError if it cannot be printed."""
        await self._posted.wait()
        self._posted.clear()
        if self._failed is not None:
            raise self._failed

    async def of(self, asked: Ask) -> "Terminal":
        """Returns itself: there is one."""
        return self

    async def known(self, asked: Ask) -> Ask | Reply:
        """Returns the question: nothing is set here."""
        return asked

    def sign(self, asked: Ask, *, quiet: bool) -> AbstractAsyncContextManager[Sign]:
        """Shows none: the progress bar of an index that is made does."""
        return nullcontext(NoSign())

    async def post(self, asked: Ask, reply: Reply, stream: str = "") -> Outcome:
        """Prints a reply, then its choices and suggestions with their numbers."""
        told = with_question(reply, asked.shown)
        self._offered = [*(one.question for one in told.choices), *told.suggestions]
        labels = [*(one.label for one in told.choices), *told.suggestions]
        try:
            self._write(f"\n{told.text}\n")
            for number, one in enumerate(labels, start=1):
                self._write(f"  {number}  {one}")
        except OSError as error:
            self._failed = error
        self._posted.set()
        return Outcome()

    async def note(self, asked: Ask, note: Reply) -> Outcome | None:
        """Prints how long it takes; nothing printed is replaced."""
        self._write(note.text)
        return None

    async def is_posted(self, asked: Ask) -> bool | None:
        """Returns None: what was printed is not known after a restart."""
        return None

    async def reply_to(self, asked: Ask, before: Sequence[str]) -> Replace | None:
        """Returns None: nothing printed is replaced."""
        return None

    async def answered(self, asked: Ask, reply: Reply, outcome: Outcome) -> None:
        """Does nothing."""


class _Here:
    """An inbox for as long as the person sits here: a line that is lost can be typed again."""

    shared = False

    async def accept(self, question: Accepted) -> bool:
        return True

    async def settle(self, answer_id: str) -> None:
        return

    async def posting(self, answer_id: str) -> bool:
        return True

    async def postpone(self, answer_id: str, until: datetime) -> None:
        return

    async def claim(self, platform: Platform) -> list[Accepted]:
        return []

    async def turn(self, answer_id: str) -> None:
        return

    async def stop(self, platform: Platform, thread: str) -> int:
        return 0

    def stopped(self, call: Callable[[str], None]) -> None:
        return

    async def left(self, timeout_s: float) -> None:
        await asyncio.sleep(timeout_s)

    async def leave(self) -> None:
        return

    async def asked(self, key: str, since: datetime) -> list[str]:
        return []

    async def depth(self) -> Depth:
        return Depth()
