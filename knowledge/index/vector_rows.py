"""Chooses the texts that get vectors: whole passages or, in a small index, each statement.

A question is nearer to the one sentence that answers it than to the passage around that sentence:
docs/decisions/0024-vectors-of-statements.md.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from knowledge.model.documents import Passage
from knowledge.models.embedder import Vector
from knowledge.split.injections import is_planted
from knowledge.split.statements import statements

MOST = 300_000
"""Most vectors of an index by statement, for some 60,000 passages; larger ones go by passage.

More than `vector_store.exact` compares in memory are found by Chroma's graph, which takes three
minutes to make for so many, and 700 MB.
"""
_MOST_KNOWN = 60_000
ABOVE = 0.4
"""Weight of the title and headings above a statement; the statement itself has weight 1."""


@dataclass(frozen=True, slots=True)
class Row:
    """A text with one vector: a statement or a whole passage."""

    mark: str
    """Its hash within its passage; "" where it is the whole passage."""
    text: str
    above: str = ""

    @property
    def whole(self) -> str:
        """Returns the text with its title and headings before it."""
        return below(self.above, self.text)

    def id_in(self, passage_id: str) -> str:
        """Returns the row's id, made from its passage's id."""
        return f"{passage_id}/{self.mark}" if self.mark else passage_id


def rows_of(passage: Passage, *, by_statement: bool) -> list[Row]:
    """Returns the rows of a passage: each statement once, or the whole passage."""
    said = [one for one in statements(passage) if not one.only_asks] if by_statement else []
    each = dict.fromkeys(one.text for one in said if not is_planted(one, passage))
    return [Row(_mark(text), text, passage.above) for text in each] or [Row("", passage.searchable)]


@lru_cache(maxsize=_MOST_KNOWN)
def passage_of(row_id: str) -> str:
    """Returns the id of a row's passage; cached, as each question needs it for hundreds of rows."""
    document, hash_sign, rest = row_id.rpartition("#")
    return f"{document}{hash_sign}{rest.partition('/')[0]}"


def row_id(passage: Passage, text: str) -> str:
    """Returns the id of a statement's row."""
    return Row(_mark(text), text).id_in(passage.passage_id)


def below(above: str, text: str) -> str:
    """Joins a statement and its headings to one text."""
    return f"{above}: {text}" if above else text


def with_above(own: Vector, above: Vector) -> Vector:
    """Adds the headings' vector to a statement's; returns length 1."""
    both: Vector = own + ABOVE * above
    return both / np.float32(np.linalg.norm(both) or 1)


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
