"""Stores how the bot answers in each channel."""

import asyncio
import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

from adapters.chat.channels import texts
from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from bot.model import Platform, Scope
from bot.model.errors import ChannelsError
from bot.stores import Store, Stores
from bot.texts import Text
from knowledge.model.documents import Audience, Language

_VERSION = 3
_BUSY_S = 5.0
_TABLE = """
    CREATE TABLE IF NOT EXISTS channel (
        workspace TEXT NOT NULL, channel TEXT NOT NULL, store_type TEXT, category TEXT,
        language TEXT, answer_mode TEXT NOT NULL, private INTEGER NOT NULL,
        allowed_groups TEXT NOT NULL, audience TEXT NOT NULL DEFAULT 'staff', store TEXT,
        PRIMARY KEY (workspace, channel)
    ) STRICT, WITHOUT ROWID
"""
_SINCE_3 = "ALTER TABLE channel ADD COLUMN store TEXT"
_SINCE_2 = "ALTER TABLE channel ADD COLUMN audience TEXT NOT NULL DEFAULT 'staff'"
_SET = "INSERT OR REPLACE INTO channel VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_NAME = re.compile(r"[\w&+/ .-]{1,60}")
_GROUP = re.compile(r"S[A-Z0-9]{2,30}")


class Channels:
    """Stores channel settings in a file; channels without any use the defaults."""

    def __init__(
        self,
        path: Path,
        defaults: ChannelSettings,
        platform: Platform = Platform.SLACK,
        stores: Stores | None = None,
    ) -> None:
        """Opens or creates the file. Raises ChannelsError.

        `stores` name the channels of a store on this platform.
        """
        self._path = path
        self._defaults = defaults
        self._platform = platform
        self.stores = stores or Stores()
        """The stores that a channel may be set to."""
        self._writing = asyncio.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._known = self._read()
        except (OSError, sqlite3.Error, ValueError, TypeError) as error:
            raise self._trouble(error) from error

    def of(self, workspace: str, channel: str) -> ChannelSettings:
        """The settings of a channel; its store is as set, else as the file of stores says."""
        settings = self._known.get((workspace, channel), self._defaults)
        return settings if settings.store else replace(settings, store=self._listed(channel))

    def scope_of(self, workspace: str, channel: str, beside: str = "") -> Scope:
        """The scope of a question; where the channel `beside` it sets more, that counts.

        Nothing but the scope comes from there: who may read what stays as in its own channel.
        """
        own = self.of(workspace, channel).scope
        if not beside or not ((workspace, beside) in self._known or self._listed(beside)):
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
            channel: one for (where, channel), one in self._known.items() if where == workspace
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
        row = (workspace, channel, *_to_row(settings))
        await self._write(_SET, row)
        self._known[workspace, channel] = settings

    async def _write(self, sql: str, values: tuple[object, ...]) -> None:
        async with self._writing:
            try:
                await asyncio.to_thread(self._commit, sql, values)
            except sqlite3.Error as error:
                raise self._trouble(error) from error

    def _commit(self, sql: str, values: tuple[object, ...]) -> None:
        with closing(self._connected()) as db, db:
            db.execute(sql, values)

    def _read(self) -> dict[tuple[str, str], ChannelSettings]:
        with closing(self._connected()) as db, db:
            [version] = db.execute("PRAGMA user_version").fetchone()
            if version > _VERSION:
                raise _NewerError
            db.execute(_TABLE)
            if version == 1:
                db.execute(_SINCE_2)
            if version in (1, 2):
                db.execute(_SINCE_3)
            db.execute(f"PRAGMA user_version = {_VERSION}")
            rows = db.execute("SELECT * FROM channel").fetchall()
        return {(workspace, channel): _to_settings(*row) for workspace, channel, *row in rows}

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=_BUSY_S)

    def _trouble(self, error: Exception) -> ChannelsError:
        if isinstance(error, _NewerError):
            return ChannelsError(f"{self._path} was made by a newer storewise; install that one")
        if isinstance(error, OSError | sqlite3.OperationalError):
            return ChannelsError(
                f"{self._path} cannot be read or written; let this user write to its folder, and "
                "see that the disk is not full"
            )
        return ChannelsError(
            f"{self._path} is damaged; put a copy of it back, or delete it: the channels then have "
            "the defaults of the settings"
        )


class _NewerError(ValueError):
    """The file was made by a newer version."""


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


def _to_row(settings: ChannelSettings) -> tuple[object, ...]:
    return (
        settings.store_type,
        settings.category,
        settings.language,
        settings.answer_mode.value,
        int(settings.private),
        " ".join(sorted(settings.allowed_groups)),
        settings.audience.value,
        settings.store,
    )


def _to_settings(
    store_type: str | None,
    category: str | None,
    language: Language | None,
    answer_mode: str,
    private: int,
    allowed_groups: str,
    audience: str,
    store: str | None,
) -> ChannelSettings:
    settings = ChannelSettings(
        store_type,
        category,
        language,
        AnswerMode(answer_mode),
        bool(private),
        frozenset(allowed_groups.split()),
        Audience(audience),
        store,
    )
    if wrong_in(settings):
        raise ValueError("a row that storewise did not write")
    return settings
