"""Posts corrections where answers stand in Teams."""

import logging

from adapters.chat.about import with_question
from adapters.teams.api.trouble import UNANSWERED, cure
from adapters.teams.post.kept_chat import read
from adapters.teams.post.outbox import Outbox
from adapters.web.edge import wordless
from bot.model import Reply
from bot.model.records import Posting, StoredAnswer

logger = logging.getLogger(__name__)

_NO_PLACE = Posting(
    "no_place", "It was answered before its chat was stored: tell its readers yourself."
)


class Corrections:
    """Posts a correction in the chat of its answer, to its asker alone if that was private."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox

    def where(self, told: StoredAnswer) -> str | None:
        """Names the chat, with the person if only they saw the answer; None if nobody did."""
        kept = read(told.place)
        if kept is not None and kept.unsure and told.reply.outcome != "answer":
            return None
        is_public = kept is not None and not kept.chat.alone
        return told.thread if is_public else f"{told.thread} {told.person}"

    async def post(self, told: StoredAnswer, reply: Reply) -> Posting:
        """Posts a correction; a bug is logged and named like any other failure."""
        try:
            posting = await self._post(told, reply)
        except Exception as error:  # the adapter's edge
            about = {"trace_id": reply.trace_id}
            logger.exception("a bug stopped a correction", exc_info=wordless(error), extra=about)
            return Posting(type(error).__name__, unsure=True)
        if posting.word is not None:
            about = {"trace_id": reply.trace_id, "reason": posting.word, "cure": posting.cure}
            logger.warning("a correction was not posted", extra=about)
        return posting

    async def _post(self, told: StoredAnswer, reply: Reply) -> Posting:
        kept = read(told.place)
        if kept is None:
            return _NO_PLACE
        chat = kept.chat
        if not chat.place.thread:
            # Without a thread, nothing else says which question it is about.
            reply = with_question(reply, told.question)
        outcome = await self._outbox.post(chat, reply, secret=True)
        if outcome.word is not None:
            return Posting(outcome.word, cure(outcome.word), outcome.word == UNANSWERED)
        message = chat.place.message(outcome.message_id) if outcome.message_id else ""
        return Posting(message=message)
