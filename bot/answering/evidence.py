"""Weighing what was found: which statement of which passage fits the question, and how well."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from bot.model import Candidate, Evidence, Question
from bot.ports import Likeness
from bot.privacy import unmarked
from knowledge.lexical import held, terms, terms_meant
from knowledge.model import Found, Hit
from knowledge.orders import is_order
from knowledge.sentences import Statement, statements

# How much each sign counts in a statement's score, in the unit of `cover`. Fitted on halves of
# SQuAD 2 and of the sample's golden questions: the right sentence comes first in .80 and .70.
_CONTEXT = 0.75
_PAIRS = 0.35
_PASSAGE = 0.4
_LIKENESS = 0.7
_VALUE = 0.35

_ALTERNATIVE = 0.8
"""A word of the glossary's covers this much of the one that was used."""

_ASKS_FOR_VALUE = re.compile(
    r"\bhow (?:long|many|much|often|early|far|old|big|late|soon|close|warm|hot|cold|high)\b"
    r"|\bwhen\b|\bwhat (?:time|age|temperature)\b"
    r"|\b(?:charge|cost|price|limit|cap|maximum|biggest)\b"
    r"|며칠|몇|얼마|언제|기간|시간|한도|까지",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Placed:
    hit: Hit
    statement: Statement
    place: int
    own: frozenset[str]
    around: frozenset[str]
    pairs: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Asked:
    found: Found
    pairs: frozenset[tuple[str, str]]
    value: bool


async def weigh(question: Question, found: Found, search: Likeness) -> Evidence:
    """Return every statement of the passages that were found, best first."""
    placed = [one for hit in found.hits for one in _placed(hit) if not is_order(one.statement.text)]
    # A placeholder for personal data would make every statement look less like the question.
    asked_for = unmarked(question.sought or question.text)
    likeness = await search.likeness(asked_for, [one.statement.text for one in placed])
    asked = _asked(question, found)
    candidates = [_candidate(one, like, asked) for one, like in zip(placed, likeness, strict=True)]
    return Evidence(found, tuple(sorted(candidates, key=lambda one: -one.score)))


def _asked(question: Question, found: Found) -> _Asked:
    return _Asked(
        found,
        pairs=frozenset(pairwise(found.rarity)),
        value=bool(_ASKS_FOR_VALUE.search(question.text)),
    )


def _placed(hit: Hit) -> list[_Placed]:
    known = statements(hit.passage)
    listed = [terms_meant(statement.text) for statement in known]
    words = [frozenset(one) for one in listed]
    above = frozenset(terms(f"{hit.passage.header.title} {hit.passage.heading}"))
    return [
        _Placed(
            hit,
            statement,
            place,
            own=words[place],
            around=above.union(*words[max(0, place - 1) : place + 2]),
            pairs=frozenset(pairwise(listed[place])),
        )
        for place, statement in enumerate(known)
    ]


def _candidate(placed: _Placed, likeness: float, asked: _Asked) -> Candidate:
    cover = _share(placed.own, asked)
    context = _share(placed.around, asked)
    pairs = len(asked.pairs & placed.pairs) / len(asked.pairs) if asked.pairs else 0.0
    score = (
        cover
        + _CONTEXT * context
        + _PAIRS * pairs
        + _PASSAGE * placed.hit.score
        + _LIKENESS * max(0.0, likeness)
        + _VALUE * (asked.value and has_value(placed.statement.text))
    )
    return Candidate(
        placed.hit, placed.statement, placed.place, cover, context, max(0.0, likeness), score
    )


def has_value(text: str) -> bool:
    """Whether a text holds a number: what a question of how long or how much wants."""
    return any(char.isdigit() for char in text)


def share_held(words: frozenset[str], rarity: Mapping[str, float], found: Found) -> float:
    """How much of some of the question's terms is among the words, weighted by how rare they are.

    1 where there are no terms.
    """
    if not rarity:
        return 1.0
    others = found.alternatives
    shares = (
        weight * held(words, term, others.get(term, ()), _ALTERNATIVE)
        for term, weight in rarity.items()
    )
    return sum(shares) / (sum(rarity.values()) or 1.0)


def _share(words: frozenset[str], asked: _Asked) -> float:
    """How much of the question's words are among these, weighted by how rare they are."""
    return share_held(words, asked.found.rarity, asked.found) if asked.found.rarity else 0.0
