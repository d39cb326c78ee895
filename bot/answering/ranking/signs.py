"""What the ranker sees of each statement that was found, as numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.answering.conditions import contradicts
from bot.answering.ranking.kinds import KINDS, given, wanted
from bot.answering.slot import Slot, fills, slot_of
from bot.model import Question
from knowledge.late import Late
from knowledge.model import Hit
from knowledge.sentences import Statement

Matrix = NDArray[np.float32]
"""A row for each statement, a column for each sign."""

_DENIES = Late(
    r"\b(?:cannot|never|not|no|nobody|nothing|neither|without)\b|n't\b"
    r"|불가|없[습다는으]|않|금지|안 [되됩돼]|못[하합한]|제외|거절"
)

_LISTED = 2
"""Quotes from which on a statement is a list that is said as a whole."""
_PLACES, _TERMS, _LONG = 10, 10, 6
"""What a place, a number of terms, and the logarithm of a length are divided by, to be near 1."""

_PLAIN = (
    *("cover", "context", "hit", "meaning", "lexical", "near", "near above"),
    *("same language", "number", "fills", "fills not", "length", "record", "list", "row"),
    *("question", "place", "terms", "asked in Korean", "in Korean", "kinds held"),
    *("contradicts", "denies"),
)
_NEXT_TO_BEST = ("nearest", "covers most", "best hit")
"""How far a statement is behind the best of all: 0 for that one."""
NAMES = (
    *_PLAIN,
    *(f"wanted and held: {kind}" for kind in KINDS),
    *(f"wanted, not held: {kind}" for kind in KINDS),
    *(f"held, not wanted: {kind}" for kind in KINDS),
    *_NEXT_TO_BEST,
)
"""Each sign's name, in the order of the columns."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A statement of a passage that was found, as it is compared with the question."""

    hit: Hit
    statement: Statement
    place: int
    """Which statement of its passage it is, from 0."""
    cover: float
    """Share of the question's words that it holds, weighted by how rare they are."""
    context: float
    """The same, with its neighbours and the headings above it."""
    near: float
    """Its nearness in meaning to the question, as a cosine."""
    near_above: float
    """That of the title and the headings above it."""


def signs(question: Question, terms: int, seen: Sequence[Seen], above: float) -> Matrix:
    """One row for each statement; the question has so many terms.

    `above` is how much the title and the headings count beside the statement itself.
    """
    asked = _Asked(question, wanted(question.text), slot_of(question.text), terms)
    rows = np.array([_row(asked, one) for one in seen], dtype=np.float32)
    behind = [_behind(rows[:, NAMES.index(name)]) for name in ("cover", "hit")]
    table = np.column_stack([rows, np.zeros(len(rows), np.float32), *behind])
    own, over = ([getattr(one, name) for one in seen] for name in ("near", "near_above"))
    return with_nearness(table, np.array(own), np.array(over), above)


def with_nearness(table: Matrix, near: Matrix, near_above: Matrix, above: float) -> Matrix:
    """The same signs with other cosines, of the statements and of what stands above them."""
    filled = table.copy()
    filled[:, NAMES.index("near")] = near
    filled[:, NAMES.index("near above")] = near_above
    filled[:, NAMES.index("nearest")] = _behind(near + above * near_above)
    return filled


def _behind(column: Matrix) -> Matrix:
    """How far each is behind the largest."""
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
        one.hit.score,
        one.hit.meaning,
        one.hit.lexical,
        0.0,
        0.0,
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
    ]
