"""Posts replies, in plainer forms if Slack refuses one, and again after trouble that passes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.chat.chat import Outcome
from adapters.chat.texts import CANNOT_POST
from adapters.chat.under_way.ladder import Step, first_taken
from adapters.slack.api.calls import CALL_LIMIT_S, answered, called, refusal, tried
from adapters.slack.api.clients import is_slacks, webhook_client
from adapters.slack.api.trouble import (
    CALL_ERRORS,
    FOREIGN_URL,
    RATE_LIMITED,
    UNINVITED,
    UNREACHABLE,
    cure,
    may_pass_elsewhere,
    passes,
    reason,
    step_after,
    webhook_reason,
)
from adapters.slack.receive.clicks import Click
from adapters.slack.receive.events import Place, directly
from adapters.slack.render.buttons import FOR_ASKER, IN_THREAD, Shown
from adapters.slack.render.reply import RICH_FORMS, Form, bare_form, to_forms
from adapters.slack.texts import TOO_MANY_POSTS
from bot.model import Reply
from bot.model.said import Replace
from bot.texts import INVITE, Text

logger = logging.getLogger(__name__)

_NOTES = 4  # a response_url takes five messages; the last is for the reply

_MOST_REPLIES = 200
"""Messages of a thread that are looked through."""

Send = Callable[[Form], Awaitable[str | None]]
"""Sends one form of a reply and returns the error word, or None."""


@dataclass(frozen=True, slots=True)
class _Posted:
    """A message that was posted."""

    channel: str
    ts: str


class Delivery:
    """Posts replies in channels, threads and direct messages."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def post(self, place: Place, reply: Reply) -> Outcome:
        """Posts a reply in its place, or as a direct message if the bot cannot post there."""
        word, posted = await self._said(place, reply)
        elsewhere = word is not None and may_pass_elsewhere(word)
        if word and elsewhere and not place.direct and not place.by_app:
            _log("cannot post in a channel", word, reply)
            why = _why(word)[reply.language]
            noted = replace(reply, notice=_joined(why, reply.notice))
            word = await self.say(directly(place.user), noted)
        if word is not None:
            _log("a reply was not posted", word, reply)
        if word is not None:
            return Outcome(word=word, cure=cure(word), may_pass=passes(word))
        if posted is None:
            return Outcome()
        put, remove = partial(self._replaced, posted), partial(self._removed, posted)
        return Outcome(put, remove=remove)

    def place_of(self, channel: str, ts: str) -> Replace:
        """Returns what shows another reply in place of a message of the bot."""
        return partial(self._replaced, _Posted(channel, ts))

    async def is_posted(self, place: Place, answer_id: str) -> bool:
        """Whether the reply with this id stands in its thread; False if that cannot be told."""
        return await self._found(place, {answer_id}) is not None

    async def put_of(self, place: Place, answer_ids: Collection[str]) -> Replace | None:
        """Returns what shows another reply in place of the one of these in a thread, if any is."""
        found = await self._found(place, answer_ids)
        return partial(self._replaced, found) if found else None

    async def say(
        self, place: Place, reply: Reply, intro: str = "", shown: Shown = IN_THREAD
    ) -> str | None:
        """Posts a reply in its place, below an optional introduction in mrkdwn.

        Returns the error word if it was not posted.
        """
        return (await self._said(place, reply, intro, shown))[0]

    async def _said(
        self, place: Place, reply: Reply, intro: str = "", shown: Shown = IN_THREAD
    ) -> tuple[str | None, _Posted | None]:
        """The error word, and the message that can be edited: a private one cannot."""
        private = reply.private and not place.direct and not place.by_app
        posted: _Posted | None = None

        async def send(form: Form) -> str | None:
            nonlocal posted
            word, posted = await self._sent(place, reply, form, private=private)
            return word

        return await _first_taken(reply, send, FOR_ASKER if private else shown, intro), posted

    async def _sent(
        self, place: Place, reply: Reply, form: Form, *, private: bool
    ) -> tuple[str | None, _Posted | None]:
        call = self._whisper if private else self._say
        can_be_found = not private and bool(place.thread_ts and _metadata(reply, form))
        tries, known = count(), {reply.trace_id}

        async def once() -> tuple[str | None, _Posted | None]:
            # Slack may have posted it although it did not say so.
            if next(tries) and can_be_found and (found := await self._found(place, known)):
                return None, found
            word, answer = await answered(call(place, reply, form))
            posted = _posted(answer) if not private else None
            if posted is not None and _is_astray(place, answer):
                await self._removed(posted)
                return None, None
            return word, posted

        return await tried(once, unseen=not can_be_found)

    async def _found(self, place: Place, answer_ids: Collection[str]) -> _Posted | None:
        """The message with one of some answers in a thread: its metadata names it."""
        if place.thread_ts is None or not any(answer_ids):
            return None

        async def once() -> tuple[str | None, AsyncSlackResponse | None]:
            return await answered(
                self._client.conversations_replies(
                    channel=place.channel,
                    ts=place.thread_ts or "",
                    oldest=place.ts or place.thread_ts,
                    limit=_MOST_REPLIES,
                    include_all_metadata=True,
                )
            )

        word, answer = await tried(once)
        if answer is None:
            about = {"reason": word, "cure": cure(word or ""), "trace_id": min(answer_ids)}
            logger.warning("a thread cannot be read: a reply may come twice", extra=about)
            return None
        messages = answer.get("messages")
        for message in messages if isinstance(messages, list) else []:
            if _answer_of(message) in answer_ids:
                return _Posted(place.channel, str(message.get("ts", "")))
        return None

    async def _removed(self, posted: _Posted) -> None:
        """Takes a reply back: its question is deleted."""
        call = self._client.chat_delete(channel=posted.channel, ts=posted.ts)
        await called("a reply to a deleted question stays", call)

    async def _replaced(self, posted: _Posted, reply: Reply) -> bool:
        """Edits a message; False if that fails."""

        async def send(form: Form) -> str | None:
            # Without `blocks`, Slack would keep the old ones.
            whole = {"blocks": [], "metadata": _metadata(reply, form), **form}
            call = self._client.chat_update(channel=posted.channel, ts=posted.ts, **whole)
            return await refusal(call)

        word = await _first_taken(reply, send)
        if word is not None:
            _log("a later choice was not shown", word, reply, logging.WARNING)
        return word is None

    async def _say(self, place: Place, reply: Reply, form: Form) -> AsyncSlackResponse:
        return await self._client.chat_postMessage(
            channel=place.channel,
            thread_ts=place.thread_ts,
            unfurl_links=False,
            unfurl_media=False,
            metadata=_metadata(reply, form),
            **form,
        )

    async def _whisper(self, place: Place, _: Reply, form: Form) -> AsyncSlackResponse:
        # Slack shows ephemeral messages only in threads that already have a reply.
        thread = place.thread_ts if place.threaded else None
        return await self._client.chat_postEphemeral(
            channel=place.channel, user=place.user, thread_ts=thread, **form
        )


class ResponseUrl:
    """Answers a command or a click privately, through its response_url."""

    def __init__(self, click: Click, client: AsyncWebClient) -> None:
        self._click = click
        self._web = client
        self._client = webhook_client(click.response_url, client)
        self._is_slacks = is_slacks(click.response_url, client.base_url)
        self._notes_left = _NOTES

    async def note(self, reply: Reply) -> None:
        """Shows a note during the work, within Slack's limit."""
        if self._notes_left > 0:
            self._notes_left -= 1
            await self._sent(reply, replace_original=False)

    async def post(self, reply: Reply) -> Outcome:
        """Sends a reply; as a direct message if Slack accepts no more here."""
        word = await self._sent(reply, replace_original=False)
        # After a timeout, Slack may have shown it.
        if word in (None, UNREACHABLE):
            return Outcome()
        return await Delivery(self._web).post(directly(self._click.user), reply)

    async def put(self, reply: Reply) -> None:
        """Replaces the clicked message with a reply."""
        await self._sent(reply, replace_original=True)

    async def remove(self) -> str | None:
        """Deletes the clicked message; returns the error word if that fails."""
        if not self._is_slacks:
            return FOREIGN_URL
        return (await tried(partial(self._once, {"delete_original": True})))[0]

    async def _sent(self, reply: Reply, *, replace_original: bool) -> str | None:
        if not self._is_slacks:
            _log("a command's reply was not sent", FOREIGN_URL, reply)
            return FOREIGN_URL
        shown: Form = {"response_type": "ephemeral", "replace_original": replace_original}
        if self._click.thread_ts and not replace_original:
            shown["thread_ts"] = self._click.thread_ts

        async def send(form: Form) -> str | None:
            whole = {**shown, **form, "unfurl_links": False}
            return (await tried(partial(self._once, whole), unseen=True))[0]

        word = await _first_taken(reply, send, FOR_ASKER)
        if word is not None:
            _log("a command's reply was not sent", word, reply)
        return word

    async def _once(self, body: Form) -> tuple[str | None, None]:
        try:
            async with asyncio.timeout(CALL_LIMIT_S):
                answer = await self._client.send_dict(body)
        except CALL_ERRORS as error:
            return reason(error), None
        return webhook_reason(answer.status_code, answer.body), None


async def tell(click: Click, client: AsyncWebClient, reply: Reply) -> None:
    """Tells a person privately about their click."""
    if click.thread_ts and not click.ephemeral:
        # A response_url would show a private message in the channel, not in the thread.
        await Delivery(client).post(click.place, reply)
    elif click.response_url:
        await ResponseUrl(click, client).post(reply)
    else:
        await Delivery(client).post(directly(click.user), reply)


async def _first_taken(
    reply: Reply, send: Send, shown: Shown = IN_THREAD, intro: str = ""
) -> str | None:
    """Sends a reply in the richest form that Slack takes; returns the error word if none was."""

    async def noting(form: Form) -> str | None:
        word = await send(form)
        if word is not None and step_after(word) is not Step.STOP:
            _log("Slack refused a form of a reply", word, reply, logging.WARNING)
        return word

    forms, bare = to_forms(reply, shown, intro), partial(bare_form, reply)
    return await first_taken(forms, bare, noting, step_after, reply.trace_id, RICH_FORMS)


def _posted(answer: AsyncSlackResponse | None) -> _Posted | None:
    channel, ts = (answer.get("channel"), answer.get("ts")) if answer is not None else (None, None)
    return _Posted(channel, ts) if channel and ts else None


def _is_astray(place: Place, answer: AsyncSlackResponse | None) -> bool:
    """Whether a reply stands in the channel, because the message that it replies to is gone."""
    message = answer.get("message") if answer is not None else None
    return bool(place.thread_ts) and isinstance(message, dict) and not message.get("thread_ts")


def _answer_of(message: object) -> str | None:
    """The id of the answer that a message of the bot shows."""
    for key in ("metadata", "event_payload"):
        message = message.get(key) if isinstance(message, dict) else None
    answer_id = message.get("trace_id") if isinstance(message, dict) else None
    return answer_id if isinstance(answer_id, str) else None


def _why(word: str) -> Text:
    """The sentence that says why an answer comes as a direct message."""
    if word in RATE_LIMITED:
        return TOO_MANY_POSTS
    return INVITE if word in UNINVITED else CANNOT_POST


def _joined(*parts: str | None) -> str:
    return " ".join(filter(None, parts))


def _metadata(reply: Reply, form: Form) -> dict[str, object] | None:
    """Names the answer of a message; not in the plainest form, as it may be what is refused."""
    if not reply.trace_id or "blocks" not in form:
        return None
    # Other apps in the workspace can read this, so it is only an id.
    payload = {"trace_id": reply.trace_id}
    return {"event_type": "storewise_reply", "event_payload": payload}


def _log(what: str, word: str, reply: Reply, level: int = logging.ERROR) -> None:
    about = {"reason": word, "cure": cure(word), "trace_id": reply.trace_id}
    logger.log(level, what, extra=about)
