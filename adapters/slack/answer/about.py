"""Answers about a message or a link that somebody points at."""

import asyncio
import logging
from dataclasses import replace

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels
from adapters.chat.texts import NOT_FOR_ALL
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.once import TWICE_S, Once
from adapters.slack.answer.chat import Ask, Chats, installed_in
from adapters.slack.answer.kept_answers import not_done
from adapters.slack.answer.windows.answers import filled, opened
from adapters.slack.answer.windows.questions import About, QuestionWindows
from adapters.slack.api.calls import Granted, refusal
from adapters.slack.api.trouble import cure, passes
from adapters.slack.post.delivery import Delivery, tell
from adapters.slack.receive.acknowledged import Acknowledged
from adapters.slack.receive.clicks import Click, to_click, view_id
from adapters.slack.receive.events import is_shared, links_in, workspace_of
from adapters.slack.receive.forms import to_question
from adapters.slack.receive.reading import Payload, word
from adapters.slack.render import windows
from adapters.slack.render.elements import Block
from adapters.slack.render.reply import preview, shares
from adapters.slack.texts import (
    CANNOT_SHARE,
    LOST_MESSAGE,
    NO_DOCUMENT,
    READING,
    SHARED,
    STRANGER,
    private,
)
from bot.conversation.documents.listing import LinkedDocument, LinkedDocuments
from bot.model import Message, Platform
from bot.model.access import may_read
from bot.ports import ShortLived
from bot.privacy import Redactor
from knowledge.language.terms import language_of
from knowledge.model.errors import KnowledgeError


class AboutMessage:
    """Takes a question about a message or document and shows the answer in the same modal.

    Nobody else sees it, and the bot need not be in the channel.
    """

    def __init__(
        self,
        asking: Asking[Ask],
        chats: Chats,
        windows: QuestionWindows,
        channels: Channels,
        linked: LinkedDocuments | None,
        redactor: Redactor,
        short_lived: ShortLived,
    ) -> None:
        self._asking = asking
        self._chats = chats
        self._channels = channels
        self._linked = linked
        self._windows = windows
        self._redactor = redactor
        self._seen = Once(short_lived, "slack share", TWICE_S)

    async def on_shortcut(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Opens a modal for the question about the message."""
        await ack()
        click = to_click(body)
        text = click.text
        window = await opened(click, client, windows.question_form(language_of(text)))
        if window:
            await self._windows.keep(window, About(click.place, text))

    async def on_document(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Opens a modal for the question about the document of a link."""
        await ack()
        click = to_click(body)
        language = language_of(click.text)
        if click.stranger:
            await tell(click, client, private(STRANGER, language))
            return
        document = await self._document(click.value)
        if document is None:
            await tell(click, client, private(NO_DOCUMENT, language))
            return
        window = await opened(click, client, windows.question_form(language, document.title))
        if window:
            await self._windows.keep(window, About(click.place, "", document.title))

    async def on_question(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Shows the answer in the modal."""
        window, question = view_id(body), to_question(body["view"])
        language, about = language_of(question), await self._windows.of(window)
        if about is None:
            said = windows.saying(LOST_MESSAGE[language], language)
            await ack(response_action="update", view=said)
            return
        asked = await self._asked(to_click(body), window, about, question, context)
        is_new = await self._asking.accept(f"{window}:{asked.message.trace_id}", asked)
        reading = windows.saying(READING[language], language)
        await ack(response_action="update", view=reading)
        self._windows.acknowledged(window, Acknowledged(context))
        if is_new:
            await self._asking.ask(asked, self._chats.by(client))

    async def on_share(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Posts the answer in the message's thread, once."""
        await ack()
        window, click = view_id(body), to_click(body)
        if not await self._seen.first(f"{click.key} {window}"):
            return
        about = await self._windows.of(window)
        answer = about.reply if about is not None else None
        if about is None or answer is None:
            language = language_of(click.text)
            await filled(window, windows.saying(LOST_MESSAGE[language], language), client, language)
            return
        language = answer.language
        here = self._channels.of(click.workspace_id, about.place.channel).audience
        if not may_read(here, answer.audience):
            trouble = NOT_FOR_ALL[language]
            view = windows.answer_view(answer, about.question, trouble)
            await filled(window, view, client, language)
            return
        intro = shares(about.place.user, about.question, language)
        reply = replace(answer, private=False)
        word = await Delivery(client).say(about.place, reply, intro)
        view = windows.saying(SHARED[language], language)
        if word is not None:
            await self._seen.forget(f"{click.key} {window}")
            trouble = not_done(word, CANNOT_SHARE, reply).text
            view = windows.answer_view(reply, about.question, trouble)
        await filled(window, view, client, language)

    async def _document(self, doc_id: str) -> LinkedDocument | None:
        try:
            return await self._linked.of(doc_id) if self._linked else None
        except KnowledgeError:
            return None

    async def _asked(
        self, click: Click, window: str, about: About, question: str, context: AsyncBoltContext
    ) -> Ask:
        shown = await asyncio.to_thread(self._redactor.safe, question)
        message = Message(
            Platform.SLACK,
            "",
            click.user,
            f"{about.document}: {question}" if about.document else question,
            workspace_id=click.workspace_id,
            selected_text=None if about.document else about.text,
        )
        # No thread: nobody else may see that somebody asked about it.
        place = replace(about.place, thread_ts=None, user=click.user)
        where = installed_in(context)
        return Ask(message, place, where, alone=True, shown=shown, window=window)


# Shows which document a posted link leads to, with a button to ask about it.


logger = logging.getLogger(__name__)

_UNFURL = "chat.unfurl"
_MOST = 5
"""Links of one message that get a preview."""


class Links:
    """Previews links to documents that all staff may read."""

    def __init__(self, linked: LinkedDocuments | None, channels: Channels) -> None:
        """Without documents, as where the setting is empty, links stay as they are."""
        self._linked = linked
        self._channels = channels
        self._granted = Granted()

    async def on_shared(self, body: Payload, event: Payload, client: AsyncWebClient) -> None:
        """Adds a preview to each posted link that is the address of a document."""
        # A draft may still be sent anywhere: its links come again once it is posted.
        is_posted = word(event, "source") in ("", "conversations_history")
        if not is_posted or is_shared(body) or not self._granted.allows(client, _UNFURL):
            return
        channel = word(event, "channel")
        language = self._channels.of(workspace_of(body), channel).scope.language
        found: dict[str, Block] = {}
        for url in links_in(event):
            document = await self._at(url)
            if document is not None and len(found) < _MOST:
                found[url] = preview(document, language or document.language)
        if not found:
            return
        said = await refusal(
            client.chat_unfurl(channel=channel, ts=word(event, "message_ts"), unfurls=found)
        )
        if said == "missing_scope":
            self._granted.refused(client, _UNFURL, said)
        elif said is not None and not passes(said):
            about = {"reason": said, "cure": cure(said)}
            logger.info("a link got no preview", extra=about)

    async def _at(self, url: str) -> LinkedDocument | None:
        try:
            return await self._linked.at(url) if self._linked else None
        except KnowledgeError:
            return None  # nothing is indexed, or not now: the link stays as it is
