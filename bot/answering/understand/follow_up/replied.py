"""Spells out a reply to the bot's question, and a day or a kind of store that is swapped."""

import re

from bot import texts
from bot.answering.understand.follow_up import yes_or_no
from bot.answering.understand.follow_up.swapped_part import on_another_day
from bot.answering.understand.follow_up.yes_or_no import in_words
from bot.model import SafeText, Turn
from bot.privacy import still_safe
from bot.texts import Section
from knowledge.language.asked import without_mark
from knowledge.language.calendar.named_days import ANY_DAY, named_days
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
