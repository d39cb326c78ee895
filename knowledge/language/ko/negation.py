"""Splits Korean sentences into clauses, with what each allows, needs, affirms and denies."""

import re
from collections.abc import Iterator

from knowledge.language.grammar import ABLE, NEED, Clause
from knowledge.language.terms import query_terms

_SPLIT = re.compile(
    r"[;:]\s|(?<=지만)(?<!까지만)[,\s]\s*|(?<=으나)[,\s]\s*|(?<=는데)[,\s]\s*|,\s"
    r"|(?<=하고)\s|(?<=되고)\s|(?<=있고)\s|(?<=없고)\s|(?<=않고)\s|(?<=이고)\s"
    r"|(?<=하며)\s|(?<=되며)\s|(?<=으며)\s|(?<=이며)\s"
)
_HEDGE = re.compile(
    r"(?:때|경우|에|에게|것|상품|제품)만(?![가-힣])|뿐|한해|한하여|한정|외에|이외|제외하|제외한|빼고"
    r"|않으면|아니면|않는 한|아닌 한|없으면|없이|전까지|다만|단,|지나면|지난|넘으면|넘은|초과|이후"
    r"|[가-힣](?<!지)만\s(?=[가-힣]*(?:가능|환불|교환|반품|할|됩|받))"
)
_NEED = re.compile(
    r"(?:해|하여|어|아|여|돼|되어)야\s?(?:합니다|해요|한다|함|하며|하고|됩니다|돼요)|필수"
)
_NEEDED = re.compile(r"필요(?:로|가)? ?(?:합|하|해|함|한다)|필요(?=[.\s]*$)")
_NEED_NOT = re.compile(
    r"지 않아도|안 (?:해|하셔)도|없어도 (?:됩|돼|되)|필요(?:가|는|하지)? ?(?:없|않)"
)
_CANNOT = re.compile(
    r"수(?:가|는|도)? ?없(?!으면|는|을)|불가(?!피)|(?<![가-힣])안 ?(?:되|돼|됩|된|됨)"
    r"|(?:되|하|지|받)지 ?(?:는|도)? ?(?:않|못)|지 (?:않|못)(?!으면|은|을)"
    r"|(?<![가-힣])못 ?(?:하|합|해|받|한)|금지|제외(?:됩|되|입|이|함|합|$)|거절|거부"
    r"|없(?:습|어(?![도서야지])|다|음|으며|고)"
)
_CAN = re.compile(
    r"수(?:가|는|도)? ?있|가능|허용|(?:되|돼|됩|된|됨)(?:니다|어요|요|다|$|며|고)|돼요"
    r"|있(?:습니다|어요|다|음|으며|고)|[니는한된인]다(?=[.!?\s]*$)|[해아어예에]요(?=[.!?\s]*$)"
)
_TWICE = re.compile(
    r"(?:않|없|못하|아니)(?:으면|면)\s?(?:안|못|불가)|불가(?:능)?하지\s?않|없지\s?(?:는\s)?않"
    r"|못\s?(?:할|하는)\s?(?:것|건|게)(?:은|이)?\s?(?:없|아니)"
    r"|없(?:는|을)\s?(?:것|건|게)(?:은|이|도)?\s?아니|안\s?되는\s?(?:것|건)[은이]?\s?아니"
)
"""Double negations, which make an affirmation or a duty."""
_OPPOSITE = re.compile(
    r"(?P<denied>[가-힣]{2,4}?)(?:하|되)?지\s?(?:않은|않는|않았|못한)"
    r"|(?<![가-힣])미(?P<prefixed>개봉|사용|착용|적용|포함|결제)"
)
"""What was not done to the goods: 개봉하지 않은, 미개봉."""
_AFFIRMED = re.compile(r"(?<!미)(?P<word>[가-힣]{2})(?:한|된|했|됐)(?=\s|[가-힣])")
_ENDING = re.compile(r"(?:하|되)?지\s?(?:는|도)?\s?(?:않|못)[가-힣]*")
_REACH = 7
"""Characters between a denial and the end of its predicate: 되지 않습니다."""
_LIGHT = re.compile(r"^(?:[하되받주]|해|드리|가능|불가|금지|허용|있|없|않|못|안$|수$|수[는도가]$)")
"""Words that only say what may be, and verbs that name nothing."""
_HANGUL = re.compile("[가-힣]+")
_SAYING = tuple("불가 가능 허용 금지 제외 필요 필수 있 없 않".split())
"""The starts of words that only affirm or deny."""


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of one sentence."""
    hedges = frozenset(match[0].strip() for match in _HEDGE.finditer(sentence))
    for part in _SPLIT.split(sentence):
        yield _clause(part, hedges)


def says_only(word: str) -> bool:
    """Whether a word only affirms, denies, allows or requires: 가능합니다, 필요합니다."""
    return word.startswith(_SAYING) or word in ("수", "안", "못")


def only_names(text: str, other: str) -> bool:
    """Whether each noun of a text is in another, too, by its beginning."""
    own = [one for one in _HANGUL.findall(text) if not _LIGHT.search(one)]
    return bool(own) and all(one[: max(1, min(2, len(one) - 1))] in other for one in own)


def _clause(part: str, hedges: frozenset[str]) -> Clause:
    opposites = frozenset(
        word for match in _OPPOSITE.finditer(part) for word in match.groups() if word
    )
    affirmed = {match["word"] for match in _AFFIRMED.finditer(part)}
    signs = dict.fromkeys(opposites - affirmed, False) | dict.fromkeys(affirmed - opposites, True)
    plain = _OPPOSITE.sub(_as_affirmed, part)
    words = frozenset(
        term for term in query_terms(_ENDING.sub(" ", plain)) if not term.startswith(_SAYING)
    )
    denials = len(_CANNOT.findall(part))
    return Clause("ko", words, signs | _able(plain), hedges, denials, opposites)


def _as_affirmed(match: re.Match[str]) -> str:
    return f"{next(word for word in match.groups() if word)}한"


def _able(part: str) -> dict[str, bool]:
    """Whether the clause allows or forbids, by the predicate at its end."""
    if _NEED_NOT.search(part):
        return {NEED: False}
    if _NEED.search(part) or _NEEDED.search(part):
        return {NEED: True}
    if _TWICE.search(part):
        return {}
    ends = {
        sign: max((match.start() for match in pattern.finditer(part)), default=-1)
        for sign, pattern in ((False, _CANNOT), (True, _CAN))
    }
    if ends[False] == ends[True]:
        return {}
    # "없습니다" and "되지 않습니다" end like an affirmation, too.
    return {ABLE: not (ends[False] >= 0 and ends[True] - ends[False] <= _REACH)}
