"""Reads the states of Korean questions and rules: 미개봉, 개봉하지 않은, 등록된, 비회원."""

import re

from knowledge.language.clause import States

_KO = "[가-힣]"
_PARTICLE = "(?:은|는|이|가|을|를|도|의|로|으로|만|에게|인|이면|에|된|한|하|되|일)"
_DENIED = re.compile(
    rf"(?<!{_KO})(?:미|비|무|불(?=가능|완전|합격|충분|만족|일치))(?P<prefixed>{_KO}{{2,4}}?)"
    rf"(?={_PARTICLE}?(?!{_KO}))"
    rf"|(?P<not>{_KO}{{2,4}}?)[을를이은도]?(?:하|되)?지 ?(?:않은|않았|않으면|못한|못했|못하면)"
    rf"|(?P<short>{_KO}{{2,4}}?)[을를은도]? ?(?<!{_KO})(?:안|못) ?(?:한|했|된|됐|하면|되면)"
    rf"|(?<!{_KO})(?:안|못) ?(?P<behind>{_KO}{{2,4}}?)(?:한|했|된|됐|하면|되면)"
    rf"|(?<!{_KO})(?P<before>{_KO}{{2}})(?:하기|되기)? 전"
    r"(?= ?(?:상품|제품|물건|물품|식품|옷|[거것]|이면|이라면|인 ))"
)
"""미개봉, 개봉하지 않은, 개봉 안 한, 안 개봉한, 개봉 전."""
_DONE = re.compile(
    rf"(?<!{_KO})(?P<done>{_KO}{{2,4}}?)[을를이은]? ?"
    r"(?:한|된|했|됐|하였|되었|하면|되면|하신| 후(?=[에의 ]))"
)
_BEING = re.compile(rf"(?<!{_KO})(?P<is>{_KO}{{2,4}}?)(?=(?:은|는|만|에게|이면|이라면)(?!{_KO}))")
_EITHER = re.compile(
    rf"(?<!{_KO})(?P<word>{_KO}{{2,4}}?) ?(?:여부|했(?:더라)?어?도|했더라도|됐어도|해도|하더라도)"
)
_ONLY = re.compile(
    rf"(?:(?<!{_KO})미{_KO}+|{_KO}+지 ?(?:않은|못한)) ?(?:{_KO}+ ?){{0,2}}?만(?!{_KO})"
)
"""A rule that is for these goods only, and so says "no" to the others: "입지 않은 상품만"."""
_TOKEN = re.compile(rf"(?<!{_KO}){_KO}{{2,8}}")
_LONGEST = 4
"""Syllables of the longest word for a state."""
_PREDICATE = re.compile(
    rf"(?:{_KO}+ ?)?(?:되|돼|됩|될|하나|해요|합니|가능|받|할 수|있|없)\S*(?: \S{{1,4}})?\W*$"
)
"""What a Korean question asks at its end: "교환되나요", "환불 가능한가요"."""


def of_question(text: str) -> States:
    """The states of a question: any word that it does not ask for may be one."""
    asked = _PREDICATE.sub("", text)
    tokens = _TOKEN.findall(_DENIED.sub(" ", asked))
    stems = (word[:end] for word in tokens for end in range(2, _LONGEST + 1))
    return States(frozenset(stems), _denied(asked))


def of_rule(text: str) -> States:
    """The states of the goods or the people that a rule is for, not what it says of them."""
    either = {match["word"] for match in _EITHER.finditer(text)}
    either |= _denied(" ".join(one[0] for one in _ONLY.finditer(text)))
    rest = _DENIED.sub(" ", text)
    done = {match["done"] for match in _DONE.finditer(rest)}
    affirmed = frozenset(done.union(_BEING.findall(rest)))
    return States(affirmed, _denied(text), frozenset(either))


def _denied(text: str) -> frozenset[str]:
    return frozenset(w for match in _DENIED.finditer(text) for w in match.groups() if w)
