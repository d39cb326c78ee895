"""Finds the days that a text names, in order. Durations are not days."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain

from knowledge.language.calendar.period import Period, day_of, months_from
from knowledge.language.calendar.relative_days import FORMS, WEEKDAYS, month_number
from knowledge.language.en.day_words import MONTH_NAME, with_capitals
from knowledge.language.values import Bound, Value, ValueKind, values

ANY_DAY = date(2026, 1, 1)
"""Stands in for today where it matters whether words name a day, not which one."""
_DAY = 86_400
_LEAP_YEARS = 8
"""Years between two 29ths of February, at most."""
_LONG_AGO = 36_500
"""Days; nobody asks about longer ago, and `date` has a minimum."""
_AGO = re.compile(r"\s?전(?=에|엔|부터|쯤|의|\s|$|[,.?!])(?!에?\s미리)|\sago\b", re.IGNORECASE)
_SINCE_KO = re.compile(r"지\s(?:약\s|한\s|벌써\s|이제\s|거의\s)?$")
_SINCE_KO_BEHIND = re.compile(
    r"(?:이|가|은|도)?\s?(?:(?:정도|쯤|가량|좀)\s?)?(?:넘었|됐|되었|된\s|되어서|돼서|지났|흘렀|째)"
)
"""Forms of the past only: "14일이 지나면" and "지난 상품" ask in general."""
_SINCE = re.compile(r"\ssince\b", re.IGNORECASE)
_BEEN = re.compile(r"\b(?:been|it's|its|it is)\s(?:(?:\w+|more than)\s)?$", re.IGNORECASE)
_UNSAID = frozenset({Bound.AT_MOST, Bound.BELOW, Bound.AT_LEAST})
_FROM_NOW = re.compile(r"\sfrom\snow\b", re.IGNORECASE)
_KOREAN_SLASH = re.compile(
    r"(?<![\d/.])(?P<month>1[0-2]|0?[1-9])/(?P<day>3[01]|[12]\d|0?[1-9])(?=에|일|\s기준)"
)
_OF_MONTH = re.compile(
    r"\bthe\s(?P<en>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b(?!\s(?:of|floor|day|time|purchase|order)\b)"
    r"|(?<![\d월년.,~])(?<![월년]\s)(?P<ko>3[01]|[12]\d|[1-9])일(?=날?(?:에\s|쯤)|자\s|\s*$)",
    re.IGNORECASE,
)
_SLASHED = re.compile(
    r"(?<![\d/.])(?P<one>\d{1,2})/(?P<two>\d{1,2})(?:/(?P<year>20\d\d))?(?!\d|[/.]\d)"
)
_WEEKDAY = re.compile(
    r"(?<=\bon )(?P<en>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?day\b(?!,? (?:\d|next|this))"
    r"|(?<![가-힣])(?P<ko>[월화수목금토일])요일(?=에|날)",
    re.IGNORECASE,
)
_WEEK = timedelta(days=7)
SOME_TIME_BEFORE = r"(?:며칠|몇 ?(?:일|주|달|개월)|얼마) ?전"
"""며칠 전: says when, though with the words for "how long"."""
_SOME_TIME_AGO = re.compile(
    r"\b(?:(?:a few|some|several|a couple of) (?:days|weeks|months)|a while) ago\b"
    r"|\bthe other day\b"
    rf"|(?<![가-힣]){SOME_TIME_BEFORE}"
    r"(?=에 ?(?:\S+ )?(?:산|샀|사신|구매|구입|주문|받))",
    re.IGNORECASE,
)
_SOME_TIME = timedelta(days=60)
_HANGUL = re.compile(r"[가-힣]")
_ALONE = re.compile(
    rf"\b(?:in|during|since|before|from|until|of|early|late|mid)[\s-](?P<month>{MONTH_NAME})\b"
    r"(?!,?\s\d)",
    re.IGNORECASE,
)
_EDGE_BEFORE = re.compile(
    r"\b(?P<edge>end|start|beginning|middle)\sof\s(?:the\s)?(?:month\s(?:of\s)?)?$"
    r"|\b(?P<edge2>early|late|mid)(?:[\s-]|\sin\s)$",
    re.IGNORECASE,
)
_EDGE_BEHIND = re.compile(r"\s?(?P<edge>말|초|중순)(?![가-힣](?<![에의은는부엔까]))")
_MONTH_LONG = 20
_LEAD = 24
"""Characters to look at before a duration."""
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Named:
    """Days that a text names, with their place."""

    period: Period
    start: int
    end: int
    yearless: bool = False
    """Whether the year is missing: the period is then the latest such."""
    relative: bool = False
    ago: bool = False
    """Whether it counts back, such as 3일 전: from today or another day of the sentence."""
    loose: bool = False
    """Whether it counts as a day only for a purchase or a delivery: the 10th."""

    since: bool = False
    """Whether it is given by the time since then: 산 지 3주 됐다."""

    @property
    def is_bare_year(self) -> bool:
        """Whether it is just the number of a year."""
        return not self.relative and self.period == Period.of_year(self.period.first.year)

    @property
    def is_whole(self) -> bool:
        """Whether it is one day with a year, such as 2025-12-10."""
        one_day = self.period.first == self.period.last
        return one_day and not (self.yearless or self.relative or self.loose)

    def is_part_of(self, other: "Named") -> bool:
        """Whether it names the other's month, or its month and day, without the year."""
        same_month = self.period.first.month == other.period.first.month
        is_month = self.period.first != self.period.last
        return (
            self.yearless
            and same_month
            and (is_month or self.period.first.day == other.period.first.day)
        )

    def coming(self) -> "Named":
        """The same days in the next year."""
        first, last = (months_from(day, 12) for day in self.period)
        return replace(self, period=Period(first, last))


def named_days(text: str, today: date) -> tuple[Named, ...]:
    """The days that a text names, in order."""
    found: list[Named] = []
    taken = bytearray(len(text))
    named = [*_relative(text, today), *_absolute(text, today)]
    loose = (
        _slashed(text, today),
        _impossible(text, today),
        _on_weekday(text, named, today),
        _long_ago(text, today),
    )
    for one in (*named, *_of_month(text, named, today), *chain.from_iterable(loose)):
        span = slice(one.start, one.end)
        if not any(taken[span]):
            taken[span] = b"1" * (one.end - one.start)
            found.append(one)
    return tuple(sorted(found, key=lambda one: one.start))


def relative_in(text: str) -> Named | None:
    """The first day of a text that counts from today: tomorrow, 작년."""
    return next((one for one in named_days(text, ANY_DAY) if one.relative), None)


def _relative(text: str, today: date) -> Iterator[Named]:
    for form in FORMS:
        for match in form.pattern.finditer(text):
            period = form.read(match, today)
            if period:
                yield Named(period, *match.span(), relative=True)


def _absolute(text: str, today: date) -> Iterator[Named]:
    for value in values(with_capitals(text)):
        if value.high is None:
            yield from _of_value(value, text, today)
    for match in _KOREAN_SLASH.finditer(text):
        yield from _latest(int(match["month"]), int(match["day"]), match.span(), today)
    for match in _ALONE.finditer(text):
        month = _latest_month(month_number(match["month"]), today)
        edge = match.group()[: match.start("month") - match.start() - 1]
        start = match.start("month")
        yield _edged(Named(month.at(edge), start, match.end(), yearless=True), text)


def _of_value(value: Value, text: str, today: date) -> Iterator[Named]:
    amount, span = int(value.amount), value.span
    if value.kind is ValueKind.DURATION:
        yield from _counted(value, text, today)
    elif value.kind is ValueKind.DATE and value.unit == "day":
        day = day_of(amount // 10_000, amount // 100 % 100, amount % 100)
        if day:
            yield Named(Period.of_day(day), *span)
    elif value.kind is ValueKind.DATE:
        month = value.unit == "month"
        period = Period.of_month(amount // 100, amount % 100) if month else Period.of_year(amount)
        yield _edged(Named(period, *span), text)
    elif value.kind is ValueKind.MONTH_DAY and value.unit == "day":
        yield from _latest(amount // 100, amount % 100, span, today)
    elif value.kind is ValueKind.MONTH_DAY and value.unit == "month":
        yield _edged(Named(_latest_month(amount, today), *span, yearless=True), text)


def _counted(value: Value, text: str, today: date) -> Iterator[Named]:
    ago = _AGO.match(text, value.span[1])
    match = ago or _FROM_NOW.match(text, value.span[1])
    if match is None:
        yield from _since(value, text, today)
        return
    day = _apart(value, -1 if ago else 1, today)
    yield Named(Period.of_day(day), value.span[0], match.end(), relative=True, ago=bool(ago))


def _since(value: Value, text: str, today: date) -> Iterator[Named]:
    """산 지 3주 됐는데, three weeks since she bought it; if "more than", a period before."""
    start, end = value.span
    before = text[max(0, start - _LEAD) : start]
    korean = _SINCE_KO_BEHIND.match(text, end) if _SINCE_KO.search(before) else None
    been = (not before.strip() or _BEEN.search(before)) and _SINCE.match(text, end)
    if value.bound in _UNSAID or not (korean or been):
        return
    last = _apart(value, -1, today)
    over = value.bound is Bound.ABOVE
    period = Period(last - _SOME_TIME, last) if over else Period.of_day(last)
    yield Named(period, start, end, relative=True, ago=True, loose=True, since=True)


def _apart(value: Value, sign: int, today: date) -> date:
    """The day that a duration before or after today ends on."""
    amount = int(value.amount)
    if value.unit == "month":
        return months_from(today, sign * min(amount, _LONG_AGO // 30))
    return today + timedelta(days=sign * min(amount // _DAY, _LONG_AGO))


def _latest(month: int, day: int, span: tuple[int, int], today: date) -> Iterator[Named]:
    latest = _latest_day(month, day, today)
    if latest:
        yield Named(Period.of_day(latest), *span, yearless=True)


def _latest_day(month: int, day: int, today: date, year: int = 0) -> date | None:
    """The latest such day, or the one in a year."""
    if year:
        return day_of(year, month, day)
    years = range(today.year, today.year - _LEAP_YEARS - 1, -1)
    days = (day_of(one, month, day) for one in years)
    return next((one for one in days if one and one <= today), None)


def _of_month(text: str, named: Sequence[Named], today: date) -> Iterator[Named]:
    """The 10th: the first one after a day named before it, else the latest one."""
    for match in _OF_MONTH.finditer(text):
        before = [one.period.first for one in named if one.end <= match.start()]
        day = _such_day(int(match["en"] or match["ko"]), before[-1] if before else None, today)
        if day:
            yield Named(Period.of_day(day), *match.span(), loose=True)


def _slashed(text: str, today: date) -> Iterator[Named]:
    """10/11: if day and month may be swapped, the period between the two readings."""
    for match in _SLASHED.finditer(text):
        one, two = int(match["one"]), int(match["two"])
        both = {(one, two)} if _HANGUL.search(text) else {(one, two), (two, one)}
        year = int(match["year"] or 0)
        days = [day for pair in both if (day := _latest_day(*pair, today, year))]
        if days:
            period = Period(min(days), max(days))
            yield Named(period, *match.span(), yearless=not year, loose=True)


def _impossible(text: str, today: date) -> Iterator[Named]:
    """31 February: a day of that month."""
    for value in values(with_capitals(text)):
        if value.kind is ValueKind.MONTH_DAY and value.unit == "day" and value.high is None:
            month, day = divmod(int(value.amount), 100)
            if 1 <= month <= _MONTHS and not any(_latest(month, day, value.span, today)):
                yield Named(_latest_month(month, today), *value.span, yearless=True, loose=True)


def _on_weekday(text: str, named: Sequence[Named], today: date) -> Iterator[Named]:
    """On Friday: the latest one before today; if today is Friday, the period from it to today.

    Ignored beside a named day, as it is then another day: "bought on the 5th, comes on Friday".
    """
    for match in () if named else _WEEKDAY.finditer(text):
        number = WEEKDAYS[(match["en"] or match["ko"]).lower()]
        days = timedelta(days=(today.weekday() - number) % _WEEK.days)
        yield Named(Period(today - (days or _WEEK), today - days), *match.span(), loose=True)


def _long_ago(text: str, today: date) -> Iterator[Named]:
    """A few days ago: a vague period."""
    for match in _SOME_TIME_AGO.finditer(text):
        yield Named(Period(today - _SOME_TIME, today), *match.span(), loose=True)


def _such_day(number: int, since: date | None, today: date) -> date | None:
    start = since or today
    months = (Period.of_month(start.year, start.month + (n if since else -n)) for n in range(3))
    days = (day_of(one.first.year, one.first.month, number) for one in months)
    return next((day for day in days if day and (day >= since if since else day <= today)), None)


def _latest_month(month: int, today: date) -> Period:
    """The latest such month that has started."""
    return Period.of_month(today.year - (month > today.month), month)


def _edged(named: Named, text: str) -> Named:
    """Narrows a period to its end, beginning or middle, if the words say so."""
    before = _EDGE_BEFORE.search(text[max(0, named.start - _MONTH_LONG) : named.start])
    behind = _EDGE_BEHIND.match(text, named.end)
    if before:
        return replace(named, period=named.period.at(before["edge"] or before["edge2"]))
    if behind:
        return replace(named, period=named.period.at(behind["edge"]), end=behind.end())
    return named
