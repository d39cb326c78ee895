"""Whether the bot takes part in a thread and listens to follow-ups."""

import logging
from datetime import UTC, datetime, timedelta

from bot.model.errors import RecordsError
from bot.ports import Records

logger = logging.getLogger(__name__)


async def is_followed(records: Records, thread: str, idle: timedelta) -> bool:
    """Whether the bot has answered in a thread within `idle`."""
    try:
        return await records.answered(thread, datetime.now(UTC) - idle)
    except RecordsError:
        logger.exception("cannot tell whether a thread is followed")
        return False
