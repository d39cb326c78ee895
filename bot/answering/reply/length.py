"""Fits the number of sentences to the wanted length: one, a few, or up to five."""

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
"""Log odds that a further sentence may be behind the best; and its least share of the question's
words, relative to the best one's.
"""
_SAME = 0.7
"""Share of a sentence's words in an earlier one from which it adds nothing new."""


def in_length(checked: Checked, length: Length, question: Question, evidence: Evidence) -> Checked:
    """Cuts a brief answer to one sentence and adds sentences to a detailed one.

    A question that says "in detail" gets a detailed answer.
    """
    if checked.verdict is not Verdict.PASS:
        return checked
    if asks_in_detail(question.own_words):
        length = Length.DETAILED
    if length is Length.BRIEF:
        return replace(checked, kept=(_best(checked, question, evidence),))
    own = {one.statement.text for one in evidence.candidates}
    # A language model's sentences stay: its prompt has named the length.
    if length is Length.DETAILED and all(one.text in own for one in checked.kept):
        return replace(checked, kept=(*checked.kept, *_more(checked, question, evidence)))
    return checked


def _best(checked: Checked, question: Question, evidence: Evidence) -> Sentence:
    ranks = {one.statement.text: rank for rank, one in enumerate(evidence.candidates, 1)}
    slot = slot_of(question.own_words)

    def worst_last(sentence: Sentence) -> tuple[bool, bool, int]:
        # A model's own wording has no rank and gets 0; of equals the first wins, its answer.
        misses = slot is not None and not fills(slot, [sentence.text])
        return (
            contradicts(question.text, sentence.text),
            misses,
            ranks.get(sentence.text, 0),
        )

    return min(checked.kept, key=worst_last)


def _more(checked: Checked, question: Question, evidence: Evidence) -> tuple[Sentence, ...]:
    """Further sentences, best first; for a named document, in the document's order."""
    said = list(checked.kept)
    for one in _of_its_document(evidence) if evidence.by_name else _near(evidence):
        if len(said) >= _MOST:
            break
        sentence = sentence_of(one.hit.passage, one.statement)
        if _adds(sentence, said, question, evidence):
            said.append(sentence)
    return tuple(said[len(checked.kept) :])


def _of_its_document(evidence: Evidence) -> list[Candidate]:
    """The statements of the best one's document, in its order."""
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
    """Whether a sentence is new, passes the check, and leaves the answer clear."""
    words = set(terms(sentence.text))
    if any(len(words & set(terms(one.text))) >= _SAME * len(words) for one in said):
        return False
    # With a second time limit it is unclear which one counts from the day of the purchase.
    if (question.about.bought or question.about.delivered) and limits(sentence.text):
        return False
    if contradicts(question.text, sentence.text) or disagreeing((*said, sentence)):
        return False
    known = {hit.passage.passage_id: hit.passage for hit in evidence.found.hits}
    return fault(sentence, question, known) is None
