"""Reads a message by rules, without a model: on one day, the same words give the same result."""

from dataclasses import replace
from datetime import date

from bot.answering.understand.contents_wanted import asks_for_contents
from bot.answering.understand.days.dates import Dates, dates
from bot.answering.understand.fillers import without_fillers
from bot.answering.understand.hints import store_hint
from bot.answering.understand.intent import asks_what_comes, intent_of, names_no_subject
from bot.answering.understand.questions import parts
from bot.answering.understand.talk.small_talk import talk_of
from bot.model import Question
from bot.model.days import shifted
from bot.model.understood import Intent, Understood
from bot.privacy import still_safe

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
