"""The open modals that ask about a message or document, and the answers that they show."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace

from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.answer.windows.answers import filled
from adapters.slack.post.delivery import Outcome
from adapters.slack.receive.acknowledged import Acknowledged
from adapters.slack.receive.events import Place
from adapters.slack.render import windows
from bot.model import Reply

_MOST = 500
"""Modals whose message is remembered; the oldest is dropped first."""


@dataclass(frozen=True, slots=True)
class About:
    """The message or document that a modal is about."""

    place: Place
    text: str = field(repr=False)
    document: str = ""
    """The title of a document, in place of a text."""
    question: str = field(default="", repr=False)
    reply: Reply | None = field(default=None, repr=False)
    acknowledged: Acknowledged | None = field(default=None, repr=False)
    """The acknowledgement of its form; None after a restart."""


class QuestionWindows:
    """Remembers modals in memory: one can hold 3,000 characters, a message has up to 40,000."""

    def __init__(self) -> None:
        self._windows: OrderedDict[str, About] = OrderedDict()

    def of(self, window: str) -> About | None:
        """Returns what a modal is about; None if it is forgotten."""
        return self._windows.get(window)

    def keep(self, window: str, about: About) -> None:
        """Remembers a modal."""
        self._windows[window] = about
        while len(self._windows) > _MOST:
            self._windows.popitem(last=False)

    async def show(
        self, window: str, question: str, reply: Reply, client: AsyncWebClient
    ) -> Outcome:
        """Shows an answer in its modal; after a restart, too, if the person left it open."""
        about = self.of(window)
        if about is not None:
            self.keep(window, replace(about, question=question, reply=reply))
        view = windows.answer_view(reply, question)
        acknowledged = about.acknowledged if about else None
        await filled(window, view, client, reply.language, acknowledged)
        return Outcome()
