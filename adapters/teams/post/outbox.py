"""Replies on their way: plainer where Teams refuses one, and never a silent failure."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adapters.teams.api.connector import Connector
from adapters.teams.api.trouble import QUIET, STREAM_DONE, TeamsError, cure
from adapters.teams.receive.activities import (
    Account,
    Place,
    bot_account,
    is_for_one,
    person_account,
    to_place,
)
from adapters.teams.receive.wording import Activity
from adapters.teams.render.elements import Card
from adapters.teams.render.reply import (
    ending_stream,
    informative,
    to_card_message,
    to_forms,
    to_offers,
    typing,
)
from bot.model import Reply
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_UNREADABLE = (400, 413)
"""Teams does not take this form of a message; a plainer one may pass."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Where a reply goes, from whom and to whom."""

    place: Place
    bot: Account
    person: Account
    alone: bool = False
    """Whether its person asked for their own eyes, where others read."""


def chat_of(activity: Activity) -> Chat:
    """Return where the reply to an activity goes."""
    place, alone = to_place(activity), is_for_one(activity)
    return Chat(
        place,
        bot_account(activity),
        person_account(activity),
        alone=alone and not place.direct,
    )


class Outbox:
    """Sends replies, signs of work and cards."""

    def __init__(self, connector: Callable[[], Connector]) -> None:
        """The connector is there when the server runs."""
        self._connector = connector

    async def post(self, chat: Chat, reply: Reply, stream_id: str = "") -> str | None:
        """Post a reply, as the end of a stream where there is one; return the message's id."""
        targeted = _is_targeted(chat, reply)
        forms = to_forms(reply, chat.place, chat.bot, chat.person, targeted=targeted)
        if stream_id:
            ended = (ending_stream(form, stream_id) for form in forms)
            try:
                return await self._first(chat, ended, reply.trace_id)
            except TeamsError as error:
                if error.word in QUIET or not error.status:
                    # Stopped by its person, or ended; or it may well have arrived.
                    return stream_id if error.word == STREAM_DONE else None
            # The stream is over: the answer is not to be lost with it.
            forms = to_forms(reply, chat.place, chat.bot, chat.person, targeted=targeted)
        return await self._posted(chat, forms, reply.trace_id, targeted=targeted)

    async def whisper(self, chat: Chat, reply: Reply) -> bool:
        """Post a reply for nobody else's eyes; False where Teams cannot do that."""
        targeted = _targeted(chat)
        forms = to_forms(reply, chat.place, chat.bot, chat.person, targeted=targeted)
        sent = await self._posted(chat, forms, reply.trace_id, targeted=targeted, secret=True)
        return sent is not None

    async def offer(self, chat: Chat, reply: Reply) -> None:
        """Post the card with what may be clicked below an answer, where there is anything."""
        offers = to_offers(reply, chat.place, chat.bot, chat.person)
        if offers is not None:
            targeted = _is_targeted(chat, reply)
            await self._posted(chat, [offers], reply.trace_id, targeted=targeted)

    async def show(self, chat: Chat, card: Card, summary: str, language: Language) -> str | None:
        """Post a card and return the message's id, for its person's eyes only."""
        message = to_card_message(card, summary, language, chat.place, chat.bot, chat.person)
        return await self._posted(chat, [message], "", targeted=_targeted(chat))

    async def change(
        self,
        chat: Chat,
        message_id: str,
        card: Card,
        summary: str,
        language: Language,
        *,
        secret: bool = False,
    ) -> bool:
        """Put a card in the place of a message; False when that does not pass."""
        message = to_card_message(card, summary, language, chat.place, chat.bot, chat.person)
        place = chat.place
        try:
            await self._connector().update(
                place.service_url,
                place.conversation_id,
                message_id,
                message,
                targeted=_targeted(chat),
                secret=secret,
            )
        except TeamsError as error:
            _log("a message was not changed", error, "")
            return False
        return True

    async def sign(self, chat: Chat, text: str) -> str:
        """Show that the bot is at work; in a personal chat the answer ends what this begins."""
        place = chat.place
        show = informative(text, place, chat.bot, chat.person)
        if not place.direct:
            show = typing(place, chat.bot, chat.person)
        try:
            sent = await self._connector().send(place.service_url, place.conversation_id, show)
        except TeamsError as error:
            _log("a sign of work was not shown", error, "", logging.INFO)
            return ""
        return sent if place.direct else ""

    async def _posted(
        self,
        chat: Chat,
        forms: Iterable[Activity],
        trace_id: str,
        *,
        targeted: bool,
        secret: bool = False,
    ) -> str | None:
        try:
            return await self._first(chat, forms, trace_id, targeted=targeted, secret=secret)
        except TeamsError:
            return None

    async def _first(
        self,
        chat: Chat,
        forms: Iterable[Activity],
        trace_id: str,
        *,
        targeted: bool = False,
        secret: bool = False,
    ) -> str:
        """Send the first form that Teams takes. Raises TeamsError, which the log has already."""
        place, refused = chat.place, TeamsError("no_form")
        for form in forms:
            try:
                return await self._connector().send(
                    place.service_url,
                    place.conversation_id,
                    form,
                    targeted=targeted,
                    secret=secret,
                )
            except TeamsError as error:
                refused = error
                level = logging.INFO if error.word in QUIET else logging.ERROR
                _log("a reply was not posted", error, trace_id, level)
                if error.status not in _UNREADABLE:
                    break
        raise refused


def _targeted(chat: Chat) -> bool:
    return not chat.place.direct


def _is_targeted(chat: Chat, reply: Reply) -> bool:
    """Whether nobody else is to see a reply."""
    return chat.alone or (reply.private and not chat.place.direct)


def _log(what: str, error: TeamsError, trace_id: str, level: int = logging.ERROR) -> None:
    about = {"reason": error.word, "cure": cure(error.word, error.status), "trace_id": trace_id}
    logger.log(level, what, extra=about)
