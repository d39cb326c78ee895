"""Recognises an exception to a rule: it denies something of the very thing the rule is about."""

import re

from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.model import Candidate, Question
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import terms_meant

_EXCEPTS = LazyPattern(
    r"\b(?:unless|except(?:ions?|ing)?|exclud(?:ed?|es|ing)|only (?:if|when|after|with|one)"
    r"|cannot be|(?:does|do|is|are|may|must) not|never)\b"
    r"|제외|예외|[하되]지 (?:않|못)|수 (?:는 |도 )?없|불가|금지|아니면|때만|경우에만|한해"
)
_PREDICATE = LazyPattern(
    r"\b(?:is|are|was|were|can|cannot|may|might|must|should|shall|do|does|has|have|will|gets?"
    r"|needs?|costs?|goes|go|ends?|applies|apply|expires?|takes?|stays?|counts?)\b|[은는이가](?=\s)"
)
"""What ends the subject of a sentence."""
_NARROWS = LazyPattern(r"\b(?:that|which|who|whose|with|without|from|bought|paid|sold)\b")
"""Words after which a subject is only a part of its kind: a card that cannot be read."""
_COUNTS = LazyPattern(r"\b(?:only|one|all|any|every|each|no|most|both|some)\b")
_JOINED = re.compile(r",|\s(?:and|or|및|또는)\s|(?<=[가-힣])[와과]\s|·")
_AS_MUCH, _NEARLY_ALL, _COVERED = 0.6, 0.9, 0.5
"""Least share of the question's words in an exception: relative to the rule's if it stands in the
same passage, or in another one; and as such."""
_MAY_DEPEND = (None, Slot.DURATION, Slot.YES_NO)
"""The kinds of answer that an exception of another section completes: not a price or a place."""
_BEHIND = 5.0
"""Log odds that an exception may be behind its rule."""


def excepts(one: Candidate, rule: Candidate, question: Question) -> bool:
    """Whether a statement is an exception to a rule, and not about another case or thing."""
    if one.statement.quotes[0].startswith("|") or not _EXCEPTS.search(one.statement.text):
        return False
    inside = one.hit.passage == rule.hit.passage
    if not inside and slot_of(question.own_words) not in _MAY_DEPEND:
        return False
    share = _AS_MUCH if inside else _NEARLY_ALL
    about = one.cover >= max(_COVERED, share * rule.cover) and one.score >= rule.score - _BEHIND
    return (
        about
        and _is_about_its_subject(one.statement.text, rule.statement.text, question.text)
        and not contradicts(question.text, one.statement.text)
    )


def _is_about_its_subject(text: str, rule: str, asked: str) -> bool:
    """Whether the subject of a sentence is the rule's, not a part of it or another thing."""
    subject, own = subject_in(text), _words(subject_in(rule))
    if _NARROWS.search(subject):
        return False
    known = _words(rule) | _words(asked)
    pieces = (_words(piece) for piece in _JOINED.split(subject))
    return any(piece and piece <= known and piece & own for piece in pieces)


def subject_in(text: str) -> str:
    """The words of a sentence before its verb or its particle: its subject, roughly."""
    end = _PREDICATE.search(text)
    return text[: end.start()] if end else text


def _words(text: str) -> frozenset[str]:
    # Opened and unopened goods are one subject.
    return frozenset(one.removeprefix("un") for one in terms_meant(_COUNTS.sub(" ", text)))
