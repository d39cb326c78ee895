"""Counts the words of a text that turn its meaning: not, only, even, all, before, must, if.

Texts in two languages are compared by these counts, too, so every language has the same marks.
"""

import re
from collections import Counter
from collections.abc import Sequence

from knowledge.language.grammar import Mark
from knowledge.language.grammars import grammar_for


def marks(text: str, language: str) -> Counter[Mark]:
    """The marks of a text and how often it has each; none in a language without a list."""
    known = grammar_for(language)
    plain = known.no_marks.sub(" ", text.lower())
    return +Counter(
        {one: len(list(pattern.finditer(plain))) for one, pattern in known.marks.items()}
    )


def in_order(text: str, language: str, wanted: Sequence[Mark]) -> list[Mark]:
    """The wanted marks of a text in the order in which they stand."""
    lists = grammar_for(language).marks
    found = [
        (match.start(), one)
        for one in wanted
        if one in lists
        for match in lists[one].finditer(text)
    ]
    return [one for _, one in sorted(found)]


def has_list(language: str) -> bool:
    """Whether the marks of a language are known."""
    return bool(grammar_for(language).marks)


_YES = re.compile(r"\s*(?:yes|yeah|sure|네|예|sí|oui|ja)(?:[,.!:]|\s)", re.IGNORECASE)
_NO = re.compile(r"\s*(?:no|nope|아니요|아니오|안 ?돼요|안 됩니다|non|nein)[,.!:]", re.IGNORECASE)


def verdict_of(text: str) -> str:
    """The Yes or No before a text; "" without one."""
    return "yes" if _YES.match(text) else "no" if _NO.match(text) else ""
