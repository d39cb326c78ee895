"""Keeps bugs away from people, people's words out of the log, and half letters out of both."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from bot import texts
from bot.model import Failure, Message, Reply
from bot.model.text import whole
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


# Drops half surrogate pairs, such as a lone `\ud83d` in JSON, wherever a program sends text.
#
# Half a pair is no character: it can neither be stored, nor logged, nor sent on.


_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def whole_json(raw: bytes) -> bytes:
    """Returns JSON without half pairs; what is no JSON stays as it is."""
    if not _ESCAPED.search(raw):
        return raw
    try:
        return json.dumps(whole_values(json.loads(raw)), ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # reported by the next reader
        return raw


def whole_values(value: Any) -> Any:
    """Returns parsed JSON whose names and texts have no half pairs. Raises RecursionError."""
    if isinstance(value, str):
        return value if value.isascii() else whole(value)
    if isinstance(value, Mapping):
        return {whole_values(name): whole_values(one) for name, one in value.items()}
    if isinstance(value, list):
        return [whole_values(one) for one in value]
    return value
