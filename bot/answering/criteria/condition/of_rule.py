"""Finds the conditions of a rule, each with the question that asks for it.

"Unopened goods …", "with the receipt", "골드 회원은 …", in both languages.
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
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of
from knowledge.model.documents import Language


class About(IntEnum):
    """The subject of a condition; the one that changes the answer most is asked first."""

    ONLINE = 0
    OPENED = 1
    GRADE = 2
    STATE = 3
    """Faulty or not."""
    RECEIPT = 4
    STORE = 5


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a rule, and the question that asks for it."""

    about: About
    question: str
    said: LazyPattern
    """Words of askers who have answered it already."""

    def is_said(self, asked: str) -> bool:
        """Whether a question already answers the condition."""
        return self.said.search(asked) is not None


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
        return texts.ASK_MEMBER[language].format(grade=names[0])
    return texts.ASK_GRADE[language].format(grades=one_of(names, language))


def _grade(text: str, language: Language) -> Iterator[Condition]:
    names = grades(text)
    if len(names) == 1:  # a sentence that names several has the answer for each
        yield Condition(About.GRADE, which_grade(names, language), _GRADE_SAID)
