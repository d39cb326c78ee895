"""Handles messages, clicks on cards, and the bot's installation."""

from dataclasses import replace

from adapters.chat.dedup import TWICE_S, SeenEvents
from adapters.chat.texts import SOURCES_TITLE
from adapters.chat.work import Work
from adapters.teams.answer.addressed import Wanted, wanted
from adapters.teams.answer.asking import Ask, Asking
from adapters.teams.answer.invokes import Invokes
from adapters.teams.answer.kept_answers import record_of, sorry, sources_of
from adapters.teams.answer.reindex import Reindexing
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox, chat_of
from adapters.teams.receive.activities import (
    is_addressed,
    is_written,
    language_of_person,
    message_key,
    threads_of,
    to_command,
    to_message,
    to_place,
)
from adapters.teams.receive.clicks import CardAction, Verb, to_card_action
from adapters.teams.receive.commands import Name
from adapters.teams.receive.wording import Activity, word
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import help_card, welcome_card
from adapters.teams.texts import FINISHED, HELP, WELCOME
from bot.conversation.overview import Overviews
from bot.model import Message, Reply, Scope
from bot.ports import Records
from bot.texts import Text
from knowledge.model.documents import Language


class BotListeners:
    """Handles each message once and answers invokes at once."""

    def __init__(
        self,
        asking: Asking,
        reindexing: Reindexing,
        outbox: Outbox,
        records: Records,
        overviews: Overviews,
        invokes: Invokes,
        work: Work,
        people: People,
    ) -> None:
        self._asking = asking
        self._reindexing = reindexing
        self._outbox = outbox
        self._records = records
        self._overviews = overviews
        self._invokes = invokes
        self._work = work
        self._people = people
        self._seen = SeenEvents()
        self._clicks = SeenEvents(keep_s=TWICE_S)

    async def on_message(self, body: Activity) -> None:
        """Handles a message, a command or a click on a card."""
        # Without an id, messages cannot be told apart.
        if not word(body, "id") or self._seen.first(message_key(body)):
            self._work.listen(lambda: self._answer(body))

    async def on_installed(self, body: Activity) -> None:
        """Greets the person who installed the app, with example questions."""
        if self._seen.first(f"installed:{to_place(body).conversation_id}"):
            self._work.listen(lambda: self._greet(body))

    async def on_invoke(self, body: Activity) -> invoke_answers.Body | None:
        """Answers at once; None for an unknown invoke."""
        return await self._invokes.answer(body)

    async def _answer(self, body: Activity) -> None:
        action = to_card_action(body)
        try:
            if action is not None:
                await self._clicked(action, body)
            elif is_written(body):
                await self._written(body)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            reply = sorry(body, error)
            if action is not None or is_addressed(body):
                await self._outbox.post(chat_of(body), reply)

    async def _written(self, body: Activity) -> None:
        self._asking.heard(to_message(body), chat_of(body))
        wish = await wanted(body, self._records)
        if wish is Wanted.NO:
            return
        chat, command = chat_of(body), to_command(body)
        message = self._message(body)
        if command is not None and command.name is Name.HELP:
            await self._help(body)
        elif message.command is not None:
            await self._reindexing.run(message, chat)
        else:
            await self._asking.ask(Ask(message, chat, overheard=wish is Wanted.OVERHEARD))

    async def _greet(self, body: Activity) -> None:
        language = language_of_person(body)
        corpus = self._overviews.corpus
        card = welcome_card(language, await self._overviews.examples(language) or (), corpus)
        title = WELCOME[language].format(corpus=corpus[language])
        await self._outbox.show(chat_of(body), card, title, language)

    async def _help(self, body: Activity) -> None:
        if await self._asking.is_too_much(to_message(body), chat_of(body)):
            return
        language = language_of_person(body)
        card = help_card(language, admin=self._people.is_admin(body))
        await self._outbox.show(chat_of(body), card, HELP[language], language)

    async def _clicked(self, action: CardAction, body: Activity) -> None:
        place = to_place(body)
        if not self._clicks.first(f"{place.conversation_id}:{place.user}:{action}"):
            return
        if action.verb is Verb.HELP:
            await self._help(body)
            return
        if action.verb is Verb.SOURCES:
            # Clients without dialogs send the click as a message.
            reader = self._people.audience(body)
            card, language = await sources_of(self._records, action, body, reader)
            await self._outbox.show(chat_of(body), card, SOURCES_TITLE[language], language)
            return
        question, thread = await self._question_of(action, body)
        chat = chat_of(body)
        # Under a private answer, the next one is private, too.
        chat = replace(chat, alone=thread != chat.place.conversation_id)
        if question is None:
            await self._outbox.post(chat, _private(FINISHED, language_of_person(body)))
            return
        message = replace(self._message(body), text=question, conversation_id=thread)
        await self._asking.ask(Ask(message, chat, shown=question))

    async def _question_of(self, action: CardAction, body: Activity) -> tuple[str | None, str]:
        """A button's question and its thread."""
        if action.verb is Verb.EXAMPLE:
            return await self._overviews.example(action.about), threads_of(body)[0]
        reader = self._people.audience(body)
        record = await record_of(self._records, action.about, body, reader)
        if record is None:
            return None, threads_of(body)[0]
        asked = record.reply.suggestions[action.number :][:1]
        return (asked[0] if asked else None), record.thread

    def _message(self, body: Activity) -> Message:
        scope = Scope(audience=self._people.audience(body))
        return replace(to_message(body, admin=self._people.is_admin(body)), scope=scope)


def _private(said: Text, language: Language) -> Reply:
    return Reply(said[language], language, private=True)
