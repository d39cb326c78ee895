"""Stores the workspaces that installed the bot, with their tokens."""

import uuid
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.sqlalchemy import SQLAlchemyInstallationStore
from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, update

from adapters.database import Database, notify
from adapters.database.engine import insert, is_shared
from adapters.database.tables import slack_bots
from bot.model.errors import InstallationsError

_LEASE = timedelta(seconds=30)
"""How long one replica alone may renew a token: a call to Slack ends within ten seconds."""
_LOOK_S = 1.0
"""Seconds between two looks at a token that another replica renews, should a notice be lost."""
_CHANGED = "slack bots"
"""The notice that a workspace's token was stored or deleted."""

_Key = tuple[str, str]


class Installations(AsyncInstallationStore):
    """Stores bot tokens as Slack's SDK does; nothing about the installing person.

    An org-wide installation has no workspace: it is found by its organisation only.
    """

    def __init__(
        self, database: Database, client_id: str, allowed: frozenset[str] = frozenset()
    ) -> None:
        """If `allowed` is not empty, only these workspaces and organisations count."""
        self._database = database
        self._results = database.raising(InstallationsError)
        self._client_id = client_id
        self._allowed = allowed
        # Every event looks up the bot.
        self._found: dict[_Key, Bot] = {}
        self._stale: set[_Key] = set()
        """Those to look up again: here or on another replica something was changed."""
        self._unstored: dict[str, Bot] = {}
        """Renewed bots that are not stored yet, by the refresh token before."""
        database.heard(_CHANGED, self._forget)

    def allows(self, enterprise_id: str | None, team_id: str | None) -> bool:
        """Whether a workspace may install the bot."""
        return not self._allowed or not self._allowed.isdisjoint({enterprise_id, team_id})

    async def async_save(self, installation: Installation) -> None:
        """Saves the bot's token and deletes earlier ones of the workspace."""
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        """Saves a bot's token and deletes earlier ones of the workspace.

        Raises InstallationsError.
        """
        key = _key(bot.enterprise_id, bot.team_id, org=bot.is_enterprise_install)
        await self._results.write(lambda db: self._save(db, key, bot), lasting=True)
        await self._changed(key)

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        """Returns the bot of a workspace or its organisation. Raises InstallationsError."""
        if not self.allows(enterprise_id, team_id):
            return None
        return await self._find(_key(enterprise_id, team_id, org=is_enterprise_install))

    async def in_use(self) -> list[Bot]:
        """The bots of the workspaces that were heard of since the start.

        Raises InstallationsError.
        """
        found = [await self._find(key) for key in list(self._found)]
        return [bot for bot in found if bot is not None]

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Deletes the token of a workspace or, without one, of a whole organisation.

        Raises InstallationsError.
        """
        key = _key(enterprise_id, team_id)
        await self._results.write(lambda db: self._delete(db, key), lasting=True)
        await self._changed(key)

    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Deletes everything about a workspace, which is only the bot's token."""
        await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)

    async def to_renew(self, bot: Bot) -> Bot | None:
        """Waits until no other replica renews a bot's token, and returns the bot as it is then.

        If it has the same refresh token, this replica alone may use that for some time. None if the
        bot was removed. Raises InstallationsError.
        """
        key = _key(bot.enterprise_id, bot.team_id, org=bot.is_enterprise_install)
        me = uuid.uuid4().hex
        with self._database.waiting(_CHANGED) as notices:
            while True:
                there, is_free = await self._results.write(lambda db: self._lease(db, key, me))
                stored = self._unstored.get(_refresh(there), there)
                if is_free or stored is None or _refresh(stored) != _refresh(bot):
                    return stored
                await notices.next(_LOOK_S)

    async def not_renewed(self, bot: Bot) -> None:
        """Lets other replicas try to renew a bot's token. Raises InstallationsError."""
        key = _key(bot.enterprise_id, bot.team_id, org=bot.is_enterprise_install)
        same = and_(self._of(key), slack_bots.c.bot_refresh_token == bot.bot_refresh_token)
        await self._results.write(lambda db: _released(db, same, key))

    async def renew(self, bot: Bot, renewed: Bot) -> None:
        """Puts a renewed token in place of a bot's, unless that was removed meanwhile.

        This replica knows it even if it cannot be stored. Raises InstallationsError.
        """
        key = _key(bot.enterprise_id, bot.team_id, org=bot.is_enterprise_install)
        refresh = _refresh(bot)
        self._unstored[refresh] = renewed
        if _refresh(self._found.get(key, bot)) == refresh:
            self._found[key] = renewed
        await self._results.write(lambda db: self._renew(db, key, bot, renewed), lasting=True)
        self._unstored.pop(refresh, None)
        await self._changed(key)

    async def _find(self, key: _Key) -> Bot | None:
        if key in self._found and key not in self._stale:
            return self._found[key]
        self._stale.discard(key)  # before the look: a change during it has to be seen
        try:
            found = await self._results.read(lambda db: self._stored(db, key))
        except InstallationsError:
            self._stale.add(key)
            raise
        if found is None:
            self._found.pop(key, None)
            return None
        self._found[key] = self._unstored.get(_refresh(found), found)
        return self._found[key]

    async def _changed(self, key: _Key) -> None:
        self._stale.add(key)
        with suppress(InstallationsError):  # what was asked is done
            await self._results.shrink()  # the file's log may hold a deleted token

    def _forget(self, detail: str) -> None:
        keys = [key for key in list(self._found) if detail in ("", _named(key))]
        self._stale.update(keys)

    def _save(self, db: Connection, key: _Key, bot: Bot) -> None:
        enterprise, team = key
        place = {"client_id": self._client_id, "enterprise_id": enterprise, "team_id": team}
        values = _columns(bot) | place | _NO_LEASE
        saved = insert(db, slack_bots).values(values)
        db.execute(saved.on_conflict_do_update(index_elements=list(place), set_=values))
        notify(db, _CHANGED, _named(key))

    def _delete(self, db: Connection, key: _Key) -> None:
        db.execute(delete(slack_bots).where(self._of(key)))
        notify(db, _CHANGED, _named(key))

    def _stored(self, db: Connection, key: _Key) -> Bot | None:
        row = db.execute(select(slack_bots).where(self._of(key))).mappings().first()
        return None if row is None else SQLAlchemyInstallationStore.build_bot_entity(row)

    def _lease(self, db: Connection, key: _Key, me: str) -> tuple[Bot | None, bool]:
        """The stored bot, and whether `me` alone may renew it."""
        if not is_shared(db):
            return self._stored(db, key), True
        is_free = slack_bots.c.renewing_until.is_(None) | (slack_bots.c.renewing_until < func.now())
        leased = (
            update(slack_bots)
            .where(self._of(key), is_free | (slack_bots.c.renewed_by == me))
            .values(renewing_until=func.now() + _LEASE, renewed_by=me)
        )
        is_ours = db.execute(leased).rowcount > 0
        return self._stored(db, key), is_ours

    def _renew(self, db: Connection, key: _Key, bot: Bot, renewed: Bot) -> None:
        """Changes a token in one statement: after a stop there is either the old or the new one."""
        token = {name: _columns(renewed)[name] for name in _TOKEN}
        same = and_(self._of(key), slack_bots.c.bot_refresh_token == bot.bot_refresh_token)
        db.execute(update(slack_bots).where(same).values(token | _NO_LEASE))
        notify(db, _CHANGED, _named(key))

    def _of(self, key: _Key) -> ColumnElement[bool]:
        enterprise, team = key
        return and_(
            slack_bots.c.client_id == self._client_id,
            slack_bots.c.enterprise_id == enterprise,
            slack_bots.c.team_id == team,
        )


_TOKEN = ("bot_token", "bot_refresh_token", "bot_token_expires_at")
_NO_LEASE = {"renewing_until": None, "renewed_by": None}


def _released(db: Connection, which: ColumnElement[bool], key: _Key) -> None:
    if db.execute(update(slack_bots).where(which).values(_NO_LEASE)).rowcount:
        notify(db, _CHANGED, _named(key))


def _columns(bot: Bot) -> dict[str, Any]:
    """A bot's values as the SDK stores them: its times are UTC without saying so."""
    known = {name: value for name, value in bot.to_dict().items() if name in slack_bots.c}
    return {name: _plain(value) for name, value in known.items()}


def _plain(value: Any) -> Any:
    return value.astimezone(UTC).replace(tzinfo=None) if isinstance(value, datetime) else value


def _refresh(bot: Bot | None) -> str:
    return (bot.bot_refresh_token if bot else None) or ""


def _named(key: _Key) -> str:
    return ":".join(key)


def _key(enterprise_id: str | None, team_id: str | None, *, org: bool | None = False) -> _Key:
    return enterprise_id or "", "" if org else team_id or ""
