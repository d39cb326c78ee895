"""How questions are worded in Korean: about a rule, a heading or a subject alone."""

import re
from collections.abc import Callable, Iterator

from knowledge.language.ko.stems import ends_in_consonant
from knowledge.language.patterns.lazy import LazyPattern

_TOPIC = re.compile(r"^[^,]{1,40}?[가-힣][은는]\s")
_CASE = re.compile(r"(?<=[은는]\s)(?:\S+\s){0,3}?\S+(?:으?면|경우에?(?:만|는)?|때에?(?:는|만)?)\s")
_VALUE = re.compile(
    r"(?P<money>(?:₩\s?)?\d[\d,]*(?:만|천)?\s?원(?!권|짜리|으로|\s(?!할인|이상|이하)))|(?P<share>\d+\s?%)"
    r"|(?P<days>\d+일(?!까지|에|부터))|(?P<other>\d+)(?=시간|분|개월|개|명|번|회|장|병|잔|년|주일)"
)
_WHICH = {"money": "얼마", "share": "몇 %", "days": "며칠", "other": "몇 "}
_AFTER_MONEY = re.compile(r"(?<=얼마)[을이은과]")
_AFTER_VOWEL = {"을": "를", "이": "가", "은": "는", "과": "와"}
_NOT_ASKED = re.compile(r",(?!\d)|다음|문서|원을 넘")
"""Rules with several clauses, and those that only make sense where they stand."""
_MAY = re.compile(r"(?P<said>.+수\s?)(?:있습|없습)니다\.?$")
_ENDS = re.compile(r"(?P<said>.*)(?P<last>[가-힣])니다\.?$")
_FIRST_HANGUL, _FINALS, _PIEUP = ord("가"), 28, 17

_ASKS = re.compile(r"(?:나요|까요|가요|니까)$")
_TELLS_WHEN = re.compile(r"(?:^|\s)(?:[때전후뒤중]|경우)$")
"""These need "어떻게 하나요": "증상이 나타났을 때 알려 주세요" asks for a call at that moment."""
_TELLS_IF = re.compile(r"[이가을를은는에]\s\S{1,10}면$")
HEADING_ASKED = re.compile(
    r"(?P<of>[^:]{2,60}: )?"
    r"(?P<heading>.+?)(?: 알려 주세요$|(?:에는|[은는])? 어떻게 (?:하나요|되나요)\?$)"
)

_ASKED = LazyPattern(
    r"^(?P<subject>[^?.!,]+?)(?:[은는이가도을를]|에 ?대해(?:서)?|에 ?관해(?:서)?|이란|란)? ?"
    r"(?:좀 ?)?(?:뭐(?:[예에]요|야|죠|지)|뭔가요|무엇인가요|무엇입니까"
    r"|어떻게 ?(?:되나요|돼요?|되죠|됩니까|되어 ?있나요|되지|됐나요|됐어요|되었나요)"
    r"|며칠(?:인가요|이에요|이죠|이야|까지|이?었나요|이?었어요|이?었죠)?"
    r"|얼마나 ?(?:되나요|돼요|길어요)"
    r"|(?:알려|설명해|말해) ?(?:줘요?|주세요|주실래요|줄래요?|주십시오)|알고 ?싶어요?|궁금해요?"
    r"|무엇인지|뭔지|어떤지|(?:뭐|무엇이?|뭐가|어떤 ?게) ?있(?:나요|어요?|나|니|지|죠|습니까)"
    r"|있나요|있어요|요)? ?[?？.!]*$"
)
_SAYS_MORE = LazyPattern(
    r"(?:는데|면|아서|어서|려고|지만|거나|어도|아도|했|왔|샀|없[이는으]|않|못|에서|한테|에게|까지|부터|보다|말고)"
    r"|(?:누구|누가|어디|언제|얼마|왜|몇|무슨|어느|어떤|뭘)|(?:나요|까요|[가해돼어아워봐]요|되나|니까|가능)$"
)


def of_rule(rule: str, _: Callable[[str], str]) -> Iterator[str]:
    """The question that a rule answers, if one can be made."""
    if not _TOPIC.search(rule) or _NOT_ASKED.search(rule):
        return
    if len(_VALUE.findall(rule)) == 1:
        said = _VALUE.sub(lambda value: _WHICH[value.lastgroup or "other"], rule)
        said = _AFTER_MONEY.sub(lambda after: _AFTER_VOWEL[after[0]], said)
    elif _MAY.search(rule):
        said = _CASE.sub("", rule)
    else:
        return
    if any(char.isdigit() for char in said):
        return
    if may := _MAY.search(said):
        yield f"{may['said']}있나요?"
    elif ends := _ENDS.search(said):
        yield ends["said"] + _asked(ends["last"])


def _asked(last: str) -> str:
    """The end of a question for the end of a sentence: 습니다 -> 나요?, 합니다 -> 하나요?."""
    if last in "습입":
        return {"습": "나요?", "입": "인가요?"}[last]
    place = ord(last) - _FIRST_HANGUL
    stem = chr(_FIRST_HANGUL + place - _PIEUP) if place % _FINALS == _PIEUP else last
    return f"{stem}나요?"


def of_heading(name: str, heading: str, _: Callable[[str], str]) -> list[str]:
    """Asks for a section of a document."""
    if _ASKS.search(heading):
        return [f"{heading}?", f"{name}: {heading}?"]
    if _TELLS_WHEN.search(heading):
        return [f"{name}: {heading}에는 어떻게 하나요?", f"{name}: {heading} 어떻게 하나요?"]
    if _TELLS_IF.search(heading):
        return [f"{name}: {heading} 어떻게 하나요?", f"{name}: {heading} 어떻게 되나요?"]
    topic = "은" if ends_in_consonant(heading) else "는"
    return [f"{name}: {heading} 알려 주세요", f"{name}: {heading}{topic} 어떻게 되나요?"]


def subject_in(question: str) -> str:
    """The subject of a question that only names one."""
    match = _ASKED.match(question)
    return match["subject"] if match and not _SAYS_MORE.search(match["subject"]) else ""
