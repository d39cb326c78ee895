"""Asks plainly what a question asks otherwise: "can't it be returned?", "do gift cards expire?".

The "not" of a question's own verb says what the asker expects, nothing about the goods. Read as a
denial, it would make opened goods unopened ones.
"""

import re

from knowledge.language.sentences import sentences

_SAYING = (
    r"(?:and|but|so|or|then|also|please|sorry|hi|hello|hey|ok|okay|well|says?|asks?|asked|asking)"
)
_HELPING = r"is|are|was|were|do|does|did|would|should|could|has|have|had|must|may|might"
_WHO = (
    r"(?:i|we|you|he|she|it|they|this|that|these|those|there|the|an?|my|our|your|his|her|their"
    r"|any(?:one|body|thing)?|some(?:one|body|thing)?|customers?|staff|people)"
)
_DENIED = re.compile(
    rf"(?P<lead>^\W*|[,;:]\s+|\b{_SAYING},?\s+)"
    rf"(?:(?P<verb>{_HELPING})n['’]?t|(?P<ca>ca)n(?:['’]?t|not| not)|(?P<wo>wo)n['’]?t)"
    rf"(?=\s+(?:{_WHO}\b|[^,;:]+[?？]\W*$))"
    r"|^(?P<be>is|are|was|were)n['’]?t(?= (?!\w+ing\b)(?:[\w'-]+ ){2,}[\w'-]+$)"
    r"|^(?P<can>ca)n['’]?t(?= (?:[\w'-]+ ){1,4}be \w+$)",
    re.IGNORECASE,
)
"""A denied verb before its subject, as in a question: "isn't opened food …?".

"Isn't charging" and "don't open it" have no subject and keep their denial.
"""
_REST = {"ca": "an", "wo": "ill"}
"""What comes behind the first letter of the verb in "can't" and "won't"."""
_NOT_BEHIND = re.compile(
    rf"^(?P<before>\W*(?:(?:{_SAYING}),? )*(?:{_HELPING}|can|will) "
    r"(?:(?!(?:if|when|once|while|after|that|which|who|or)\b)[\w'-]+ ){1,6})not (?:be )?"
    r"(?P<behind>\w+(?:able|ible|ed|owed)|ok|okay|possible|free|valid)(?=\W*$)",
    re.IGNORECASE,
)
"""The same, said before the last word: "are opened goods not refundable?"."""
_EXPIRES = re.compile(
    r"^(?P<lead>\W*(?:(?:so|and|but|ok|okay),? )?)(?:do|(?P<one>does)|will|can) "
    r"(?P<what>(?:[\w'-]+ ){1,4}?)(?:ever )?(?:expire|lapse)(?=\W*$)",
    re.IGNORECASE,
)
"""Whether something ends: a rule says how long it is valid."""
_TAG = re.compile(
    rf",\s*(?:right|correct|yes|no|yeah|true|(?:{_HELPING}|can|will)(?:n['’]?t)? "
    r"(?:i|we|you|he|she|it|they|that|there)"
    r"|(?:ca|wo)n['’]?t (?:i|we|you|he|she|it|they|that|there))(?=\s*[?？!.]*$)",
    re.IGNORECASE,
)
"""A tag at the end: ", isn't it?", ", right?"."""
_ASKS_FOR_MORE_KO = re.compile(
    "왜|어떤|무슨|어느|뭐|뭔|뭘|무엇|언제|어디|누가|누구|몇|며칠|얼마|어떻|어떡"
)
_ENDS = r"(?=\s*[?？.!~]*$)"
_MARK = r"(?=\s*[?？])"
_ASKING_KO = "(?:나요|까요|가요|니까|죠|지요)"
_DENIED_KO = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (
            r"지(?:는|도)? ?(?:않|못)"
            rf"(?:나요|은가요|습니까|을까요|는가요|하나요|죠|지요|나){_ENDS}",
            "나요",
        ),
        (rf"지(?:는|도)? ?(?:않아요|못해요){_MARK}", "나요"),
        # 면 안 되나요 asks whether something is forbidden, so it keeps its denial.
        (
            r"(?<![가-힣])(?<!면 )(?:안|못) ?(?=(?:되|될|됩|하|해 ?주|받|드리)"
            rf"(?:는 ?[거건것게걸]\S*(?: 맞\S+)?|[가-힣]*{_ASKING_KO}){_ENDS})",
            "",
        ),
        (
            r"(?<![가-힣])(?<!면 )(?:안|못) ?"
            rf"(?=(?:돼|돼요|되나|되냐|됨|되는지요?|된다고요|해요|해 ?줘요|받아요){_MARK})",
            "",
        ),
        (
            rf"(?<=수)(?P<p>[가는도]? ?)없(?=(?:[가-힣]*{_ASKING_KO}|는 ?[거건]\S*){_ENDS})",
            r"\g<p>있",
        ),
        (rf"(?<=수)(?P<p>[가는도]? ?)없(?=어요?{_MARK})", r"\g<p>있"),
        (rf"불가(?:능)?(?=[하한인합]\S*(?:{_ASKING_KO}|까){_ENDS})", "가능"),
        (
            rf"(?<=[거것건게]) ?(?:아닌가요|아니에요|아니죠|아닙니까|아녜요|아닐까요){_ENDS}",
            " 맞나요",
        ),
    )
)
_TAG_KO = re.compile(
    r"(?:,|(?<=[요다죠음함됨]))\s*(?:맞죠|맞나요|맞지요|그렇죠|그쵸|그죠)(?=\s*[?？.!]*$)"
)


def plainly_asked(text: str) -> str:
    """The text with each question asked plainly: without a "not" of its own, without a tag."""
    plain = text
    for sentence in sentences(text):
        asked = _in_korean(_in_english(sentence))
        if asked != sentence:
            plain = plain.replace(sentence, asked, 1)
    return plain


def _in_english(sentence: str) -> str:
    asked = _TAG.sub("", sentence)
    asked = _NOT_BEHIND.sub(r"\g<before>\g<behind>", _DENIED.sub(_affirmed, asked))
    asked = _EXPIRES.sub(_how_long, asked)
    return asked if asked.strip() else sentence


def _how_long(ends: re.Match[str]) -> str:
    return f"{ends['lead']}how long {'is' if ends['one'] else 'are'} {ends['what']}valid"


def _affirmed(denied: re.Match[str]) -> str:
    short = denied["ca"] or denied["can"] or denied["wo"] or ""
    verb = denied["verb"] or denied["be"] or f"{short[0]}{_REST[short.lower()]}"
    return f"{denied['lead'] or ''}{verb}"


def _in_korean(sentence: str) -> str:
    if _ASKS_FOR_MORE_KO.search(sentence):
        return sentence
    asked = _TAG_KO.sub("", sentence)
    for denied, plain in _DENIED_KO:
        asked = denied.sub(plain, asked)
    return asked if asked.strip() else sentence
