"""Criteria: the form, article or phone number, and the thing of a kind, that a question names."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.meanings.kinds import shipped
from knowledge.language.terms import identifiers, written_identifiers

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


# A rule for silver members is none for gold members.

_OTHER = 6.0
"""Log odds that a statement about another thing of the kind loses."""


def other_of_kind(asked: Asked) -> Adjust:
    """Moves back statements about other things of the kinds that the question names."""
    kinds, question = shipped(), asked.question
    # A follow-up's own words beat those of the question before: "and cameras?"
    wanted = {**kinds.named(question.text), **kinds.named(question.said or "")}
    return whatever_the_scores(
        [
            -_OTHER * kinds.are_others(wanted, one.statement.text, one.hit.passage.above)
            for one in asked.seen
        ]
    )
