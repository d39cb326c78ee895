"""Patterns of the conditions of Korean sentences: "영수증이 없는 고객은"."""

import re

CONDITION = re.compile(
    r"[^,;.:]*?[가-힣](?:면| ?때(?:에는|에만|에|는|만)?| ?경우(?:에는|에만|에|는|만)?)"
    r"(?=[\s,]|$)"
)
CASE = re.compile(
    r"^(?P<when>(?!이 경우|이때)(?:(?![가-힣]{2,}[은는](?=\s))[^,;.:])*?[가-힣]"
    r"(?: 경우(?:에는|에|는)?|면))(?=[\s,])"
    r"|^(?P<who>[^,;.:]*?(?:없는 |\d\S* ?(?:미만|이하|이상)(?:인|의)? ?)[가-힣]+)"
    r"[은는]\s"
)
"""The special case that a whole sentence is for: an event, or a group of people."""
