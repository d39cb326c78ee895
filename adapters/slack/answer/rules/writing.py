"""The form in which somebody writes a rule, its preview, and saving it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.rules.deciding import Decided, Decisions
from adapters.chat.rules.writing import Previewed, Sheet, Sheets, Writer, Wrong
from adapters.chat.texts import GONE
from adapters.chat.under_way.waiting import too_many
from adapters.slack.answer.kept_answers import Kept
from adapters.slack.answer.windows.answers import filled, opened, sent
from adapters.slack.api.calls import called
from adapters.slack.receive.acknowledged import Acknowledged
from adapters.slack.receive.clicks import Click, about_of, to_click, view_id
from adapters.slack.receive.forms import is_channel, to_rule
from adapters.slack.receive.reading import Payload
from adapters.slack.render import windows
from adapters.slack.render.fields import View
from adapters.slack.render.rules import LONGEST_TEXT, looking, preview_view, rule_form, wrong_view
from adapters.slack.texts import NOT_SHOWN, RULE_TOO_LONG
from adapters.slack.workspace.people import People
from bot.conversation.rate_limits import Limits
from bot.model import Reply
from bot.model.errors import BotError
from bot.model.kept import StoredAnswer
from bot.rules.forms import NEW
from knowledge.language.terms import language_of
from knowledge.model.documents import Language
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)

_SOON_S = 1.5
"""Seconds for what a form changes; Slack waits three for what becomes of a form."""


@dataclass(frozen=True, slots=True)
class Writers:
    """Finds out who writes: their role, the owners for whom they read, and their language."""

    sheets: Sheets
    people: People
    default: Language | None
    """For people without a language in Slack."""

    async def of(self, click: Click, client: AsyncWebClient) -> Writer:
        """Returns who clicked."""
        who = client, click.workspace_id, click.user
        role = await self.people.role(*who)
        language = await self.people.language(*who) or self.default or language_of(click.text)
        channel = [click.channel] if is_channel(click.channel) else []
        return self.sheets.writer(click.person, role, [click.user, *channel], language)


class RuleForms:
    """Opens the form, shows what a rule would change, and saves it."""

    def __init__(
        self,
        writers: Writers,
        decisions: Decisions,
        kept: Kept,
        limits: Limits,
        saved: Callable[[Decided, Click, Writer, AsyncWebClient], Awaitable[None]],
    ) -> None:
        """`saved` is told of each rule that somebody has saved, once or again."""
        self._writers = writers
        self._sheets = writers.sheets
        self._decisions = decisions
        self._kept = kept
        self._limits = limits
        self._saved = saved

    async def on_answer(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Opens the form for the answer to a question, or in its modal that for a change."""
        await ack()
        click = to_click(body)
        await self.open(click.value, click, client, view_id(body))

    async def open(
        self, about: str, click: Click, client: AsyncWebClient, window: str | None = ""
    ) -> None:
        """Shows a form, in an open modal if there is one; or why somebody gets none."""
        language = language_of(click.text)
        # At once: who somebody is may take longer than their click opens a modal.
        window = window or await opened(click, client, looking(language))
        if not window:
            return
        away = await too_many(self._limits, click.person, click.channel, language)
        if away is not None:
            await filled(window, windows.saying(away, language, "rule"), client, language)
            return
        writer = await self._writers.of(click, client)
        found = await self._sheet(about, click, writer)
        if isinstance(found, Sheet) and len(found.form.text) > LONGEST_TEXT:
            found = RULE_TOO_LONG[writer.language]
        view = (
            windows.saying(found, writer.language, "rule")
            if isinstance(found, str)
            else rule_form(found, self._sheets.stores, writer.language, click.channel)
        )
        await filled(window, view, client, writer.language)

    async def on_sent(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Shows above the form what the rule would change; what is wrong stands at its field."""
        click, language = to_click(body), language_of(to_click(body).text)
        looks = asyncio.create_task(self._looked(body["view"], click, client, language))
        done, _ = await asyncio.wait({looks}, timeout=_SOON_S)
        if done:
            became = looks.result()
            fields = _fields_of(body["view"])
            if isinstance(became, Wrong) and became.field and became.field in fields:
                await ack(response_action="errors", errors={became.field: became.line})
                return
            await ack(response_action="push", view=_shown(became, language))
            return
        key = token_hex(8)
        await ack(response_action="push", view=looking(language, key))
        acknowledged = Acknowledged(context)
        view = _shown(await looks, language)
        await acknowledged.arrived()
        await called("a preview is not shown", client.views_update(external_id=key, view=view))

    async def on_save(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Saves the rule, and says in the modal from when it counts."""
        click, rule_id = to_click(body), about_of(body["view"])[0]

        async def save(language: Language) -> str:
            try:
                writer = await self._writers.of(click, client)
                decided = await self._decisions.confirmed(rule_id, writer)
                if isinstance(decided, str):
                    return decided
                await self._saved(decided, click, writer, client)
            except (BotError, KnowledgeError):
                logger.exception("a rule was not saved", extra={"rule": rule_id})
                return NOT_SHOWN[language]
            return decided.line

        await sent(ack, body, client, context, "rule_saved", save)

    async def changes(
        self, record: StoredAnswer, click: Click, client: AsyncWebClient
    ) -> list[tuple[str, str]]:
        """Returns what `open` opens for each passage of an answer that somebody may change."""
        writer = await self._writers.of(click, client)
        try:
            return await self._sheets.changes(record, writer)
        except KnowledgeError:
            logger.exception("no rule is offered to be changed")
            return []

    async def _sheet(self, about: str, click: Click, writer: Writer) -> Sheet | str:
        record: StoredAnswer | None = None
        if about != NEW:
            found = await self._kept.stored(about.partition(":")[0], click, writer.language)
            if isinstance(found, Reply):
                return found.text
            record = found
        try:
            return await self._sheets.sheet(about, record, writer)
        except KnowledgeError:
            logger.exception("no form for a rule")
            return GONE[writer.language]

    async def _looked(
        self, view: Payload, click: Click, client: AsyncWebClient, language: Language
    ) -> View | Wrong:
        """The preview of what was sent, or what is wrong with it."""
        about, channel = about_of(view)
        away = await too_many(self._limits, click.person, channel, language)
        if away is not None:
            return Wrong(away)
        try:
            writer = await self._writers.of(click, client)
            sheet = await self._sheet(about, click, writer)
            if isinstance(sheet, str):
                return Wrong(sheet)
            drafted = await self._sheets.drafted(sheet, to_rule(view, sheet.form), writer)
        except (BotError, KnowledgeError):
            logger.exception("a rule was not drafted")
            return Wrong(NOT_SHOWN[language])
        if isinstance(drafted, Previewed):
            return preview_view(drafted.rule_id, drafted.lines, writer.language, channel)
        return drafted


def _shown(became: View | Wrong, language: Language) -> View:
    return wrong_view(became.line, language) if isinstance(became, Wrong) else became


def _fields_of(view: Payload) -> set[object]:
    return {one.get("block_id") for one in view.get("blocks", ()) if one.get("type") == "input"}
