"""What has to be said above a statement for it to mean what it means where it stands."""

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
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b)"
)
"""What introduces a list without a colon, as statutes do."""
_STEPS = re.compile(
    r"^(?:if|when|once|in case)\b.*[:：]"
    r"|\b(?:do the following|(?:following|these) steps|in this order)\b"
    r"|(?:순서|절차|단계)|(?:때|경우)(?:에)?(?:는)? ?[:：]",
    re.IGNORECASE,
)
"""What introduces steps, of which one alone is none."""
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
"""What begins so goes with the sentence before it, whatever stands above both."""
_WORD, _FEWEST_WORDS, _MOST_WORDS = re.compile(r"[^\W_]+"), 2, 6
_LABELLED = re.compile(r"[^:：.]{1,30}[:：]\s")
_HANGUL = re.compile("[가-힣]")
_SHORTEST, _SHORTEST_KO = 12, 6


def ends(text: str, marks: tuple[str, ...]) -> bool:
    """Whether a text ends with one of these, whatever Markdown stands behind it."""
    return text.rstrip("*_` \n").endswith(marks)


def ends_with_a_colon(text: str) -> bool:
    """Whether what stands behind a text is what it tells."""
    return ends(text, _COLONS)


def introduces(text: str) -> bool:
    """Whether a sentence or a line says that a list follows."""
    return ends(text, LEADS) or bool(_FOLLOWS.search(text))


def introduces_steps(text: str) -> bool:
    """Whether it says that one thing has to be done after the other."""
    return introduces(text) and bool(_STEPS.search(text))


def is_needed(lead: str, first: str, last: str) -> bool:
    """Whether sentences, from a first to a last one, mean little without the line that leads them.

    So do notes, all that holds in a case only, and a few words that share none with the line:
    "At least £5." below "Gift cards".
    """
    if not ends(last, STOPS) or _LABELLED.match(first):
        return True
    if _TELLS_WHEN.search(lead) or _DENIES.search(lead):
        return True
    words = set(_WORD.findall(first.lower()))
    is_own = not words.isdisjoint(_WORD.findall(lead.lower())) or _QUALIFIES.match(first)
    return len(words) <= _MOST_WORDS and not is_own


def reads_below(heading: str, text: str, quotes: Sequence[str]) -> bool:
    """Whether only the heading tells what a note means: "Fee" of "₩5,000", "Never" of a list."""
    if too_short(quotes) and too_short((text,)):
        return True
    denied = _DENIES.search(heading) and not _DENIES.search(text)
    return bool(denied) and not ends(text, STOPS)


def too_short(texts: Sequence[str]) -> bool:
    """Whether texts are so few characters that they may stand anywhere."""
    said = " ".join(texts)
    return len(said) < (_SHORTEST_KO if _HANGUL.search(said) else _SHORTEST)


def says_nothing(text: str, quotes: Sequence[str]) -> bool:
    """Whether a statement is as short as its quotes, and one word: "5kg" may be of anything."""
    return too_short(quotes) and too_short((text,)) and len(_WORD.findall(text)) < _FEWEST_WORDS
