"""Decides what a sentence brings with it: how it goes on, and what may be added."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.answering.check import fault
from bot.answering.check.conflicts import disagreeing
from bot.answering.choose.with_qualifier import leans_back
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.reply.notes.last_day import limits
from bot.model import Candidate, Evidence, Question, Sentence
from knowledge.language.calendar.monthly import monthly
from knowledge.language.meanings.kinds import shipped
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms, terms, terms_meant
from knowledge.language.values import values
from knowledge.split.units import UnitKind, unit_of

_OF_ONE = 0.4
"""Share of words in common from which two sentences say the same of two things or amounts."""
_NUMBER = re.compile(r"\S*\d\S*")
_PREDICATE = LazyPattern(
    r"\b(?:is|are|was|were|can|cannot|may|might|must|should|shall|do|does|has|have|will|gets?"
    r"|needs?|costs?|goes|go|ends?|applies|apply|expires?|takes?|stays?|counts?)\b|[은는이가](?=\s)"
)
"""What ends the subject of a sentence."""
_SAME = 0.7
"""Share of a sentence's words in an earlier one from which it adds nothing new."""


def adds(
    sentence: Sentence, said: Sequence[Sentence], question: Question, evidence: Evidence
) -> bool:
    """Whether a sentence is new, passes the check, and leaves the answer clear."""
    words = set(terms(sentence.text))
    if any(len(words & set(terms(one.text))) >= _SAME * len(words) for one in said):
        return False
    # With a second time limit it is unclear which one counts from the day of the purchase.
    if (question.about.bought or question.about.delivered) and limits(sentence.text):
        return False
    if _is_another_case(sentence, said, question) or disagreeing(question, (*said, sentence)):
        return False
    known = {hit.passage.passage_id: hit.passage for hit in evidence.found.hits}
    return fault(sentence, known) is None


def _is_another_case(sentence: Sentence, said: Sequence[Sentence], question: Question) -> bool:
    """Whether a sentence is about another state, kind, amount or day than the one asked about."""
    kinds, text = shipped(), sentence.text
    wanted = {**kinds.named(question.text), **kinds.named(question.own_words)}
    above = sentence.citations[0].passage.above
    if contradicts(question.text, text) or kinds.are_others(wanted, text, above):
        return True
    if monthly(text) and not any(monthly(one.text) for one in said):
        return True  # a note would name its next day
    return any(_is_sibling(text, one.text, question) for one in said)


def _is_sibling(text: str, other: str, question: Question) -> bool:
    """Whether a sentence says of another amount or thing what an earlier one says of the asked."""
    mine, theirs = set(terms(_NUMBER.sub(" ", text))), set(terms(_NUMBER.sub(" ", other)))
    if len(mine & theirs) < _OF_ONE * min(len(mine), len(theirs)):
        return False
    asked = set(terms(question.text))
    is_of_other = asked & set(terms(_subject_in(other))) and not asked & set(
        terms(_subject_in(text))
    )
    has_grades = bool(values(text)) and bool(values(other)) and _NUMBER.search(question.to_look_up)
    return bool(is_of_other or has_grades)


def _subject_in(text: str) -> str:
    """The words of a sentence before its verb or its particle: its subject, roughly."""
    end = _PREDICATE.search(text)
    return text[: end.start()] if end else text


# Finds how a sentence goes on where it stands.


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


# Recognises a sentence that only repeats the question or its heading, or says what a page is.


_OF_ITSELF = LazyPattern(
    r"^(?:this|the following) (?:page|document|section|chapter|guide|manual|policy|sheet|leaflet)"
    r" (?:tells|describes|explains|shows|covers|sets out|lists|is for|is about|gives|contains)\b"
    r"|^(?:이|본) (?:문서|안내서?|지침서?|장|절|페이지|설명서|매뉴얼|규정)[은는에]"
    r" .*(?:설명|안내|다룹|다룬|정합|정한|담고|알려|적용)"
)
_NEW = 0.2
"""Share of a sentence's words from which it says something new."""


def repeats(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence has hardly a word that is not in the question, the title or a heading."""
    if _OF_ITSELF.search(sentence.text):
        return True
    said, above = set(terms(sentence.text)), sentence.citations[0].passage.above
    new = said - set(terms(f"{question.text} {above}"))
    return len(new) <= _NEW * len(said)
