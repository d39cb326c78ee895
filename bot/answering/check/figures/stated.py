"""Rejects a sentence with a value that neither its quotes nor the question give."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from bot.answering.check.claim import Claim
from knowledge.language.terms import language_of, numbers
from knowledge.language.values import Bound, Value, ValueKind, same, values, without_values
from knowledge.language.values.units import UNITS

COUNTERS = frozenset(unit.name for unit in UNITS.values() if unit.kind is ValueKind.COUNT)
"""Units of counting, such as "box". Any other unit of a count is the counted noun itself."""
_MONTH, _DAY = 100, 10_000
"""Divisors of a date written as the number YYYYMMDD."""
_COUNTED = (ValueKind.COUNT, ValueKind.NUMBER)
_ITEM = "item"
_THINGS = frozenset(
    "item sheet copy can bottle cup box pack set pair garment case product machine kind".split()
)
"""Counting units that equal "item": Korean has one for each sort of thing, English hardly any."""
_LOWER = (Bound.EXACTLY, Bound.AT_LEAST)
_UPPER = (Bound.EXACTLY, Bound.AT_MOST)


def value_not_quoted(claim: Claim) -> bool:
    """Whether a sentence has a value or a number that neither its quotes nor the question have."""
    said = claim.values
    loose = numbers(without_values(claim.text, said))
    if not said and not loose:
        return False
    sources = (*claim.quotes, claim.asked)
    given = [value for source in sources for value in values(source)]
    figures = {number for source in sources for number in numbers(source)}
    if not figures.issuperset(loose):
        return True
    return any(not _is_given(value, said, given, figures) for value in said)


def without_units(claim: Claim) -> str:
    """The sentence without its values. English counts with nouns stay: "5 gift cards"."""
    korean = language_of(claim.text) == "ko"
    units = [
        one
        for one in claim.values
        if korean or one.kind is not ValueKind.COUNT or one.unit in COUNTERS
    ]
    return without_values(claim.text, units)


def _is_given(
    value: Value, said: Sequence[Value], given: Sequence[Value], figures: Iterable[str]
) -> bool:
    if _is_same(value, given) or any(_is_less_exact(value, one) for one in given):
        return True
    if value.kind is ValueKind.NUMBER:
        amounts = _amounts(figures) | {one.amount for one in given if one.kind in _COUNTED}
        return {value.amount, value.high or value.amount} <= amounts
    if value.kind is ValueKind.COUNT:
        return any(_counts_alike(value, one) for one in given)
    return any(_is_end(value, said, one) for one in given)


def _is_same(value: Value, given: Sequence[Value]) -> bool:
    bounds = {one.bound for one in given if same(replace(value, bound=Bound.EXACTLY), one)}
    # A quoted "19 or older" does not back "19 or younger", even beside a bare 19.
    return bool(bounds) and (value.bound in (Bound.EXACTLY, *bounds) or bounds == {Bound.EXACTLY})


def _is_less_exact(value: Value, given: Value) -> bool:
    """Whether a value is a part of a quoted date: 1 March, or March 2026, of 1 March 2026."""
    if given.kind is not ValueKind.DATE or given.unit != "day":
        return False
    if (value.bound, value.high, given.high) != (given.bound, None, None):
        return False
    if value.kind is ValueKind.MONTH_DAY and value.unit == "day":
        return value.amount == given.amount % _DAY
    parts = {"month": given.amount // _MONTH, "year": given.amount // _DAY}
    return value.kind is ValueKind.DATE and value.amount == parts.get(value.unit)


def _counts_alike(value: Value, given: Value) -> bool:
    """Whether two counts are equal, perhaps with another counting unit: 6 items, 6벌.

    A counted noun is not compared here: the rule for words does that.
    """
    if given.kind not in _COUNTED or (value.amount, value.high) != (given.amount, given.high):
        return False
    if value.bound is not given.bound and Bound.EXACTLY not in (value.bound, given.bound):
        return False
    if given.kind is ValueKind.NUMBER or not {value.unit, given.unit} <= COUNTERS:
        return True
    return _ITEM in (value.unit, given.unit) and {value.unit, given.unit} <= _THINGS


def _is_end(value: Value, said: Sequence[Value], given: Value) -> bool:
    """Whether a value is one end of a quoted range and the sentence gives both ends."""
    if given.high is None or (value.kind, value.unit) != (given.kind, given.unit):
        return False
    alike = [
        one for one in said if (one.kind, one.unit, one.high) == (value.kind, value.unit, None)
    ]
    low = any(one.amount == given.amount and one.bound in _LOWER for one in alike)
    high = any(one.amount == given.high and one.bound in _UPPER for one in alike)
    return low and high and value.amount in (given.amount, given.high)


def _amounts(figures: Iterable[str]) -> set[Decimal]:
    found = set()
    for figure in figures:
        try:
            found.add(Decimal(figure))
        except InvalidOperation:  # 10:30, 1.2.3
            continue
    return found
