"""Stores how the bot answers in each channel."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from adapters.chat.channels import texts
from adapters.chat.channels.rows import ChannelRow, SqlChannels
from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from adapters.database import Database
from bot.model import Platform, Scope
from bot.stores import Store, Stores
from bot.texts import LANGUAGES, Text
from knowledge.model.documents import Audience, Language

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
