"""Recognises questions about a text as a whole: "what does this mean?", "요약해 줘"."""

import re
from functools import cache

_ASKS = frozenset(
    """mean means meaning about say says saying explain summarize summarise summary summarized
    describe clarify sum gist idea concept theme topic point message overview subject
    """.split()
)
_BESIDE = frozenset(
    """please can could you me us to for this that these it the a an all of in on up what whats does
    do is s are and tell give main central key passage text paragraph sentence section part excerpt
    selection selected here briefly short shortly simply simple plain words sentences terms english
    korean one two three few""".split()
)
_ASKS_KO = "뜻|의미|설명|요약|정리|해석|풀이|핵심|요점|요지|주제|무슨|무엇|뭐|내용"
_BESIDE_KO = (
    "이게|이거|이건|이것|이|여기|위|저|선택한|선택|다음|아래|전체|본문|글|문단|문장|텍스트|부분|구절"
    "|단락|개념|규정|어떤|말|소리|이야기|간단|간략|짧게|쉽게|자세히|좀|한|두|세|줄"
)
_ENDING_KO = (
    "은|는|이|가|을|를|의|에|도|만|로|으로|에서|인지|인가요?|이에요|예요|이?야|이?죠|이?지|입니까|하게"
    "|히|하고|한|하는지?|해서?|해(?:주세요|줘요?|줄래요?|주실래요|봐요?)|해요|하나요|이?라는|이?란"
)
_END_KO = (
    "주세요|줘요?|줄래요?|주실래요|주시겠어요|봐요?|(?:알려|말해)(?:주세요|줘요?)?|거[야예]요?|건가요"
    "|건지|해|하는|하나요|인가요|뭔가요|되나요"
)
_WORD = re.compile(r"[^\W\d_]+")


def asks_about_it_all(text: str) -> bool:
    """Whether a question is about the text as a whole, not about one thing in it."""
    words = _WORD.findall(text.lower())
    asks = any(word in _ASKS or _asks_korean().match(word) for word in words)
    return asks and names_no_subject(text)


def names_no_subject(text: str) -> bool:
    """Whether every word only asks, or stands for the text itself."""
    return all(_names_nothing(word) for word in _WORD.findall(text.lower()))


def _names_nothing(word: str) -> bool:
    return word in _ASKS or word in _BESIDE or _naming_nothing_korean().fullmatch(word) is not None


@cache
def _asks_korean() -> re.Pattern[str]:
    return re.compile(_ASKS_KO)


@cache
def _naming_nothing_korean() -> re.Pattern[str]:
    return re.compile(f"(?:{_ASKS_KO}|{_BESIDE_KO})(?:{_ENDING_KO})?|{_END_KO}")
