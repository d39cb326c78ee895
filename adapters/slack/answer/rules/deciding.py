"""Asks a second person to approve a rule, and takes what they decide below that message."""

import logging
from collections.abc import Awaitable, Callable

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels
from adapters.chat.rules.deciding import Decided, Decisions
from adapters.chat.rules.writing import Writer, spaced
from adapters.chat.under_way.once import Once
from adapters.slack.answer.notices import Notices
from adapters.slack.answer.rules.correcting import Corrected
from adapters.slack.post.delivery import ResponseUrl, tell
from adapters.slack.receive.clicks import Click
from adapters.slack.receive.forms import is_channel
from adapters.slack.render.buttons import FOR_DECIDER
from adapters.slack.texts import STRANGER, private
from bot.model import Reply
from bot.model.access import may_read
from bot.model.rules import State, WrittenRule
from bot.ports import ShortLived
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

Decide = Callable[[str, Writer], Awaitable[Decided | str]]


class SecondPerson:
    """Shows a rule that waits to administrators and its owner, never to its author."""

    def __init__(
        self,
        decisions: Decisions,
        channels: Channels,
        notices: Notices,
        corrected: Corrected,
        short_lived: ShortLived,
    ) -> None:
        self._channels = channels
        self._corrected = corrected
        self._decisions = decisions
        self._notices = notices
        self._told = Once(short_lived, "slack rule to decide")

    async def saved(
        self, decided: Decided, click: Click, writer: Writer, client: AsyncWebClient
    ) -> None:
        """Tells whoever may decide if a rule waits; offers corrections of answers if it counts."""
        written = decided.written
        if not await self._told.first(f"{written.rule_id} {written.state}"):
            return
        if written.state is State.IN_FORCE:
            self._corrected.offer(decided, click, writer, client)
        if written.state is State.WAITING:
            people = {*self._notices.admins, *self._decisions.deciders(written)}
            here = {one if ":" in one else f"{click.workspace_id}:{one}" for one in people}
            others = here - {click.person.partition(":")[2]}
            await self._ask(sorted(one for one in others if self._reads(one, written)), written)

    def _reads(self, address: str, written: WrittenRule) -> bool:
        """Whether all who read at an address may read a rule: in a channel, not only its owner."""
        workspace, _, place = address.rpartition(":")
        if not is_channel(place):
            return True
        return may_read(self._channels.of(workspace, place).audience, written.rule.audience)

    async def _ask(self, people: list[str], written: WrittenRule) -> None:
        async def made(language: Language) -> Reply | None:
            lines = await self._decisions.waiting(written.rule_id, language)
            if lines is None:
                return None
            return Reply(spaced(lines), language, kept=True, trace_id=written.rule_id)

        if not await self._notices.show(people, made, FOR_DECIDER):
            logger.warning("nobody was asked to approve a rule", extra={"rule": written.rule_id})

    async def decide(
        self, decide: Decide, click: Click, writer: Writer, client: AsyncWebClient
    ) -> None:
        """Decides about a rule below the message about it; who comes second reads what became."""
        if click.stranger:
            await tell(click, client, private(STRANGER, writer.language))
            return
        decided = await decide(click.value, writer)
        if isinstance(decided, str):
            await tell(click, client, Reply(decided, writer.language, private=True))
            return
        await ResponseUrl(click, client).put(Reply(decided.line, writer.language, private=True))
        await self.saved(decided, click, writer, client)
