"""Posts replies, in plainer forms if Teams refuses one; logs every failure."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from adapters.chat.chat import Outcome
from adapters.chat.texts import CANNOT_POST
from adapters.chat.under_way.ladder import first_taken
from adapters.teams.api.connector import Connector, may_be_for_all
from adapters.teams.api.trouble import (
    QUIET,
    STREAM_DONE,
    UNANSWERED,
    TeamsError,
    cure,
    may_pass_elsewhere,
    passes,
    step_after,
)
from adapters.teams.receive.activities import (
    ActivityKind,
    Chat,
    Place,
)
from adapters.teams.receive.wording import Activity
from adapters.teams.render.elements import Card, Element, card
from adapters.teams.render.reply import (
    ending_stream,
    informative,
    to_bare,
    to_card_message,
    to_forms,
    typing,
)
from adapters.teams.render.reply_card import is_to_decide, offered
from adapters.teams.texts import FOR_ALL_AFTER_ALL
from bot.model import Reply
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_ENDS = 3
"""Tries to end a stream whose end Teams does not confirm."""


class Outbox:
    """Sends replies, working signs and cards."""

    def __init__(self, connector: Callable[[], Connector]) -> None:
        """The connector exists only while the server runs."""
        self._connector = connector

    async def post(
        self,
        chat: Chat,
        reply: Reply,
        stream_id: str = "",
        *,
        secret: bool = False,
        also: Sequence[Element] = (),
    ) -> Outcome:
        """Posts a reply, as the end of a stream if one was started; `also` are buttons below it.

        A private reply that is secret is never posted for everybody instead.
        """
        if stream_id and (ended := await self._ended(chat, reply, stream_id)):
            if ended.put is not None:
                await self._offer(chat, reply)
            return ended
        targeted = _is_targeted(chat, reply)
        # An answer for everybody says so, and has other buttons.
        may_turn = targeted and reply.kept and not secret
        forms = to_forms(reply, chat, targeted=targeted, also=also)
        try:
            sent = await self._first(
                chat, forms, reply, targeted=targeted, secret=secret or may_turn
            )
            return self._stands(chat, reply, sent)
        except TeamsError as error:
            if may_turn and may_be_for_all(error):
                return await self.post(replace(chat, alone=False), _for_all(reply))
            if not (secret or chat.place.direct) and may_pass_elsewhere(error):
                return await self._directly(chat, reply, error)
            return Outcome(word=error.word, cure=cure(error.word), may_pass=passes(error))

    async def _directly(self, chat: Chat, reply: Reply, refused: TeamsError) -> Outcome:
        """Posts a reply in the person's own chat, where its chat takes it in no form."""
        object_id = chat.place.aad_object_id
        theirs = await self.open(chat, object_id) if object_id else None
        if theirs is None:
            return Outcome(word=refused.word, cure=cure(refused.word))
        told = replace(reply, notice=_joined(CANNOT_POST[reply.language], reply.notice))
        return await self.post(theirs, told)

    def _stands(self, chat: Chat, reply: Reply, message_id: str) -> Outcome:
        """The outcome of a posted reply, whose message may have no id: a private one stays."""
        if not message_id:
            return Outcome()
        is_seen = chat.place.direct or not reply.private
        return Outcome(
            partial(self.reword, chat, message_id) if is_seen else None,
            remove=partial(self.remove, chat, message_id),
            message=chat.place.message(message_id),
        )

    async def _ended(self, chat: Chat, reply: Reply, stream_id: str) -> Outcome | None:
        """Ends a stream with a reply; None if the stream is over without it."""
        for _ in range(_ENDS):
            forms = to_forms(reply, chat, streamed=True)
            ended = (ending_stream(form, stream_id) for form in forms)
            try:
                sent = await self._first(chat, ended, reply, stream_id=stream_id)
                # The last message of a stream has the stream's id, even if Teams returns none.
                return self._stands(chat, reply, sent or stream_id)
            except TeamsError as error:
                if error.word in QUIET:
                    ended_now = self._stands(chat, reply, stream_id)
                    is_done = error.word == STREAM_DONE
                    return ended_now if is_done else Outcome(remove=ended_now.remove)
                if error.word != UNANSWERED:
                    return None
                # If Teams has it after all, it says so the next time: nothing comes twice.
        return Outcome(word=UNANSWERED, cure=cure(UNANSWERED))

    async def _offer(self, chat: Chat, reply: Reply) -> None:
        """Posts the buttons of a reply that ended a stream, if somebody has to decide."""
        if is_to_decide(reply, chat.place):
            buttons = offered(reply, chat.place)
            names = " · ".join(str(one["title"]) for one in buttons)
            await self.put(chat, card([], reply.language, buttons), names, reply.language)

    async def open(self, here: Chat, object_id: str) -> Chat | None:
        """Opens the bot's chat with a person of the same tenant; None if Teams refuses it."""
        place = here.place
        try:
            opened = await self._connector().open(
                place.service_url, place.tenant_id, here.bot, object_id
            )
        except TeamsError as error:
            _log("a chat was not opened", error, "", logging.WARNING)
            return None
        theirs = Place(
            place.service_url,
            opened,
            ActivityKind.PERSONAL,
            object_id,
            place.tenant_id,
            aad_object_id=object_id,
        )
        return Chat(theirs, here.bot, {"id": object_id})

    async def reword(self, chat: Chat, message_id: str, reply: Reply) -> bool:
        """Shows a reply in place of a posted one; False if that fails."""
        place, targeted = chat.place, _is_targeted(chat, reply)

        async def send(form: Activity) -> TeamsError | None:
            try:
                await self._connector().update(
                    place.service_url,
                    place.conversation_id,
                    message_id,
                    form,
                    targeted=targeted,
                    secret=targeted,
                )
            except TeamsError as error:
                _log("a later choice was not shown", error, reply.trace_id, logging.WARNING)
                return error
            return None

        forms = to_forms(reply, chat, targeted=targeted)
        bare = partial(to_bare, reply, chat)
        return await first_taken(forms, bare, send, step_after, reply.trace_id) is None

    async def remove(self, chat: Chat, message_id: str) -> None:
        """Takes a reply back: its question is deleted."""
        place = chat.place
        try:
            await self._connector().remove(place.service_url, place.conversation_id, message_id)
        except TeamsError as error:
            _log("a reply to a deleted question stays", error, "", logging.WARNING)

    async def whisper(self, chat: Chat, reply: Reply) -> bool:
        """Posts a private reply; False if Teams cannot do that here."""
        targeted = _targeted(chat)
        forms = to_forms(reply, chat, targeted=targeted)
        try:
            await self._first(chat, forms, reply, targeted=targeted, secret=True)
        except TeamsError:
            return False
        return True

    async def show(self, chat: Chat, card: Card, summary: str, language: Language) -> str | None:
        """Posts a private card and returns the message id."""
        message = to_card_message(card, summary, language, chat)
        return await self._posted(chat, message, summary, language, targeted=_targeted(chat))

    async def put(self, chat: Chat, card: Card, summary: str, language: Language) -> bool:
        """Posts a card for everybody; False if that fails."""
        message = to_card_message(card, summary, language, chat)
        return await self._posted(chat, message, summary, language, targeted=False) is not None

    async def change(
        self,
        chat: Chat,
        message_id: str,
        card: Card,
        summary: str,
        language: Language,
        *,
        secret: bool = False,
        to_all: bool = False,
    ) -> bool:
        """Replaces a message with a card; False if that fails.

        Outside of personal chats it is a private one, unless it is `to_all`.
        """
        message = to_card_message(card, summary, language, chat)
        place = chat.place
        try:
            await self._connector().update(
                place.service_url,
                place.conversation_id,
                message_id,
                message,
                targeted=_targeted(chat) and not to_all,
                secret=secret,
            )
        except TeamsError as error:
            _log("a message was not changed", error, "")
            return False
        return True

    async def sign(self, chat: Chat, text: str) -> str:
        """Shows a working sign; in a personal chat this starts a stream, which the answer ends."""
        place = chat.place
        show = informative(text, chat)
        if not place.direct:
            show = typing(chat)
        try:
            sent = await self._connector().send(place.service_url, place.conversation_id, show)
        except TeamsError as error:
            _log("a sign of work was not shown", error, "", logging.INFO)
            return ""
        return sent if place.direct else ""

    async def _posted(
        self, chat: Chat, message: Activity, summary: str, language: Language, *, targeted: bool
    ) -> str | None:
        """Posts a card, or its summary if Teams refuses it; None if it refuses both."""
        said = Reply(summary, language)
        try:
            return await self._first(chat, iter([message]), said, targeted=targeted)
        except TeamsError:
            return None

    async def _first(
        self,
        chat: Chat,
        forms: Iterator[Activity],
        reply: Reply,
        *,
        targeted: bool = False,
        secret: bool = False,
        stream_id: str = "",
    ) -> str:
        """Sends the first form that Teams accepts. Raises TeamsError, after logging it."""
        place, sent = chat.place, ""

        async def send(form: Activity) -> TeamsError | None:
            nonlocal sent
            try:
                sent = await self._connector().send(
                    place.service_url,
                    place.conversation_id,
                    form,
                    targeted=targeted,
                    secret=secret,
                )
            except TeamsError as error:
                level = logging.INFO if error.word in QUIET else logging.ERROR
                _log("a reply was not posted", error, reply.trace_id, level)
                return error
            return None

        def bare() -> Activity:
            words = to_bare(reply, chat)
            return ending_stream(words, stream_id) if stream_id else words

        refused = await first_taken(forms, bare, send, step_after, reply.trace_id)
        if refused is not None:
            raise refused
        return sent


def _targeted(chat: Chat) -> bool:
    return not chat.place.direct


def _is_targeted(chat: Chat, reply: Reply) -> bool:
    """Whether a reply is sent as a targeted (private) message."""
    return chat.alone or (reply.private and not chat.place.direct)


def _for_all(reply: Reply) -> Reply:
    """A private answer as everybody reads it, where Teams cannot show it to one person."""
    notice = _joined(FOR_ALL_AFTER_ALL[reply.language], reply.notice)
    return replace(reply, private=False, notice=notice)


def _joined(*parts: str | None) -> str:
    return " ".join(filter(None, parts))


def _log(what: str, error: TeamsError, trace_id: str, level: int = logging.ERROR) -> None:
    about = {"reason": error.word, "cure": cure(error.word, error.status), "trace_id": trace_id}
    logger.log(level, what, extra=about)
