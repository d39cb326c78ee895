"""Recognises the kind of value that a question asks for: how long, how much, when."""

import re
from enum import StrEnum

from knowledge.language.calendar.named_days import SOME_TIME_BEFORE


class Slot(StrEnum):
    """The kind of value that would answer a question."""

    DURATION = "duration"
    DAYS = "days or a day"
    """며칠이에요 asks how many days a workshop takes, or on which day it is."""
    MONEY = "money"
    PERCENT = "percent"
    AMOUNT = "amount"
    """How much of something: money or anything else."""
    TIME = "time of day"
    DATE = "date"
    COUNT = "count"
    DISTANCE = "distance"
    TEMPERATURE = "temperature"
    WEIGHT = "weight"
    COLOUR = "colour"
    FORM = "form"
    EXTENSION = "telephone number"
    COMPANY = "company"
    """The name of a supplier, a carrier, a bank, a brand."""
    WEEKDAY = "day of the week"
    FREQUENCY = "how often"
    YES_NO = "yes or no"


_MEASURED = (
    r"용량|무게|크기|길이|높이|깊이|너비|폭|두께|넓이|면적|지름|거리|간격|온도|속도|전력|전압|도수|농도"
    r"|하중|주기|출력|토크|축척|소음|수명|강도"
    r"|함량|[율률]|시간|기간|기한|횟수|나이|연령|인원|수량|개수|치수|사이즈|비율|등급|점수"
)
"""Korean nouns that are asked for with "how much" but are not money."""
_DO = "do|does|did|is|are|was|were|will|would|can|could|should|must|has|have|had|may"
_DOING = rf"(?:{_DO})"
_NOTED = (
    r"^(?=\S+(?:\s+\S+){1,7}\s*$)"
    r"(?!(?:how|who|whose|when|where|why|what|which|if|can|could|i|we|he|she"
    rf"|they|it|{_DO})\b)(?!.*\b(?:is|are|was|were|wrong|different|differs?|missing|higher"
    r"|lower|outside|after|without|missed|expired|past|disputes?|changing|waived|by whom|or|at)\b)"
    r"(?:the |an? )?(?:[a-z'-]+ ){0,2}"
)
"""A question in note form, "fee for a lost card", but no situation, "price at the till"."""
COMPANIES = (
    r"compan(?:y|ies)|firms?|suppliers?|vendors?|wholesalers?|manufacturers?|makers?|brands?|banks?"
    r"|carriers?|couriers?|insurers?|agenc(?:y|ies)|contractors?|roaster(?:y|ies)|baker(?:y|ies)"
    r"|brewer(?:y|ies)|dair(?:y|ies)|farms?"
)
"""Words for companies that make, deliver or insure something."""
COMPANIES_KO = (
    "회사|업체|거래처|공급처|공급사|납품처|도매상|제조사|브랜드|은행|택배사|보험사|카드사|통신사|농장|공장"
    "|로스터리|양조장"
)
_ASKS: tuple[tuple[Slot, re.Pattern[str]], ...] = tuple(
    (slot, re.compile(pattern, re.IGNORECASE))
    for slot, pattern in (
        (
            Slot.COLOUR,
            r"\b(?:what|which) colou?rs?\b|\bcolou?r of\b|(?:무슨|어떤) ?색"
            r"|색(?:깔|상)?(?:이|은|은요)? ?(?:뭐|뭔|무엇|무슨|어떤|어떻)",
        ),
        (Slot.FORM, r"\b(?:what|which) form\b|(?:어느|무슨|어떤|몇 ?번) ?(?:양식|서식)"),
        (
            Slot.EXTENSION,
            r"\b(?:what|which)\b.*\b(?:extension|(?:tele)?phone number)\b"
            r"|^(?:the )?extension (?:of|for)\b|^(?!.*\b(?:an?|any|more|another)\b).*\bextension\?$"
            r"|(?:내선|전화) ?번호(?:가|는|은|를|요| 좀)?(?= ?(?:뭐|몇|무엇|알려|어떻)|\?|$)"
            r"|내선이? ?몇",
        ),
        (
            Slot.COMPANY,
            rf"\b(?:which|what) (?!(?:{_DOING})\b)(?:\w+ )?(?:{COMPANIES})\b"
            r"(?! (?:is|are) (?:the )?(?:better|best|good|cheap))"
            rf"(?=\s*(?:$|[?.,!])| (?:{_DO}|we|i|you|they|he|she|of|for|from|to|in|on|that"
            r"|[a-z]{3,}(?:[^aiousxc]es|[bdgklmnprtvw]s|ies|ed))\b)"
            r"(?! (?:holidays|benefits|details|rules|cards|accounts|notes|bags|cars|names|eggs)\b)"
            rf"|(?:어느|어떤|무슨) ?(?:[가-힣]+ )?(?:{COMPANIES_KO})(?! ?(?:카드|규정|서류|계좌))"
            rf"|(?:{COMPANIES_KO})[은는이가]? ?(?:어디|뭐|뭔|무엇)(?= ?(?:예|에요|죠|야|인|$|\?))",
        ),
        # "How far may I go" asks for money or per cent, "how long may a leash be" for metres.
        (
            Slot.AMOUNT,
            r"\bhow far\b.*\b(?:go|haggle|bargain)\b"
            r"|\bhow long (?:may|can|must|should|do|does|has|have)\b[^,.?]* be"
            r"(?=\s*(?:[?.]|$)|,? (?:before|if|when)\b)",
        ),
        (
            Slot.FREQUENCY,
            r"\bhow often\b|\bhow many times (?:an?|per|each|every)\b"
            r"|얼마나 ?자주|얼마마다|며칠마다|몇 ?(?:시간|일|주|달|개월|년)(?:마다|에 ?한 ?번)",
        ),
        (
            Slot.WEEKDAY,
            r"\b(?:what|which) (?:weekdays?|days? of the week)\b|(?:무슨|어느|몇) ?요일",
        ),
        (Slot.DATE, r"몇 ?월 ?며칠|\S일(?:자|이|은|는)? ?며칠 ?(?:이[에예죠]|인가|입)"),
        (
            Slot.DISTANCE,
            r"\bhow (?:close|far|near)\b(?! (?:in advance|ahead|back|before)\b)"
            r"|몇 ?(?:km|cm|킬로미터|미터|센티)|얼마나 ?(?:가까|멀|떨어)"
            r"|거리(?:가|는)? ?(?:얼마|몇)",
        ),
        (
            Slot.TEMPERATURE,
            # 도수가 몇 도 asks how strong a drink is.
            r"\b(?:what|which) temperature\b|\bhow (?:hot|cold|warm)\b"
            r"|(?<!도수 )(?<!도수가 )몇 ?도(?!움)|온도(?:가|는)? ?얼마",
        ),
        (
            Slot.WEIGHT,
            r"\bhow heavy\b|\bhow much (?:do|does|may|can)\b.*\bweigh\b"
            r"|몇 ?(?:kg|킬로(?!미터)|그램)",
        ),
        (
            Slot.DAYS,
            r"^(?!.*(?:기간|기한|일수)).*(?<![가-힣])며칠 ?"
            r"(?:이[에예죠야지었였]|인[가지]|일까|입니|예요|여)",
        ),
        (Slot.AMOUNT, rf"(?:{_MEASURED})(?:이|가|은|는|도)? ?얼마(?!나? ?(?:동안|오래|걸))"),
        (
            Slot.PERCENT,
            r"\b(?:what|which|how many) (?:per ?cent|percentage)\b|\bhow much (?:per ?cent|%)"
            r"|몇 ?(?:퍼센트|프로(?!그)|%)",
        ),
        (
            Slot.DURATION,
            r"\bhow (?:long|soon|far (?:in advance|ahead))\b|\bwithin what (?:time|period)\b"
            r"|\bhow (?:many|much) (?:(?:more|paid|unpaid|free|extra|sick|full|whole|clear|annual"
            r"|vacation"
            r"|holiday|leave|public|rest"
            r"|business|banking|working|calendar) ){0,2}"
            r"(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|seconds|secs|time)\b"
            rf"|{_NOTED}(?:duration|validity) (?:of|for)\b"
            rf"|{_NOTED}(?:return|refund|exchange|notice|trial) period\b"
            # Whether something ends, or has a limit, is answered by when it does.
            r"|\bis there an? (?:time limit|deadline|expiry)\b"
            r"|(?<!유통)(?<!소비)(?:기간|기한)[이은]? ?(?:따로 ?)?있(?:나요|어요|습니까|는지|나|죠)"
            rf"|^(?:so |and |but )?{_DOING}\b[^,.]*\b(?:expire|lapse|run out)\s*[?.!]*$"
            r"|(?:만료|소멸)(?:이|도)? ?(?:[되돼]|하[나는])"
            r"|얼마나? ?(?:동안|오래|걸)|며칠 ?(?:이내|안|동안|까지|간|내|만|이나|이|걸|전|뒤|후)"
            r"|몇 ?(?:일|주|달|개월|년|시간|분|초) ?(?:이내|안|동안|까지|간|내|만|이나|걸|전|뒤|후)"
            r"|몇 ?(?:시간|개월|초)",
        ),
        (
            Slot.TIME,
            rf"\bwhat (?:time|hour)(?= (?:to|{_DOING})\b|\?|$)|몇 ?시(?!간)"
            rf"|{_NOTED}(?:opening|closing|business) (?:hours|times?)\b"
            r"|(?:영업|운영|여는|닫는|개점|폐점) ?시간(?:은|이|요|은요)?\s*\??$"
            rf"|\bwhen {_DOING}\b.*\b(?:open|close|shut)\b.*\b(?:night|evening|morning|today)\b",
        ),
        (
            Slot.MONEY,
            r"\bhow many (?:euros?|dollars?|won|cents?)\b|\bhow much (?:money|cash)\b"
            r"|\bhow much (?:is|are) (?:the|a|an)\b"
            rf"|\bhow much {_DOING}\b.*\b(?:cost|charge|pay|owe)\b"
            r"|\bwhat (?:does|do|did|will)\b.*\b(?:cost|charge)\b"
            r"|(?:\bwhat(?:'s| is| are) the (?:price|cost|fee|money)"
            rf"|{_NOTED}(?:fee|price|cost|fare))\b"
            r"(?! (?:match\w*|tags?|labels?|list|cards?|reduction|change|error|policy|difference))"
            r"|얼마(?:예요|에요|인가요|죠|인지|입니까|야|[\s?？]*$)|몇 ?원"
            r"|(?:요금|비용|가격|돈|금액|수수료|대여료|배송비|수선비)(?:은|는|이|가|요|은요|는요)?\s*\??$",
        ),
        # 몇 분 is "how many minutes" or "how many people".
        (
            Slot.AMOUNT,
            rf"\bhow much(?= (?:to|of|more|less|{_DOING})\b)|얼마(?! ?안 )|몇 ?[분점](?!의)",
        ),
        (
            Slot.DATE,
            rf"(?:^|[,;:.] |\b(?:and|so|until|since|from|by|know) )when(?:'s| {_DOING})\b"
            r"|\bwhat (?:date|day)\b|\b(?:what|which) (?:year|month)\b|언제|며칠|몇 ?월"
            r"|(?<!유통)(?<!소비)(?:기간|기한)(?:은|이|요|은요)?\s*\??$",
        ),
        (
            Slot.COUNT,
            # 몇 번 서식 is "which form", 몇 개만 "a few".
            r"\bhow many\b"
            r"|몇 ?번(?! ?(?:서식|양식|계산대|창구|출구|게이트|버튼|선반|서랍|라인|열쇠))"
            r"|몇 ?(?:개(?!만)|명|인(?:용|분|승|실)?|장|회|벌|병|캔|잔|박스|상자|묶음|세트"
            r"|가지|군데|곳|살|세|권)",
        ),
        (
            Slot.YES_NO,
            rf"^(?:so |and |but )?{_DOING}\b|, {_DOING} (?:i|we|they|he|she|it)\b"
            r"|\b(?:is it|are we|am i|are they) (?:ok|okay|allowed|possible)\b"
            r"|(?:[되돼]나요|돼요|되죠|될까요|됩니까|되는지|가능한가요|가능해요|가능한지|가능할까요"
            r"|[있없하]나요|있을까요|있어요|인가요|맞나요|맞죠)\s*[?？.!]*$",
        ),
    )
)
_WHO_OR_WHERE = re.compile(r"몇 ?번|누구|누가|어디|무엇|뭐|뭘|어떻게|어느|어떤|무슨|왜 ")
_NO_VALUE = re.compile(
    r"^(?:(?:so|and|but|ok|okay),? )?(?:(?:who(?:se|m)?|where|why)\b"
    r"|when\b(?=.*(?:\bnot\b|\bcannot\b|n't\b))(?!.*\b(?:if|open)\b))"
    r"|언제 (?:\S+ )*?(?:안|못) ?[되돼하쓰]",
    re.IGNORECASE,
)
"""Questions that ask for no value: "where is it noted how cold …", "when is it not allowed?"."""


_SOME_TIME_AGO = re.compile(rf"{SOME_TIME_BEFORE}에(?= ?(?:\S+ )?[산샀사구주받])")
"""며칠 전에 산 (bought some days ago) states a time and asks for nothing."""


def slot_of(question: str) -> Slot | None:
    """The kind of value that a question asks for; None if it has no recognisable form."""
    if _NO_VALUE.search(question):
        return None
    question = _SOME_TIME_AGO.sub("", question)
    slot = next((slot for slot, asks in _ASKS if asks.search(question)), None)
    # 누구에게 전화하나요 ends like a question for yes or no.
    return None if slot is Slot.YES_NO and _WHO_OR_WHERE.search(question) else slot
