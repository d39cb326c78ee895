"""Spells out a reply to the bot's question, and a day or a kind of store that is swapped."""

import re
from typing import NamedTuple

from bot import texts
from bot.answering.understand.follow_up import yes_or_no
from bot.answering.understand.follow_up.yes_or_no import in_words
from bot.model import SafeText, Turn
from bot.privacy import still_safe
from bot.texts import Section
from knowledge.language.asked import without_mark
from knowledge.language.calendar.named_days import ANY_DAY, named_days
from knowledge.language.grammars import grammar_for
from knowledge.language.terms import language_of

_TEXTS = Section("follow_up")
_LONGEST = 600
"""Characters of a question with its follow-ups; the end of the earlier ones is cut off."""
_BOUGHT = re.compile(
    r"\b(?:it was|that was|they were|bought|purchased|i|we|they|he|she|it|on)\b"
    r"|에|(?:샀|구매했|구입했)(?:어|습니다|대|다|음)?|산 (?:거|것|상품)",
    re.IGNORECASE,
)
_POLITE = re.compile(r"(?:이에요|예요|에요|입니다|이요|요)$")
_IN_STORE = re.compile(
    r"^(?:and |but |what about |how about |for |in |at |it's )*(?:the |a |an |our )?"
    r"(?P<en>caf[eé]|coffee shop|convenience (?:store|shop)|clothing (?:store|shop))s?(?: one)?$"
    r"|^(?:(?:그럼|그러면|그리고) )?(?P<ko>카페|편의점|(?:의류|옷) ?매장)"
    r"(?:에서|은|는)?(?:요|이요|이에요|예요|에요)?$",
    re.IGNORECASE,
)
"""A kind of store and nothing else; it is added to the previous question."""


def spelled_out(text: str, turn: Turn | None) -> SafeText | None:
    """The one whole question that a message means: a reply, another day, another kind of store."""
    said = without_mark(text.strip())
    if turn is None or not said:
        return None
    before = previous(turn, said)
    whole = _replied(before, said, turn) or on_another_day(before, said)
    return still_safe(f"{without_mark(whole)}?") if whole else None


def chosen_reply(name: str, turn: Turn) -> SafeText:
    """The previous question with a reply that was offered for it."""
    whole = spelled_out(name, turn)
    return whole or still_safe(_in_case(previous(turn, name), name))


def replies(text: str, turn: Turn | None) -> bool:
    """Whether a message replies to the question that the bot asked back."""
    said = without_mark(text)
    if turn is None or not turn.asked_back or turn.disagreeing:
        return False
    return yes_or_no.replies(said, turn.asked_back) or _replied("", said, turn) is not None


def previous(turn: Turn, said: str) -> str:
    """The previous question, cut so that the message still fits after it."""
    before = without_mark(turn.question)
    return before[: max(0, _LONGEST - len(said))] if len(before) + len(said) > _LONGEST else before


def _replied(before: str, said: str, turn: Turn) -> str | None:
    """Adds a day asked for, a kind of store, or a yes or no to the previous question."""
    day = _day_alone(said) if turn.asked_back else None
    if day:
        delivered = turn.asked_back in texts.ASK_DELIVERED.values()
        return _bought(before, day, delivered=delivered)
    if match := _IN_STORE.search(said):
        store = match["en"] or match["ko"]
        return _TEXTS.IN_STORE[language_of(store)].format(store=store, question=before)
    case = in_words(said, turn.asked_back)
    return _in_case(before, case) if case else None


def _day_alone(said: str) -> str | None:
    """The day that a message names, if it says nothing else, except that something was bought."""
    said = _POLITE.sub("", said)
    days = named_days(said, ANY_DAY)
    if len(days) != 1:
        return None
    start, end = days[0].start, days[0].end
    rest = _BOUGHT.sub("", f"{said[:start]} {said[end:]}")
    return said[start:end] if not rest.strip(" ,") else None


def _bought(question: str, day: str, *, delivered: bool) -> str:
    """Adds the day of a purchase or a delivery to a question."""
    said = _TEXTS.DELIVERED if delivered else _TEXTS.BOUGHT
    return said[language_of(question)].format(question=question, day=day)


def _in_case(question: str, case: str) -> str:
    """Adds the customer's case to a question."""
    return _TEXTS.STATED[language_of(case)].format(question=question, case=case)


# Follow-ups that swap the day of the previous question: "and on Sundays?", "모레는?".


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
