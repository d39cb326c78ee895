"""Recognises questions in messages not addressed to the bot; when in doubt, it is none."""

import re

from bot.answering.understand.kinds import danger_in
from bot.answering.understand.talk import talk_of
from knowledge.language.patterns.cues import cue

_LINK = re.compile(r"https?://\S+")
_MARK = re.compile(r"""[?？](?=[\s?？!！~)\]"'”’*_ㅎㅋㅠㅜ]|$)""")
_SPOKEN_TO = "hi|hello|hey|ok|okay|and|but|so|also|please|guys|all|everyone|team|folks"
_ENGLISH = cue(
    r"""
    <START>(?:what|which|who|whom|when|where|why|how)(?:'s|'re| <AUX>)\b
    <START>(?:what|which|whose) (?:[\w-]+ ){1,2}<AUX>\b
    <START>how [\w-]+ (?:[\w-]+ ){0,3}?<AUX>\b
    <START>(?:within|after|until|from|at|up to|above|below|for|by|in|on|with) (?:how|what|which)\b
    <START>how (?:long|many|much|often|far|soon|late|early|old|about|come|to)\b
    <START>what (?:about|if|happens|kind of|time|to do|now)\b
    <START>(?:can|could|may|might|should|shall|must|is|are|was|were|will|would|does|did) <WHO>\b
    <START>(?:do|have|am) (?:i|we|you|they|these|those|any|anyone|customers?|staff|members)\b
    <START>(?:(?:is|are) there|has (?:anyone|anybody|the|this|our))\b
    \b(?:anyone|anybody|someone|somebody) (?:here )?knows?\b
    \bi(?:'d| would) (?:like|love) to know\b|\bi (?:want|need) to know\b
    \b(?:wondering|not sure|no idea|(?:don't|do not) know) <WHICH>\b
    \b(?:tell|remind|show) (?:me|us) (?:about|<WHICH>)\b
    """,
    START=rf"(?:^|[.!?,;:…\n]\s*|\s[-–—]\s+|\b(?:{_SPOKEN_TO})\s+)",
    AUX="is|are|was|were|do|does|did|can|could|should|shall|must|may|will|would|has|have|had|am",
    WHO="i|we|you|they|he|she|it|there|this|that|these|those|the|a|an|any|anyone|anybody|someone"
    "|customers?|staff|employees?|members?|my|our|your|all|some",
    WHICH="if|whether|how|what|when|where|which|who|why",
)
_KOREAN = cue(
    r"""
    (?<![각끝만])나요<END>
    [인한은는던된운른린든진간]가요<END>
    [을일할될줄갈볼올쓸살릴길칠낼꿀둘팔알찰뺄날달걸질실킬]까요?<END>
    [습입합됩갑옵봅줍씁둡립십칩답킵깁집냅]니까<END>
    (?:되|돼|있|없|맞|쓰|받|했|됐|인|하는|되는)(?:나|니|냐|가)<END>
    [는은인건을할된될한]지(?:요<END>|\s?(?:좀\s|혹시\s)?(?:알려|궁금|아시|아는|문의|여쭤|물어|모르))
    (?:알려|가르쳐|말씀해|설명해|안내해)\s?(?:줘|주세요|주실|주시|주십|줄래|부탁)
    궁금(?:해요|합니다|한데|하네|해서|해<END>|하신|합니당)
    (?:아시는|아는)\s분|(?:문의|질문)\s?(?:드립니다|드려요|드릴게요)|여쭤
    <ASKS>[^.!?\n]{0,40}(?:요|죠|지|돼|해|야|까지|음|함|인데|됨)<END>
    어떡(?:하|해)|(?:어때|어떤가|어떨|어떻게|얼마|언제|며칠|몇\s?\S{1,3}까지)요?<END>
    """,
    END=r"(?=[\s~!.…?ㅎㅋㅠㅜ^;]*(?:$|\n)|[.!?])",
    ASKS=r"며칠|몇\s?(?:일|개|시|분|명|번|프로|퍼센트|%|주|달|년|월|원|장|세|살|층)"
    r"|언제(?!든|나|라도|인가)|어디(?!든|나|서나|라도)|얼마(?!든)|어떻게(?!든)|어느(?!새|덧)"
    r"|(?<!\S)왜(?!냐)|누구(?!나|든)|누가|무엇|무슨|뭐(?!든|라도)|뭘",
)


def asks(text: str) -> bool:
    """Whether a text looks like a question about the store, or reports a danger."""
    words = _LINK.sub(" ", text)
    if (danger := danger_in(words)) and danger.sure:
        return True
    if talk_of(words) is not None:
        return False
    return any(pattern.search(words) for pattern in (_MARK, _ENGLISH, _KOREAN))
