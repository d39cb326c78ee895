"""Sorts the days of a question: of the rules asked for, of a purchase, of a delivery."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.answering.understand.day_purpose import (
    day_meant,
    is_asked_for,
    is_deadline,
    is_delivery,
    is_purchase,
    is_soon,
    meant,
)
from knowledge.language.calendar.around import Around
from knowledge.language.calendar.named_days import Named, named_days
from knowledge.language.calendar.relative_days import month_number
from knowledge.language.en.day_words import MONTH_NAME
from knowledge.language.patterns.cues import cue

_BEFORE_NEWEST = cue(
    r"""
    \bbefore (?:(?:the|this|that) )?(?:<NEWEST> )*(?:\w+ )?<RULE>\b
    \bbefore it (?:was )?(?:changed|updated|amended)\b
    \b(?:under|in|by|with|was|were) the (?:old|previous|earlier|former) (?:\w+ ){0,3}?<RULE>\b
    (?:새|새로운|신규|이번|최신|현행)\s?(?:\S+\s)?<RULE_KO>\S{0,6}?\s?(?:시행\s?)?(?:이?전|되기 전)
    (?:개정|변경|바뀌기|개편|시행되기|달라지기|고쳐지기)\s?이?전(?!후)
    (?:이전|예전|종전|기존|옛|구)\s?(?:\S+\s)?<RULE_KO>(?:으로|에서|에는|은|는|에선|상)
    (?<![가-힣])(?<![월일년주달]\s)(?:예전|이전|종전)(?:에는|엔|에)\s(?!<BUYS>)<WAS>
    (?:^|[은는,.?!]\s)전(?:에는|엔)\s(?!<BUYS>)<WAS>
    \b(?:was|were|did)\b[^.?!\n]{0,60}\b(?:previously|formerly|in the past)\b
    \b(?:what|how)\b[^.?!\n]{0,40}\b(?:used to be|did \w+ use to)\b
    \b(?:what|how)\b[^.?!\n]{0,40}\b(?:was|were|did)\b[^.?!\n]{0,40}\bbefore\s*(?:$|[?.!])
    """,
    NEWEST="new|newest|latest|last|recent|current",
    RULE="rules?|polic(?:y|ies)|version|changes?|update|revision|terms|limit",
    RULE_KO="규정|정책|규칙|버전|지침|기준",
    BUYS="산|샀|사신|구매|구입|주문|결제|받",
    WAS=r"[^.?!\n]{0,40}[었았였했됐렸](?:나요|어요|죠|지|을까요|는지|습니까|는데|던)",
)
_OBJECTLESS = re.compile(
    r"^(?:(?:손님|고객|고객님|회원)(?:이|은|께서)?\s)?"
    r"(?:(?:산|사신|구매한|구입한|주문한|결제한)\s?(?:거|것|건|게)(?:인데|데|예요|에요|이에요|입니다|은|는|도|를|을)?"
    r"|(?:구매|구입|주문|결제)\s?건(?:인데|은|도)?|(?:샀|(?:구매|구입|주문|결제)했)(?:는데요?|어요|습니다|고))"
    r"[,.]?\s(?=(?:지금|오늘|아직|혹시|전액)?\s?(?:환불|교환|반품|취소))"
)
"""A purchase without a noun for the goods: 산 거 환불돼요?"""

_LEADS_TO_DAY = re.compile(
    r"\b(?:as of|as at|as on|back in|on|in|at|since|during)\s*$", re.IGNORECASE
)
_BEGINS = re.compile(r"\b(?:since|from|after|starting|as of)\s(?:the\s)?$", re.IGNORECASE)
_BEGINS_KO = re.compile(r"\s?(?:초|말|중순)?(?:에서|로)?\s?(?:부터|이후|이래|기준|뒤|후)")
_WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|[월화수목금토일]요일", re.IGNORECASE
)
_MONTH = re.compile(rf"\b(?!may\b|mar)(?:{MONTH_NAME})\b", re.IGNORECASE)
"""The months, without May and March, which are also verbs."""
_LOOSE_MARK = re.compile(r"\s+([?!.,])")
_FOLLOWS_DAY = re.compile(
    r"^\s?(?:기준(?:으로|에|에는|은)?|현재|당시(?:에|에는)?|에는|에도|에|의|은|는)?(?=[\s,?!.]|$)"
)
_MOST = 6
"""Days of a text that are read: each costs a scan of its sentence."""


@dataclass(frozen=True, slots=True)
class Dates:
    """The days of a question, by their purpose."""

    as_of: date | None = None
    day: date | None = None
    """`as_of`; else the only day named, unless of a purchase, a delivery or a deadline."""
    bought: date | None = None
    delivered: date | None = None
    inexact: bool = False
    """Whether a purchase or a delivery has no exact day, as "last week"."""
    named: tuple[date, ...] = ()
    """All but purchases, deliveries and deadlines, earliest first; a comparison is between them."""
    first: date | None = None
    """The first day of the earliest of them: "since October" is since 1 October."""
    last: date | None = None
    """The last day of the only one: 30 June for "in June"; None for "since June"."""
    before_newest: bool = False
    words: str = ""
    """The text without its as-of day and its days of purchase and delivery.

    The "Sunday" of "this Sunday" stays: documents have rules for Sundays."""
    undated: str = ""
    """The text without any of its days."""


def dates(text: str, today: date) -> Dates:
    """Finds the days in a text and their purpose; relative days count from today."""
    found = _without_loose([(one, Around.of(one, text)) for one in named_days(text, today)[:_MOST]])
    bought = [one for one, around in found if is_purchase(around)]
    delivered = [one for one, around in found if is_delivery(around)]
    others_as_meant = [
        (meant(one, around, today), around)
        for one, around in found
        if one not in bought and one not in delivered and not is_deadline(around)
    ]
    others = [(one, day_meant(one, around, today), around) for one, around in others_as_meant]
    as_of = _asked_for(others, text, today)
    said = [one for one in (*bought, *delivered) if not one.since]
    said += [one for one, day, _ in others if day == as_of]
    exact = {one.period.first for one, _, _ in others if one.period.first == one.period.last}
    coming = [one for one in said if one.relative and one.period.first >= today]
    return Dates(
        as_of=as_of,
        day=as_of or (exact.pop() if len(exact) == len(found) == 1 else None),
        bought=_first_day(bought, today),
        delivered=_first_day(delivered, today),
        inexact=any(some and not _first_day(some, today) for some in (bought, delivered)),
        named=tuple(sorted({day for _, day, _ in others})),
        first=min((one.period.first for one, _, _ in others), default=None),
        last=_last([(one, around) for one, _, around in others]),
        before_newest=bool(_BEFORE_NEWEST.search(text)),
        words=_with_noun(_without(text, said, weekday_of=coming)),
        undated=_without(text, [one for one, _ in found]),
    )


def _asked_for(others: Sequence[tuple[Named, date, Around]], text: str, today: date) -> date | None:
    """The day whose rules are asked for. A whole date beats a month or a day without its year."""
    asked = [(one, day) for one, day, around in others if is_asked_for(one, day, around, today)]
    whole = [(one, day) for one, day, _ in others if one.is_whole]
    if asked and asked[0][0].yearless:
        asked_whole = [pair for pair in whole if pair in asked]
        named_twice = [pair for pair in whole if asked[0][0].is_part_of(pair[0])]
        asked = [*asked_whole, *named_twice, *asked]
    elif len(whole) == len(others) == 1 and _names_month_of(whole[0][0], text):
        asked = whole
    return next((day for _, day in asked), None)


def _names_month_of(one: Named, text: str) -> bool:
    """Whether the month of a date in brackets is named before it: December terms (2025-12-10)."""
    names = (month_number(match[0]) for match in _MONTH.finditer(text, 0, one.start))
    return text[: one.start].endswith("(") and one.period.first.month in names


def _last(found: Sequence[tuple[Named, Around]]) -> date | None:
    """The last day of the only period, unless the text says "since" or "from"."""
    if len(found) != 1:
        return None
    [(one, around)] = found
    begins = _BEGINS.search(around.before) or _BEGINS_KO.match(around.behind)
    return None if begins else one.period.last


def _without_loose(found: Sequence[tuple[Named, Around]]) -> list[tuple[Named, Around]]:
    """Drops loose days, such as "the 10th", unless something was bought or delivered then."""
    return [
        (one, around)
        for one, around in found
        if not one.loose or is_purchase(around) or is_delivery(around)
    ]


def _without(text: str, said: Sequence[Named], weekday_of: Sequence[Named] = ()) -> str:
    """A text without its days, and without their prepositions and particles."""
    for one in sorted(said, key=lambda one: -one.start):
        before = _LEADS_TO_DAY.sub("", text[: one.start])
        behind = _FOLLOWS_DAY.sub("", text[one.end :])
        weekday = _WEEKDAY.search(text[one.start : one.end]) if one in weekday_of else None
        text = f"{before} {weekday[0] if weekday else ''} {behind}"
    return _LOOSE_MARK.sub(r"\1", " ".join(text.split())).lstrip(", ")


def _with_noun(words: str) -> str:
    """Puts 구매한 상품, the word of the documents, in place of 산 거 and the like."""
    return _OBJECTLESS.sub("구매한 상품 ", words)


def _first_day(days: Sequence[Named], today: date) -> date | None:
    """The first of the days that a period can be counted from."""
    return next((day for one in days if (day := _countable(one, today))), None)


def _countable(one: Named, today: date) -> date | None:
    # A week or a month is no day to count from. "3 December", if near, means the next one.
    if one.period.first != one.period.last or (one.yearless and is_soon(one.coming(), today)):
        return None
    return one.period.first if one.period.first <= today else None
