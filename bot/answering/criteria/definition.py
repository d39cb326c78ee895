"""Recognises the statement that says what a subject is: "The staff discount is 20% off"."""

from collections.abc import Collection

from knowledge.language.patterns.cues import cue
from knowledge.language.terms import query_terms, terms_meant

_IS = cue(
    r"""
    ^(?P<subject>[^.:;,|]{2,60}?)(?: is| are|:)(?: <ABOUT>)? (?!<NO_NOUN>\b).+
    """,
    ABOUT="(?:up to|about|at least|at most)",
    NO_NOUN="not|only|never|always|also|in|on|at|for|by|to|under|due|subject|available|[a-z]+(?:ed|en)",
)
_IS_KO = cue(
    r"""
    ^(?P<subject>[^.:;,|]{1,40}?)(?:은|는|이란|란|:) ?.+(?:[이입]니다|이다|예요|%|원)[.)\s]*$
    """
)
_ANY_ONE = frozenset(query_terms("every each any standard usual our"))


def defines(text: str, subject: Collection[str]) -> bool:
    """Whether a statement says what a subject is, and nothing is said of another one."""
    for pattern in (_IS, _IS_KO):
        match = pattern.match(text)
        if match:
            named = set(terms_meant(match["subject"])) - _ANY_ONE
            about = set(query_terms(match["subject"])) - _ANY_ONE
            if set(subject) <= named and about <= set(subject):
                return True
    return False
