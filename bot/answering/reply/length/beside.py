"""Finds what completes a sentence where it stands: how it goes on, and its exceptions."""

from collections.abc import Iterator
from itertools import takewhile

from bot.answering.reply.length.exceptions import excepts
from bot.answering.write.with_qualifier import leans_back
from bot.model import Candidate, Evidence, Question, Sentence
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
_EXCEPTIONS_HERE, _EXCEPTIONS_ELSEWHERE = 2, 1


def beside(
    first: Sentence, question: Question, evidence: Evidence, *, how: bool
) -> Iterator[Candidate]:
    """Yields the statements that complete a sentence: first those behind it, then exceptions."""
    if here := _place_of(first, evidence):
        yield from _going_on(here, evidence, how=how)
        yield from _exceptions(here, question, evidence)


def needed_by(first: Sentence, question: Question, evidence: Evidence) -> Iterator[Candidate]:
    """Yields the statements without which a sentence misleads: a "However, …", an exception."""
    if here := _place_of(first, evidence):
        rest = _going_on(here, evidence, how=False)
        yield from takewhile(lambda one: leans_back(one.statement.text), rest)
        yield from _exceptions(here, question, evidence)


def behind(first: Sentence, evidence: Evidence) -> list[Candidate]:
    """The statements behind a sentence in its passage, in order, that are near the question."""
    here = _place_of(first, evidence)
    own = (one for one in evidence.candidates if here and one.hit.passage == here.hit.passage)
    near = [one for one in own if here and one.place > here.place and _is_near(one, here)]
    return sorted(near, key=lambda one: one.place)


def _place_of(sentence: Sentence, evidence: Evidence) -> Candidate | None:
    return next((one for one in evidence.candidates if _is_it(one, sentence)), None)


def _exceptions(here: Candidate, question: Question, evidence: Evidence) -> Iterator[Candidate]:
    every = [one for one in _others(here, evidence) if excepts(one, here, question)]
    inside = [one for one in every if one.hit.passage == here.hit.passage]
    yield from inside[:_EXCEPTIONS_HERE]
    yield from [one for one in every if one not in inside][:_EXCEPTIONS_ELSEWHERE]


def _is_it(candidate: Candidate, sentence: Sentence) -> bool:
    here = candidate.hit.passage == sentence.citations[0].passage
    return here and candidate.statement.text == sentence.text


def _others(here: Candidate, evidence: Evidence) -> list[Candidate]:
    """The other statements in the same language."""
    language = here.hit.passage.header.language
    every = (one for one in evidence.candidates if one is not here and not one.is_translation)
    return [one for one in every if one.hit.passage.header.language == language]


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
