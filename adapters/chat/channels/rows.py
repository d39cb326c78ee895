"""The settings of channels, as rows."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Generic, TypeVar

from sqlalchemy import Connection, select

from adapters.database import Database, notify
from adapters.database.engine import insert
from adapters.database.tables import channels
from bot.model import Platform
from bot.model.errors import ChannelsError

_CHANGED = "channels"
"""The notice that a channel was set."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """How the bot answers in one channel, as it is stored."""

    store_type: str | None
    category: str | None
    language: str | None
    answer_mode: str
    private: bool
    allowed_groups: str
    audience: str
    store: str | None


class SqlChannels(Generic[T]):
    """Stores the settings of a platform's channels, and knows those that any replica stored."""

    def __init__(
        self, database: Database, platform: Platform, made: Callable[[ChannelRow], T]
    ) -> None:
        """Begins to read them; `made` makes settings of a row, or raises ValueError."""
        self._results = database.raising(ChannelsError)
        self._platform = platform
        self._made = made
        self._place = database.place
        self._followed = self._results.followed(self._all)
        database.heard(_CHANGED, self._followed.changed)

    @property
    def known(self) -> Mapping[tuple[str, str], T]:
        """Returns all settings by workspace and channel. Raises ChannelsError."""
        return self._followed.value

    async def set(self, workspace: str, channel: str, row: ChannelRow) -> None:
        """Stores a channel's settings. Raises ChannelsError; the earlier ones then stay."""
        await self._results.write(lambda db: self._set(db, workspace, channel, row))
        await self._followed.renew()

    def _all(self, db: Connection) -> Mapping[tuple[str, str], T]:
        rows = db.execute(select(channels).where(channels.c.platform == self._platform.value))
        names = [field.name for field in fields(ChannelRow)]
        try:
            return {
                (row.workspace, row.channel): self._made(
                    ChannelRow(*(getattr(row, name) for name in names))
                )
                for row in rows
            }
        except ValueError as error:
            raise ChannelsError(
                f"{self._place} has settings of a channel that storewise did not write; put a copy "
                "of it back, or delete the rows of the table `channels`"
            ) from error

    def _set(self, db: Connection, workspace: str, channel: str, row: ChannelRow) -> None:
        given = insert(db, channels).values(
            platform=self._platform.value, workspace=workspace, channel=channel, **asdict(row)
        )
        of_channel = [channels.c.platform, channels.c.workspace, channels.c.channel]
        db.execute(given.on_conflict_do_update(index_elements=of_channel, set_=asdict(row)))
        notify(db, _CHANGED)
