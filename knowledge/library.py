"""The documents and passages of the published index, and its lexical half, in one SQLite file."""

import json
import math
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from knowledge import lexical, schema
from knowledge.errors import IndexMissingError, KnowledgeError
from knowledge.model import Document, Entry, Filters, Generation, Passage
from knowledge.schema import day_number, header_of

# One clause for both halves of the search, before any ranking: who may see a passage is part of it.
_ALLOWED = """
    d.valid_from <= :day AND d.valid_until >= :day
    AND d.audience IN (SELECT value FROM json_each(:audiences))
    AND (:store_type IS NULL OR d.store_types = '' OR instr(d.store_types, :store_type))
    AND (:category IS NULL OR d.category = :category)
"""
_JOIN = "JOIN documents d ON d.generation = p.generation AND d.key = p.key"
_MOST_SPELLINGS = 3
_K1_REACH = 2.2 * 0.75
"""A term adds at most idf * (k1 + 1) to BM25; .75 of that is what good passages reach."""


class Library:
    """Keeps documents and passages; answers which of them a person may see, and which share words.

    A process may read while another publishes; only one may publish (see `knowledge.lock`).
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        except (OSError, sqlite3.OperationalError) as error:
            raise KnowledgeError(f"the folder {path.parent} cannot be used for data") from error
        self._db.row_factory = sqlite3.Row
        try:
            schema.prepare(self._db)
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise _trouble(error, path) from error
        except KnowledgeError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def published(self) -> Generation:
        """The generation that questions are answered from. Raises IndexMissingError."""
        rows = self._rows("SELECT g.* FROM published JOIN generations g USING (generation)")
        if not rows:
            raise IndexMissingError("nothing is indexed yet; run `storewise reindex`")
        row = rows[0]
        return Generation(row["generation"], row["embedder"], row["rules"], row["source"])

    def size(self, generation: int) -> tuple[int, int]:
        """How many documents and passages a generation holds."""
        counts = [
            self._rows(f"SELECT count(*) AS n FROM {table} WHERE generation = ?", [generation])
            for table in ("documents", "passages")
        ]
        return counts[0][0]["n"], counts[1][0]["n"]

    def fingerprints(self, generation: int) -> dict[str, str]:
        """The passage id of each fingerprint: whose vectors can be used again."""
        rows = self._rows(
            "SELECT fingerprint, passage_id FROM passages WHERE generation = ?", [generation]
        )
        return {row["fingerprint"]: row["passage_id"] for row in rows}

    def keys(self, generation: int) -> dict[str, str]:
        """Each document's key with its stored header: what a comparison with the files needs."""
        rows = self._rows("SELECT key, header FROM documents WHERE generation = ?", [generation])
        return {row["key"]: row["header"] for row in rows}

    def categories(self, generation: int) -> dict[str, str]:
        """Each document's category by its doc_id, whatever the version."""
        rows = self._rows("SELECT key, category FROM documents WHERE generation = ?", [generation])
        return {row["key"].rpartition("@")[0]: row["category"] for row in rows}

    def places(self, generation: int) -> set[tuple[str, int, int, int | None]]:
        """Each passage's id with where it stands: what a comparison with the files needs."""
        rows = self._rows(
            "SELECT passage_id, start, end, page FROM passages WHERE generation = ?", [generation]
        )
        return {(row["passage_id"], row["start"], row["end"], row["page"]) for row in rows}

    def allowed(self, generation: int, ids: Sequence[str], filters: Filters) -> dict[str, Passage]:
        """Those of the passages that the filters let through, by id."""
        rows = self._rows(
            f"SELECT p.*, d.header FROM passages p {_JOIN} "
            "WHERE p.generation = :generation "
            f"AND p.passage_id IN (SELECT value FROM json_each(:ids)) AND {_ALLOWED}",
            {"ids": json.dumps(list(ids)), **_bound(generation, filters)},
        )
        return {row["passage_id"]: _passage(row) for row in rows}

    def sharing(
        self, generation: int, phrases: Sequence[Sequence[str]], filters: Filters, limit: int
    ) -> list[tuple[str, float]]:
        """Ids of passages that share phrases and pass, with their BM25, best first."""
        if not phrases:
            return []
        rows = self._rows(
            f"SELECT p.passage_id, -bm25(fts_{generation}, 2.0, 1.0) AS score "
            f"FROM fts_{generation} f JOIN passages p ON p.row = f.rowid {_JOIN} "
            f"WHERE fts_{generation} MATCH :terms AND {_ALLOWED} ORDER BY score DESC LIMIT :limit",
            {
                "terms": " OR ".join(map(_match, phrases)),
                "limit": limit,
                **_bound(generation, filters),
            },
        )
        return [(row["passage_id"], row["score"]) for row in rows]

    def rarity(self, generation: int, phrases: Sequence[Sequence[str]]) -> list[float | None]:
        """Inverse document frequency of each phrase, as in BM25; None where it is nowhere."""
        total = self.size(generation)[1]
        found = [self._frequency(generation, phrase) for phrase in phrases]
        return [_idf(total, frequency) if frequency else None for frequency in found]

    def spelt_like(self, generation: int, term: str) -> tuple[str, ...]:
        """Terms of the documents that differ from this one by one slip; the commonest first."""
        rows = self._rows(
            f"SELECT term FROM vocabulary_{generation} WHERE term >= :first AND term < :next "
            "AND length(term) BETWEEN :length - 1 AND :length + 1 ORDER BY doc DESC",
            {"first": term[0], "next": chr(ord(term[0]) + 1), "length": len(term)},
        )
        near = (row["term"] for row in rows if lexical.is_one_slip_from(term, row["term"]))
        return tuple(islice(near, _MOST_SPELLINGS))

    def rarest(self, generation: int) -> float:
        """The inverse document frequency of a term that is nowhere."""
        return _idf(self.size(generation)[1], 0)

    def publish(
        self,
        generation: Generation,
        documents: Sequence[Document],
        entries: Iterable[Entry],
        made_at: str,
    ) -> None:
        """Write a generation and serve it. The one before stays for those who still read it."""
        number = generation.number
        try:
            with self._lock, self._db:
                self._db.execute("BEGIN IMMEDIATE")
                row = self._db.execute("SELECT generation FROM published").fetchone()
                schema.write(self._db, generation, documents, entries, made_at)
                self._db.execute("INSERT OR REPLACE INTO published VALUES (1, ?)", [number])
                schema.forget_before(self._db, row["generation"] if row else number)
        except sqlite3.IntegrityError:
            raise  # a bug of ours, not the file's
        except sqlite3.DatabaseError as error:
            raise _trouble(error, self._path) from error

    def next_number(self) -> int:
        """The number that the next generation will have."""
        rows = self._rows("SELECT max(generation) AS last FROM generations")
        return (rows[0]["last"] or 0) + 1

    def generations(self) -> tuple[int, ...]:
        """The generations that are kept: the published one and the one before it."""
        rows = self._rows("SELECT generation FROM generations ORDER BY generation")
        return tuple(row["generation"] for row in rows)

    def _rows(
        self, sql: str, values: Sequence[object] | dict[str, object] = ()
    ) -> list[sqlite3.Row]:
        try:
            with self._lock, closing(self._db.execute(sql, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.DatabaseError as error:
            raise _trouble(error, self._path) from error

    def _frequency(self, generation: int, phrase: Sequence[str]) -> int:
        if len(phrase) > 1 or lexical.is_prefix(phrase[0]):
            sql = f"SELECT count(*) AS n FROM fts_{generation} WHERE fts_{generation} MATCH ?"
            return int(self._rows(sql, [_match(phrase)])[0]["n"])
        rows = self._rows(f"SELECT doc FROM vocabulary_{generation} WHERE term = ?", [phrase[0]])
        return int(rows[0]["doc"]) if rows else 0


def reach(rarity: Mapping[str, float]) -> float:
    """The BM25 that a passage with all of the terms can be expected to have."""
    return sum(rarity.values()) * _K1_REACH


def _trouble(error: sqlite3.DatabaseError, path: Path) -> KnowledgeError:
    """What a person can do about an error of SQLite's."""
    if "no such table" in str(error):
        # The tables of a generation that two later ones have replaced are gone.
        return IndexMissingError("the index has been replaced; ask again")
    if isinstance(error, sqlite3.OperationalError):
        return KnowledgeError(f"{path} cannot be read or written now: {error}")
    return KnowledgeError(f"{path} is damaged; delete it and run `storewise reindex`")


def _bound(generation: int, filters: Filters) -> dict[str, object]:
    return {
        "generation": generation,
        "day": day_number(filters.as_of),
        "audiences": json.dumps(filters.audience.readable),
        "store_type": filters.store_type and f",{filters.store_type},",
        "category": filters.category,
    }


def _match(phrase: Sequence[str]) -> str:
    # Terms come from our own tokeniser: letters and digits only, so the quotes cannot be left.
    quoted = f'"{" ".join(phrase)}"'
    return f"{quoted}*" if len(phrase) == 1 and lexical.is_prefix(phrase[0]) else quoted


def _idf(total: int, frequency: int) -> float:
    return max(1e-6, math.log((total - frequency + 0.5) / (frequency + 0.5)))


def _passage(row: sqlite3.Row) -> Passage:
    return Passage(
        passage_id=row["passage_id"],
        header=header_of(row["header"]),
        section=tuple(json.loads(row["section"])),
        text=row["text"],
        start=row["start"],
        end=row["end"],
        page=row["page"],
        record=bool(row["record"]),
    )
