"""Criteria: what a question calls by its name: a brand, a town, a form, an article."""

import re
from collections.abc import Sequence

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.terms import (
    held,
    identifiers,
    language_of,
    terms,
    terms_meant,
    written_identifiers,
)
from knowledge.model.documents import Found, Passage

_NAMELESS = 1.5
"""Log odds that one loses if its passage lacks a name of the question. Small, because "my dad
from Canada" may need a rule for everybody."""


_WORD = (
    r"(?!(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
    r"|January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|English|Korean|Team|Staff|Manager|Form)\b)"
    r"[A-Z][a-z][A-Za-z]+"
)
"""A word with a capital. All in capitals is an abbreviation, which a document may spell out."""
_NO_NAME_ASKED_ABOUT = re.compile(
    r"\b(?:hi|hello|hey|dear|thanks|please)[ ,!]+(?!my\b)\w+|\b(?:my name is|i am|i'm) \w+",
    re.IGNORECASE,
)
"""The person greeted, and the asker's own name."""
_LONG_WORD = re.compile(r"\b[A-Za-z]\w{3,}")
_AS_IN_A_TITLE = 0.7
"""Share of long words after the first with capitals; above it, capitals mark no names."""
_LATIN = re.compile("[A-Za-z]{3,}")
_IN_ENGLISH = re.compile(rf"(?<=[a-z\d,;'’] ){_WORD}")
"""A name in English, but not at the start of a sentence."""
_IN_KOREAN = re.compile(rf"(?<![A-Za-z]){_WORD}")


def names_in(question: str) -> list[frozenset[str]]:
    """The names in a question, each as the terms of its word."""
    text = _NO_NAME_ASKED_ABOUT.sub(" ", question)
    pattern = _IN_KOREAN if language_of(question) == "ko" else _IN_ENGLISH
    _, *words = _LONG_WORD.findall(text) or [""]
    if len(words) > 1 and sum(one[0].isupper() for one in words) > _AS_IN_A_TITLE * len(words):
        return []
    names = (frozenset(terms(one)) for one in pattern.findall(text))
    return [one for one in names if one]


def lacks_a_name(passage: Passage, names: Sequence[frozenset[str]], found: Found) -> bool:
    """Whether a passage, with its title and headings, lacks one of the names.

    A passage without Latin letters never does: it may write the names in Hangul.
    """
    if not _LATIN.search(passage.searchable):
        return False
    words = frozenset(terms_meant(passage.searchable))
    return not all(_has(words, term, found) for name in names for term in name)


def _has(words: frozenset[str], term: str, found: Found) -> bool:
    return held(words, term, found.alternatives.get(term, ()), 1.0) > 0


def proper_name(asked: Asked) -> Adjust:
    """Moves back statements whose passage lacks a name of the question.

    A passage in the other language may spell the name differently, so it stays, unless a Korean
    question has the name in Latin letters.
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


_NUMBERED = 3.0
"""Log odds that a statement with the number asked about gains, and that one with only another
loses."""
_PHONE, _OF_A_DAY = 7, 2
"""Digits of the shortest phone number, and of the day at the end of a date."""


def form_number(asked: Asked) -> Adjust:
    """Moves up statements with the form number of the question, and back those with another."""
    codes = codes_in(asked.question.text)
    return whatever_the_scores([_of_code(codes, codes_in(text)) for text in asked.texts])


def _of_code(asked: set[tuple[str, ...]], said: set[tuple[str, ...]]) -> float:
    if asked & said:
        return _NUMBERED
    return -_NUMBERED if asked and said else 0.0


def codes_in(text: str) -> set[tuple[str, ...]]:
    """The form and article numbers of a text, and the phone numbers that documents publish."""
    return {one for one in identifiers(text) if _names_something(one)}


def first_code(text: str) -> str:
    """The first of these numbers as it is written; "" if there is none."""
    return next((one for one in written_identifiers(text) if codes_in(one)), "")


def _names_something(number: tuple[str, ...]) -> bool:
    """Whether a number has a letter, or is as long as a phone number and no date.

    A number that counts a word names nothing: 15-year-old, 3-in-1.
    """
    if number[0].isdecimal() and number[1].isalpha() and len(number[1]) > 1:
        return False
    if any(term.isalpha() for term in number):
        return True
    return sum(map(len, number)) >= _PHONE and len(number[-1]) > _OF_A_DAY
