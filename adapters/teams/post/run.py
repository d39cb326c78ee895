"""A command in Teams: one edited card shows the progress of a run, then its report."""

from dataclasses import dataclass, replace

from adapters.chat.about import with_question
from adapters.chat.corrections import Corrections, Places
from adapters.teams.api.trouble import UNANSWERED
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import Chat
from adapters.teams.render.cards import progress_card, report_card
from adapters.teams.texts import ASK_ALONE, INDEXING_TITLE, REPORT_TITLE
from bot.model import Message, Reply
from bot.model.kept import Posting, StoredAnswer
from knowledge.model.documents import Language
from knowledge.model.report import Progress


@dataclass(slots=True)
class CommandRun:
    """A command in the chat where it was given; reports are private."""

    outbox: Outbox
    chat: Chat
    admin: bool
    language: Language = "en"
    message_id: str = ""

    async def known(self, message: Message) -> Message:
        """Returns the command: its sender's role is known."""
        return message

    async def tell(self, reply: Reply) -> object:
        """Posts a reply."""
        return await self.outbox.post(self.chat, reply)

    async def begin(self, note: Reply) -> bool:
        """Posts that a run begins."""
        self.language = note.language
        card, title = report_card(note), INDEXING_TITLE[note.language]
        self.message_id = await self.outbox.show(self.chat, card, title, note.language) or ""
        return bool(self.message_id)

    async def edit(self, progress: Progress) -> bool:
        """Shows the progress; the next edit may succeed if this one fails."""
        card, title = progress_card(progress, self.language), INDEXING_TITLE[self.language]
        await self.outbox.change(self.chat, self.message_id, card, title, self.language)
        return True

    async def end(self, reply: Reply, *, begun: bool, is_report: bool) -> None:
        """Shows the report: it quotes documents that not everybody here may read."""
        if is_report and self.admin and not self.chat.place.direct:
            is_shown = begun and await self._changed(reply, secret=True)
            if is_shown or await self.outbox.whisper(self.chat, reply):
                return
            reply = Reply(ASK_ALONE[reply.language], reply.language, trace_id=reply.trace_id)
        if not (begun and await self._changed(reply)):
            await self.outbox.post(self.chat, replace(reply, private=True))

    async def _changed(self, reply: Reply, *, secret: bool = False) -> bool:
        card, title = report_card(reply), REPORT_TITLE[reply.language]
        return await self.outbox.change(
            self.chat, self.message_id, card, title, reply.language, secret=secret
        )


# Posts corrections where answers stand in Teams.


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
