"""Whether the bot is in a thread, and goes on listening there."""

import logging
from datetime import UTC, datetime, timedelta

from bot.model.errors import RecordsError
from bot.ports import Records

logger = logging.getLogger(__name__)


async def is_followed(records: Records, thread: str, idle: timedelta) -> bool:
    """Whether the bot has answered in a thread, not longer ago than this."""
    try:
        return await records.answered(thread, datetime.now(UTC) - idle)
    except RecordsError:
        logger.exception("whether a thread is followed is not known")
        return False
