"""Posts each store's message of the day in its channels, once, at its hour."""

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from bot.model import Platform
from bot.model.days import Daily
from bot.model.errors import BotError
from bot.model.kept import ShiftMessage
from bot.stores import Store, Stores
from bot.upkeep.reports.week import Shift, Shifts, shift_words
from knowledge.model.documents import Language
from knowledge.model.errors import KnowledgeError

# What messages that nobody asked for need of a chat platform.

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


logger = logging.getLogger(__name__)

_LOOK_S = 30.0
_LATE = timedelta(hours=2)
"""How late a message may be: a server that was down then posts it, but not in the evening."""
_REST = timedelta(minutes=10)
"""Between two tries in a channel."""


class ShiftMessages:
    """Looks at the clocks of all stores."""

    def __init__(
        self,
        stores: Stores,
        shifts: Shifts,
        kept: KeptShifts,
        chats: Mapping[Platform, Notices],
        at: Daily,
        zone: ZoneInfo,
        language: Language = "en",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`zone` and `language` are those of stores without their own."""
        self._stores = stores
        self._shifts = shifts
        self._kept = kept
        self._chats = chats
        self._at = at
        self._zone = zone
        self._language: Language = language
        self._now = now
        self._done: dict[tuple[str, Platform, str], datetime] = {}
        """When each channel is looked at again."""

    async def run(self, look_s: float = _LOOK_S) -> None:
        """Posts what is due, until it is cancelled."""
        while True:
            await asyncio.sleep(look_s)
            for store in self._stores.all:
                await self.look(store)

    async def look(self, store: Store) -> None:
        """Posts a store's message in each of its channels, if it is due there."""
        due = self._due(store)
        if due is None:
            return
        waiting = [
            (platform, channel)
            for platform in self._chats
            for channel in store.channels.get(platform, ())
            if self._done.get((store.store_id, platform, channel), due) <= self._now()
        ]
        if not waiting:
            return
        try:
            shift = await self._shifts.of(store, due.date())
            for platform, channel in waiting:
                again = await self._posted(shift, platform, channel)
                self._done[store.store_id, platform, channel] = (
                    due + timedelta(days=1) if again is None else again
                )
        except (BotError, KnowledgeError):
            logger.exception("no message of the day", extra={"store": store.store_id})
            for platform, channel in waiting:
                self._done[store.store_id, platform, channel] = self._now() + _REST

    def _due(self, store: Store) -> datetime | None:
        """The hour of today's message in the store, if it has come and is not long past."""
        at = self._at.at or store.opens
        if at is None:
            return None
        here = self._now().astimezone(store.timezone or self._zone)
        due = here.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
        return due if due <= here < due + _LATE else None

    async def _posted(self, shift: Shift, platform: Platform, channel: str) -> datetime | None:
        """Posts a message unless there is nothing to say; returns when to try again, if at all."""
        if not shift:
            return None
        language = shift.store.language or self._language
        message = ShiftMessage(
            f"s{uuid.uuid4().hex[:11]}",
            shift.store.store_id,
            shift.day.isoformat(),
            platform,
            channel,
            language,
            shift_words(shift, language),
        )
        if not await self._kept.claim(message):
            return None
        if await self._chats[platform].post_shift(channel, message):
            return None
        await self._kept.release(message.message_id)
        about = {"store": message.store, "platform": platform}
        logger.warning("a message of the day was not posted", extra=about)
        return self._now() + _REST
