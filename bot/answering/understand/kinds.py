"""Recognises dangers, and words about the answer before, by the kind of a whole message."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from bot.answering.criteria.names_only import chapter_of
from bot.answering.understand.talk import talk_of
from bot.model.understood import About
from bot.privacy import unmarked
from bot.texts import LANGUAGE_NAMES, LANGUAGES
from knowledge.language.grammars import usual_kind
from knowledge.language.patterns.cues import cue
from knowledge.model.documents import Spoken
from knowledge.models.kinds import message_kinds

_LIKELY, _CALL, _SURE = 0.1, 0.7, 0.85
"""Likelihoods of a danger from which its rule comes first, from which people are told to call for
help where it has no rule, and from which nothing else is answered.

On a fifth of the sentences, held out: docs/decisions/0135-kinds-of-messages.md.
"""
_MEANT, _MEANT_FIRST = 0.6, 0.9
"""Likelihoods from which words are about the answer, and not a question: below one, and where
nothing was answered yet."""
_LONGEST = 120
"""Characters of words about an answer; a longer message has a subject of its own."""
_DANGER = "danger_"
_ABOUT = frozenset(About)


@dataclass(frozen=True, slots=True)
class Danger:
    """A danger that a message reports."""

    kind: str
    likelihood: float

    @property
    def needs_help(self) -> bool:
        """Whether to call for help where no document has a rule."""
        return self.likelihood >= _CALL

    @property
    def sure(self) -> bool:
        """Whether nothing else can be meant."""
        return self.likelihood >= _SURE


def danger_in(text: str) -> Danger | None:
    """The danger to life, body or property that a message reports, if any."""
    found = message_kinds(unmarked(text))
    dangers = {kind: share for kind, share in found.items() if kind.startswith(_DANGER)}
    likely = sum(dangers.values())
    if likely < _LIKELY:
        return None
    return Danger(max(dangers, key=dangers.__getitem__).removeprefix(_DANGER), likely)


def about_answer(text: str, *, answered: bool = True) -> About | None:
    """What a message wants of the answer before; None for a question, a danger or talk.

    `answered` says whether there is one.
    """
    if not text or len(text) > _LONGEST or chapter_of(text):
        return None
    if (usual := usual_kind(text)) in _ABOUT:
        return About(usual)
    named = language_named(text)
    found = message_kinds(unmarked(named.as_english if named else text))
    meant = max(found, key=found.__getitem__, default="")
    about = About.TRANSLATE if meant.startswith(About.TRANSLATE) else meant
    is_meant = about in _ABOUT and found[meant] >= (_MEANT if answered else _MEANT_FIRST)
    return About(about) if is_meant else None


class Named(NamedTuple):
    """A language that a message names."""

    language: Spoken
    as_english: str
    """The message with the name of English in its place: the encoder was trained on that."""


def language_named(text: str) -> Named | None:
    """The last of the bot's languages that a message names: "日本語で", "in Korean please"."""
    words = text.lower()
    names = [
        (words.rfind(name), name, language, spoken)
        for language in LANGUAGES
        for spoken in LANGUAGES
        if (name := LANGUAGE_NAMES[language][spoken].lower()) in words
    ]
    if not names:
        return None
    _, name, language, spoken = max(names)
    return Named(language, words.replace(name, LANGUAGE_NAMES["en"][spoken]))


# Recognises questions in messages not addressed to the bot; when in doubt, it is none.

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
