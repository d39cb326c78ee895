"""Stores the indexes that were built: the published one, and the one to roll back to."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from knowledge.index.storage import schema
from knowledge.index.storage.database import Database
from knowledge.language import terms as lexical
from knowledge.model.documents import (
    CatalogueRecord,
    Document,
    Entry,
    Generation,
    Header,
    Passage,
    StoreNames,
)
from knowledge.model.errors import IndexMissingError, KnowledgeError, NothingToRollBackError

_BATCH = 500
"""Passages in a transaction, so that another writer does not wait long."""
ROLLED_BACK = "rolled back"
"""The reason stored for contents that an administrator rolled back."""


class Generations:
    """Writes, publishes and reads generations; the one published before is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last = 0
        """The highest number that was seen."""

    def check(self) -> None:
        """Raises KnowledgeError if knowledge.db is damaged, or no longer the opened file."""
        if word := self._database.fault():
            raise KnowledgeError(
                f"knowledge.db is {word}; a running server makes it again within a minute, or"
                " stops: see its log"
            )

    def published(self) -> Generation:
        """Returns the generation that questions are answered from. Raises IndexMissingError."""
        found = self._pointed_at("generation")
        if found is None:
            raise IndexMissingError("nothing is indexed yet; run `storewise reindex`")
        return found

    def previous(self) -> Generation | None:
        """Returns the generation that a roll-back would publish."""
        return self._pointed_at("previous")

    def numbered(self, number: int) -> Generation | None:
        """Returns a generation, published or not; None if it is not here."""
        return _generation(
            self._database.rows("SELECT * FROM generations WHERE generation = ?", [number])
        )

    def kept(self) -> tuple[int, ...]:
        """Returns the numbers of the published generation and the one before it."""
        rows = self._database.rows("SELECT generation, previous FROM published")
        return tuple(sorted(number for row in rows for number in row if number is not None))

    def next_number(self) -> int:
        """Returns the number for the next generation."""
        rows = self._database.rows("SELECT max(generation) AS last FROM generations")
        # Caches know a generation by its number: one in a file made again has a new one.
        return max(rows[0]["last"] or 0, self._last) + 1

    def add(
        self, generation: Generation, documents: Sequence[Document], entries: Sequence[Entry]
    ) -> None:
        """Writes a generation without publishing it."""
        number = generation.number
        self._last = max(self._last, number)
        with self._database.writing() as db:
            schema.write_generation(db, generation)
            schema.write_documents(db, number, documents)
        for first in range(0, len(entries), _BATCH):
            with self._database.writing() as db:
                schema.write_passages(db, number, entries[first : first + _BATCH], first)
        words = {
            word
            for entry in entries
            for word in lexical.latin_words(f"{entry.passage.header.title}\n{entry.passage.text}")
        }
        with self._database.writing() as db:
            schema.write_sounds(db, number, words)
            schema.write_vocabulary(db, number)
            db.execute(
                "UPDATE generations SET passages = ? WHERE generation = ?", [len(entries), number]
            )

    def publish(self, number: int) -> None:
        """Publishes a generation; the one published until now is kept."""
        with self._database.writing() as db:
            schema.point_at(db, number)

    def roll_back(self) -> Generation:
        """Publishes the previous generation again. Raises NothingToRollBackError.

        The withdrawn one becomes the previous one, so a second roll-back returns to it. Its
        contents are withheld, so that no automatic run publishes them again.
        """
        withdrawn, back = self.published(), self.previous()
        if back is None:
            raise NothingToRollBackError
        with self._database.writing() as db:
            schema.point_at(db, back.number)
            if withdrawn.number > back.number:
                schema.withhold(db, withdrawn.contents, ROLLED_BACK)
        return back

    def forget_others(self) -> None:
        """Deletes every generation but the published and the previous one, also unfinished ones."""
        kept = self.kept()
        rows = self._database.rows("SELECT generation FROM generations")
        gone = [row["generation"] for row in rows if row["generation"] not in kept]
        for number in gone:
            with self._database.writing() as db:
                schema.forget(db, number)
        if gone:
            self._database.shrink()

    def withhold(self, contents: str, reason: str, standard: str = "") -> None:
        """Keeps automatic runs from publishing these contents while the standard stays the same."""
        with self._database.writing() as db:
            schema.withhold(db, contents, reason, standard)

    def withheld(self, contents: str, standard: str = "") -> str | None:
        """Returns why automatic runs do not publish these contents; None if they may."""
        rows = self._database.rows(
            "SELECT reason FROM withheld WHERE contents = ? AND standard IN ('', ?)",
            [contents, standard],
        )
        return rows[0]["reason"] if rows else None

    def size(self, number: int) -> tuple[int, int]:
        """Counts the documents and passages of a generation."""
        rows = self._database.rows(
            "SELECT passages, (SELECT count(*) FROM documents WHERE generation = :number) AS n "
            "FROM generations WHERE generation = :number",
            {"number": number},
        )
        return (rows[0]["n"], rows[0]["passages"]) if rows else (0, 0)

    def languages(self, number: int) -> dict[str, int]:
        """Counts a generation's documents by language."""
        rows = self._database.rows(
            "SELECT json_extract(header, '$.language') AS language, count(*) AS n FROM documents "
            "WHERE generation = ? GROUP BY language ORDER BY n DESC",
            [number],
        )
        return {row["language"]: row["n"] for row in rows}

    def digests(self, number: int) -> dict[str, str]:
        """Maps each document's key to its digest, to see which documents have changed."""
        rows = self._database.rows(
            "SELECT key, digest FROM documents WHERE generation = ?", [number]
        )
        return {row["key"]: row["digest"] for row in rows}

    def categories(self, number: int) -> dict[str, str]:
        """Maps each doc_id to its category, of any version."""
        rows = self._database.rows(
            "SELECT key, category FROM documents WHERE generation = ?", [number]
        )
        return {row["key"].rpartition("@")[0]: row["category"] for row in rows}

    def store_types(self, number: int) -> set[str]:
        """Returns the kinds of store that a generation's documents name."""
        return {store for header in self.headers(number) for store in header.store_types}

    def store_names(self, number: int) -> StoreNames:
        """Returns the stores, regions and brands that a generation's documents name."""
        rows = self._database.rows(
            "SELECT DISTINCT stores, regions, brands FROM documents WHERE generation = ?", [number]
        )
        columns = ("stores", "regions", "brands")
        return StoreNames(
            *(
                frozenset(name for row in rows for name in schema.names_in(row[one]))
                for one in columns
            )
        )

    def fingerprints(self, number: int) -> dict[str, str]:
        """Maps each fingerprint to a passage id, to use its vectors again."""
        rows = self._database.rows(
            "SELECT fingerprint, passage_id FROM passages WHERE generation = ?", [number]
        )
        return {row["fingerprint"]: row["passage_id"] for row in rows}

    def headers(self, number: int) -> list[Header]:
        """Returns the headers of a generation's documents, by key."""
        rows = self._database.rows(
            "SELECT header FROM documents WHERE generation = ? ORDER BY key", [number]
        )
        return [schema.header_of(row["header"]) for row in rows]

    def passages(self, number: int) -> list[Passage]:
        """Returns all passages of a generation."""
        headers = {header.key: header for header in self.headers(number)}
        rows = self._database.rows(
            "SELECT * FROM passages WHERE generation = ? ORDER BY row", [number]
        )
        return [schema.passage_of(row, headers[row["key"]]) for row in rows]

    def document(self, number: int, header: Header) -> Document:
        """Returns a document as stored: without personal data and page offsets."""
        rows = self._database.rows(
            "SELECT text FROM documents WHERE generation = ? AND key = ?", [number, header.key]
        )
        records = self._database.rows(
            "SELECT start, end, section FROM passages "
            "WHERE generation = ? AND key = ? AND record = 1 ORDER BY start",
            [number, header.key],
        )
        return Document(
            header,
            rows[0]["text"],
            records=tuple(
                CatalogueRecord(row["start"], row["end"], json.loads(row["section"])[0])
                for row in records
            ),
        )

    def note(self, number: int, report: Mapping[str, Any]) -> None:
        """Stores the report of the run that made a generation."""
        written = json.dumps(report, ensure_ascii=False, default=date.isoformat)
        with self._database.writing() as db:
            db.execute("UPDATE generations SET report = ? WHERE generation = ?", [written, number])

    def noted(self, number: int) -> dict[str, Any]:
        """Returns the stored report of the run that made a generation."""
        rows = self._database.rows("SELECT report FROM generations WHERE generation = ?", [number])
        report: dict[str, Any] = json.loads(rows[0]["report"]) if rows else {}
        return report

    def contacts(self) -> list[str]:
        """Returns the contacts that the published documents hold. Raises IndexMissingError."""
        noted = self.noted(self.published().number)
        found: list[str] = noted.get("contacts", {}).get("published", [])
        return found

    def _pointed_at(self, pointer: str) -> Generation | None:
        rows = self._database.rows(
            f"SELECT g.* FROM published p JOIN generations g ON g.generation = p.{pointer}"
        )
        if rows:
            self._last = max(self._last, rows[0]["generation"])
        return _generation(rows)


def _generation(rows: Sequence[sqlite3.Row]) -> Generation | None:
    if not rows:
        return None
    row = rows[0]
    return Generation(
        number=row["generation"],
        embedder=row["embedder"],
        rules=row["rules"],
        source=row["source"],
        contents=row["contents"],
        made_at=row["made_at"],
    )
