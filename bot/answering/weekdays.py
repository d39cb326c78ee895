"""The days of the week that a text speaks of: Sundays are no Saturdays; Tuesday is a weekday."""

import re

_ENGLISH = {name: n for n, name in enumerate("mon tue wed thu fri sat sun".split())}
_KOREAN = {name: n for n, name in enumerate("월화수목금토일")}
_NAME = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_SHORT = r"(?:mon|tue|wed|thu|fri|sat|sun)"
_TO = r"\s?(?:-|–|~|to|through|until|부터|에서)\s?"
_RANGE = re.compile(
    rf"\b(?P<first>{_NAME}|{_SHORT}){_TO}(?P<last>{_NAME}|{_SHORT})\b"
    rf"|(?<![가-힣])(?P<from>[월화수목금토일])(?:요일)?{_TO}(?P<to>[월화수목금토일])(?:요일|(?![가-힣]))",
    re.IGNORECASE,
)
_ONE = re.compile(
    rf"\b{_NAME}\b|(?<![가-힣])(?:[월화수목금토일][,·]\s?)*[월화수목금토일]요일", re.IGNORECASE
)
_WEEKDAYS = re.compile(r"\bweekdays?\b|평일|주중", re.IGNORECASE)
_WEEKEND = re.compile(r"\bweekends?\b|주말", re.IGNORECASE)
_DAILY = re.compile(
    r"\b(?:daily|every day|seven days)\b|매일|연중무휴|요일 상관없이", re.IGNORECASE
)
_SATURDAY = 5
_ALL = range(7)


def days_of_the_week(text: str) -> frozenset[int]:
    """The days that a text names, 0 for Monday; none where it names none."""
    found: set[int] = set()
    for match in _RANGE.finditer(text):
        first, last = match["first"] or match["from"], match["last"] or match["to"]
        found |= _between(_number(first), _number(last))
    for match in _ONE.finditer(text):
        found |= _numbers(match.group())
    if _WEEKDAYS.search(text):
        found |= {*_ALL[:_SATURDAY]}
    if _WEEKEND.search(text):
        found |= {*_ALL[_SATURDAY:]}
    return frozenset(_ALL) if _DAILY.search(text) else frozenset(found)


def _between(first: int, last: int) -> set[int]:
    return {(first + n) % len(_ALL) for n in range((last - first) % len(_ALL) + 1)}


def _number(name: str) -> int:
    return _KOREAN[name[0]] if name[0] in _KOREAN else _ENGLISH[name[:3].lower()]


def _numbers(name: str) -> set[int]:
    """One day, or those of 토·일요일."""
    if name[0] in _KOREAN:
        return {_KOREAN[char] for char in name.removesuffix("요일") if char in _KOREAN}
    return {_number(name)}
