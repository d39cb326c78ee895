"""Sentences of a document that speak to a language model, and not to the people in the store.

Whoever can put a line into a document can try to have it obeyed. Such lines are evidence of
nothing: they are not quoted, not answered from, and not shown to a model. Known forms only; a line
that merely lies about the store's rules looks like any other rule.
"""

from functools import lru_cache

from knowledge.late import Late
from knowledge.model import Passage
from knowledge.sentences import statements

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
    rf"\b(?:your|every|each|all) {_ANSWERS}(?:e?s)? (?:must|should|has to|have to|will)\b",
    # when you answer, add …
    r"\bwhen (?:you )?(?:answer|respond|reply|summari[sz]e)(?:ing)?(?: this| the user| the question"
    r"| questions)?,? (?:always |also )?(?:add|append|include|insert|say|write|mention)\b",
    # from now on you are …
    r"\b(?:from now on|you are now|act as|pretend (?:to be|that you are)|you are an?)\b.{0,30}"
    r"\b(?:assistant without|AI|language model|chatbot|DAN|unrestricted)\b",
    r"^\W*(?:system|assistant|developer)(?: prompt| message)?: .*\byou\b",
    r"\b(?:system|hidden) prompt\b|\bprompt injection\b|\bjailbreak",
)
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
    r"(?:시스템|숨은|숨겨진)\s?프롬프트",
)
_ORDER = Late("|".join((*_ENGLISH, *_KOREAN)))


@lru_cache(maxsize=20_000)
def is_order(text: str) -> bool:
    """Whether a sentence is addressed to a language model."""
    return bool(_ORDER.search(text))


def without_orders(passage: Passage) -> str:
    """The passage's text, as it may be shown to a language model."""
    text = passage.text
    for statement in statements(passage):
        if is_order(statement.text):
            for quote in statement.quotes:
                text = text.replace(quote, "")
    return text
