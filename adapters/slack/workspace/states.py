"""OAuth states: which installations were begun here, and not yet ended."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from sqlalchemy import Connection, delete, func, select

from adapters.database import Database
from adapters.database.tables import slack_oauth_states
from bot.model.errors import InstallationsError

STATE_S = 10 * 60
"""Seconds a person has to agree to the installation."""
_MOST_STATES = 1_000
"""Unfinished installations kept at most: anybody can start as many as they like."""


class States(AsyncOAuthStateStore):
    """OAuth states of started installations; each is valid once, for ten minutes, everywhere."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(InstallationsError)

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        """Returns a new state and deletes expired ones. Raises InstallationsError."""
        state = str(uuid4())
        await self._results.write(lambda db: _issue(db, state))
        return state

    async def async_consume(self, state: str) -> bool:
        """Whether a state is valid; uses it up. Raises InstallationsError."""
        known = slack_oauth_states.c
        used = delete(slack_oauth_states).where(known.state == state, known.expire_at > _now())
        return await self._results.write(lambda db: db.execute(used).rowcount > 0)


def _issue(db: Connection, state: str) -> None:
    known = slack_oauth_states.c
    newest = select(func.max(known.id)).scalar_subquery()
    db.execute(delete(slack_oauth_states).where(known.expire_at < _now()))
    db.execute(delete(slack_oauth_states).where(known.id <= newest - _MOST_STATES))
    ends_at = _now() + timedelta(seconds=STATE_S)
    db.execute(slack_oauth_states.insert().values(state=state, expire_at=ends_at))


def _now() -> datetime:
    """The present time as the SDK stores it: UTC without saying so."""
    return datetime.now(UTC).replace(tzinfo=None)
