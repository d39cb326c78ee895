"""What the bot does with each kind of activity."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from adapters.dedup import TWICE_S, Seen
from adapters.edge import apology
from adapters.teams import answers
from adapters.teams.asking import Asked, Asking
from adapters.teams.cards import (
    answer_card,
    help_card,
    question_card,
    said_card,
    sources_card,
    welcome_card,
)
from adapters.teams.clicks import (
    CardAction,
    Verb,
    to_card_action,
    to_feedback,
    to_query,
    to_selected,
)
from adapters.teams.hearing import Wanted, wanted
from adapters.teams.outbox import Outbox, chat_of
from adapters.teams.posted import Posted
from adapters.teams.reindexing import Reindexing
from adapters.teams.texts import (
    FINISHED,
    HELP,
    NO_TEXT_IN_MESSAGE,
    NOTHING_FOUND,
    TYPE_TO_SEARCH,
    WELCOME,
)
from adapters.teams.translate import (
    is_addressed,
    is_written,
    language_of_person,
    message_key,
    threads_of,
    to_command,
    to_message,
    to_place,
)
from adapters.teams.typed import Name
from adapters.teams.wording import Activity, word
from adapters.texts import ASK_ABOUT, SOURCES_TITLE
from adapters.work import Work
from bot import texts
from bot.errors import BotError
from bot.model import Message, Platform, Reply, Source
from bot.overview import Overviews
from bot.ports import Records
from bot.privacy import redact
from bot.records import Feedback, Record
from bot.texts import Text
from knowledge.errors import KnowledgeError
from knowledge.lexical import language_of
from knowledge.model import Language

logger = logging.getLogger(__name__)

Search = Callable[[str, Language, int], Awaitable[Sequence[Source]]]
"""Finds passages for a text: its language, and how many at most."""

_INVOKE_LIMIT_S = 3.5  # Teams shows an error after 5 s
_LATEST = 10
"""Answers that are looked through for the one that somebody rates."""


class BotListeners:
    """Takes each message on once; answers invokes at once."""

    def __init__(
        self,
        asking: Asking,
        reindexing: Reindexing,
        outbox: Outbox,
        posted: Posted,
        records: Records,
        overviews: Overviews,
        search: Search,
        work: Work,
        admins: frozenset[str],
    ) -> None:
        """Administrators are named by their Entra object ids."""
        self._asking = asking
        self._reindexing = reindexing
        self._outbox = outbox
        self._posted = posted
        self._records = records
        self._overviews = overviews
        self._search = search
        self._work = work
        self._admins = admins
        self._seen = Seen()
        self._clicks = Seen(keep_s=TWICE_S)
        self._invokes: dict[str, Callable[[Activity], Awaitable[answers.Body]]] = {
            "message/submitAction": self._rated,
            "task/fetch": self._opened,
            "composeExtension/query": self._searched,
            "composeExtension/fetchTask": self._chosen,
            "composeExtension/submitAction": self._asked_about,
        }

    async def on_message(self, body: Activity) -> None:
        """Take on a message, a command, or a click on a card."""
        # Without an id nothing tells one message from the next.
        if not word(body, "id") or self._seen.first(message_key(body)):
            self._work.listen(lambda: self._answer(body))

    async def on_installed(self, body: Activity) -> None:
        """Greet whoever installed the app, with questions to begin with."""
        if self._seen.first(f"installed:{to_place(body).conversation_id}"):
            self._work.listen(lambda: self._greet(body))

    async def on_invoke(self, body: Activity) -> answers.Body | None:
        """Answer at once; None for what nobody handles."""
        answer = self._invokes.get(word(body, "name"))
        if answer is None:
            return None
        try:
            async with asyncio.timeout(_INVOKE_LIMIT_S):
                return await answer(body)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return _failed(word(body, "name"), _sorry(body, error))

    async def _answer(self, body: Activity) -> None:
        action = to_card_action(body)
        try:
            if action is not None:
                await self._clicked(action, body)
            elif is_written(body):
                await self._written(body)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            reply = _sorry(body, error)
            if action is not None or is_addressed(body):
                await self._outbox.post(chat_of(body), reply)

    async def _written(self, body: Activity) -> None:
        wish = await wanted(body, self._records)
        if wish is Wanted.NO:
            return
        chat, command = chat_of(body), to_command(body)
        message = to_message(body, admin=self._is_admin(body))
        if command is not None and command.name is Name.HELP:
            await self._help(body)
        elif message.command is not None:
            await self._reindexing.run(message, chat)
        else:
            await self._asking.ask(Asked(message, chat, overheard=wish is Wanted.OVERHEARD))

    async def _greet(self, body: Activity) -> None:
        language = language_of_person(body)
        overview = await self._overviews.of(to_place(body).person, language)
        card = welcome_card(language, overview.examples or ())
        await self._outbox.show(chat_of(body), card, WELCOME[language], language)

    async def _help(self, body: Activity) -> None:
        language = language_of_person(body)
        card = help_card(language, admin=self._is_admin(body))
        await self._outbox.show(chat_of(body), card, HELP[language], language)

    async def _clicked(self, action: CardAction, body: Activity) -> None:
        place = to_place(body)
        if not self._clicks.first(f"{place.conversation_id}:{place.user}:{action}"):
            return
        if action.verb is Verb.HELP:
            await self._help(body)
            return
        question, thread = await self._question_of(action, body)
        chat = chat_of(body)
        # Under an answer for somebody's own eyes the next one is for them, too.
        chat = replace(chat, alone=thread != chat.place.conversation_id)
        if question is None:
            await self._outbox.post(chat, _private(FINISHED, language_of_person(body)))
            return
        message = replace(to_message(body), text=question, conversation_id=thread)
        await self._asking.ask(Asked(message, chat, shown=question))

    async def _question_of(self, action: CardAction, body: Activity) -> tuple[str | None, str]:
        """What a button asks, and in which thread."""
        if action.verb is Verb.EXAMPLE:
            return await self._overviews.example(action.about), threads_of(body)[0]
        record = await self._record(action.about, body)
        if record is None:
            return None, threads_of(body)[0]
        asked = record.reply.suggestions[action.number :][:1]
        return (asked[0] if asked else None), record.thread

    async def _record(self, answer_id: str, body: Activity) -> Record | None:
        """An answer that was given in this chat; None for any other."""
        try:
            record = await self._records.find(answer_id)
        except BotError:
            logger.exception("an answer could not be looked up", extra={"trace_id": answer_id})
            return None
        return record if record is not None and record.thread in threads_of(body) else None

    async def _rated(self, body: Activity) -> answers.Body:
        """Keep a thumb, and what is said with it, without personal data."""
        rating = to_feedback(body)
        if rating is None:
            return answers.nothing()
        answer_id = await self._rated_answer(rating.message_id, body)
        comment = redact(rating.comment).text if rating.comment else None
        given = Feedback(
            answer_id, to_place(body).person, rating.good, datetime.now(UTC), comment=comment
        )
        try:
            kept = bool(answer_id) and await self._records.rate(given)
        except BotError:
            logger.exception("a rating could not be kept", extra={"trace_id": answer_id})
            return answers.nothing()
        if not kept:
            logger.info("a rating of an answer that is not kept")
        return answers.nothing()

    async def _rated_answer(self, message_id: str, body: Activity) -> str:
        """The answer of a message; the person's last one here where a client does not say which."""
        if message_id:
            return self._posted.answer(to_place(body).channel, message_id)
        recent = await self._records.recent(to_place(body).person, _LATEST)
        here = threads_of(body)
        return next((one.answer_id for one in recent if one.thread in here), "")

    async def _opened(self, body: Activity) -> answers.Body:
        """Show the sources of an answer in a window."""
        action, language = to_card_action(body), language_of_person(body)
        record = None
        if action is not None and action.verb is Verb.SOURCES:
            record = await self._record(action.about, body)
        if record is None:
            return answers.window(SOURCES_TITLE[language], said_card(FINISHED[language], language))
        language = record.reply.language
        return answers.window(SOURCES_TITLE[language], sources_card(record.reply.sources, language))

    async def _searched(self, body: Activity) -> answers.Body:
        """Find passages while a person types."""
        query, language = to_query(body), language_of_person(body)
        if not query.text:
            return answers.search_saying(TYPE_TO_SEARCH[language])
        asked = redact(query.text).text
        language = language_of(asked)
        try:
            found = await self._search(asked, language, query.skip + query.count)
        except KnowledgeError:
            logger.warning("a search failed")
            found = ()
        page = found[query.skip :]
        if not page:
            return answers.search_saying(NOTHING_FOUND[language])
        return answers.results(page, language)

    async def _chosen(self, body: Activity) -> answers.Body:
        """Ask what a person wants to know about a message."""
        selected, language = to_selected(body), language_of_person(body)
        if not selected.text:
            card = said_card(NO_TEXT_IN_MESSAGE[language], language)
        else:
            card = question_card(language, selected.text)
        return answers.window(ASK_ABOUT[language], card)

    async def _asked_about(self, body: Activity) -> answers.Body:
        """Answer from the message alone, in the same window."""
        selected, place = to_selected(body), to_place(body)
        if not (selected.text and selected.question):
            return await self._chosen(body)
        message = Message(
            Platform.TEAMS,
            "",
            place.user,
            selected.question,
            workspace_id=place.tenant_id,
            selected_text=selected.text,
        )
        reply = await self._asking.reply(message)
        return answers.window(ASK_ABOUT[reply.language], answer_card(reply, selected.question))

    def _is_admin(self, body: Activity) -> bool:
        return to_place(body).aad_object_id.lower() in self._admins


def _sorry(body: Activity, error: Exception) -> Reply:
    """What is said where a bug was met; to who wrote nothing, in the language of their Teams."""
    message = to_message(body)
    spoken = message.text or texts.APOLOGY[language_of_person(body)]
    return apology(replace(message, text=spoken), error)


def _failed(name: str, reply: Reply) -> answers.Body:
    """An apology in the shape that an invoke is answered with; under a thumb Teams shows none."""
    if name == "message/submitAction":
        return answers.nothing()
    if name == "composeExtension/query":
        return answers.search_saying(reply.text)
    return answers.window(HELP[reply.language], said_card(reply.text, reply.language))


def _private(said: Text, language: Language) -> Reply:
    return Reply(said[language], language, private=True)
