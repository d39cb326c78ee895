"""Tells a rule for the opposite of what a question says: with it or without it, paid or unpaid."""

from collections.abc import Iterator

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of, query_terms

_OWN = r"(?:(?:an?|the|any|his|her|their|my|your|its|valid|original) )*(?P<noun>[a-z]{3,})"
_LACKS = LazyPattern(
    r"\b(?:without|with no|no|lost|forgot|forgotten|missing"
    rf"|(?:n't|not|never) (?:have|got|bring|brought|find|kept?)) {_OWN}"
    r"|(?P<noun_ko>[가-힣]{2,}?)[이가도은는을를]? ?"
    r"(?:없(?:이|는데|대|어|으|다|습|는|을)|안 ?[가갖]|못 ?[찾챙]|잃어|분실|두고 ?[왔오])"
)
_HAS = LazyPattern(
    rf"\b(?:with|has|have|got|brought|brings?|shows?|showing|against) {_OWN}"
    r"|(?P<noun_ko>[가-힣]{2,}?)[이가도은는을를만]? ?"
    r"(?:있(?:으면|어야|는|을|어|습|대|고|다)|가져|갖고|지참|제시|보여|들고)"
)
_CASE = LazyPattern(
    r"^(?:[\w ]+: )?(?:(?P<without>without|with no|if \w+ (?:has|have) no)"
    rf"|(?:with|if \w+ (?:has|have)|on showing|against)) {_OWN}"
    r"|^(?:[^,:]{0,12}: )?(?P<noun_ko>[가-힣]{2,8}?)[이가은는을를]? ?"
    r"(?:(?P<without_ko>없(?:이|으면|는|을))|있(?:으면|는|을)|가져오|지참|제시)"
)
"""The beginning of a rule for those who have something, or have it not."""
_BOTH = LazyPattern(
    r"\b(?:if not|otherwise|else|either way|or without)\b"
    r"|[없있]으면|없어도|그렇지 않|아니면|상관없이|여부"
)
_DONE = LazyPattern(
    r"(?:\b(?P<not>not|never|no longer)\b (?:\w+ )??|\b\w+(?P<nt>n't) (?:been )?)?"
    r"\b(?P<un>un)?(?P<word>[a-z]{2,}(?:ed|en|wn|rn|ld|id|ght))\b"
)
"""What was done, or was not: paid, unpaid, never paid."""
_UN = LazyPattern(r"\bun[a-z]")


def is_other_case(asked: str, rule: str) -> bool:
    """Whether a rule is for what a question rules out, and says nothing of the other case."""
    if language_of(asked) != language_of(rule):
        return False
    return _is_of_other_means(asked, rule) or _is_of_other_state(asked.lower(), rule.lower())


def _is_of_other_means(asked: str, rule: str) -> bool:
    case = _CASE.search(rule)
    if case is None or _BOTH.search(rule, case.end()):
        return False
    thing = {*query_terms(case["noun"] or case["noun_ko"])}
    lacking = {*_things(_LACKS, asked)}
    having = {*_things(_HAS, asked)} - lacking
    return bool(thing & (having if case["without"] or case["without_ko"] else lacking))


def _things(pattern: LazyPattern, text: str) -> Iterator[str]:
    for match in pattern.finditer(text):
        yield from query_terms(match["noun"] or match["noun_ko"])


def _is_of_other_state(asked: str, rule: str) -> bool:
    """Whether one says "unpaid" of what the other says "paid", and neither has both."""
    if not (_UN.search(asked) or _UN.search(rule)):
        return False
    mine, theirs = _done(asked), _done(rule)
    prefixed = {one["word"] for text in (asked, rule) for one in _DONE.finditer(text) if one["un"]}
    return any(
        mine[word] ^ theirs[word] == {True, False} for word in prefixed & {*mine} & {*theirs}
    )


def _done(text: str) -> dict[str, set[bool]]:
    """Whether each participle is affirmed or denied in a text."""
    found: dict[str, set[bool]] = {}
    for one in _DONE.finditer(text):
        is_denied = bool(one["not"] or one["nt"]) is not bool(one["un"])
        found.setdefault(one["word"], set()).add(not is_denied)
    return found
