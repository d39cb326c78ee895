"""Rejects an answer about another form or code than the one asked about: DM-22 for DM-99."""

from bot.model import Checked, Issue, Question, Sentence
from bot.model.reason import Reason
from knowledge.language.terms import identifiers, written_identifiers

_PHONE, _OF_A_DAY = 7, 2
"""Digits of the shortest phone number, and of the day at the end of a date."""


def has_the_code(question: Question, checked: Checked) -> Checked:
    """Turns the verdict to INSUFFICIENT if the question has a code, and no sentence is about it.

    A rule for all headphones is still the closest match for the headphones SM-100. A rule about
    DM-22 is none for DM-99: it would mislead.
    """
    asked = _codes_in(question.text)
    if not asked or not checked.kept:
        return checked
    if any(_is_about(asked, one) for one in checked.kept):
        return checked
    of_all = tuple(one for one in checked.kept if not _is_of_a_code(one))
    missing = _first_code(question.own_words) if of_all else ""
    return checked.as_nearest(Issue(Reason.OTHER_CODE, 0), missing=missing, nearest=of_all)


def names_another_code(question: Question, sentence: Sentence) -> bool:
    """Whether a sentence has codes, and none that the question has."""
    asked, own = _codes_in(question.text), _codes_in(sentence.text)
    return bool(asked and own) and asked.isdisjoint(own)


def _is_about(asked: set[tuple[str, ...]], sentence: Sentence) -> bool:
    """Whether a sentence has one of the codes, or has none itself and its passage has one."""
    own = _codes_in(sentence.text)
    if own:
        return not asked.isdisjoint(own)
    return any(asked & _codes_in(one.passage.searchable) for one in sentence.citations)


def _is_of_a_code(sentence: Sentence) -> bool:
    """Whether a sentence, its title or its headings have a code."""
    return any(map(_codes_in, (sentence.text, *(one.passage.above for one in sentence.citations))))


def _codes_in(text: str) -> set[tuple[str, ...]]:
    """The form and article numbers of a text, and the phone numbers that documents publish."""
    return {one for one in identifiers(text) if _names_something(one)}


def _first_code(text: str) -> str:
    """The first of these numbers as it is written; "" if there is none."""
    return next((one for one in written_identifiers(text) if _codes_in(one)), "")


def _names_something(number: tuple[str, ...]) -> bool:
    """Whether a number has a letter, or is as long as a phone number and no date.

    A number that counts a word names nothing: 15-year-old, 3-in-1.
    """
    if number[0].isdecimal() and number[1].isalpha() and len(number[1]) > 1:
        return False
    if any(term.isalpha() for term in number):
        return True
    return sum(map(len, number)) >= _PHONE and len(number[-1]) > _OF_A_DAY
