"""Names that a question gives and a passage does not have: of another brand, product or town."""

import re
from collections.abc import Sequence

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.terms import held, identifiers, language_of, terms, terms_meant
from knowledge.model.documents import Found, Passage

_NUMBERED = 2.0
"""How much a statement gains that has the form or article number asked about: to the encoders P-17
looks much like P-71."""
_NAMELESS = 1.5
"""How far one stands back whose passage does not have a name that the question gives: "my dad from
Canada" may be told what holds for everybody."""


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


def form_number(asked: Asked) -> Adjust:
    """What has the form or article number of the question comes up."""
    numbers = _numbers(asked.question.text)
    if not numbers:
        return whatever_the_scores([0.0] * len(asked.seen))
    return whatever_the_scores([_NUMBERED * bool(numbers & _numbers(text)) for text in asked.texts])


def proper_name(asked: Asked) -> Adjust:
    """What is of a passage without a name that the question gives stands back.

    A name may be written otherwise in another language, but for one in Latin letters in Korean.
    """
    names, language = names_in(asked.question.text), asked.question.language
    passages = {one.hit.passage.passage_id: one.hit.passage for one in asked.seen} if names else {}
    lacking = {
        key: language in (passage.header.language, "ko")
        and lacks_a_name(passage, names, asked.found)
        for key, passage in passages.items()
    }
    return whatever_the_scores(
        [-_NAMELESS * lacking.get(one.hit.passage.passage_id, False) for one in asked.seen]
    )


def _numbers(text: str) -> set[tuple[str, ...]]:
    """Form and article numbers; a date has no letter."""
    return {one for one in identifiers(text) if any(term.isalpha() for term in one)}
