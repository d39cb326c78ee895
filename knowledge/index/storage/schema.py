"""Makes, fills and empties the tables of knowledge.db."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache

from knowledge.language import terms as lexical
from knowledge.language.ko import sounds
from knowledge.model.documents import (
    Document,
    Entry,
    Generation,
    Header,
    Passage,
    header_json,
)
from knowledge.model.errors import KnowledgeError
from knowledge.model.stored import of_json
from knowledge.model.versions import validity

_VERSION = 3
ROWS = 2**32
"""Rows of passages that each generation has to itself, from `number * ROWS` on: a generation that
another replica made is copied as it is, with the rows that its full-text table knows."""
_TABLES = """
CREATE TABLE generations (
    generation INTEGER PRIMARY KEY, embedder TEXT, rules TEXT NOT NULL, source TEXT NOT NULL,
    made_at TEXT NOT NULL, contents TEXT NOT NULL, passages INTEGER NOT NULL, report TEXT NOT NULL
);
CREATE TABLE published (
    one INTEGER PRIMARY KEY CHECK (one = 1), generation INTEGER NOT NULL, previous INTEGER
);
CREATE TABLE withheld (
    contents TEXT NOT NULL, standard TEXT NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (contents, standard)
);
CREATE TABLE documents (
    generation INTEGER NOT NULL, key TEXT NOT NULL, header TEXT NOT NULL, text TEXT NOT NULL,
    digest TEXT NOT NULL, category TEXT NOT NULL, store_types TEXT NOT NULL, audience TEXT NOT NULL,
    valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
    stores TEXT NOT NULL DEFAULT '', regions TEXT NOT NULL DEFAULT '',
    brands TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (generation, key)
);
CREATE TABLE passages (
    row INTEGER PRIMARY KEY, generation INTEGER NOT NULL, passage_id TEXT NOT NULL,
    key TEXT NOT NULL, fingerprint TEXT NOT NULL, section TEXT NOT NULL, text TEXT NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, page INTEGER, record INTEGER NOT NULL,
    UNIQUE (generation, passage_id)
);
CREATE TABLE sounds (
    generation INTEGER NOT NULL, sound TEXT NOT NULL, word TEXT NOT NULL,
    PRIMARY KEY (generation, sound, word)
) WITHOUT ROWID;
CREATE TABLE artefacts (generation INTEGER PRIMARY KEY, sha256 TEXT NOT NULL);
-- Without it, finding upcoming versions reads every document's text.
CREATE INDEX documents_by_start ON documents (generation, valid_from);
-- An index of prose has no products: this shows it without reading all passages.
CREATE INDEX records ON passages (generation, row) WHERE record;
"""


def prepare(db: sqlite3.Connection) -> None:
    """Makes the tables in a new file. Raises KnowledgeError."""
    found = db.execute("PRAGMA user_version").fetchone()[0]
    if not found:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # has to come before the first table
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    try:
        db.execute("CREATE VIRTUAL TABLE temp.probe USING fts5(x)")
    except sqlite3.OperationalError as error:
        raise KnowledgeError("this Python's SQLite has no FTS5; use another build") from error
    if not found:
        db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {_VERSION}; COMMIT;")
    elif found != _VERSION:
        raise KnowledgeError("the index was made by another version; delete it and reindex")


def write_generation(db: sqlite3.Connection, generation: Generation) -> None:
    """Writes a generation's row, and makes its empty full-text table."""
    number = generation.number
    db.execute(
        "INSERT INTO generations (generation, embedder, rules, source, made_at, contents, "
        "passages, report) VALUES (?, ?, ?, ?, ?, ?, 0, '{}')",
        [
            number, generation.embedder, generation.rules, generation.source,
            generation.made_at, generation.contents,
        ],
    )  # fmt: skip
    make_full_text(db, number)


def make_full_text(db: sqlite3.Connection, number: int) -> None:
    """Makes a generation's full-text table: one for each, as BM25's statistics must not mix."""
    db.execute(
        # Without the text itself, which is in `passages`.
        f"CREATE VIRTUAL TABLE fts_{number} USING fts5"
        "(title, body, content = '', tokenize = 'unicode61 remove_diacritics 0')"
    )


def make_vocabulary(db: sqlite3.Connection, number: int) -> None:
    """Makes the table of a generation's terms."""
    db.execute(
        f"CREATE TABLE vocabulary_{number} (term TEXT PRIMARY KEY, doc INTEGER NOT NULL) "
        "WITHOUT ROWID"
    )


def write_documents(db: sqlite3.Connection, number: int, documents: Sequence[Document]) -> None:
    """Writes a generation's documents, each with its first and last day in force."""
    days = validity(document.header for document in documents)
    for document in documents:
        header = document.header
        first, last = days[header.key]
        db.execute(
            # Columns by name: a file migrated from version 1 has them in another order.
            "INSERT INTO documents (generation, key, header, text, digest, category, store_types, "
            "stores, regions, brands, audience, valid_from, valid_until) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                number, header.key, header_json(header), document.text, document.digest,
                header.category, _listed(header.store_types), _listed(header.stores),
                _listed(header.regions), _listed(header.brands), header.audience,
                day_number(first), day_number(last),
            ],
        )  # fmt: skip


def write_passages(
    db: sqlite3.Connection, number: int, entries: Iterable[Entry], first: int
) -> None:
    """Writes passages of a generation with their searchable words; `first` is the first's place."""
    for row, entry in enumerate(entries, start=number * ROWS + first):
        _write_passage(db, number, row, entry)


def write_vocabulary(db: sqlite3.Connection, number: int) -> None:
    """Counts how many passages use each term; runs after all passages are written."""
    db.execute(f"INSERT INTO fts_{number} (fts_{number}) VALUES ('optimize')")
    # FTS5's own table counts passages at each look-up: 21 ms a misspelt word among 100,000.
    db.execute(f"CREATE VIRTUAL TABLE temp.counted USING fts5vocab(main, fts_{number}, row)")
    make_vocabulary(db, number)
    db.execute(f"INSERT INTO vocabulary_{number} SELECT term, doc FROM temp.counted")
    db.execute("DROP TABLE temp.counted")


def write_sounds(db: sqlite3.Connection, number: int, words: Iterable[str]) -> None:
    """Writes the sound of each Latin word of a generation, to find it by its Hangul spelling."""
    rows = (
        (number, sound, word)
        for word in words
        # 헤드폰 has no plural, "headphones" has.
        for sound in {sounds.consonants(word), sounds.consonants(word.removesuffix("s"))}
        if sound
    )
    db.executemany("INSERT OR IGNORE INTO sounds VALUES (?, ?, ?)", rows)


def point_at(db: sqlite3.Connection, number: int) -> None:
    """Publishes a generation; contents that lost against the one before may be judged again."""
    row = db.execute("SELECT generation, previous FROM published").fetchone()
    before = row["generation"] if row else None
    if before == number:  # another task of this replica was faster
        before = row["previous"]
    db.execute("INSERT OR REPLACE INTO published VALUES (1, ?, ?)", [number, before])
    # Contents that an administrator rolled back stay withheld until they are published.
    db.execute(
        "DELETE FROM withheld WHERE standard != '' OR contents = "
        "(SELECT contents FROM generations WHERE generation = ?)",
        [number],
    )


def withhold(db: sqlite3.Connection, contents: str, reason: str, standard: str = "") -> None:
    """Keeps automatic runs from publishing these contents."""
    db.execute("INSERT OR REPLACE INTO withheld VALUES (?, ?, ?)", [contents, standard, reason])


def forget(db: sqlite3.Connection, number: int) -> None:
    """Deletes a generation."""
    for table in (f"vocabulary_{number}", f"fts_{number}"):
        db.execute(f"DROP TABLE IF EXISTS {table}")
    for table in ("documents", "passages", "sounds", "artefacts", "generations"):
        db.execute(f"DELETE FROM {table} WHERE generation = ?", [number])


@lru_cache(maxsize=4096)
def header_of(stored: str) -> Header:
    """Reads a header from its stored JSON."""
    return of_json(Header, stored)


def passage_of(row: sqlite3.Row, header: Header) -> Passage:
    """Makes a passage from its row."""
    return Passage(
        passage_id=row["passage_id"],
        header=header,
        section=tuple(json.loads(row["section"])),
        text=row["text"],
        start=row["start"],
        end=row["end"],
        page=row["page"],
        record=bool(row["record"]),
    )


def day_number(day: date) -> int:
    """Returns a day as it is stored: 20260301."""
    return day.year * 10_000 + day.month * 100 + day.day


def names_in(listed: str) -> list[str]:
    """Reads names as they are stored."""
    return [name for name in listed.split(",") if name]


def _listed(names: Sequence[str]) -> str:
    """Names as they are stored: each between commas, so that `instr` finds whole names only."""
    return "".join(f",{name}," for name in names)


def _write_passage(db: sqlite3.Connection, number: int, row: int, entry: Entry) -> None:
    passage = entry.passage
    db.execute(
        "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            row, number, passage.passage_id, passage.header.key, entry.fingerprint,
            json.dumps(passage.section, ensure_ascii=False), passage.text,
            passage.start, passage.end, passage.page, passage.record,
        ],
    )  # fmt: skip
    # A record's name counts as a title: a product's name weighs more than its description.
    name = passage.heading if passage.record else ""
    title = " ".join(lexical.terms(f"{passage.header.title}\n{name}"))
    body = " ".join(lexical.terms(f"{passage.heading}\n{passage.text}"))
    db.execute(
        f"INSERT INTO fts_{number} (rowid, title, body) VALUES (?, ?, ?)",
        [row, title, body],
    )
