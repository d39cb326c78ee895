"""Decides which heading or lead-in a statement needs to be understood alone."""

import re
from collections.abc import Sequence

_COLONS = (":", "：")
ASKS = ("?", "？")
LEADS = (*_COLONS, *ASKS)
STOPS = (".", "!", "。", *ASKS)
_FOLLOWS = re.compile(
    r"다음 각 ?[호목]|다음과 같|아래와 같|\bas follows\b|\bthe following\b"
    r"(?! (?:(?:working |business |calendar |school )?(?:days?|weeks?|weekends?|months?|years?)"
    r"|morning|afternoon|evening|night|season|spring|summer|autumn|winter"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b)",
    re.IGNORECASE,
)
"""Words that introduce a list without a colon, as in statutes."""
_STEPS = re.compile(
    r"^(?:if|when|once|in case)\b.*[:：]"
    r"|\b(?:do the following|(?:following|these) steps|in this order)\b"
    r"|(?:순서|절차|단계)|(?:때|경우)(?:에)?(?:는)? ?[:：]",
    re.IGNORECASE,
)
"""Words that introduce steps, which mean nothing one by one."""
_DENIES = re.compile(
    r"\b(?:no|not|never|cannot|without|except|exceptions?|exclud\w+|forbidden|prohibited|banned)\b"
    r"|n['’]t\b|금지|불가|않|못|없|제외|예외|아닌|안 ?[되돼됩]",
    re.IGNORECASE,
)
_TELLS_WHEN = re.compile(
    r"^(?:if|when|whenever|once|in case|before|after|during)\b"
    r"|(?:시|때|경우|후|전)(?:에|에는|는)?[:：]?$",
    re.IGNORECASE,
)
_QUALIFIES = re.compile(
    r"(?:but|however|otherwise|except)\b|다만|단[,은 ]|그러나|하지만", re.IGNORECASE
)
"""A sentence that begins like this belongs to the sentence before it, not to the line above."""
_WORD, _FEWEST_WORDS, _MOST_WORDS = re.compile(r"[^\W_]+"), 2, 6
_LABELLED = re.compile(r"[^:：.]{1,30}[:：]\s")
_HANGUL = re.compile("[가-힣]")
_SHORTEST, _SHORTEST_KO = 12, 6


def ends(text: str, marks: tuple[str, ...]) -> bool:
    """Whether a text ends with one of these marks, Markdown after it aside."""
    return text.rstrip("*_` \n").endswith(marks)


def ends_with_a_colon(text: str) -> bool:
    """Whether a text ends with a colon, so that its content follows it."""
    return ends(text, _COLONS)


def introduces(text: str) -> bool:
    """Whether a sentence or a line says that a list follows."""
    return ends(text, LEADS) or bool(_FOLLOWS.search(text))


def introduces_steps(text: str) -> bool:
    """Whether a text says that steps follow, to be done in order."""
    return introduces(text) and bool(_STEPS.search(text))


def is_needed(lead: str, first: str, last: str) -> bool:
    """Whether sentences, given by their first and last one, mean little without their lead-in.

    True for notes, for lead-ins that name a case or an exception the sentences do not have, and
    for a few words that share none with the lead-in: "At least £5." below "Gift cards".
    """
    if not ends(last, STOPS) or _LABELLED.match(first):
        return True
    if _TELLS_WHEN.search(lead) or (denies(lead) and not denies(first)):
        return True
    words = set(_WORD.findall(first.lower()))
    is_own = not words.isdisjoint(_WORD.findall(lead.lower())) or _QUALIFIES.match(first)
    return len(words) <= _MOST_WORDS and not is_own


def reads_below(heading: str, text: str, quotes: Sequence[str]) -> bool:
    """Whether a note needs its heading: "₩5,000" below "Fee", any item below "Never"."""
    if too_short(quotes) and too_short((text,)):
        return True
    return denies(heading) and not denies(text) and not ends(text, STOPS)


def denies(text: str) -> bool:
    """Whether a text says that something is not so, or not allowed."""
    return bool(_DENIES.search(text))


def too_short(texts: Sequence[str]) -> bool:
    """Whether texts are too short to mean anything alone: under 12 characters, 6 in Korean."""
    said = " ".join(texts)
    return len(said) < (_SHORTEST_KO if _HANGUL.search(said) else _SHORTEST)


def says_nothing(text: str, quotes: Sequence[str]) -> bool:
    """Whether a statement is one short word, such as "5kg", that could be about anything."""
    return too_short(quotes) and too_short((text,)) and len(_WORD.findall(text)) < _FEWEST_WORDS
