"""Rejects an answer about another form or code than the one asked about: DM-22 for DM-99."""

from dataclasses import replace

from bot.answering.criteria.proper_name import codes_in
from bot.model import Checked, Issue, Question, Sentence
from bot.model.reason import Reason


def has_the_code(question: Question, checked: Checked) -> Checked:
    """Turns the verdict to INSUFFICIENT if the question has a code, and no sentence is about it."""
    asked = codes_in(question.text)
    if not asked or not checked.kept:
        return checked
    if any(_is_about(asked, one) for one in checked.kept):
        return checked
    # It is not even a closest match: what holds for DM-22 misleads about DM-99.
    return replace(checked.as_nearest(Issue(Reason.OTHER_CODE, 0)), nearest=())


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
