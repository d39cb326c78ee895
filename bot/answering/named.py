"""Names that a question gives and a passage does not have: of another brand, product or town."""

import re
from collections.abc import Sequence

from knowledge.lexical import held, language_of, terms, terms_meant
from knowledge.model import Found, Passage

_WORD = (
    r"(?!(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July"
    r"|August|September|October|November|December|English|Korean)\b)[A-Z][a-z][A-Za-z-]+"
)
"""With a capital; in capitals throughout it is an abbreviation, which a document may spell out."""
_IN_ENGLISH = re.compile(rf"(?<=[a-z\d,;'’] ){_WORD}")
"""Not where a sentence begins."""
_IN_KOREAN = re.compile(rf"(?<![A-Za-z]){_WORD}")


def names_in(question: str) -> list[frozenset[str]]:
    """The names of a question, each as the terms of its word."""
    pattern = _IN_KOREAN if language_of(question) == "ko" else _IN_ENGLISH
    names = (frozenset(terms(one)) for one in pattern.findall(question))
    return [one for one in names if one]


def lacks_a_name(passage: Passage, names: Sequence[frozenset[str]], found: Found) -> bool:
    """Whether a passage, with its title and headings, has not all of the names."""
    words = frozenset(terms_meant(passage.searchable))
    return not all(_has(words, term, found) for name in names for term in name)


def _has(words: frozenset[str], term: str, found: Found) -> bool:
    return held(words, term, found.alternatives.get(term, ()), 1.0) > 0
