"""A value of a text: how long, how much, how many, when, which."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Self


class ValueKind(StrEnum):
    """The kind of quantity. Values of different kinds are never compared."""

    DURATION = "duration"
    """`unit` is second up to weeks, month for months and years."""
    BUSINESS_DAYS = "business days"
    MONEY = "money"
    """`unit` is the currency's code."""
    PERCENT = "percent"
    DATE = "date"
    """20260301; with the `unit` month 202603, with year 2026."""
    MONTH_DAY = "month-day"
    """301 for 1 March; the `unit` is month for March, monthly for the 1st of every month."""
    TIME = "time of day"
    """Minutes since midnight."""
    COUNT = "count"
    """`unit` is the thing counted or the measure: item, person, time, kg."""
    IDENTIFIER = "identifier"
    """A telephone number, an article of a law, a form, 1+1: `unit` is its text."""
    NUMBER = "number"


class Bound(StrEnum):
    """How a value is bounded by its amount."""

    EXACTLY = "="
    AT_MOST = "<="
    BELOW = "<"
    AT_LEAST = ">="
    ABOVE = ">"
    ABOUT = "~"


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a text."""

    kind: ValueKind
    amount: Decimal
    unit: str = ""
    bound: Bound = Bound.EXACTLY
    high: Decimal | None = None
    """The upper end of a range, whose lower end is `amount`."""
    per: str | None = None
    """What it is per: day, week, month, year, person …; `every` for a rhythm."""
    text: str = field(default="", compare=False)
    """Its words in the text."""
    span: tuple[int, int] = field(default=(0, 0), compare=False)
    """Start and end of the words."""

    def times(self, factor: Decimal, unit: str = "") -> Self:
        """The same in another unit, of which it has so many times as many."""
        high = None if self.high is None else self.high * factor
        return replace(self, amount=self.amount * factor, high=high, unit=unit or self.unit)


_UPPER = frozenset({Bound.AT_MOST, Bound.BELOW})
_LOWER = frozenset({Bound.AT_LEAST, Bound.ABOVE})
_WRITTEN = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FIVE = 5
"""A number that ends in 5 is rounded to fives."""
_DAY = Decimal(86_400)
_SHORTEST_MONTH, _LONGEST_MONTH = Decimal(28), Decimal(31)
_ABOUT = Decimal("0.25")
"""Share of an amount that "about" forgives at most: about 5 kg are not 7 kg."""


def same(one: Value, other: Value) -> bool:
    """Whether two values are equal: 2 weeks are 14 days, but 30 days are not a month."""
    return (
        one.kind is other.kind
        and (one.unit, one.amount, one.high) == (other.unit, other.amount, other.high)
        and (one.per == other.per or None in (one.per, other.per))
        and (one.bound is other.bound or Bound.EXACTLY in (one.bound, other.bound))
    )


def all_the_same(some: Sequence[Value], others: Sequence[Value]) -> bool:
    """Whether two texts name the same values, in any order; also if neither names one."""
    return all(any(same(one, other) for other in others) for one in some) and all(
        any(same(one, other) for other in some) for one in others
    )


def differ(one: Value, other: Value) -> bool:
    """Whether two values of one kind cannot both be right about the same thing.

    Some are neither `same` nor `differ`: a business day and a day, 30 days and a month, at least 5
    and at most 10.
    """
    if one.kind is not other.kind or one.per != other.per or _opposite(one.bound, other.bound):
        return False
    if one.kind is ValueKind.IDENTIFIER:
        return one.unit != other.unit
    if one.kind is ValueKind.DURATION and one.unit != other.unit:
        return _apart(_days(one), _days(other))
    if one.unit != other.unit:
        return False
    if (one.amount, one.high) == (other.amount, other.high):
        return _stricter(one.bound, other.bound)
    return _amounts_differ(one, other)


def _opposite(one: Bound, other: Bound) -> bool:
    return (one in _UPPER and other in _LOWER) or (one in _LOWER and other in _UPPER)


def _stricter(one: Bound, other: Bound) -> bool:
    # 이내 and 미만, 이상 and 초과: one includes the amount, the other does not.
    return one is not other and ({one, other} == _UPPER or {one, other} == _LOWER)


def _amounts_differ(one: Value, other: Value) -> bool:
    if one.high is not None and other.high is not None:
        return True
    if one.high is not None:
        return _outside(other, one.amount, one.high)
    if other.high is not None:
        return _outside(one, other.amount, other.high)
    if Bound.ABOUT in (one.bound, other.bound):
        larger = max(abs(one.amount), abs(other.amount))
        rounded = max(_step(each) for each in (one, other) if each.bound is Bound.ABOUT)
        return abs(one.amount - other.amount) > min(rounded / 2, _ABOUT * larger)
    return one.amount != other.amount


def _step(value: Value) -> Decimal:
    """The step to which an approximate amount is rounded: 100 for about 300, 1 for about 331."""
    written = _WRITTEN.search(value.text)
    number = Decimal(written[0].replace(",", "")) if written else Decimal(0)
    if not number:
        return value.amount
    _, digits, exponent = number.normalize().as_tuple()
    last = Decimal(1).scaleb(int(exponent)) * (_FIVE if digits[-1] == _FIVE else 1)
    return abs(value.amount / number) * last


def _outside(value: Value, low: Decimal, high: Decimal) -> bool:
    if value.bound in _UPPER:
        return value.amount != high
    if value.bound in _LOWER:
        return value.amount != low
    return not low <= value.amount <= high


def _days(value: Value) -> tuple[Decimal, Decimal]:
    low, high = value.amount, value.amount if value.high is None else value.high
    if value.unit == "month":
        return low * _SHORTEST_MONTH, high * _LONGEST_MONTH
    return low / _DAY, high / _DAY


def _apart(one: tuple[Decimal, Decimal], other: tuple[Decimal, Decimal]) -> bool:
    return one[1] < other[0] or other[1] < one[0]


UNCOMPARED = frozenset({ValueKind.IDENTIFIER, ValueKind.NUMBER})
"""Kinds of value that say neither how much nor when."""


def without_values(text: str, found: Sequence[Value], mark: str = " ") -> str:
    """The text with a mark in place of each of its values, which are in their order."""
    for value in reversed(found):
        start, end = value.span
        text = f"{text[:start]}{mark}{text[end:]}"
    return text
