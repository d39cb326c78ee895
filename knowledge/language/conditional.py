"""Finds the conditions of a sentence by its grammar: "if it is opened", "영수증이 없는 고객은"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from knowledge.language.terms import language_of

_ENGLISH = re.compile(
    r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b[^,;.:]*"
    r"(?:[,.](?=\d)[^,;.:]*)*",
    re.IGNORECASE,
)
_KOREAN = re.compile(
    r"[^,;.:]*?[가-힣](?:면| ?때(?:에는|에만|에|는|만)?| ?경우(?:에는|에만|에|는|만)?)"
    r"(?=[\s,]|$)"
)


def conditional(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each condition."""
    pattern = _KOREAN if language_of(text) == "ko" else _ENGLISH
    return (match.span() for match in pattern.finditer(text))


_VERB = (
    r"(?:can|cannot|can't|may|must|should|will|is|are|gets?|receives?|needs?|has|have|does|pays?)"
)
_CASE = re.compile(
    r"(?:^|[;.:] )(?P<when>(?:if|when|whenever|once|in case) "
    r"(?!(?:this|that|so) (?:is|was|happens)\b)[^,;.:]+),"
    rf"|^(?P<who>[^;.:]*\b(?:with no|without|(?:under|over|below|above|aged) \d)[^,;.:]{{1,40}}?) "
    rf"{_VERB}\b",
    re.IGNORECASE,
)
_CASE_KO = re.compile(
    r"^(?P<when>(?!이 경우|이때)(?:(?![가-힣]{2,}[은는](?=\s))[^,;.:])*?[가-힣]"
    r"(?: 경우(?:에는|에|는)?|면))(?=[\s,])"
    r"|^(?P<who>[^,;.:]*?(?:없는 |\d\S* ?(?:미만|이하|이상)(?:인|의)? ?)[가-힣]+)"
    r"[은는]\s"
)
_NOT_KO = re.compile("없|않|못|아니|불가")


class Case(NamedTuple):
    """The special case that a sentence is for."""

    text: str
    rest: str
    """What the sentence says of it."""
    of_some: bool
    """Whether it is a group, "a customer with no receipt"; else an event, "if …"."""


def own_case(text: str) -> Case | None:
    """The special case that a sentence is for: "A customer with no receipt …", "…면, …".

    None for a sentence that only has a condition for what it says, "… if the tags are on", or an
    exception: "불량이 아니면 환불할 수 없습니다".
    """
    match = (_CASE_KO if language_of(text) == "ko" else _CASE).search(text)
    if match is None:
        return None
    case = match["when"] or match["who"]
    rest = f"{text[: match.start()]} {text[match.start() + len(case) :]}"
    is_exception = match["when"] and _NOT_KO.search(case) and _NOT_KO.search(rest)
    return None if is_exception else Case(case, rest, of_some=bool(match["who"]))
