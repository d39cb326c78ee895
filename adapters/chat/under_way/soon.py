"""Gives the database a moment, while a person waits; a replica then goes on with what it knows."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable
from typing import TypeVar

from bot.model.errors import RecordsError

logger = logging.getLogger(__name__)

T = TypeVar("T")

_PATIENCE_S = 1.0
"""Seconds; Slack waits three for an acknowledgement."""


async def soon(asked: Awaitable[T], otherwise: T, says: str) -> T:
    """Returns what the database says; if it does not in time, something else, and logs a line."""
    try:
        async with asyncio.timeout(_PATIENCE_S):
            return await asked
    except (RecordsError, TimeoutError) as error:
        about = {"error": type(error).__name__, "cure": str(error) or "is the database overloaded?"}
        logger.warning(says, extra=about)
        return otherwise


def hashed(key: str) -> str:
    """Returns a key of the same length for any other, without what somebody wrote."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
