"""Reads golden questions: questions whose right answers are known, one a line."""

import json
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from pathlib import Path

from bot.answering.pipeline import Answering
from bot.model import Answer, Citation, Question, Sentence, Turn
from bot.model.errors import GoldenFileError
from bot.model.said import turn_of
from bot.model.text import as_seen
from bot.model.written import ANSWERED
from bot.privacy import safe
from bot.telemetry import request
from knowledge.language.sentences import normalised
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience, Filters, Language


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
    """The answer must contain one of these; without any, every answer counts as right."""
    kind: str = "lookup"
    store_type: str | None = None
    category: str | None = None
    as_of: date | None = None
    audience: Audience = Audience.STAFF
    thread: tuple[str, ...] = ()
    """Earlier questions of the same thread, the first one first."""
    expected_failure: str | None = None
    """Why the bot cannot answer it rightly yet."""

    @property
    def stands_alone(self) -> bool:
        """Whether anybody may ask it anywhere, without a thread, a store or a category."""
        context = self.thread or self.expected_failure or self.store_type or self.category
        return not context and self.audience is Audience.STAFF


def load(path: Path) -> list[Golden]:
    """Reads the questions of a golden file (JSONL, one a line). Raises GoldenFileError."""
    return [golden(line, where) for where, line in lines_of(path)]


def readable(paths: Iterable[Path]) -> list[Golden]:
    """The questions of the files that can be read; indexing reports what is wrong with others."""
    found: list[Golden] = []
    for path in paths:
        with suppress(GoldenFileError):
            found += load(path)
    return found


def lines_of(path: Path) -> list[tuple[str, str]]:
    """Reads the lines of a golden file, each after its "path:number". Raises GoldenFileError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise GoldenFileError(f"{path} cannot be read") from error
    return [(f"{path}:{n}", line) for n, line in enumerate(lines, 1) if line.strip()]


def asked(one: Golden, today: date) -> Question:
    """Makes the question that a person would ask on a day."""
    filters = Filters(
        as_of=one.as_of or today,
        audience=one.audience,
        store_type=one.store_type,
        category=one.category,
        language=one.language,
    )
    return Question(safe(as_seen(one.question)), one.language, filters, dated=one.as_of is not None)


def golden(line: str, where: str = "a golden question") -> Golden:
    """Reads the question of one line. Raises GoldenFileError."""
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
            thread=tuple(record.get("thread", ())),
            expected_failure=record.get("expected_failure"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise GoldenFileError(f"{where}: a line needs id, question, answerable") from error


# Asks golden questions and judges each outcome.


_FIRST = 5
"""Documents that count as found."""
UNKNOWN = "unknown"


class Came(StrEnum):
    """The outcome of a question; the worst first."""

    WRONG = "wrong"
    OVERSTRETCHED = "overstretched"
    MISSED = "missed"
    REFUSED = "refused"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A golden question with its answer."""

    golden: Golden
    answer: Answer
    ms: float
    steps: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of each step, by name."""
    category: str = UNKNOWN
    """The category asked for, else that of the first known gold document."""

    @property
    def answered(self) -> bool:
        """Whether the bot gave an answer."""
        return self.answer.verdict in ANSWERED

    @property
    def right(self) -> bool:
        """Whether the answer contains what it must, or an unanswerable question was refused."""
        wanted = self.golden.answers
        if not self.golden.answerable:
            return not self.answered
        return self.answered and (not wanted or any(one in self.answer.text for one in wanted))

    @property
    def closest_helps(self) -> bool:
        """Whether nothing was asserted, but the closest rules hold what a right answer must.

        Where the list does not say what that is, they must be of a gold document.
        """
        if self.answered or not self.answer.closest or not self.golden.answerable:
            return False
        if wanted := self.golden.answers:
            return any(one in self.answer.text for one in wanted)
        return not self._cited_docs.isdisjoint(self.golden.gold_docs)

    @property
    def helped(self) -> bool:
        """Whether a question with an answer was answered rightly, or the closest rules hold it."""
        return self.golden.answerable and (self.right or self.closest_helps)

    @property
    def came(self) -> Came:
        """Returns the outcome in one word."""
        if self.golden.answerable:
            return Came.RIGHT if self.right else Came.WRONG if self.answered else Came.MISSED
        return Came.OVERSTRETCHED if self.answered else Came.REFUSED

    @property
    def retrieved(self) -> list[str]:
        """Returns the ids of the documents found, best first."""
        found = (hit.passage.header.doc_id for hit in self.answer.found.hits)
        return list(dict.fromkeys(found))

    @property
    def rank(self) -> int | None:
        """Returns the place of the first gold document, from 1; None if none was found."""
        places = (n for n, doc in enumerate(self.retrieved, 1) if doc in self.golden.gold_docs)
        return next(places, None)

    @property
    def found(self) -> bool:
        """Whether a gold document is among the first five."""
        return self.rank is not None and self.rank <= _FIRST

    @property
    def cited(self) -> bool:
        """Whether the answer cites a gold document."""
        return self.answered and not self._cited_docs.isdisjoint(self.golden.gold_docs)

    @property
    def _cited_docs(self) -> set[str]:
        return {citation.passage.header.doc_id for citation in self.answer.citations}

    @property
    def quotes_valid(self) -> bool:
        """Whether every sentence's quotes are shown, and are in their passages word for word."""
        shown = {quote for citation in self.answer.citations for quote in citation.quotes}
        return all(
            citation.quote in shown
            and normalised(citation.quote) in normalised(citation.passage.text)
            for sentence in self.answer.sentences
            for citation in _carrying(sentence)
        )


async def run(
    answering: Answering,
    goldens: Iterable[Golden],
    today: date,
    categories: Mapping[str, str] | None = None,
) -> list[Outcome]:
    """Asks the questions one after the other; `categories` maps doc_ids to categories."""
    outcomes = []
    for golden in goldens:
        turn = await _turn_before(answering, golden, today)
        start = time.perf_counter()
        with request(golden.id) as trace:
            answer = await answering.answer(asked(golden, today), turn)
        ms = (time.perf_counter() - start) * 1000
        category = _category(golden, answer, categories or {})
        outcomes.append(Outcome(golden, answer, ms, trace.steps, category))
    return outcomes


async def _turn_before(answering: Answering, golden: Golden, today: date) -> Turn | None:
    """Asks the earlier questions of the thread and returns its last turn."""
    turn = None
    for said in golden.thread:
        answer = await answering.answer(asked(replace(golden, question=said), today), turn)
        turn = turn_of(answer, turn)
    return turn


def _category(golden: Golden, answer: Answer, categories: Mapping[str, str]) -> str:
    found = (hit.passage.header for hit in answer.found.hits)
    known = {header.doc_id: header.category for header in found} | dict(categories)
    gold = (known[doc] for doc in golden.gold_docs if doc in known)
    return golden.category or next(gold, UNKNOWN)


def _carrying(sentence: Sentence) -> list[Citation]:
    """Returns the citations of a sentence's own passage, not of others that say the same."""
    source = sentence.citations[0].passage.passage_id
    return [one for one in sentence.citations if one.passage.passage_id == source]
