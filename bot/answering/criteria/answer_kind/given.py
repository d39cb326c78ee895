"""Checks whether texts have the kind of value that a question asks for."""

import re
from collections.abc import Iterable, Mapping
from functools import reduce

from bot.answering.criteria.answer_kind.asked import COMPANIES, COMPANIES_KO, Slot
from knowledge.language.values import Value, ValueKind, values

_SPANS = frozenset({ValueKind.DURATION, ValueKind.BUSINESS_DAYS})
_DAYS = frozenset({ValueKind.DATE, ValueKind.MONTH_DAY})
_AMOUNTS = (
    frozenset({ValueKind.MONEY, ValueKind.PERCENT, ValueKind.COUNT, ValueKind.NUMBER}) | _SPANS
)
_KINDS: Mapping[Slot, frozenset[ValueKind]] = {
    Slot.PERCENT: frozenset({ValueKind.PERCENT}),
    Slot.DURATION: _SPANS | _DAYS | {ValueKind.TIME},
    Slot.DAYS: _SPANS | _DAYS,
    Slot.TIME: frozenset({ValueKind.TIME}),
    Slot.MONEY: frozenset({ValueKind.MONEY, ValueKind.PERCENT}),
    Slot.AMOUNT: _AMOUNTS,
    Slot.DATE: _SPANS | _DAYS | {ValueKind.TIME},
    Slot.COUNT: frozenset({ValueKind.COUNT, ValueKind.NUMBER}),
    Slot.DISTANCE: frozenset({ValueKind.COUNT}),
    Slot.TEMPERATURE: frozenset({ValueKind.COUNT}),
    Slot.WEIGHT: frozenset({ValueKind.COUNT}),
    Slot.COLOUR: frozenset(),
    Slot.FORM: frozenset({ValueKind.IDENTIFIER}),
    Slot.EXTENSION: frozenset(),
    Slot.COMPANY: frozenset(),
    Slot.WEEKDAY: _DAYS,
    Slot.FREQUENCY: _AMOUNTS,
    Slot.YES_NO: frozenset(),
}
"""The kinds of value that fill a slot."""
_TIMES = frozenset({Slot.DURATION, Slot.DAYS, Slot.DATE})
_UNITS: Mapping[Slot, frozenset[str]] = {
    Slot.DISTANCE: frozenset({"km", "m", "cm", "mm", "inch", "foot"}),
    Slot.TEMPERATURE: frozenset({"°C", "°F"}),
    Slot.WEIGHT: frozenset({"t", "kg", "g", "mg"}),
}
"""The units that a value must have to fill a slot; any for the other slots."""
_LOWER_PRICE = (
    r"|\b(?:lower|lowest|higher|cheaper|same) (?:price|amount|value|one|of)\b"
    r"|(?:싼|낮은|높은|비싼|같은) ?(?:금액|가격|값|쪽)"
)
_LASTING = (
    r"\b(?:until|as long as|immediately|at once|indefinite(?:ly)?|permanent(?:ly)?|limit"
    r"|unlimited|never|always|lifetime|(?:same|whole|full) day|nights?"
    r"|paid days|from .+ to"
    r"|\d+(?:st|nd|rd|th))\b"
    r"|즉시|바로|당일|무기한|제한 ?없|영구|까지|평생"
)
_WORDS: Mapping[Slot, re.Pattern[str]] = {
    slot: re.compile(pattern, re.IGNORECASE)
    for slot, pattern in {
        Slot.PERCENT: (
            r"\b(?:all|none|half|third|quarter|full price)\b|전액|전부|절반|정상가|정가|분의"
        ),
        Slot.DURATION: _LASTING,
        Slot.DAYS: rf"{_LASTING}|요일|말일|매[일주월달년]|다음 ?날|전날|[일흘]째|\b\w+days?\b",
        Slot.TIME: (
            r"\b(?:noon|midnight|opening|closing|opens?|closes?|(?:hours?|minutes?) before)\b"
            r"|\b(?:around the clock|24 hours)\b|\b\d{1,2} ?(?:-|–|to) ?\d{1,2}\b"
            r"|24시간|연중무휴|휴무|휴점|휴관|쉽니다|쉬는 날|불가"
            r"|정오|자정|개점|폐점|마감|영업 ?(?:시작|종료)|(?:시간|분) ?전"
        ),
        Slot.MONEY: (
            r"\b(?:free|none|no (?:[a-z]+ ){0,2}(?:charge|fee|cost)|without (?:charge|cost)|lira"
            r"|not (?:charged?|pay)"
            r"|francs?|half|nothing|(?:full|regular) (?:price|refund)|cents?|pence|\d+ ?p|pounds?"
            r"|crowns?|twice|double|times the|(?:a|one) (?:third|quarter|fifth|tenth)"
            r"|giv(?:e|es|en) (?:\w+ )?away|pays? for|bears?|at cost|complimentary|on the house"
            r"|waived)\b"
            r"|\b(?:price|fee|cost|fine|rent|charge|deposit)s?: ?\d"
            r"|(?:\d ?|두 ?)배(?![송달])|센트|파운드|프랑|어치|비용이 없"
            r"|(?:가격|값|요금|비용|과태료|보증금): ?\d"
            r"|무료|공짜|받지 않|정상가|전액|정가|없음|무상|면제|부담|실비|반값|절반"
            r"|(?:수수료|요금|비용|배송비|값|따로|추가)[가는은이]? ?(?:\S+ )?없|서비스(?:로|입니다)"
            r"|(?:고객|손님|회사|매장|우리)[이가] ?[냅내]|청구" + _LOWER_PRICE
        ),
        Slot.AMOUNT: (
            r"\b(?:free|all|full|half|none|nothing|no|whole|twice|double)\b"
            r"|무료|전액|전부|모두|없|절반|정상가" + _LOWER_PRICE
        ),
        Slot.DATE: (
            r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|when|if|once|after|before|until"
            r"|by the|immediately|at once|right away|daily|weekly|monthly|every|each|during|the day"
            r"|while|as soon as|at the end|on the spot|around the clock|century|\d{3,4}s?|day \d+"
            r"|\d+(?:st|nd|rd|th)|(?:mon|tue|wed|thu|fri|sat|sun)s?"
            r"|(?:first|second|third|last|next|same) (?:(?:working|business) )?(?:day|week|month)"
            r"|night|closing|opening|unless|within|at any time|next|last|season|for life"
            r"|only (?:in|on|with|for|against|by)|in an? emergency"
            r"|(?:janu|febru)ary|march|april|june|july|august|(?:septem|octo|novem|decem)ber)\b"
            r"|요일|즉시|바로|매일|매주|매월|매년|당일|그날|날 안|날의|자리에서"
            r"|전에|전까지|후|뒤|때|면|다음|까지|동안|마다|부터|경우|주간|순간|오전|오후|말일|날|[일흘]째|불가"
        ),
        Slot.FREQUENCY: (
            r"\b(?:once|twice|times|every|each|daily|weekly|monthly|yearly|annual(?:ly)?|hourly"
            r"|per|an? (?:day|week|month|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
            r"|never|always|before|after|when|whenever|as soon as|morning|evening|night|opening"
            r"|closing|on the hour|quarters?|(?:janu|febru)ary|march|april|may|june|july|august"
            r"|(?:septem|octo|novem|decem)ber)\b|아침|저녁|오픈|마감|별로|격일"
            r"|매[일주월달년시회]|마다|[한두세네] ?번|요일|때|하루|전에|후에|뒤에|수시|항상"
        ),
        Slot.WEEKDAY: (
            r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun"
            r"|weekdays?|weekends?|daily|(?:every|any) day|(?:working|business) days?|holidays?"
            r"|(?:first|last|same|next|previous) (?:[a-z]+ )?day|day (?:of|after|before)"
            r"|\d+(?:st|nd|rd|th))\b"
            r"|\bend of the month\b|요일|매일|평일|주말|휴일|휴무|무휴|명절"
            r"|첫날|말일|전날|다음 ?날|당일"
            r"|[월화수목금토일]{2,7}(?![가-힣])|매주 [월화수목금토일] |쉬는|쉽니다"
            r"|(?<![가-힣\d])[월화수목금토일](?=[~·,은는이에.-])"
        ),
        Slot.COUNT: (
            r"\b(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen"
            r"|twenty|thirty|forty|fifty|dozens?|half|hundreds?|thousands?|single|pairs?|none|no"
            r"|limits?|unlimited|any number|several|many|as often|second|third|fourth|fifth|both"
            r"|each|every|(?:only|take|gets?|earns?|has|have|receives?|needs?) an?)\b"
            r"|\ban? \w+ and an? "
            r"|하나|둘|셋|넷|제한 ?없|무제한|절반|모두|전부|없|여러"
            r"|(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두|스무|스물|서른)"
            r" ?[가-힣]"
        ),
        Slot.DISTANCE: (
            r"\b(?:next door|anywhere|arm's length|same (?:street|building|floor|town|city)|miles?"
            r"|walk|steps?)\b|같은 (?:건물|층|동네|시)|옆|걸음|걸어"
        ),
        Slot.TEMPERATURE: (
            r"\b(?:room temperature|boiling|lukewarm|degrees?)\b|실온|상온|미지근|끓"
        ),
        Slot.WEIGHT: r"\b(?:pounds?|lbs?|ounces?|oz)\b",
        Slot.COLOUR: (
            r"\b(?:red|yellow|blue|green|white|black|orange|purple|violet|pink|gr[ae]y|brown|beige"
            r"|cream|gold(?:en)?|silver|amber|clear|transparent|striped|colourless)\b"
            r"|빨간|빨강|붉은|적색|노란|노랑|황색|파란|파랑|청색|푸른|초록|녹색|연두|흰|하얀|하양|백색|검은|검정|까만"
            r"|흑색|주황|보라|자주|분홍|회색|갈색|베이지|남색|하늘색|은색|금색|투명|줄무늬"
        ),
        Slot.FORM: (
            r"\b(?:forms?|sheets?|slips?|books?|lists?|logs?|cards?|folder|records?|register|letter"
            r"|certificate|label|app|portal)\b"
            r"|양식|서식|서류|장부|대장|전표|확인서|신고서|신청서|증명서|일지|[가-힣]표|노트|앱|포털"
        ),
        Slot.EXTENSION: (
            r"\bext(?:ension|\.)? ?\d|\bnumber is\b|\bcall \d|내선[은는이가]? ?\d|번호[는은]"
            r"|\d-\d{3,4}\b|\b\d{3,5}(?=[ ,.;:)으로번에]|$)"
        ),
        # A name in the middle of a sentence, behind a colon, or in capitals may be a company's.
        # A Korean name has no such form: the verbs for dealings with companies decide.
        Slot.COMPANY: (
            rf"\b(?:{COMPANIES}|post(?: office)?|express|logistics)\b|{COMPANIES_KO}"
            r"|(?-i:(?<=[a-z] )(?!\w+days?\b|Gold|Silver|Bronze|Platinum|VIP|Form\b)[A-Z][a-z]{2,}"
            r"|(?<=: )[A-Z]\w+(?=[.,;]|$)|\b(?!VIP\b|ID\b|PIN\b|HM\b)[A-Z]{2,}\b"
            r"|\b[a-z]?[A-Z][a-z]+[A-Z])"
            r"|택배|우체국|우편|카드|통운|물산|상사|유업|우유|협력사|본사"
            r"|[가-힣]에서 (?:받|들여|사|납품|공급|주문|구매|매입|옵)"
            r"|[가-힣](?:에|로) (?:연락|전화|맡기|의뢰)"
            r"|[가-힣][이가] (?:배송|수거|가져|납품|공급|배달|설치|수리|점검)"
        ),
        Slot.YES_NO: (
            r"\b(?:can|cannot|may|must|should|will|would|is|are|was|were|has|have|had|do|does|did"
            r"|not|never|no|only|needs?|needed|allowed|possible|required|refundable|free|yes|ok)\b"
            r"|n't\b|가능|불가|[수안못없있]|됩니다|돼|된다|되며|합니다|금지|제외|필요|해야|[입습줍]니다"
            r"|무료|포함|바랍니다"
        ),
    }.items()
}
"""Words that fill a slot without a value: free of charge, until closing time."""


def fills(slot: Slot, texts: Iterable[str]) -> bool:
    """Whether one of the texts fills the slot."""
    return any(
        any(_is(slot, value) for value in values(text)) or _WORDS[slot].search(_said(text, slot))
        for text in texts
    )


def are_of_one_sort(one: str, other: str) -> bool:
    """Whether both are days of the week, times of day or colours."""
    sorts = Slot.WEEKDAY, Slot.TIME, Slot.COLOUR
    return any(fills(sort, [one]) and fills(sort, [other]) for sort in sorts)


def _said(text: str, slot: Slot) -> str:
    """The text without the limits of other amounts: "5장까지" is no time."""
    if slot not in _TIMES:
        return text
    others = (one.text for one in values(text) if not _is(slot, one))
    return reduce(lambda said, one: said.replace(f"{one}까지", one), others, text)


def _is(slot: Slot, value: Value) -> bool:
    if slot is Slot.DURATION and value.kind in _DAYS:
        # "From 1 December to 10 March" is a duration, "drills in April and October" is not.
        return value.high is not None
    return value.kind in _KINDS[slot] and value.unit in _UNITS.get(slot, {value.unit})
