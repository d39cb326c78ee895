"""Asks a second person to approve a rule, and takes what they decide."""

import logging
from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.rules.deciding import Decided, Decisions
from adapters.chat.rules.writing import Writer
from adapters.chat.under_way.once import Once
from adapters.slack.answer.notices import Notices
from adapters.slack.answer.rules.writing import Writers
from adapters.slack.post.delivery import ResponseUrl, tell
from adapters.slack.receive.clicks import Click, to_click
from adapters.slack.receive.reading import Payload
from adapters.slack.render.buttons import FOR_DECIDER
from adapters.slack.texts import STRANGER, private
from bot.model import Reply
from bot.model.rules import State, WrittenRule
from bot.ports import ShortLived
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

Decide = Callable[[str, Writer], Awaitable[Decided | str]]


class SecondPerson:
    """Shows a rule that waits to administrators and its owner, never to its author."""

    def __init__(
        self, writers: Writers, decisions: Decisions, notices: Notices, short_lived: ShortLived
    ) -> None:
        self._writers = writers
        self._decisions = decisions
        self._notices = notices
        self._told = Once(short_lived, "slack rule to decide")

    async def saved(self, decided: Decided, click: Click, _: Writer, __: AsyncWebClient) -> None:
        """Tells whoever may decide, once, if a rule waits for that."""
        written = decided.written
        if written.state is State.WAITING and await self._told.first(written.rule_id):
            people = {*self._notices.admins, *self._decisions.deciders(written)}
            here = {one if ":" in one else f"{click.workspace_id}:{one}" for one in people}
            await self._ask(sorted(here - {click.person.partition(":")[2]}), written)

    async def on_approve(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Puts a rule into force; who comes second reads what became of it."""
        await ack()
        await self._decide(self._decisions.approved, to_click(body), client)

    async def on_refuse(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Refuses a rule."""
        await ack()
        await self._decide(self._decisions.refused, to_click(body), client)

    async def _ask(self, people: list[str], written: WrittenRule) -> None:
        async def made(language: Language) -> Reply | None:
            lines = await self._decisions.waiting(written.rule_id, language)
            if lines is None:
                return None
            return Reply("\n".join(lines), language, kept=True, trace_id=written.rule_id)

        if not await self._notices.show(people, made, FOR_DECIDER):
            logger.warning("nobody was asked to approve a rule", extra={"rule": written.rule_id})

    async def _decide(self, decide: Decide, click: Click, client: AsyncWebClient) -> None:
        writer = await self._writers.of(click, client)
        if click.stranger:
            await tell(click, client, private(STRANGER, writer.language))
            return
        decided = await decide(click.value, writer)
        if isinstance(decided, str):
            await tell(click, client, Reply(decided, writer.language, private=True))
            return
        await ResponseUrl(click, client).put(Reply(decided.line, writer.language, private=True))
