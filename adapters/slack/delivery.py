"""Posting replies: plainer forms where Slack refuses one, and never a silent failure."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from slack_bolt.async_app import AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.blocks import Form, to_forms
from adapters.slack.texts import invite
from adapters.slack.translate import Place
from adapters.slack.trouble import (
    CALL_ERRORS,
    OUT_OF_REACH,
    UNREADABLE,
    cure,
    reason,
    webhook_reason,
)
from bot.model import Reply

logger = logging.getLogger(__name__)

_CALL_LIMIT_S = 60.0  # with the waits that Slack asks for when it is rate limited
_NOTES = 4  # a response_url takes five messages; the last is for the reply

Send = Callable[[Form], Awaitable[str | None]]
"""Sends one form of a reply and returns the word for what went wrong."""


class Delivery:
    """Posts replies in channels, threads and direct messages."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def post(self, place: Place, reply: Reply) -> None:
        """Post a reply in its place, or to the person directly where the bot cannot speak."""
        word = await _first_that_passes(reply, lambda form: self._send(place, reply, form))
        if word in OUT_OF_REACH and not place.direct:
            _log("a channel is out of reach", word, reply)
            word = await self._post_directly(place, reply)
        if word is not None:
            _log("a reply was not posted", word, reply)

    async def _post_directly(self, place: Place, reply: Reply) -> str | None:
        person = Place(channel=place.user, user=place.user, direct=True)
        notice = " ".join(filter(None, (invite(reply.language), reply.notice)))
        told = replace(reply, notice=notice)
        return await _first_that_passes(told, lambda form: self._send(person, told, form))

    async def _send(self, place: Place, reply: Reply, form: Form) -> str | None:
        call = self._whisper if reply.private and not place.direct else self._say
        try:
            async with asyncio.timeout(_CALL_LIMIT_S):
                await call(place, reply, form)
        except CALL_ERRORS as error:
            return reason(error)
        return None

    async def _say(self, place: Place, reply: Reply, form: Form) -> None:
        await self._client.chat_postMessage(
            channel=place.channel,
            thread_ts=place.thread_ts,
            unfurl_links=False,
            unfurl_media=False,
            metadata=_metadata(reply),
            **form,
        )

    async def _whisper(self, place: Place, reply: Reply, form: Form) -> None:
        # Slack shows ephemeral messages only in a thread that has begun already.
        thread = place.thread_ts if place.threaded else None
        await self._client.chat_postEphemeral(
            channel=place.channel, user=place.user, thread_ts=thread, **form
        )


class CommandDelivery:
    """Answers one slash command through its response_url, for the caller's eyes only."""

    def __init__(self, respond: AsyncRespond) -> None:
        self._respond = respond
        self._notes_left = _NOTES

    async def note(self, reply: Reply) -> None:
        """Show a note while work goes on, as long as Slack takes one."""
        if self._notes_left > 0:
            self._notes_left -= 1
            await self.post(reply)

    async def post(self, reply: Reply) -> None:
        """Send a reply."""
        word = await _first_that_passes(reply, self._send)
        if word is not None:
            _log("a command's reply was not sent", word, reply)

    async def _send(self, form: Form) -> str | None:
        try:
            async with asyncio.timeout(_CALL_LIMIT_S):
                answer = await self._respond(
                    response_type="ephemeral", replace_original=False, unfurl_links=False, **form
                )
        except CALL_ERRORS as error:
            return reason(error)
        return webhook_reason(answer.status_code, answer.body)


async def _first_that_passes(reply: Reply, send: Send) -> str | None:
    word = None
    for form in to_forms(reply):
        word = await send(form)
        if word not in UNREADABLE:
            return word
        _log("Slack refused a form of a reply", word, reply, logging.WARNING)
    return word


def _metadata(reply: Reply) -> dict[str, object] | None:
    if not reply.trace_id:
        return None
    # Other apps of the workspace can read this: an id, nothing else.
    payload = {"trace_id": reply.trace_id}
    return {"event_type": "storewise_reply", "event_payload": payload}


def _log(what: str, word: str, reply: Reply, level: int = logging.ERROR) -> None:
    about = {"reason": word, "cure": cure(word), "trace_id": reply.trace_id}
    logger.log(level, what, extra=about)
