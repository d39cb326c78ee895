"""Handles messages, clicks on cards, and the bot's installation."""

from dataclasses import replace
from functools import partial

from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.chat.texts import SOURCES_TITLE
from adapters.chat.threads import Wanted, is_meant
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.commands import Commands
from adapters.chat.under_way.once import TWICE_S, Once
from adapters.chat.under_way.work import Work
from adapters.chat.unread import without_words
from adapters.teams.answer.addressed import wish_of
from adapters.teams.answer.channel_form import ChannelForm
from adapters.teams.answer.chat import Ask, TeamsChat, thread_of
from adapters.teams.answer.invokes import Invokes
from adapters.teams.answer.kept_answers import (
    RecentQuestions,
    answered_in,
    record_of,
    sorry,
    sources_of,
)
from adapters.teams.answer.notices import Notices
from adapters.teams.answer.passing_on import PassingOn
from adapters.teams.answer.rules import WritingRules
from adapters.teams.answer.sharing import Sharing
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.post.run import CommandRun
from adapters.teams.receive.activities import (
    Chat,
    chat_of,
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
from adapters.teams.receive.commands import SHOW_A_CARD, Name
from adapters.teams.receive.wording import Activity, read, word
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import help_card, welcome_card
from adapters.teams.texts import FINISHED, HELP, RULES_ALONE, WELCOME
from bot.conversation.overview import Overviews
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply
from bot.model.kept import person_of
from bot.ports import Records, ShortLived
from bot.texts import Text
from knowledge.model.documents import Audience, Language


class BotListeners:
    """Handles each message once and answers invokes at once."""

    def __init__(
        self,
        asking: Asking[Ask],
        chat: TeamsChat,
        limits: Limits,
        commands: Commands,
        outbox: Outbox,
        records: Records,
        overviews: Overviews,
        invokes: Invokes,
        work: Work,
        people: People,
        notices: Notices,
        channels: Channels,
        channel_form: ChannelForm,
        passing_on: PassingOn,
        recent: RecentQuestions,
        sharing: Sharing,
        short_lived: ShortLived,
        rules: WritingRules | None,
    ) -> None:
        self._asking = asking
        self._chat = chat
        self._limits = limits
        self._commands = commands
        self._outbox = outbox
        self._records = records
        self._overviews = overviews
        self._invokes = invokes
        self._work = work
        self._people = people
        self._notices = notices
        self._channels = channels
        self._channel_form = channel_form
        self._passing_on = passing_on
        self._recent = recent
        self._sharing = sharing
        self._rules = rules
        self._handled = Once(short_lived, "teams message")
        self._clicks = Once(short_lived, "teams click", TWICE_S)

    async def on_message(self, body: Activity) -> None:
        """Handles a message, a command or a click; a question is written down first."""
        # Without an id, messages cannot be told apart.
        key = message_key(body) if word(body, "id") else ""
        self._work.listen(lambda: self._notices.seen(body))
        try:
            asked = await self._question(body)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            self._work.listen(partial(self._failed, key, body, error))
            return
        if asked is None:
            self._work.listen(lambda: self._handle(key, body))
        elif await self._asking.accept(key or asked.message.trace_id, asked):
            self._work.listen(lambda: self._asking.ask(asked, self._chat))

    async def on_edited(self, body: Activity) -> None:
        """Answers an edited question anew, within some minutes."""
        chat = chat_of(body)
        key = f"{message_key(body)}:{word(body, 'timestamp')}"
        if not await self._asking.was_asked(chat.place.key):
            return
        message, chat = await self._here(await self._read(body), body)
        asked = Ask(replace(message, addressed=is_addressed(body)), chat, edited=True)
        if message.command is None and await self._asking.accept(key, asked):
            self._work.listen(lambda: self._asking.ask(asked, self._chat))

    async def on_deleted(self, body: Activity) -> None:
        """Answers a deleted question no more."""
        await self._asking.withdraw(message_key(body))

    async def on_installed(self, body: Activity) -> None:
        """Greets the person who adds the app to a channel or group chat, with example questions.

        A personal chat has the manifest's prompt starters, which Teams shows while it is empty.
        """
        place = to_place(body)
        if not place.direct and await self._handled.first(f"installed:{place.conversation_id}"):
            self._work.listen(lambda: self._greet(body))

    async def on_invoke(self, body: Activity) -> invoke_answers.Body | None:
        """Answers at once; None for an unknown invoke."""
        return await self._invokes.answer(body)

    async def _question(self, body: Activity) -> Ask | None:
        """The question of a message or of a button; None for anything else."""
        action = to_card_action(body)
        if action is not None:
            return await self._question_of(action, body)
        return await self._written(body) if is_written(body) else None

    async def _written(self, body: Activity) -> Ask | None:
        chat, command = chat_of(body), to_command(body)
        message = await self._read(body)
        self._asking.heard(thread_of(chat), message)
        wish = await wish_of(body, self._records, self._settings(body).answer_mode)
        is_help = command is not None and command.name in SHOW_A_CARD
        unread = read(body).unread
        is_wordless = not message.text.strip() and unread is not None
        if wish is Wanted.NO or is_help or is_wordless or message.command is not None:
            return None
        addressed = wish is Wanted.ASKED
        if not addressed:
            thread, author = message.conversation_id, person_of(message)
            meant = await is_meant(self._records, thread, author, message.text)
            if meant is False:
                return None
            addressed = bool(meant)
        message, chat = await self._here(message, body)
        message = replace(message, addressed=addressed)
        return Ask(message, chat, unread=unread if addressed else None)

    async def _handle(self, key: str, body: Activity) -> None:
        """Handles what is no question."""
        action = to_card_action(body)
        try:
            if key and not await self._handled.first(key):
                return
            if action is not None:
                await self._clicked(action, body)
            elif is_written(body):
                await self._commanded(body)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            await self._apologise(body, error)

    async def _failed(self, key: str, body: Activity, error: Exception) -> None:
        if not key or await self._handled.first(key):
            await self._apologise(body, error)

    async def _apologise(self, body: Activity, error: Exception) -> None:
        reply = sorry(body, error)
        if to_card_action(body) is not None or is_addressed(body):
            await self._outbox.post(chat_of(body), reply)

    async def _commanded(self, body: Activity) -> None:
        command, unread = to_command(body), read(body).unread
        if unread is not None and not to_message(body).text.strip() and is_addressed(body):
            reply = without_words(unread, language_of_person(body))
            await self._outbox.post(chat_of(body), reply)
        mode = self._settings(body).answer_mode
        if command is None or await wish_of(body, self._records, mode) is Wanted.NO:
            return
        if command.name is Name.HELP:
            await self._help(body)
        elif command.name is Name.SETTINGS:
            await self._channel_form.offer(body)
        elif command.name is Name.RECENT:
            await self._show_recent(body)
        elif command.name in (Name.RULE, Name.RULES):
            await self._show_rules(command.name, body)
        else:
            message = await self._message(body)
            await self._commands.run(
                message, CommandRun(self._outbox, chat_of(body), message.admin)
            )

    async def _greet(self, body: Activity) -> None:
        language = language_of_person(body)
        corpus = self._overviews.corpus
        card = welcome_card(language, await self._overviews.examples(language) or (), corpus)
        title = WELCOME[language].format(corpus=corpus[language])
        await self._outbox.show(chat_of(body), card, title, language)

    async def _help(self, body: Activity) -> None:
        if await self._is_too_much(body):
            return
        language = language_of_person(body)
        # Where nobody is greeted, help has the examples.
        examples = await self._overviews.examples(language) if to_place(body).direct else ()
        admin = await self._people.is_admin(body)
        writes = self._rules is not None and await self._rules.has_writer(body)
        card = help_card(language, examples or (), admin=admin, writes=writes)
        await self._outbox.show(chat_of(body), card, HELP[language], language)

    async def _show_recent(self, body: Activity) -> None:
        if not await self._is_too_much(body):
            await self._recent.show(body)

    async def _show_rules(self, name: Name, body: Activity) -> None:
        if await self._is_too_much(body):
            return
        language = language_of_person(body)
        if self._rules is None or not to_place(body).direct:
            await self._outbox.post(chat_of(body), _private(RULES_ALONE, language))
        elif name is Name.RULE:
            await self._rules.begin(body)
        else:
            await self._rules.show_list(body)

    async def _is_too_much(self, body: Activity) -> bool:
        chat = chat_of(body)
        tell = partial(self._outbox.post, chat)
        return await self._limits.is_too_much(to_message(body), chat.place.channel, tell)

    async def _clicked(self, action: CardAction, body: Activity) -> None:
        if not await self._is_first(action, body):
            return
        if action.verb is Verb.HELP:
            await self._help(body)
        elif action.verb is Verb.READ:
            await self._notices.read(action, body)
        elif action.verb is Verb.SHARE:
            if not await self._sharing.share(action, body):
                await self._clicks.forget(_click_key(action, body))
        elif action.verb is Verb.SOURCES:
            # Clients without dialogs send the click as a message.
            reader = self._audience
            card, language = await sources_of(self._records, action, body, reader)
            await self._outbox.show(chat_of(body), card, SOURCES_TITLE[language], language)
        elif self._passing_on.knows(action.verb):
            await self._passing_on.show(action, body)
        else:
            await self._outbox.post(chat_of(body), _private(FINISHED, language_of_person(body)))

    async def _question_of(self, action: CardAction, body: Activity) -> Ask | None:
        """The question of a button; None for a second click, and if it is gone."""
        if action.verb not in (Verb.EXAMPLE, Verb.FOLLOW_UP, Verb.CHOICE, Verb.AGAIN):
            return None
        question, thread = await self._named_by(action, body)
        if question is None or not await self._is_first(action, body):
            return None
        chat = chat_of(body)
        # Under a private answer, the next one is private, too.
        chat = replace(chat, alone=thread != chat.place.conversation_id)
        message = replace(await self._message(body), text=question, conversation_id=thread)
        return Ask(message, chat, shown=question)

    async def _is_first(self, action: CardAction, body: Activity) -> bool:
        """Whether it is no second click of the same person on the same button."""
        return await self._clicks.first(_click_key(action, body))

    async def _named_by(self, action: CardAction, body: Activity) -> tuple[str | None, str]:
        """A button's question and its thread."""
        if action.verb is Verb.EXAMPLE:
            return await self._overviews.example(action.about), threads_of(body)[0]
        if action.verb is Verb.AGAIN:
            return await self._recent.question(action, body), threads_of(body)[0]
        reader = self._audience
        record = await record_of(self._records, action.about, body, reader)
        if record is None:
            return None, threads_of(body)[0]
        reply = record.reply
        replies = tuple(one.question for one in reply.choices)
        named = replies if action.verb is Verb.CHOICE else reply.suggestions
        return next(iter(named[action.number :]), None), record.thread

    def _settings(self, body: Activity) -> ChannelSettings:
        place = to_place(body)
        return self._channels.of(place.tenant_id, place.channel)

    async def _audience(self, body: Activity) -> Audience:
        return await self._people.audience(body, self._settings(body).audience)

    async def _here(self, message: Message, body: Activity) -> tuple[Message, Chat]:
        """A question as the channel is set: perhaps for its asker alone, in a thread of its own."""
        message, chat = await self._with_rights(message, body), chat_of(body)
        if chat.alone or chat.place.direct or not self._settings(body).private:
            return message, chat
        own = threads_of(body)[1]
        return replace(message, conversation_id=own), replace(chat, alone=True)

    async def _message(self, body: Activity) -> Message:
        return await self._with_rights(await self._read(body), body)

    async def _read(self, body: Activity) -> Message:
        command = to_command(body)
        is_report = command is not None and command.name is Name.REPORT
        message = to_message(body, admin=is_report and await self._people.is_admin(body))
        asked = await answered_in(self._records, body)
        return replace(message, quoted=asked) if asked else message

    async def _with_rights(self, message: Message, body: Activity) -> Message:
        """The same message with what its sender may do and read here, as the channel is set."""
        scope = replace(self._settings(body).scope, audience=await self._audience(body))
        # Only commands ask for it, and in a channel it may cost a look-up.
        admin = message.command is not None and await self._people.is_admin(body)
        return replace(message, scope=scope, admin=admin)


def _click_key(action: CardAction, body: Activity) -> str:
    place = to_place(body)
    return f"{place.conversation_id}:{place.user}:{action}"


def _private(said: Text, language: Language) -> Reply:
    return Reply(said[language], language, private=True)
