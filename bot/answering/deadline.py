"""Arithmetic on a rule's time limit: from the day that a person names to the last day."""

import calendar
import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from bot import texts
from bot.days import in_words, shifted
from bot.model import Sentence
from knowledge.model import Language
from knowledge.values import Bound, Kind, Value, values

_DAY_S = 86_400
_FROM_PURCHASE = re.compile(
    r"\s*(?:from|of|after)\s+(?:the\s+)?(?:(?:day|date)\s+of\s+)?(?:purchase|delivery)",
    re.IGNORECASE,
)
_FROM_PURCHASE_KO = re.compile(r"(?:구매일|구입일|배송일|산 날)(?:로부터|부터)\s*$|구매 후\s*$")
_MOST_DAYS = 3660


def deadline(
    sentences: Sequence[Sentence], start: date, today: date, language: Language
) -> str | None:
    """The last day of the limit that the sentences state, counted from a day, and how far it is.

    The day itself is day 0. None where no limit is stated, or more than one.
    """
    said = [sentence.text for sentence in sentences]
    last = last_day(said, start)
    if last is None:
        return None
    stated = {value.text for text in said for value in limits(text)}
    return texts.DEADLINE[language].format(
        limit=min(stated, key=len),
        start=in_words(start, language),
        last=in_words(last, language),
        distance=_distance((last - today).days, language),
    )


def last_day(said: Iterable[str], start: date) -> date | None:
    """The last day of the one limit that some sentences state, counted from a day."""
    ends = {_end(value, start) for text in said for value in limits(text)} - {None}
    return ends.pop() if len(ends) == 1 else None


def limits(text: str) -> list[Value]:
    """The times within which something may be done."""
    return [
        value
        for value in values(text)
        if value.kind is Kind.DURATION
        and (value.bound is Bound.AT_MOST or _is_counted(value, text))
        and value.high is None
        and value.per is None
    ]


def _is_counted(value: Value, text: str) -> bool:
    """Whether days are counted from a purchase, as policies in a table have them."""
    start, end = value.span
    counted = _FROM_PURCHASE.match(text[end:]) or _FROM_PURCHASE_KO.search(text[:start])
    return value.bound is Bound.EXACTLY and bool(counted)


def _end(value: Value, start: date) -> date | None:
    """The last day of a duration; None where it is shorter than a day, or hardly a limit."""
    if value.unit == "month":
        return _months_later(start, int(value.amount)) if value.amount % 1 == 0 else None
    days = value.amount / _DAY_S
    if days % 1 or not 1 <= days <= Decimal(_MOST_DAYS):
        return None
    return shifted(start, int(days))


def _months_later(start: date, months: int) -> date | None:
    if not 1 <= months <= _MOST_DAYS // 31:
        return None
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if year > date.max.year:
        return None
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last))


def _distance(days: int, language: Language) -> str:
    if days in texts.NEAR_DAYS:
        return texts.NEAR_DAYS[days][language]
    text = texts.DAYS_LEFT if days > 0 else texts.DAYS_AGO
    return text[language].format(days=abs(days))
