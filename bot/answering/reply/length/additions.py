"""Decides whether a sentence may be added to an answer: new, checked, and about the same case."""

import re
from collections.abc import Sequence

from bot.answering.check import fault
from bot.answering.check.conflicts import disagreeing
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.reply.notes.last_day import limits
from bot.model import Evidence, Question, Sentence
from knowledge.language.calendar.monthly import monthly
from knowledge.language.meanings.kinds import shipped
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import terms
from knowledge.language.values import values

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
