"""Stores the workspaces that installed the bot, with tokens: a file only its owner can read."""

import asyncio
import sqlite3
import time
import warnings
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Literal

from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.sqlite3 import SQLite3InstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.oauth.state_store.sqlite3 import SQLite3OAuthStateStore

from adapters.slack.api.clients import quiet_logger, silent_logger

STATE_S = 10 * 60
"""Seconds a person has to agree to the installation."""
_MOST_STATES = 1_000
"""Unfinished installations kept at most: anybody can start as many as they like."""

_Key = tuple[str, str]


class Installations(AsyncInstallationStore):
    """Stores bot tokens through Slack's SDK; nothing about the installing person.

    An org-wide installation has no workspace: it is found by its organisation only.
    """

    def __init__(self, file: Path, client_id: str, allowed: frozenset[str] = frozenset()) -> None:
        """If `allowed` is not empty, only these workspaces and organisations count."""
        self._file = file
        self._allowed = allowed
        self._store = _Bots(database=str(file), client_id=client_id, logger=quiet_logger())
        self._lock = asyncio.Lock()
        # Every event looks up the bot. Only this process writes the file.
        self._found: dict[_Key, Bot] = {}

    async def open(self) -> None:
        """Creates the file, readable only by its owner."""
        await asyncio.to_thread(_make_private, self._file)
        await asyncio.to_thread(self._store.init)

    def allows(self, enterprise_id: str | None, team_id: str | None) -> bool:
        """Whether a workspace may install the bot."""
        return not self._allowed or not self._allowed.isdisjoint({enterprise_id, team_id})

    async def async_save(self, installation: Installation) -> None:
        """Saves the bot's token and deletes earlier ones of the workspace."""
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        """Saves a bot's token and deletes earlier ones of the workspace."""
        enterprise, team = _key(bot.enterprise_id, bot.team_id, org=bot.is_enterprise_install)
        bot.team_id = team
        async with self._lock:
            # With both in the file, the SDK could not tell the newer one within a second.
            await asyncio.to_thread(self._store.delete_bot, enterprise_id=enterprise, team_id=team)
            self._found.pop((enterprise, team), None)
            await asyncio.to_thread(self._store.save_bot, bot)

    async def renew(self, bot: Bot, renewed: Bot) -> None:
        """Puts a renewed token in place of a bot's, unless that was removed meanwhile."""
        key = _key(bot.enterprise_id, bot.team_id, org=bot.is_enterprise_install)
        async with self._lock:
            if self._found.get(key, bot).bot_refresh_token == bot.bot_refresh_token:
                self._found[key] = renewed
            if not await asyncio.to_thread(self._store.renew, bot, renewed):
                self._found.pop(key, None)

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        """Returns the bot of a workspace or its organisation. Raises sqlite3.Error."""
        key = _key(enterprise_id, team_id, org=is_enterprise_install)
        if not self.allows(enterprise_id, team_id):
            return None
        if key in self._found:
            return self._found[key]
        async with self._lock:
            found = await asyncio.to_thread(
                self._store.find_bot, enterprise_id=key[0], team_id=key[1]
            )
            if found is not None:
                self._found[key] = found
            else:
                await asyncio.to_thread(self._store.check)
            return found

    @property
    def in_use(self) -> list[Bot]:
        """The bots of the workspaces that were heard of since the start."""
        return list(self._found.values())

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Deletes the token of a workspace or, without one, of a whole organisation."""
        enterprise, team = _key(enterprise_id, team_id)
        async with self._lock:
            await asyncio.to_thread(self._store.delete_bot, enterprise_id=enterprise, team_id=team)
            self._found.pop((enterprise, team), None)

    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Deletes everything about a workspace, which is only the bot's token."""
        await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)


class States(AsyncOAuthStateStore):
    """OAuth states of started installations; each is valid once, for ten minutes."""

    def __init__(self, file: Path) -> None:
        self._store = _States(
            database=str(file), expiration_seconds=STATE_S, logger=silent_logger()
        )
        self._lock = asyncio.Lock()

    async def open(self) -> None:
        """Creates the table in the existing file."""
        await asyncio.to_thread(self._store.init)

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        """Returns a new state and deletes expired ones."""
        async with self._lock:
            await asyncio.to_thread(self._store.forget_old)
            return str(await asyncio.to_thread(self._store.issue))

    async def async_consume(self, state: str) -> bool:
        """Whether a state is valid; uses it up."""
        async with self._lock:
            return bool(await asyncio.to_thread(self._store.consume, state))


class _Closing(sqlite3.Connection):
    """Closes at the end of its block; the SDK leaves that to the garbage collector."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
        /,
    ) -> Literal[False]:
        try:
            return super().__exit__(kind, error, where)
        finally:
            self.close()


class _Bots(SQLite3InstallationStore):
    def init(self) -> None:
        _init(self, "slack_bots")

    def connect(self) -> sqlite3.Connection:
        return _connection(self.database)

    def renew(self, bot: Bot, renewed: Bot) -> bool:
        """Changes a token in one statement: after a stop there is either the old or the new one."""
        with self.connect() as connection:
            changed = connection.execute(
                "update slack_bots set bot_token = ?, bot_refresh_token = ?,"
                " bot_token_expires_at = ? where client_id = ? and bot_refresh_token = ?",
                [
                    renewed.bot_token,
                    renewed.bot_refresh_token,
                    renewed.bot_token_expires_at,
                    self.client_id,
                    bot.bot_refresh_token,
                ],
            )
            return changed.rowcount > 0

    def check(self) -> None:
        """Raises sqlite3.Error if the file cannot be read: the SDK would report no installation."""
        with self.connect() as connection:
            connection.execute("select 1 from slack_bots limit 1").fetchone()


class _States(SQLite3OAuthStateStore):
    def init(self) -> None:
        _init(self, "oauth_states")

    def connect(self) -> sqlite3.Connection:
        return _connection(self.database)

    def forget_old(self) -> None:
        with self.connect() as connection:
            connection.execute("delete from oauth_states where expire_at < ?", [time.time()])
            connection.execute(
                "delete from oauth_states where id <= (select max(id) from oauth_states) - ?",
                [_MOST_STATES],
            )


def _connection(file: str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, factory=_Closing)
    connection.execute("pragma secure_delete = on")  # deleted tokens are overwritten
    return connection


def _init(store: _Bots | _States, table: str) -> None:
    with closing(store.connect()) as connection:
        query = "select 1 from sqlite_master where type = 'table' and name = ?"
        there = connection.execute(query, [table]).fetchone()
    if not there:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # its connection is never closed
            store.create_tables()  # type: ignore[no-untyped-call]  # the SDK's
    store.init_called = True


def _make_private(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.chmod(0o600)  # SQLite gives its journal the same rights


def _key(enterprise_id: str | None, team_id: str | None, *, org: bool | None = False) -> _Key:
    return enterprise_id or "", "" if org else team_id or ""
