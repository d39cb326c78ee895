"""Rules for some days only: "Sat: 10am-4pm", "12월 24일은 오후 11시까지 영업합니다"."""

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
"""How far a statement stands back that is for other days than the one asked about."""
_ON_IT = 1.5
"""How much one gains that is for that day of the week, whatever words it has for it."""
_ONE_DAY = 5.0
"""And one that is for that very day: it goes before what holds on all others."""
_USUAL = -3.0
"""The usual hours, or days, beside a rule for the day that is asked about or bought on."""
_SOME_DAY = -2.0
"""A statement for one day, where a question about a time of day names none."""
_AT_THE_START = 12
"""Characters within which the day stands that a statement is for."""
_OF_DAY = frozenset({ValueKind.TIME})
_LASTING = frozenset({ValueKind.DURATION, ValueKind.BUSINESS_DAYS})
_BOUGHT = LazyPattern(r"\b(?:bought|purchase[ds]?|ordered)\b|(?<![가-힣])산 |구매|구입|주문")
_OF_OTHERS = LazyPattern(r"\b(?:only|except|excluding|others?)\b|만(?=[ ,.])|제외|외에|나머지|기타")
"""What says something about the days that are not named, too."""
_PARTS, _DIGIT = re.compile(r", |(?<=[가-힣])(?:고|며),? "), re.compile(r"\d")
_IS_A_DAY_NOW = LazyPattern(
    r"\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening))\b"
    r"|(?<![가-힣])(?:오늘|내일|모레|글피|어제|그제|그저께)"
)
"""What is meant for the day itself, and not only for the rules of that day."""
_ASKS_FOR_DAYS = frozenset({Slot.DATE, Slot.WEEKDAY, Slot.DURATION, Slot.FREQUENCY})


def day(asked: Asked) -> Adjust:
    """A rule for other days than the one that is asked about stands back."""
    return whatever_the_scores(turned(asked.question, asked.texts))


def turned(question: Question, texts: Sequence[str]) -> list[float]:
    """What to add to each statement for the day that a question is about."""
    asked = question.own_words
    slot = slot_of(asked) or slot_of(question.text)
    day = question.about.day
    week = weekdays(asked) or _weekday_of(day, slot, question.text)
    by_date = [
        _by_date(day, slot, question.filters.as_of, text) or _by_month(day, slot, text)
        for text in texts
    ]
    usual = _USUAL if slot is Slot.TIME and _ONE_DAY in by_date else 0.0
    # Of opened goods, what is said of those may count more.
    holds = _ON_IT if agreement.names_a_state(question.text) else _ONE_DAY
    by_purchase = _by_purchase(question.about.bought, texts, holds)
    return [
        _by_weekday(week, slot, text) + purchase + (turn or usual * _tells(text, _OF_DAY))
        for turn, purchase, text in zip(by_date, by_purchase, texts, strict=True)
    ]


def _by_purchase(bought: date | None, texts: Sequence[str], holds: float) -> list[float]:
    """For what was bought in a span of days: "between 1 October and 24 December"."""
    spans = [_span_of_purchase(text) if bought else None for text in texts]
    turns = [
        (holds if _holds_on(bought, span) else _OTHER) if bought and span else 0.0 for span in spans
    ]
    usual = _USUAL if holds in turns else 0.0
    return [turn or usual * _tells(text, _LASTING) for turn, text in zip(turns, texts, strict=True)]


def _span_of_purchase(text: str) -> Value | None:
    if not _BOUGHT.search(text):
        return None
    return next((one for one in values(text) if one.high is not None and _is_day(one)), None)


def _weekday_of(day: date | None, slot: Slot | None, asked: str) -> frozenset[int]:
    """That of the day asked about, where what is on that day is wanted, and not only its rules."""
    if day is None or slot in _ASKS_FOR_DAYS:
        return frozenset()
    is_meant = slot in (Slot.TIME, Slot.YES_NO) or _IS_A_DAY_NOW.search(asked)
    return frozenset({day.weekday()} if is_meant else ())


def _by_weekday(week: frozenset[int], slot: Slot | None, text: str) -> float:
    told = weekdays(text) if week and slot is not Slot.WEEKDAY else frozenset()
    if not told or told >= EVERY or _OF_OTHERS.search(text):
        return 0.0
    if week.isdisjoint(told) and _is_only_for_them(text):
        # Deliveries on Tuesdays and Fridays: that says whether one comes on a Monday.
        return _SOME_DAY if slot is Slot.YES_NO else _OTHER
    return _ON_IT if week <= told else 0.0


def _is_only_for_them(text: str) -> bool:
    """Whether no part of a sentence tells a value of all days: "45 minutes, at weekends 30"."""
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
    """For a day that comes back every month: "on the second Sunday of the month"."""
    falls_on_it = [one.has(day) for one in monthly(text)] if day else []
    if any(falls_on_it):
        return _ONE_DAY if says_shut(text) else _ON_IT
    is_another = bool(falls_on_it) and None not in falls_on_it
    return _OTHER if is_another and slot is Slot.TIME else 0.0


def _tells(text: str, kinds: frozenset[ValueKind]) -> bool:
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
    """Whether a day, a range of days, or all from or to a day on, has this day in it."""
    number = day.year * 10_000 + day.month * 100 + day.day
    if value.kind is ValueKind.MONTH_DAY:
        number %= 10_000
    first, last = int(value.amount), int(value.high or value.amount)
    if value.bound in (Bound.AT_LEAST, Bound.ABOVE):
        return number >= first
    if value.bound in (Bound.AT_MOST, Bound.BELOW):
        return number <= last
    return first <= number <= last if first <= last else number >= first or number <= last
