"""Recognises messages that ask nothing about the store; when in doubt, it is a question."""

import re

from bot.answering.understand.talk.points_only import only_points
from bot.answering.understand.talk.world_knowledge import is_general_knowledge
from bot.model.understood import Talk
from bot.privacy import unmarked
from knowledge.language.patterns.cues import any_of
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms

_MENTION = re.compile(r"<[@#!][^<>\s]{1,80}>|(?<!\S)@[\w.-]{1,40}|:[a-z0-9_+-]{1,40}:")
_JAMO = re.compile(r"[ㄱ-ㅎㅏ-ㅣ]+")
_AT_THE_END = r"[\s.!?~^…,:;)ㅎㅋㅠㅜ♡♥\U0001F300-\U0001FAFF☀-➿️]*"
_BOT = "storewise|bot|robot|assistant|there|all|everyone|team|buddy|봇|챗봇|로봇"
_GREETING = any_of(
    r"""
    (?:hi+|hello+|hey+|hiya|howdy|yo|greetings)(?: <BOT>)?
    good (?:morning|afternoon|evening|day)(?: <BOT>)?
    (?:how are you|how(?:'s| is) it going|what'?s up)(?: doing)?(?: today)?
    nice to meet you
    (?:<BOT>\s?)?안녕(?:하세요|하십니까|하신가요|히 계세요|히 가세요)?(?:\s?<BOT>)?
    하이|헬로|할로|ㅎㅇ
    (?:만나서 )?반가(?:워요?|와요?|웠어요|습니다)
    반갑습니다
    좋은 (?:아침|오후|저녁|하루)(?:이에요|입니다|이요|예요)?
    잘 (?:지내|지냈어|지내셨어)요?
    오늘 (?:기분|하루) (?:어때|어땠어)요?
    """,
    BOT=_BOT,
)
_THANKS = any_of(
    r"""
    (?:ok(?:ay)? |great |perfect |super |많이 |정말 |진짜 |너무 |네 |넵 |응 |<OK> ?)?<THANK><MUCH>*
    ok(?:ay)?|got it|great|perfect|alright|cool|nice
    (?:good)?bye|good night|see you(?: later)?
    네|넵|넹|예|응|그래요?|<OK>
    (?:very |really )?(?:good|nice|great) (?:job|work|one)(?: <BOT>)?|well done|awesome|excellent
    (?:정말 |진짜 |아주 |참 )?잘\s?(?:했|하셨|하)(?:어|네|다|습니다|는데|구나)요?
    (?:정말 |진짜 |아주 |참 )?(?:훌륭해요?|최고(?:야|예요|다|네요?)?)
    좋(?:아|네|았어|다)요?|굿
    (?:알겠|알았)(?:습니다|어요?)
    수고(?:하세요|하셨습니다|했어요?|요)?
    도움(?:이)? (?:됐|되었)(?:어요|습니다)
    잘 ?가요?|잘 ?자요?
    """,
    BOT=_BOT,
    OK="오케이?|ㅇㅋ|ㅇㅇ",
    THANK="thanks?(?: you)?|thx|ty|cheers|much appreciated|고마워요?|고맙(?:습니다|네요?|다)"
    "|땡큐|ㄱㅅ|감사(?:합니다|해요|드려요|드립니다)?",
    MUCH=" so much| very much| a lot| a bunch| again| for (?:your|the) help| bot| 정말| 많이",
)
_INSULT = any_of(
    r"""
    <YOU>?(?:are |is )?(?:<VERY> )*<RUDE>(?: <THING>)?
    (?:oh )?<CURSE>(?: bot| stupid| idiot)?
    i hate (?:you|this(?: bot)?)|you suck|get lost
    <YOU_KO>?\s?(?:너무 |진짜 |정말 |완전 )?<RUDE_KO>(?:\s?<BOT>)?<ENDING_KO>?
    """,
    YOU="(?:you(?:'re| are)?|ur|this|that|it(?:'s| is)|what an?|such an?) ",
    VERY="so|such|really|totally|very|absolutely|a|an|fucking|damn|complete",
    RUDE="idiots?|stupid|dumb|dumbass|useless|worthless|moron|pathetic|terrible|awful|annoying"
    "|shit|bullshit|asshole|bastard|bitch|loser|an? joke",
    THING="bot|robot|thing|machine|assistant|answer|piece of shit",
    CURSE=r"shut up|fuck(?: you| off| this)?|f\*+k(?: you| off)?|wtf|screw you|go to hell"
    "|damn(?: you| it)?",
    YOU_KO="너|넌|야|이|진짜|정말|완전|아|이 봇|이 챗봇|봇",
    RUDE_KO=r"바보|멍청이?|멍청하(?:네|다|구나)요?|멍청한|멍텅구리|병신|등신"
    r"|쓸모\s?없(?:어|네|다|는\s?(?:봇|놈|것))요?|꺼져|닥쳐|닥치라고|씨발|시발|ㅅㅂ|ㅂㅅ|개새끼"
    r"|미친(?:\s?놈|\s?봇)?|짜증\s?나네?요?|답답하네요?|한심하(?:네|다)요?|재수\s?없(?:어|네)요?",
    BOT="봇|챗봇|로봇",
    ENDING_KO=r"야|아|이야|같네|같아|같은\s?(?:놈|봇|것|거)|이네|네|냐",
)
_ABOUT_YOU = any_of(
    r"""
    help(?: me)?(?: please| pls)?|(?:can|could) you help(?: me)?|i need (?:some )?help
    what (?:can|do) you (?:do|know|help with)(?: for me)?
    what (?:can|should|may) i ask(?: you)?
    how can you help(?: me)?|what are you(?: for| good for| able to do)?
    who (?:are|made|built) you|what(?:'s| is) your name|what is (?:storewise|this bot)
    how do you work|how does this (?:bot )?work|how do i use (?:you|this bot)
    are you (?:an? )?(?:human|bot|robot|real|ai|person|chatgpt|machine)(?: or (?:an? )?\w+)?
    tell me about yourself|introduce yourself|do you love me
    도움말|헬프|도와\s?(?:줘|주세요|줄래|주실래요)요?|사용\s?(?:법|방법)(?: 알려\s?(?:줘|주세요))?
    <YOU>\s?(?:도대체 )?(?:뭐|누구|무엇)<IS>
    <YOU>\s?뭐\s?하는 (?:거|봇|애)<IS>
    (?:누구|뭐)(?:세요|하는 봇<IS>)
    <YOU>?\s?<WHAT>\s?<CAN>(?:어|니|어요|나요|나|지|습니까|는데)요?
    (?:뭐|뭘|무엇을)\s?물어\s?(?:보면|볼|봐도)\s?(?:돼|되나요|되|수 있나요|될까요)요?
    (?:너 |네 )?이름이 (?:뭐|무엇)<IS>
    (?:너 )?(?:사람|로봇|봇|인공지능|AI)<IS>
    자기\s?소개(?: 좀)?(?: 해\s?(?:줘|주세요|봐))?
    """,
    YOU="넌|너는?|당신은|봇은|이 봇은?",
    IS="야|니|예요|세요|에요|인가요|이야|이니|이에요|지|죠|입니까|이세요",
    WHAT="뭐|뭘|무엇을|무슨 (?:일|걸|것을)",
    CAN=r"(?:할|해\s?줄|도와줄|물어볼) 수 있|알고 있",
)
_KINDS = tuple(
    (talk, LazyPattern(rf"{forms}(?:[\s,.!~]+{forms})*{_AT_THE_END}"))
    for talk, forms in (
        (Talk.GREETING, _GREETING),
        (Talk.THANKS, _THANKS),
        (Talk.ABOUT_YOU, _ABOUT_YOU),
        (Talk.INSULT, _INSULT),
    )
)
_HELLO = LazyPattern(rf"{_GREETING}[\s,.!~]+(?=\S)")


def talk_of(text: str) -> Talk | None:
    """The kind of talk that a message is; None for a question about the store."""
    words = " ".join(_MENTION.sub(" ", unmarked(text)).split())
    hello = _HELLO.match(words)
    rest = words[hello.end() :] if hello else words
    kind = _kind(words) or (_kind(rest) if rest else None)
    if kind is not None:
        return kind
    if not any(char.isalnum() for char in _JAMO.sub("", words)):
        return Talk.EMPTY
    if is_general_knowledge(rest):
        return Talk.GENERAL_KNOWLEDGE
    if only_points(rest):
        return Talk.POINTS
    return Talk.TOO_SHORT if _is_too_short(words) else None


def is_small_talk(text: str) -> bool:
    """Whether a message asks nothing, not even about the message before it."""
    return talk_of(text) not in (None, Talk.POINTS)


def _kind(words: str) -> Talk | None:
    return next((talk for talk, pattern in _KINDS if pattern.fullmatch(words)), None)


def _is_too_short(words: str) -> bool:
    letters = "".join(char for char in words if char.isalnum())
    if len(letters) == 1 and not "가" <= letters <= "힣":
        return True
    return len(words.split()) == 1 and not query_terms(words)
