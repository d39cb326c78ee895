"""/storewise rule and /storewise rules: an empty form, and the list of what one looks after."""

from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.rules.deciding import Decided, Decisions
from adapters.chat.rules.owning import Owning
from adapters.chat.rules.texts import command_of
from adapters.chat.rules.writing import Writer
from adapters.chat.under_way.waiting import too_many
from adapters.slack.answer.rules.deciding import SecondPerson
from adapters.slack.answer.rules.writing import RuleForms, Writers
from adapters.slack.answer.windows.answers import filled, opened
from adapters.slack.post.delivery import tell
from adapters.slack.receive.clicks import Click, to_click, view_id
from adapters.slack.receive.events import to_command
from adapters.slack.receive.reading import Payload
from adapters.slack.render import windows
from adapters.slack.render.rules import looking, rules_view
from bot.conversation.rate_limits import Limits
from bot.model import Reply
from bot.rules.forms import NEW
from knowledge.language.terms import language_of

Command = Callable[[AsyncAck, Payload, AsyncWebClient], Awaitable[None]]


class RuleList:
    """Shows what somebody looks after; what becomes of a tap stands in the same modal."""

    def __init__(
        self,
        writers: Writers,
        decisions: Decisions,
        owning: Owning,
        forms: RuleForms,
        second: SecondPerson,
        limits: Limits,
        other: Command,
    ) -> None:
        """`other` takes every other command."""
        self._writers = writers
        self._decisions = decisions
        self._owning = owning
        self._forms = forms
        self._second = second
        self._limits = limits
        self._other = other

    async def on_command(self, ack: AsyncAck, command: Payload, client: AsyncWebClient) -> None:
        """Opens the form or the list; hands on what is neither."""
        named = command_of(to_command(command).text)
        if named is None:
            await self._other(ack, command, client)
            return
        await ack()
        click = to_click(command)
        if named == "rule":
            await self._forms.open(NEW, click, client)
            return
        window = await opened(click, client, looking(language_of(click.text)))
        if window and not await self._is_too_much(click, window, client):
            await self._show(window, click, client, await self._writers.of(click, client))

    async def on_withdraw(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Ends a rule."""
        await self._decide(self._decisions.withdrawn, ack, body, client)

    async def on_approve(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Puts a rule into force, in the list or below the message about it."""
        await self._decide(self._decisions.approved, ack, body, client)

    async def on_refuse(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Refuses a rule, in the list or below the message about it."""
        await self._decide(self._decisions.refused, ack, body, client)

    async def on_still_true(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Notes that a document was looked at."""
        await self._decide(self._owning.still_true, ack, body, client)

    async def on_unpin(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Takes a pinned answer away."""
        await self._decide(self._owning.unpinned, ack, body, client)

    async def _decide(
        self,
        decide: Callable[[str, Writer], Awaitable[Decided | str]],
        ack: AsyncAck,
        body: Payload,
        client: AsyncWebClient,
    ) -> None:
        await ack()
        click, window = to_click(body), view_id(body)
        if await self._is_too_much(click, window, client):
            return
        writer = await self._writers.of(click, client)
        if not window:
            await self._second.decide(decide, click, writer, client)
            return
        decided = await decide(click.value, writer)
        if isinstance(decided, Decided):
            await self._second.saved(decided, click, writer, client)
        said = decided if isinstance(decided, str) else decided.line
        await self._show(window, click, client, writer, said)

    async def _is_too_much(self, click: Click, window: str, client: AsyncWebClient) -> bool:
        """Counts a tap; True if over the limit, which its person then reads."""
        language = language_of(click.text)
        away = await too_many(self._limits, click.person, click.channel, language)
        if away is not None and window:
            await filled(window, windows.saying(away, language, "rules"), client, language)
        elif away is not None:
            await tell(click, client, Reply(away, language, private=True))
        return away is not None

    async def _show(
        self, window: str, click: Click, client: AsyncWebClient, writer: Writer, said: str = ""
    ) -> None:
        shelf, language = await self._owning.shelf(writer), writer.language
        await filled(window, rules_view(shelf, language, said, click.channel), client, language)
