"""Copies the rows of one generation from a knowledge.db into a file of their own, and back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from knowledge.index.storage import schema
from knowledge.index.storage.database import Database

_TABLES = {
    # The generation's own row comes last: without it the others are not seen.
    "documents": (
        "generation, key, header, text, digest, category, store_types, audience, valid_from,"
        " valid_until, stores, regions, brands",
        "key",
    ),
    "passages": (
        "row, generation, passage_id, key, fingerprint, section, text, start, end, page, record",
        "row",
    ),
    "sounds": ("generation, sound, word", "sound, word"),
    "generations": (
        "generation, embedder, rules, source, made_at, contents, passages, report",
        "generation",
    ),
}
"""The columns of each table by name, as a migrated file has them in another order; and the order
of its rows."""
_FULL_TEXT = {
    "data": ("id, block", "id"),
    "idx": ("segid, term, pgno", "segid, term"),
    "docsize": ("id, sz", "id"),
    "config": ("k, v", "k"),
}
"""The tables in which FTS5 keeps an index without contents. Copying them takes a fifth of the time
of making the index again (docs/decisions/0131)."""
_VOCABULARY = ("term, doc", "term")


def copy_out(database: Path, number: int, target: Path) -> None:
    """Writes the rows of a generation into a new file, as of one moment."""
    with closing(sqlite3.connect(target, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = OFF").fetchall()
        db.execute("PRAGMA synchronous = OFF")
        db.execute("ATTACH ? AS other", [str(database)])
        db.execute("BEGIN")
        for table, (columns, order) in _TABLES.items():
            db.execute(
                f"CREATE TABLE {table} AS SELECT {columns} FROM other.{table} "
                "WHERE generation = ? ORDER BY " + order,
                [number],
            )
        for part, (columns, order) in _FULL_TEXT.items():
            _copied(db, f"fts_{part}", f"fts_{number}_{part}", columns, order)
        _copied(db, "vocabulary", f"vocabulary_{number}", *_VOCABULARY)
        db.execute("COMMIT")


def copy_in(database: Database, rows: Path, number: int, sha256: str) -> None:
    """Copies the rows of a file that `copy_out` wrote, in one transaction; nobody sees them yet."""
    with database.copying(rows) as db:
        schema.forget(db, number)
        schema.make_full_text(db, number)
        for part, (columns, order) in _FULL_TEXT.items():
            table = f"fts_{number}_{part}"
            db.execute(f"DELETE FROM {table}")
            _filled(db, table, f"fts_{part}", columns, order)
        schema.make_vocabulary(db, number)
        _filled(db, f"vocabulary_{number}", "vocabulary", *_VOCABULARY)
        for name, (columns, order) in _TABLES.items():
            _filled(db, name, name, columns, order)
        db.execute("INSERT INTO artefacts VALUES (?, ?)", [number, sha256])


def are_own(database: Database, number: int) -> bool:
    """Whether the generation has rows that no other generation of any replica can have."""
    [rows] = database.rows(
        "SELECT count(*) AS n FROM passages WHERE generation = :number "
        "AND row NOT BETWEEN :first AND :last",
        {
            "number": number,
            "first": number * schema.ROWS,
            "last": (number + 1) * schema.ROWS - 1,
        },
    )
    # An index of an early release keeps its texts in the full-text table, too.
    tables = database.rows(
        "SELECT 1 FROM sqlite_master WHERE name IN (?, ?)",
        [f"fts_{number}_content", f"vocabulary_{number}_content"],
    )
    kinds = database.rows(
        "SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE 'CREATE TABLE%'",
        [f"vocabulary_{number}"],
    )
    return rows["n"] == 0 and not tables and bool(kinds)


def _copied(db: sqlite3.Connection, target: str, source: str, columns: str, order: str) -> None:
    db.execute(f"CREATE TABLE {target} AS SELECT {columns} FROM other.{source} ORDER BY {order}")


def _filled(db: sqlite3.Connection, target: str, source: str, columns: str, order: str) -> None:
    db.execute(
        f"INSERT INTO main.{target} ({columns}) SELECT {columns} FROM other.{source} "
        f"ORDER BY {order}"
    )
