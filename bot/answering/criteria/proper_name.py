"""Names that a question gives and a passage does not have: of another brand, product or town."""

import re
from collections.abc import Sequence

from knowledge.language.terms import held, language_of, terms, terms_meant
from knowledge.model.documents import Found, Passage

_WORD = (
    r"(?!(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
    r"|January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|English|Korean|Team|Staff|Manager|Form)\b)"
    r"[A-Z][a-z][A-Za-z]+"
)
"""With a capital; in capitals throughout it is an abbreviation, which a document may spell out."""
_NO_NAME_ASKED_ABOUT = re.compile(
    r"\b(?:hi|hello|hey|dear|thanks|please)[ ,!]+(?!my\b)\w+|\b(?:my name is|i am|i'm) \w+",
    re.IGNORECASE,
)
"""Whom somebody greets, and who asks."""
_LONG_WORD = re.compile(r"\b[A-Za-z]\w{3,}")
_AS_IN_A_TITLE = 0.7
"""Share of the long words behind the first that have capitals, from which on they tell no names."""
_LATIN = re.compile("[A-Za-z]{3,}")
_IN_ENGLISH = re.compile(rf"(?<=[a-z\d,;'’] ){_WORD}")
"""Not where a sentence begins."""
_IN_KOREAN = re.compile(rf"(?<![A-Za-z]){_WORD}")


def names_in(question: str) -> list[frozenset[str]]:
    """The names of a question, each as the terms of its word."""
    text = _NO_NAME_ASKED_ABOUT.sub(" ", question)
    pattern = _IN_KOREAN if language_of(question) == "ko" else _IN_ENGLISH
    _, *words = _LONG_WORD.findall(text) or [""]
    if len(words) > 1 and sum(one[0].isupper() for one in words) > _AS_IN_A_TITLE * len(words):
        return []
    names = (frozenset(terms(one)) for one in pattern.findall(text))
    return [one for one in names if one]


def lacks_a_name(passage: Passage, names: Sequence[frozenset[str]], found: Found) -> bool:
    """Whether a passage, with its title and headings, has not all of the names.

    One in Korean alone may write them in Hangul.
    """
    if not _LATIN.search(passage.searchable):
        return False
    words = frozenset(terms_meant(passage.searchable))
    return not all(_has(words, term, found) for name in names for term in name)


def _has(words: frozenset[str], term: str, found: Found) -> bool:
    return held(words, term, found.alternatives.get(term, ()), 1.0) > 0
