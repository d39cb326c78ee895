"""Golden questions -> scores: what the documents are found for, answered, and refused."""

import json
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from bot.answering.check import normalised
from bot.answering.pipeline import Answering
from bot.errors import GoldenFileError
from bot.model import Answer, Citation, Question, Sentence, Verdict
from bot.privacy import safe
from knowledge.lexical import language_of
from knowledge.model import Audience, Filters, Language

_ANSWERED = (Verdict.PASS, Verdict.CONFLICT)
_FIRST = 5
"""Documents that count as found."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A question whose right answer is known."""

    id: str
    question: str
    language: Language
    answerable: bool
    gold_docs: tuple[str, ...] = ()
    """Documents that answer it, by doc_id."""
    answers: tuple[str, ...] = ()
    """One of these must be in the answer; without any, only finding and citing are scored."""
    kind: str = "lookup"
    store_type: str | None = None
    category: str | None = None
    as_of: date | None = None
    audience: Audience = Audience.STAFF
    expected_failure: str | None = None
    """Why it cannot be right yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one golden question."""

    golden: Golden
    answer: Answer
    ms: float

    @property
    def answered(self) -> bool:
        """Whether something was asserted."""
        return self.answer.verdict in _ANSWERED

    @property
    def right(self) -> bool:
        """Whether the answer holds what it must."""
        wanted = self.golden.answers
        return self.answered and (not wanted or any(one in self.answer.text for one in wanted))

    @property
    def retrieved(self) -> list[str]:
        """The documents that were found, best first."""
        found = (hit.passage.header.doc_id for hit in self.answer.found.hits)
        return list(dict.fromkeys(found))

    @property
    def rank(self) -> int | None:
        """The place of the first gold document, from 1."""
        places = (n for n, doc in enumerate(self.retrieved, 1) if doc in self.golden.gold_docs)
        return next(places, None)

    @property
    def found(self) -> bool:
        """Whether a gold document is among the first five."""
        return self.rank is not None and self.rank <= _FIRST

    @property
    def cited(self) -> bool:
        """Whether the answer cites a gold document."""
        cited = {citation.passage.header.doc_id for citation in self.answer.citations}
        return self.answered and not cited.isdisjoint(self.golden.gold_docs)

    @property
    def quotes_valid(self) -> bool:
        """Whether every sentence's quotes are shown, and stand in their passages word for word."""
        shown = {quote for citation in self.answer.citations for quote in citation.quotes}
        return all(
            citation.quote in shown
            and normalised(citation.quote) in normalised(citation.passage.text)
            for sentence in self.answer.sentences
            for citation in _carrying(sentence)
        )


def load(path: Path) -> list[Golden]:
    """The questions of a golden file (JSONL, one a line). Raises GoldenFileError."""
    return [golden(line, where) for where, line in lines_of(path)]


def lines_of(path: Path) -> list[tuple[str, str]]:
    """The lines of a golden file, each with where it stands. Raises GoldenFileError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GoldenFileError(f"{path} cannot be read") from error
    return [(f"{path}:{n}", line) for n, line in enumerate(lines, 1) if line.strip()]


async def run(answering: Answering, goldens: Iterable[Golden], today: date) -> list[Outcome]:
    """Ask every question, one after the other."""
    outcomes = []
    for golden in goldens:
        start = time.perf_counter()
        answer = await answering.answer(asked(golden, today))
        outcomes.append(Outcome(golden, answer, (time.perf_counter() - start) * 1000))
    return outcomes


def scores(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The figures of a set; a share of nothing is 1."""
    answerable = [one for one in outcomes if one.golden.answerable]
    others = [one for one in outcomes if not one.golden.answerable]
    answered = [one for one in outcomes if one.answered]
    refused = [one for one in outcomes if not one.answered]
    times = sorted(one.ms for one in outcomes)
    return {
        "questions": len(outcomes),
        "hit@1": _share(one.rank == 1 for one in answerable),
        "hit@5": _share(one.found for one in answerable),
        "mrr@10": _mean(1 / one.rank if one.rank else 0.0 for one in answerable),
        "answered_rate": _share(one.answered for one in answerable),
        "right_rate": _share(one.right for one in answerable),
        "wrong_answer_rate": _share(one.answered and not one.right for one in answerable),
        "refusal_precision": _share(not one.golden.answerable for one in refused),
        "refusal_recall": _share(not one.answered for one in others),
        "citation_rate": _share(bool(one.answer.citations) for one in answered),
        "quote_validity": _share(one.quotes_valid for one in answered),
        "p50_ms": round(times[len(times) // 2], 1) if times else 0.0,
        "p95_ms": round(times[int(len(times) * 0.95)], 1) if times else 0.0,
    }


def report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Everything, as `storewise eval --json` writes it."""
    languages = sorted({one.golden.language for one in outcomes})
    kinds = sorted({one.golden.kind for one in outcomes})
    return {
        "overall": scores(outcomes),
        "sets": {
            **{
                name: scores([o for o in outcomes if o.golden.language == name])
                for name in languages
            },
            **{name: scores([o for o in outcomes if o.golden.kind == name]) for name in kinds},
        },
        "questions": [_line(one) for one in outcomes],
    }


def asked(golden: Golden, today: date) -> Question:
    """The golden question as a person would ask it on a day."""
    filters = Filters(
        as_of=golden.as_of or today,
        audience=golden.audience,
        store_type=golden.store_type,
        category=golden.category,
        language=golden.language,
    )
    return Question(safe(golden.question), golden.language, filters)


def golden(line: str, where: str = "a golden question") -> Golden:
    """The question of one line. Raises GoldenFileError."""
    try:
        record = json.loads(line)
        filters = record.get("filters") or {}
        return Golden(
            id=str(record["id"]),
            question=str(record["question"]),
            language=record.get("language") or language_of(record["question"]),
            answerable=bool(record["answerable"]),
            gold_docs=tuple(record.get("gold_docs", ())),
            answers=tuple(record.get("answers", ())),
            kind=record.get("kind") or "lookup",
            store_type=filters.get("store_type"),
            category=filters.get("category"),
            as_of=date.fromisoformat(filters["as_of"]) if filters.get("as_of") else None,
            audience=Audience(filters.get("audience", Audience.STAFF)),
            expected_failure=record.get("expected_failure"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise GoldenFileError(f"{where}: a line needs id, question, answerable") from error


def _line(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.golden.id,
        "retrieved": outcome.retrieved,
        "verdict": outcome.answer.verdict,
        "right": outcome.right,
        "answer": outcome.answer.text,
        "citations": [
            {
                "doc_id": citation.passage.header.doc_id,
                "passage_id": citation.passage.passage_id,
                "quote": citation.quote,
            }
            for citation in outcome.answer.citations
        ],
        "ms": round(outcome.ms, 1),
    }


def _carrying(sentence: Sentence) -> list[Citation]:
    """What a sentence was taken from; not the other passages that say the same."""
    source = sentence.citations[0].passage.passage_id
    return [one for one in sentence.citations if one.passage.passage_id == source]


def _share(truths: Iterable[bool]) -> float:
    return _mean(1.0 if truth else 0.0 for truth in truths)


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return round(statistics.fmean(known), 4) if known else 1.0
