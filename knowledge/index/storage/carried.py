"""Remembers which generations other replicas have, too, and publishes what the leader did."""

from collections.abc import Collection, Sequence

from knowledge.index.storage import schema
from knowledge.index.storage.database import Database


class Carried:
    """The generations of a knowledge.db that other replicas have, too."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def sha256(self, number: int) -> str | None:
        """Returns the hash of the artefact that a generation equals; None without one."""
        rows = self.database.rows("SELECT sha256 FROM artefacts WHERE generation = ?", [number])
        return rows[0]["sha256"] if rows else None

    def note(self, number: int, sha256: str) -> None:
        """Notes that a generation of this replica is the one of an artefact."""
        with self.database.writing() as db:
            db.execute("INSERT OR REPLACE INTO artefacts VALUES (?, ?)", [number, sha256])

    def pointer(self) -> tuple[int, int | None] | None:
        """Returns the numbers of the published generation and the one before; None without one."""
        rows = self.database.rows("SELECT generation, previous FROM published")
        return (rows[0]["generation"], rows[0]["previous"]) if rows else None

    def contents(self, number: int) -> str:
        """Returns the hash of a generation's inputs; "" where it is not here."""
        rows = self.database.rows("SELECT contents FROM generations WHERE generation = ?", [number])
        return rows[0]["contents"] if rows else ""

    def has_embedder(self, number: int) -> bool:
        """Whether a generation has vectors somewhere."""
        rows = self.database.rows("SELECT embedder FROM generations WHERE generation = ?", [number])
        return bool(rows) and rows[0]["embedder"] is not None

    def rolled_back(self) -> list[tuple[str, str]]:
        """Returns the contents that an administrator withheld, with the reasons."""
        rows = self.database.rows(
            "SELECT contents, reason FROM withheld WHERE standard = '' ORDER BY contents"
        )
        return [(row["contents"], row["reason"]) for row in rows]

    def switch(
        self, number: int, previous: int | None, withheld: Sequence[tuple[str, str]]
    ) -> None:
        """Publishes a generation as the leader did, in one step; a missing previous one is none."""
        with self.database.writing() as db:
            rows = db.execute("SELECT generation FROM published").fetchall()
            here = db.execute("SELECT generation FROM generations").fetchall()
            kept = previous if previous in [row["generation"] for row in here] else None
            db.execute("INSERT OR REPLACE INTO published VALUES (1, ?, ?)", [number, kept])
            if [row["generation"] for row in rows] != [number]:
                # Contents that lost against the one before may be judged again.
                db.execute("DELETE FROM withheld")
            db.execute("DELETE FROM withheld WHERE standard = ''")
            for contents, reason in withheld:
                schema.withhold(db, contents, reason)

    def numbers(self) -> Collection[int]:
        """Returns all generations that are here, also unfinished ones."""
        rows = self.database.rows("SELECT generation FROM generations")
        return [row["generation"] for row in rows]

    def forget(self, number: int) -> None:
        """Deletes a generation, and gives its room back to the disk."""
        with self.database.writing() as db:
            schema.forget(db, number)
        self.database.shrink()
