"""Computes the ranker's features ("signs") of each found statement."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.answering.criteria.answer_kind import Slot, fills, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.find.ranking.wanted_kinds import KINDS, given, wanted
from bot.model import Question
from bot.model.found import Seen
from knowledge.index.vector_rows import ABOVE
from knowledge.language.patterns.lazy import LazyPattern

Matrix = NDArray[np.float32]
"""A row for each statement, a column for each sign."""

_DENIES = LazyPattern(
    r"\b(?:cannot|never|not|no|nobody|nothing|neither|without)\b|n't\b"
    r"|불가|없[습다는으]|않|금지|안 [되됩돼]|못[하합한]|제외|거절"
)

_LISTED = 2
"""A statement with more quotes than this is a whole list."""
_PLACES, _TERMS, _LONG = 10, 10, 6
"""Divisors for a place, a number of terms and the logarithm of a length, to bring them near 1."""

_PLAIN = (
    *("cover", "context", "meaning", "lexical", "near", "near above", "lacking"),
    *("same language", "number", "fills", "fills not", "length", "record", "list", "row"),
    *("question", "place", "terms", "asked in Korean", "in Korean", "kinds held"),
    *("contradicts", "denies"),
)
_NEXT_TO_BEST = ("nearest", "covers most", "best passage")
"""Distances to the best statement: 0 for the best, negative for the others."""
NAMES = (
    *_PLAIN,
    *(f"wanted and held: {kind}" for kind in KINDS),
    *(f"wanted, not held: {kind}" for kind in KINDS),
    *(f"held, not wanted: {kind}" for kind in KINDS),
    *_NEXT_TO_BEST,
)
"""Each sign's name, in the order of the columns."""


def signs(question: Question, terms: int, seen: Sequence[Seen]) -> Matrix:
    """A row of signs for each statement. `terms` is the question's number of terms."""
    asked = _Asked(question, wanted(question.text), slot_of(question.text), terms)
    rows = np.array([_row(asked, one) for one in seen], dtype=np.float32)
    numbers: dict[str, int] = {}
    passages = [numbers.setdefault(one.hit.passage.passage_id, len(numbers)) for one in seen]
    near, above = ([getattr(one, name) for one in seen] for name in ("near", "near_above"))
    return beside_others(rows, np.array(passages), np.array(near), np.array(above))


def beside_others(
    rows: Matrix, passages: NDArray[np.int64], near: Matrix, near_above: Matrix
) -> Matrix:
    """Fills in the cosines and the signs that depend on the other statements.

    `passages` has the number of each statement's passage, counted from 0.
    """
    table = rows.copy()
    both = near + ABOVE * near_above
    best = np.full(passages.max() + 1, -np.inf)
    np.maximum.at(best, passages, both)
    meaning = best[passages]
    lexical, cover = (table[:, NAMES.index(name)] for name in ("lexical", "cover"))
    for name, column in {
        "near": near,
        "near above": near_above,
        "meaning": meaning,
        "nearest": _behind(both),
        "covers most": _behind(cover),
        "best passage": _behind(meaning + lexical),
    }.items():
        table[:, NAMES.index(name)] = column
    return table


def _behind(column: Matrix) -> Matrix:
    """Each value minus the largest."""
    behind: Matrix = column - column.max()
    return behind


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Question
    wanted: frozenset[str]
    slot: Slot | None
    terms: int


def _row(asked: _Asked, one: Seen) -> list[float]:
    text, header = one.statement.text, one.hit.passage.header
    held = given(text)
    fitting = None
    if asked.slot is not None and asked.slot is not Slot.YES_NO:
        fitting = fills(asked.slot, [text])
    return [
        one.cover,
        one.context,
        0.0,
        one.hit.lexical,
        0.0,
        0.0,
        one.lacking if header.language == asked.question.language else 0.0,
        header.language == asked.question.language,
        any(char.isdigit() for char in text),
        fitting is True,
        fitting is False,
        math.log1p(len(text)) / _LONG,
        one.hit.passage.record,
        len(one.statement.quotes) > _LISTED,
        ";" in text and ":" in text,
        text.rstrip().endswith(("?", "？")),
        one.place / _PLACES,
        asked.terms / _TERMS,
        asked.question.language == "ko",
        header.language == "ko",
        len(asked.wanted & held) / max(1, len(asked.wanted)),
        contradicts(asked.question.text, text),
        bool(_DENIES.search(text)),
        *(kind in asked.wanted and kind in held for kind in KINDS),
        *(kind in asked.wanted and kind not in held for kind in KINDS),
        *(kind not in asked.wanted and kind in held for kind in KINDS),
        *(0.0 for _ in _NEXT_TO_BEST),
    ]
