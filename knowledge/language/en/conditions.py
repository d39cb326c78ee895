"""Patterns of the conditions of English sentences: "if it is opened"."""

import re

CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b[^,;.:]*"
    r"(?:[,.](?=\d)[^,;.:]*)*",
    re.IGNORECASE,
)
