"""Finds the stored answer of a click, and words the apology for a bug."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from adapters.chat.unread import is_said
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import (
    OF_ONE,
    chat_of,
    language_of_person,
    threads_of,
    to_message,
    to_place,
)
from adapters.teams.receive.clicks import CardAction, Verb
from adapters.teams.receive.wording import Activity, read, to_text
from adapters.teams.render.cards import said_card, sources_card
from adapters.teams.render.elements import Card
from adapters.teams.render.forms import recent_card
from adapters.teams.texts import FINISHED, NOTHING_STORED, RECENT_ALONE
from adapters.web.edge import apology
from bot import texts
from bot.conversation.overview import Overviews
from bot.conversation.overview_texts import RECENT, UNREADABLE
from bot.model import Reply
from bot.model.access import may_read
from bot.model.errors import BotError
from bot.model.kept import StoredAnswer
from bot.ports import Records
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Language

logger = logging.getLogger(__name__)

_RECENT = 10
"""The latest answers to a person among which a quoted one is looked for."""
Reader = Callable[[Activity], Awaitable[Audience]]
"""Finds the role of the person who clicked; asked only if not everybody may read the answer."""


async def record_of(
    records: Records, answer_id: str, body: Activity, reader: Reader
) -> StoredAnswer | None:
    """A stored answer of this chat that its reader may read; None for any other."""
    record = await _readable(records, answer_id, body, reader)
    return record if record is not None and record.thread in threads_of(body) else None


async def record_here(
    records: Records, answer_id: str, body: Activity, reader: Reader
) -> StoredAnswer | None:
    """The same, from anywhere in its channel: a message's menu may not name its thread."""
    record = await _readable(records, answer_id, body, reader)
    if record is None:
        return None
    is_everybodys = OF_ONE not in record.thread
    is_in_channel = record.thread.partition(";")[0] == to_place(body).channel
    is_here = record.thread in threads_of(body) or (is_everybodys and is_in_channel)
    return record if is_here or record.person == to_place(body).person else None


async def _readable(
    records: Records, answer_id: str, body: Activity, reader: Reader
) -> StoredAnswer | None:
    try:
        record = await records.find(answer_id)
    except BotError:
        logger.exception("an answer could not be looked up", extra={"trace_id": answer_id})
        return None
    if record is None:
        return None
    needed = record.reply.audience
    if may_read(Audience.STAFF, needed) or may_read(await reader(body), needed):
        return record
    return None


async def keep_message(records: Records, message: str, answer_id: str) -> None:
    """Saves which message holds an answer, for later ratings."""
    try:
        await records.keep_message(message, answer_id)
    except BotError:
        logger.exception("a message was not saved", extra={"trace_id": answer_id})


async def message_of(records: Records, answer_ids: Sequence[str]) -> str:
    """Which message holds the first of some answers; "" if that is not known."""
    try:
        return await records.message_of(answer_ids) or ""
    except BotError:
        logger.exception("an answer's message could not be looked up")
        return ""


async def answered_in(records: Records, body: Activity) -> str:
    """The question of the answer that a message replies to; "" if it replies to no known one.

    Teams names the message, or says only how it begins.
    """
    said, place = read(body), to_place(body)
    if not (said.quoted or said.replies_to):
        return ""
    try:
        held = await records.held_by(place.message(said.replies_to)) if said.replies_to else None
        found = [await records.find(held)] if held else await records.recent(place.person, _RECENT)
    except BotError:
        logger.exception("an answer that is replied to could not be looked up")
        return ""
    for record in found:
        is_it = record is not None and (held or is_said(said.quoted, record.reply.text))
        if record is not None and is_it and record.thread in threads_of(body):
            return record.question
    return ""


async def sources_of(
    records: Records, action: CardAction | None, body: Activity, reader: Reader
) -> tuple[Card, Language]:
    """A card with the answer's sources, or with a note that the answer is gone."""
    record = None
    if action is not None and action.verb is Verb.SOURCES:
        record = await record_of(records, action.about, body, reader)
    if record is None:
        language = language_of_person(body)
        return said_card(FINISHED[language], language), language
    return sources_card(record.reply), record.reply.language


def sorry(body: Activity, error: Exception) -> Reply:
    """The apology for a bug; without a text, in the language of the person's Teams."""
    message = to_message(body)
    spoken = message.text or texts.APOLOGY[language_of_person(body)]
    return apology(replace(message, text=spoken), error)


# Lists a person's own recent questions in their chat with the bot, to ask one again.


class RecentQuestions:
    """Shows the list to its person alone: others may not read who asked what."""

    def __init__(self, overviews: Overviews, outbox: Outbox) -> None:
        self._overviews = overviews
        self._outbox = outbox

    async def show(self, body: Activity) -> None:
        """Shows the list; outside of the personal chat, says where it is."""
        chat, language = chat_of(body), language_of(to_text(body))
        if not chat.place.direct:
            reply = Reply(RECENT_ALONE[language], language, private=True)
            await self._outbox.post(chat, reply)
            return
        recent = await self._overviews.recent(chat.place.person)
        if not self._overviews.kept_days:
            card = said_card(NOTHING_STORED[language], language)
        elif recent is None:
            card = said_card(UNREADABLE[language], language)
        else:
            card = recent_card(recent, self._overviews.kept_days, language)
        await self._outbox.show(chat, card, RECENT[language], language)

    async def question(self, action: CardAction, body: Activity) -> str | None:
        """Returns the question of a button, if its person taps it; None if it is gone."""
        return await self._overviews.asked_before(action.about, to_place(body).person)
