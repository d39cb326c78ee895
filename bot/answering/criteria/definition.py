"""What a word stands for: the statement that says what it means."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.patterns.lazy import LazyPattern

_GAINS = 2.0
"""How much a statement gains that says what something means, where that is asked."""

_MEANS = r"(?<!by )(?<!all )(?<!no )(?<!same )(?<!payment )(?:stands? for|means?\b(?! (?:of|to)\b))"
_ASKS = LazyPattern(
    rf"\bwhat (?:kind of |does )[^?.!]{{0,60}}\b{_MEANS}|\bwhat do [^?.!]{{0,40}}\b{_MEANS}\s*\??$"
    r"|\bwhat (?:is|does it) meant? by\b|\bwhat[^?.!]{0,20}\b(?:meaning|definition) of\b"
    r"|\b(?:meaning|definition) of [^?.!]{1,40}[?]?$"
    r"|무슨 ?(?:뜻|의미)[이인일예에야]|무슨 ?말[이인](?=[에예지가])"
    r"|(?:뜻|의미)[이가은는]? ?(?:뭐|뭔|무엇|무슨)|뜻 ?(?:알려|설명)"
    r"|(?:이란|[A-Za-z]란) ?(?:무엇|뭐|뭔)"
)
_TELLS = LazyPattern(
    rf"\b{_MEANS}|\b(?:is|are) defined as\b|\bis short for\b"
    r"|(?:[\"'”’A-Za-z)]이?|[가-힣]이)란 .*(?:말한다|말합니다|뜻한다|뜻합니다|입니다|이다)"
    r"|[을를] ?(?:뜻|의미)(?:합니다|한다|함|하며|하고)|것을 말"
    r"|의 (?:약자|줄임말|준말)|라는 (?:뜻|의미)"
)


def asks_what_it_means(text: str) -> bool:
    """Whether a question asks what something means or stands for."""
    return bool(_ASKS.search(text))


def tells_what_it_means(text: str) -> bool:
    """Whether a statement says what something means or stands for."""
    return bool(_TELLS.search(text))


def definition(asked: Asked) -> Adjust:
    """What says what a word means comes up, where that is asked."""
    is_asked = asks_what_it_means(asked.question.text)
    return whatever_the_scores(
        [_GAINS * (is_asked and tells_what_it_means(text)) for text in asked.texts]
    )
