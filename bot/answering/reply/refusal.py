"""Builds a refusal: no answer found, the closest match, and whom to ask."""

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
"""Share of the question's words that a quoted match needs if it misses the subject asked about."""


def nearest_of(checked: Checked, evidence: Evidence) -> Nearest | None:
    """The closest match to quote in a refusal. None if no sentence is near the question."""
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
    """Returns a refusal.

    `nearest` is a sentence that passed the check but does not answer the question.
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
    """Yields the lines about the closest match: what it lacks, its quote, whom to ask."""
    language, header = question.language, citations[0].passage.header
    sentence = without_labels(nearest.sentence)
    slot, quoted = slot_of(question.own_words), sentence.text
    later = header.effective_from and header.effective_from > question.filters.as_of
    if nearest.missing:
        yield texts.NOT_MENTIONED[language].format(word=nearest.missing)
    elif slot and not fills(slot, [quoted]) and not (later and asks_from_when(question.text)):
        yield texts.NOT_FOUND[slot][language]
    if header.effective_from and later:
        yield not_in_force(header.effective_from, language)
    lead = (
        texts.NEAREST_IN_OTHER_LANGUAGE if is_foreign(sentence, question) else texts.NEAREST_QUOTED
    )
    yield marked(replace(sentence, text=lead[language].format(quote=quoted)), citations)
    if nearest.against:
        yield texts.OTHERS_DISAGREE[language]
    for other in nearest.against:
        yield marked(with_document(replace(other, text=f"“{other.text}”"), language), citations)
    if header.owner:
        yield texts.ASK_OWNER[language].format(owner=header.owner, title=header.title)


def _what_helps(question: Question, evidence: Evidence | None) -> SafeText:
    """Lines for a refusal without a quote: what is missing, the nearest document, its owner."""
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
    """Returns one of the bot's own sentences, for a message that is no question."""
    return Answer(question=question, verdict=Verdict.OFF_TOPIC, text=still_safe(text))
