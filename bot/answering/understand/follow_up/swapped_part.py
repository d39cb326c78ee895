"""Follow-ups that swap the day of the previous question: "and on Sundays?", "모레는?"."""

import re
from typing import NamedTuple

from bot.texts import Section
from knowledge.language.calendar.named_days import ANY_DAY, named_days
from knowledge.language.grammars import grammar_for
from knowledge.language.terms import language_of

_TEXTS = Section("follow_up")
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
_BEFORE_DAY = re.compile(r"\b(?:on|in|at|for|as of|from)\s(?:the\s)?$", re.IGNORECASE)
_BEHIND_DAY = re.compile(r"^(?:에는|에도|에|엔|은|는|의|도)(?=\s|$)")


class _Day(NamedTuple):
    """A day in the words of a message, and its form in a question."""

    words: str
    is_said_to_be_asked: bool
    """Whether the wording shows that the day is asked about: "and 3 October?", "내일은"."""


def on_another_day(question: str, said: str) -> str | None:
    """Puts the day of a message into the question, in place of its own day if it has one."""
    day = _day(said)
    if day is None or not day.is_said_to_be_asked:
        return None
    question = question.partition("?")[0]
    start, end = _place_of_day(question)
    before, behind = question[:start], question[end:]
    language = language_of(question)
    asked = grammar_for(language).on_day(day.words)
    if not end:
        return _TEXTS.CASE[language].format(question=question, case=asked)
    return f"{_BEFORE_DAY.sub('', before)}{asked}{_BEHIND_DAY.sub('', behind)}"


def _day(said: str) -> _Day | None:
    bare = _bare(said)
    is_led = bare != said
    if _OF_THE_WEEK.fullmatch(bare):
        return _Day(bare, is_said_to_be_asked=True)
    days = named_days(f"on {bare}", ANY_DAY) or named_days(f"in {bare}", ANY_DAY)
    if len(days) != 1 or days[0].start > len("on ") or days[0].end < len("on ") + len(bare):
        return None
    return _Day(bare, is_said_to_be_asked=is_led or days[0].relative)


def _bare(said: str) -> str:
    return _TRAILS.sub("", _LEADS_IN.sub("", said)).strip()


def _place_of_day(question: str) -> tuple[int, int]:
    """The span of the day that a question names; (0, 0) if it names none."""
    week = _OF_THE_WEEK.search(question)
    if week:
        return week.span()
    days = named_days(question, ANY_DAY)
    return (days[0].start, days[0].end) if days else (0, 0)
