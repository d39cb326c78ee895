"""Step 5: the answer that leaves the pipeline."""

from dataclasses import replace

from bot import texts
from bot.answering.cited import citations_of, is_cited, marked, said
from bot.answering.follow_up import follow_up
from bot.model import (
    Answer,
    Checked,
    Confidence,
    Evidence,
    Issue,
    Question,
    SafeText,
    Sentence,
    Verdict,
)
from bot.privacy import safe
from knowledge.model import Found, Language

MOST_CITATIONS = 3
_HIGH, _MEDIUM = 0.85, 0.65
"""From these likelihoods on, the documents answer directly, or in part."""
_LIKE, _COVERED = 0.4, 0.8
"""A direct answer is near the question in meaning, or holds nearly all of its words.

Of the answers to the golden questions 49 of 50 with the first were right, 28 of 29 with the second,
98 of 111 of all.
"""

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
    if citations[0].passage.header.language != question.language:
        lines.insert(0, texts.IN_OTHER_LANGUAGE[question.language])
    return Answer(
        question=question,
        verdict=checked.verdict,
        text=said(lines, citations),
        citations=citations,
        sentences=shown,
        confidence=_confidence(likelihood, evidence),
        follow_up=(
            safe(texts.ASK_WHICH[question.language])
            if conflict
            else follow_up(question, citations, evidence)
        ),
        found=evidence.found,
        attempts=attempts,
        issues=checked.issues,
    )


def _newest_first(sentence: Sentence) -> int:
    since = sentence.citations[0].passage.header.effective_from
    return -since.toordinal() if since else 0


def refuse(
    question: Question,
    verdict: Verdict,
    corpus: Corpus,
    evidence: Evidence | None = None,
    attempts: int = 0,
    issues: tuple[Issue, ...] = (),
) -> Answer:
    """Return an answer that says that there is none."""
    text = texts.REFUSAL[question.language].format(corpus=corpus[question.language])
    back = _what_helps(question.language, evidence) if verdict is Verdict.INSUFFICIENT else None
    return Answer(
        question=question,
        verdict=verdict,
        text=safe(text),
        follow_up=back,
        found=evidence.found if evidence else Found(),
        attempts=attempts,
        issues=issues,
    )


def _what_helps(language: Language, evidence: Evidence | None) -> SafeText:
    """What the nearest document is and who knows more, and a question that may lead on."""
    more = texts.ASK_MORE[language]
    if evidence is None or not evidence.candidates:
        return safe(more)
    passage = evidence.candidates[0].hit.passage
    where = " › ".join(part for part in (passage.header.title, passage.heading) if part)
    owner = passage.header.owner
    text = texts.NEAREST_OWNED if owner else texts.NEAREST
    return safe(f"{text[language].format(where=where, owner=owner)} {more}")


def say(question: Question, text: str) -> Answer:
    """Return a sentence of our own, for what is no question."""
    return Answer(question=question, verdict=Verdict.OFF_TOPIC, text=safe(text))


def _confidence(likelihood: float, evidence: Evidence) -> Confidence:
    best = evidence.candidates[0] if evidence.candidates else None
    direct = best is not None and (best.likeness >= _LIKE or best.context >= _COVERED)
    if likelihood >= _HIGH and direct:
        return Confidence.HIGH
    return Confidence.MEDIUM if likelihood >= _MEDIUM else Confidence.LOW
