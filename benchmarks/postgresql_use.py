"""Reads what a PostgreSQL server has done for storewise: rows, time, processor, disk."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

SETTLED_S = 12.0
"""Seconds after which a connection that has nothing to do has reported what it did."""
_TOTALS = """
SELECT xact_commit, tup_inserted, tup_updated, tup_deleted, active_time,
       pg_current_wal_lsn() - '0/0'::pg_lsn
FROM pg_stat_database WHERE datname = current_database()
"""
_TABLES = """
SELECT relname, n_tup_ins, n_tup_upd, n_tup_del, n_live_tup, pg_total_relation_size(relid)
FROM pg_stat_user_tables
"""
_MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Table:
    """A table since it was made."""

    inserted: int
    updated: int
    deleted: int
    live: int
    size: int
    """Bytes, with its indexes and its dead rows."""


@dataclass(frozen=True, slots=True)
class Use:
    """Everything until a moment, or between two of them."""

    commits: float
    inserted: float
    updated: float
    deleted: float
    active_ms: float
    """In which connections executed something (`pg_stat_database.active_time`)."""
    wal_mb: float
    cpu_s: float
    """Of all processes of the server."""

    @property
    def written(self) -> float:
        """Rows inserted, updated or deleted."""
        return self.inserted + self.updated + self.deleted

    def since(self, before: "Use") -> "Use":
        """What was done between the two."""
        pairs = zip(_numbers(self), _numbers(before), strict=True)
        return Use(*(now - then for now, then in pairs))

    def of(self, count: float) -> "Use":
        """The same for each of so many questions, or seconds."""
        return Use(*(one / max(1.0, count) for one in _numbers(self)))

    def without(self, idle: "Use", seconds: float) -> "Use":
        """The same without what is done in so many seconds when nobody asks."""
        pairs = zip(_numbers(self), _numbers(idle), strict=True)
        return Use(*(max(0.0, one - each * seconds) for one, each in pairs))


def used(url: str) -> Use:
    """Reads it now. Wait SETTLED_S after the last question before."""
    with _connected(url) as db:
        row = db.execute(_TOTALS).fetchone()
    assert row is not None
    *counts, wal = row
    commits, inserted, updated, deleted, active_ms = map(float, counts)
    wal_mb, cpu_s = float(wal) / _MB, _cpu_s(_postmaster(url))
    return Use(commits, inserted, updated, deleted, active_ms, wal_mb, cpu_s)


def tables(url: str, *, tidy: bool = False) -> Mapping[str, Table]:
    """Reads each table; `tidy` gives the room of dead rows back first."""
    with _connected(url) as db:
        if tidy:
            db.execute("VACUUM (FULL, ANALYZE)")
        return {name: Table(*counts) for name, *counts in db.execute(_TABLES)}


def _numbers(use: Use) -> tuple[float, ...]:
    return (
        use.commits, use.inserted, use.updated, use.deleted, use.active_ms, use.wal_mb, use.cpu_s
    )  # fmt: skip


def _connected(url: str) -> "psycopg.Connection[tuple[Any, ...]]":
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True)


def _postmaster(url: str) -> int:
    folder = str(make_url(url).query["host"])
    return int((Path(folder) / "data/postmaster.pid").read_text("utf-8").splitlines()[0])


def _cpu_s(postmaster: int) -> float:
    """Of the server's own process, of its children, and of those that have ended."""
    ticks = 0
    for process, fields in _processes():
        if process == postmaster:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == postmaster:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _processes() -> Iterator[tuple[int, list[str]]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text(encoding="ascii")
        except OSError:
            continue  # it ended meanwhile
        yield int(stat.parent.name), text.rpartition(")")[2].split()
