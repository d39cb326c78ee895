"""Looks up the passages that a person may see, and those that share words with a question."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate, islice

from knowledge.index.storage.database import Database
from knowledge.index.storage.schema import day_number, header_of, passage_of
from knowledge.language import terms as lexical
from knowledge.model.documents import (
    Filters,
    Generation,
    Header,
    Language,
    Passage,
    StorePlace,
)
from knowledge.model.versions import natural

# Access rules are part of every search: neither half returns what a person may not see.
_READABLE = """
    audience IN (SELECT value FROM json_each(:audiences))
    AND (:store_type IS NULL OR store_types = '' OR instr(store_types, :store_type))
    AND (:everywhere OR (
        (stores = '' OR instr(stores, :store) > 0)
        AND (regions = '' OR instr(regions, :region) > 0)
        AND (brands = '' OR instr(brands, :brand) > 0)
    ))
"""
_ALLOWED = f"""
    valid_from <= :day AND valid_until >= :day AND {_READABLE}
    AND (:category IS NULL OR category = :category)
"""
_MOST_VISIBLE = 16
"""Sets of filters whose documents are remembered; where there are more stores, 3 ms of a question
to 10,000 documents are spent on them."""
_MOST_READ = 2000
"""Passages that are cached, 3 MB: reading those of one search takes .4 ms."""
_MOST_SPELLINGS = 3
_CANDIDATES = 150
_SEEN = 40
"""Visible passages to expect among the candidates."""
_ALL = 1_000_000
_MOST_SCORED = 2000
"""Most passages that one search by words scores: 4 ms. The commonest words are left out beyond it.

Hit@5 on four sets is the same with 10,000.
"""
_MOST_COUNTED = 200
"""Most passages in which a phrase is counted; beyond it, its rarest word's count is used. A single
syllable, which means every pair that begins with it, is counted up to `_MOST_SCORED`."""
_PRODUCT = "p.generation = :generation AND p.record AND substr(p.text, 1, 9) = 'Product: '"
"""Selects passages that are products (`knowledge.read.plain.records`)."""
_K1_REACH = 2.2 * 0.75
"""A term adds at most idf * (k1 + 1) to BM25; good passages reach .75 of that."""


@dataclass(frozen=True, slots=True)
class Visible:
    """The documents that a person may see today."""

    languages: Mapping[str, Language]
    """Each document's language, by its key."""
    share: float
    """Their share of all documents of the index, 0 to 1."""
    passages: int
    """All passages of the index."""

    def __contains__(self, key: str) -> bool:
        return key in self.languages

    @property
    def candidates(self) -> int:
        """Returns how many passages to rank, so that enough of them are visible."""
        return max(_CANDIDATES, math.ceil(_SEEN / self.share)) if self.languages else 0


class Library:
    """Finds the documents that a person may see, and the passages that share words."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._visible: dict[tuple[Generation, Filters], Visible] = {}
        self._read: dict[tuple[Generation, str], Passage] = {}

    def visible(self, generation: Generation, filters: Filters) -> Visible:
        """Returns the documents that pass the filters; the question's language hides none."""
        asked = (generation, replace(filters, language=None))
        known = self._visible.get(asked)
        if known is None:
            known = self._let_through(generation.number, filters)
            if len(self._visible) >= _MOST_VISIBLE:
                self._visible = {}
            self._visible[asked] = known
        return known

    def passages(self, generation: Generation, ids: Sequence[str]) -> dict[str, Passage]:
        """Returns passages by their ids, cached; unknown ids are left out."""
        if len(self._read) >= _MOST_READ:
            self._read = {}
        read = self._read
        missing = [one for one in ids if (generation, one) not in read]
        if missing:
            stored = self._stored(generation.number, missing)
            read.update(((generation, one), passage) for one, passage in stored.items())
        return {one: read[generation, one] for one in ids if (generation, one) in read}

    def _stored(self, generation: int, ids: Sequence[str]) -> dict[str, Passage]:
        rows = self._database.rows(
            "SELECT p.*, d.header FROM passages p "
            "JOIN documents d ON d.generation = p.generation AND d.key = p.key "
            "WHERE p.generation = ? AND p.passage_id IN (SELECT value FROM json_each(?))",
            [generation, json.dumps(list(ids))],
        )
        return {row["passage_id"]: passage_of(row, header_of(row["header"])) for row in rows}

    def passages_of(self, generation: int, key: str) -> list[Passage]:
        """Returns all passages of one version of a document, in order."""
        rows = self._database.rows(
            "SELECT p.*, d.header FROM passages p "
            "JOIN documents d ON d.generation = p.generation AND d.key = p.key "
            "WHERE p.generation = ? AND p.passage_id >= ? || '#' AND p.passage_id < ? || '$' "
            "ORDER BY p.row",
            [generation, key, key],
        )
        return [passage_of(row, header_of(row["header"])) for row in rows]

    def with_products(self, generation: int) -> list[str]:
        """Returns the keys of the documents that have products, in order."""
        rows = self._database.rows(
            f"SELECT p.key FROM passages p WHERE {_PRODUCT} GROUP BY p.key ORDER BY min(p.row)",
            {"generation": generation},
        )
        return [row["key"] for row in rows]

    def products(self, generation: int, keys: Sequence[str], limit: int) -> list[Passage]:
        """Returns at most `limit` products of these documents as passages, in order."""
        rows = self._database.rows(
            "SELECT p.*, d.header FROM passages p "
            "JOIN documents d ON d.generation = p.generation AND d.key = p.key "
            f"WHERE {_PRODUCT} AND p.key IN (SELECT value FROM json_each(:keys)) "
            "ORDER BY p.row LIMIT :limit",
            {"generation": generation, "keys": json.dumps(list(keys)), "limit": limit},
        )
        return [passage_of(row, header_of(row["header"])) for row in rows]

    def versions(self, generation: int, doc_id: str, filters: Filters) -> list[Header]:
        """Returns a document's versions that a person may see, of any day, oldest first."""
        # "A" comes right after "@".
        found = self._headers(
            generation, filters, "key >= :doc_id || '@' AND key < :doc_id || 'A'", doc_id=doc_id
        )
        return sorted(found, key=lambda header: natural(header.version))

    def in_force(self, generation: int, filters: Filters) -> list[Header]:
        """Returns the versions that pass the filters on their day, in order."""
        return self._headers(generation, filters, _ALLOWED)

    def starting(self, generation: int, since: date, filters: Filters) -> list[Header]:
        """Returns visible versions that start on a day or later, the latest first."""
        found = self._headers(generation, filters, "valid_from >= :since", since=day_number(since))
        return sorted(found, key=lambda header: header.effective_from or since, reverse=True)

    def sharing(
        self, generation: int, phrases: Sequence[Sequence[str]], visible: Visible, enough: int
    ) -> list[tuple[str, float]]:
        """Returns ids of visible passages that share phrases, with their BM25, best first.

        Returns fewer than `enough` only where there are no more.
        """
        terms = " OR ".join(map(_match, self._telling(generation, phrases)))
        found: list[tuple[str, float]] = []
        for fetch in (visible.candidates, _ALL) if terms and visible.languages else ():
            # Takes the best first and filters them afterwards: a common word is in half of all
            # passages, and joining each with its document would take ten times as long.
            rows = self._database.rows(
                f"WITH best AS MATERIALIZED (SELECT rowid AS row, -bm25(fts_{generation}, 2.0, 1.0)"
                f" AS score FROM fts_{generation} WHERE fts_{generation} MATCH ?"
                " ORDER BY score DESC LIMIT ?) "
                "SELECT p.passage_id, p.key, best.score FROM best "
                "JOIN passages p ON p.row = best.row ORDER BY best.score DESC",
                [terms, fetch],
            )
            found = [(row["passage_id"], row["score"]) for row in rows if row["key"] in visible]
            if len(found) >= enough or len(rows) < fetch:
                break
        return found

    def rarity(self, generation: int, phrases: Sequence[Sequence[str]]) -> list[float | None]:
        """Returns each phrase's inverse document frequency as in BM25; None where it is nowhere."""
        total, known = self._known(generation, phrases)
        found = [self._frequency(generation, phrase, known) for phrase in phrases]
        return [_idf(total, frequency) if frequency else None for frequency in found]

    def in_rules(self, generation: int, word: str) -> bool:
        """Whether any passage that is no product has this word."""
        rows = self._database.rows(
            f"SELECT 1 FROM fts_{generation} f JOIN passages p ON p.row = f.rowid "
            f"WHERE fts_{generation} MATCH :word AND NOT ({_PRODUCT}) LIMIT 1",
            {"word": _match(lexical.terms(word)), "generation": generation},
        )
        return bool(rows)

    def spelt_like(self, generation: int, term: str) -> tuple[str, ...]:
        """Returns terms of the documents one typing slip away, the commonest first."""
        rows = self._database.rows(
            f"SELECT term FROM vocabulary_{generation} WHERE term >= :first AND term < :next "
            "AND length(term) BETWEEN :length - 1 AND :length + 1 ORDER BY doc DESC",
            {"first": term[0], "next": chr(ord(term[0]) + 1), "length": len(term)},
        )
        near = (row["term"] for row in rows if lexical.is_one_slip_from(term, row["term"]))
        return tuple(islice(near, _MOST_SPELLINGS))

    def sounding(self, generation: int, sound: str) -> tuple[str, ...]:
        """Returns Latin words of the documents with these consonants, as in `korean.sounds`."""
        rows = self._database.rows(
            "SELECT word FROM sounds WHERE generation = ? AND sound = ?", [generation, sound]
        )
        return tuple(row["word"] for row in rows)

    def rarest(self, generation: int) -> float:
        """Returns the inverse document frequency of a term that is in no passage."""
        return _idf(self.size(generation), 0)

    def size(self, generation: int) -> int:
        """Counts the passages of a generation."""
        rows = self._database.rows(
            "SELECT passages FROM generations WHERE generation = ?", [generation]
        )
        return int(rows[0]["passages"]) if rows else 0

    def _headers(
        self, generation: int, filters: Filters, which: str, **bound: object
    ) -> list[Header]:
        rows = self._database.rows(
            f"SELECT header FROM documents WHERE generation = :generation AND {_READABLE} "
            f"AND {which} ORDER BY key",
            _bound(generation, filters) | bound,
        )
        return [header_of(row["header"]) for row in rows]

    def _let_through(self, generation: int, filters: Filters) -> Visible:
        rows = self._database.rows(
            f"SELECT key, json_extract(header, '$.language') AS language, {_ALLOWED} AS seen "
            "FROM documents WHERE generation = :generation",
            _bound(generation, filters),
        )
        languages = {row["key"]: row["language"] for row in rows if row["seen"]}
        return Visible(languages, len(languages) / max(1, len(rows)), self.size(generation))

    def _telling(
        self, generation: int, phrases: Sequence[Sequence[str]]
    ) -> Sequence[Sequence[str]]:
        """Returns the rarest phrases, as many as can be scored in time, at least one."""
        total, known = self._known(generation, phrases)
        if total <= _MOST_SCORED:
            return phrases
        # Uses each phrase's rarest word: counting phrases takes as long as scoring them.
        rarest_first = sorted(
            (most, phrase) for phrase in phrases if (most := _about(phrase, known))
        )
        scored = accumulate(frequency for frequency, _ in rarest_first)
        affordable = sum(one <= _MOST_SCORED for one in scored)
        return [phrase for _, phrase in rarest_first[: max(1, affordable)]]

    def _known(
        self, generation: int, phrases: Sequence[Sequence[str]]
    ) -> tuple[int, Mapping[str, int]]:
        """Counts all passages, and those that use each term of the phrases."""
        terms = {term for phrase in phrases for term in phrase}
        rows = self._database.rows(
            "SELECT value AS term, doc, passages FROM generations, json_each(?) "
            f"LEFT JOIN vocabulary_{generation} ON term = value WHERE generation = ?",
            [json.dumps(sorted(terms)), generation],
        )
        total = rows[0]["passages"] if rows else 0
        known = {row["term"]: row["doc"] for row in rows if row["doc"]}
        syllables = filter(lexical.is_prefix, terms)
        return total, known | {one: self._begun(generation, one, total) for one in syllables}

    def _begun(self, generation: int, syllable: str, total: int) -> int:
        """Estimates how many passages use a term that begins with a syllable.

        Assumes that these terms are independent of each other.
        """
        rows = self._database.rows(
            f"SELECT doc FROM vocabulary_{generation} WHERE term >= ? AND term < ?",
            [syllable, chr(ord(syllable) + 1)],
        )
        without: float = math.prod(1 - row["doc"] / total for row in rows)
        return round(total * (1 - without))

    def _frequency(self, generation: int, phrase: Sequence[str], known: Mapping[str, int]) -> int:
        """Counts the passages that use a phrase; estimates where counting would take long."""
        about = _about(phrase, known)
        is_syllable = _is_syllable(phrase)
        most = _MOST_SCORED if is_syllable else _MOST_COUNTED
        is_counted = about <= most if is_syllable else len(phrase) > 1
        if not about or not is_counted:
            return about
        rows = self._database.rows(
            "SELECT count(*) AS n FROM "
            f"(SELECT 1 FROM fts_{generation} WHERE fts_{generation} MATCH ? LIMIT ?)",
            [_match(phrase), most],
        )
        counted = int(rows[0]["n"])
        return counted if counted < most else about


def reach(rarity: Mapping[str, float]) -> float:
    """Returns the BM25 to expect of a good passage with all of the terms."""
    return sum(rarity.values()) * _K1_REACH


def _about(phrase: Sequence[str], known: Mapping[str, int]) -> int:
    """Returns the most passages that may use a phrase: the count of its rarest word."""
    return min(known.get(term, 0) for term in phrase)


def _is_syllable(phrase: Sequence[str]) -> bool:
    """Whether a phrase is one syllable, which means every pair that begins with it."""
    return len(phrase) == 1 and lexical.is_prefix(phrase[0])


def _bound(generation: int, filters: Filters) -> dict[str, object]:
    place = filters.place or StorePlace()
    return {
        "generation": generation,
        "day": day_number(filters.as_of),
        "audiences": json.dumps(filters.audience.readable),
        "store_type": filters.store_type and f",{filters.store_type},",
        "everywhere": filters.place is None,
        "store": _between_commas(place.store),
        "region": _between_commas(place.region),
        "brand": _between_commas(place.brand),
        "category": filters.category,
    }


def _between_commas(name: str | None) -> str:
    # A name that no document has, so that the column and not NULL decides.
    return f",{name}," if name else "-"


def _match(phrase: Sequence[str]) -> str:
    # Terms come from our own tokeniser: letters and digits only, so none can end the quotes.
    quoted = f'"{" ".join(phrase)}"'
    return f"{quoted}*" if _is_syllable(phrase) else quoted


def _idf(total: int, frequency: int) -> float:
    return max(1e-6, math.log((total - frequency + 0.5) / (frequency + 0.5)))
