"""States with an opposite: used and unused, 개봉 and 미개봉, members and non-members.

There is no list of them. A word is a state where one text has it, and the other has it denied by a
prefix or by a "not" beside it.
"""

import re
from collections.abc import Iterable, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of


class States(NamedTuple):
    """What a text affirms, what it denies, and what it says does not matter."""

    affirmed: frozenset[str]
    denied: frozenset[str]
    either: frozenset[str] = frozenset()


_WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_DENYING = re.compile(
    r"^(?:un(?!less|like|til)(?P<un>[a-z]{4,})|non-?(?P<non>[a-z]{4,}?)s?"
    r"|(?:in|im|il|ir)(?P<in>[a-z]{2,}(?:able|ible|ate|ete|ect|ive|id|ient|al|ular|ure))"
    r"|dis(?P<dis>(?:connect|qualif|approv|assembl|infect)[a-z]+))$"
)
"""A word with a prefix that denies the rest of it."""
_NOT = re.compile(r"^(?:not|never|(?:is|are|was|were|has|have|had|did)n't)$")
_BETWEEN = frozenset("been being yet be even really fully properly ever".split())
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

_KO = "[가-힣]"
_PARTICLE = "(?:은|는|이|가|을|를|도|의|로|으로|만|에게|인|이면|에|된|한|하|되|일)"
_DENIED_KO = re.compile(
    rf"(?<!{_KO})(?:미|비|무|불(?=가능|완전|합격|충분|만족|일치))(?P<prefixed>{_KO}{{2,4}}?)"
    rf"(?={_PARTICLE}?(?!{_KO}))"
    rf"|(?P<not>{_KO}{{2,4}}?)[을를이은도]?(?:하|되)?지 ?(?:않은|않았|않으면|못한|못했|못하면)"
    rf"|(?P<short>{_KO}{{2,4}}?)[을를은도]? ?(?<!{_KO})(?:안|못) ?(?:한|했|된|됐|하면|되면)"
    rf"|(?<!{_KO})(?:안|못) ?(?P<behind>{_KO}{{2,4}}?)(?:한|했|된|됐|하면|되면)"
    rf"|(?<!{_KO})(?P<before>{_KO}{{2}})(?:하기|되기)? 전"
    r"(?= ?(?:상품|제품|물건|물품|식품|옷|[거것]|이면|이라면|인 ))"
)
"""미개봉, 개봉하지 않은, 개봉 안 한, 안 개봉한, 개봉 전."""
_DONE_KO = re.compile(
    rf"(?<!{_KO})(?P<done>{_KO}{{2,4}}?)[을를이은]? ?"
    r"(?:한|된|했|됐|하였|되었|하면|되면|하신| 후(?=[에의 ]))"
)
_BEING_KO = re.compile(
    rf"(?<!{_KO})(?P<is>{_KO}{{2,4}}?)(?=(?:은|는|만|에게|이면|이라면)(?!{_KO}))"
)
_EITHER_KO = re.compile(
    rf"(?<!{_KO})(?P<word>{_KO}{{2,4}}?) ?(?:여부|했(?:더라)?어?도|했더라도|됐어도|해도|하더라도)"
)
_TOKEN_KO = re.compile(rf"(?<!{_KO}){_KO}{{2,8}}")
_LONGEST_KO = 4
_PREDICATE_KO = re.compile(
    rf"(?:{_KO}+ ?)?(?:되|돼|됩|될|하나|해요|합니|가능|받|할 수|있|없)\S*(?: \S{{1,4}})?\W*$"
)
"""What a Korean question asks at its end: "교환되나요", "환불 가능한가요"."""


def other_pole(asked: str, rule: str) -> bool:
    """Whether a rule is only for the other pole of a state that the asker names."""
    mine, said = _of_question(asked), _of_rule(rule)
    against = (mine.affirmed & said.denied) | (mine.denied & said.affirmed)
    return bool(against - _unclear(mine) - _unclear(said))


def disputed(asked: str, rules: Iterable[str]) -> frozenset[str]:
    """The states that the asker names and that some rule has in its other pole."""
    mine, each = _of_question(asked), [_of_rule(one) for one in rules]
    against = ((mine.affirmed & one.denied) | (mine.denied & one.affirmed) for one in each)
    return frozenset().union(*against) - _unclear(mine)


def same_pole(asked: str, rule: str, of: Set[str]) -> bool:
    """Whether a rule is for the asker's pole of one of these states, or for either pole."""
    mine, said = _of_question(asked), _of_rule(rule)
    alike = (mine.affirmed & said.affirmed) | (mine.denied & said.denied)
    return not of.isdisjoint(alike | said.either)


def _unclear(states: States) -> frozenset[str]:
    return (states.affirmed & states.denied) | states.either


@lru_cache(maxsize=512)
def _of_question(text: str) -> States:
    """The states of a question: any word that it does not ask for may be one."""
    if language_of(text) == "ko":
        asked = _PREDICATE_KO.sub("", text)
        tokens = _TOKEN_KO.findall(_DENIED_KO.sub(" ", asked))
        stems = (word[:end] for word in tokens for end in range(2, _LONGEST_KO + 1))
        return States(frozenset(stems), _denied_in_korean(asked))
    words = _words(text)
    denied = _denied(words, of_goods=False)
    places = (n for n in range(len(words)) if n not in denied)
    affirmed = [words[n] for n in places if not _is_doing(words, n) and not _is_asked(words, n)]
    return States(_with_singular(affirmed), frozenset(denied.values()))


@lru_cache(maxsize=10_000)
def _of_rule(text: str) -> States:
    """The states of the goods or the people that a rule is for, not what it says of them."""
    if language_of(text) == "ko":
        whichever = frozenset(match["word"] for match in _EITHER_KO.finditer(text))
        rest = _DENIED_KO.sub(" ", text)
        done = {match["done"] for match in _DONE_KO.finditer(rest)}
        return States(
            frozenset(done.union(_BEING_KO.findall(rest))), _denied_in_korean(text), whichever
        )
    words = _words(text)
    denied = _denied(words, of_goods=True)
    affirmed = [words[n] for n in range(len(words)) if n not in denied and _is_of_goods(words, n)]
    either = {word for match in _EITHER.finditer(text) for word in match.groups() if word}
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


def _denied_in_korean(text: str) -> frozenset[str]:
    return frozenset(w for match in _DENIED_KO.finditer(text) for w in match.groups() if w)
