"""Patterns of the conditions of English sentences: "if it is opened"."""

import re

CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|once|while|in case|provided|as long as)\b[^,;.:]*"
    r"(?:[,.](?=\d)[^,;.:]*)*",
    re.IGNORECASE,
)
_VERB = (
    r"(?:can|cannot|can't|may|must|should|will|is|are|gets?|receives?|needs?|has|have|does|pays?)"
)
CASE = re.compile(
    r"(?:^|[;.:] )(?P<when>(?:if|when|whenever|once|in case) "
    r"(?!(?:this|that|so) (?:is|was|happens)\b)[^,;.:]+),"
    rf"|^(?P<who>[^;.:]*\b(?:with no|without|(?:under|over|below|above|aged) \d)[^,;.:]{{1,40}}?) "
    rf"{_VERB}\b",
    re.IGNORECASE,
)
"""The special case that a whole sentence is for: an event, or a group of people."""
