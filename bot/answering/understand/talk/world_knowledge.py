"""Recognises questions about the world; when in doubt, a question is about the store.

The whole message must have a known form, and no word of the store: "what is the weather policy"
and "대통령 선거일에 쉬나요" are about the store.
"""

import re

from knowledge.language.patterns.cues import any_of, cue
from knowledge.language.patterns.lazy import LazyPattern

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
