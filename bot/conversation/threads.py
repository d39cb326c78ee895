"""Remembers the last questions of each thread, in memory, without personal data.

What people say to each other there is none, unless the bot answers it.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta

from bot.answering.understand import asks, only_a_place
from bot.model import Confidence, Message, Reply, Turn
from bot.model.written import ANSWERED

MOST_TURNS = 3
"""Turns of a thread that are remembered; older ones are forgotten."""
_MOST = 10_000
"""Threads that are remembered; the one quiet for longest is forgotten first."""


def is_for_its_reader(message: Message, reply: Reply) -> bool:
    """Whether a reply is for who wrote a message: it was addressed to the bot, or is a sure answer.

    A reply to a question of the bot, the choice of a rule, and a danger need no sure one.
    """
    answer = reply.answer
    if message.addressed or reply.awaited or (answer is not None and answer.understood.danger):
        return True
    is_sure = asks(message.text) and reply.confidence is not Confidence.LOW
    return reply.verdict in ANSWERED and bool(is_sure or only_a_place(message.text))


class MemoryThreads:
    """Holds the last turns of each thread in memory: a restart forgets them."""

    def __init__(self, expiry: timedelta | None, now: Callable[[], float] = time.monotonic) -> None:
        """Remembers a quiet thread until `expiry`; None remembers nothing."""
        self._expiry_s = expiry.total_seconds() if expiry else 0.0
        self._now = now
        self._turns: OrderedDict[str, tuple[float, tuple[Turn, ...]]] = OrderedDict()

    async def turns(self, thread: str) -> tuple[Turn, ...]:
        """Returns the thread's last turns, the latest last; none if it was quiet for too long."""
        return self._kept(thread)

    async def keep(self, thread: str, turn: Turn) -> None:
        """Adds a turn to its thread."""
        if not self._expiry_s or not thread:
            return
        self._turns[thread] = (self._now(), (*self._kept(thread), turn)[-MOST_TURNS:])
        self._turns.move_to_end(thread)
        if len(self._turns) > _MOST:
            self._turns.popitem(last=False)

    def _kept(self, thread: str) -> tuple[Turn, ...]:
        kept = self._turns.get(thread)
        if kept is None or self._now() - kept[0] >= self._expiry_s:
            self._turns.pop(thread, None)
            return ()
        return kept[1]
