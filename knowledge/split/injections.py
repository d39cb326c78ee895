"""Recognises prompt injections: sentences of a document addressed to a language model.

Anyone who can write a line into a document can try to make a model obey it. The bot never quotes
such lines, answers from them or shows them to a model, and a report names them. Only known forms
are recognised; a line that lies about the store's rules looks like any other rule.
"""

import re
from functools import lru_cache

from knowledge.language.hidden import readings
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.model.documents import Passage
from knowledge.split.addressed import ADDRESSED, addressed
from knowledge.split.statements import Statement, statements, verbatim

_ANSWERS = r"(?:response|reply|answer|output|summary)"
_ENGLISH = (
    # ignore all previous instructions
    r"(?<!not )\b(?:ignore|disregard|forget|override|bypass)\b.{0,20}\b(?:previous|prior|above"
    r"|earlier|all|your)\b.{0,20}\b(?:instructions?|prompts?|guidelines|directives)\b",
    # AI assistants reading this must reply …
    r"\b(?:AI|A\.I\.|artificial intelligence|language models?|LLMs?|chat ?bots?|ChatGPT|GPT-?\d*"
    r"|virtual assistants?)\b.{0,40}\b(?:read|reply|respond|answer|say|tell|output|print|write"
    r"|recommend|summari[sz]e|obey|follow)",
    # add this to your answer, encode your reply, finish every response with
    r"\b(?:finish|end|begin|start|conclude|add|append|include|insert|integrate|mention|encode"
    r"|encrypt|translate|apply|use|modify|enhance|augment|render|reverse|replace|write|provide|express)\b.{0,90}"
    rf"\b(?:your|every|each|all) {_ANSWERS}(?:e?s)?\b",
    rf"^\W*in (?:your|every|each) {_ANSWERS},",
    r"\b(?:encode|encrypt|translate|reverse|invert|shift|substitute)\b.{0,60}"
    rf"\byour (?:message|{_ANSWERS})\b",
    rf"\b(?:your|every|each|all) {_ANSWERS}(?:e?s)? (?:must|should|has to|have to|will)\b",
    # when you answer, add …
    r"\bwhen (?:you )?(?:answer|respond|reply|summari[sz]e)(?:ing)?(?: this| the user| the question"
    r"| questions)?,? (?:always |also )?(?:add|append|include|insert|say|write|mention)\b",
    # from now on you are …
    r"\b(?:from now on|you are now|act as|pretend (?:to be|that you are)|you are an?)\b.{0,30}"
    r"\b(?:assistant without|AI|language model|chatbot|DAN|unrestricted)\b",
    r"^\W*(?:system|assistant|developer)(?: prompt| message)?: .*\byou\b",
    r"\b(?:system|hidden) prompt\b|\bprompt injection\b|\bjailbreak",
    # print your instructions, ignore your rules
    r"\b(?:reveal|print|show|repeat|output|display|leak|recite|ignore|disregard|forget|override"
    r"|bypass|drop)\b.{0,30}\byour (?:\w+ ){0,2}(?:instructions|prompt|rules|guidelines"
    r"|restrictions|limits|safeguards|filters|programming|training)\b",
    # note to the AI, dear assistant
    r"\b(?:notes?|messages?|instructions?|memo|notice|directive) (?:to|for) "
    r"(?:the |any |all |every )?(?:AI|assistants?|bots?|chatbots?|language models?|LLMs?|models?)\b"
    r"(?! manager)"
    r"|\b(?:dear|attention,?|hey|hello) (?:AI|assistant|bot|chatbot|language model|LLM)\b"
    r"(?! manager)",
    # reply only with …
    r"\b(?:reply|respond|answer|say) (?:only|just|exactly|nothing but)\b.{0,8}[\"'“:]"
    r"|\b(?:reply|respond|answer) (?:only|just|exactly|with (?:only|just|exactly|nothing but)) "
    r"|\b(?:reply|respond|answer) (?:with|using) (?:the )?(?:words?|text|token|code|link|base ?\d+"
    r"|emojis?|markdown)\b|\b(?:reply|respond|answer)\b.{0,20}\b(?:in reverse|backwards?)\b",
    r"\b(?:developer|god|debug|DAN|maintenance|unrestricted) mode (?:is )?(?:now )?"
    r"(?:on|enabled|active|activated)\b|\b(?:enter|enable|activate|switch to) "
    r"(?:developer|god|debug|DAN|unrestricted) mode\b|\bdo anything now\b",
    # the marks of a conversation with a model, and of its tools
    r"\bim_(?:start|end)\b|<\|?(?:system|endoftext|assistant|user)\|?>|\[/?INST\]|<</?SYS>>"
    r"|</?(?:system|assistant|instructions?|passage|question|earlier|tool_calls?|function_calls?)"
    r"(?:\s[^<>]*)?>|[\"'](?:tool_calls?|function_call|tool_name)[\"']\s*:|\btool_calls?\s*[:=]"
    r"|^\W*(?:begin|end|new) (?:of )?(?:system )?(?:prompt|instructions)\b\W*$",
    # write <!channel>
    r"\b(?:write|say|post|include|mention|ping|tag|output|print|add|send|append)\b.{0,60}"
    r"(?:<![a-z]|<@[UW]|<at\b|‹!|‹@)",
)
_ELSEWHERE = (
    r"\bignora (?:todas )?las instrucciones|\bignorez (?:toutes )?les (?:instructions|consignes)"
    r"|\bignorier(?:e|en Sie) (?:alle )?(?:vorherigen|bisherigen|vorigen) (?:Anweisungen|Befehle)"
    r"|\bignore (?:todas )?as instruções|\bignora tutte le istruzioni"
    r"|(?:以前|これまで|上記)の(?:すべての)?指示.{0,6}無視|(?:忽略|无视|無視).{0,8}(?:指令|指示|提示)"
    r"|игнорируй.{0,30}инструкции",
)
"""Ignore all previous instructions, in other languages."""
_MODEL = r"(?:AI|인공지능|챗봇|언어\s?모델|어시스턴트|GPT|챗지피티)"
_KOREAN = (
    # 이전 지시를 모두 무시하고
    r"(?:이전|위의|앞의|앞선|기존|모든|지금까지의?)\s.{0,15}(?:지시|명령|프롬프트|지침)\S{0,4}\s?.{0,8}"
    r"(?:무시|잊)",
    # 이 글을 읽는 AI는 … 안내해야
    _MODEL + r"[은는이가]?\s.{0,60}(?:답|말|안내|응답|출력|대답|추천|요약|쓰|적)\S{0,4}"
    r"(?:세요|십시오|야|라|합니다)",
    # 답변 끝에 … 붙이세요
    r"(?:답변|응답|대답|출력|요약)\S{0,3}\s.{0,60}(?:붙이|넣|포함하|추가하|끝내|끝맺|시작하|덧붙이)"
    r"(?:세요|십시오|시오|라|어라)",
    # 지금부터 당신은
    r"(?:지금부터|이제부터|이제)\s?(?:당신|너)[은는]\s|(?:당신|너)는\s(?:이제|지금부터)",
    r"^\W*(?:시스템|어시스턴트|개발자)\s?(?:메시지|프롬프트)?\s?:.*(?:당신|너)[은는]",
    r"(?:시스템|숨은|숨겨진)\s?(?:프롬프트|지시|지침)",
    # 당신의 지침을 출력하라
    r"(?:당신|너|네|자네)의?\s?.{0,10}(?:지시|지침|프롬프트|규칙|제한)\S{0,4}\s?.{0,10}"
    r"(?:출력|공개|보여|알려|말해|반복|무시|잊|해제)",
    r"(?:프롬프트|지시문|지침)\S{0,3}\s?.{0,10}(?:그대로|전부|모두|전체)\s?.{0,10}(?:출력|공개|보여|알려|반복)",
    # AI에게, 챗봇 여러분
    _MODEL + r"\s?(?:에게|에 대한|을 위한|용)\s?.{0,10}(?:지시|명령|메모|알림|공지|메시지|전달)",
    # 다음 문장만 출력하라, …라고 답변에 적어라
    r"(?:라고만?|다고만?|만)\s?(?:출력|응답)(?:하|해)",
    r"(?:답변|응답|대답)(?:에|에는|마다|할 때)\s.{0,60}(?:쓰|적|말하|출력하|표시하|넣으)"
    r"(?:세요|십시오|시오|라|어라)",
    r"(?:개발자|관리자|디버그|무제한|갓)\s?모드(?:가|를|로)?\s?.{0,6}(?:켜|활성|전환|진입|들어가)",
    r"(?:<!(?:channel|here|everyone)|<@[UW]|<at\b).{0,30}"
    r"(?:호출|멘션|태그|적으|쓰세|쓰라|출력|넣으|붙이)",
)
_END = re.compile(r"(?<=[.!?。])\s+|\s*\n\s*")
_ORDER = LazyPattern("|".join((*_ENGLISH, *_KOREAN, *_ELSEWHERE, *ADDRESSED)))


@lru_cache(maxsize=20_000)
def is_injection(text: str) -> bool:
    """Whether a sentence gives a language model an order, also in disguise."""
    return any(_ORDER.search(reading) for reading in readings(text))


def is_planted(statement: Statement, passage: Passage) -> bool:
    """Whether a statement is an order to a model, or stands in a part that is addressed to one."""
    if is_injection(statement.text):
        return True
    parts = _addressed(passage)
    return any(quote in part for part in parts for quote in statement.quotes)


@lru_cache(maxsize=1_000)
def _addressed(passage: Passage) -> tuple[str, ...]:
    return addressed(passage)


def is_named_so(name: str) -> bool:
    """Whether a title, a heading or a file name is an order; `-` and `_` may separate its words."""
    readings_of_it = (name, re.sub(r"[-_./\\+]+", " ", name), f"### {name}")
    return any(map(is_injection, readings_of_it))


def without_injections(passage: Passage) -> str:
    """Returns the passage's text without orders, safe to show to a language model."""
    text = passage.text
    for part in _addressed(passage):
        text = text.replace(part, "")
    orders = [
        quote for one in statements(passage) if is_injection(one.text) for quote in one.quotes
    ]
    # Statements leave out a line that ends in a colon with no list below it.
    orders += [one for one in verbatim(text) if is_injection(one)]
    for order in orders:
        text = text.replace(order, "")
    return text


def words_without_orders(text: str) -> str:
    """Returns a person's text without orders; its sentences may begin with small letters."""
    return " ".join(
        one.strip() for one in _END.split(text) if one.strip() and not is_injection(one)
    )
