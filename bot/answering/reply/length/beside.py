"""Finds how a sentence goes on where it stands."""

from collections.abc import Iterator
from itertools import takewhile

from bot.answering.choose.with_qualifier import leans_back
from bot.model import Candidate, Evidence, Sentence
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms, terms_meant
from knowledge.split.units import UnitKind, unit_of

_NEW_CASE = LazyPattern(
    r"^(?:if|when|whenever|in case|for|once)\b"
    r"|^(?:[^,.]|(?<=\d)[,.](?=\d)){0,40}(?:[가-힣]면|때는?|때에는|경우에?는?)[ ,]"
)
"""The beginning of a sentence about another case."""
_AS_MUCH, _COVERED = 0.5, 0.3
"""Least share of the question's words in a sentence that goes on about what was asked: relative
to the sentence before it, and as such."""
_BEHIND = 5.0
"""Log odds that it may be behind."""


def beside(first: Sentence, evidence: Evidence, *, how: bool) -> Iterator[Candidate]:
    """Yields the statements behind a sentence that complete it."""
    if here := _place_of(first, evidence):
        yield from _going_on(here, evidence, how=how)


def needed_by(first: Sentence, evidence: Evidence) -> Iterator[Candidate]:
    """Yields the statements behind a sentence without which it misleads: a "However, …"."""
    return takewhile(lambda one: leans_back(one.statement.text), beside(first, evidence, how=False))


def behind(first: Sentence, evidence: Evidence) -> list[Candidate]:
    """The statements behind a sentence in its passage, in order, that are near the question."""
    here = _place_of(first, evidence)
    own = (one for one in evidence.candidates if here and one.hit.passage == here.hit.passage)
    near = [one for one in own if here and one.place > here.place and _is_near(one, here)]
    return sorted(near, key=lambda one: one.place)


def _place_of(sentence: Sentence, evidence: Evidence) -> Candidate | None:
    return next((one for one in evidence.candidates if _is_it(one, sentence)), None)


def _is_it(candidate: Candidate, sentence: Sentence) -> bool:
    here = candidate.hit.passage == sentence.citations[0].passage
    return here and candidate.statement.text == sentence.text


def _going_on(here: Candidate, evidence: Evidence, *, how: bool) -> Iterator[Candidate]:
    """Yields the sentences behind it that lean back on it, or go on with what to do."""
    passage = here.hit.passage
    own = {one.place: one for one in evidence.candidates if one.hit.passage == passage}
    unit = unit_of(passage, here.statement.quotes)
    place = here.place + 1
    while unit and unit.kind is not UnitKind.TABLE and (one := own.get(place)):
        inside = unit.has(passage, one.statement.quotes[:1])
        goes_on = unit.kind is UnitKind.PARAGRAPH and (_goes_on if how else _is_about_it)(here, one)
        if not inside or not (leans_back(one.statement.text) or goes_on):
            return
        yield one
        place += 1


def _goes_on(here: Candidate, one: Candidate) -> bool:
    """Whether a sentence tells more of what to do about the same thing."""
    if _NEW_CASE.search(one.statement.text):
        return False
    both = set(query_terms(here.statement.text)) & set(query_terms(one.statement.text))
    return bool(both - set(terms_meant(one.hit.passage.above)))


def _is_about_it(here: Candidate, one: Candidate) -> bool:
    """Whether a sentence goes on about the very thing that was asked."""
    return _is_near(one, here) and one.cover >= max(_COVERED, _AS_MUCH * here.cover)


def _is_near(one: Candidate, here: Candidate) -> bool:
    return one.score >= here.score - _BEHIND
