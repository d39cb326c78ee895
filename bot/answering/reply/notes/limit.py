"""Says "no" first, if the number in a question breaks the limit of the rule that answers it."""

import re
from dataclasses import replace
from itertools import pairwise

from bot import texts
from bot.answering.criteria.amount import BEYOND, given, like, meets
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.reply.citations import said
from bot.model import Answer, Question, Verdict
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.values import Bound, Value, ValueKind, values
from knowledge.split.statements import statements

_COMPARED = (ValueKind.COUNT, ValueKind.DURATION, ValueKind.MONEY)
_DENIES = LazyPattern(
    r"\b(?:not|never|cannot|no|prohibited|forbidden|banned|refused?)\b|n't\b"
    r"|않|못|없|금지|불가|안 ?[되돼됩]|거절"
)
_ONLY_BOUNDS = LazyPattern(
    r"\b(?:not|no) (?:more|longer|older|over) than\b|(?:넘을|초과할) 수(?:는)? 없|넘지 (?:않|못)"
)
_LEAST = LazyPattern(r"\b(?:min(?:imum)?|least|from|only)\b|최소|이상|가능")
_MOST = LazyPattern(
    r"\b(?:max(?:imum)?|most|up to|limit(?:ed)?|can|may)\b|최대|한도|이하|까지|수 있"
)
_AHEAD = re.compile(r"\s*(?:before|ahead|in advance|prior|전(?:까지|에|$|\s))", re.IGNORECASE)
_OBLIGES = LazyPattern(
    r"\b(?:needs?|must(?! be (?:at least|over|under|older|younger))|requires?|approv\w+)\b"
    r"|필요|해야|승인"
)
"""A rule that does not say what may be, but what else is needed from a number on."""


def with_limit(answer: Answer, question: Question) -> Answer:
    """Heads an answer with a no that its rule's number decides: 17 years, and a limit of 19."""
    is_asked = slot_of(question.text) in (None, Slot.YES_NO) or question.text.rstrip().endswith("?")
    told_by_day = question.about.bought or question.about.delivered  # `last_day` has counted it
    says_no = _DENIES.search(question.text)
    if answer.verdict is not Verdict.PASS or not is_asked or told_by_day or says_no:
        return answer
    for value in given(question.text):
        if limit := _broken(value, answer, ahead=_is_ahead(value, question.text)):
            line = texts.NO_BY_LIMIT[question.language].format(limit=limit)
            return replace(answer, text=said([line, answer.text]))
    return answer


def _broken(value: Value, answer: Answer, *, ahead: bool) -> str:
    """The limit of the first rule, if a value breaks it and the next one is not for that value."""
    rule = answer.sentences[0]
    stated = _limit_in(value, rule.text)
    if stated is None or ahead is not _is_ahead(stated, rule.text):
        return ""
    around = rule.text[: stated.span[0]].rpartition(", ")[2], rule.text[stated.span[0] :]
    clause = around[0] + around[1].partition(", ")[0]
    denies = bool(_DENIES.search(_ONLY_BOUNDS.sub("", clause)))
    if meets(stated, value) is not denies:
        return ""
    # "Up to 3 days the cashier decides" is no limit, if the next sentence is for more.
    said = statements(rule.citations[0].passage)
    behind = next((b for a, b in pairwise(said) if a.text == rule.text and not b.row), None)
    if behind and BEYOND.search(behind.text):
        return ""
    if behind and not _DENIES.search(behind.text):
        ranges = (one for one in like(value, behind.text) if one.bound is not Bound.EXACTLY)
        if any(meets(one, value) for one in ranges):
            return ""
    return f"{stated.amount}" if stated.kind is ValueKind.NUMBER else stated.text


def _limit_in(value: Value, text: str) -> Value | None:
    """The first limit in a rule that compares with a count, a measure or an age."""
    if value.kind not in _COMPARED or _OBLIGES.search(text):
        return None
    bare = [one for one in values(text) if one.kind is ValueKind.NUMBER and value.unit == "age"]
    bounded = [_bounded(one, text) for one in like(value, text) or bare]
    found = [one for one in bounded if one is not None]
    return found[0] if found else None


def _is_ahead(one: Value, text: str) -> bool:
    """Whether a duration counts back from an event: "48 hours before", "이틀 전까지"."""
    return one.kind is ValueKind.DURATION and bool(_AHEAD.match(text[one.span[1] :]))


def _bounded(one: Value, text: str) -> Value | None:
    """A value that is a limit by itself, or by the name of its column: "Minimum age: 19"."""
    before = text[: one.span[0]].rpartition("; ")[2]
    if _is_ahead(one, text) and _MOST.search(text):
        return replace(one, bound=Bound.AT_LEAST)  # "until 48 hours before"
    is_cell, is_age = before.endswith(": "), one.unit == "age" or one.kind is ValueKind.NUMBER
    if one.high is not None:
        return one
    if one.bound in (Bound.AT_MOST, Bound.BELOW):
        return one if _MOST.search(text) or _DENIES.search(text) else None
    if one.bound in (Bound.AT_LEAST, Bound.ABOVE):
        is_limit = is_age or _LEAST.search(text) or _DENIES.search(text)
        # "Free from ₩30,000" forbids no smaller order.
        return one if is_limit and one.kind is not ValueKind.MONEY else None
    if is_cell and _LEAST.search(before):
        return replace(one, bound=Bound.AT_LEAST)
    return replace(one, bound=Bound.AT_MOST) if is_cell and _MOST.search(before) else None
