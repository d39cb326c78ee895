"""Recognises messages that ask nothing about the store; when in doubt, it is a question."""

import re

from bot.model.understood import Talk
from bot.privacy import unmarked
from knowledge.language.grammars import usual_kind
from knowledge.language.patterns.cues import any_of, cue
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms
from knowledge.models.kinds import message_kinds

_MENTION = re.compile(r"<[@#!][^<>\s]{1,80}>|(?<!\S)@[\w.-]{1,40}|:[a-z0-9_+-]{1,40}:")
_JAMO = re.compile(r"[ㄱ-ㅎㅏ-ㅣ]+")
_KINDS = {
    "greeting": Talk.GREETING,
    "thanks": Talk.THANKS,
    "about_you": Talk.ABOUT_YOU,
    "insult": Talk.INSULT,
}
"""The kinds of message that are talk. Of questions about the world, patterns know more."""
_LIKELY = 0.875
"""Likelihood from which a message is talk. Of 520 questions to seven stores held out none is."""
_HELLO = re.compile(
    r"(?:hi+|hello|hey|good (?:morning|afternoon|evening)|안녕(?:하세요|하십니까)?)[\s,.!~]+(?=\S)",
    re.IGNORECASE,
)


def talk_of(text: str) -> Talk | None:
    """The kind of talk that a message is; None for a question about the store."""
    words = " ".join(_MENTION.sub(" ", unmarked(text)).split())
    if not any(char.isalnum() for char in _JAMO.sub("", words)):
        return (_JAMO.search(words) and _kind(words)) or Talk.EMPTY
    hello = _HELLO.match(words)
    rest = words[hello.end() :] if hello else words
    kind = _kind(words)
    if kind in (None, Talk.GREETING) and any(map(str.isalnum, rest)):
        kind = _kind(rest) or kind
    if kind:
        return kind
    if is_general_knowledge(rest):
        return Talk.GENERAL_KNOWLEDGE
    if only_points(words):
        return Talk.POINTS
    return Talk.TOO_SHORT if _is_too_short(words) else None


def is_small_talk(text: str) -> bool:
    """Whether a message asks nothing, not even about the message before it."""
    return talk_of(text) not in (None, Talk.POINTS)


def _kind(words: str) -> Talk | None:
    if usual := usual_kind(words):
        return _KINDS.get(usual)
    found = message_kinds(words)
    talk = {kind: found.get(kind, 0.0) for kind in _KINDS}
    is_likely = sum(talk.values()) >= _LIKELY
    return _KINDS[max(talk, key=talk.__getitem__)] if is_likely else None


def _is_too_short(words: str) -> bool:
    letters = "".join(char for char in words if char.isalnum())
    if len(letters) == 1 and not "가" <= letters <= "힣":
        return True
    return len(words.split()) == 1 and not query_terms(words)


# Recognises messages that only point at something that is not there: "can you answer this?".


_LONGEST_POINTING = 120
"""Characters; a longer message has words of its own."""
_THING_KO = "거|것|건|게|걸|런|렇게|문제|질문|글|내용|말|메시지"
_PARTICLE_KO = r"(?:을|를|이|가|은|는|도|에|의|에서|에는|만|로|처럼)?요?"
_POINTS = cue(
    r"""
    \b(?:this|that|these|those|it|them|above|below|one|ones|same)\b
    \b(?:my|the|his|her|their) (?:question|message|post|thread)s?\b
    (?<![가-힣])(?:[이그저](?:<THING>)?|위|아래|윗글|방금|아까|앞)<PARTICLE>(?!\S)
    (?<![가-힣])(?:질문|문의|메시지)<PARTICLE>(?!\S)
    """,
    THING=_THING_KO,
    PARTICLE=_PARTICLE_KO,
)
_POINTING_EN = frozenset(
    """this that these those it its it's them they above below one ones same thing things stuff my
    the a an question questions message messages post thread please pls plz thanks can could would
    will shall should may do does did is isn't are was were be been what what's how why when where
    who which much many long often you your u someone somebody anyone anybody me us i'm we help
    answer answers explain clarify check look looking see read reply respond confirm understand
    tell say know into at to for about with of on in from and or so then but also just quickly asap
    mean means meaning meant work works possible ok okay allowed fine right correct true here there
    again more take takes cost costs detail details yes no not up his her their asked said wrote
    written need needs any some bot storewise hey hi hello think""".split()
)
_POINTING_KO = cue(
    r"""
    (?:[이그저](?:<THING>)?|위|아래|윗|방금|아까|앞)(?:거|것|글|말|질문|내용|메시지)?<PARTICLE>
    (?:제|내|저|저희|우리)(?:가|는|도)?|(?:질문|문의|메시지|내용|글|말|거|것|건)<PARTICLE>
    하신|올린|올라온|물어본|적은|쓴|말한|남긴|수|분|줄|주실|네|예|응
    좀|혹시|한번|빨리|얼른|제발|그럼|그러면|근데|그리고|누가|누구|아무나|다들|여기|저기|저기요|다시|더|자세히
    (?:대|관)해서?|대한|봇|봇아
    (?:무엇|무슨|뭐|뭔|뭘|어떻게|왜|얼마|언제|어디|어때|뜻|의미|경우)<PARTICLE><BE>?|(?:건|거|것)?<BE>
    (?:<ANSWER>)?<PARTICLE>(?:해|하|드려|부탁|봐|알려|가르쳐|말해|말씀해)<ENDING>|(?:<ANSWER>)<PARTICLE>
    (?:되|돼|될|된|가능|괜찮|맞|있|없|해|하|할|알|아시)<ENDING>
    (?:주|줘|줄|봐|보|해주|해줄)<ENDING>
    """,
    THING=_THING_KO,
    PARTICLE=_PARTICLE_KO,
    ANSWER="답|답변|대답|설명|확인|회신|해석|정리|안내|이해",
    BE="(?:인가요?|예요|에요|이에요|이야|야|죠|지|입니까|인지|일까요?|라고)",
    ENDING=r"(?:드|드리|주|줄|줘|주시|주세|주실|봐|보|볼|줬|요|나요?|까요?|죠|지요?|는지|니|냐|습니까|면|은가요"
    r"|은지|을까요?|한가요|해요|하나요|합니까|세요|래요?|십시오|시겠어요|수|분|으면|어요?|아요?|도|는|고|는데"
    r"|합니다|드립니다|드려요|다고|해도|해|하면|한지|할까요?){0,4}",
)
"""A whole word that names nothing of a store: who, do, answer, please, with any ending."""
_MARKS = re.compile(r"[^\w\s']+")


def only_points(text: str) -> bool:
    """Whether a message has no word to look for, and points at another message or thing."""
    words = _MARKS.sub(" ", text.replace("’", "'").lower()).split()
    if not words or len(text) > _LONGEST_POINTING or not _POINTS.search(" ".join(words)):
        return False
    return all(one in _POINTING_EN or _POINTING_KO.fullmatch(one) is not None for one in words)


# Recognises questions about the world; when in doubt, a question is about the store.
#
# The whole message must have a known form, and no word of the store: "what is the weather policy"
# and "대통령 선거일에 쉬나요" are about the store.


_STORE = cue(
    r"""
    \b(?:store|shop|customer|client|guest|refund|return|exchange|receipt|till|staff|employee)s?\b
    \b(?:policy|policies|rules?|discount|coupons?|vouchers?|points?|member\w*|products?|items?)\b
    \b(?:company|stock (?:level|room|take)|delivery|shift|work|uniform|menu|manager)\b
    caf[eé]|coffee
    \b(?:opening|closing|hours|we|our|us|promotion|sale|sign\w*|notice|guide|handbook|document)\b
    매장|점포|가게|카페|편의점|손님|고객|직원|알바|근무|출근|퇴근|영업|휴무|환불|반품|교환|영수증
    할인|쿠폰|행사|포인트|적립|회원|상품|제품|재고|규정|정책|지침|매뉴얼|점장|본사|회사|유니폼|결제
    우산|안내|공지|메뉴|음료|판매|문서
    """
)
_COUNTRIES = (
    "한국|대한민국|우리나라|북한|미국|영국|프랑스|독일|일본|중국|호주|캐나다|이탈리아|스페인|러시아|브라질"
    "|인도|태국|베트남|몽골|터키|튀르키예|스위스|네덜란드|벨기에|스웨덴|노르웨이|핀란드|덴마크|폴란드"
    "|멕시코|이집트|뉴질랜드|필리핀|인도네시아"
)
_CODE = r"python|java(?:script)?|typescript|c\+\+|sql|html|css|bash|rust|kotlin"
_ENGLISH = any_of(
    r"""
    <WHAT_IS> the capital (?:city )?of [a-z .'-]{2,30}
    (?:<WHAT_IS>|how(?:'s| is)) the (?:weather|forecast|temperature)(?: like| outside)?(?: <WHEN>)*
    (?:will it|is it (?:going to )?|does it)\s?(?:rain|snow)(?:ing|y)?(?: <WHEN>)*
    (?:tell|sing|write|make|give|read)<ME>(?: an?| some| another)?(?: \w+)? ?<WORK>(?: <ABOUT>)?
    (?:write|make|give|show|code)<ME>(?: an?| some)? <CODE> <PROGRAM>\b.{0,80}
    (?:write|make|give|show|code)<ME>(?: an?| some)? <PROGRAM> in <CODE>\b.{0,80}
    translate .{1,200}? (?:in)?to \w+
    how do you say .{1,80} in (?:korean|english|japanese|chinese|french|spanish|german)
    (?:<WHAT_IS>|calculate|how much is|solve)? ?\d{1,9} ?<OPERATOR> ?\d{1,9} ?=?
    what (?:time|day|date) is it(?: right)?(?: <WHEN>)*
    <WHAT_IS> (?:the time|the date|today's date)(?: right)?(?: <WHEN>)*
    (?:<WHAT_IS>|how much is) (?:the )?(?:current )?(?:stock|share) price of [\w .&-]{2,30}
    (?:<WHAT_IS> )?(?:the )?[\w.&-]{2,20}(?:'s)? (?:stock|share) price(?: <WHEN>)*
    (?:<WHAT_IS>|how much is) (?:the )?(?:price of )?(?:a )?<COIN>(?: price)?(?: worth)?(?: <WHEN>)*
    (?:should i|can i|how do i) (?:buy|sell|trade|invest in) (?:<COIN>|stocks|shares)(?: <WHEN>)*
    who(?:'s| is) the (?:current )?<HEAD>(?: of (?:the )?[a-z ]{2,30})?(?: right)?(?: <WHEN>)*
    who (?:won|will win) (?:the )?[\w' ]{0,25}?<CONTEST>(?: (?:last|this|in|<WHEN>)\b[\w ]{0,20})?
    (?:recommend|suggest)<ME>(?: an?| some)?(?: good)? <PASTIME>\b.{0,40}
    <WHAT_IS> the meaning of life
    (?:<WHAT_IS> )?(?:the )?(?:winning )?lotter?y numbers?(?: .{0,30})?
    """,
    WHAT_IS="what(?:'s| is| are)",
    WHEN="today|tomorrow|tonight|now|yesterday|outside|this week(?:end)?|in [a-z ]{2,25}",
    ME="(?: me| us)?",
    WORK=r"\b(?:jokes?|poems?|story|stories|songs?|riddles?|haiku|essay|fairy tale|fun fact)\b",
    ABOUT="(?:about|on|for|in) .{1,60}",
    PROGRAM="(?:function|script|program|code|class|query|loop|app)s?",
    OPERATOR=r"\+|-|\*|x|×|/|÷|plus|minus|times|divided by",
    COIN="bitcoin|ethereum|crypto(?:currency)?",
    HEAD="president|prime minister|king|queen|pope|chancellor",
    CONTEST="world cup|election|champions league|super bowl|oscars?|olympics|match|game",
    PASTIME="(?:movie|film|tv show|book|song|restaurant|recipe)s?|series",
    CODE=_CODE,
)
_KOREAN = any_of(
    r"""
    (?:[가-힣]{1,6}\s){0,3}(?:[가-힣]{1,4})?날씨(?:가|는|은|도)?(?:\s<HOW>){1,3}
    (?:<WHEN>|서울|부산|제주)\s(?:[가-힣]{1,4}\s)?날씨
    (?:[가-힣]{1,6}\s){1,3}(?:비|눈)(?:가|이)?\s?<FALLS>
    <COUNTRY>(?:의)?\s?수도(?:는|가|은)?(?:\s?(?:어디|뭐|무엇|어느 도시)\S{0,5}| 알려\S*| 이름\S*)?
    (?:(?:<WHEN>|<COUNTRY>)(?:의)?\s?)*대통령(?:은|이)?\s?(?:누구\S*|이름\S{0,3}(?: 뭐\S*)?)
    (?:\S{1,6} ){0,2}<WORK>(?:를|을)?(?: 하나만?| 한 [편곡개]만?| 좀)*\s?<MAKE>\s?<PLEASE>
    (?:.{0,12} )?로또 ?번호.{0,20}
    .{1,80}<LANGUAGE>로 (?:번역|뭐라|어떻게 말|바꿔)\S{0,8}(?: \S{1,5})?
    \d{1,9}\s?<OPERATOR>\s?\d{1,9}\s?(?:=|은|는)?\s?(?:얼마\S*|몇\S*|뭐\S*|계산\S*)?
    (?:지금|현재)(?:은)?\s?(?:몇 시|시각|시간)<IS>?(?: 알려\S*)?
    오늘(?:은|이)?\s?(?:며칠|몇 월 며칠|무슨 요일|날짜(?:가|는)?(?: 뭐| 며칠)?)<IS>?
    (?:\S{1,12} ){0,2}(?:주가|환율|시세)(?:는|가|이|은)?(?: (?:<WHEN>|좀))*\s?<WORTH>
    (?:비트코인|이더리움|코인|주식)(?:은|을|는|이)?(?: (?:<WHEN>|언제|더|좀))*\s?<WORTH>
    <CODE>(?:으로|로)?\s.{0,30}(?:짜|작성해|만들어|예제|코드)\s?.{0,12}
    (?:\S{1,8} ){0,3}<PASTIME>(?:를|을|도)?(?: (?:하나|좀|몇 개))*\s?추천\S*(?: <ASK>)*
    (?:\S{1,8} ){0,3}<SPORT>(?: (?:경기|결승|시합))?(?:는|은|에서)?(?: <WHEN>)?\s?<WINS>
    """,
    WHEN="오늘|내일|모레|어제|지금|현재|요즘|이번 주말?|주말",
    HOW=r"(?:좀|지금|오늘|내일|예보|(?:어때|어떤가|어떻|어떨|알려|말해|좋|추|더|맑|궁금)\S*)",
    FALLS="오나요|와요|올까요?|오니|와|온대요?|오나|내리나요|올 것 같아요?",
    WORK="농담|개그|유머|동화|시|시조|노래|(?:옛날|재밌는 |재미있는 )이야기",
    MAKE="해|써|불러|들려|지어|얘기해|말해|알려",
    PLEASE=r"(?:줘|줄래|주세요|봐|달라|줄 수 있)\S{0,4}",
    LANGUAGE="영어|한국어|일본어|중국어|프랑스어|스페인어|독일어|베트남어|태국어",
    OPERATOR=r"\+|-|\*|x|×|/|÷|더하기|빼기|곱하기|나누기",
    IS="야|예요|인가요|에요|이야|죠|지|이에요|이죠",
    WORTH=r"(?:사도|팔아도|얼마|살까|팔까|오를까|전망|어때|어떻|알려|올라|떨어)\S*(?: \S{1,6})?",
    PASTIME="드라마|영화|맛집|여행지|노래|웹툰|예능",
    ASK=r"(?:좀|해\S*|부탁\S*)",
    SPORT="야구|축구|농구|배구|월드컵|올림픽",
    WINS=r"(?:누가|어디가)\s?(?:이겼|우승|이길)\S*",
    COUNTRY=_COUNTRIES,
    CODE="자바스크립트|파이썬|자바|타입스크립트|코틀린|" + _CODE,
)
_PLEASE = "(?:(?:please|pls|can you|could you|would you|i'm bored,?|do you know|좀|혹시|저기) )*"
_WHOLE = LazyPattern(rf"{_PLEASE}(?:{_ENGLISH}|{_KOREAN})[\s.!?~]*")
_BUNDLE = re.compile(r"(?<!\d)[1-4]\s?\+\s?1(?!\d)")
"""An offer such as 1+1, not a sum."""
_LONGEST = 200  # characters


def is_general_knowledge(text: str) -> bool:
    """Whether a message asks about the world, or for a joke, a translation or code."""
    if len(text) > _LONGEST or _STORE.search(text) or _BUNDLE.search(text):
        return False
    return bool(_WHOLE.fullmatch(text))
