"""The files of earlier versions, and how their rows become those of today."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from sqlalchemy import Table

from adapters.database.tables import (
    answers,
    channels,
    corrections,
    feedback,
    key_requests,
    keys,
    messages,
    model_calls,
    questions,
    shift_messages,
    shift_reads,
    slack_bots,
    teams_chats,
    told,
)

Row = dict[str, Any]

_SLACK_BOT = (
    *("client_id", "app_id", "enterprise_id", "enterprise_name", "team_id", "team_name"),
    *("bot_token", "bot_id", "bot_user_id", "bot_scopes", "bot_refresh_token"),
    *("bot_token_expires_at", "is_enterprise_install", "installed_at"),
)


@dataclass(frozen=True, slots=True)
class Part:
    """A table of an earlier file."""

    name: str
    """Some earlier versions may lack it."""
    into: Table
    made: Callable[[Row], Row]
    order: str = "1"
    """The column by which rows are taken over: some are counted up as they come."""


def _same(row: Row) -> Row:
    return row


def _answer(row: Row) -> Row:
    del row["row"]
    return {"place": "", **row, "given_at": _time(row["given_at"])}


def _feedback(row: Row) -> Row:
    return row | {"good": bool(row["good"]), "given_at": _time(row["given_at"])}


def _correction(row: Row) -> Row:
    return row | {"at": _time(row["at"])}


def _question(row: Row) -> Row:
    times = ("received_at", "retry_at", "posting_at", "settled_at")
    return row | {"thread": "", "accepted_as": ""} | {name: _stamp(row[name]) for name in times}


def _told(row: Row) -> Row:
    return {"what": row["what"], "day": _day(row["day"]), "noted_as": ""}


def _of_day(row: Row) -> Row:
    return row | {"day": _day(row["day"])}


def _read(row: Row) -> Row:
    return row | {"at": _time(row["at"])}


def _key(row: Row) -> Row:
    expires, revoked = row["expires_on"], row["revoked_at"]
    return row | {
        "made_at": _time(row["made_at"]),
        "expires_on": _day(expires) if expires else None,
        "revoked_at": _time(revoked) if revoked else None,
    }


def _channel(platform: str, row: Row) -> Row:
    private = {"private": bool(row["private"]), "platform": platform}
    return {"audience": "staff", "store": None, **row, **private}


def _slack_bot(row: Row) -> Row:
    """States of installations that were under way are left: they hold for ten minutes."""
    values = {name: row.get(name) for name in _SLACK_BOT}
    changed = {
        "enterprise_id": values["enterprise_id"] or "",
        "team_id": values["team_id"] or "",
        "is_enterprise_install": bool(values["is_enterprise_install"]),
        "bot_token_expires_at": _of_slack(values["bot_token_expires_at"]),
        "installed_at": _of_slack(values["installed_at"]),
    }
    return values | changed


def _of_slack(stored: str | float | None) -> datetime | None:
    """Slack's SDK wrote seconds, or a text in UTC."""
    if stored is None:
        return None
    if isinstance(stored, str):
        return datetime.fromisoformat(stored).replace(tzinfo=None)
    return datetime.fromtimestamp(stored, UTC).replace(tzinfo=None)


def _time(written: str) -> datetime:
    time = datetime.fromisoformat(written)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _stamp(stamp: float | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, UTC)


def _day(written: str) -> date:
    return date.fromisoformat(written)


FILES: Mapping[str, tuple[Part, ...]] = {
    "records.db": (
        Part("answers", answers, _answer, "row"),
        Part("feedback", feedback, _feedback),
        Part("messages", messages, _same),
        Part("corrections", corrections, _correction),
    ),
    "inbox.db": (Part("questions", questions, _question, "received_at"),),
    "told.db": (Part("told", told, _told),),
    "shifts.db": (
        Part("messages", shift_messages, _of_day),
        Part("reads", shift_reads, _read),
    ),
    "calls.db": (Part("calls", model_calls, _of_day),),
    "keys.db": (Part("keys", keys, _key), Part("requests", key_requests, _of_day)),
    "slack_channels.db": (Part("channel", channels, partial(_channel, "slack")),),
    "teams_channels.db": (Part("channel", channels, partial(_channel, "teams")),),
    "teams_admins.db": (Part("chats", teams_chats, _same),),
    "slack_installations.db": (Part("slack_bots", slack_bots, _slack_bot, "id DESC"),),
}
"""Whatever is taken over from a file needs a row here. A table comes after those it refers to."""
