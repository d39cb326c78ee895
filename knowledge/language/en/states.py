"""Reads the states of English questions and rules: unworn, not opened, "if it is paid"."""

import re
from collections.abc import Sequence

from knowledge.language.clause import States
from knowledge.language.patterns.lazy import LazyPattern

_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_DENYING = re.compile(
    r"^(?:un(?!less|like|til)(?P<un>[a-z]{4,})|non-?(?P<non>[a-z]{4,}?)s?"
    r"|(?:in|im|il|ir)(?P<in>[a-z]{2,}(?:able|ible|ate|ete|ect|ive|id|ient|al|ular|ure))"
    r"|dis(?P<dis>(?:connect|qualif|approv|assembl|infect)[a-z]+))$"
)
"""A word with a prefix that denies the rest of it."""
_NOT = re.compile(r"^(?:not|never|(?:is|are|was|were|has|have|had|did)n't)$")
_BETWEEN = frozenset("been being yet be even really fully properly ever".split())
_NEAR = 4
"""Words from "only" to a state: "only unworn shoes" says "no" to worn ones."""
_REACH = 3
"""Words from a "not" to what it denies: "not yet been opened"."""
_STATE = re.compile(r"^[a-z]+(?:ed|en|orn|pt|ght|ld|id|lete|ive)$")
"""A word that "not" before it may make a state: opened, worn, paid, complete."""
_DOING = frozenset("can could may might must will would shall should to be get gets cannot".split())
"""Words before a verb: "be used", "to open"."""
_NO_NOUN = frozenset(
    """to for in by on at with within as and or of from up under before than because until is are
    was were can may must will it they i we you the this that these those a an""".split()
)
_IF = frozenset("if once when after already partly partially half been".split())
_SAYS = frozenset(
    "is are was were do does did can could may must will would should has have had be".split()
)
_CLAUSE = frozenset("if when once while that which who whose unless".split())
_EITHER = LazyPattern(
    r"\b(?P<or>[a-z]{4,}) or not\b|\b(?P<both>[a-z]{4,}) or un[a-z]+|\bun(?P<un>[a-z]{4,}) or [a-z]"
    r"|\b(?:even (?:if|when|though)|unless)\b[^.,;]{0,40}?\b(?P<even>[a-z]{4,})(?=[.,;]|$)"
)
"""Words of a rule that covers both: "opened or not", "unless it has been opened"."""
_ASKS = re.compile(r"^(?:is|are|was|were|do|does|did|can|could|may|will|would|should|has|have)$")


def of_question(text: str) -> States:
    """The states of a question: any word that it does not ask for may be one."""
    words = _words(text)
    denied = _denied(words, of_goods=False)
    places = (n for n in range(len(words)) if n not in denied)
    affirmed = [words[n] for n in places if not _is_doing(words, n) and not _is_asked(words, n)]
    return States(_with_singular(affirmed), frozenset(denied.values()))


def of_rule(text: str) -> States:
    """The states of the goods or the people that a rule is for, not what it says of them."""
    words = _words(text)
    denied = _denied(words, of_goods=True)
    affirmed = [words[n] for n in range(len(words)) if n not in denied and _is_of_goods(words, n)]
    either = {word for match in _EITHER.finditer(text) for word in match.groups() if word}
    either |= {word for n, word in denied.items() if "only" in words[max(0, n - _NEAR) : n]}
    return States(_with_singular(affirmed), frozenset(denied.values()), frozenset(either))


def _with_singular(words: Sequence[str]) -> frozenset[str]:
    return frozenset(words) | {word.removesuffix("s") for word in words}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _denied(words: Sequence[str], *, of_goods: bool) -> dict[int, str]:
    """The states denied, by the place of their word.

    `of_goods` leaves out what a rule denies of its goods: "is not refunded".
    """
    found: dict[int, str] = {}
    for place, word in enumerate(words):
        if prefixed := _DENYING.match(word):
            found[place] = next(part for part in prefixed.groups() if part)
        elif _NOT.match(word) and not _is_of_verb(words, place, of_goods=of_goods):
            behind = next((n for n in range(place + 1, len(words)) if words[n] not in _BETWEEN), 0)
            if behind and behind - place <= _REACH and _STATE.match(words[behind]):
                found[behind] = words[behind]
    return found


def _is_of_verb(words: Sequence[str], place: int, *, of_goods: bool) -> bool:
    """Whether a "not" belongs to what is asked or said, not to the goods: "why isn't worn …"."""
    before = words[max(0, place - 5) : place]
    says = words[place].endswith("n't") or bool(_SAYS.intersection(before[-1:]))
    return before[-1:] == ["why"] or (of_goods and says and _CLAUSE.isdisjoint(before))


def _is_doing(words: Sequence[str], place: int) -> bool:
    """Whether a word is a verb: "can be used", "used for tobacco"."""
    before, behind = words[1:place][-1:], words[place + 1 : place + 2]
    return bool(_DOING.intersection(before)) or (bool(behind) and behind[0] in ("to", "for", "as"))


def _is_asked(words: Sequence[str], place: int) -> bool:
    """Whether a question asks for the word: "are gift cards refundable"."""
    is_last = place == len(words) - 1
    return is_last and bool(_ASKS.match(words[0])) and words[place - 1] not in _IF


def _is_of_goods(words: Sequence[str], place: int) -> bool:
    """Whether a word stands before a noun, "worn shoes", or in a clause, "if it is worn"."""
    if _is_doing(words, place):
        return False
    before, behind = words[max(0, place - 4) : place], words[place + 1 : place + 2]
    if _IF.intersection(before) and not {"not", "never"}.intersection(before):
        return True
    return bool(behind) and behind[0] not in _NO_NOUN
