"""Finds the conditions of a rule, each with the question that asks for it.

"Unopened goods …", "with the receipt", "골드 회원은 …": a few forms of grammar, in both languages.
"Opened or not" says that something does not matter, so it is no condition. Instructions to staff,
"Call the manager when …", are no rules and have none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from bot import texts
from bot.answering.criteria.subject import ANYTHING
from bot.answering.listed_names import one_of
from bot.texts import Text
from knowledge.language.korean.stems import ends_in_consonant
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of, query_terms
from knowledge.model.documents import Language


class About(IntEnum):
    """The subject of a condition; the one that changes the answer most is asked first."""

    ONLINE = 0
    OPENED = 1
    GRADE = 2
    STATE = 3
    """Any other "if it is …"."""
    RECEIPT = 4
    PAPERS = 5
    STORE = 6


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a rule, and the question that asks for it."""

    about: About
    question: str
    said: LazyPattern | None
    """Words of askers who have answered it already; None if only its own `words` show that."""
    words: str = ""

    def is_said(self, asked: str) -> bool:
        """Whether a question already answers the condition."""
        if self.said is not None and self.said.search(asked):
            return True
        return not set(query_terms(self.words)).isdisjoint(query_terms(asked))


def _any(*patterns: str) -> LazyPattern:
    return LazyPattern("|".join(patterns))


_STARTS = r"(?:^|[.:;·] |\b(?:return|exchange|refund|take back) (?:an? |the |any |all )?|[산한] )"
OPENED = _any(
    _STARTS
    + r"(?:an? |the |any |all )?(?:un)?opened (?!(?:or|and|by|in|on|at|to|with|within|for)\b)",
    r"\b(?:if|once|when) (?:it is |they are |(?:it|they) ha(?:s|ve) been )?(?:un)?opened\b",
    _STARTS + r"(?:미개봉|개봉하지 않은|뜯지 않은|개봉한|포장을 뜯은)\s?(?:[가-힣]+ )?[가-힣]",
    r"개봉(?:하면|했으면|했다면|하지 않았으면)|미개봉(?:이면|인 경우)",
)
OPENED_NO_MATTER = _any(
    r"\bopened or not\b|\beven if (?:it|they) (?:is|are|has been|have been) opened\b",
    r"개봉했(?:더라)?[어]?도|개봉 ?여부",
)
_OPENED_SAID = _any(
    r"open|seal|unpack|unwrap|\bused\b|unused|\bworn\b|brand.new",
    r"뜯|개봉|밀봉|사용|봉인|새 ?(?:상품|제품|거|것)|포장(?:도|은|이)? ?그대로|안 ?(?:쓴|썼|열)",
)
PROOF = r"(?:receipt|proof of purchase)"
RECEIPT = _any(
    rf"\b(?:with|needs?|shows?|has|have|brings?) (?:an? |the |their |valid |original )*{PROOF}\b",
    rf"\b{PROOF} (?:is|are) (?:needed|required)",
    r"(?<!선물용 )(?:영수증|구매 증빙)(?:이|을|를)? ?"
    r"(?:있으면|있어야|있는 경우|가져오면|보여 ?주면|필요)",
)
_RECEIPT_NO_MATTER = _any(r"\bwithout (?:an? |the |any )?receipt\b", r"영수증이? 없어도")
_RECEIPT_SAID = _any(
    r"receipt|proof|invoice|order number|\bgift\b", r"영수증|증빙|주문 ?번호|선물|구매 ?내역"
)
_ONLINE = _any(
    r"(?:^|[.:;] )(?:goods|items|products) (?:ordered|bought) online\b",
    r"(?:^|[.:;] )online (?:orders|purchases)\b",
    r"(?:^|[.:] )온라인(?:으로|에서)? ?(?:주문|구매|산)",
)
_STORE = _any(r"\bbought in an? (?:\w+ ){0,2}(?:store|shop)\b", r"(?:^|[.:] )(?:\S+ )?매장에서 산")
_CHANNEL_SAID = _any(
    r"online|internet|\bweb|\bapp\b|deliver|order",
    r"in (?:an?|the|our|this) (?:\w+ )?(?:store|shop)\b",
    r"온라인|인터넷|앱|배송|배달|주문|매장에서",
)
_STATE_SAID = _any(
    r"fault|broke|defect|damag|wrong|spoil|smell|problem|not work|n't work|mould|recall",
    r"불량|고장|파손|하자|변심|문제|안 켜|안 되는|상했|상한|냄새|곰팡|리콜|잘못",
)
_PAPERS_SAID = _any(r"slip|number|card|voucher|ticket", r"전표|번호|카드|쿠폰|티켓")
_GRADE_SAID = _any(
    r"\b(?:gold|silver|bronze|vip|basic|platinum)\b|grade|tier", r"등급|골드|실버|브론즈"
)
FAULTY_GOODS = _any(r"(?:^|[.:;] )(?:faulty|defective) [a-z]", r"(?:^|[.:] )불량 ?[가-힣]+[은는이]")
_KNOWN: tuple[tuple[About, Text, LazyPattern, LazyPattern | None, LazyPattern], ...] = (
    (About.ONLINE, texts.ASK_CHANNEL, _ONLINE, None, _CHANNEL_SAID),
    (About.OPENED, texts.ASK_OPENED, OPENED, OPENED_NO_MATTER, _OPENED_SAID),
    (About.STATE, texts.ASK_FAULTY, FAULTY_GOODS, None, _STATE_SAID),
    (About.RECEIPT, texts.ASK_RECEIPT, RECEIPT, _RECEIPT_NO_MATTER, _RECEIPT_SAID),
    (About.STORE, texts.ASK_CHANNEL, _STORE, None, _CHANNEL_SAID),
)
"""Each with its question, and words that state it, say that it does not matter, and answer it."""

_ORDERS = _any(
    r"^(?:ask|be|call|check|choose|correct|count|do not|explain|fill|follow|give|hand|keep|lock)\b",
    r"^(?:look|make|never|offer|pay|press|print|put|read|record|say|scan|send|show|stay)\b",
    r"^(?:take|tell|use|write)\b",
)
_ALLOWS = _any(
    r"\bcan(?:not)?\b|\bmay\b|\bgo(?:es)? back\b|\bcosts?\b|\b(?:earn|get|receive)s?\b|% off\b",
    r"\b(?:is|are) (?:\w+ )?(?:free|refunded|exchanged|repaired|replaced|accepted|charged"
    r"|compensated|redone|remade|lent|paid)\b",
    r"수 있|수 없|불가|가능|환불|교환|무료|보상|할인|적립|드립니다|드리고|바꿔",
)

_MEMBER = re.compile(r"\b([A-Z][a-z]+(?:(?:,|,? and|,? or) [A-Z][a-z]+){0,4}) members?\b(?! of\b)")
_MEMBER_KO = re.compile(
    r"(?<![가-힣])((?:[가-힣]{2,4}(?:[와과,]|이나|나) ?){0,4}[가-힣]{2,4}(?<![한된은는에던])) "
    r"회원(?=[은이에의과와])"
)
_BETWEEN = re.compile(r",? (?:and|or) |(?:,|(?<=[가-힣])(?:[와과나]|이나)) ")
_NO_GRADE = ANYTHING.union(
    "The All Any Each Every Some Most Many No Only If When New Our These Family Registered Staff"
    " Team Both Two Three Other Others Existing Non 모든 신규 가족 전체 다른 기존 일부".split()
)

_LONGEST = 600
"""Characters; a longer text is not searched for conditions."""
_REST = r"(?P<rest>(?:[^.,;]|[.,](?=\d)){1,100})(?=[.,;]|$)"
_STATE = re.compile(
    r"(?<!even )\b(?:unless|if|provided that|as long as) "
    r"(?P<subject>it|they|(?:the|its|their) [\w' -]{2,40}?) "
    rf"(?P<verb>is|are|was|were|has been|have been) (?!not\b){_REST}",
    re.IGNORECASE,
)
_OR_IT = re.compile(r"\bor (?:it|they)\b")
_OUTCOME = re.compile(r"\b(?:returned|refunded|exchanged|cancelled|declined)\b", re.IGNORECASE)
"""Outcomes that the rule itself decides: the asker cannot be asked for them."""
_THERE = re.compile(rf"\b(?:unless|if) there (?P<verb>is|are) {_REST}", re.IGNORECASE)
_AND = re.compile(r"^(?P<first>.+?) and (?P<subject>the [\w -]+?) (?P<verb>is|are) (?P<rest>.+)$")
_ONE = {"are": "is", "were": "was", "have been": "has been"}
_PAPER = r"(?:slip|number|card|voucher|ticket)"
_PAPERS = re.compile(
    rf"\bwith (?P<the>the|an?) (?P<what>(?:(?!same\b)[a-z]+ ){{1,2}}?{_PAPER})"
    r"(?=[.,;]|$| (?:within|in|at)\b)"
    rf"|\b(?P<The>The|An?) (?P<needed>[a-z]+ {_PAPER}) is needed",
)
# The word before names the kind: 활성화 전표. A word with a particle does not belong to it.
_NOUN = r"(?P<noun>(?:[가-힣]{1,20}(?<![은는을를에도로의면고며서이가과와만])\s)?[가-힣]{1,20})"
_HAS_KO = re.compile(rf"{_NOUN}(?P<josa>이|가) (?:있으면|없으면)")
_BRINGS_KO = re.compile(rf"{_NOUN}(?:을|를) (?:가져오면|보여 ?주면)")
# 쓴 영수증이면 and 이상 모이면 are a clause and a verb.
_NO_CLAUSE = "은는을를에도로의면고며서이가과와만쓴산한된던같른상하"
_KIND = rf"(?P<noun>(?:[가-힣]{{1,20}}(?<![{_NO_CLAUSE}])\s)?[가-힣]{{2,20}})"
_IS_KO = re.compile(
    rf"(?<![가-힣\d]){_KIND}(?<!경우|이상|이하|미만|초과|이내)"
    r"(?:(?:이|가) 아니면|(?:이|가) 아닌 경우|이면|이라면|인 경우|일 때만)(?=[\s,에]|$)"
)
_CLAUSE_KO = re.compile(r"[한된쓴산던른간난온]\s$")
_BECAME_KO = re.compile(r"(?P<noun>[가-힣]{1,20}[이가]) (?P<verb>[가-힣]{1,20}?)된 경우")


def is_rule(text: str) -> bool:
    """Whether a sentence says what is allowed, what it costs or what somebody gets."""
    return bool(_ALLOWS.search(text)) and not _ORDERS.search(text)


def conditions(text: str, language: Language) -> list[Condition]:
    """The conditions of a sentence, the most important first, with questions in a language."""
    if len(text) > _LONGEST or not is_rule(text):
        return []
    found = [*_known(text, language)]
    if language_of(text) == language:
        found += _grade(text, language)
        found += _in_korean(text) if language == "ko" else _in_english(text)
    return sorted(found, key=lambda one: one.about)


def _known(text: str, language: Language) -> Iterator[Condition]:
    for about, asks, states, no_matter, said in _KNOWN:
        if states.search(text) and not (no_matter and no_matter.search(text)):
            yield Condition(about, asks[language], said)


def grades(text: str) -> list[str]:
    """The grades of members that a text names."""
    found = _MEMBER.findall(text) + _MEMBER_KO.findall(text)
    names = [name for several in found for name in _BETWEEN.split(several)]
    return [name for name in dict.fromkeys(names) if name not in _NO_GRADE]


def which_grade(names: Sequence[str], language: Language) -> str:
    """The question for a member's grade, with the grades that a rule names."""
    if len(names) == 1:
        article = "an " if names[0][0] in "AEIOU" else "a "
        grade = f"{article if language == 'en' else ''}{names[0]}"
        return texts.ASK_MEMBER[language].format(grade=grade)
    return texts.ASK_GRADE[language].format(grades=one_of(names, language))


def _grade(text: str, language: Language) -> Iterator[Condition]:
    names = grades(text)
    if len(names) == 1:  # a sentence that names several has the answer for each
        yield Condition(About.GRADE, which_grade(names, language), _GRADE_SAID)


def _in_english(text: str) -> Iterator[Condition]:
    for match in _STATE.finditer(text):
        if _OUTCOME.search(match["rest"]) or _OR_IT.search(match["rest"]):
            continue
        asked = _turned(match["subject"], match["verb"], match["rest"])
        yield Condition(About.STATE, f"{asked[0].upper()}{asked[1:]}?", _said(match[0]), match[0])
    for match in _THERE.finditer(text):
        asked = f"{match['verb'].capitalize()} there {match['rest']}?"
        yield Condition(About.STATE, asked, _said(match[0]), match["rest"])
    for match in _PAPERS.finditer(text):
        what = match["what"] or match["needed"]
        the = (match["the"] or match["The"]).lower()
        asked = f"Does the customer have {the} {what}?"
        yield Condition(About.PAPERS, asked, _PAPERS_SAID, what)


def _turned(subject: str, verb: str, rest: str) -> str:
    """Puts the words of a statement in the order of a question."""
    if subject.lower() in ("it", "they"):
        subject, verb = "it", _ONE.get(verb, verb)
        rest = re.sub(r"\btheir\b", "its", rest)
    both = _AND.match(rest)
    if both:
        second = _turned(both["subject"], both["verb"], both["rest"])
        rest = f"{both['first']}, and {second}"
    first, _, more = verb.partition(" ")
    return " ".join(part for part in (first, subject, more, rest) if part)


def _in_korean(text: str) -> Iterator[Condition]:
    for match in _HAS_KO.finditer(text):
        if RECEIPT.search(match[0]):
            continue
        owned = "있으면" in match[0] and not _STATE_SAID.search(match["noun"])
        about = About.PAPERS if owned else About.STATE
        asked = f"{match['noun']}{match['josa']} 있습니까?"
        yield Condition(about, asked, _said(match[0]), match["noun"])
    for match in _BRINGS_KO.finditer(text):
        noun = match["noun"]
        yield Condition(
            About.PAPERS,
            f"{noun}{'이' if ends_in_consonant(noun) else '가'} 있습니까?",
            _PAPERS_SAID,
            noun,
        )
    for match in _IS_KO.finditer(text):
        if _CLAUSE_KO.search(text[: match.start()]):
            continue
        yield Condition(About.STATE, f"{match['noun']}입니까?", _said(match[0]), match["noun"])
    for match in _BECAME_KO.finditer(text):
        asked = f"{match['noun']} {match['verb']}됐습니까?"
        yield Condition(About.STATE, asked, _said(match[0]), match["noun"])


def _said(words: str) -> LazyPattern | None:
    """Words of an asker that answer a condition about a fault; None for other conditions."""
    return _STATE_SAID if _STATE_SAID.search(words) else None
