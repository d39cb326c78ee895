"""Reads a message by rules, without a model: on one day, the same words give the same result."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from bot.answering.understand.contents_wanted import asks_for_contents
from bot.answering.understand.dates import Dates, dates
from bot.answering.understand.fillers import without_fillers
from bot.answering.understand.intent import asks_what_comes, intent_of, names_no_subject
from bot.answering.understand.questions import parts
from bot.answering.understand.talk import talk_of
from bot.model import Answer, Question, SafeText, Turn
from bot.model.days import shifted
from bot.model.understood import Hint, Intent, Understood
from bot.privacy import still_safe
from knowledge.language.asked import in_small_letters
from knowledge.language.patterns.cues import cue
from knowledge.language.patterns.lazy import LazyPattern

_SURE = 0.5
"""Lowest confidence at which a hint narrows the search."""


def classify(text: str, today: date) -> Understood:
    """Reads a message that is free of personal data: talk, or intent, days, store and parts."""
    # "What documents do you have?" asks for the list of them, not about the bot.
    talk = None if asks_for_contents(text) else talk_of(text)
    if talk is not None:
        return Understood(talk)
    said = dates(text, today)
    intent = _intent(text, said, today)
    since, as_of = _range(intent, said, today)
    if intent is Intent.WHAT_IS_NEW and not said.named and asks_what_comes(text):
        since = shifted(today, 1)
    return Understood(
        intent=intent,
        as_of=as_of,
        day=said.day,
        since=since,
        until=said.last if intent is Intent.WHAT_IS_NEW else None,
        bought=said.bought,
        delivered=said.delivered,
        inexact=said.inexact,
        before_newest=said.before_newest,
        store_type=store_hint(text),
        words=without_fillers(said.words),
        parts=parts(text),
    )


def narrowed(question: Question, understood: Understood) -> Question:
    """Asks of the day and the kind of store named, unless the caller set these.

    The category stays as it is: a wrong guess would hide the answer.
    """
    filters = question.filters
    if understood.as_of and not question.dated:
        filters = replace(filters, as_of=understood.as_of)
    store = understood.store_type
    if store and store.confidence >= _SURE and filters.store_type is None:
        filters = replace(filters, store_type=store.value)
    words = still_safe(understood.words)
    sought = words if words and words != question.text else None
    return replace(question, filters=filters, sought=sought, about=understood)


def _intent(text: str, said: Dates, today: date) -> Intent:
    intent = intent_of(text)
    if intent is Intent.COMPARE_VERSIONS:
        coming = len(said.named) == 1 and said.first is not None and said.first > today
        return Intent.WHAT_IS_NEW if coming or names_no_subject(said.undated) else intent
    then_and_now = len(said.named) > 1 and today in said.named and said.named[0] < today
    asks_once = intent in (Intent.POLICY_LOOKUP, Intent.UNKNOWN)
    return Intent.COMPARE_VERSIONS if asks_once and then_and_now and said.as_of else intent


def _range(intent: Intent, said: Dates, today: date) -> tuple[date | None, date | None]:
    """The first day of the changes asked about, and the day whose rules apply."""
    if not said.named or intent not in (Intent.COMPARE_VERSIONS, Intent.WHAT_IS_NEW):
        return None, said.as_of
    first, last = said.named[0], said.named[-1]
    if intent is Intent.WHAT_IS_NEW:
        return said.first, None
    if first == last:
        return (said.first, None) if first < today else (None, first)
    return first, last


# Finds the kind of store that a question names.


_IN, _SOFT = 0.9, 0.4  # confidence, from 0 to 1
_STORES: Mapping[str, str] = {
    "cafe": r"caf[eé]s?|coffee ?(?:shops?|bars?|houses?)|카페|커피숍|커피점|커피 매장",
    "convenience": r"convenience|corner (?:shops?|stores?)|편의점",
    "apparel": r"apparel|clothes|clothing|fashion|의류|옷\s?가게|옷\s?매장|패션",
}
_WHERE = r"""
    \b(?:in|at|for) (?:(?:the|an?|our|my|this) )?<STORE>(?: <PLACE>)?\b(?! (?:and|or)\b)
    \b(?:we are|we're|i work (?:in|at)|this is) (?:(?:an?|the) )?<STORE>(?: <PLACE>)?\b
    (?<![가-힣])(?:저희 |우리 )?<STORE>\s?(?:매장|점포|점)?(?:에서|에선|인데|이에요|입니다)
"""
_NAMED_STORE = {
    store: cue(_WHERE, STORE=names, PLACE="(?:store|shop|branch|outlet)(?:e?s)?")
    for store, names in _STORES.items()
}
_MENTIONED = {
    store: LazyPattern(rf"\b(?:{names})|(?<![가-힣])(?:{names})")
    for store, names in _STORES.items()
}


def store_hint(text: str) -> Hint | None:
    """The only kind of store named; confidence is high for "in the café", low for "café"."""
    mentioned = [store for store, pattern in _MENTIONED.items() if pattern.search(text)]
    if len(mentioned) != 1:
        return None
    sure = _NAMED_STORE[mentioned[0]].search(text)
    return Hint(mentioned[0], _IN if sure else _SOFT)


# Reads a question in its usual form: without capitals or the bot's name.


_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]+\]")
_WORD = re.compile(r"(?<![\w-])[A-Za-z]{2,}(?![\w-]*\d)")
"""A word of Latin letters, but no part of a code such as HM-RF-02."""
_BOT_NAMED = re.compile(
    r"^\s*(?:@[\w.-]{1,40}[\s,:]+|(?:(?:hi|hey|hello|ok(?:ay)?)[\s,]+)?storewise\b[\s,:!]*)(?=\S)",
    re.IGNORECASE,
)
"""The bot's name before a question. Slack and Teams take their own mentions off."""
_LONG = 5
"""Letters. A shorter single word in capitals is an abbreviation, such as PLU."""


def in_one_form(question: Question) -> Question:
    """Puts capitals into small letters, and takes the bot's name off."""
    return replace(question, text=_usual(question.text))


def turn_in_one_form(turn: Turn | None) -> Turn | None:
    """Does the same for the previous question."""
    return turn and replace(turn, question=_usual(turn.question))


def as_typed(answer: Answer, typed: SafeText) -> Answer:
    """Restores the question as it was typed, so that people recognise it."""
    question, form = answer.question, _usual(typed)
    if question.said == form:
        return replace(answer, question=replace(question, said=typed))
    if question.text == form:
        return replace(answer, question=replace(question, text=typed))
    return answer


def _usual(text: SafeText) -> SafeText:
    return _without_capitals(still_safe(_BOT_NAMED.sub("", text)))


def _without_capitals(text: SafeText) -> SafeText:
    """The text in small letters if all its words are in capitals; else unchanged."""
    words = _WORD.findall(_PLACEHOLDER.sub(" ", text))
    has_words = len(words) > 1 or any(len(one) >= _LONG for one in words)
    is_shouted = has_words and all(one.isupper() for one in words)
    return still_safe(in_small_letters(text)) if is_shouted else text
