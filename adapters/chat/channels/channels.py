"""Stores how the bot answers in each channel."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Generic, TypeVar, get_args

from sqlalchemy import Connection, select

from adapters.chat.channels import texts
from adapters.database import Database, notify
from adapters.database.engine import insert
from adapters.database.tables import channels
from bot.model import Platform, Scope
from bot.model.errors import ChannelsError
from bot.stores import Store, Stores
from bot.texts import LANGUAGES, Text
from knowledge.model.documents import Audience, Language

# How the bot answers in one channel.


class AnswerMode(StrEnum):
    """Which messages of a channel the bot answers."""

    MENTION = "mention"
    """Messages that mention the bot."""
    THREADS = "threads"
    """Also replies in threads where the bot has answered."""
    EVERY = "every"
    """Also everything that looks like a question."""


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """How the bot answers in a channel; None means not set."""

    store_type: str | None = None
    category: str | None = None
    language: Language | None = None
    answer_mode: AnswerMode = AnswerMode.THREADS
    private: bool = False
    """Only the asker sees the answer."""
    allowed_groups: frozenset[str] = frozenset()
    """Ids of the user groups that may ask; empty for everybody."""
    audience: Audience = Audience.STAFF
    """Whose documents may be used for answers that the whole channel reads."""
    store: str | None = None
    """The id of the store that its people work in."""

    @property
    def scope(self) -> Scope:
        """The scope that the channel sets for each question."""
        return Scope(self.store_type, self.category, self.language, store=self.store)


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


_LANGUAGES: Mapping[str | None, Language | None] = {None: None, **{one: one for one in LANGUAGES}}
_NAME = re.compile(r"[\w&+/ .-]{1,60}")
_GROUP = re.compile(r"S[A-Z0-9]{2,30}")


class Channels:
    """Stores channel settings in the database; channels without any use the defaults."""

    def __init__(
        self,
        database: Database,
        defaults: ChannelSettings,
        platform: Platform = Platform.SLACK,
        stores: Stores | None = None,
    ) -> None:
        """Begins to read them. `stores` name the channels of a store on this platform."""
        self._kept = SqlChannels(database, platform, _to_settings)
        self._defaults = defaults
        self._platform = platform
        self.stores = stores or Stores()
        """The stores that a channel may be set to."""

    def check(self) -> None:
        """Waits until they are read. Raises ChannelsError if they cannot be."""
        _ = self._kept.known

    def of(self, workspace: str, channel: str) -> ChannelSettings:
        """The settings of a channel; its store is as set, else as the file of stores says."""
        settings = self._kept.known.get((workspace, channel), self._defaults)
        return settings if settings.store else replace(settings, store=self._listed(channel))

    def scope_of(self, workspace: str, channel: str, beside: str = "") -> Scope:
        """The scope of a question; where the channel `beside` it sets more, that counts.

        Nothing but the scope comes from there: who may read what stays as in its own channel.
        """
        own = self.of(workspace, channel).scope
        if not beside or not ((workspace, beside) in self._kept.known or self._listed(beside)):
            return own
        near = self.of(workspace, beside).scope
        return replace(
            own,
            store_type=near.store_type or own.store_type,
            category=near.category or own.category,
            language=near.language or own.language,
            store=near.store or own.store,
        )

    def by_store(self, workspace: str) -> list[tuple[Store, tuple[str, ...]]]:
        """Returns every store with its channels: as set, else as the file of stores says."""
        known = {
            channel: one for (where, channel), one in self._kept.known.items() if where == workspace
        }
        listed = [one.channels.get(self._platform, ()) for one in self.stores.all]
        channels = dict.fromkeys([*(one for some in listed for one in some), *known])
        found = [(self.of(workspace, one).store, one) for one in channels]
        return [
            (store, tuple(one for of, one in found if self.stores.get(of) is store))
            for store in self.stores.all
        ]

    def _listed(self, channel: str) -> str | None:
        store = self.stores.of_channel(self._platform, channel)
        return store.store_id if store else None

    async def set(self, workspace: str, channel: str, settings: ChannelSettings) -> None:
        """Saves a channel's settings. Raises ChannelsError; the earlier ones then stay."""
        if wrong_in(settings):
            raise ValueError("channel settings must be valid before they are saved")
        if settings.store == self._listed(channel):
            settings = replace(settings, store=None)  # a later change of the file counts here, too
        await self._kept.set(workspace, channel, _to_row(settings))


def wrong_in(settings: ChannelSettings) -> Mapping[str, Text]:
    """Returns the errors in settings, by field name."""
    named = {
        "store_type": settings.store_type,
        "category": settings.category,
        "store": settings.store,
    }
    wrong = {
        field: texts.NO_NAME
        for field, name in named.items()
        if name is not None and not _NAME.fullmatch(name)
    }
    if settings.language not in (None, *get_args(Language)):
        wrong["language"] = texts.NO_LANGUAGE
    if not all(_GROUP.fullmatch(group) for group in settings.allowed_groups):
        wrong["allowed_groups"] = texts.NO_GROUP
    return wrong


def _to_row(settings: ChannelSettings) -> ChannelRow:
    return ChannelRow(
        settings.store_type,
        settings.category,
        settings.language,
        settings.answer_mode.value,
        settings.private,
        " ".join(sorted(settings.allowed_groups)),
        settings.audience.value,
        settings.store,
    )


def _to_settings(row: ChannelRow) -> ChannelSettings:
    if row.language not in _LANGUAGES:
        raise ValueError("an unknown language")
    settings = ChannelSettings(
        row.store_type,
        row.category,
        _LANGUAGES[row.language],
        AnswerMode(row.answer_mode),
        row.private,
        frozenset(row.allowed_groups.split()),
        Audience(row.audience),
        row.store,
    )
    if wrong_in(settings):
        raise ValueError("a row that storewise did not write")
    return settings
