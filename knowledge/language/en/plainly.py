"""Asks plainly what an English question asks otherwise: "can't it be returned?"."""

import re

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


def plainly(sentence: str) -> str:
    """The sentence without a "not" of its own verb, without a tag."""
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
