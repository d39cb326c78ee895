"""The indexes that were built: which one is published, which one can be rolled back to."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from knowledge.index.storage import schema
from knowledge.index.storage.database import Database
from knowledge.language import terms as lexical
from knowledge.model.documents import Document, Entry, Generation, Header, Passage, Record
from knowledge.model.errors import IndexMissingError, NothingToRollBackError

_BATCH = 500
"""Passages of one transaction: nobody who writes waits long for another."""
ROLLED_BACK = "rolled back"
"""Why contents are withheld that an administrator has withdrawn."""


class Generations:
    """Writes generations, and says which one answers; the one before it is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def published(self) -> Generation:
        """The generation that questions are answered from. Raises IndexMissingError."""
        found = self._pointed_at("generation")
        if found is None:
            raise IndexMissingError("nothing is indexed yet; run `storewise reindex`")
        return found

    def previous(self) -> Generation | None:
        """The generation that a roll-back would publish."""
        return self._pointed_at("previous")

    def kept(self) -> tuple[int, ...]:
        """The numbers of the published generation and of the one before it."""
        rows = self._database.rows("SELECT generation, previous FROM published")
        return tuple(sorted(number for row in rows for number in row if number is not None))

    def next_number(self) -> int:
        """The number that the next generation will have."""
        rows = self._database.rows("SELECT max(generation) AS last FROM generations")
        return (rows[0]["last"] or 0) + 1

    def add(
        self, generation: Generation, documents: Sequence[Document], entries: Sequence[Entry]
    ) -> None:
        """Write a generation beside the published one; nobody sees it yet."""
        number = generation.number
        with self._database.writing() as db:
            schema.write_generation(db, generation)
            schema.write_documents(db, number, documents)
        for some in _batches(entries):
            with self._database.writing() as db:
                schema.write_passages(db, number, some)
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
        """Answer from this generation from now on; the one that did so until now is kept."""
        with self._database.writing() as db:
            schema.point_at(db, number)

    def roll_back(self) -> Generation:
        """Answer from the generation before again. Raises NothingToRollBackError.

        What is withdrawn is kept in its place, so that a second roll-back goes forward again; its
        contents are withheld, so that no run that nobody asked for publishes them anew.
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
        """Delete what is neither published nor kept, such as what a crash has left."""
        kept = self.kept()
        rows = self._database.rows("SELECT generation FROM generations")
        gone = [row["generation"] for row in rows if row["generation"] not in kept]
        for number in gone:
            with self._database.writing() as db:
                schema.forget(db, number)
        if gone:
            self._database.shrink()

    def withhold(self, contents: str, reason: str, standard: str = "") -> None:
        """Let no run that nobody asked for publish these contents, while the standard holds."""
        with self._database.writing() as db:
            schema.withhold(db, contents, reason, standard)

    def withheld(self, contents: str, standard: str = "") -> str | None:
        """Why these contents are not published by themselves; None when nothing is against it."""
        rows = self._database.rows(
            "SELECT reason FROM withheld WHERE contents = ? AND standard IN ('', ?)",
            [contents, standard],
        )
        return rows[0]["reason"] if rows else None

    def size(self, number: int) -> tuple[int, int]:
        """How many documents and passages a generation holds."""
        rows = self._database.rows(
            "SELECT passages, (SELECT count(*) FROM documents WHERE generation = :number) AS n "
            "FROM generations WHERE generation = :number",
            {"number": number},
        )
        return (rows[0]["n"], rows[0]["passages"]) if rows else (0, 0)

    def languages(self, number: int) -> dict[str, int]:
        """How many documents there are in each language."""
        rows = self._database.rows(
            "SELECT json_extract(header, '$.language') AS language, count(*) AS n FROM documents "
            "WHERE generation = ? GROUP BY language ORDER BY n DESC",
            [number],
        )
        return {row["language"]: row["n"] for row in rows}

    def digests(self, number: int) -> dict[str, str]:
        """Each document's digest by its key: what tells which have changed."""
        rows = self._database.rows(
            "SELECT key, digest FROM documents WHERE generation = ?", [number]
        )
        return {row["key"]: row["digest"] for row in rows}

    def categories(self, number: int) -> dict[str, str]:
        """Each document's category by its doc_id, whatever the version."""
        rows = self._database.rows(
            "SELECT key, category FROM documents WHERE generation = ?", [number]
        )
        return {row["key"].rpartition("@")[0]: row["category"] for row in rows}

    def fingerprints(self, number: int) -> dict[str, str]:
        """The passage id of each fingerprint: whose vectors can be used again."""
        rows = self._database.rows(
            "SELECT fingerprint, passage_id FROM passages WHERE generation = ?", [number]
        )
        return {row["fingerprint"]: row["passage_id"] for row in rows}

    def headers(self, number: int) -> list[Header]:
        """The headers of a generation's documents."""
        rows = self._database.rows(
            "SELECT header FROM documents WHERE generation = ? ORDER BY key", [number]
        )
        return [schema.header_of(row["header"]) for row in rows]

    def passages(self, number: int) -> list[Passage]:
        """All passages of a generation."""
        headers = {header.key: header for header in self.headers(number)}
        rows = self._database.rows(
            "SELECT * FROM passages WHERE generation = ? ORDER BY row", [number]
        )
        return [schema.passage_of(row, headers[row["key"]]) for row in rows]

    def document(self, number: int, header: Header) -> Document:
        """A document as it is stored: without personal data, and without its pages."""
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
                Record(row["start"], row["end"], json.loads(row["section"])[0]) for row in records
            ),
        )

    def note(self, number: int, report: Mapping[str, Any]) -> None:
        """Keep what the run that made a generation had to say."""
        written = json.dumps(report, ensure_ascii=False, default=date.isoformat)
        with self._database.writing() as db:
            db.execute("UPDATE generations SET report = ? WHERE generation = ?", [written, number])

    def noted(self, number: int) -> dict[str, Any]:
        """What the run that made a generation had to say."""
        rows = self._database.rows("SELECT report FROM generations WHERE generation = ?", [number])
        report: dict[str, Any] = json.loads(rows[0]["report"]) if rows else {}
        return report

    def _pointed_at(self, pointer: str) -> Generation | None:
        rows = self._database.rows(
            f"SELECT g.* FROM published p JOIN generations g ON g.generation = p.{pointer}"
        )
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


def _batches(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    for start in range(0, len(entries), _BATCH):
        yield entries[start : start + _BATCH]
