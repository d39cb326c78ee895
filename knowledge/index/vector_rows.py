"""What of a passage has a vector: the whole of it or, in a small index, each of its statements.

A question lies nearer to the one sentence that answers it than to the passage around that sentence:
docs/decisions/0024-vectors-of-statements.md.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from knowledge.model.documents import Passage
from knowledge.models.embedder import Vector
from knowledge.split.injections import is_order
from knowledge.split.statements import statements

MOST = 60_000
"""Vectors of an index by statement, some 10,000 passages; a larger one has one for each passage.

As many as are compared in memory (`vector_store.exact`): a graph of them would take an hour.
"""
ABOVE = 0.4
"""How much the title and the headings above a statement count beside what it says itself."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one vector stands for."""

    mark: str
    """Tells it from the others of its passage; "" where it is the whole passage."""
    text: str
    above: str = ""

    @property
    def whole(self) -> str:
        """The text below what stands above it."""
        return below(self.above, self.text)

    def id_in(self, passage_id: str) -> str:
        """Its id, from that of its passage."""
        return f"{passage_id}/{self.mark}" if self.mark else passage_id


def rows_of(passage: Passage, *, by_statement: bool) -> list[Row]:
    """What of a passage gets vectors: each statement once, where there are any."""
    said = [one.text for one in statements(passage) if not one.only_asks] if by_statement else []
    each = dict.fromkeys(text for text in said if not is_order(text))
    return [Row(_mark(text), text, passage.above) for text in each] or [Row("", passage.searchable)]


@lru_cache(maxsize=MOST)
def passage_of(row_id: str) -> str:
    """The id of the passage that a row belongs to; asked for hundreds of rows of each question."""
    document, hash_sign, rest = row_id.rpartition("#")
    return f"{document}{hash_sign}{rest.partition('/')[0]}"


def row_id(passage: Passage, text: str) -> str:
    """The id of a statement's row."""
    return Row(_mark(text), text).id_in(passage.passage_id)


def below(above: str, text: str) -> str:
    """A statement with what stands above it, as one text."""
    return f"{above}: {text}" if above else text


def with_above(own: Vector, above: Vector) -> Vector:
    """The vector of a statement under its headings, of length 1."""
    both: Vector = own + ABOVE * above
    return both / np.float32(np.linalg.norm(both) or 1)


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]
