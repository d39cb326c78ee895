"""Joins the answers to several questions of one message."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from bot import texts
from bot.answering.reply.citations import said
from bot.model import (
    Answer,
    Citation,
    Confidence,
    Draft,
    Issue,
    Question,
    SafeText,
    Sentence,
    Table,
    Verdict,
)
from bot.model.access import most_of, needed_for
from bot.model.written import ANSWERED
from knowledge.language.sentences import plain
from knowledge.model.documents import Found

_MARKS = re.compile(r"(?<=\s)(?:\[\d+\])+$", re.MULTILINE)
_NUMBER = re.compile(r"\d+")
_BEST_FIRST = (Verdict.PASS, Verdict.CONFLICT, Verdict.INSUFFICIENT, Verdict.OFF_TOPIC)


def together(question: Question, answers: Sequence[Answer], parts: Sequence[str]) -> Answer:
    """Puts each question in bold above its answer and numbers the citations throughout."""
    citations = _citations(answers)
    numbers = {one.passage.passage_id: n for n, one in enumerate(citations, 1)}
    asked = [one.question.own_words for one in answers]
    blocks = [
        f"**{plain(text)}**\n{_through(one.text, one, numbers)}"
        for text, one in zip(asked, answers, strict=True)
    ]
    if len(parts) > len(answers):
        first = texts.FIRST_QUESTIONS[question.language]
        blocks.insert(0, first.format(count=len(parts), most=len(answers)))
    best = min(answers, key=lambda one: _BEST_FIRST.index(one.verdict))
    answered = [one for one in answers if one.citations] or answers
    return Answer(
        question=question,
        verdict=best.verdict,
        text=said(["\n\n".join(blocks)]),
        citations=citations,
        sentences=tuple(sentence for one in answers for sentence in one.sentences),
        tables=tuple(chain.from_iterable(_tables(one, numbers) for one in answers)),
        confidence=min((one.confidence for one in answered), key=_lowest_first),
        follow_up=next(filter(None, map(_asked_back, answered)), None),
        closest=() if best.verdict in ANSWERED else tuple(_rules(answers)),
        absent=tuple(chain.from_iterable(one.absent for one in answers)),
        disputed=any(one.disputed for one in answers),
        audience=most_of(needed_for(one) for one in answers),
        found=_found(answers),
        limit=max(one.limit for one in answers),
        attempts=max(one.attempts for one in answers),
        draft=Draft(tuple(sentence for one in answers for sentence in one.draft.sentences)),
        drafts=max(one.drafts for one in answers),
        issues=_issues(answers),
        rejected=tuple(issue for one in answers for issue in one.rejected),
        troubles=tuple(trouble for one in answers for trouble in one.troubles),
        calls=tuple(call for one in answers for call in one.calls),
        judged=max((one.judged for one in answers), key=lambda judged: judged.likelihood),
        model=" + ".join(dict.fromkeys(one.model for one in answers if one.model)),
    )


def _asked_back(answer: Answer) -> SafeText | None:
    """An answer's question back. None for a conflict: it would not say which question it means."""
    return None if answer.verdict is Verdict.CONFLICT else answer.follow_up


def _rules(answers: Sequence[Answer]) -> Iterator[Sentence]:
    """The closest rules of all answers, each passage once."""
    seen: set[str] = set()
    for rule in chain.from_iterable(one.closest for one in answers):
        passage_id = rule.citations[0].passage.passage_id
        if passage_id not in seen:
            yield rule
        seen.add(passage_id)


def _citations(answers: Sequence[Answer]) -> tuple[Citation, ...]:
    """One citation a passage, with its quotes from all answers."""
    passages = {one.passage.passage_id: one.passage for a in answers for one in a.citations}
    quotes: dict[str, dict[str, None]] = {passage_id: {} for passage_id in passages}
    for answer in answers:
        for citation in answer.citations:
            quotes[citation.passage.passage_id] |= dict.fromkeys(citation.quotes)
    return tuple(
        Citation(passage, first, tuple(rest))
        for passage_id, passage in passages.items()
        for first, *rest in [quotes[passage_id]]
    )


def _tables(answer: Answer, numbers: dict[str, int]) -> Iterator[Table]:
    """An answer's own tables, renumbered like its text."""
    for table in answer.tables:
        rows = tuple(tuple(_through(cell, answer, numbers) for cell in row) for row in table.rows)
        yield replace(table, rows=rows, lines=_through(table.lines, answer, numbers))


def _through(text: str, answer: Answer, numbers: dict[str, int]) -> str:
    """Numbers the citations of a text as in the whole answer."""
    ids = [one.passage.passage_id for one in answer.citations]

    def marked(marks: re.Match[str]) -> str:
        return "".join(f"[{numbers[ids[int(n) - 1]]}]" for n in _NUMBER.findall(marks.group()))

    return _MARKS.sub(marked, text) if ids else text


def _found(answers: Sequence[Answer]) -> Found:
    hits = {hit.passage.passage_id: hit for one in answers for hit in one.found.hits}
    return Found(tuple(hits.values()))


def _issues(answers: Sequence[Answer]) -> tuple[Issue, ...]:
    """All issues, with sentence numbers that count through the drafts of all questions."""
    issues: list[Issue] = []
    before = 0
    for one in answers:
        issues += [replace(issue, sentence=before + issue.sentence) for issue in one.issues]
        before += len(one.draft.sentences)
    return tuple(issues)


def _lowest_first(confidence: Confidence) -> int:
    return (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH).index(confidence)
