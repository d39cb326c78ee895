"""What messages that nobody asked for need of a chat platform."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Protocol

from bot.model.kept.shifts import ShiftMessage
from knowledge.model.documents import Language

Words = Callable[[Language], str]
"""A message in either language."""


class KeptShifts(Protocol):
    """Keeps the messages of the day and who has read them; adapters.records.shifts has one.

    Every method raises RecordsError.
    """

    async def claim(self, message: ShiftMessage) -> bool:
        """Keeps a message before it is posted; False if its channel had one that day."""
        ...

    async def release(self, message_id: str) -> None:
        """Forgets a message that was not posted."""
        ...

    async def read(self, message_id: str, person: str, at: datetime) -> ShiftMessage | None:
        """Notes that somebody has read a message, and returns it; None if it is not kept."""
        ...


class NoShifts:
    """Keeps no messages of the day."""

    async def claim(self, message: ShiftMessage) -> bool:
        """Lets each message be posted."""
        return True

    async def release(self, message_id: str) -> None:
        """Does nothing."""

    async def read(self, message_id: str, person: str, at: datetime) -> ShiftMessage | None:
        """Knows no message."""
        return None


class Notices(Protocol):
    """Writes first on one platform; each method returns whether anybody was reached."""

    async def tell(self, words: Words) -> bool:
        """Sends each administrator one message, in their language."""
        ...

    async def tell_people(self, people: Iterable[str], words: Words) -> bool:
        """Sends each of these people one message, in their language."""
        ...

    async def tell_channel(self, channel: str, words: Words, language: Language) -> bool:
        """Posts a message in a channel."""
        ...

    async def post_shift(self, channel: str, shift: ShiftMessage) -> bool:
        """Posts a store's message of the day, with a button for who has read it."""
        ...
