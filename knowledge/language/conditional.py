"""Finds the conditions in a sentence by its grammar: "if it is opened", "없으면"."""

import re
from collections.abc import Iterator

from knowledge.language.terms import language_of

_ENGLISH = re.compile(
    r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b[^,;.:]*"
    r"(?:[,.](?=\d)[^,;.:]*)*",
    re.IGNORECASE,
)
_KOREAN = re.compile(
    r"[^,;.:]*?[가-힣](?:면|(?: |[^가-힣])?때(?:에는|에만|에|는|만)?|경우(?:에는|에만|에|는|만)?)"
    r"(?=[\s,]|$)"
)


def conditional(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each condition."""
    pattern = _KOREAN if language_of(text) == "ko" else _ENGLISH
    return (match.span() for match in pattern.finditer(text))
