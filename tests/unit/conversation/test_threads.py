"""Threads in memory are bounded."""

from datetime import timedelta

from bot.conversation.threads import MemoryThreads
from bot.model import Turn
from bot.privacy import safe

TURN = Turn(safe("how long can customers return headphones?"))
OTHER = Turn(safe("환불은 며칠인가요?"))


async def test_the_thread_that_was_quiet_longest_is_forgotten_first() -> None:
    threads = MemoryThreads(timedelta(hours=1))
    await threads.keep("first", TURN)
    for number in range(9_999):
        await threads.keep(f"thread {number}", OTHER)
    await threads.keep("first", OTHER)
    await threads.keep("one more", TURN)

    assert await threads.turns("thread 0") == ()
    assert (await threads.turns("first"))[-1:] == (OTHER,)
