"""A chat platform, as the shared part of all chats needs it: each platform implements `Chat`."""

from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import Field, dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from adapters.chat.unread import Unread
from bot.model import Message, Reply
from bot.model.said import Replace


class Asked(Protocol):
    """A question as a platform takes it in: a dataclass of data alone, to be written down."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def message(self) -> Message:
        """The person's message."""
        ...

    @property
    def shown(self) -> str:
        """A question that nobody typed in the chat; "" for a message."""
        ...

    @property
    def thread(self) -> Hashable:
        """The key of its thread, by which a person stops it; None if nobody can."""
        ...

    @property
    def edited(self) -> bool:
        """Whether its message was edited: the reply takes the place of the one before."""
        ...

    @property
    def unread(self) -> Unread | None:
        """The parts of the message that are not read."""
        ...

    @property
    def key(self) -> str:
        """The key of its message, the same for every edit and every delivery."""
        ...

    @property
    def channel(self) -> str:
        """The channel or chat whose messages are counted."""
        ...


A = TypeVar("A", bound=Asked)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of posting a reply."""

    put: Replace | None = None
    """Shows another reply in its place; None if nothing can."""
    word: str | None = None
    """Why it was not posted; None if it was, or if its reader stopped it."""
    cure: str = ""
    """A cure for an administrator."""
    may_pass: bool = False
    """Whether posting it later may succeed."""
    remove: Callable[[], Awaitable[object]] | None = None
    """Takes it back; None if that cannot be done."""
    message: str = ""
    """The key of its message in records; "" if the platform needs none."""


class Sign(Protocol):
    """The sign that the bot is at work on a question."""

    @property
    def stream(self) -> str:
        """The id of a message that the reply ends; "" if it stands by itself."""
        ...

    async def ready(self) -> None:
        """Tells that the answer is about to be posted: no new sign is shown."""
        ...

    def answered(self, reply: Reply) -> None:
        """Tells that the reply was posted."""
        ...


class NoSign:
    """The sign of a platform that shows none."""

    stream = ""

    async def ready(self) -> None:
        """Does nothing."""

    def answered(self, reply: Reply) -> None:
        """Does nothing."""


class Chat(Protocol[A]):
    """A platform's part in a question; `adapters.chat.under_way.asking` does the rest."""

    async def known(self, asked: A) -> A | Reply:
        """Returns a question as its place is set, or why it is not answered there."""
        ...

    def sign(self, asked: A, *, quiet: bool) -> AbstractAsyncContextManager[Sign]:
        """Shows a working sign; a `quiet` one may be none, as a note stands there."""
        ...

    async def post(self, asked: A, reply: Reply, stream: str = "") -> Outcome:
        """Posts a reply where its reader can see it, as the end of a stream if there is one."""
        ...

    async def note(self, asked: A, note: Reply) -> Outcome | None:
        """Shows the asker how long it takes; returns what the reply replaces, if anything."""
        ...

    async def is_posted(self, asked: A) -> bool | None:
        """Whether the reply stands there already; None if the platform does not tell."""
        ...

    async def reply_to(self, asked: A, before: Sequence[str]) -> Replace | None:
        """Returns what replaces the one of these answers that stands there, if any can."""
        ...

    async def answered(self, asked: A, reply: Reply, outcome: Outcome) -> None:
        """Does what the platform alone does once a reply is posted."""
        ...
