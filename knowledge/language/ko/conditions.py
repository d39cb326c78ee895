"""The conditions of Korean sentences: "영수증이 없는 경우"."""

import re

CONDITION = re.compile(
    r"[^,;.:]*?[가-힣](?:면| ?때(?:에는|에만|에|는|만)?| ?경우(?:에는|에만|에|는|만)?)"
    r"(?=[\s,]|$)"
)
