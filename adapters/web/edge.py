"""Keeps bugs away from people, and people's words out of the log."""

import asyncio
import logging
from collections.abc import Callable

from bot import texts
from bot.model import Failure, Message, Reply
from bot.ports import Handle
from knowledge.language.terms import language_of
from knowledge.model.spared import Spared, wordless

__all__ = ["ANSWER_LIMIT_S", "apology", "replied", "revised", "wordless"]

logger = logging.getLogger(__name__)

ANSWER_LIMIT_S = 60.0


def apology(message: Message, error: Exception) -> Reply:
    """Logs the bug that stopped a reply and returns the apology."""
    trace_id = message.trace_id
    about = {"trace_id": trace_id, "platform": message.platform}
    logger.error("a bug stopped a reply", exc_info=wordless(error), extra=about)
    language = language_of(message.text)
    sorry = texts.APOLOGY[language].format(trace_id=trace_id)
    return Reply(sorry, language, private=True, trace_id=trace_id, failure=Failure.BUG)


async def replied(
    handle: Handle, message: Message, limit_s: float | None = ANSWER_LIMIT_S
) -> Reply:
    """Returns the conversation's reply; an apology after a bug or a timeout."""
    try:
        async with asyncio.timeout(limit_s):
            return await handle(message)
    except Exception as error:  # noqa: BLE001 - the adapter's edge
        return apology(message, error)


async def revised(reply: Reply, put: Callable[[Reply], bool]) -> None:
    """Waits for a better choice than a reply that was sent, and has it sent in its place, once.

    Returns at once if none can come; a bug leaves the first reply as it is.
    """
    if (later := reply.later) is None:
        return

    async def sent(better: Reply) -> bool:
        return put(better)

    with Spared("revision"):
        await later(reply, sent)
