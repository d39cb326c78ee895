"""How much of what held is said: one sentence, a few, or all that the documents say about it."""

from collections.abc import Iterator
from dataclasses import replace

from bot.answering.check import fault
from bot.answering.check.conflicts import disagreeing
from bot.answering.criteria.answer_kind import fills, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.reply.notes.last_day import limits
from bot.answering.understand.fillers import asks_in_detail
from bot.model import Candidate, Checked, Evidence, Length, Question, Sentence, Verdict
from bot.model.written import sentence_of
from knowledge.language.terms import terms

_MOST = 5
"""Sentences of a detailed answer."""
_NEAR_BEST, _AS_MUCH = 2.0, 0.6
"""A further one is at most so far behind the best, in log odds, and holds this share of the
question's words that the best one does.
"""
_SAME = 0.7
"""A sentence that shares this much of its words with one that was said says nothing new."""


def in_length(checked: Checked, length: Length, question: Question, evidence: Evidence) -> Checked:
    """The same, with one sentence for a brief answer, or with more for a detailed one.

    Who asks "in detail" gets a detailed one.
    """
    if checked.verdict is not Verdict.PASS:
        return checked
    if asks_in_detail(question.own_words):
        length = Length.DETAILED
    if length is Length.BRIEF:
        return replace(checked, kept=(_best(checked, question, evidence),))
    own = {one.statement.text for one in evidence.candidates}
    # A language model has been told how much is wanted; its sentences stay as they are.
    if length is Length.DETAILED and all(one.text in own for one in checked.kept):
        return replace(checked, kept=(*checked.kept, *_more(checked, question, evidence)))
    return checked


def _best(checked: Checked, question: Question, evidence: Evidence) -> Sentence:
    ranks = {one.statement.text: rank for rank, one in enumerate(evidence.candidates, 1)}
    slot = slot_of(question.own_words)

    def worst_last(sentence: Sentence) -> tuple[bool, bool, int]:
        # A language model puts the answer first; its own words are no candidate's.
        misses = slot is not None and not fills(slot, [sentence.text])
        return (
            contradicts(question.text, sentence.text),
            misses,
            ranks.get(sentence.text, 0),
        )

    return min(checked.kept, key=worst_last)


def _more(checked: Checked, question: Question, evidence: Evidence) -> tuple[Sentence, ...]:
    """What else the documents say about it, the best first; what is named is told in its order."""
    said = list(checked.kept)
    for one in _of_its_document(evidence) if evidence.by_name else _near(evidence):
        if len(said) >= _MOST:
            break
        sentence = sentence_of(one.hit.passage, one.statement)
        if _adds(sentence, said, question, evidence):
            said.append(sentence)
    return tuple(said[len(checked.kept) :])


def _of_its_document(evidence: Evidence) -> list[Candidate]:
    """The statements of the best one's document as they stand there."""
    key = evidence.candidates[0].hit.passage.header.key
    own = [one for one in evidence.candidates if one.hit.passage.header.key == key]
    return sorted(own, key=lambda one: (one.hit.passage.start, one.place))


def _near(evidence: Evidence) -> Iterator[Candidate]:
    best = evidence.candidates[0]
    language = best.hit.passage.header.language
    for one in evidence.candidates:
        about = one.cover >= _AS_MUCH * best.cover and one.score >= best.score - _NEAR_BEST
        if about and one.hit.passage.header.language == language:
            yield one


def _adds(sentence: Sentence, said: list[Sentence], question: Question, evidence: Evidence) -> bool:
    """Whether a sentence says something new, holds, and leaves the answer as clear as it is."""
    words = set(terms(sentence.text))
    if any(len(words & set(terms(one.text))) >= _SAME * len(words) for one in said):
        return False
    # A second time limit would leave open which one counts from the day of the purchase.
    if (question.about.bought or question.about.delivered) and limits(sentence.text):
        return False
    if contradicts(question.text, sentence.text) or disagreeing((*said, sentence)):
        return False
    known = {hit.passage.passage_id: hit.passage for hit in evidence.found.hits}
    return fault(sentence, question, known) is None
