"""Fills the Home tab and suggests first questions when a person opens the app."""

from collections.abc import Sequence

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels
from adapters.chat.cutting import cut
from adapters.chat.rules.writing import Sheets
from adapters.chat.texts import ASK_ME
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.once import TWICE_S, Once
from adapters.slack.answer.chat import Ask, Chats, installed_in
from adapters.slack.api.calls import Granted, called, refusal
from adapters.slack.api.trouble import passes
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import (
    directly,
    open_channel,
    open_in_legacy,
    person,
    workspace_of,
)
from adapters.slack.receive.reading import Payload, part, word
from adapters.slack.render.home import home_view
from adapters.slack.workspace.open_channels import OpenChannels
from adapters.slack.workspace.people import People
from bot.conversation.overview import Overviews
from bot.model import Message, Platform
from bot.model.said import WaitingQuestion
from bot.ports import ShortLived
from bot.texts import LANGUAGES
from knowledge.model.documents import Language

_SUGGEST = "assistant.threads.setSuggestedPrompts"
_MOST_PROMPTS = 4  # it takes no more
_MOST_WAITING = 5
"""Open questions on the tab; the report has all."""
_PROMPT = 75
"""Characters of a prompt's title; the question itself is sent in full."""


class Opening:
    """Fills the Home tab and suggests first questions."""

    def __init__(
        self,
        overviews: Overviews,
        people: People,
        asking: Asking[Ask],
        chats: Chats,
        channels: Channels,
        open_channels: OpenChannels,
        short_lived: ShortLived,
        default: Language | None,
        sheets: Sheets | None = None,
    ) -> None:
        """`default` is the language of people without one in Slack; `sheets` are forms of rules."""
        self._overviews = overviews
        self._people = people
        self._asking = asking
        self._chats = chats
        self._channels = channels
        self._open = open_channels
        self._default: Language = default or "en"
        self._sheets = sheets
        self._seen = Once(short_lived, "slack example", TWICE_S)
        self._granted = Granted()

    async def on_opened(self, body: Payload, event: Payload, client: AsyncWebClient) -> None:
        """Fills the opened tab."""
        user, workspace = word(event, "user"), workspace_of(body)
        if "context" in event:
            await self._open.opened(workspace, user, open_channel(part(event, "context")))
        if event.get("tab") == "messages":
            await self._suggest(user, workspace, {"channel_id": word(event, "channel")}, client)
        else:
            await self.show_home(user, workspace, client)

    async def on_context(self, body: Payload, event: Payload) -> None:
        """Notes the channel that a person opens beside the agent view."""
        channel = open_channel(part(event, "context"))
        await self._open.opened(workspace_of(body), word(event, "user"), channel)

    async def on_legacy_context(self, body: Payload, event: Payload) -> None:
        """Notes the channel beside an assistant thread, in apps from before the agent view."""
        thread = part(event, "assistant_thread")
        await self._open.opened(workspace_of(body), word(thread, "user_id"), open_in_legacy(thread))

    async def on_legacy_thread(self, body: Payload, event: Payload, client: AsyncWebClient) -> None:
        """Suggests first questions in apps from before the agent tab."""
        await self.on_legacy_context(body, event)
        thread = event.get("assistant_thread")
        if isinstance(thread, dict):
            where = {key: word(thread, key) for key in ("channel_id", "thread_ts")}
            await self._suggest(word(thread, "user_id"), workspace_of(body), where, client)

    async def show_home(self, user: str, workspace: str, client: AsyncWebClient) -> None:
        """Fills a person's Home tab."""
        admin = await self._people.is_admin(client, workspace, user)
        language = await self._language(user, workspace, client)
        overview = await self._overviews.of(person(workspace, user), language, admin=admin)
        stores = self._channels.by_store(workspace) if admin else ()
        waiting = await self._waiting(user, workspace, client, language)
        view = home_view(overview, language, admin, stores, waiting)
        await called("the Home tab was not filled", client.views_publish(user_id=user, view=view))

    async def on_example(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Answers an example question of the Home tab in direct messages."""
        await ack()
        click = to_click(body)
        if not await self._seen.first(click.key):
            return
        question = await self._overviews.example(click.value)
        if question is None:
            # The documents have changed since the tab was filled.
            await self.show_home(click.user, click.workspace_id, client)
            return
        message = Message(
            Platform.SLACK,
            f"{click.workspace_id}:{click.user}:home",
            click.user,
            question,
            workspace_id=click.workspace_id,
        )
        asked = Ask(message, directly(click.user), installed_in(context), shown=question)
        if await self._asking.accept(message.trace_id, asked):
            await self._asking.ask(asked, self._chats.by(client))

    async def _waiting(
        self, user: str, workspace: str, client: AsyncWebClient, language: Language
    ) -> Sequence[WaitingQuestion] | None:
        """The questions that a person may answer by a rule; none for staff."""
        if self._sheets is None:
            return ()
        role = await self._people.role(client, workspace, user)
        writer = self._sheets.writer(person(workspace, user), role, [user], language)
        return await self._sheets.waiting(writer, _MOST_WAITING)

    async def _suggest(
        self, user: str, workspace: str, where: dict[str, str], client: AsyncWebClient
    ) -> None:
        """Suggests questions that this index answers, in the person's language if it has any."""
        if not self._granted.allows(client, _SUGGEST):
            return
        language = await self._language(user, workspace, client)
        examples = await self._overviews.examples(language)
        for other in LANGUAGES if examples == () else ():
            examples = examples or await self._overviews.examples(other)
        questions = [str(one.question) for one in (examples or ())[:_MOST_PROMPTS]]
        if not questions:
            return
        prompts = [{"title": cut(one, _PROMPT), "message": one} for one in questions]
        word = await refusal(
            client.assistant_threads_setSuggestedPrompts(
                **where, title=ASK_ME[language], prompts=prompts
            )
        )
        if word is not None and not passes(word):
            self._granted.refused(client, _SUGGEST, word)

    async def _language(self, user: str, workspace: str, client: AsyncWebClient) -> Language:
        return await self._people.language(client, workspace, user) or self._default
