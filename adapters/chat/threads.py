"""Whether the bot takes part in a thread and listens to follow-ups."""

import logging
from datetime import UTC, datetime, timedelta

from bot.model.errors import RecordsError
from bot.ports import Records

logger = logging.getLogger(__name__)


_LATEST = 10
"""Latest answers to a person that are looked through."""


async def goes_on(records: Records, thread: str, person: str) -> bool:
    """Whether a person has asked the bot in this thread before."""
    try:
        return any(one.thread == thread for one in await records.recent(person, _LATEST))
    except RecordsError:
        logger.exception("cannot tell whether a person asked here before")
        return False


async def is_followed(records: Records, thread: str, idle: timedelta) -> bool:
    """Whether the bot has answered in a thread within `idle`."""
    try:
        return await records.answered(thread, datetime.now(UTC) - idle)
    except RecordsError:
        logger.exception("cannot tell whether a thread is followed")
        return False
