"""What each chat does with corrections: names their places, and tells of failures."""

import logging
from collections.abc import Awaitable

from adapters.web.edge import wordless
from bot.model import Reply
from bot.model.kept.records import Posting, StoredAnswer

logger = logging.getLogger(__name__)


def place_named(told: StoredAnswer, *, private: bool, unsure: bool) -> str | None:
    """Names the thread, with the person if only they saw the answer; None if nobody did.

    An `unsure` answer, to an overheard message, was posted only if the documents answered.
    """
    if unsure and told.reply.outcome != "answer":
        return None
    return f"{told.thread} {told.person}" if private else told.thread


async def surely(posting: Awaitable[Posting], reply: Reply) -> Posting:
    """Awaits the posting of a correction; a bug is logged and named like any other failure."""
    try:
        posted = await posting
    except Exception as error:  # the adapter's edge
        about = {"trace_id": reply.trace_id}
        logger.exception("a bug stopped a correction", exc_info=wordless(error), extra=about)
        return Posting(type(error).__name__, unsure=True)
    if posted.word is not None:
        about = {"trace_id": reply.trace_id, "reason": posted.word, "cure": posted.cure}
        logger.warning("a correction was not posted", extra=about)
    return posted
