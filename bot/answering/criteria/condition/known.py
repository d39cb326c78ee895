"""The states that rules depend on: opened, with a receipt, faulty."""

import math

from bot.answering.criteria.condition.condition import State
from bot.answering.criteria.condition.of_rule import (
    FAULTY_GOODS,
    OPENED,
    OPENED_NO_MATTER,
    PROOF,
    RECEIPT,
)
from bot.texts import Section
from knowledge.language.patterns.lazy import LazyPattern

_TEXTS = Section("conditions")
OPEN = State(
    name="opened",
    is_so=LazyPattern(
        r"(?<!\bnot )(?<!\bbe )\b(?:opened|unsealed|unwrapped|unpacked)\b|\balready open\b"
        r"|(?:개봉한|개봉했|뜯은|뜯었|사용한|사용했)"
    ),
    is_not=LazyPattern(
        r"\bunopened\b|\bsealed\b|\bnot (?:been )?opened\b"
        # "Isn't opened food refunded?", with why or without, asks about opened food.
        r"|(?<!why )(?<!^)\b(?:is|are|was|were|has|have|had|did)n't (?:been )?open"
        # "14일 동안 사용한" is used; "안뜯은거", as it is typed, is not opened.
        r"|\bnever (?:been )?opened\b|미개봉|(?:개봉|사용)(?:하지|을 안| 안)|뜯지"
        r"|(?<![가-힣])(?:안|못) ?(?:뜯|개봉|사용|깠|깐|열었|열어 ?[봤본]|연 ?[거것])"
    ),
    told_not=LazyPattern(
        # "Exchanged for a new one" says nothing about the goods brought back.
        r"(?:\b(?:is|are|still)|'s|'re) (?:brand[ -]?new|unused)\b"
        r"|\bin its (?:original )?(?:box|packaging|wrapping|wrapper)\b"
        r"|\bnever (?:been )?used\b|\bnot (?:been )?used\b|n't (?:been )?used\b"
        r"|미사용|(?<![가-힣])안 ?(?:쓴|썼)|포장(?:도|은|이)? ?그대로"
        r"|(?<![가-힣])새 ?(?:거|것|상품|제품|물건)"
        r"(?:[이예]?[에예]요|입니다|인데|이고|이야|야|임|래요?)"
    ),
    turns_on_it=OPENED,
    no_matter=OPENED_NO_MATTER,
    gain=4.0,
    at_most=math.inf,
    beside_one=False,
)
_NO_PROOF = (
    rf"\b(?:no|without|lost|lose|losing|missing)\b(?:(?!with\b)[^.?!;]){{0,16}}\b{PROOF}"
    rf"|n't (?:have|got|find|show)\b[^.?!;]{{0,16}}\b{PROOF}"
    rf"|\b{PROOF}\b[^.?!;]{{0,12}}\b(?:lost|gone|missing)\b"
    r"|(?:영수증|구매 ?증빙)[이을를은도]? ?(?:전혀 ?)?(?:없|안 (?:가|갖)|못 찾|잃|분실|버[렸려])"
    r"|(?:잃어버린|분실한) 영수증"
)
_NO_RECEIPT_NEEDED = LazyPattern(
    r"(?<=[a-z] )without (?:an? |the |any )?receipt\b|영수증이? 없어도"
)
PROVED = State(
    name="receipt",
    is_so=LazyPattern(
        rf"\b(?:with|has|have|got|brought|shows?)\b[^.?!;]{{0,12}}\b{PROOF}"
        r"|(?:영수증|구매 ?증빙)[이을를은도]? ?(?:있|가져|갖고|보여)"
    ),
    is_not=LazyPattern(_NO_PROOF),
    told_not=LazyPattern(_NO_PROOF),
    turns_on_it=LazyPattern(rf"{RECEIPT.pattern}|{_NO_PROOF}"),
    # "Without a receipt: store credit" is a rule for those who have none.
    no_matter=_NO_RECEIPT_NEEDED,
    gain=1.0,
    at_most=4.0,
    beside_one=True,
    goods_before=_NO_RECEIPT_NEEDED,
    sought=(
        False,
        _TEXTS.NO_PROOF,
    ),
)
_FAULT = (
    r"(?:faulty|defective|broken?|broke|malfunction\w*|defects?"
    r"|(?:stop(?:s|ped)|quit|not|never) (?:\w+ )?(?:work(?:s|ing)?|charg(?:e|es|ing)"
    r"|(?:turn|switch)(?:s|es|ed|ing)? on)"
    r"|\w+n't (?:\w+ )?(?:work(?! (?:on|here|today|there|at)\b)|charge|(?:turn|switch) on))\b"
)
_FAULT_KO = (
    r"(?:불량|고장|하자(?![고면는])|망가[져졌진]|부서[져졌진]|안 ?켜|작동[이을]? ?(?:안|하지)|먹통)"
)
_EQUIPMENT = (
    r"(?:till|register|(?:card|barcode) reader|printer|terminal|scanner|checkout|kiosk|systems?"
    r"|(?:card|return|vending) machine)s?"
)
_EQUIPMENT_KO = "계산대|단말기|포스기?|프린터|키오스크|스캐너|리더기|결제기|시스템"
FAULTY = State(
    name="faulty",
    is_so=LazyPattern(rf"\b{_FAULT}|(?<![가-힣]){_FAULT_KO}|(?<=[가-힣] ){_FAULT_KO}"),
    is_not=LazyPattern(
        r"\b(?:not|no|unless(?: (?:it is|they are|it's))?)"
        r" (?:faulty|defective|broken|defects?|faults?)\b|n't (?:faulty|defective|broken)\b"
        r"|\bnothing(?: is|'s)? wrong\b"
        r"|\bworks? (?:fine|perfectly|well|ok)\b|\bchanged? (?:of|his|her|their|my) mind\b"
        r"|(?:불량|하자|고장)[이가은는도]? ?(?:아니|아닌|아님|아녜|없|안 ?[나났난])|변심|멀쩡"
        r"|(?<![가-힣])안 ?(?:고장|망가)"
    ),
    told_not=LazyPattern(r"(?!)"),
    turns_on_it=LazyPattern(
        r"^(?=.*(?:refund|return|exchang|replac|repair|money back|환불|반품|교환|수리|보상))"
        r".*(?:\b(?:faulty|defective|change of mind)\b|\bdefects?\b|\bfails? (?:within|during)\b"
        r"|불량|하자|고장 ?(?:나|난|이)|변심)"
    ),
    # A fee that depends on the fault is stated for both cases.
    no_matter=LazyPattern(
        r"\bchange of mind\b.*\b(?:faulty|defective|wrong)\b"
        r"|변심.*(?:불량|하자|잘못)|(?:불량|하자).*변심"
    ),
    gain=5.0,
    at_most=math.inf,
    beside_one=True,
    implies_not=OPENED,
    # The till may be broken, too.
    matters_to=LazyPattern(
        r"\b(?:returns?|returned|returning|refund\w*|exchang\w+|money back|take (?:it |them )?back"
        r"|bring (?:it |them )?back|bought|purchased?|ordered|warranty)\b"
        r"|환불|반품|교환|바꿔|구매|구입|(?<![가-힣])(?:산|샀|사[간신셨])|보증"
    ),
    of_other=LazyPattern(
        rf"\b(?:{_EQUIPMENT}|our (?:\w+ ){{1,2}}|seal|box|packag\w+|label|tag)s?\b"
        rf"[^.?!,;]{{0,12}}\b{_FAULT}|\bbroken (?:{_EQUIPMENT}|seal|box|packag\w+)\b"
        r"|\b(?:he|she|they|customer|guest|i|we) (?:has |had )?(?:broke|dropped|damaged)\b"
        rf"|(?:{_EQUIPMENT_KO}|포장|박스|상자|봉인|케이스)[가이는은도에]?서? ?{_FAULT_KO}|떨어뜨"
    ),
    by_itself=True,
    unusual=FAULTY_GOODS,
    goods_before=LazyPattern(
        r"(?<=[a-z] )(?:faulty|defective|broken)\b|(?<=[가-힣] )(?:불량|고장|하자)"
    ),
    goods_behind=LazyPattern(r"\b(?:faulty|defective) (?P<goods>[a-z]+) (?:can|may|is|are)\b"),
    sought=(
        True,
        _TEXTS.FAULTY_GOODS,
    ),
)
STATES = (OPEN, PROVED, FAULTY)
