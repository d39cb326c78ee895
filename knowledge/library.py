"""Which passages of an index a person may see, and which share words with a question."""

import json
import math
from collections.abc import Mapping, Sequence
from itertools import islice

from knowledge import lexical
from knowledge.database import Database
from knowledge.model import Filters, Passage
from knowledge.schema import day_number, header_of, passage_of

# One clause for both halves of the search, before any ranking: who may see a passage is part of it.
_ALLOWED = """
    d.valid_from <= :day AND d.valid_until >= :day
    AND d.audience IN (SELECT value FROM json_each(:audiences))
    AND (:store_type IS NULL OR d.store_types = '' OR instr(d.store_types, :store_type))
    AND (:category IS NULL OR d.category = :category)
"""
_JOIN = "JOIN documents d ON d.generation = p.generation AND d.key = p.key"
_MOST_SPELLINGS = 3
_FETCHES = (300, 3000, 1_000_000)
"""Passages that are ranked by their words before the filters; more when too few pass."""
_K1_REACH = 2.2 * 0.75
"""A term adds at most idf * (k1 + 1) to BM25; .75 of that is what good passages reach."""


class Library:
    """Answers which passages of a generation a person may see, and which of them share words."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def allowed(self, generation: int, ids: Sequence[str], filters: Filters) -> dict[str, Passage]:
        """Those of the passages that the filters let through, by id."""
        rows = self._database.rows(
            f"SELECT p.*, d.header FROM passages p {_JOIN} "
            "WHERE p.generation = :generation "
            f"AND p.passage_id IN (SELECT value FROM json_each(:ids)) AND {_ALLOWED}",
            {"ids": json.dumps(list(ids)), **_bound(generation, filters)},
        )
        return {row["passage_id"]: passage_of(row, header_of(row["header"])) for row in rows}

    def sharing(
        self, generation: int, phrases: Sequence[Sequence[str]], filters: Filters, limit: int
    ) -> list[tuple[str, float]]:
        """Ids of passages that share phrases and pass, with their BM25, best first."""
        if not phrases:
            return []
        values = {
            "terms": " OR ".join(map(_match, phrases)),
            "limit": limit,
            **_bound(generation, filters),
        }
        found: list[tuple[str, float]] = []
        for fetch in _FETCHES:
            # The best are taken first and filtered then: a common word stands in half of all
            # passages, and joining each with its document would take ten times as long.
            rows = self._database.rows(
                f"WITH best AS MATERIALIZED (SELECT rowid AS row, -bm25(fts_{generation}, 2.0, 1.0)"
                f" AS score FROM fts_{generation} WHERE fts_{generation} MATCH :terms"
                " ORDER BY score DESC LIMIT :fetch) "
                "SELECT p.passage_id, best.score, (SELECT count(*) FROM best) AS fetched "
                f"FROM best JOIN passages p ON p.row = best.row {_JOIN} "
                f"WHERE {_ALLOWED} ORDER BY best.score DESC LIMIT :limit",
                {**values, "fetch": fetch},
            )
            found = [(row["passage_id"], row["score"]) for row in rows]
            if len(found) == limit or (rows and rows[0]["fetched"] < fetch):
                break
        return found

    def rarity(self, generation: int, phrases: Sequence[Sequence[str]]) -> list[float | None]:
        """Inverse document frequency of each phrase, as in BM25; None where it is nowhere."""
        total = self._passages(generation)
        found = [self._frequency(generation, phrase) for phrase in phrases]
        return [_idf(total, frequency) if frequency else None for frequency in found]

    def spelt_like(self, generation: int, term: str) -> tuple[str, ...]:
        """Terms of the documents that differ from this one by one slip; the commonest first."""
        rows = self._database.rows(
            f"SELECT term FROM vocabulary_{generation} WHERE term >= :first AND term < :next "
            "AND length(term) BETWEEN :length - 1 AND :length + 1 ORDER BY doc DESC",
            {"first": term[0], "next": chr(ord(term[0]) + 1), "length": len(term)},
        )
        near = (row["term"] for row in rows if lexical.is_one_slip_from(term, row["term"]))
        return tuple(islice(near, _MOST_SPELLINGS))

    def sounding(self, generation: int, sound: str) -> tuple[str, ...]:
        """Latin words of the documents with these consonants, see `knowledge.sounds`."""
        rows = self._database.rows(
            "SELECT word FROM sounds WHERE generation = ? AND sound = ?", [generation, sound]
        )
        return tuple(row["word"] for row in rows)

    def rarest(self, generation: int) -> float:
        """The inverse document frequency of a term that is nowhere."""
        return _idf(self._passages(generation), 0)

    def _passages(self, generation: int) -> int:
        """How many passages a generation holds."""
        rows = self._database.rows(
            "SELECT passages FROM generations WHERE generation = ?", [generation]
        )
        return int(rows[0]["passages"]) if rows else 0

    def _frequency(self, generation: int, phrase: Sequence[str]) -> int:
        if len(phrase) > 1 or lexical.is_prefix(phrase[0]):
            sql = f"SELECT count(*) AS n FROM fts_{generation} WHERE fts_{generation} MATCH ?"
            return int(self._database.rows(sql, [_match(phrase)])[0]["n"])
        rows = self._database.rows(
            f"SELECT doc FROM vocabulary_{generation} WHERE term = ?", [phrase[0]]
        )
        return int(rows[0]["doc"]) if rows else 0


def reach(rarity: Mapping[str, float]) -> float:
    """The BM25 that a passage with all of the terms can be expected to have."""
    return sum(rarity.values()) * _K1_REACH


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
