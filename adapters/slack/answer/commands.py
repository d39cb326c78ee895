"""Slash commands; a direct message shows an administrator the progress of a run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.commands import Commands
from adapters.chat.under_way.ladder import Step, first_taken
from adapters.slack.answer.chat import Ask, Chats, installed_in
from adapters.slack.api.calls import answered, refusal
from adapters.slack.api.trouble import cure, step_after
from adapters.slack.post.delivery import Delivery, ResponseUrl
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import Place, directly, to_command
from adapters.slack.receive.reading import Payload
from adapters.slack.render.reply import RICH_FORMS, Form, bare_form, to_forms
from adapters.slack.texts import FOLLOW_DIRECTLY
from adapters.slack.workspace.people import People
from bot.model import Message, Platform, Reply, Scope
from bot.privacy import Redactor
from bot.texts import INDEXING
from bot.upkeep.indexing.index_report import bar_line
from knowledge.language.terms import language_of
from knowledge.model.documents import Language
from knowledge.model.report import Progress

logger = logging.getLogger(__name__)

Tell = Callable[[Reply], Awaitable[object]]

_EDIT_LIMIT_S = 10.0
_POST_LIMIT_S = 60.0  # with the waits that Slack asks for when it is rate limited
_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})


class SlashCommands:
    """/ask answers privately; the other commands are for administrators, others are refused."""

    def __init__(
        self,
        asking: Asking[Ask],
        chats: Chats,
        commands: Commands,
        people: People,
        redactor: Redactor,
        default: Language | None,
    ) -> None:
        """The default language is for people without a language in Slack."""
        self._asking = asking
        self._chats = chats
        self._commands = commands
        self._people = people
        self._redactor = redactor
        self._default = default

    async def on_ask(
        self, ack: AsyncAck, command: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Answers a question privately."""
        message, click = _private_question(command), to_click(command)
        place = Place(channel=click.channel, user=click.user, direct=click.place.direct)
        # Slack shows a command to nobody, not even its author.
        shown = await asyncio.to_thread(self._redactor.safe, message.text)
        asked = Ask(
            message, place, installed_in(context), alone=True, shown=shown, click=click.without_text
        )
        # Slack never repeats a command, and two may say the same.
        is_new = await self._asking.accept(message.trace_id, asked)
        await ack()
        if is_new:
            await self._asking.ask(asked, self._chats.by(client))

    async def on_other(self, ack: AsyncAck, command: Payload, client: AsyncWebClient) -> None:
        """Runs a command; only its caller sees the result."""
        await ack()
        response = ResponseUrl(to_click(command), client)
        await self._start(to_command(command), client, response.note, response.post)

    async def on_button(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Reindexes from the Home tab; it replies in direct messages."""
        await ack()
        click = to_click(body)
        post = partial(Delivery(client).post, directly(click.user))
        message = Message(
            Platform.SLACK,
            "",
            click.user,
            "",
            command="reindex",
            workspace_id=click.workspace_id,
        )
        await self._start(message, client, _nothing, post)

    async def _start(
        self, message: Message, client: AsyncWebClient, note: Tell, post: Tell
    ) -> None:
        run = DirectRun(client, self._people, self._default, message.sender_id, note, post)
        await self._commands.run(message, run)


def _private_question(command: Payload) -> Message:
    message = to_command(command)
    # A private question follows up on the person's earlier private questions only.
    thread = f"{message.conversation_id}:ask:{message.sender_id}"
    return replace(message, command=None, conversation_id=thread)


@dataclass(slots=True)
class DirectRun:
    """A direct message to an administrator: a progress bar, then the report."""

    client: AsyncWebClient
    people: People
    default: Language | None
    channel: str
    """The person, until Slack says which channel their direct messages are."""
    note: Tell
    post: Tell
    language: Language = "en"
    ts: str = ""

    async def known(self, message: Message) -> Message:
        """Returns the command with its sender's role and language."""
        who = self.client, message.workspace_id, message.sender_id
        admin, self.language = await self.people.is_admin(*who), language_of(message.text)
        if message.text.isascii():
            # `full` and `status` do not tell the language: all administrators use them.
            self.language = await self.people.language(*who) or self.default or self.language
        return replace(message, admin=admin, scope=Scope(language=self.language))

    async def tell(self, reply: Reply) -> object:
        """Posts a reply where the command was given."""
        return await self.post(reply)

    async def begin(self, note: Reply) -> bool:
        """Switches to one progress message when a run begins, if Slack allows it."""
        word = await self._post({"text": INDEXING[self.language]})
        if word is None:
            note = replace(note, text=FOLLOW_DIRECTLY[note.language])
        else:
            _log("cannot show a run in a direct message", word)
        await self.note(note)
        return word is None

    async def edit(self, progress: Progress) -> bool:
        """Shows the progress; False if a retry would not help."""
        form: Form = {"text": bar_line(progress, self.language)}
        word = await self._update(form, _EDIT_LIMIT_S)
        return word not in _GONE or await self._post(form) is None

    async def end(self, reply: Reply, *, begun: bool, is_report: bool) -> None:
        """Replaces the message with the report, or posts it where the command was given."""
        word = None
        if begun:
            forms, bare = to_forms(reply), partial(bare_form, reply)
            word = await first_taken(forms, bare, self._put, step_after, reply.trace_id, RICH_FORMS)
            if word is not None:
                _log("the report of a run was not shown", word)
        if not begun or word is not None:
            await self.tell(reply)

    async def _put(self, form: Form) -> str | None:
        """Edits the message, or posts a new one if that fails."""
        word = await self._update(form, _POST_LIMIT_S) if self.ts else "not_posted"
        if word is None or step_after(word) is Step.NEXT:
            return word
        return await self._post(form)

    async def _update(self, form: Form, limit_s: float) -> str | None:
        # Without `blocks`, Slack would keep the old ones.
        whole = {"blocks": [], **form}
        call = self.client.chat_update(channel=self.channel, ts=self.ts, **whole)
        return await refusal(call, limit_s)

    async def _post(self, form: Form) -> str | None:
        call = self.client.chat_postMessage(
            channel=self.channel, unfurl_links=False, unfurl_media=False, **form
        )
        word, answer = await answered(call, _POST_LIMIT_S)
        if answer is not None:
            self.channel = answer.get("channel") or self.channel
            self.ts = answer.get("ts") or ""
        return word


async def _nothing(note: Reply) -> None:
    """Drops the note: the progress message shows the same."""


def _log(what: str, word: str) -> None:
    logger.warning(what, extra={"reason": word, "cure": cure(word)})
