"""Asks one question back if the reply to it would change the answer."""

import re
from collections.abc import Iterator, Sequence

from bot import texts
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.criteria.condition.of_rule import (
    About,
    Condition,
    conditions,
    grades,
    which_grade,
)
from bot.answering.listed_names import one_of
from bot.answering.reply.notes.last_day import Event, event_of, last_day, limits
from bot.model import Candidate, Evidence, Question, SafeText, Sentence
from bot.privacy import still_safe
from knowledge.language.values import values
from knowledge.model.documents import Language

_NEAR, _COVERED = 0.3, 0.6
"""Likeness, or share of the question's words, that a statement needs for a question back."""
_ABOUT_THE_SAME, _AS_GOOD = 0.5, 1.5
"""Least share of the question's words in a rival rule; and log odds that it may be behind."""
_OF_A_CASE = (About.STATE, About.RECEIPT, About.STORE)
"""Asked back only for a case. A question about the rule itself is answered by reading it."""
_LEFT_OPEN = (About.ONLINE, About.OPENED, About.GRADE)
"""Conditions of rival rules that are asked back."""
_IN_TIME_ONLY = (About.RECEIPT, About.STORE)
"""Conditions that no longer matter once the time limit has passed."""
_STILL = re.compile(r"\bstill\b|아직|지금도|여전히|이제라도", re.IGNORECASE)
_DAY_SAID = re.compile(
    r"\b(?:yesterday|today|last|ago|days?|weeks?|months?|this morning)\b"
    r"|어제|오늘|그제|지난|[일주달] ?전|방금",
    re.IGNORECASE,
)
_NOT = re.compile(r"\bcannot\b|\bnot\b|수 없|수는 없|않", re.IGNORECASE)
_FREE = re.compile(r"\bfree\b|무료", re.IGNORECASE)
_POSSIBLE = re.compile(r"\bis (?:that|this|it) (?:ok|okay|possible|allowed|fine)\b", re.IGNORECASE)
_WORTH = re.compile(
    r"\bfree\b|discount|points?\b|coupon|cost|pay|무료|할인|포인트|적립|쿠폰|얼마", re.IGNORECASE
)
"""Benefits of membership grades. Whether something may be returned depends on no grade."""
_PURCHASE = re.compile(r"\b(?:purchase|buying)\b|구매|구입", re.IGNORECASE)


def follow_up(question: Question, shown: Sequence[Sentence], evidence: Evidence) -> SafeText | None:
    """The question back. None if no reply to it would change the answer."""
    stores = _other_stores(question, shown, evidence)
    if stores:
        language = question.language
        names = one_of([texts.STORE_TYPES[store][language] for store in stores], language)
        return still_safe(texts.ASK_STORE_TYPE[language].format(stores=names))
    asked = next(_asked(question, _carrying(question, shown, evidence), evidence), None)
    return still_safe(asked) if asked else None


def _carrying(question: Question, shown: Sequence[Sentence], evidence: Evidence) -> list[Candidate]:
    """The statements behind the answer that may apply to the asker, best first.

    Empty if the best of them is far from the question.
    """
    carried = {one.text for one in shown}
    found = [one for one in evidence.candidates if one.statement.text in carried]
    if not found or not (found[0].likeness >= _NEAR or found[0].context >= _COVERED):
        return []
    return [one for one in found if not contradicts(question.text, one.statement.text)]


def _asked(question: Question, rules: Sequence[Candidate], evidence: Evidence) -> Iterator[str]:
    """Yields possible questions back, the best first."""
    open_days = (_open_day(question, one.statement.text) for one in rules)
    day = next((one for one in open_days if one), None)
    if day and (question.about.inexact or _STILL.search(question.text)):
        yield day
    # For a case the conditions of all rules matter; else those of the first, which answers.
    first = rules if _is_case(question) else rules[:1]
    is_over = any(_is_over(question, _text(one)) for one in rules)
    for best in first:
        for one in _own(question, best):
            # After the time limit it does not matter whether the goods are unopened.
            if one.about < About.RECEIPT and not (is_over and one.about is About.OPENED):
                yield _worded(one, [best, *_rivals(best, evidence)], question.language)
    yield from _in_time(question, rules, evidence)
    for best in first:
        yield from _beside(question, best, evidence)
    if day:
        yield day
    for best in rules:
        yield from (one.question for one in _own(question, best) if one.about >= About.RECEIPT)


def _in_time(question: Question, rules: Sequence[Candidate], evidence: Evidence) -> Iterator[str]:
    """If the limit of a rule has passed: the state of goods that another rule still allows."""
    for best in rules:
        beside = _beside_in_section(best, evidence) if _is_over(question, _text(best)) else []
        for one in beside:
            if limits(_text(one)) and not _is_over(question, _text(one)):
                yield from (c.question for c in _own(question, one) if c.about is About.STATE)


def _beside_in_section(best: Candidate, evidence: Evidence) -> list[Candidate]:
    here = best.hit.passage.passage_id
    return [one for one in evidence.candidates if one.hit.passage.passage_id == here]


def _text(rule: Candidate) -> str:
    return rule.statement.text


def _own(question: Question, rule: Candidate) -> list[Condition]:
    text = rule.statement.text
    return [one for one in conditions(text, question.language) if _is_open(one, question, text)]


def _is_open(condition: Condition, question: Question, rule: str) -> bool:
    """Whether the question leaves a condition open that may change the answer."""
    if condition.is_said(question.text):
        return False
    if condition.about in _IN_TIME_ONLY and _is_over(question, rule):
        return False
    if condition.about is About.GRADE and _is_case(question):
        return bool(_WORTH.search(question.text))
    return condition.about not in _OF_A_CASE or _is_case(question)


def _is_case(question: Question) -> bool:
    return (
        question.about.bought is not None
        or question.about.delivered is not None
        or question.about.inexact
        or slot_of(question.text) is Slot.YES_NO
        or bool(_POSSIBLE.search(question.text))
    )


def _is_over(question: Question, rule: str) -> bool:
    """Whether the time limit of a rule has passed since the day of the purchase."""
    last = last_day([rule], question)
    return last is not None and last < question.filters.as_of


def _open_day(question: Question, rule: str) -> str | None:
    """Asks for the day of the purchase or delivery that a limit counts from, if it is unknown."""
    if not _is_case(question) or _NOT.search(rule):
        return None
    events = {event_of(value, rule) for value in limits(rule)}
    if Event.DELIVERY in events and not question.about.delivered:
        return texts.ASK_DELIVERED[question.language]
    is_known = _DAY_SAID.search(question.text) and not question.about.inexact
    if question.about.bought or is_known or not (events and _PURCHASE.search(rule)):
        return None
    return texts.ASK_BOUGHT[question.language]


def _beside(question: Question, best: Candidate, evidence: Evidence) -> Iterator[str]:
    """Asks for the open conditions of rival rules."""
    complete = len(grades(best.statement.text)) > 1
    rivals = _rivals(best, evidence)
    for rival in rivals:
        for one in _own(question, rival):
            if one.about in _LEFT_OPEN and not (complete and one.about is About.GRADE):
                yield _worded(one, rivals, question.language)


def _rivals(best: Candidate, evidence: Evidence) -> list[Candidate]:
    """The rules of the same passage that say something else on the same subject."""
    return [one for one in evidence.candidates if _is_rival(one, best)]


def _worded(condition: Condition, rules: Sequence[Candidate], language: Language) -> str:
    """The question for a condition. For a grade it lists all grades that the rules name."""
    if condition.about is not About.GRADE:
        return condition.question
    names = dict.fromkeys(name for one in rules for name in grades(one.statement.text))
    return which_grade(list(names), language)


def _is_rival(one: Candidate, best: Candidate) -> bool:
    """Whether a statement of the same passage says something else on the same subject."""
    if one is best or one.hit.passage.passage_id != best.hit.passage.passage_id:
        return False
    if one.cover < _ABOUT_THE_SAME or one.score < best.score - _AS_GOOD:
        return False
    text = one.statement.text
    return bool(_FREE.search(text) or _values(text) - _values(best.statement.text))


def _values(text: str) -> set[str]:
    return {value.text for value in values(text)}


def _other_stores(question: Question, shown: Sequence[Sentence], evidence: Evidence) -> list[str]:
    """Store types with their own rules on this subject. Empty if the question names one."""
    if question.filters.store_type or not shown:
        return []
    subject = shown[0].citations[0].passage.header
    near = [hit.passage.header for hit in evidence.found.hits if hit.score >= 0.5 * _best(evidence)]
    same = [header for header in near if header.category == subject.category]
    stores = {
        store for header in same for store in header.store_types if len(header.store_types) == 1
    }
    known = [store for store in texts.STORE_TYPES if store in stores]
    named = any(name in question.text.lower() for store in known for name in _names(store))
    return known if len(known) > 1 and not named else []


def _names(store: str) -> tuple[str, ...]:
    return (store, *(text.lower() for text in texts.STORE_TYPES[store].values()))


def _best(evidence: Evidence) -> float:
    return max((hit.score for hit in evidence.found.hits), default=0.0)
