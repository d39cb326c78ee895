"""Posts corrections where answers stand in Teams."""

from adapters.chat.about import with_question
from adapters.chat.corrections import place_named, surely
from adapters.teams.api.trouble import UNANSWERED, cure
from adapters.teams.post.kept_chat import read
from adapters.teams.post.outbox import Outbox
from bot.model import Reply
from bot.model.kept.records import Posting, StoredAnswer

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
        private = kept is None or kept.chat.alone
        return place_named(told, private=private, unsure=kept is not None and kept.unsure)

    async def post(self, told: StoredAnswer, reply: Reply) -> Posting:
        """Posts a correction; a bug is logged and named like any other failure."""
        return await surely(self._post(told, reply), reply)

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
