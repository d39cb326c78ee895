"""Takes over the tokens of workspaces from the file of an earlier version."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from adapters.database.tables import slack_bots

FILE = "slack_installations.db"

_COLUMNS = (
    *("client_id", "app_id", "enterprise_id", "enterprise_name", "team_id", "team_name"),
    *("bot_token", "bot_id", "bot_user_id", "bot_scopes", "bot_refresh_token"),
    *("bot_token_expires_at", "is_enterprise_install", "installed_at"),
)


def take_over(file: Path, db: Connection) -> None:
    """Copies the installations of a file. Raises sqlite3.Error.

    States of installations that were under way are left: they hold for ten minutes.
    """
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as earlier:
        there = "select 1 from sqlite_master where type = 'table' and name = 'slack_bots'"
        if earlier.execute(there).fetchone() is None:
            return
        earlier.row_factory = sqlite3.Row
        found = [_bot(dict(row)) for row in earlier.execute("select * from slack_bots")]
    if found:
        db.execute(slack_bots.insert(), found)


def _bot(row: dict[str, Any]) -> dict[str, Any]:
    values = {name: row.get(name) for name in _COLUMNS}
    changed = {
        "enterprise_id": values["enterprise_id"] or None,
        "team_id": values["team_id"] or None,
        "is_enterprise_install": bool(values["is_enterprise_install"]),
        "bot_token_expires_at": _time(values["bot_token_expires_at"]),
        "installed_at": _time(values["installed_at"]),
    }
    return values | changed


def _time(stored: str | float | None) -> datetime | None:
    """The SDK wrote seconds, or a text in UTC."""
    if stored is None:
        return None
    if isinstance(stored, str):
        return datetime.fromisoformat(stored).replace(tzinfo=None)
    return datetime.fromtimestamp(stored, UTC).replace(tzinfo=None)
