"""Rejects a step below "In a robbery" for a question that neither reports nor names a robbery."""

from dataclasses import replace

from bot.answering.understand.kinds import danger_in
from bot.model import Checked, Issue, Question, Sentence, Verdict
from bot.model.reason import Reason
from knowledge.language.terms import query_terms, terms_meant

_NAMED = 1 / 3
"""Share of the question's words in a step and its headings from which the question means them."""


def fits_danger(question: Question, checked: Checked) -> Checked:
    """Drops such steps; turns the verdict to INSUFFICIENT, with nothing near, if none is left."""
    kept = tuple(one for one in checked.kept if not of_unsaid_danger(one, question))
    if kept or not checked.kept:
        return replace(checked, kept=kept)
    issues = (*checked.issues, Issue(Reason.OTHER_STATE, 0))
    return replace(checked, verdict=Verdict.INSUFFICIENT, kept=(), issues=issues)


def of_unsaid_danger(sentence: Sentence, question: Question) -> bool:
    """Whether a sentence is such a step. The words of the other language do not show it."""
    passage = sentence.citations[0].passage
    if not passage.section or passage.header.language != question.language:
        return False
    asked = query_terms(question.text)
    said = set(terms_meant(f"{passage.above} {sentence.text}"))
    if sum(one in said for one in asked) >= _NAMED * len(asked):
        return False
    danger = danger_in(passage.section[-1])
    return danger is not None and danger.sure and danger_in(question.text) is None
