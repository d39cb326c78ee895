"""Criterion: rules for certain days, "Sat: 10am-4pm", "12월 24일은 오후 11시까지"."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from bot.answering.criteria.answer_kind import Slot, says_shut, slot_of
from bot.answering.criteria.condition import agreement
from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from bot.model import Question
from knowledge.language.calendar.monthly import monthly
from knowledge.language.calendar.weekdays import EVERY, weekdays
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.values import Bound, Value, ValueKind, values

_OTHER = -6.0
"""Log odds of a statement for other days than the one asked about."""
_ON_IT = 1.5
"""Log odds of one for that day of the week."""
_ONE_DAY = 5.0
"""Log odds of one for that very date: it beats the rule for all other days."""
_USUAL = -3.0
"""Log odds of the usual hours, or days, beside a rule for the date asked about or bought on."""
_SOME_DAY = -2.0
"""Log odds of one for a date if a question about hours names no day, and of one for other weekdays
if the question is for yes or no."""
_AT_THE_START = 12
"""Characters at the start of a statement that may name the day it is for."""
_OF_DAY = frozenset({ValueKind.TIME})
_LASTING = frozenset({ValueKind.DURATION, ValueKind.BUSINESS_DAYS})
_BOUGHT = LazyPattern(r"\b(?:bought|purchase[ds]?|ordered)\b|(?<![가-힣])산 |구매|구입|주문")
_OF_OTHERS = LazyPattern(r"\b(?:only|except|excluding|others?)\b|만(?=[ ,.])|제외|외에|나머지|기타")
"""Words of a rule that also covers the days it does not name."""
_PARTS, _DIGIT = re.compile(r", |(?<=[가-힣])(?:고|며),? "), re.compile(r"\d")
_IS_A_DAY_NOW = LazyPattern(
    r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening))\b"
    r"|(?<![가-힣])(?:오늘|내일|모레|글피|어제|그제|그저께)"
)
"""Words that mean the day itself, not only the rules in force on it."""
_ASKS_FOR_DAYS = frozenset({Slot.DATE, Slot.WEEKDAY, Slot.DURATION, Slot.FREQUENCY})


def day(asked: Asked) -> Adjust:
    """Moves back rules for other days than the one asked about."""
    return whatever_the_scores(turned(asked.question, asked.texts))


def turned(question: Question, texts: Sequence[str]) -> list[float]:
    """The change of each statement's score, by the day that a question is about."""
    asked = question.own_words
    slot = slot_of(asked) or slot_of(question.text)
    day = question.about.day
    week = weekdays(asked) or _weekday_of(day, slot, question.text)
    by_date = [
        _by_date(day, slot, question.filters.as_of, text) or _by_month(day, slot, text)
        for text in texts
    ]
    usual = _USUAL if slot is Slot.TIME and _ONE_DAY in by_date else 0.0
    # For opened goods, the rule for opened goods may count more.
    holds = _ON_IT if agreement.names_a_state(question.text) else _ONE_DAY
    by_purchase = _by_purchase(question.about.bought, texts, holds)
    return [
        _by_weekday(week, slot, text) + purchase + (turn or usual * _has_value(text, _OF_DAY))
        for turn, purchase, text in zip(by_date, by_purchase, texts, strict=True)
    ]


def _by_purchase(bought: date | None, texts: Sequence[str], holds: float) -> list[float]:
    """Scores rules for a span of days of purchase: "between 1 October and 24 December"."""
    spans = [_span_of_purchase(text) if bought else None for text in texts]
    turns = [
        (holds if _holds_on(bought, span) else _OTHER) if bought and span else 0.0 for span in spans
    ]
    usual = _USUAL if holds in turns else 0.0
    return [
        turn or usual * _has_value(text, _LASTING) for turn, text in zip(turns, texts, strict=True)
    ]


def _span_of_purchase(text: str) -> Value | None:
    if not _BOUGHT.search(text):
        return None
    return next((one for one in values(text) if one.high is not None and _is_day(one)), None)


def _weekday_of(day: date | None, slot: Slot | None, asked: str) -> frozenset[int]:
    """The weekday of the day asked about, if the question is about the day itself."""
    if day is None or slot in _ASKS_FOR_DAYS:
        return frozenset()
    is_meant = slot in (Slot.TIME, Slot.YES_NO) or _IS_A_DAY_NOW.search(asked)
    return frozenset({day.weekday()} if is_meant else ())


def _by_weekday(week: frozenset[int], slot: Slot | None, text: str) -> float:
    named = weekdays(text) if week and slot is not Slot.WEEKDAY else frozenset()
    if not named or named >= EVERY or _OF_OTHERS.search(text):
        return 0.0
    if week.isdisjoint(named) and _is_only_for_them(text):
        # "Deliveries on Tuesdays and Fridays" answers whether one comes on a Monday.
        return _SOME_DAY if slot is Slot.YES_NO else _OTHER
    return _ON_IT if week <= named else 0.0


def _is_only_for_them(text: str) -> bool:
    """Whether every part with a number names a weekday; not in "45 minutes, at weekends 30"."""
    parts = _PARTS.split(text) if "; " not in text else [text]
    return all(weekdays(part) for part in parts if _DIGIT.search(part))


def _by_date(day: date | None, slot: Slot | None, today: date, text: str) -> float:
    first = next(_days_at_the_start(text), None)
    if first is None or (slot in _ASKS_FOR_DAYS and day is None):
        return 0.0
    if _holds_on(day or today, first):
        return _ONE_DAY if day and first.bound is Bound.EXACTLY else 0.0
    if day is None:
        return _SOME_DAY if slot is Slot.TIME else 0.0
    return _OTHER


def _by_month(day: date | None, slot: Slot | None, text: str) -> float:
    """Scores rules for a day of every month: "on the second Sunday of the month"."""
    falls_on_it = [one.has(day) for one in monthly(text)] if day else []
    if any(falls_on_it):
        return _ONE_DAY if says_shut(text) else _ON_IT
    is_another = bool(falls_on_it) and None not in falls_on_it
    return _OTHER if is_another and slot is Slot.TIME else 0.0


def _has_value(text: str, kinds: frozenset[ValueKind]) -> bool:
    return any(value.kind in kinds for value in values(text))


def _is_day(value: Value) -> bool:
    return value.kind in (ValueKind.DATE, ValueKind.MONTH_DAY) and value.unit == "day"


def _days_at_the_start(text: str) -> Iterator[Value]:
    for value in values(text):
        if (
            _is_day(value)
            and value.span[0] <= _AT_THE_START
            and not text[: value.span[0]].strip(" [(*")
        ):
            yield value


def _holds_on(day: date, value: Value) -> bool:
    """Whether this day is the day of a value, or within its range: from, until or between."""
    number = day.year * 10_000 + day.month * 100 + day.day
    if value.kind is ValueKind.MONTH_DAY:
        number %= 10_000
    first, last = int(value.amount), int(value.high or value.amount)
    if value.bound in (Bound.AT_LEAST, Bound.ABOVE):
        return number >= first
    if value.bound in (Bound.AT_MOST, Bound.BELOW):
        return number <= last
    return first <= number <= last if first <= last else number >= first or number <= last
