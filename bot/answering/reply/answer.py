"""Step 5: builds the answer from the sentences that passed the check."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import permutations

from bot import texts
from bot.answering.check.holding import without_labels
from bot.answering.check.shop_titles import shop_in_title
from bot.answering.choose.with_qualifier import leans_back
from bot.answering.listed_names import one_of
from bot.answering.reply.citations import citations_of, is_cited, marked, said, who_settles
from bot.answering.reply.question_back.rule import follow_up
from bot.answering.reply.tie import Tie
from bot.model import (
    Answer,
    Candidate,
    Checked,
    Citation,
    Confidence,
    Evidence,
    Question,
    SafeText,
    Sentence,
    Verdict,
    Written,
)
from bot.model.days import in_words
from bot.privacy import still_safe
from knowledge.language.terms import language_of, terms
from knowledge.model.documents import Header, Language, Passage
from knowledge.split.context import STOPS, denies, ends
from knowledge.split.units import UnitKind, unit_of

MOST_CITATIONS = 3
_HIGH, _MEDIUM = 0.85, 0.65
"""Likelihoods from which the confidence is high, or medium.

Right answers to the golden, held-out and blind questions: 74 of 80 high, 43 of 48 medium, 48 of 60
low. In four held-out stores: 292 of 329, 132 of 179 and 147 of 258.
"""
_NEARLY = 3.0
"""Log odds behind the best statement: one shop's "parking is free", another's "no parking"."""
_LIKE, _COVERED = 0.4, 0.8
"""Likeness, or share of the question's words, from which a statement is a direct answer."""


def finalize(
    question: Question,
    checked: Checked,
    evidence: Evidence,
    likelihood: float,
    attempts: int,
    lead: str | None = None,
) -> Answer:
    """Returns the sentences that passed, with numbered citations and a lead-in."""
    conflict = checked.verdict is Verdict.CONFLICT
    if conflict:
        checked = replace(checked, kept=tuple(sorted(checked.kept, key=_newest_first)))
    citations = citations_of(checked.kept, MOST_CITATIONS)
    # A sentence without a citation is not shown: it would have no source.
    shown = tuple(without_labels(one) for one in checked.kept if is_cited(one, citations))
    absent = (checked.absent,) if checked.absent else ()
    lines = [one for one in (lead, checked.note, *(one.line for one in absent)) if one]
    if conflict:
        lines.append(_disagreement(shown)[question.language])
    if is_foreign(shown[0], question):
        lines.append(in_other_language(shown[0], question.language))
    labelled = (
        _in_documents(shown, question.language)
        if conflict
        else _apart(headed(shown, question, evidence), question, evidence)
    )
    lines += [marked(one, citations) for one in labelled]
    return Answer(
        question=question,
        verdict=checked.verdict,
        text=said(lines),
        citations=citations,
        sentences=shown,
        confidence=_confidence(likelihood, evidence),
        follow_up=(
            _which(shown, question.language) if conflict else follow_up(question, shown, evidence)
        ),
        absent=absent,
        disputed=conflict and not names_of(_headers(shown)),
        found=evidence.found,
        attempts=attempts,
        issues=checked.issues,
    )


def _in_documents(sentences: Sequence[Sentence], language: Language) -> list[Sentence]:
    """The sentences with their documents; with their headings, if all are from one document."""
    if len(_headers(sentences)) > 1:
        return [with_document(one, language) for one in sentences]
    over = [f"{one.citations[0].passage.header.title} › {_heading(one)}" for one in sentences]
    return [with_document(one, language, title) for one, title in zip(sentences, over, strict=True)]


def not_in_force(day: date, language: Language) -> str:
    """Words that a rule takes effect on a later day."""
    return texts.NOT_IN_FORCE[language].format(day=in_words(day, language))


def with_document(sentence: Sentence, language: Language, title: str = "") -> Sentence:
    """Puts the document's title, or another one, and its start date before a sentence."""
    header = sentence.citations[0].passage.header
    label = f"{title or header.title}:"
    if header.effective_from:
        day = in_words(header.effective_from, language)
        label = texts.IN_DOCUMENT_SINCE[language].format(title=title or header.title, day=day)
    return replace(sentence, text=f"{label} {sentence.text}")


def _disagreement(sentences: Sequence[Sentence]) -> texts.Text:
    headers = _headers(sentences)
    if len(headers) == 1:
        return texts.DISAGREE_WITHIN
    if names_of(headers):
        return texts.DEPENDS
    is_dated = any(one.effective_from for one in headers)
    return texts.DISAGREE if is_dated else texts.DISAGREE_UNDATED


def _which(sentences: Sequence[Sentence], language: Language) -> SafeText:
    """Asks for the shop if documents of several shops disagree; else says who settles it."""
    headers = _headers(sentences)
    names = names_of(headers)
    if not names:
        return still_safe(who_settles(headers, language))
    return still_safe(texts.ASK_WHICH_OF[language].format(names=one_of(names, language)))


def _headers(sentences: Sequence[Sentence]) -> list[Header]:
    return list(dict.fromkeys(one.citations[0].passage.header for one in sentences))


def _apart(sentences: Sequence[Sentence], question: Question, evidence: Evidence) -> list[Sentence]:
    """Labels sentences that differ only in their source: by a shop's title or a heading."""
    titles = [with_title(one, question, _nearly_as_likely(evidence)) for one in sentences]
    if any(titles):
        return [
            replace(one, text=f"{title}: {one.text}") if title else one
            for one, title in zip(sentences, titles, strict=True)
        ]
    labels = [(one.text.partition(":")[0], _heading(one)) for one in sentences]
    below = {label: {over for name, over in labels if name == label} for label, _ in labels}
    return [
        replace(one, text=f"{over}: {one.text}") if over and len(below[label]) > 1 else one
        for one, (label, over) in zip(sentences, labels, strict=True)
    ]


def _nearly_as_likely(evidence: Evidence) -> list[Header]:
    """The documents of statements that score nearly as high as the best."""
    best = max((one.score for one in evidence.candidates), default=0.0)
    near = (one for one in evidence.candidates if one.score >= best - _NEARLY)
    return [one.hit.passage.header for one in near]


def _heading(sentence: Sentence) -> str:
    section = sentence.citations[0].passage.section
    return section[-1] if section else ""


def is_foreign(sentence: Sentence, question: Question) -> bool:
    """Whether both a sentence and its document are in another language than the question."""
    document = sentence.citations[0].passage.header.language
    return question.language not in (document, language_of(sentence.text))


def in_other_language(sentence: Sentence, spoken: Language) -> str:
    """Says in which language the documents are."""
    language = sentence.citations[0].passage.header.language
    return texts.IN_OTHER_LANGUAGE[spoken].format(language=texts.LANGUAGE_NAMES[language][spoken])


def _newest_first(sentence: Sentence) -> int:
    since = sentence.citations[0].passage.header.effective_from
    return -since.toordinal() if since else 0


def _confidence(likelihood: float, evidence: Evidence) -> Confidence:
    best = evidence.candidates[0] if evidence.candidates else None
    if likelihood >= _HIGH and best is not None and is_direct(best):
        return Confidence.HIGH
    return Confidence.MEDIUM if likelihood >= _MEDIUM else Confidence.LOW


def is_direct(candidate: Candidate) -> bool:
    """Whether a statement is close to the question in meaning, or has nearly all its words."""
    return candidate.likeness >= _LIKE or candidate.context >= _COVERED


def as_listed(
    question: Question,
    lines: Sequence[str],
    sentences: Sequence[Sentence],
    citations: tuple[Citation, ...],
) -> Answer:
    """An answer that lists what documents say. Nothing was weighed, so it is sure."""
    return Answer(
        question=question,
        verdict=Verdict.PASS,
        text=said(lines),
        citations=citations,
        sentences=tuple(sentences),
        confidence=Confidence.HIGH,
        attempts=1,
    )


def as_written(answer: Answer, written: Written) -> Answer:
    """Adds the draft and its author. The confidence is low if the model found no answer."""
    confidence = Confidence.LOW if written.doubted else answer.confidence
    return replace(answer, draft=written.draft, model=written.model, confidence=confidence)


# Puts the heading before a sentence that is unclear without it: "Sauna: Free for members.".


def headed(sentences: Sequence[Sentence], question: Question, evidence: Evidence) -> list[Sentence]:
    """The sentences, each that would be unclear alone behind the heading above it.

    Steps of an emergency, for which nothing is weighed, stay as they are.
    """
    tie = Tie.of(question, evidence.found)
    return list(_headed(sentences, tie) if evidence.candidates else sentences)


def _headed(sentences: Sequence[Sentence], tie: Tie) -> Iterator[Sentence]:
    before: Passage | None = None
    for one in sentences:
        passage = one.citations[0].passage
        heading = passage.section[-1] if passage.section else passage.header.title
        is_clear = passage == before or not heading or one.mark or heading in one.text
        before = passage
        if is_clear or not _needs(one, passage, heading, tie):
            yield one
        else:
            yield replace(one, text=f"{heading.rstrip('.:')}: {one.text}")


def _needs(one: Sentence, passage: Passage, heading: str, tie: Tie) -> bool:
    """Whether a sentence goes on from its heading, is a bare note, or names nothing asked about."""
    unit = unit_of(passage, [each.quote for each in one.citations])
    if unit is None or unit.kind is UnitKind.TABLE or len(one.citations) > 1:
        return False
    is_item = unit.kind is not UnitKind.PARAGRAPH and not unit.lead
    is_note = is_item and (not ends(one.text, STOPS) or (denies(heading) and not denies(one.text)))
    is_unnamed = tie.shares_a_word(heading) and not tie.shares_a_word(one.text)
    return leans_back(one.text) or is_note or is_unnamed


# Recognises one guide written for several shops: "Leeds store guide", "York store guide".


def names_of(headers: Sequence[Header]) -> list[str]:
    """The shop's name in each title, in order. Empty unless all titles differ in one word only."""
    names = [shop_in_title(one, other) for one, other in permutations(headers, 2)]
    return list(dict.fromkeys(filter(None, names))) if all(names) else []


def with_title(sentence: Sentence, question: Question, found: Iterable[Header]) -> str | None:
    """The title to put before a sentence, if a document for another shop was found, too.

    None if the question names the shop.
    """
    header = sentence.citations[0].passage.header
    name = next(filter(None, (shop_in_title(header, other) for other in found)), None)
    if name is None or set(terms(name)) <= set(terms(question.text)):
        return None
    return header.title
