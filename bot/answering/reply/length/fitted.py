"""Fits an answer to its length: one sentence, with what completes it, or up to five."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.answering.check.holding import holds
from bot.answering.criteria.answer_kind import fills, slot_of
from bot.answering.criteria.answer_kind.steps import asks_how
from bot.answering.criteria.condition.agreement import contradicts, names_a_state
from bot.answering.reply.length.additions import adds, behind, beside, needed_by, repeats
from bot.answering.reply.length.lists import listed
from bot.answering.reply.length.rows import rows
from bot.answering.understand.fillers import asks_in_detail
from bot.model import Candidate, Checked, Evidence, Length, Question, Sentence, Verdict
from bot.model.written import sentence_of
from knowledge.model.documents import Passage
from knowledge.split.statements import statements

_MOST = 5
"""Sentences of an answer; the steps of a list are one."""
_NEAR_BEST, _AS_MUCH = 2.0, 0.6
"""Log odds that a further sentence may be behind the best; and its least share of the question's
words, relative to the best one's.
"""

_BRANCH_BEHIND = 5.0
"""Log odds that the rule for the other state may be behind the best rule."""


def in_length(
    checked: Checked,
    length: Length,
    question: Question,
    evidence: Evidence,
    section: Sequence[Passage] = (),
) -> Checked:
    """Completes an answer where it stands, within its length.

    Brief: one sentence with the one it cannot do without. Normal: what completes it, too.
    Detailed: more about the question. A question that says "in detail" gets a detailed answer.
    A list or a table that the question wants comes whole; `section` has the passages of the best
    sentence's section, in which it may go on.
    """
    if checked.verdict is not Verdict.PASS:
        return checked
    if asks_in_detail(question.own_words):
        length = Length.DETAILED
    how = asks_how(question.own_words)
    if whole := listed(checked.kept, question, evidence, section, how=how):
        return replace(checked, kept=whole, note=_heading(whole[0]))
    if table := rows(checked.kept, question, evidence):
        return replace(checked, kept=table.sentences, absent=table.absent)
    if length is Length.BRIEF:
        return replace(checked, kept=_brief(checked, question, evidence))
    kept = _completed(checked, question, evidence, how=how)
    if length is Length.DETAILED:
        kept = (*kept, *_more(kept, question, evidence))
    return replace(checked, kept=kept)


def _heading(first: Sentence) -> str:
    """The heading above a list that nothing else introduces: its items are notes. Else empty."""
    section = first.citations[0].passage.section
    is_item = bool(first.mark) and not first.mark.strip("().")[:1].isalnum()
    return f"{section[-1].rstrip('.:')}:" if section and is_item else ""


def _brief(checked: Checked, question: Question, evidence: Evidence) -> tuple[Sentence, ...]:
    """The best sentence with its exception."""
    best = _best(checked, question, evidence)
    needed = _completing([best], question, evidence, needed_by(best, evidence))
    return _in_order([best, *(_other_branch([best], question, evidence) or needed[:1])])


def _completed(
    checked: Checked, question: Question, evidence: Evidence, *, how: bool
) -> tuple[Sentence, ...]:
    """Each sentence with what completes it."""
    kept = checked.kept
    if how:
        kept = _without_repeats(kept, question, evidence)
    said = [*kept, *_other_branch(kept, question, evidence)]
    for one in kept:
        said += _completing(said, question, evidence, beside(one, evidence, how=how))
    return _in_order(said[:_MOST])


def _other_branch(
    kept: Sequence[Sentence], question: Question, evidence: Evidence
) -> list[Sentence]:
    """The rule for the other state, if the best one is for opened goods and nobody said so."""
    first = kept[0]
    best = next((one for one in evidence.candidates if one.statement.text == first.text), None)
    if best is None or names_a_state(question.text):
        return []
    if any(contradicts(first.text, one.text) for one in kept[1:]):
        return []
    others = (
        sentence_of(one.hit.passage, one.statement)
        for one in evidence.candidates
        if contradicts(first.text, one.statement.text)
        and not one.is_translation
        and one.hit.passage.header.language == best.hit.passage.header.language
        and one.cover >= _AS_MUCH * best.cover
        and one.score >= best.score - _BRANCH_BEHIND
    )
    return [one for one in others if holds(one)][:1]


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
        # A store's own rule may come from another search: it has no rank, and wins.
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
