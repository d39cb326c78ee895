"""Statements that say the same in two places, in two languages, or with another number."""

import re
from collections.abc import Iterable, Sequence

from bot.model import Candidate
from knowledge.lexical import numbers, terms
from knowledge.model import Language
from knowledge.statements import Statement
from knowledge.values import Value, same, values

_SHARED = 0.7
"""Two statements that share this much of their words, and every number, say the same."""

LANGUAGES_APART = 4.0
"""In log odds: what says the same in the other language is not further behind.

Of the questions of nine stores and the sample's such a pair was the best for 18; as far as this
apart either both were right or neither; further apart the second was wrong for two of three.
"""
_SAME_VALUES, _SAME_NUMBERS, _NO_NUMBERS = 0.45, 0.55, 0.6
"""From these cosines on two statements of two languages say the same, where these are in them.

Of 56 pairs that both answer a question of three stores or the sample 41 pass, of 833 whose second
does not answer it 9.
"""
_A_PART = 0.5
LESS_APART = 2.0
"""What says a part of it has such a cosine, and is not further behind: three of three such
statements answered, too; of those up to 3.0 behind five of seven.
"""
_LETTER = re.compile(r"\b(?![AI] [a-z])[A-Z]\b")
"""Grade B, cage C; no "A tent" and no "I am"."""


def alike(one: Statement, other: Statement) -> bool:
    """Whether two statements of one language say the same."""
    if set(numbers(one.text)) != set(numbers(other.text)):
        return False
    return _share_words(one, other)


def about_the_same(one: Statement, other: Statement) -> bool:
    """Whether they are about the same, perhaps with another number: documents may disagree.

    In two languages only their numbers can tell.
    """
    held = set(numbers(one.text))
    return _share_words(one, other) or (bool(held) and held == set(numbers(other.text)))


def says_the_same(one: Statement, other: Statement, likeness: float) -> bool:
    """Whether statements of two languages, so near in meaning, say the same.

    The nearness is 0 where there are no vectors: then their values alone can tell.
    """
    if _share_values(one, other) and (not likeness or likeness >= _SAME_VALUES):
        return True
    marks = _marks(one.text)
    return marks == _marks(other.text) and likeness >= (_SAME_NUMBERS if marks else _NO_NUMBERS)


def says_a_part(one: Statement, other: Statement, likeness: float) -> bool:
    """Whether the other has some of the first one's numbers and no others, and is near it."""
    marks = _marks(other.text)
    return bool(marks) and marks < _marks(one.text) and likeness >= _A_PART


def in_own_language(best_first: Sequence[Candidate], language: Language) -> Candidate:
    """The best statement, or what says the same in the asker's language."""
    best = best_first[0]
    if best.hit.passage.header.language == language:
        return best
    own = (one for one in best_first if one.hit.passage.header.language == language)
    return next((one for one in own if one.is_twin), best)


def _marks(text: str) -> set[str]:
    """What stands in both languages alike."""
    return {*numbers(text), *_LETTER.findall(text)}


def _share_values(one: Statement, other: Statement) -> bool:
    """Whether both give the same values, and any at all: 24 months and 24개월."""
    mine, theirs = values(one.text), values(other.text)
    return bool(mine) and _all_among(mine, theirs) and _all_among(theirs, mine)


def _all_among(some: Iterable[Value], others: Sequence[Value]) -> bool:
    return all(any(same(one, other) for other in others) for one in some)


def _share_words(one: Statement, other: Statement) -> bool:
    a, b = set(terms(one.text)), set(terms(other.text))
    return len(a & b) >= _SHARED * min(len(a), len(b))
