"""Recognises messages that only point at something that is not there: "can you answer this?"."""

import re

from knowledge.language.patterns.cues import cue

_LONGEST = 120
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
_ENGLISH = frozenset(
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
_KOREAN = cue(
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
    if not words or len(text) > _LONGEST or not _POINTS.search(" ".join(words)):
        return False
    return all(one in _ENGLISH or _KOREAN.fullmatch(one) is not None for one in words)
