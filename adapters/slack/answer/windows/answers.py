"""Modals about an answer: its sources, feedback, and asking a person."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.texts import DISAGREEING, NOT_FOR_ALL
from adapters.chat.under_way.waiting import too_many
from adapters.slack.answer.kept_answers import Kept, not_done, trouble
from adapters.slack.api.calls import called, refusal
from adapters.slack.api.trouble import cure
from adapters.slack.post.delivery import Delivery, tell
from adapters.slack.receive.acknowledged import Acknowledged
from adapters.slack.receive.clicks import Click, to_click, view_id, view_title
from adapters.slack.receive.events import directly
from adapters.slack.receive.forms import Handover, to_complaint, to_handover
from adapters.slack.receive.reading import Payload
from adapters.slack.render import windows
from adapters.slack.render.buttons import FOR_COLLEAGUE
from adapters.slack.render.fields import View
from adapters.slack.render.reply import asks_you
from adapters.slack.texts import (
    CANNOT_WRITE,
    CLICK_AGAIN,
    NOT_SHOWN,
    SENT,
    THANKS_FOR_RATING,
    private,
)
from bot.conversation.rate_limits import Limits
from bot.model import Reply
from bot.model.kept import Feedback, StoredAnswer
from bot.privacy import Redactor
from knowledge.language.terms import language_of
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

Changes = Callable[[StoredAnswer, Click, AsyncWebClient], Awaitable[list[tuple[str, str]]]]
MayPin = Callable[[StoredAnswer, Click, AsyncWebClient], Awaitable[bool]]


class Windows:
    """Shows sources, takes feedback and hands a question over to a person."""

    def __init__(
        self,
        kept: Kept,
        redactor: Redactor,
        limits: Limits,
        changes: Changes | None = None,
        may_pin: MayPin | None = None,
    ) -> None:
        """`changes` returns the rules behind an answer that somebody may change."""
        self._changes = changes
        self._may_pin = may_pin
        self._kept = kept
        self._limits = limits
        self._redactor = redactor

    async def on_sources(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Opens a modal at once (its trigger expires in 3 s), then fills in the cited passages."""
        await ack()
        click = to_click(body)
        language = language_of(click.text)
        window = await opened(click, client, windows.sources_skeleton(language))
        if window is None:
            return
        found = await self._kept.looked_up(click.value, click, client, language)
        if isinstance(found, Reply):
            view = windows.saying(found.text, found.language, "sources")
        else:
            language = found.reply.language
            pins = self._may_pin is not None and await self._may_pin(found, click, client)
            view = windows.sources_view(found.reply, click.channel, pins=pins)
        await filled(window, view, client, language)

    async def on_feedback(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Saves a rating; thumbs down opens a short form."""
        await ack()
        click = to_click(body)
        answer_id, _, thumb = click.value.rpartition(":")
        record = await self._kept.found(answer_id, click, client)
        if record is None:
            return
        good = thumb == "good"
        await self._kept.rate(Feedback(answer_id, click.person, good, datetime.now(UTC)))
        if not good:
            await self._ask_why(record, click, client)

    async def _ask_why(self, record: StoredAnswer, click: Click, client: AsyncWebClient) -> None:
        """Opens the form; what its reader may change comes a moment later: a click waits 3 s."""
        about = record.answer_id, record.reply.language, click.channel
        window = await opened(click, client, windows.feedback_form(*about))
        if window and self._changes and (found := await self._changes(record, click, client)):
            await filled(window, windows.feedback_form(*about, found), client, about[1])

    async def on_complaint(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Saves a complaint, without personal data."""
        click, said = to_click(body), to_complaint(body["view"])
        language = language_of(click.text)
        thanks = windows.saying(THANKS_FOR_RATING[language], language, "feedback")
        await ack(response_action="update", view=thanks)
        acknowledged = Acknowledged(context)
        comment = self._redactor.safe(said.note) if said.note else None
        kept = await self._kept.rate(
            Feedback(
                said.answer_id,
                click.person,
                good=False,
                given_at=datetime.now(UTC),
                reason=said.reason,
                comment=comment,
            )
        )
        if not kept:
            sorry = trouble(language, said.answer_id).text
            view = windows.saying(sorry, language, "feedback")
            await filled(view_id(body), view, client, language, acknowledged)

    async def on_ask_person(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Opens a form to choose a colleague to ask, with a note if documents disagree.

        In the modal with the sources, the form takes their place.
        """
        await ack()
        click, window = to_click(body), view_id(body)
        language = language_of(click.text)
        found = await self._kept.looked_up(click.value, click, client, language)
        if isinstance(found, Reply):
            if window:
                view = windows.saying(found.text, language, "ask_person")
                await filled(window, view, client, language)
            else:
                await tell(click, client, found)
            return
        language = found.reply.language
        note = DISAGREEING[language] if found.reply.disputed else ""
        form = windows.ask_person_form(click.value, language, note, click.channel)
        if window:
            await filled(window, form, client, language)
        else:
            await opened(click, client, form)

    async def on_handover(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Sends the question, the answer and a note to the chosen colleague."""
        click, chosen = to_click(body), to_handover(body["view"])

        async def send(language: Language) -> str:
            return await self._handed_over(click, chosen, client, language)

        await sent(ack, body, client, context, "ask_person", send)

    async def _handed_over(
        self, click: Click, chosen: Handover, client: AsyncWebClient, language: Language
    ) -> str:
        """Sends an answer on, if the colleague may read it; returns the sentence to show."""
        found = await self._kept.looked_up(chosen.answer_id, click, client, language)
        if isinstance(found, Reply):
            return found.text
        language = found.reply.language
        away = await too_many(self._limits, click.person, click.channel, language)
        if away is not None:
            return away
        if not await self._kept.may_read(found, chosen.person, click.workspace_id, client):
            return NOT_FOR_ALL[language]
        safe = replace(chosen, note=self._redactor.safe(chosen.note))
        return await _passed_on(found, click, safe, client)


async def _passed_on(
    record: StoredAnswer, click: Click, to: Handover, client: AsyncWebClient
) -> str:
    """Messages the chosen colleague; returns the sentence to show."""
    reply, language = record.reply, record.reply.language
    intro = asks_you(click.user, record.question, to.note, language)
    word = await Delivery(client).say(directly(to.person), reply, intro, FOR_COLLEAGUE)
    said = SENT[language] if word is None else not_done(word, CANNOT_WRITE, reply).text
    return said.format(user=f"<@{to.person}>")


async def opened(click: Click, client: AsyncWebClient, view: View) -> str | None:
    """Opens a modal and returns its id; if the click has expired, tells the person."""
    call = client.views_open(trigger_id=click.trigger_id, view=view)
    answer = await called("no window was opened", call)
    if answer is None:
        await tell(click, client, private(CLICK_AGAIN, language_of(click.text)))
        return None
    return str(answer["view"]["id"])


async def sent(
    ack: AsyncAck,
    body: Payload,
    client: AsyncWebClient,
    context: AsyncBoltContext,
    name: str,
    send: Callable[[Language], Awaitable[str]],
) -> None:
    """Shows that a form is on its way, then in its place what `send` says became of it."""
    language = language_of(view_title(body))
    await ack(response_action="update", view=windows.sending(language, name))
    acknowledged = Acknowledged(context)
    view = windows.saying(await send(language), language, name)
    await filled(view_id(body), view, client, language, acknowledged)


async def filled(
    window: str,
    view: View,
    client: AsyncWebClient,
    language: Language,
    acknowledged: Acknowledged | None = None,
) -> None:
    """Updates an open modal; does nothing if the person has closed it.

    If the form was acknowledged with a view, waits for that one: it would replace this one.
    """
    if acknowledged is not None:
        await acknowledged.arrived()
    word = await refusal(client.views_update(view_id=window, view=view))
    if word in (None, "not_found"):
        return
    logger.error("a window was not filled", extra={"reason": word, "cure": cure(word)})
    sorry = windows.saying(NOT_SHOWN[language], language, view["callback_id"])
    await called("nor said to be", client.views_update(view_id=window, view=sorry))
