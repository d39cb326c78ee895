"""Reads the weekdays in a text: "Mon-Fri", "월~목", "Sundays", "주말", "일·공휴일"."""

import re
from collections.abc import Iterator

HOLIDAY = 7
"""The number of holidays, beside 0 for Monday to 6 for Sunday."""
EVERY = frozenset(range(7))
_EN = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_KO = "월화수목금토일"
_FULL = r"(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
_SHORT = r"(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun|MON|TUES?|WED|THUR?S?|FRI|SAT|SUN)s?"
_DAY = rf"\b(?:{_FULL}|{_SHORT})\b\.?"
_RANGE_KO = (
    rf"[{_KO}](?:요일)?\s?[~∼〜–-]\s?[{_KO}](?:요일)?(?![가-힣])"
    rf"|[{_KO}](?:요일)?(?:부터|에서) [{_KO}](?:요일)?(?=까지)"
)
_OF_A_DATE = rf"\d\s?[.일]?\s?\([{_KO}]\)"
_FOUND = re.compile(
    rf"(?P<of_a_date>{_OF_A_DATE})"
    rf"|(?P<range>{_DAY}\s?(?:to|through|thru|until|till|[-–—~])\s?{_DAY})"
    rf"|(?P<range_ko>(?<![가-힣\d])(?:{_RANGE_KO}))"
    rf"|(?P<days_ko>(?<![가-힣])[{_KO}]요일|(?<![가-힣\d])[{_KO}](?:\s?[,·/&]\s?[{_KO}])+(?:요일|(?![가-힣]))"
    rf"|(?<![가-힣\d])[{_KO}](?=\s?[,·/&]\s?(?:공?휴일))"
    rf"|(?:(?<=^)|(?<=[:;|] )|(?<=[:;|])|(?<=매주 ))[{_KO}](?=\s*(?:$|[:;|,])))"
    rf"|(?P<day>{_DAY})"
    r"|(?P<weekdays>(?i:\bweekdays?\b)|평일|주중)|(?P<weekend>(?i:\bweekends?\b)|주말)"
    r"|(?P<every>(?i:\b(?:every day|each day|daily|all week|7 days a week)\b)|매일|연중무휴)"
    r"|(?P<holiday>(?i:\b(?:public|bank|national) holidays?\b)|공휴일|(?<!정기)(?<!유급)휴일)"
)
_GROUPS = {
    "weekdays": frozenset(range(5)),
    "weekend": frozenset({5, 6}),
    "every": EVERY,
    "holiday": frozenset({HOLIDAY}),
}


def weekdays(text: str) -> frozenset[int]:
    """The weekdays that a text names, with Monday as 0. The weekday of a date does not count."""
    return frozenset(day for found in _FOUND.finditer(text) for day in _days(found))


def weekday_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each mention of weekdays."""
    return (found.span() for found in _FOUND.finditer(text) if found.lastgroup != "of_a_date")


def _days(found: re.Match[str]) -> Iterator[int]:
    kind, text = found.lastgroup or "", found[0]
    if kind in _GROUPS:
        yield from _GROUPS[kind]
    elif kind in ("range", "range_ko"):
        first, last = (_number(one) for one in _named(text))
        yield from (day % 7 for day in range(first, last + 1 + 7 * (last < first)))
    elif kind != "of_a_date":
        yield from (_number(one) for one in _named(text))


def _named(text: str) -> list[str]:
    korean = re.findall(f"[{_KO}]", text.replace("요일", ""))
    return korean or [one[:3].lower() for one in re.findall(_DAY, text)]


def _number(day: str) -> int:
    return _KO.index(day) if day in _KO else _EN.index(day)
