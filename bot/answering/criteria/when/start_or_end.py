"""Criterion: statements with only the end of a period if its start is asked for, or vice versa."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.values import ValueKind, values
from knowledge.model.documents import Header

_ITS_START = 2.0
"""Log odds that a statement gains if it names its document's first day, as asked for."""
_OTHER_END = 6.0
"""Log odds that one loses if it only names the end of the period not asked for."""

_ASKS = LazyPattern(
    r"언제부터(?! ?(?:쓸|받을|세[나는]|계산|이용))|며칠부터|몇 ?월(?: ?며칠)?부터"
    r"|(?:언제|며칠에) ?(?:시작|시행|적용|도입)"
    r"|시행(?:일|되는 날|하는 날|[은이]? ?언제)|\b(?:since|from) (?:when|what (?:date|day))\b"
    r"|\b(?:when|what (?:date|day)) (?:do|does|did|will|is|are)\b[^?.!]{1,80}"
    r"\b(?:start|begin|take effect|come into (?:force|effect)|apply|introduced)\b"
)

_ASKS_UNTIL = LazyPattern(
    r"\b(?:until|till|up to) (?:what|which|when)\b|\bby (?:when|what time)\b"
    r"|\b(?:when|what time) (?:do|does|did|will|is|are)\b[^?.!]{1,60}"
    r"\b(?:end|finish|stop|close)s?\b"
    r"|(?:언제|며칠|몇 ?시|몇 ?월)까지|(?:언제|몇 ?시에) ?(?:문 ?)?(?:끝|종료|마감|닫)"
)
_ENDS = LazyPattern(r"\b(?:ends?|ended|finish(?:es|ed)?|stops?)\b|종료|끝나|끝납|마칩|마친")
_FROM = LazyPattern(r"\bfrom \d|\d(?:시|일|월|분)? ?부터")
_UNTIL = LazyPattern(
    r"\b(?:until|till|to|by|before|through|ends?|within|no later|latest|last|closes?|shuts?"
    r"|locks?)\b|[-–~]|까지|전에|이내|종료|마감|안에|닫"
)
_TIMES = frozenset(
    {
        ValueKind.TIME,
        ValueKind.DATE,
        ValueKind.MONTH_DAY,
        ValueKind.DURATION,
        ValueKind.BUSINESS_DAYS,
    }
)
_STARTS = LazyPattern(
    r"\b(?:starts?|begins?|from|since|after|once|as soon as)\b|시작|부터|이후|뒤|지나면"
)


def asks_from_when(text: str) -> bool:
    """Whether a question asks for the day on which something starts."""
    return bool(_ASKS.search(text))


def names_only_an_end(text: str) -> bool:
    """Whether a statement says when something ends, and not when it starts."""
    return bool(_ENDS.search(text)) and not _STARTS.search(text)


def asks_until_when(text: str) -> bool:
    """Whether a question asks for the moment at which something ends."""
    return bool(_ASKS_UNTIL.search(text))


def names_only_a_start(text: str) -> bool:
    """Whether a statement says when something starts, and not when it ends."""
    if not _FROM.search(text) or _UNTIL.search(text):
        return False
    # "From 10:00, for two weeks": a second time gives the end.
    return sum(one.kind in _TIMES for one in values(text)) < 2  # noqa: PLR2004


def names_its_start(text: str, header: Header) -> bool:
    """Whether a statement names the first day on which its document is in force."""
    start = header.effective_from
    if start is None:
        return False
    day = start.year * 10_000 + start.month * 100 + start.day
    return any(
        one.kind is ValueKind.DATE and one.unit == "day" and one.amount == day
        for one in values(text)
    )


def start_or_end(asked: Asked) -> Adjust:
    """Moves back statements that only name the end of a period not asked for."""
    turns = [0.0] * len(asked.seen)
    if asks_from_when(asked.question.text):
        for place, one in enumerate(asked.seen):
            text, header = one.statement.text, one.hit.passage.header
            turns[place] += _ITS_START * names_its_start(text, header)
            turns[place] -= _OTHER_END * names_only_an_end(text)
    if asks_until_when(asked.question.text):
        for place, text in enumerate(asked.texts):
            turns[place] -= _OTHER_END * names_only_a_start(text)
    return whatever_the_scores(turns)
