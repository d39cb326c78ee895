"""Step 5: the answer that leaves the pipeline."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from bot import texts
from bot.answering.cited import citations_of, is_cited, marked, said
from bot.answering.follow_up import follow_up
from bot.answering.slot import fills, slot_of
from bot.days import in_words
from bot.model import (
    Answer,
    Candidate,
    Checked,
    Citation,
    Confidence,
    Evidence,
    Issue,
    Nearest,
    Question,
    SafeText,
    Sentence,
    Verdict,
)
from bot.privacy import still_safe
from knowledge.lexical import language_of
from knowledge.model import Found, Language

MOST_CITATIONS = 3
_HIGH, _MEDIUM = 0.85, 0.65
"""From these likelihoods on, the documents answer directly, or in part.

Of the answers to the golden, held-out and blind questions that were so likely 74 of 80 were right,
43 of 48 between the two, 48 of 60 below; in four stores held out 292 of 329, 132 of 179 and
147 of 258.
"""
_LIKE, _COVERED = 0.4, 0.8
"""A direct answer is near the question in meaning, or holds nearly all of its words."""

_HALF = 0.5
"""What a refusal quotes although it does not mention what was asked about holds so much else."""

Corpus = dict[Language, str]
"""What the documents are called."""


def finalize(
    question: Question,
    checked: Checked,
    evidence: Evidence,
    likelihood: float,
    attempts: int,
    lead: str | None = None,
) -> Answer:
    """Return the sentences that passed, with their numbered citations, behind a lead-in."""
    conflict = checked.verdict is Verdict.CONFLICT
    if conflict:
        checked = replace(checked, kept=tuple(sorted(checked.kept, key=_newest_first)))
    citations = citations_of(checked.kept, MOST_CITATIONS)
    # A sentence whose passage is not among the citations would stand there without a source.
    shown = tuple(one for one in checked.kept if is_cited(one, citations))
    lines = [marked(one, citations) for one in shown]
    if conflict:
        lines.insert(0, texts.DISAGREE[question.language])
    if lead:
        lines.insert(0, lead)
    if _is_foreign(shown[0], question):
        lines.insert(0, texts.IN_OTHER_LANGUAGE[question.language])
    return Answer(
        question=question,
        verdict=checked.verdict,
        text=said(lines),
        citations=citations,
        sentences=shown,
        confidence=_confidence(likelihood, evidence),
        follow_up=(
            still_safe(texts.ASK_WHICH[question.language])
            if conflict
            else follow_up(question, shown, evidence)
        ),
        found=evidence.found,
        attempts=attempts,
        issues=checked.issues,
    )


def not_in_force(day: date, language: Language) -> str:
    """That a rule holds from a later day on."""
    return texts.NOT_IN_FORCE[language].format(day=in_words(day, language))


def _is_foreign(sentence: Sentence, question: Question) -> bool:
    """Whether its document is in another language, and so is itself."""
    document = sentence.citations[0].passage.header.language
    return question.language not in (document, language_of(sentence.text))


def _newest_first(sentence: Sentence) -> int:
    since = sentence.citations[0].passage.header.effective_from
    return -since.toordinal() if since else 0


def nearest_of(checked: Checked, evidence: Evidence) -> Nearest | None:
    """Of the sentences that are not what was asked for, the best that is near the question."""
    if checked.missing:
        holds_half = any(one.context >= _HALF for one in evidence.candidates[:1])
        helps = checked.worth_quoting or holds_half
        return Nearest(checked.nearest[0], checked.missing) if helps else None
    if checked.worth_quoting:
        return Nearest(checked.nearest[0])
    held = {one.text: one for one in checked.nearest}
    near = (one.statement.text for one in evidence.candidates if _is_direct(one))
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
    citations = citations_of([nearest.sentence], MOST_CITATIONS) if nearest else ()
    if nearest:
        lines += _quoted(question, nearest, citations)
    elsewhere = verdict is Verdict.INSUFFICIENT and not nearest
    return Answer(
        question=question,
        verdict=verdict,
        text=said(lines),
        citations=citations,
        sentences=(nearest.sentence,) if nearest else (),
        follow_up=_what_helps(question, evidence) if elsewhere else None,
        found=evidence.found if evidence else Found(),
        attempts=attempts,
        issues=issues,
    )


def _quoted(question: Question, nearest: Nearest, citations: tuple[Citation, ...]) -> Iterable[str]:
    """What is missing, the nearest to it in the document's words, and who knows more."""
    language, header = question.language, citations[0].passage.header
    slot, said_so = slot_of(question.said or question.text), nearest.sentence.text
    if nearest.missing:
        yield texts.NOT_MENTIONED[language].format(word=nearest.missing)
    elif slot and not fills(slot, [said_so]):
        yield texts.NOT_FOUND[slot][language]
    quote = texts.NEAREST_QUOTED[language].format(quote=said_so)
    if header.effective_from and header.effective_from > question.filters.as_of:
        yield not_in_force(header.effective_from, language)
    yield marked(replace(nearest.sentence, text=quote), citations)
    if header.owner:
        yield texts.ASK_OWNER[language].format(owner=header.owner, title=header.title)


def _what_helps(question: Question, evidence: Evidence | None) -> SafeText:
    """What is missing, what the nearest document is, who knows more, and what may lead on."""
    language = question.language
    slot = slot_of(question.said or question.text)
    parts = [texts.NOT_FOUND[slot][language] if slot else "", texts.ASK_MORE[language]]
    if evidence is not None and evidence.candidates:
        passage = evidence.candidates[0].hit.passage
        where = " › ".join(part for part in (passage.header.title, passage.heading) if part)
        owner = passage.header.owner
        text = texts.NEAREST_OWNED if owner else texts.NEAREST
        parts.insert(1, text[language].format(where=where, owner=owner))
    return still_safe(" ".join(part for part in parts if part))


def say(question: Question, text: str) -> Answer:
    """Return a sentence of our own, for what is no question."""
    return Answer(question=question, verdict=Verdict.OFF_TOPIC, text=still_safe(text))


def _confidence(likelihood: float, evidence: Evidence) -> Confidence:
    best = evidence.candidates[0] if evidence.candidates else None
    if likelihood >= _HIGH and best is not None and _is_direct(best):
        return Confidence.HIGH
    return Confidence.MEDIUM if likelihood >= _MEDIUM else Confidence.LOW


def _is_direct(candidate: Candidate) -> bool:
    return candidate.likeness >= _LIKE or candidate.context >= _COVERED
