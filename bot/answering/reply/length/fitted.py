"""Fits an answer to its length: one sentence, with what completes it, or up to five."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.answering.criteria.answer_kind import fills, slot_of
from bot.answering.criteria.condition.agreement import contradicts
from bot.answering.reply.length.additions import adds
from bot.answering.reply.length.asks_how import asks_how
from bot.answering.reply.length.beside import behind, beside, needed_by
from bot.answering.reply.length.lists import with_items, with_steps
from bot.answering.reply.length.repeats import repeats
from bot.answering.understand.fillers import asks_in_detail
from bot.model import Candidate, Checked, Evidence, Length, Question, Sentence, Verdict
from bot.model.written import sentence_of
from knowledge.split.statements import statements

_MOST = 5
"""Sentences of an answer; the steps of a list are one."""
_NEAR_BEST, _AS_MUCH = 2.0, 0.6
"""Log odds that a further sentence may be behind the best; and its least share of the question's
words, relative to the best one's.
"""


def in_length(checked: Checked, length: Length, question: Question, evidence: Evidence) -> Checked:
    """Completes an answer where it stands, within its length.

    Brief: one sentence with the one it cannot do without. Normal: what completes it, too.
    Detailed: more about the question. A question that says "in detail" gets a detailed answer.
    """
    if checked.verdict is not Verdict.PASS:
        return checked
    if asks_in_detail(question.own_words):
        length = Length.DETAILED
    if length is Length.BRIEF:
        return replace(checked, kept=_brief(checked, question, evidence))
    own = {one.statement.text for one in evidence.candidates}
    # A language model's sentences stay: its prompt has named the length.
    if not all(one.text in own for one in checked.kept):
        return checked
    kept = _completed(checked, question, evidence)
    if length is Length.DETAILED:
        kept = (*kept, *_more(kept, question, evidence))
    return replace(checked, kept=kept)


def _brief(checked: Checked, question: Question, evidence: Evidence) -> tuple[Sentence, ...]:
    """The best sentence with its exception; of a how-to, the steps: one alone misleads."""
    if asks_how(question.own_words) and (steps := with_steps(checked.kept, question, evidence)):
        return steps
    best = _best(checked, question, evidence)
    needed = _completing([best], question, evidence, needed_by(best, question, evidence))
    return _in_order([best, *needed[:1]])


def _completed(checked: Checked, question: Question, evidence: Evidence) -> tuple[Sentence, ...]:
    """The list that the question wants; else each sentence with what completes it."""
    how, kept = asks_how(question.own_words), checked.kept
    listed = with_steps(kept, question, evidence) if how else None
    if listed := listed or with_items(kept, question, evidence):
        return listed
    if how:
        kept = _without_repeats(kept, question, evidence)
    said = list(kept)
    for one in kept:
        said += _completing(said, question, evidence, beside(one, question, evidence, how=how))
    return _in_order(said[:_MOST])


def _completing(
    said: Sequence[Sentence],
    question: Question,
    evidence: Evidence,
    further: Iterable[Candidate],
) -> list[Sentence]:
    """Those of some statements that may be added to what is said."""
    added: list[Sentence] = []
    for one in further:
        more = sentence_of(one.hit.passage, one.statement)
        if adds(more, [*said, *added], question, evidence):
            added.append(more)
    return added


def _without_repeats(
    kept: Sequence[Sentence], question: Question, evidence: Evidence
) -> tuple[Sentence, ...]:
    """The sentences that say more than the question; else the next statement that does."""
    telling = [one for one in kept if not repeats(one, question)]
    if telling:
        return tuple(telling)
    for one in (*behind(kept[0], evidence), *_near(evidence)):
        sentence = sentence_of(one.hit.passage, one.statement)
        if not repeats(sentence, question) and adds(sentence, [], question, evidence):
            return (sentence,)
    return tuple(kept)


def _in_order(said: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Sorts by the rank of the passage, then by the place in it."""
    ranks: dict[str, int] = {}
    for one in said:
        ranks.setdefault(one.citations[0].passage.passage_id, len(ranks))
    return tuple(
        sorted(said, key=lambda one: (ranks[one.citations[0].passage.passage_id], _place(one)))
    )


def _place(sentence: Sentence) -> int:
    citation = sentence.citations[0]
    known = [one.text for one in statements(citation.passage)]
    return known.index(sentence.text) if sentence.text in known else 0


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


def _more(kept: Sequence[Sentence], question: Question, evidence: Evidence) -> tuple[Sentence, ...]:
    """Further sentences, best first; for a named document, in the document's order."""
    said = list(kept)
    for one in _of_its_document(evidence) if evidence.by_name else _near(evidence):
        if len(said) >= _MOST:
            break
        sentence = sentence_of(one.hit.passage, one.statement)
        if adds(sentence, said, question, evidence):
            said.append(sentence)
    return tuple(said[len(kept) :])


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
