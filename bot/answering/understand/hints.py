"""Which kind of store and which subject a question seems to be about."""

from collections.abc import Mapping

from bot.model.understood import Hint
from knowledge.language.patterns.cues import cue
from knowledge.language.patterns.late import Late

_SURE, _LIKELY, _SOFT = 0.9, 0.6, 0.4
_STORES: Mapping[str, str] = {
    "cafe": r"caf[eé]s?|coffee ?(?:shops?|bars?|houses?)|카페|커피숍|커피점|커피 매장",
    "convenience": r"convenience|corner (?:shops?|stores?)|편의점",
    "apparel": r"apparel|clothes|clothing|fashion|의류|옷\s?가게|옷\s?매장|패션",
}
_WHERE = r"""
    \b(?:in|at|for) (?:(?:the|an?|our|my|this) )?<STORE>(?: <PLACE>)?\b(?! (?:and|or)\b)
    \b(?:we are|we're|i work (?:in|at)|this is) (?:(?:an?|the) )?<STORE>(?: <PLACE>)?\b
    (?<![가-힣])(?:저희 |우리 )?<STORE>\s?(?:매장|점포|점)?(?:에서|에선|인데|이에요|입니다)
"""
_NAMED = {
    store: cue(_WHERE, STORE=names, PLACE="(?:store|shop|branch|outlet)(?:e?s)?")
    for store, names in _STORES.items()
}
_MENTIONED = {
    store: Late(rf"\b(?:{names})|(?<![가-힣])(?:{names})") for store, names in _STORES.items()
}
_SUBJECTS = {
    "refund": cue(
        r"refund|return|money back|exchange|swap|(?:bring|give)s? back|환불|반품|교환|돌려"
    ),
    "promo": cue(
        r"""
        promo|coupon|\bsale\b|price match|\d\s?\+\s?1\b|stamp|campaign|\boffer
        행사|할인|프로모션|스탬프|쿠폰|증정|가격\s?맞
        """
    ),
    "inventory": cue(
        r"""
        deliver(?:y|ies)|truck|stock|inventory|waste|shelf|supplier
        납품|입고|재고|실사|폐기|소비기한|유통기한|진열
        """
    ),
    "cs": cue(
        r"""
        complain|lost (?:property|item)|umbrella|upset|unhappy|voucher|left .{1,15} behind
        불만|컴플레인|분실물|우산|사과|클레임|민원
        """
    ),
    "finance": cue(
        r"""
        \btill\b|cash|drawer|float|gift card|banknote|\bsafe\b|payment|instal?ment|credit card
        시재|현금|금고|상품권|결제|할부|카드
        """
    ),
    "safety": cue(
        r"""
        hygiene|food safety|allerg|burn|injur|accident|first aid|recall|temperature|cockroach
        위생|알레르기|화상|부상|사고|회수|리콜|온도|식품 안전|벌레
        """
    ),
    "operations": cue(
        r"""
        opening|closing|\bshut\b|\bhours\b|parcel|self.?checkout|energy drink|alcohol|tobacco|\bid\b
        영업|마감|오픈|택배|담배|주류|에너지\s?드링크|민증|신분증|보증금
        """
    ),
    "hr": cue(
        r"""
        staff|employee|\bshift|overtime|\bleave\b|payday|uniform|warning|\bsick\b|\bill\b|wedding
        직원|근무|수당|휴가|연차|유니폼|경고|급여|월급|출근|퇴직|지각
        """
    ),
    "loyalty": cue(
        r"\bpoints?\b|member|loyalty|\bgold\b|\bsilver\b|포인트|적립|회원|멤버십|등급|실버|골드"
    ),
}
"""By the categories of the sample handbook."""


def store_hint(text: str) -> Hint | None:
    """The kind of store that a question names: surely where it says "in the café"."""
    mentioned = [store for store, pattern in _MENTIONED.items() if pattern.search(text)]
    if len(mentioned) != 1:
        return None
    sure = _NAMED[mentioned[0]].search(text)
    return Hint(mentioned[0], _SURE if sure else _SOFT)


def category_hint(text: str) -> Hint | None:
    """The subject whose words a question uses most; likely where it uses no other's."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SUBJECTS.items()}
    best, second = sorted(counts, key=lambda name: -counts[name])[:2]
    if counts[best] == counts[second]:
        return None
    likely = counts[best] > 1 and not counts[second]
    return Hint(best, _LIKELY if likely else _SOFT)
