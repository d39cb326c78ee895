"""What is said where there is no answer: so, what is nearest, and who knows more."""

from collections.abc import Iterable
from dataclasses import replace

from bot import texts
from bot.answering.check.holding import without_labels
from bot.answering.criteria.answer_kind import fills, slot_of
from bot.answering.criteria.start_or_end import asks_from_when
from bot.answering.reply.answer import (
    MOST_CITATIONS,
    is_direct,
    is_foreign,
    not_in_force,
    with_document,
)
from bot.answering.reply.citations import citations_of, marked, said
from bot.model import (
    Answer,
    Checked,
    Citation,
    Evidence,
    Issue,
    Nearest,
    Question,
    SafeText,
    Verdict,
)
from bot.model.said import Corpus
from bot.privacy import still_safe
from knowledge.model.documents import Found

_HALF = 0.5
"""What a refusal quotes although it does not mention what was asked about holds so much else."""


def nearest_of(checked: Checked, evidence: Evidence) -> Nearest | None:
    """Of the sentences that are not what was asked for, the best that is near the question."""
    if checked.missing:
        holds_half = any(one.context >= _HALF for one in evidence.candidates[:1])
        helps = checked.worth_quoting or holds_half
        return Nearest(checked.nearest[0], checked.missing) if helps else None
    if checked.worth_quoting:
        return Nearest(checked.nearest[0])
    held = {one.text: one for one in checked.nearest}
    near = (one.statement.text for one in evidence.candidates if is_direct(one))
    return next((Nearest(held[text]) for text in near if text in held), None)


def refuse(
    question: Question,
    verdict: Verdict,
    corpus: Corpus,
    evidence: Evidence | None = None,
    attempts: int = 0,
    issues: tuple[Issue, ...] = (),
    nearest: Nearest | None = None,
) -> Answer:
    """Return an answer that says that there is none.

    The nearest is a sentence that held, but that is not what was asked for.
    """
    lines = [texts.REFUSAL[question.language].format(corpus=corpus[question.language])]
    quoted = (nearest.sentence, *nearest.against) if nearest else ()
    citations = citations_of(quoted, MOST_CITATIONS)
    if nearest:
        lines += _quoted(question, nearest, citations)
    elsewhere = verdict is Verdict.INSUFFICIENT and not nearest
    return Answer(
        question=question,
        verdict=verdict,
        text=said(lines),
        citations=citations,
        sentences=quoted,
        follow_up=_what_helps(question, evidence) if elsewhere else None,
        found=evidence.found if evidence else Found(),
        attempts=attempts,
        issues=issues,
    )


def _quoted(question: Question, nearest: Nearest, citations: tuple[Citation, ...]) -> Iterable[str]:
    """What is missing, the nearest to it in the document's words, and who knows more."""
    language, header = question.language, citations[0].passage.header
    sentence = without_labels(nearest.sentence)
    slot, said_so = slot_of(question.own_words), sentence.text
    later = header.effective_from and header.effective_from > question.filters.as_of
    if nearest.missing:
        yield texts.NOT_MENTIONED[language].format(word=nearest.missing)
    elif slot and not fills(slot, [said_so]) and not (later and asks_from_when(question.text)):
        yield texts.NOT_FOUND[slot][language]
    if header.effective_from and later:
        yield not_in_force(header.effective_from, language)
    lead = (
        texts.NEAREST_IN_OTHER_LANGUAGE if is_foreign(sentence, question) else texts.NEAREST_QUOTED
    )
    yield marked(replace(sentence, text=lead[language].format(quote=said_so)), citations)
    if nearest.against:
        yield texts.OTHERS_DISAGREE[language]
    for other in nearest.against:
        yield marked(with_document(replace(other, text=f"“{other.text}”"), language), citations)
    if header.owner:
        yield texts.ASK_OWNER[language].format(owner=header.owner, title=header.title)


def _what_helps(question: Question, evidence: Evidence | None) -> SafeText:
    """What is missing, the nearest document and who knows more, what may lead on: a line each."""
    language = question.language
    slot = slot_of(question.own_words)
    parts = [texts.NOT_FOUND[slot][language] if slot else "", texts.ASK_MORE[language]]
    if evidence is not None and evidence.candidates:
        passage = evidence.candidates[0].hit.passage
        where = " › ".join(part for part in (passage.header.title, passage.heading) if part)
        owner = passage.header.owner
        text = texts.NEAREST_OWNED if owner else texts.NEAREST
        parts.insert(1, text[language].format(where=where, owner=owner))
    return said([part for part in parts if part])


def say(question: Question, text: str) -> Answer:
    """Return a sentence of our own, for what is no question."""
    return Answer(question=question, verdict=Verdict.OFF_TOPIC, text=still_safe(text))
