"""Rejects an answer about another form or code than the one asked about: DM-22 for DM-99."""

from bot.answering.criteria.proper_name import codes_in, first_code
from bot.model import Checked, Issue, Question, Sentence
from bot.model.reason import Reason


def has_the_code(question: Question, checked: Checked) -> Checked:
    """Turns the verdict to INSUFFICIENT if the question has a code, and no sentence is about it.

    A rule for all headphones is still the closest match for the headphones SM-100. A rule about
    DM-22 is none for DM-99: it would mislead.
    """
    asked = codes_in(question.text)
    if not asked or not checked.kept:
        return checked
    if any(_is_about(asked, one) for one in checked.kept):
        return checked
    of_all = tuple(one for one in checked.kept if not _is_of_a_code(one))
    missing = first_code(question.own_words) if of_all else ""
    return checked.as_nearest(Issue(Reason.OTHER_CODE, 0), missing=missing, nearest=of_all)


def names_another_code(question: Question, sentence: Sentence) -> bool:
    """Whether a sentence has codes, and none that the question has."""
    asked, own = codes_in(question.text), codes_in(sentence.text)
    return bool(asked and own) and asked.isdisjoint(own)


def _is_about(asked: set[tuple[str, ...]], sentence: Sentence) -> bool:
    """Whether a sentence has one of the codes, or has none itself and its passage has one."""
    own = codes_in(sentence.text)
    if own:
        return not asked.isdisjoint(own)
    return any(asked & codes_in(one.passage.searchable) for one in sentence.citations)


def _is_of_a_code(sentence: Sentence) -> bool:
    """Whether a sentence, its title or its headings have a code."""
    return any(map(codes_in, (sentence.text, *(one.passage.above for one in sentence.citations))))
