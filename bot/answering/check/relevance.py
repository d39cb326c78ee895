"""Rejects true sentences about another state, code, danger or subject than the question's."""

from dataclasses import replace

from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.criteria.condition.other_case import is_other_case
from bot.answering.criteria.named import codes_in, first_code
from bot.answering.criteria.subject import missing
from bot.answering.understand.kinds import danger_in
from bot.model import Checked, Evidence, Issue, Question, Sentence, Verdict
from bot.model.reason import Reason
from knowledge.language.terms import query_terms, terms_meant
from knowledge.model.documents import Passage

_NAMED = 1 / 3
"""Share of the question's words in a step and its headings from which the question means them."""
_NEAR = 0.6
"""Likeness of a statement from which the missing noun probably has a synonym there."""
_WEIGHTY = 0.2
"""Share of the question's rarity that a missing noun has at least; less hardly matters."""


def fits_state(question: Question, checked: Checked) -> Checked:
    """Drops sentences for the other state; turns the verdict to INSUFFICIENT if none is left."""
    asked = question.text
    kept = tuple(
        one
        for one in checked.kept
        if not contradicts(asked, one.text) and not is_other_case(asked, one.text)
    )
    if len(kept) == len(checked.kept):
        return checked
    if kept:
        return replace(checked, kept=kept)
    return checked.as_nearest(Issue(Reason.OTHER_STATE, 0))


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
    code = first_code(question.own_words) if of_all else ""
    return checked.as_nearest(Issue(Reason.OTHER_CODE, 0), missing=code, nearest=of_all)


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


def fits_danger(question: Question, checked: Checked) -> Checked:
    """Drops steps below "In a robbery" for a question that neither reports nor names a robbery.

    The verdict turns to INSUFFICIENT, with nothing near, if no sentence is left.
    """
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


def mentions_subject(question: Question, checked: Checked, evidence: Evidence) -> Checked:
    """Turns the verdict to INSUFFICIENT if the best sentence misses the question's subject.

    A price list for trousers and sleeves does not say what it costs to shorten a skirt, however
    well the other words fit. Verbs and very general nouns do not count as a subject.
    """
    if checked.verdict is not Verdict.PASS or not checked.kept:
        return checked
    passage = checked.kept[0].citations[0].passage
    noun = unmentioned(question, passage, evidence)
    if noun is None:
        return checked
    return checked.as_nearest(Issue(Reason.NOT_ABOUT_IT, 0), missing=noun)


def unmentioned(question: Question, passage: Passage, evidence: Evidence) -> str | None:
    """The rarest noun missing from the passage, if it is rare enough to matter."""
    if any(one.likeness >= _NEAR for one in evidence.candidates):
        return None
    weights = evidence.found.rarity
    total = sum(weights.values()) or 1.0
    lacking = [
        (sum(weights[term] for term in one.terms), one.text)
        for one in missing(question, passage, evidence.found)
    ]
    # On a tie the last noun wins: in "rubber boots" that is "boots".
    weight, text = max(reversed(lacking), key=lambda one: one[0], default=(0.0, ""))
    return text if weight >= _WEIGHTY * total else None
