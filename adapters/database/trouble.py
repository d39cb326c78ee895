"""An error of a database in our words, with what an operator can do about it."""

import sqlite3
from typing import Any

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

_OURS = (IntegrityError, ProgrammingError, DataError)
"""Bugs of ours, not troubles of the database."""
_DAMAGED = "it is damaged; put a copy of it back (`storewise restore`), or move it away"
_BUSY = "another process writes to it; try again in a minute"
_FULL = "its disk is full; make room"
_SQLITE = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: "let this user write to it",
    sqlite3.SQLITE_CANTOPEN: "let this user read and write its folder",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_POSTGRESQL = {
    None: "start it, and check DATABASE_URL",
    "28P01": "it rejects the password; check DATABASE_URL",
    "28000": "it does not let this user in; check DATABASE_URL",
    "3D000": "there is no such database; make it, or check DATABASE_URL",
    "42501": "this user may not use its tables; let it own the database",
    "53100": _FULL,
    "53300": "it has too many connections; allow more, or run fewer replicas",
    "55P03": "an upgrade has to change a table that is in use; let a backup that runs end",
    "57014": "a statement took too long; is it overloaded?",
}


def said(error: BaseException, place: str) -> str | None:
    """Returns the trouble and its cure; None for a bug of ours."""
    if isinstance(error, OSError):
        return f"{place} cannot be used; let this user own it, and write its folder"
    if not isinstance(error, DBAPIError) or isinstance(error, _OURS):
        return None
    return f"{place} cannot be read or written now; {_cure(error.orig)}"


def is_busy(error: BaseException) -> bool:
    """Whether another process writes to a file just now: by SQLAlchemy's error, or SQLite's own."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _cure(error: Any) -> str:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _SQLITE.get(code, "does its disk work?")
    return _POSTGRESQL.get(getattr(error, "sqlstate", None), "see its log")
