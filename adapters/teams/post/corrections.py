"""Posts corrections where answers stand in Teams."""

from dataclasses import dataclass

from adapters.chat.about import with_question
from adapters.chat.corrections import Corrections, Places
from adapters.teams.api.trouble import UNANSWERED
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import Chat
from bot.model import Reply
from bot.model.kept import Posting, StoredAnswer

_NO_PLACE = Posting(
    "no_place", "It was answered before its chat was stored: tell its readers yourself."
)


@dataclass(frozen=True, slots=True)
class KeptChat:
    """The chat of an answer, for a message that comes much later."""

    chat: Chat
    unsure: bool = False

    @property
    def private(self) -> bool:
        """Whether only the asker saw it."""
        return self.chat.alone


CHATS = Places(KeptChat)


def build_corrections(outbox: Outbox) -> Corrections[KeptChat]:
    """Returns what posts a correction in the chat of its answer."""

    async def post(kept: KeptChat | None, told: StoredAnswer, reply: Reply) -> Posting:
        if kept is None:
            return _NO_PLACE
        if not kept.chat.place.thread:
            # Without a thread, nothing else says which question it is about.
            reply = with_question(reply, told.question)
        outcome = await outbox.post(kept.chat, reply, secret=True)
        if outcome.word is not None:
            return Posting(outcome.word, outcome.cure, outcome.word == UNANSWERED)
        return Posting(message=outcome.message)

    return Corrections(CHATS, post)
