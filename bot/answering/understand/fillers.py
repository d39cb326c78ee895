"""Strips fillers, words without a subject, from a question: latest, info; 최신, 관련, 자세히.

The search only returns documents in force on the day asked about, so "latest" narrows nothing.
"""

from knowledge.language.patterns.cues import cue
from knowledge.language.terms import query_terms

_RULES = r"(?:polic(?:y|ies)|rules?|regulations?|guidelines?|guides?|procedures?|terms|conditions)"
_OFFERS = r"(?:promotions?|promos?|offers?|deals?|sales?|campaigns?|discounts?|coupons?)"
_RULES_KO = "규정|정책|규칙|지침|방침|안내|기준|조건|절차"
_OFFERS_KO = "프로모션|행사|이벤트|할인|혜택|쿠폰"
_LATEST = cue(
    r"""
    \b(?:very )?(?:latest|newest|current|present|existing|most recent|up[- ]to[- ]date|updated) <OF>
    \bcurrently (?:valid |applicable )?(?=<OFFERS>\b)
    (?<![가-힣])(?:가장 |제일 )?(?:최신|최근의|현행|현재의?|지금의?)(?: ?<IN_FORCE>)? ?<OF_KO>
    ^<IN_FORCE> <OF_KO>
    (?<![가-힣])(?:지금|현재|요즘)? ?진행 ?(?:중인|되는|하는) ?<OFFER_KO>
    """,
    IN_FORCE="(?:적용|시행) ?(?:되는|중인|하는)",
    OF=rf"(?=(?:[\w'-]+ ){{0,3}}?(?:{_RULES}|{_OFFERS}|info(?:rmation)?|details|news)\b)",
    OF_KO=rf"(?=(?:[가-힣]+ ){{0,3}}?[가-힣]*?(?:{_RULES_KO}|{_OFFERS_KO}|정보|내용))",
    OFFERS=_OFFERS,
    OFFER_KO=rf"(?=(?:[가-힣]+ ){{0,2}}?[가-힣]*?(?:{_OFFERS_KO}))",
)
_DETAIL = cue(
    r"""
    ,?(?<!\bfill)(?<!\bfilled) in (?:(?:more|full|great(?:er)?) )?details?\b(?=\W*$|[,.?!])
    ,? in (?:full|depth)\b(?=\W*$)
    (?<=explain )(?:fully|thoroughly) |\b(?:detailed|full) (?=(?:explanation|description)\b)
    (?<![가-힣])(?:좀 )?(?:더 )?(?:자세히|자세하게|상세히|상세하게|구체적으로) ?
    """
)
_INFO = cue(
    r"""
    ^(?:(?:any|some|more|all(?: the)?|the|give me|i need|show me) )*<INFO> <ON> (?=\w)
    ^(?:the |our )?(?P<subject>(?:[a-z]+ ){0,2}[a-z]{3,}) <INFO>(?=\W*$)
    """,
    INFO="(?:info|information|details)",
    ON="(?:on|about|for|regarding)",
)
_OFFER = cue(rf"\b{_OFFERS}\b|{_OFFERS_KO}")
_PERIOD = cue(
    r"""
    ,? ?\b(?:(?:for|during|in) )?(?:this|the current) (?:week|month)\b(?:'s)?
    ,? ?\b(?:right now|at the moment|these days|at present|currently)\b
    (?<![가-힣])(?:이번 ?(?:주|달)|요즘|현재|지금)(?:의|에는|에|은|는)?(?=\s)
    """
)
_PLEASE = cue(
    r"""
    [\s,]+(?:please|pls|plz|thanks|thank you|thx)(?=\W*$)
    ^(?:please|pls|plz)\s+
    (?<=^tell me )(?:everything|all|something|a (?:bit|little)|more)(?= about\b)
    """
)
_BESIDE_KO = cue(
    r"""
    (?<=[가-힣])(?:에|와|과) ?(?:관한|대한|관련된?|관련한)\s?<ANY_RULE>(?:을|를|이|가|은|는)?
    \s?관련(?:된|한)? (?=(?:<RULES_KO>))
    (?<=[가-힣]) 정보(?:를|가|는)?(?= ?(?:좀 )?(?:알려|줘|주세요|부탁|있)|\W*$)
    """,
    RULES_KO=_RULES_KO,
    ANY_RULE="내용|정보|사항|것|거|규정|정책",
)
_EXPLAIN = cue(
    r"""
    ^(?:(?:please|can you|could you|would you) )*<EXPLAIN>(?: to me)? (?=<SUBJECT> <RULES>\W*$)
    """,
    EXPLAIN="(?:explain|describe|show me|give me|outline|summari[sz]e|walk me through)",
    SUBJECT=r"(?:the |our |your )?(?:[\w'-]+ ){0,2}[\w'-]+",
    RULES=_RULES,
)
_ONLY = frozenset(
    query_terms("policy policies rule rules regulation guideline guide procedure terms condition")
) | frozenset(query_terms("규정 정책 규칙 지침 방침 안내 기준 조건 절차"))


def without_fillers(text: str) -> str:
    """Removes the fillers; returns the text unchanged if no subject would be left."""
    words = _LATEST.sub("", text)
    words = _DETAIL.sub("", words)
    words = _PLEASE.sub("", words)
    words = _BESIDE_KO.sub(" ", words)
    words = _EXPLAIN.sub("", words)
    info = _INFO.search(words)
    if info:
        words = words[: info.start()] + (info["subject"] or "") + words[info.end() :]
    if _OFFER.search(words):
        words = _PERIOD.sub("", words)
    words = " ".join(words.split())
    return words if words != text and set(query_terms(words)) - _ONLY else text


def asks_in_detail(text: str) -> bool:
    """Whether a question asks for a detailed answer."""
    return bool(_DETAIL.search(text))
