"""Splits English sentences into clauses, with what each allows, needs, affirms and denies."""

import re
from collections.abc import Iterator
from functools import lru_cache

from knowledge.language.grammar import ABLE, NEED, Clause
from knowledge.language.terms import query_terms

_SPLIT = re.compile(
    r"[;:]\s|,?\s(?:but|however|while|whereas|although|though|yet)\b,?\s|,\s(?:and|or|so)\s"
    r"|\s(?:and|or)\s(?=(?:do not|don't|never|must not|may not|cannot|can't)\b)",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\bnot only\b|\bno (?:problem|matter|doubt)\b"
    r"|\b(?:no|not) (?:later|earlier|sooner|more|less|fewer|longer|greater|higher|lower) than\b"
    r"|\b(?:not|never) exceed(?:ing|s)?\b",
    re.IGNORECASE,
)
"""Phrases that look like a negation but are none: most of them bound a value."""
_NO_LONGER = re.compile(r"\bno longer\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(?:only|unless|except(?:ion|ions|ing)?|excluding|until|without|otherwise|instead|rather"
    r"|other than|apart from|besides|after|afterwards|beyond|past|over|exceed\w*|later|more than"
    r"|even|regardless|if not|not if)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_MODALS = frozenset("can may could cannot can't couldn't".split())
_ALLOWING = frozenset(
    "able allowed allow allows permitted permit permits possible eligible entitled entitle "
    "entitles accepted accept accepts acceptable refundable returnable exchangeable "
    "redeemable".split()
)
_FORBIDDING = frozenset(
    "prohibited prohibit forbidden forbid banned barred unable impossible ineligible refused "
    "refuse declined rejected excluded denied disallowed".split()
)
_NEEDING = frozenset("must need needs needed required require requires necessary".split())
_NO = frozenset("no nobody none neither nor".split())
_REACH = 3
"""Words after a "not" among which the negated word is: not be fully refunded."""
_SHORTEST_OPPOSITE = 6
"""Letters of the shortest word with un-: unworn, unused."""


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of one sentence."""
    text = _NO_LONGER.sub("not", _NO_DENIAL.sub(" ", sentence)).lower()
    hedges = frozenset(match[0] for match in _HEDGE.finditer(text))
    for part in _SPLIT.split(text):
        yield _clause(part, hedges)


class _Signs:
    """The words affirmed and denied so far."""

    def __init__(self) -> None:
        self.found: dict[str, set[bool]] = {}
        self.opposites: set[str] = set()

    def add(self, key: str, *, affirmed: bool) -> None:
        self.found.setdefault(key, set()).add(affirmed)

    def clear(self) -> dict[str, bool]:
        """The words that are only affirmed or only denied."""
        return {key: signs.pop() for key, signs in self.found.items() if len(signs) == 1}


def _clause(part: str, hedges: frozenset[str]) -> Clause:
    words = _WORD.findall(part)
    denying = [place for place, word in enumerate(words) if _denies(word)]
    signs = _Signs()
    for place, word in enumerate(words):
        _read(words, place, signs, denied=_is_denied(words, place, denying))
        if _is_opposite(word):
            signs.opposites.update(query_terms(word[2:]))
    about = frozenset(term for word in words if not _only_says(word) for term in _terms(word))
    opposites = frozenset(signs.opposites)
    return Clause("en", about, signs.clear(), hedges, len(denying), opposites)


def _read(words: list[str], place: int, signs: _Signs, *, denied: bool) -> None:
    word = words[place]
    if word in _MODALS:
        signs.add(ABLE, affirmed=not _is_modal_denied(words, place))
    elif word == "must" and words[place + 1 : place + 2] == ["not"]:
        signs.add(ABLE, affirmed=False)
    elif word in _NEEDING:
        signs.add(NEED, affirmed=not denied)
    elif word in _FORBIDDING:
        signs.add(ABLE, affirmed=denied)
    elif not _denies(word):
        if word in _ALLOWING:
            signs.add(ABLE, affirmed=not (denied or _is_under_no(words, place)))
        for term in _terms(word):
            signs.add(term, affirmed=denied is _is_opposite(word))


def _is_modal_denied(words: list[str], place: int) -> bool:
    following = words[place + 1 : place + 2]
    denied = _denies(words[place]) or following in (["not"], ["never"])
    return denied or _is_under_no(words, place)


def _is_under_no(words: list[str], place: int) -> bool:
    """Whether "no" before a modal negates it: no refunds can be given."""
    # Not so in "no receipt is needed and it can be returned".
    nones = [one for one, word in enumerate(words[:place]) if word in _NO]
    return bool(nones) and _NEEDING.isdisjoint(words[nones[-1] : place])


def _is_denied(words: list[str], place: int, denying: list[int]) -> bool:
    before = [one for one in denying if one < place]
    if not before or place - before[-1] > _REACH:
        return False
    # "not" negates the next content word; "no" the next two: no cash refunds.
    between = [one for one in words[before[-1] + 1 : place] if _terms(one) and one not in _MODALS]
    return len(between) <= (words[before[-1]] == "no")


def _denies(word: str) -> bool:
    return word in ("not", "never", "cannot", "non") or word in _NO or word.endswith("n't")


def _is_opposite(word: str) -> bool:
    return word.startswith("un") and len(word) >= _SHORTEST_OPPOSITE


def says_only(word: str) -> bool:
    """Whether a word only affirms, denies, allows or requires: required, refundable."""
    word = word.lower()
    return _only_says(word) or word in _NEEDING


def _only_says(word: str) -> bool:
    return word in _MODALS or word in _ALLOWING or word in _FORBIDDING or _denies(word)


@lru_cache(maxsize=10_000)
def _terms(word: str) -> tuple[str, ...]:
    # "unopened" counts as "opened", negated.
    return tuple(query_terms(word[2:] if _is_opposite(word) else word))
