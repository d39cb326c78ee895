"""Reads the words around a value: its bound (이상, at most) and its "per" (a month)."""

import re
from typing import NamedTuple

from knowledge.language.values.atom import Atom
from knowledge.language.values.units import LANGUAGES, of_noun
from knowledge.language.values.value import Bound, ValueKind


class Around(NamedTuple):
    """The additions to a value from the words around it."""

    bound: Bound
    per: str | None
    business: bool
    """Whether its days are business days: 영업일 기준 7일."""
    takes_before: bool
    """Whether the value before it is its `per`, such as 하루 in 하루 2회."""
    end: int


def _phrases(*names: str) -> dict[str, Bound]:
    """The phrases of all languages, the longest first."""
    listed = [getattr(language, name) for language in LANGUAGES for name in names]
    pairs = [
        (phrase, Bound(bound))
        for bounds in listed
        for bound, phrases in bounds.items()
        for phrase in phrases.split(", ")
    ]
    return dict(sorted(pairs, key=lambda pair: -len(pair[0])))


_BEFORE, _BEHIND = _phrases("BEFORE"), _phrases("BEHIND")
_BEFORE_MOMENT = _phrases("BEFORE", "BEFORE_MOMENT")
_BEHIND_MOMENT = _phrases("BEHIND", "BEHIND_MOMENT")
_DENIED = re.compile(r"\b(?:no|not|never)$")
_NOT_BEYOND = {Bound.ABOVE: Bound.AT_MOST, Bound.BELOW: Bound.AT_LEAST}
"""What a bound says behind a "not": not more than."""
_LONGEST = 24
"""Characters to look at before and after a value."""
_PASSING = re.compile(
    r"\s?[을를이가]?\s?(?:넘|초과[하할])"
    r"(?P<never>기?지|을? 수 없|(?:어서|여서)는 안|면 안|으면 안)?"
)

_MOMENTS = frozenset({ValueKind.TIME, ValueKind.DATE, ValueKind.MONTH_DAY})
_WITHOUT_PER = _MOMENTS | {ValueKind.IDENTIFIER}
_BUSINESS = re.compile(r"(?:영업일|근무일|평일)\s?기준(?:으로)?\s?$|영업일(?:로)?\s$")
_PERIOD = re.compile(
    r"(?<![가-힣\d])(?:(?P<day>매일|일)|(?P<week>매주|주)|(?P<month>매월|매달|월)|(?P<year>매년|연|년))\s$"
    r"|(?P<noun>시간|인|개|회|건|병|장|kg|g|ml|l|m)당\s?$"
)
_FOR_EACH = re.compile(r"(?:에|당|마다|씩)\s?|\s")
_FOR_EACH_ONE = re.compile(r"(?:에|당|씩)\s?")
_PER = re.compile(
    r"\s?/\s?(?P<slash>[a-z]{3,9}|[일주월년시])\b"
    r"|\s(?:per|each|for each|every) (?P<noun>[a-z]{3,14})\b"
    r"|\s(?:a|an) (?P<time>day|week|month|year|hour|minute|night)\b"
    r"|\sat (?:a|one) (?P<once>time)\b",
    re.IGNORECASE,
)
_SECONDS = {60: "minute", 3600: "hour", 86_400: "day", 604_800: "week"}
_MONTHS = {1: "month", 12: "year"}
_HANGUL_PERIODS = {
    "시간": "hour", "시": "hour", "일": "day", "주": "week", "월": "month", "년": "year"
}  # fmt: skip


def look_around(text: str, atom: Atom, before: Atom | None) -> Around:
    """Reads what the words around an atom, and the atom before it, add to it."""
    first = max(0, atom.start - _LONGEST)
    left, right = text[first : atom.start], text[atom.end : atom.end + _LONGEST]
    business, left = _business(left, right, atom)
    bound, left = _bound_before(left, atom)
    per = _per_value(before, atom, text[before.end : first + len(left)]) if before else None
    takes_before = per is not None
    behind = _behind(right, atom)
    if atom.high is not None:
        bound = Bound.EXACTLY
    elif bound is Bound.EXACTLY:
        bound = behind.bound
    per = per or _per_before(left, atom) or behind.per
    return Around(bound, per, business, takes_before, atom.end + behind.taken)


def _business(left: str, right: str, atom: Atom) -> tuple[bool, str]:
    if atom.kind is not ValueKind.DURATION or atom.word not in ("일", "day", "days"):
        return False, left
    match = _BUSINESS.search(left)
    if match:
        return True, left[: match.start()]
    return right.lstrip().startswith("(영업일"), left


def _bound_before(left: str, atom: Atom) -> tuple[Bound, str]:
    bounds = _BEFORE_MOMENT if atom.kind in _MOMENTS else _BEFORE
    words = left.rstrip().lower()
    if not words.endswith(tuple(bounds)):
        return Bound.EXACTLY, left
    phrase = next(phrase for phrase in bounds if words.endswith(phrase))
    rest, bound = words[: len(words) - len(phrase)], bounds[phrase]
    if rest[-1:].isalnum():
        return Bound.EXACTLY, left
    denied = _DENIED.search(rest.rstrip()) if bound in _NOT_BEYOND else None
    return (_NOT_BEYOND[bound], rest[: denied.start()]) if denied else (bound, rest)


def _per_before(left: str, atom: Atom) -> str | None:
    if atom.kind in _WITHOUT_PER or not left.endswith((" ", "당")):
        return None
    if left.lower().endswith(("every ", " 매 ")):
        return "every"
    match = _PERIOD.search(left, max(0, len(left) - 6))
    if match is None:
        return None
    noun = match["noun"]
    return _HANGUL_PERIODS.get(noun, of_noun(noun)) if noun else match.lastgroup


def _per_value(before: Atom, atom: Atom, gap: str) -> str | None:
    """The `per` of an atom from the one before it: 하루 in 하루 2회, 한 사람 in 한 사람에 3개."""
    if atom.kind in _WITHOUT_PER or before.high is not None:
        return None
    if not before.word[:1] > "z" and not gap.startswith("당"):
        return None
    if before.kind is ValueKind.COUNT:
        return _per_count(before, gap)
    if atom.kind is ValueKind.DURATION and gap == " " and not _fits_into(atom, before):
        return None
    return _period(before) if _FOR_EACH.fullmatch(gap) else None


def _per_count(before: Atom, gap: str) -> str | None:
    if before.amount != 1:
        return f"{before.amount:f} {before.unit}" if gap in ("당", "당 ") else None
    alone = before.unit in ("person", "time") and gap == " "
    return before.unit if alone or _FOR_EACH_ONE.fullmatch(gap) else None


def _fits_into(atom: Atom, period: Atom) -> bool:
    # "하루 8시간" is per day, "1개월 15일" is a sum, "하루, 이틀" a list.
    return atom.unit == period.unit and atom.amount < period.amount


def _period(atom: Atom) -> str | None:
    if atom.kind is not ValueKind.DURATION:
        return None
    return (_MONTHS if atom.unit == "month" else _SECONDS).get(int(atom.amount))


class _Behind(NamedTuple):
    bound: Bound = Bound.EXACTLY
    per: str | None = None
    taken: int = 0


def _behind(right: str, atom: Atom) -> _Behind:
    found = _Behind()
    if right.startswith(("마다", " 마다")):
        return _Behind(per="every")
    for _ in range(2):
        rest = right[found.taken :]
        bound, taken = _bound_behind(rest, atom)
        per = _PER.match(rest) if rest[:1] in (" ", "/") and atom.kind not in _WITHOUT_PER else None
        if found.bound is Bound.EXACTLY and bound is not Bound.EXACTLY:
            found = found._replace(bound=bound, taken=found.taken + taken)
        elif per and found.per is None:
            found = found._replace(per=_for_each(per), taken=found.taken + per.end())
        else:
            break
    return found


def _bound_behind(right: str, atom: Atom) -> tuple[Bound, int]:
    passing = _PASSING.match(right) if "넘" in right or "초과" in right else None
    if passing:
        return (Bound.AT_MOST if passing["never"] else Bound.ABOVE), passing.end()
    bounds = _BEHIND_MOMENT if atom.kind in _MOMENTS else _BEHIND
    words = right.lower().removeprefix(" ")
    if not words.startswith(tuple(bounds)):
        return Bound.EXACTLY, 0
    phrase = next(phrase for phrase in bounds if words.startswith(phrase))
    if phrase.isascii() and words[len(phrase) : len(phrase) + 1].isalpha():
        return Bound.EXACTLY, 0
    return bounds[phrase], len(right) - len(words) + len(phrase)


def _for_each(match: re.Match[str]) -> str:
    word = match["slash"] or match["noun"] or match["time"] or match["once"]
    return _HANGUL_PERIODS.get(word) or of_noun(word.lower())
