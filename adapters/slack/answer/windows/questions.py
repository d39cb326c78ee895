"""The open modals that ask about a message or document, and the answers that they show."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.chat import Outcome
from adapters.chat.under_way.remembered import Remembered
from adapters.slack.answer.windows.answers import filled
from adapters.slack.receive.acknowledged import Acknowledged
from adapters.slack.receive.events import Place
from adapters.slack.render import windows
from bot.model import Reply
from bot.ports import ShortLived
from bot.privacy import Redactor
from bot.shown.written import to_json, to_reply

_MOST = 500
"""Acknowledgements that are remembered; the oldest is dropped first."""
_MOMENT_S = 0.5
"""Seconds; Slack waits three for what becomes of a form."""


@dataclass(frozen=True, slots=True)
class About:
    """The message or document that a modal is about."""

    place: Place
    text: str = field(repr=False)
    document: str = ""
    """The title of a document, in place of a text."""
    question: str = field(default="", repr=False)
    shown: str = field(default="", repr=False)
    """The answer that it shows, as JSON."""

    @property
    def reply(self) -> Reply | None:
        """The answer that it shows, if any. Raises RecordsError for one of another version."""
        return to_reply(self.shown) if self.shown else None


class QuestionWindows:
    """Remembers modals: one can hold 3,000 characters, a message has up to 40,000.

    What somebody wrote is kept without personal data.
    """

    def __init__(self, short_lived: ShortLived, redactor: Redactor) -> None:
        self._abouts = Remembered(short_lived, "slack modal", About)
        self._redactor = redactor
        self._acknowledged: OrderedDict[str, Acknowledged] = OrderedDict()

    async def of(self, window: str) -> About | None:
        """Returns what a modal is about; None if it is forgotten."""
        about = await self._abouts.find(window)
        if about is None:  # somebody may be faster than what remembers it
            await asyncio.sleep(_MOMENT_S)
            about = await self._abouts.find(window)
        return about

    async def keep(self, window: str, about: About) -> None:
        """Remembers a modal."""
        text = await asyncio.to_thread(self._redactor.safe, about.text)
        await self._abouts.keep(window, replace(about, text=text))

    def acknowledged(self, window: str, acknowledged: Acknowledged) -> None:
        """Notes the acknowledgement of a modal's form: Slack would show it over a fast answer."""
        self._acknowledged[window] = acknowledged
        if len(self._acknowledged) > _MOST:
            self._acknowledged.popitem(last=False)

    async def show(
        self, window: str, question: str, reply: Reply, client: AsyncWebClient
    ) -> Outcome:
        """Shows an answer in its modal; after a restart, too, if the person left it open."""
        about = await self.of(window)
        if about is not None:
            await self._abouts.keep(window, replace(about, question=question, shown=to_json(reply)))
        view = windows.answer_view(reply, question)
        await filled(window, view, client, reply.language, self._acknowledged.get(window))
        return Outcome()
