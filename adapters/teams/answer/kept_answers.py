"""The answer that a click is about, and what is said where a bug is met instead."""

import logging
from dataclasses import replace

from adapters.teams.receive.activities import language_of_person, threads_of, to_message
from adapters.teams.receive.clicks import CardAction, Verb
from adapters.teams.receive.wording import Activity
from adapters.teams.render.cards import said_card, sources_card
from adapters.teams.render.elements import Card
from adapters.teams.texts import FINISHED
from adapters.web.edge import apology
from bot import texts
from bot.model import Reply
from bot.model.access import may_read
from bot.model.errors import BotError
from bot.model.records import Record
from bot.ports import Records
from knowledge.model.documents import Audience, Language

logger = logging.getLogger(__name__)


async def record_of(
    records: Records, answer_id: str, body: Activity, reader: Audience
) -> Record | None:
    """An answer that was given in this chat, for somebody of this role; None for any other."""
    try:
        record = await records.find(answer_id)
    except BotError:
        logger.exception("an answer could not be looked up", extra={"trace_id": answer_id})
        return None
    if record is None or record.thread not in threads_of(body):
        return None
    return record if may_read(reader, record.reply.audience) else None


async def keep_message(records: Records, message: str, answer_id: str) -> None:
    """Keep which message holds an answer, for when somebody rates it."""
    try:
        await records.keep_message(message, answer_id)
    except BotError:
        logger.exception("a message was not kept", extra={"trace_id": answer_id})


async def sources_of(
    records: Records, action: CardAction | None, body: Activity, reader: Audience
) -> tuple[Card, Language]:
    """The sources of the answer that a click is about, or that there are none any more."""
    record = None
    if action is not None and action.verb is Verb.SOURCES:
        record = await record_of(records, action.about, body, reader)
    if record is None:
        language = language_of_person(body)
        return said_card(FINISHED[language], language), language
    return sources_card(record.reply.sources, record.reply.language), record.reply.language


def sorry(body: Activity, error: Exception) -> Reply:
    """What is said where a bug was met; to who wrote nothing, in the language of their Teams."""
    message = to_message(body)
    spoken = message.text or texts.APOLOGY[language_of_person(body)]
    return apology(replace(message, text=spoken), error)
