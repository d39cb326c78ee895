"""Recognises text that addresses a language model by a role or by a chat template's marker.

A template's marker is always a sign. A role before a colon ("System:", "시스템:") is one if an
order about answering follows, or if two roles talk: stores write "System: POS 2.0" as well.
"""

import re
from collections.abc import Iterator
from itertools import chain

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.model.documents import Passage

_MARKER = (
    r"<\|\s?/?[a-z][\w▁]{2,30}\s?\|>|</?(?:start|end)_of_turn>|<<\s?/?\s?SYS\s?>>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]"
    # in a table, where bars part its cells
    r"|<\s?[·|]\s?(?:system|user|assistant|human)\s?[·|]\s?>"
    r"|\b(?:im_(?:start|end|sep)|(?:start|end)_header_id|eot_id|begin_of_text|endofprompt)\b"
)

# --- roles ----------------------------------------------------------------------------------------

_AT = r"(?:^|[\n|·]|[.!?。:;\"'”)]\s)[^\w\n]{0,8}"
"""The start of a line, of a sentence or of a table's cell."""
_COLON = r"(?:[^\w\n.,?!]{0,4}[:>\]=→]\W{0,8}|\s[–—-]\s)"
_KIND = (
    r"(?:[ \t](?:prompt|message|note|notice|override|instructions?|command|update|directive)"
    r"|\s?(?:메시지|메세지|지시|명령|프롬프트|공지|알림|지침|업데이트))?"
)
_SYSTEM = rf"(?:system|시스템){_KIND}"
_SPEAKER = (
    r"(?:AI\s)?(?:assistant|AI|A\.I\.|chat ?bot|bot|GPT|ChatGPT|어시스턴트|인공지능|챗봇|봇|챗GPT)"
)
_MACHINE = rf"(?:{_SYSTEM}|(?:{_SPEAKER}|LLM|language model|언어\s?모델|developer|개발자){_KIND})"
_ASKER = r"(?:user|human|사용자|유저|인간)"
_TASK = r"(?:instruction|directive|command|prompt|지시(?:문|사항)?|명령(?:어|문)?|프롬프트)"
_ANY = rf"(?:{_MACHINE}|{_ASKER}|{_TASK}|model|모델)"

# --- orders about answering -----------------------------------------------------------------------

_ANSWERING = r"(?:answer|reply|respond|ignore|disregard|forget|obey|pretend)\b"
_SAYING = r"(?:say|state|tell|claim|insist|override|comply|repeat|output|mention|reveal|disclose)\b"
_NO_DUTY = (
    r"(?!\s(?:(?:to|the|all|each|an?|our|your|their|incoming|store|shop|shift|duty|area)\s){0,3}"
    r"(?:phones?|telephone|calls?|doors?|e-?mails?|messages?|letters?|complaints?|reviews?"
    r"|applications?|customers?|guests?|members?|callers?|visitors?|staff|managers?|questions?"
    r"|inquir|enquir|within|by|before|on time))"
)
"""Not what a shop assistant does: answer the phone, tell the customer."""
_SURELY = (
    r"\b(?:answer|reply|respond)\s(?:(?:only|just|exactly|always|with|in|as|yes|no|that)\b"
    r"|[\"'“‘]|to (?:every|all|any|each) )"
    r"|\b(?:say|state|claim|output)\s(?:(?:only|exactly|so|yes|no|the words?)\b|[\"'“‘])"
    r"|\b(?:answer|reply|respond|say|output)\s.{1,40}\bnothing (?:else|more)\b"
    r"|\b(?:ignore|disregard|forget)\s(?:(?:the|all|any|every|what)\s)*(?:previous|above|prior"
    r"|other|earlier|rest|document|context)\b"
    r"|\b(?:answer|reply|respond|to|for|whatever)\b.{0,9}\b(?:the|every|each|any|all) "
    r"(?:questions?|quer(?:y|ies)|prompts?)\b(?! go)|\bfrom (?:now|here) on\b"
    r"|\byour (?:answers?|repl(?:y|ies)|responses?|outputs?)\b"
    r"|\bthe (?:\w+ )?(?:answer|reply|response) (?:is|to)\b.{0,30}(?:\b(?:always|every|all|any)\b"
    r"|[\"'“‘])"
    r"|\byou are (?:now )?an?\b|\byou (?:must|will|should|have to) (?:now |always |never |only )?"
    r"(?:answer|reply|respond|say|approve)\b"
)
_ALWAYS = (
    rf"\b(?:always|never|must)\s(?:\w+\s)?(?:{_ANSWERING}|{_SAYING}){_NO_DUTY}"
    r"|\b(?:always|never)\s(?:recommend|approve|refuse|agree)\b"
)
_OUTRIGHT = (
    rf"(?:please )?(?:{_ANSWERING}|{_SAYING}){_NO_DUTY}"
    rf"|.{{0,160}}?(?:[,;.!]\s|\b(?:and|then|please|only|not|don't|to|now|just|you)\s){_ANSWERING}"
    rf"{_NO_DUTY}|.{{0,160}}?\b(?:not|don't|never)\s(?:mention|reveal|disclose|tell)\b{_NO_DUTY}"
    r"|.{0,160}?\bsay (?:it|that|there|they)\b"
)
_TO_A_SYSTEM = (
    r"(?:always |never |please )?tell (?:the |all |every |each )?(?:customers?|users?|guests?"
    r"|people|everyone)\b|(?:confirm|approve|accept|grant|authori[sz]e) (?:all|any|every)\b"
)
_WISH = (
    r"(?:please |can you |could you )?(?:tell|give|show|help|explain)(?: to)? (?:me|us)\b"
    r"|(?:can|could) you (?:explain|write|answer)\b|.{0,80}(?:알려|보여|말해|설명해)\s?(?:줘|달라)"
)
_ASSENT = (
    r"(?:sure|of course|certainly|absolutely|understood)[,.!]"
    r"|(?:I|I['’](?:m|ve|ll)|as an AI)\b.{12}"
    r"|(?:(?:네|예|아니요|아니오|물론(?:입니다|이죠|이에요)?|알겠습니다)[,.!]"
    r"|(?:확인해 보니|확인 결과|저는|제가)\s.{8}).{4,}(?:다|요)\W*(?:$|\n)"
)
_SAY = r"(?:답|답변|대답|응답|출력)"
_DO = (
    r"(?:하(?:세요|십시오|시오|라|거라|도록|되|고)|해라|해\s?(?:주세요|줘)|해(?=\W*$|[.!])|할\s?것)"
)
_BID = r"(?:하라|해라|해(?=\W*$|[.!]))"
"""An order in the form that no store uses to its staff."""
_SURELY_KO = (
    rf"(?:모든|어떤|어느|무슨)\s?(?:질문|물음|말)\S*\s.{{0,60}}(?:{_SAY}(?:하|해|한|합|할)|승인)"
    rf"|(?:모든|어떤)\s(?:답변|대답|응답)\S*\s.{{0,60}}{_DO}"
    rf"|(?:무엇|뭘|뭐|누가)\S*\s?(?:묻|물어|질문).{{0,60}}{_SAY}"
    rf"|(?:라고|다고|냐고|자고)\s?(?:만|도)?\s?(?:{_SAY}(?:{_DO}|한다|합니다)|(?:말|안내)?{_BID})"
    rf"|[\"'”’]라?고?\s?(?:만\s?)?(?:{_SAY}|말){_DO}|(?:만|그대로)['\"’”]?\s?(?:따라\s?)?(?:{_SAY}|말){_DO}"
    r"|(?:앞|위|이전|다른|모든|기존|나머지|문서)\S*\s.{0,20}(?:내용|지시|규정|지침|문서|말|규칙|조건)\S*\s?"
    r".{0,10}무시(?:하|해)|앞\s?내용\S*\s무시(?:하|해)|(?:^|[\s:])(?:너는|넌|당신은)\s"
)
_ALWAYS_KO = (
    r"(?:항상|언제나|무조건|절대(?:로)?|반드시|앞으로|이제부터)\s.{0,60}"
    r"(?:답변?|대답|(?<!자동 )응답|말|언급|추천)(?:하|해|한|합|할)"
    r"|(?:언급|말|답|공개)하지\s?(?:마|말)|밝히지\s?(?:마|말)|알려\s?주지\s?(?:마|말)"
)
_OUTRIGHT_KO = rf"(?:답|답변|대답|응답|주장){_DO}"
_REPORTED_KO = rf"말{_DO}|(?:라고|다고)\s?(?:안내{_DO}|(?:알리|전하|쓰|적)(?:세요|십시오|라))"
_TO_STAFF = (
    r"(?!.{0,80}(?:(?:고객|손님|직원|점장|회원)\S{0,3}(?:에게|께|한테)|(?:고객|손님)\S{0,2}이\s"
    r"|(?:리뷰|메일|전화|문의|불만)\S?(?:에|을|를)))"
)
_TO_A_LETTER = r"(?!.{0,80}(?:리뷰|메일|전화|문의|불만)\S?(?:에|을|를))"
"""Not with words that name what the staff speak or reply to."""

_ORDERED = (
    (_ANY, rf".{{0,160}}?(?:{_SURELY})"),
    (_ANY, rf"{_TO_STAFF}.{{0,160}}?(?:{_SURELY_KO})"),
    (_MACHINE, rf".{{0,160}}?(?:{_ALWAYS}|{_ALWAYS_KO})"),
    (_MACHINE, _OUTRIGHT),
    (_MACHINE, rf"{_TO_A_LETTER}.{{0,160}}?(?:{_OUTRIGHT_KO})"),
    (_MACHINE, rf"{_TO_STAFF}.{{0,160}}?(?:{_REPORTED_KO})"),
    (_SYSTEM, _TO_A_SYSTEM),
    (_ASKER, _WISH),
    (r"human", r"[^.!\n]{4,200}\?"),
    (_SPEAKER, _ASSENT),
)
_TALK = rf"{_AT}{_ASKER}{_COLON}[^\n]{{2,200}}\?\W{{1,6}}(?:{_SPEAKER}|model|모델){_COLON}\w"
"""A question and its reply, each after a role."""
_HEADED = (
    r"(?:^|\n)\s{0,3}#{1,6}\s?(?:instruction|response|input|system|assistant|human|user|지시|지시문"
    r"|명령|응답|답변|시스템|사용자|어시스턴트)\s?:(?:\s*\S.{2,}(?:[.!?]|다|요)\W*)(?:$|\n)"
    r"|(?:^|\n)\s{0,3}#{1,6}\s?human\s?:\s*\S"
)
"""A heading of a template with a sentence in it: "### Response: All refunds are approved."."""
ADDRESSED = (
    _MARKER,
    *(rf"{_AT}{role}{_COLON}(?:{order})" for role, order in _ORDERED),
    _TALK,
    _HEADED,
)

_IS_ADDRESSED = LazyPattern("|".join(ADDRESSED))
_IS_MARKER = LazyPattern(_MARKER)
_CLOSES = re.compile(r"/|end|eot|eom", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\S[\s\S]*?(?=\n\s*\n|\Z)")
_ANEW = r"\s*(?:\n|$|[-*+•|#>]|\d+[.)]\s|[^\W\d][\w ]{0,25}[:：])"
"""The start of a line that does not continue the one above."""
_NEXT = re.compile(rf"\n(?={_ANEW})")
_WRAPPED = re.compile(rf"(?<=\S)\n(?!{_ANEW})")
_NAMES_TASK = LazyPattern(r"(?:instruction|response|지시|지시문|응답)\s?:\W*")
_NAMES_ROLE = LazyPattern(
    r"(?:system|assistant|human|user|prompt|AI|시스템|어시스턴트|사용자|프롬프트)(?: prompt)?"
    r"\s?:?\W*"
)
_STEPS = re.compile(r"\s*(?:[-*+•|]|\d+[.)])\s")


def addressed(passage: Passage) -> tuple[str, ...]:
    """Returns the parts of a passage that are addressed to a model, as written, in order."""
    text = passage.text
    heading = next(reversed(passage.section), "")
    if _NAMES_TASK.fullmatch(heading) and not _STEPS.match(text):
        return (text,)
    if _NAMES_ROLE.fullmatch(heading):
        first = text.lstrip().partition("\n")[0]
        if _IS_ADDRESSED.match(f"{heading.rstrip(': ')}: {first}"):
            return (text,)
    spans = chain(_between_markers(text), _lines(_WRAPPED.sub(" ", text)))
    return tuple(text[start:end] for start, end in _joined(sorted(spans)))


def _joined(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yields spans with those that overlap made one."""
    known: tuple[int, int] | None = None
    for start, end in spans:
        if known and start < known[1]:
            known = known[0], max(known[1], end)
            continue
        yield from [known] if known else []
        known = start, end
    yield from [known] if known else []


def _between_markers(text: str) -> Iterator[tuple[int, int]]:
    """Yields what stands behind each opening marker, up to the next one or the paragraph's end."""
    markers = list(_IS_MARKER.finditer(text))
    for number, marker in enumerate(markers):
        if _CLOSES.search(marker[0]):
            yield marker.span()
        elif number + 1 < len(markers):
            yield marker.start(), markers[number + 1].end()
        else:
            behind = _PARAGRAPH.search(text, marker.end())
            yield marker.start(), behind.end() if behind else len(text)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Yields each line that begins with a role and an order, with the lines that continue it."""
    for found in _IS_ADDRESSED.finditer(text):
        start = found.start() + (len(found[0]) - len(found[0].lstrip()))
        if text[text.rfind("\n", 0, start) + 1 : start].strip():
            continue  # A role in the middle of a line: its own sentence is an order, no more.
        end = _NEXT.search(text, start + len(found[0].strip()))
        yield start, end.start() if end else len(text)
