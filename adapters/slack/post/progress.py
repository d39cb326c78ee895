"""Shows the progress of an indexing run in one message that is edited."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from types import TracebackType
from typing import Self

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.under_way.ladder import Step, first_taken
from adapters.slack.api.calls import answered, refusal
from adapters.slack.api.trouble import cure, step_after
from adapters.slack.render.reply import RICH_FORMS, Form, bare_form, to_forms
from adapters.web.edge import wordless
from bot.model import Reply
from bot.texts import INDEXING
from bot.upkeep.indexing.index_report import bar_line
from knowledge.model.documents import Language
from knowledge.model.report import Progress

logger = logging.getLogger(__name__)

_PAUSE_S = 2.0
"""Seconds between two edits: chat.update allows about fifty a minute for the whole bot."""
_EDIT_LIMIT_S = 10.0
_POST_LIMIT_S = 60.0  # with the waits that Slack asks for when it is rate limited
_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})


class ProgressMessage:
    """A direct message to an administrator: a progress bar, then the report."""

    def __init__(
        self,
        client: AsyncWebClient,
        user: str,
        language: Language,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._language = language
        self._sleep = sleep
        self._latest: Progress | None = None
        self._channel = user  # until Slack says which channel the person's direct messages are
        self._ts = ""
        self._in_flight = asyncio.Lock()
        self._editing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._stop()

    @property
    def begun(self) -> bool:
        """Whether the message was sent."""
        return bool(self._ts)

    async def begin(self) -> bool:
        """Sends the message; False if the bot cannot message this person."""
        word = await self._post({"text": INDEXING[self._language]})
        if word is not None:
            _log("cannot show a run in a direct message", word)
            return False
        self._editing = asyncio.create_task(self._edit_now_and_then())
        return True

    def show(self, progress: Progress) -> None:
        """Records the progress without waiting; safe to call from any thread."""
        self._latest = progress

    async def end(self, reply: Reply) -> bool:
        """Replaces the message with the report; False if it cannot be shown."""
        await self._stop()
        bare = partial(bare_form, reply)
        word = await first_taken(
            to_forms(reply), bare, self._put, step_after, reply.trace_id, RICH_FORMS
        )
        if word is not None:
            _log("the report of a run was not shown", word)
        return word is None

    async def _edit_now_and_then(self) -> None:
        shown: Progress | None = None
        while True:
            await self._sleep(_PAUSE_S)
            latest = self._latest
            if latest is not None and latest != shown:
                shown = latest
                async with self._in_flight:
                    if not await self._edit({"text": bar_line(latest, self._language)}):
                        return

    async def _edit(self, form: Form) -> bool:
        """Shows the progress; False if a retry would not help."""
        try:
            word = await self._update(form, _EDIT_LIMIT_S)
            return word not in _GONE or await self._post(form) is None
        except Exception as error:  # the run goes on without its bar
            logger.exception("a bug stopped an edit", exc_info=wordless(error))
            return False

    async def _stop(self) -> None:
        """Stops the edits, after waiting for one in flight, so that it cannot come last."""
        if self._editing is None:
            return
        async with self._in_flight:
            self._editing.cancel()
        await asyncio.gather(self._editing, return_exceptions=True)
        self._editing = None

    async def _put(self, form: Form) -> str | None:
        """Edits the message, or posts a new one if that fails."""
        word = await self._update(form, _POST_LIMIT_S) if self._ts else "not_posted"
        if word is None or step_after(word) is Step.NEXT:
            return word
        return await self._post(form)

    async def _update(self, form: Form, limit_s: float) -> str | None:
        # Without `blocks`, Slack would keep the old ones.
        whole = {"blocks": [], **form}
        call = self._client.chat_update(channel=self._channel, ts=self._ts, **whole)
        return await refusal(call, limit_s)

    async def _post(self, form: Form) -> str | None:
        call = self._client.chat_postMessage(
            channel=self._channel, unfurl_links=False, unfurl_media=False, **form
        )
        word, answer = await answered(call, _POST_LIMIT_S)
        if answer is not None:
            self._channel = answer.get("channel") or self._channel
            self._ts = answer.get("ts") or ""
        return word


def _log(what: str, word: str) -> None:
    logger.warning(what, extra={"reason": word, "cure": cure(word)})
