"""Recognises statements that say the same: in two places, or in two languages."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.model import Candidate
from bot.ports import Likeness
from knowledge.compare.swapped import MOST, apart, mean_the_same, worded
from knowledge.language.polarity.opposites import opposed
from knowledge.language.terms import numbers, terms
from knowledge.language.values import all_the_same, values
from knowledge.model.documents import Language
from knowledge.search.nearness import PlacedStatement
from knowledge.split.statements import Statement

_SHARED = 0.7
"""Share of words, of the shorter statement, that statements on the same subject have in common."""

_LOOKED_AT = 12
"""Statements after the best one that may be its twins."""
_LANGUAGES_APART = 4.0
"""Log odds that a twin in the other language may be behind the best.

In nine stores and the sample, 18 questions had such a pair at the top. Within this distance both
were right or both wrong; beyond it the second was wrong for two of three.
"""


class _Least(NamedTuple):
    """Least cosines at which statements in two languages say the same."""

    same_values: float
    same_numbers: float
    no_numbers: float


_BY_LIKENESS = _Least(0.45, 0.55, 0.6)
_BY_KINSHIP = _Least(0.5, 0.5, 0.6)
"""In six held-out stores, 96 of 110 pairs that both answer a question pass, and 2 of 862 whose
second does not answer it; by likeness 95 and 12.
"""
_A_PART, _LESS_APART = 0.5, 2.0
"""Least likeness of a statement that says a part of the best one, and log odds that it may be
behind: three of three such statements answered, too; up to 3.0 behind, five of seven.
"""
_OWN_APART = 3.0
"""The same for a statement in the asker's language, which may also say more than the best one."""
_LETTER = re.compile(r"\b(?![AI] [a-z])[A-Z]\b")
"""Single letters: grade B, cage C; but not "A tent" or "I am"."""


def alike(one: Statement, other: Statement) -> bool:
    """Whether two statements in one language are about the same, and do not differ in it.

    With a word swapped they do: the store manager here, the duty manager there.
    """
    if set(numbers(one.text)) != set(numbers(other.text)) or not _share_words(one, other):
        return False
    fewer, more = sorted(map(len, apart(worded(one.text), worded(other.text))))
    is_swapped = fewer and more <= MOST and not mean_the_same(one.text, other.text)
    return not is_swapped and not opposed(one.text, other.text)


def about_the_same(one: Statement, other: Statement) -> bool:
    """Whether two statements are on the same subject, perhaps with different numbers.

    In two languages only equal numbers show it.
    """
    held = set(numbers(one.text))
    return _share_words(one, other) or (bool(held) and held == set(numbers(other.text)))


async def with_translations(
    best_first: Sequence[Candidate], search: Likeness, language: Language
) -> list[Candidate]:
    """Marks the candidates that say the same as the best one in the other language.

    If the best one is foreign to the asker, one of theirs may also say a little more or less.
    """
    if not best_first:
        return []
    best, others = best_first[0], best_first[1 : 1 + _LOOKED_AT]
    foreign = [one for one in others if _may_be_twin(one, best)]
    if not foreign:
        return list(best_first)
    texts = [one.statement.text for one in foreign]
    likeness = await search.likeness(best.statement.text, texts)
    kinship = await search.kinship(_said(best), [_said(one) for one in foreign])
    near = zip(foreign, likeness, kinship or [None] * len(foreign), strict=True)
    twins = {id(one) for one, like, kin in near if _is_twin(best, one, like, kin, language)}
    return [replace(one, is_translation=True) if id(one) in twins else one for one in best_first]


def in_own_language(best_first: Sequence[Candidate], language: Language) -> Candidate:
    """The best statement, or its twin in the asker's language."""
    best = best_first[0]
    if best.hit.passage.header.language == language:
        return best
    own = (one for one in best_first if one.hit.passage.header.language == language)
    return next((one for one in own if one.is_translation), best)


def _may_be_twin(one: Candidate, best: Candidate) -> bool:
    in_other_language = one.hit.passage.header.language != best.hit.passage.header.language
    return in_other_language and one.score >= best.score - _LANGUAGES_APART


def _said(candidate: Candidate) -> PlacedStatement:
    return PlacedStatement(candidate.hit.passage, candidate.statement.text)


def _is_twin(
    best: Candidate, one: Candidate, likeness: float, kinship: float | None, language: Language
) -> bool:
    if _says_the_same(best.statement, one.statement, likeness, kinship):
        return True
    is_own = one.hit.passage.header.language == language
    if one.score < best.score - (_OWN_APART if is_own else _LESS_APART):
        return False
    says_less = _says_a_part(best.statement, one.statement, likeness)
    return says_less or (is_own and _says_a_part(one.statement, best.statement, likeness))


def _says_the_same(
    one: Statement, other: Statement, likeness: float, kinship: float | None
) -> bool:
    """Whether statements in two languages say the same, by their cosine and their values.

    Kinship is more reliable than likeness, if the index has the vectors. Without any vectors the
    likeness is 0, and equal values are enough.
    """
    near, least = (likeness, _BY_LIKENESS) if kinship is None else (kinship, _BY_KINSHIP)
    if _share_values(one, other) and (not near or near >= least.same_values):
        return True
    marks = _marks(one.text)
    enough = least.same_numbers if marks else least.no_numbers
    return marks == _marks(other.text) and near >= enough


def _says_a_part(one: Statement, other: Statement, likeness: float) -> bool:
    """Whether `other` has a part of the numbers of `one`, no further ones, and is similar."""
    marks = _marks(other.text)
    return bool(marks) and marks < _marks(one.text) and likeness >= _A_PART


def _marks(text: str) -> set[str]:
    """Numbers and single letters: both languages write them alike."""
    return {*numbers(text), *_LETTER.findall(text)}


def _share_values(one: Statement, other: Statement) -> bool:
    """Whether both give the same values, at least one: 24 months and 24개월."""
    mine, theirs = values(one.text), values(other.text)
    return bool(mine) and all_the_same(mine, theirs)


def _share_words(one: Statement, other: Statement) -> bool:
    a, b = set(terms(one.text)), set(terms(other.text))
    return len(a & b) >= _SHARED * min(len(a), len(b))
