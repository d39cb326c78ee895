"""Follow-ups that swap the day of the previous question: "and on Sundays?", "모레는?"."""

import re
from typing import NamedTuple

from knowledge.language.calendar.named_days import ANY_DAY, Named, named_days
from knowledge.language.terms import language_of

_LEADS_IN = re.compile(
    r"^(?:(?:and|but|so|or|then|also|what about|how about|what|for|on|in|at|from|as of)\s+)+"
    r"|^(?:(?:그럼|그러면|그리고|그런데|근데|혹시)\s+)+",
    re.IGNORECASE,
)
_TRAILS = re.compile(
    r"(?<=[가-힣\d])\s?(?:에는|에도|에|엔|은|는|도)?(?:이에요|예요|이요|요)?$|\s(?:then|instead|too)$"
)
_OF_THE_WEEK = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweek(?:end|day)s?\b"
    r"|\b(?:public |bank )?holidays?\b"
    r"|(?<![가-힣])(?:[월화수목금토일]요일|주말|평일|공휴일|휴일|명절)(?![가-힣]{3})",
    re.IGNORECASE,
)
_OF_MONTH = re.compile(r"(?<!\d)\d\d?(?!\d)")
_BEFORE_DAY = re.compile(r"\b(?:on|in|at|for|as of|from)\s(?:the\s)?$", re.IGNORECASE)
_BEHIND_DAY = re.compile(r"^(?:에는|에도|에|엔|은|는|의|도)(?=\s|$)")


class _Day(NamedTuple):
    """A day in the words of a message, and its form in a question."""

    words: str
    is_said_to_be_asked: bool
    """Whether the wording shows that the day is asked about: "and 3 October?", "내일은"."""

    def in_english(self) -> str:
        """The day with its preposition: "on Sundays", "in 2027", "as of next year"."""
        if _OF_THE_WEEK.fullmatch(self.words) or _OF_MONTH.search(self.words):
            return f"on {self.words}"
        return f"as of {self.words}" if _relative(self.words) else f"in {self.words}"

    def in_korean(self) -> str:
        """The day, and 기준 after one that has passed: "일요일", "내년", "작년 기준"."""
        day = _relative(self.words)
        return f"{self.words} 기준" if day and day.period.first < ANY_DAY else self.words


def on_another_day(question: str, said: str) -> str | None:
    """Puts the day of a message into the question, in place of its own day if it has one."""
    day = _day(said)
    if day is None or not day.is_said_to_be_asked:
        return None
    question = question.partition("?")[0]
    start, end = _place_of_day(question)
    before, behind = question[:start], question[end:]
    if language_of(question) == "ko":
        rest = _BEHIND_DAY.sub("", behind) if end else f" {question}"
        return " ".join(f"{before if end else ''}{day.in_korean()} {rest}".split())
    if not end:
        return f"{question} {day.in_english()}"
    return f"{_BEFORE_DAY.sub('', before)}{day.in_english()}{behind}"


def _day(said: str) -> _Day | None:
    bare = _bare(said)
    is_led = bare != said
    if _OF_THE_WEEK.fullmatch(bare):
        return _Day(bare, is_said_to_be_asked=True)
    days = named_days(f"on {bare}", ANY_DAY) or named_days(f"in {bare}", ANY_DAY)
    if len(days) != 1 or days[0].start > len("on ") or days[0].end < len("on ") + len(bare):
        return None
    return _Day(bare, is_said_to_be_asked=is_led or days[0].relative)


def _relative(words: str) -> Named | None:
    return next((one for one in named_days(words, ANY_DAY) if one.relative), None)


def _bare(said: str) -> str:
    return _TRAILS.sub("", _LEADS_IN.sub("", said)).strip()


def _place_of_day(question: str) -> tuple[int, int]:
    """The span of the day that a question names; (0, 0) if it names none."""
    week = _OF_THE_WEEK.search(question)
    if week:
        return week.span()
    days = named_days(question, ANY_DAY)
    return (days[0].start, days[0].end) if days else (0, 0)
